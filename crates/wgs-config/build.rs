//! Compiles the default dictionary, the word list of the crate `wordnik_list`, into the file
//! that the library embeds, which takes some milliseconds to open. The project's own page embeds
//! nothing: it loads the dictionary from a separate file, in parallel with the program.

use std::path::PathBuf;
use std::{env, fs};

use wgs_engine::Lexicon;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(separate_dictionary)");
    println!("cargo::rerun-if-env-changed=WGS_SEPARATE_DICTIONARY");
    let is_page = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|found| found == "wasm32");
    // Set in .cargo/config.toml only: other programs that use this crate in a page embed it.
    if is_page && env::var_os("WGS_SEPARATE_DICTIONARY").is_some() {
        println!("cargo::rustc-cfg=separate_dictionary");
        return;
    }

    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = PathBuf::from(folder).join("wordnik.lexicon");
    let lexicon = Lexicon::from_words(wordnik_list::word_iterator())
        .expect("wordnik_list contains only ordinary words");
    fs::write(&file, lexicon.to_bytes())
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
}
