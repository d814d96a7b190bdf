//! `cargo +nightly fuzz run --features libfuzzer saved_round`; the properties are described in
//! [`wgs_fuzz::saved_round`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("saved_round", data);
});
