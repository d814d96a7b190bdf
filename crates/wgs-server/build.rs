//! Embeds the web app: the files in the folder `site`, if `cargo xtask site` has written them. A file
//! `NAME.br` is `NAME`, compressed with Brotli.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

fn main() {
    let site = Path::new(&env("CARGO_MANIFEST_DIR")).join("site");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", site.display());

    let mut files = Vec::new();
    find(&site, &mut files);
    let name = |file: &Path| {
        let name = file.strip_prefix(&site);
        let name = name.expect("every file is in the folder").to_str();
        let name = name.expect("the names of the files are UTF-8");
        format!("/{}", name.replace('\\', "/"))
    };
    let mut embedded: Vec<(String, bool, &PathBuf)> = files
        .iter()
        .map(|file| {
            let name = name(file);
            match name.strip_suffix(".br") {
                Some(name) => (name.to_owned(), true, file),
                None => (name, false, file),
            }
        })
        .collect();
    // By name, for the binary search.
    embedded.sort();
    let mut code = String::from("static EMBEDDED: &[EmbeddedFile] = &[\n");
    for (name, is_brotli, file) in embedded {
        let hash = xxh3_64(&fs::read(file).expect("the file can be read"));
        writeln!(
            code,
            "    EmbeddedFile {{ path: {name:?}, hash: {hash}, is_brotli: {is_brotli}, content: include_bytes!({file:?}) }},"
        )
        .expect("writing to a string cannot fail");
    }
    code.push_str("];\n");
    fs::write(Path::new(&env("OUT_DIR")).join("site.rs"), code)
        .expect("the output folder can be written");
}

fn env(name: &str) -> String {
    std::env::var(name).expect("Cargo sets the variable")
}

/// Finds all files but those whose names begin with a dot.
fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => find(&path, files),
            false if entry.file_name().as_encoded_bytes().starts_with(b".") => {}
            false => files.push(path),
        }
    }
}
