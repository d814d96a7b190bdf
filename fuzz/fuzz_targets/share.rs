//! `cargo +nightly fuzz run --features libfuzzer share`; the properties are described in
//! [`wgs_fuzz::share`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("share", data);
});
