//! `cargo +nightly fuzz run --features libfuzzer format_string`; the properties are described in
//! [`wgs_fuzz::format_string`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("format_string", data);
});
