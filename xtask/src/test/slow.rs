//! The steps of `cargo xtask test --slow`: the checks of a night or a release.

use crate::step::Step;
use crate::summary::Summary;
use crate::{Failure, aarch64, dist, sanitize, site, wasm};

pub(super) fn run_steps(summary: &mut Summary) -> Result<(), Failure> {
    let lints = Step::cargo("clippy --package wgs --all-targets -- -D warnings");
    summary.run("lints of the default build", &lints)?;
    let documentation =
        Step::cargo("doc --workspace --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
    summary.run("documentation", &documentation)?;
    let wasm = wasm::prepare();
    for (title, step) in site::steps(&site::default_folder(), true) {
        summary.run_if(wasm.clone(), title, &step)?;
    }
    summary.run_if(wasm, "WebAssembly check", &wasm::check())?;
    dist::check(summary)?;
    let steps = Step::cargo("xtask fuzz --executions 400000").note(
        "compiles the fuzz targets with a counter of steps: two to three minutes the first time",
    );
    summary.run("random inputs and their cost", &steps)?;
    let kills = Step::cargo("test --workspace --features wgs/full --test cli")
        .argument("nothing_that_was_acknowledged")
        .variable("WGS_TEST_EFFORT", "10")
        .note("kills a server 100 times");
    summary.run("acknowledged words of killed servers", &kills)?;
    let soak = Step::cargo("xtask soak --seconds 2 --program")
        .argument(dist::full_program())
        .note("attacks the full program for half a minute");
    summary.run("short soak", &soak)?;
    summary.run_if(sanitize::prepare(), sanitize::TITLE, &sanitize::test())?;
    summary.run_if(aarch64::prepare(), "tests on aarch64", &aarch64::test())
}
