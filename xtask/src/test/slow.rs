//! The steps of `cargo xtask test --slow`: the checks of a night or a release.

use crate::step::Step;
use crate::summary::Summary;
use crate::{Failure, aarch64, dist, jepsen, sanitize, site, wasm};

use super::{FULL, Tests};

pub(super) fn run_steps(summary: &mut Summary) -> Result<(), Failure> {
    for (title, features) in [
        ("lints of the default build", ""),
        ("lints of the build with a server", "serve"),
        ("lints of the build with NATS", "nats"),
        ("lints of the build with GPUs", "gpu"),
    ] {
        let lints = Step::cargo("clippy --package wgs --features")
            .argument(features)
            .argument("--")
            .argument("-Dwarnings");
        summary.run(title, &lints)?;
    }
    let answers = Step::cargo("test --package wgs --test features")
        .note("compiles the default build, which lacks commands");
    summary.run("answers of commands that a build lacks", &answers)?;
    let documentation =
        Step::cargo(&format!("doc {FULL} --no-deps")).variable("RUSTDOCFLAGS", "-D warnings");
    summary.run("documentation", &documentation)?;
    let wasm = wasm::prepare();
    let tests = Tests::prepare(summary, wasm.clone());
    summary.run("compilation of the tests", &tests.compile())?;
    let cases = tests
        .step(&format!(
            "test {FULL} --test engine --test dice --test records --test study"
        ))
        .variable("WGS_TEST_EFFORT", "3")
        .note("compares the engines and their twins on three times as many random boards");
    summary.run("more random boards", &cases)?;
    let kills = tests
        .step(&format!(
            "test {FULL} --test cli nothing_that_was_acknowledged"
        ))
        .variable("WGS_TEST_EFFORT", "10")
        .note("kills a server 100 times");
    summary.run("acknowledged words of killed servers", &kills)?;
    let rooms = jepsen::with_arguments(tests.step(&jepsen::cargo_line()));
    summary.run_if(jepsen::prepare(), "rooms while everything fails", &rooms)?;
    for (title, step) in site::test_steps() {
        summary.run_if(wasm.clone(), title, &step)?;
    }
    let german = tests
        .step(&format!("test {FULL} --test browser axe_finds_nothing"))
        .variable("WGS_TEST_LANGUAGE", "de");
    summary.run("accessibility of the German page", &german)?;
    // From here on the server embeds the page, and what depends on it is compiled again.
    for (title, step) in site::tested_steps() {
        summary.run_if(wasm.clone(), title, &step)?;
    }
    if wasm.is_ok() {
        site::visits()?.lines().for_each(|line| summary.note(line));
    }
    summary.run_if(wasm.clone(), "WebAssembly check", &wasm::check())?;
    dist::check(summary)?;
    dist::archive(summary)?;
    let steps = Step::cargo("xtask fuzz --executions 400000").note(
        "compiles the fuzz targets with a counter of steps: two to three minutes the first time",
    );
    summary.run("random inputs and their cost", &steps)?;
    summary.run_if(sanitize::prepare(), sanitize::TITLE, &sanitize::test())?;
    summary.run_if(aarch64::prepare(), "tests on aarch64", &aarch64::test())
}
