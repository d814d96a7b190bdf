//! The tests of the engine on an emulated 64-bit ARM processor. Compiling and running them
//! needs a linker, ARM's C library and QEMU, which Debian packages.

use std::path::Path;

use crate::step::Step;
use crate::toolchain::{add_target, find_program, install};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-aarch64";
/// Where Debian installs ARM's C library.
const LIBRARY: &str = "/usr/aarch64-linux-gnu";
const PACKAGES: &str = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user";

/// The engine and its users. The other crates have no code that depends on the
/// processor.
const TESTS: &str = "test --package wgs-engine --package wgs-dice --package wgs-records --tests";

/// An emulated processor takes some ten times as long, so fewer random cases are tried than
/// on the machine itself.
const EFFORT: &str = "0.05";

/// Makes sure that the tests can be compiled and run, or says what is missing.
pub(crate) fn prepare() -> Result<(), String> {
    if cfg!(target_arch = "aarch64") {
        return Err("the tests have already run on this processor".to_owned());
    }
    find().or_else(|missing| {
        install(PACKAGES).map_err(|reason| format!("{missing}; {reason}"))?;
        find()
    })?;
    add_target(TARGET)
}

fn find() -> Result<(), String> {
    for program in [LINKER, EMULATOR] {
        find_program(program).ok_or_else(|| format!("{program} is not installed"))?;
    }
    match Path::new(LIBRARY).is_dir() {
        true => Ok(()),
        false => Err(format!("ARM's C library is not in {LIBRARY}")),
    }
}

/// Compiles and runs the tests, except for two kinds that take minutes each when emulated:
/// published scores of thousands of boards, and boards with more paths than fit the buffers
/// of the vector engines, which exist on x86-64 only.
pub(crate) fn test() -> Step {
    Step::cargo(&format!("{TESTS} --target {TARGET}"))
        .variable("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
        .variable(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
            format!("{EMULATOR} -L {LIBRARY}"),
        )
        .variable("WGS_TEST_EFFORT", EFFORT)
        .argument("--")
        .argument("--skip=published")
        .argument("--skip=very_many_paths")
        .note("compiles and emulates: 2 to 3 minutes the first time")
}
