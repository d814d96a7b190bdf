//! `cargo +nightly fuzz run --features libfuzzer record_table`; the properties are described in
//! [`wgs_fuzz::record_table`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("record_table", data);
});
