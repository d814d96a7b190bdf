//! `cargo +nightly fuzz run --features libfuzzer lexicon_file`; the properties are described in
//! [`wgs_fuzz::lexicon_file`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("lexicon_file", data);
});
