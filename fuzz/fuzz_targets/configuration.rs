//! `cargo +nightly fuzz run --features libfuzzer configuration`; the properties are described in
//! [`wgs_fuzz::configuration`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("configuration", data);
});
