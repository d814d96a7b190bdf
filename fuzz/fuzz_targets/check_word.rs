//! `cargo +nightly fuzz run --features libfuzzer check_word`; the properties are described in
//! [`wgs_fuzz::check_word`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("check_word", data);
});
