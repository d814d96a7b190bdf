//! `cargo xtask site`: the page as a folder of files for any web host. `wgs serve` embeds the
//! same files from the folder where they are written by default.
//!
//! This compiles the page; the rest is `xtask/site`, a separate program because it takes
//! minutes to compile.

use std::env;
use std::fs;
use std::path::{Path, PathBuf, absolute};

use crate::step::Step;
use crate::{Failure, wasm, workspace};

/// Where the site is written by default, even if `CARGO_TARGET_DIR` is set.
const FOLDER: &str = "target/site";

/// Where the writer of the site notes what visits load.
const VISITS: &str = "target/site-visits.txt";

/// Where the server's build script looks for the files that it embeds.
const EMBEDDED: &str = "crates/wgs-server/site";

/// The WebAssembly modules: one for each program in `wgs-web/src/bin`.
const MODULES: [&str; 3] = ["wgs_solver.wasm", "wgs_play.wasm", "wgs_gpu_creator.wasm"];

pub(crate) const HELP: &str = "\
Write the page as files for any web host, and print their sizes.

Usage: cargo xtask site [FOLDER | --quick]

FOLDER is created if it does not exist. Without it, the page is written to target/site, and the next
build of wgs with its server embeds it. The first build takes about five minutes on two cores. It
needs the compiler target wasm32-unknown-unknown, which is added with rustup. The command fails if a
first visit loads more than 860,000 bytes, compressed, or the solver more than 915,000.

--quick writes the page for tests to target/test-site: neither small nor compressed, but compiled in
a fraction of the time. `wgs serve --site target/test-site` serves it.
";

pub(crate) const SERVE_HELP: &str = "\
Write the page, then build wgs and run `wgs serve`, which serves the page and the API.

Usage: cargo xtask serve [OPTIONS]

OPTIONS are those of `wgs serve`, such as --port 8080 or --config FILE; `cargo run -- serve --help`
lists them.

The first build takes about eight minutes on two cores. Ctrl-C stops the server, as does any other
signal that ends this command.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    match options {
        [] => build(&default_folder(), true),
        // Relative to the user's folder, not to the root that the steps run in.
        ["--quick"] => {
            wasm::prepare()?;
            for (title, step) in quick_steps() {
                step.run(title)?;
            }
            Ok(())
        }
        [folder] if !folder.starts_with('-') => build(&absolute(folder)?, false),
        _ => Err("expected at most one argument, the folder to write or --quick".into()),
    }
}

pub(crate) fn default_folder() -> PathBuf {
    workspace::root().join(FOLDER)
}

/// The folder of the page for tests.
pub(crate) fn test_folder() -> PathBuf {
    workspace::target().join("test-site")
}

/// Compiles the page and writes the site.
pub(crate) fn build(folder: &Path, is_embedded: bool) -> Result<(), Failure> {
    wasm::prepare()?;
    for (title, step) in steps(folder, is_embedded) {
        step.run(title)?;
    }
    Ok(())
}

/// The steps that compile the page and write the site, with their titles.
pub(crate) fn steps(folder: &Path, is_embedded: bool) -> [(&'static str, Step); 2] {
    steps_with(generator(), folder, is_embedded)
}

/// The same as they are published, with the generator that is compiled with the tests.
pub(crate) fn tested_steps() -> [(&'static str, Step); 2] {
    steps_with(compiled_generator(), &default_folder(), true)
}

fn steps_with(generator: Step, folder: &Path, is_embedded: bool) -> [(&'static str, Step); 2] {
    let page = compile("web").note(
        "compiles the page to WebAssembly, optimised for size: 3 to 4 minutes the first time; \
         the last crate alone takes one",
    );
    let mut site = generator;
    if is_embedded {
        site = site
            .argument("--embed")
            .argument(workspace::root().join(EMBEDDED));
    }
    let site = with_modules(site.argument(folder), "web");
    [("page", page), ("site", site)]
}

/// The same for the tests: the page is neither small nor compressed, but quick to compile.
pub(crate) fn quick_steps() -> [(&'static str, Step); 2] {
    [quick_page(), quick_site(generator())]
}

/// The same with the generator that is compiled with the tests.
pub(crate) fn test_steps() -> [(&'static str, Step); 2] {
    [quick_page(), quick_site(compiled_generator())]
}

/// The generator of the page's bindings, which also writes the site.
fn generator() -> Step {
    Step::cargo("run --package xtask-site --").note(
        "compiles the generator of the page's bindings (2 to 3 minutes the first time), \
         runs it and compresses the files (half a minute)",
    )
}

/// The same as it is compiled with the tests. They choose other features of its dependencies, so
/// Cargo would compile those a second time.
fn compiled_generator() -> Step {
    Step::new(workspace::binary("debug", "xtask-site"), [] as [&str; 0])
}

/// What visits load from the site that was written last, a line each.
pub(crate) fn visits() -> Result<String, Failure> {
    Ok(fs::read_to_string(workspace::root().join(VISITS))?)
}

fn quick_page() -> (&'static str, Step) {
    // The profile of the tests, whose macros and build scripts are compiled already.
    let page = compile("dev")
        .argument("--config=profile.dev.debug=false")
        .note("compiles the page for the tests: 2 minutes the first time");
    ("page for tests", page)
}

fn quick_site(program: Step) -> (&'static str, Step) {
    let site = program.argument("--quick").argument(test_folder());
    ("site for tests", with_modules(site, "debug"))
}

/// Compiles the page with a profile.
fn compile(profile: &str) -> Step {
    let target = wasm::TARGET;
    Step::cargo(&format!(
        "build --package wgs-web --bins --profile {profile} --target {target}"
    ))
}

/// Adds the modules of the page as arguments, from the folder of a profile.
fn with_modules(step: Step, folder: &str) -> Step {
    let compiled = workspace::target().join(wasm::TARGET).join(folder);
    let modules = MODULES.iter();
    modules.fold(step, |step, module| step.argument(compiled.join(module)))
}

/// `cargo xtask serve`: builds the site and becomes the server that embeds it. As Cargo becomes
/// the program that it runs, there is one process in the end, and no server is left behind when
/// that is ended.
pub(crate) fn serve(options: &[&str]) -> Result<(), Failure> {
    build(&default_folder(), true)?;
    let step = Step::cargo("run --release --package wgs --features full -- serve")
        .note("compiles the server with full optimisation: several minutes the first time");
    options
        .iter()
        .copied()
        .fold(step, Step::argument)
        // File names among the options are relative to the user's folder.
        .folder(env::current_dir()?)
        .replace_process("server")
}
