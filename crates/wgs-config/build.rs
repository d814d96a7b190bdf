//! Compiles the default dictionary, the word list of the crate `wordnik_list`, into the file
//! that the library embeds. Programs use the fast form in place. A web page has to be small, and a
//! machine that stores the highest byte of a number first cannot use the fast form in place: they
//! get the compact form.

use std::path::PathBuf;
use std::{env, fs};

use wgs_core::Lexicon;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(embed_fast_form)");
    let is_target = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_fast = is_target("CARGO_CFG_TARGET_ENDIAN", "little")
        && !is_target("CARGO_CFG_TARGET_ARCH", "wasm32");

    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let file = PathBuf::from(folder).join("wordnik.lexicon");
    let lexicon = Lexicon::from_words(wordnik_list::word_iterator())
        .expect("wordnik_list contains only ordinary words");
    let bytes = match is_fast {
        true => {
            println!("cargo::rustc-cfg=embed_fast_form");
            lexicon.to_fast_bytes()
        }
        false => lexicon.to_bytes(),
    };
    fs::write(&file, bytes)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
}
