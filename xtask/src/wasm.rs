//! The compiler's target for WebAssembly, which the page is compiled for.

use crate::step::Step;
use crate::toolchain;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure that crates can be compiled for WebAssembly, or says what is missing.
pub(crate) fn prepare() -> Result<(), String> {
    toolchain::add_target(TARGET)
}

/// Compiles a package for WebAssembly.
pub(crate) fn build(package: &str) -> Step {
    Step::cargo(&format!("build --package {package} --target {TARGET}"))
}
