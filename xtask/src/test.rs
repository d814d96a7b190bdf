//! `cargo xtask test`: everything that must pass before a change is merged, from formatting
//! to the tests of the pages in a browser. `.ci/run` runs the same.
//!
//! Rust, git and access to a crate registry are enough. A step that needs a tool which is
//! missing is skipped, and the summary at the end says why.

use crate::debian_program::{NATS_SERVER, NGINX};
use crate::step::Step;
use crate::summary::Summary;
use crate::{Failure, aarch64, axe, browser, postgres, sanitize, site, vulkan, wasm, workspace};

pub(crate) const HELP: &str = "\
Check formatting, lints, documentation and dependencies, and run all tests, as CI does.

Usage: cargo xtask test

A clean clone takes about half an hour on two cores, and needs 10 GB of disk space. Compiler
targets are added with rustup. On Debian, as root, Chromium, nats-server, nginx, PostgreSQL, Mesa's
driver for Vulkan, QEMU and a cross-compiler are installed with apt-get. axe-core is downloaded with npm, if that is
installed. Elsewhere, a step whose tools are missing is skipped, tests that need one of these
programs are reported as ignored, and the summary at the end gives the reasons.

To run the tests of one crate, use cargo itself: cargo test -p wgs-core
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    let mut summary = Summary::new();
    let outcome = run_steps(&mut summary);
    println!("==> summary\n{summary}");
    outcome?;
    println!("==> all checks passed");
    Ok(())
}

fn run_steps(summary: &mut Summary) -> Result<(), Failure> {
    check_sources(summary)?;
    let wasm = wasm::prepare();
    // Before the tests, because the server that they start embeds the site.
    for (title, step) in site::steps(&site::default_folder()) {
        summary.run_if(wasm.clone(), title, &step)?;
    }
    test_workspace(summary)?;
    let fuzz = in_fuzz("test --manifest-path fuzz/Cargo.toml")
        .note("replays the inputs in fuzz/corpus, then tries 20,000 random ones for each target");
    summary.run("tests of fuzz", &fuzz)?;
    let steps = Step::cargo("xtask fuzz --executions 100000").note(
        "compiles the fuzz targets with a counter of steps: two to three minutes the first time",
    );
    summary.run("steps of the fuzz targets", &steps)?;
    // With the build that the tests have just used. Built on its own, it has other features and takes three minutes.
    let soak = Step::cargo("xtask soak --seconds 2 --profile debug --build no")
        .note("attacks a server for half a minute; without --profile, a release build for longer");
    summary.run("short soak", &soak)?;
    summary.run_if(sanitize::prepare(), sanitize::TITLE, &sanitize::test())?;
    summary.run_if(wasm, "WebAssembly check", &wasm::check())?;
    summary.run_if(aarch64::prepare(), "tests on aarch64", &aarch64::test())?;
    check_dependencies(summary)
}

/// Formatting, lints and documentation.
fn check_sources(summary: &mut Summary) -> Result<(), Failure> {
    let format = Step::cargo("fmt --all --check");
    summary.run("formatting", &format)?;
    let format = Step::cargo("fmt --manifest-path fuzz/Cargo.toml --check");
    summary.run("formatting of fuzz", &format)?;
    let lints = Step::cargo("clippy --workspace --all-targets -- -D warnings")
        .note("checks all crates and their dependencies: 2 to 4 minutes the first time");
    summary.run("lints", &lints)?;
    let lints = in_fuzz("clippy --all-targets --manifest-path fuzz/Cargo.toml")
        .argument("--")
        .argument("-Dwarnings");
    summary.run("lints of fuzz", &lints)?;
    let documentation =
        Step::cargo("doc --workspace --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
    summary.run("documentation", &documentation)
}

/// All tests of the workspace, among them those in a browser if there is one.
fn test_workspace(summary: &mut Summary) -> Result<(), Failure> {
    let mut tests = Step::cargo("test --workspace")
        .variable("WGS_BINARY", workspace::binary("debug"))
        .note("compiles all crates and tests (5 to 8 minutes the first time) and runs the tests");
    match browser::prepare() {
        Ok(found) => {
            tests = tests
                .variable("WGS_BROWSER", found.browser)
                .variable("WGS_CHROMEDRIVER", found.driver);
        }
        // Without these variables, each is compiled as ignored, with the reason.
        Err(reason) => summary.ignore("tests in a browser", reason),
    }
    match axe::prepare() {
        Ok(script) => tests = tests.variable("WGS_AXE", script),
        Err(reason) => summary.ignore("tests with axe-core", reason),
    }
    for (program, variable, title) in [
        (NATS_SERVER, "WGS_NATS_SERVER", "tests with NATS"),
        (NGINX, "WGS_NGINX", "tests behind nginx"),
    ] {
        match program.prepare() {
            Ok(path) => tests = tests.variable(variable, path),
            Err(reason) => summary.ignore(title, reason),
        }
    }
    match postgres::prepare() {
        Ok(folder) => tests = tests.variable("WGS_POSTGRES", folder),
        Err(reason) => summary.ignore("tests with PostgreSQL", reason),
    }
    match vulkan::prepare() {
        Ok(driver) => {
            tests = tests
                .variable("WGS_VULKAN_DRIVER", driver)
                // Without a part of Mesa that looks for a display, and complains if there is none.
                .variable("NODEVICE_SELECT", "1");
        }
        Err(reason) => summary.ignore("tests on a GPU", reason),
    }
    summary.run("tests", &tests)
}

/// Licences, sources and advisories of the dependencies.
fn check_dependencies(summary: &mut Summary) -> Result<(), Failure> {
    if !Step::cargo("deny --version").succeeds() {
        summary.skip(
            "licences and advisories",
            "cargo-deny is not installed (`cargo install cargo-deny`)",
        );
        return Ok(());
    }
    let fetch = Step::cargo("deny fetch db").note("downloads the list of advisories");
    if fetch.run("download of advisories").is_ok() {
        return summary.run("licences and advisories", &Step::cargo("deny check"));
    }
    summary.skip("advisories", "`cargo deny fetch db` cannot download them");
    summary.run("licences", &Step::cargo("deny check bans licenses sources"))
}

/// Cargo for the fuzz crate, a separate workspace that shares the target folder.
fn in_fuzz(line: &str) -> Step {
    Step::cargo(line)
        .argument("--target-dir")
        .argument(workspace::target())
}
