//! `cargo +nightly fuzz run --features libfuzzer check`; the properties are described in
//! [`wgs_fuzz::check`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("check", data);
});
