//! `cargo +nightly fuzz run --features libfuzzer api_body`; the properties are described in
//! [`wgs_fuzz::api_body`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("api_body", data);
});
