//! `cargo xtask dependencies`: the licences, sources and advisories of the dependencies, by the rules
//! in `deny.toml`. It is no part of `cargo xtask test`, because cargo-deny takes minutes to
//! compile and downloads the list of advisories.

use crate::Failure;
use crate::step::Step;

pub(crate) const HELP: &str = "\
Check the licences, sources and advisories of all dependencies.

Usage: cargo xtask dependencies

The rules are in deny.toml. This needs cargo-deny (`cargo install cargo-deny`), which downloads the
list of advisories.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    if !Step::cargo("deny --version").succeeds() {
        return Err("cargo-deny is not installed (`cargo install cargo-deny`)".into());
    }
    Step::cargo("deny check").run("dependencies")?;
    Ok(())
}
