//! The compiler's target for WebAssembly: whether it is there, and getting it.

use std::path::Path;

use crate::step::Step;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What to tell where `is_there` says no.
pub(crate) const MISSING: &str = "the target wasm32-unknown-unknown is missing and `rustup target \
                                  add wasm32-unknown-unknown` did not help";

/// Whether crates can be built for WebAssembly, after having tried to make it so.
pub(crate) fn is_there() -> bool {
    is_installed()
        || Step::new("rustup", ["target", "add", TARGET])
            .run("WebAssembly target")
            .is_ok()
            && is_installed()
}

/// Asks the compiler, which a Rust without rustup has too.
fn is_installed() -> bool {
    Step::new("rustc", ["--print", "target-libdir", "--target", TARGET])
        .capture()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}
