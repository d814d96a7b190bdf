//! `cargo xtask rust-version`: checks that the crates compile with the Rust version that the
//! workspace's manifest promises.

use std::fs;

use crate::step::Step;
use crate::{Failure, workspace};

pub(crate) const HELP: &str = "\
Check that the crates compile with the Rust version that Cargo.toml promises.

Usage: cargo xtask rust-version

The toolchain is installed with rustup.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    let manifest = fs::read_to_string(workspace::root().join("Cargo.toml"))?;
    let version = promised(&manifest).ok_or("Cargo.toml has no rust-version")?;
    let install = ["toolchain", "install", version, "--profile", "minimal"];
    Step::new("rustup", install).run("toolchain")?;
    let line = format!("run {version} cargo check --workspace --features wgs/full");
    Step::new("rustup", line.split(' ')).run("crates with the promised version")?;
    Ok(())
}

/// Finds the version in the manifest of the workspace.
fn promised(manifest: &str) -> Option<&str> {
    let (_, rest) = manifest.split_once("\nrust-version = \"")?;
    rest.split('"').next()
}

#[test]
fn the_version_of_the_workspace_is_found() {
    let manifest = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.89\"\n";
    assert_eq!(promised(manifest), Some("1.89"));
    assert_eq!(promised("[workspace]\n"), None);
}
