//! `cargo xtask site`: the browser face as a folder of files for any web host. `wgs serve`
//! embeds the same files from the folder where they are written by default.
//!
//! Compiling is done here; the rest is `xtask/site`, a program of its own because it takes
//! a minute to compile.

use std::env;
use std::path::{Path, PathBuf, absolute};

use crate::step::Step;
use crate::{Failure, wasm, workspace};

/// Where the server's build looks, wherever other build outputs go.
const FOLDER: &str = "target/site";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    match options {
        [] => build(&default_folder()),
        // From where the person stands, not from the root that the steps run in.
        [folder] if !folder.starts_with('-') => build(&absolute(folder)?),
        _ => Err("site takes the folder to write, or nothing".into()),
    }
}

pub(crate) fn default_folder() -> PathBuf {
    workspace::root().join(FOLDER)
}

/// Compiles the page and writes the site.
pub(crate) fn build(folder: &Path) -> Result<(), Failure> {
    if !wasm::is_there() {
        return Err(wasm::MISSING.into());
    }
    let target = wasm::TARGET;
    Step::cargo(&format!(
        "build --package wgs-web --lib --profile web --target {target}"
    ))
    .run("the page")?;
    let compiled = workspace::target().join(target).join("web/wgs_web.wasm");
    Step::cargo("run --quiet --package xtask-site --")
        .argument(compiled)
        .argument(folder)
        .run("the site")
}

/// `cargo xtask serve`: the site, and the server that has it inside, with its own options.
pub(crate) fn serve(options: &[&str]) -> Result<(), Failure> {
    build(&default_folder())?;
    let from_here = env::current_dir()?;
    let step = Step::cargo("run --release --package wgs -- serve");
    options
        .iter()
        .copied()
        .fold(step, Step::argument)
        // File names among the options are meant from where the person stands.
        .folder(from_here)
        .run("the server")
}
