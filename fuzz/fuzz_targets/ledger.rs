//! `cargo +nightly fuzz run --features libfuzzer ledger`; the properties are described in
//! [`wgs_fuzz::ledger`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("ledger", data);
});
