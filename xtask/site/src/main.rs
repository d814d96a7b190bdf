//! Writes the page as a folder of files that any web host can serve. `cargo xtask site`
//! compiles the page and runs this program, which compiles nothing itself.
//!
//! ```text
//! xtask-site FOLDER MODULE.wasm...
//! ```
//!
//! It is separate from xtask because the generator of the bindings takes minutes to compile,
//! and the other commands should not wait for it.

mod compression;
mod first_board;
mod folder;
mod memo;
mod page;
mod record_file;
mod service_worker;
mod site;
mod table;
mod whitespace;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use memo::Memo;
use site::Site;

/// An error message for the terminal.
type Failure = Box<dyn Error>;

/// The most bytes that a first visit may load: ten seconds on a phone's slow connection.
const FIRST_LOAD_LIMIT: usize = 900_000;

/// The English texts, which are part of the modules.
const ENGLISH: [&str; 2] = ["en.json", "play.en.json"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        [folder, modules @ ..] if !modules.is_empty() => run(Path::new(folder), modules),
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

fn run(folder: &Path, modules: &[&str]) -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("xtask/site is two folders below the root");
    let sources = root.join("crates/wgs-web");
    let mut memo = Memo::open(root.join("target/site-memo"));

    let mut site = Site::default();
    site.add_folder(&sources.join("static"))?;
    site.add_folder(&sources.join("text"))?;
    for texts in ENGLISH {
        site.remove(texts);
    }
    site.add_style(&sources.join("style"))?;
    println!("generating the bindings");
    for module in modules {
        page::add_bindings(&mut site, &mut memo, Path::new(module))?;
    }
    first_board::add_dictionary(&mut site)?;
    first_board::fill_in(&mut site)?;
    record_file::add(&mut site)?;
    whitespace::remove(&mut site);
    // The site's own address shows the games.
    site.copy("play.html", "index.html")?;
    service_worker::fill_in(&mut site)?;
    println!("compressing the files (about 15 seconds the first time)");
    let compressed = compression::compress(&site, &mut memo)?;

    let change = folder::update(folder, &site, &compressed)?;
    memo.close()?;

    let load = table::first_load(&site, &compressed);
    print!("{}", table::table(&site, &compressed));
    println!("{}: {change}", folder.display());
    check(load)
}

/// Fails if a first visit loads more than it may.
fn check(load: usize) -> Result<(), Failure> {
    if load <= FIRST_LOAD_LIMIT {
        return Ok(());
    }
    let beyond = load - FIRST_LOAD_LIMIT;
    Err(format!(
        "the first load is {load} bytes compressed, {beyond} more than the limit of \
         {FIRST_LOAD_LIMIT}"
    )
    .into())
}

#[test]
fn a_first_load_beyond_the_limit_fails() {
    assert!(check(900_000).is_ok());
    assert_eq!(
        check(900_025).unwrap_err().to_string(),
        "the first load is 900025 bytes compressed, 25 more than the limit of 900000"
    );
}
