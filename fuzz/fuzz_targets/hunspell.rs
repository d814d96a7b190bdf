//! `cargo +nightly fuzz run --features libfuzzer hunspell`; the properties are described in
//! [`wgs_fuzz::hunspell`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("hunspell", data);
});
