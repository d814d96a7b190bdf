//! `cargo +nightly fuzz run --features libfuzzer configuration`; what must hold is said in
//! [`wgs_fuzz::configuration`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| wgs_fuzz::configuration(data));
