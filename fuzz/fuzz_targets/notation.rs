//! `cargo +nightly fuzz run --features libfuzzer notation`; the properties are described in
//! [`wgs_fuzz::notation`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("notation", data);
});
