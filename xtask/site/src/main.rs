//! Puts the files of the browser face together as a folder that any web host can serve.
//! `cargo xtask site` compiles the page and runs this; on its own it compiles nothing.
//!
//! ```text
//! xtask-site PAGE.wasm FOLDER
//! ```
//!
//! It is a program apart from xtask because the generator of bindings takes a minute to
//! compile, which the other commands should not wait for.

mod compression;
mod folder;
mod memo;
mod page;
mod service_worker;
mod site;
mod table;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use memo::Memo;
use site::Site;

/// What is wrong, in words for the person at the terminal.
type Failure = Box<dyn Error>;

/// The bytes that a first visit may cost: ten seconds of a phone's slow connection.
const MOST_OF_FIRST_LOAD: usize = 900_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        [wasm, folder] => run(Path::new(wasm), Path::new(folder)),
        _ => Err("wanted the compiled page and the folder to write".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("site: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(wasm: &Path, folder: &Path) -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("xtask/site lies two below the root");
    let face = root.join("crates/wgs-web");
    let mut memo = Memo::open(root.join("target/site-memo"));

    let mut site = Site::default();
    site.add_folder(&face.join("static"))?;
    site.add_style(&face.join("style"))?;
    page::add_bindings(&mut site, &mut memo, wasm)?;
    service_worker::fill_in(&mut site)?;
    let compressed = compression::compress(&site, &mut memo)?;

    let change = folder::update(folder, &site, &compressed)?;
    memo.close()?;

    let load = table::first_load(&site, &compressed);
    print!("{}", table::table(&site, &compressed));
    println!("{}: {change}", folder.display());
    check(load)
}

/// Whether a first visit costs no more than it may.
fn check(load: usize) -> Result<(), Failure> {
    if load <= MOST_OF_FIRST_LOAD {
        return Ok(());
    }
    let beyond = load - MOST_OF_FIRST_LOAD;
    Err(format!(
        "the first load is {load} bytes compressed, {beyond} more than the {MOST_OF_FIRST_LOAD} \
         that it may be"
    )
    .into())
}

#[test]
fn a_first_load_beyond_its_limit_is_refused() {
    assert!(check(900_000).is_ok());
    assert_eq!(
        check(900_025).unwrap_err().to_string(),
        "the first load is 900025 bytes compressed, 25 more than the 900000 that it may be"
    );
}
