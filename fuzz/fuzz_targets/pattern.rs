//! `cargo +nightly fuzz run --features libfuzzer pattern`; the properties are described in
//! [`wgs_fuzz::pattern`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("pattern", data);
});
