//! Compiles the default dictionary, the word list of the crate `wordnik_list`, into the file
//! that the library embeds. Programs use the fast form in place. A web page has to be small, and a
//! machine that stores the highest byte of a number first cannot use the fast form in place: they
//! get the compact form. The project's own page loads the dictionary as a file of its own, in
//! parallel with the program, so that nothing is embedded there.

use std::path::PathBuf;
use std::{env, fs};

use wgs_core::Lexicon;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(embed_fast_form, separate_dictionary)");
    println!("cargo::rerun-if-env-changed=WGS_SEPARATE_DICTIONARY");
    let is_target = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_page = is_target("CARGO_CFG_TARGET_ARCH", "wasm32");
    // Set in .cargo/config.toml, so that other programs that use this crate in a page embed it.
    if is_page && env::var_os("WGS_SEPARATE_DICTIONARY").is_some() {
        println!("cargo::rustc-cfg=separate_dictionary");
        return;
    }
    let is_fast = is_target("CARGO_CFG_TARGET_ENDIAN", "little") && !is_page;

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
