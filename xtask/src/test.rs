//! `cargo xtask test`: all that must hold before a change goes in, from formatting to
//! the WebAssembly build. `.ci/run` runs the same.
//!
//! A machine with Rust, git and a crate registry is enough. What a machine cannot do for
//! want of a tool is passed over, and said so again at the end.

use std::path::Path;
use std::time::Instant;

use crate::step::Step;
use crate::{Failure, workspace};

const WASM: &str = "wasm32-unknown-unknown";

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
    Step::cargo("test --workspace").run("tests")?;
    in_fuzz("test --manifest-path fuzz/Cargo.toml").run("fuzz targets, replayed")?;

    if has_wasm() {
        for package in PORTABLE {
            Step::cargo(&format!("build --package {package} --target {WASM}"))
                .run(&format!("WebAssembly build of {package}"))?;
        }
    } else {
        passed_over.push(format!(
            "the WebAssembly build: the target {WASM} is missing and `rustup target add {WASM}` \
             did not help"
        ));
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

/// Whether crates can be built for WebAssembly, after having tried to make it so.
fn has_wasm() -> bool {
    is_wasm_installed()
        || Step::new("rustup", ["target", "add", WASM])
            .run("WebAssembly target")
            .is_ok()
            && is_wasm_installed()
}

/// Asks the compiler, which a Rust without rustup has too.
fn is_wasm_installed() -> bool {
    Step::new("rustc", ["--print", "target-libdir", "--target", WASM])
        .capture()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}
