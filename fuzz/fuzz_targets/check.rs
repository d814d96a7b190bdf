//! `cargo +nightly fuzz run --features libfuzzer check`; what must hold is said in
//! [`wgs_fuzz::check`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wgs_fuzz::check(data));
