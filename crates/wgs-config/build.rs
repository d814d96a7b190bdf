//! Compiles the default dictionary, the word list of the crate `wordnik_list`, into the
//! binary form that the library embeds.

use std::path::PathBuf;
use std::{env, fs};

use wgs_core::Lexicon;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = PathBuf::from(folder).join("wordnik.lexicon");
    let lexicon = Lexicon::from_words(wordnik_list::word_iterator())
        .expect("wordnik_list contains only ordinary words");
    fs::write(&file, lexicon.to_bytes())
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
}
