//! Finds the `wgs` binary that the tests start. Cargo gives the tests of one package no path
//! to the binary of another.

use std::env;
use std::path::PathBuf;

/// Returns the path in `WGS_BINARY`, or else that of the binary which Cargo built beside
/// this test.
pub(crate) fn path() -> PathBuf {
    let path = match env::var_os("WGS_BINARY") {
        Some(path) => PathBuf::from(path),
        None => beside_this_test(),
    };
    assert!(
        path.is_file(),
        "{} does not exist; build it with `cargo build -p wgs`",
        path.display()
    );
    path
}

/// This test is `target/PROFILE/deps/browser-HASH`, and the binary `target/PROFILE/wgs`.
fn beside_this_test() -> PathBuf {
    let test = env::current_exe().expect("a running program has a path");
    let profile = test.ancestors().nth(2).expect("tests are in `deps`");
    profile.join(format!("wgs{}", env::consts::EXE_SUFFIX))
}
