//! `cargo xtask sanitize`: runs the tests of the engines with AddressSanitizer, which stops at any
//! access outside allocated memory. The vector engines load, store and gather without bounds
//! checks.
//!
//! The sanitizer needs a nightly toolchain. `cargo xtask test` runs this too where there is one.

use crate::Failure;
use crate::step::Step;

pub(crate) const HELP: &str = "\
Run the tests of the engines with AddressSanitizer, which needs a nightly toolchain.

Usage: cargo xtask sanitize

`rustup toolchain install nightly` installs one. `cargo xtask test` runs this too if there is one.
";

/// The only target whose vector engines use instructions of the processor.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Code with sanitizers is several times slower, so fewer random cases are tried.
const EFFORT: &str = "0.05";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    prepare()?;
    test().run(TITLE)?;
    Ok(())
}

/// What the step is called.
pub(crate) const TITLE: &str = "engines with AddressSanitizer";

/// Returns why the tests cannot run here, if they cannot.
pub(crate) fn prepare() -> Result<(), String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err("the vector engines are checked on x86-64 with Linux only".to_owned());
    }
    let nightly = Step::new("rustup", ["run", "nightly", "rustc", "--version"]);
    match nightly.succeeds() {
        true => Ok(()),
        false => {
            Err("no nightly toolchain is installed (`rustup toolchain install nightly`)".to_owned())
        }
    }
}

/// Compiles and runs the tests of the engines, but for the published scores of thousands of boards.
pub(crate) fn test() -> Step {
    let line = format!("run nightly cargo test --package wgs-core --test engine --target {TARGET}");
    Step::new("rustup", line.split(' '))
        .variable("RUSTFLAGS", "-Zsanitizer=address")
        .variable("WGS_TEST_EFFORT", EFFORT)
        .argument("--")
        .argument("--skip=published")
        .note("compiles the engine with nightly: about a minute the first time")
}
