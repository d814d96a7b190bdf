//! Finds the `wgs` binary that the tests start. Cargo only tells tests the path of binaries
//! in their own package.

use std::env;
use std::path::PathBuf;

/// Returns the path in `WGS_BINARY`, or else the path of the binary that Cargo built next to
/// this test.
pub(crate) fn path() -> PathBuf {
    let path = match env::var_os("WGS_BINARY") {
        Some(path) => PathBuf::from(path),
        None => next_to_this_test(),
    };
    assert!(
        path.is_file(),
        "{} does not exist; build it with `cargo build -p wgs`",
        path.display()
    );
    path
}

/// This test is `target/PROFILE/deps/browser-HASH`; the binary is `target/PROFILE/wgs`.
fn next_to_this_test() -> PathBuf {
    let test = env::current_exe().expect("the running test has a path");
    let profile = test.ancestors().nth(2).expect("the test is in `deps`");
    profile.join(format!("wgs{}", env::consts::EXE_SUFFIX))
}
