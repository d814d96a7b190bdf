//! `cargo xtask sanitize`: runs the tests of the engines with AddressSanitizer, which stops at any
//! access outside allocated memory. The vector engines load, store and gather without bounds
//! checks.
//!
//! Sanitizers are not stable yet, but the stable toolchain has them. `cargo xtask test --slow` runs
//! this too.

use crate::Failure;
use crate::step::Step;

pub(crate) const HELP: &str = "\
Run the tests of the engines with AddressSanitizer.

Usage: cargo xtask sanitize

`cargo xtask test --slow` runs this too.
";

/// The only target whose vector engines use instructions of the processor.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Code with sanitizers is several times slower, so fewer random cases are tried.
const EFFORT: &str = "0.02";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    prepare()?;
    test().run(TITLE)?;
    Ok(())
}

/// The name of the step.
pub(crate) const TITLE: &str = "engines with AddressSanitizer";

/// Returns why the tests cannot run here, if they cannot.
pub(crate) fn prepare() -> Result<(), String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err("the vector engines are checked on x86-64 with Linux only".to_owned());
    }
    Ok(())
}

/// Compiles and runs the tests of the engines, but for the published scores of thousands of boards.
pub(crate) fn test() -> Step {
    Step::cargo(&format!(
        "test --package wgs-engine --test engine --target {TARGET}"
    ))
    // Lets the stable compiler use unstable options.
    .variable("RUSTC_BOOTSTRAP", "1")
    .variable("RUSTFLAGS", "-Zsanitizer=address")
    .variable("WGS_TEST_EFFORT", EFFORT)
    .argument("--")
    .argument("--skip=published")
    .note("compiles the engine: about a minute the first time")
}
