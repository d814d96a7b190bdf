//! `cargo xtask test`: all that must hold before a change goes in, from formatting to
//! the WebAssembly build and the pages in a browser. `.ci/run` runs the same.
//!
//! A machine with Rust, git and a crate registry is enough. What a machine cannot do for
//! want of a tool is passed over, and said so again at the end.

use std::time::Instant;

use crate::step::Step;
use crate::{Failure, browser, site, wasm, workspace};

/// The crates that must compile to WebAssembly.
const PORTABLE: [&str; 2] = ["wgs-core", "wgs-app"];

pub(crate) fn run() -> Result<(), Failure> {
    let start = Instant::now();
    let mut passed_over = Vec::new();

    Step::cargo("fmt --all --check").run("formatting")?;
    Step::cargo("fmt --manifest-path fuzz/Cargo.toml --check").run("formatting of fuzz")?;
    Step::cargo("clippy --workspace --all-targets -- -D warnings").run("lints")?;
    in_fuzz("clippy --all-targets --manifest-path fuzz/Cargo.toml")
        .argument("--")
        .argument("-Dwarnings")
        .run("lints of fuzz")?;
    Step::cargo("doc --workspace --no-deps")
        .variable("RUSTDOCFLAGS", "-D warnings")
        .run("documentation")?;

    // Before the tests, because the server that they start has the site inside.
    let has_wasm = wasm::is_there();
    if has_wasm {
        site::build(&site::default_folder())?;
    } else {
        passed_over.push(format!("the page: {}", wasm::MISSING));
    }
    let tests = Step::cargo("test --workspace");
    let tests = match browser::find() {
        Ok(found) => tests
            .variable("WGS_BROWSER", found.browser)
            .variable("WGS_CHROMEDRIVER", found.driver),
        Err(missing) => {
            passed_over.push(format!("tests in a browser: {missing}"));
            tests
        }
    };
    tests.run("tests")?;
    in_fuzz("test --manifest-path fuzz/Cargo.toml").run("fuzz targets, replayed")?;

    if has_wasm {
        for package in PORTABLE {
            Step::cargo(&format!(
                "build --package {package} --target {}",
                wasm::TARGET
            ))
            .run(&format!("WebAssembly build of {package}"))?;
        }
    } else {
        passed_over.push(format!("the WebAssembly build: {}", wasm::MISSING));
    }

    if !Step::cargo("deny --version").succeeds() {
        passed_over.push(
            "licences and advisories: cargo-deny is not installed (`cargo install cargo-deny`)"
                .to_owned(),
        );
    } else if Step::cargo("deny fetch db").succeeds() {
        Step::cargo("deny check").run("licences and advisories")?;
    } else {
        Step::cargo("deny check bans licenses sources").run("licences")?;
        passed_over.push("advisories: `cargo deny fetch db` cannot reach them".to_owned());
    }

    for what in &passed_over {
        println!("==> passed over, {what}");
    }
    println!("==> all fine, {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Cargo for the fuzz crate, a workspace of its own that shares the build folder.
fn in_fuzz(line: &str) -> Step {
    Step::cargo(line)
        .argument("--target-dir")
        .argument(workspace::target())
}
