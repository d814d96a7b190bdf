//! `cargo +nightly fuzz run --features libfuzzer hunt_file`; the properties are described in
//! [`wgs_fuzz::hunt_file`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("hunt_file", data);
});
