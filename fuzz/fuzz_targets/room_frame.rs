//! `cargo +nightly fuzz run --features libfuzzer room_frame`; the properties are described in
//! [`wgs_fuzz::room_frame`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("room_frame", data);
});
