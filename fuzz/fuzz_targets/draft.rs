//! `cargo +nightly fuzz run --features libfuzzer draft`; what must hold is said in
//! [`wgs_fuzz::draft`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wgs_fuzz::draft(data));
