//! Writes the page as a folder of files that any web host can serve. `cargo xtask site`
//! compiles the page and runs this program, which compiles nothing itself.
//!
//! ```text
//! xtask-site [--embed FOLDER] [--quick] FOLDER MODULE.wasm...
//! ```
//!
//! `--embed` also writes the files as the server embeds them. `--quick`, for tests, compresses
//! nothing and allows any size.
//!
//! It is separate from xtask because the generator of the bindings takes minutes to compile,
//! and the other commands should not wait for it.

mod compression;
mod dictionary_file;
mod embedded;
mod first_load;
mod folder;
mod memo;
mod module_part;
mod page;
mod record_file;
mod service_worker;
mod site;
mod table;
mod whitespace;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use memo::Memo;
use site::Site;

/// An error message for the terminal.
type Failure = Box<dyn Error>;

/// The English texts, which are part of the modules.
const ENGLISH: [&str; 2] = ["en.json", "play.en.json"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["--quick", folder, modules @ ..] if !modules.is_empty() => {
            write_quickly(Path::new(folder), modules)
        }
        ["--embed", embedded, folder, modules @ ..] if !modules.is_empty() => {
            write(Path::new(folder), Some(Path::new(embedded)), modules)
        }
        [folder, modules @ ..] if !folder.starts_with('-') && !modules.is_empty() => {
            write(Path::new(folder), None, modules)
        }
        _ => Err("expected the folder to write and the compiled modules of the page".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("site: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the page for web hosts, and perhaps as the server embeds it.
fn write(folder: &Path, embedded: Option<&Path>, modules: &[&str]) -> Result<(), Failure> {
    let mut memo = Memo::open(root().join("target/site-memo"));
    let site = assemble(modules, &mut memo)?;
    println!("compressing the files (about 15 seconds the first time)");
    let compressed = compression::compress(&site, &mut memo)?;
    let change = folder::update(folder, &site, &compressed)?;
    if let Some(embedded) = embedded {
        embedded::update(embedded, &site, &compressed)?;
    }
    memo.close()?;

    let loads = first_load::measure(&site, &compressed)?;
    print!("{}", table::table(&site, &compressed, &loads));
    println!("{}: {change}", folder.display());
    // For the summary of `cargo xtask test --slow`.
    let figures: String = loads.iter().map(|load| format!("{load}\n")).collect();
    fs::write(root().join("target/site-visits.txt"), figures)?;
    loads.iter().try_for_each(first_load::check)
}

/// Writes the page for tests.
fn write_quickly(folder: &Path, modules: &[&str]) -> Result<(), Failure> {
    let mut memo = Memo::open(root().join("target/test-site-memo"));
    let site = assemble(modules, &mut memo)?;
    let change = folder::update(folder, &site, &BTreeMap::new())?;
    memo.close()?;
    println!("{}: {change}", folder.display());
    Ok(())
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("xtask/site is two folders below the root")
}

/// Puts the files of the page together.
fn assemble(modules: &[&str], memo: &mut Memo) -> Result<Site, Failure> {
    let sources = root().join("crates/wgs-web");
    let mut site = Site::default();
    site.add_folder(&sources.join("static"))?;
    site.add_folder(&sources.join("text"))?;
    for texts in ENGLISH {
        site.remove(texts);
    }
    site.add_style(&sources.join("style"))?;
    println!("generating the bindings");
    for module in modules {
        page::add_bindings(&mut site, memo, Path::new(module))?;
    }
    dictionary_file::add(&mut site)?;
    record_file::add(&mut site)?;
    whitespace::remove(&mut site);
    // The site's own address shows the games.
    site.copy("play.html", "index.html")?;
    service_worker::fill_in(&mut site)?;
    Ok(site)
}
