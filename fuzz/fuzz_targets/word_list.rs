//! `cargo +nightly fuzz run --features libfuzzer word_list`; the properties are described in
//! [`wgs_fuzz::word_list`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("word_list", data);
});
