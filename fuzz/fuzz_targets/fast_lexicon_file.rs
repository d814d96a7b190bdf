//! `cargo +nightly fuzz run --features libfuzzer fast_lexicon_file`; the properties are
//! described in [`wgs_fuzz::fast_lexicon_file`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("fast_lexicon_file", data);
});
