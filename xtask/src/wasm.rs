//! The compiler's target for WebAssembly, which the page is compiled for.

use crate::step::Step;
use crate::toolchain;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure that crates can be compiled for WebAssembly, or says what is missing.
pub(crate) fn prepare() -> Result<(), String> {
    toolchain::add_target(TARGET)
}

/// Checks that the crates which other programs may use in a browser compile on their own.
/// The page, which is built from them with more features, shows that they also link.
pub(crate) fn check() -> Step {
    Step::cargo(&format!(
        "check --package wgs-engine --package wgs-app --target {TARGET}"
    ))
}
