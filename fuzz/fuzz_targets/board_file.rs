//! `cargo +nightly fuzz run --features libfuzzer board_file`; the properties are described in
//! [`wgs_fuzz::board_file`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgs_fuzz::run("board_file", data);
});
