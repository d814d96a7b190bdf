//! `cargo +nightly fuzz run --features libfuzzer draft`; the properties are described in
//! [`wgs_fuzz::draft`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("draft", data);
});
