//! `cargo +nightly fuzz run --features libfuzzer notation`; what must hold is said in
//! [`wgs_fuzz::notation`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wgs_fuzz::notation(data));
