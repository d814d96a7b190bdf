//! `cargo +nightly fuzz run --features libfuzzer challenge`; the properties are described in
//! [`wgs_fuzz::challenge`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("challenge", data);
});
