//! Embeds the page: the files of `target/site`, if `cargo xtask site` has written them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

fn main() {
    let site = Path::new(&env("CARGO_MANIFEST_DIR")).join("../../target/site");
    // An empty folder can be watched; one that is not there would mean a new build every time.
    let _ = fs::create_dir_all(&site);
    let site = site.canonicalize().unwrap_or(site);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", site.display());

    let mut files = Vec::new();
    if site.join("index.html").is_file() {
        find(&site, &mut files);
    }
    let name = |file: &PathBuf| {
        let name = file.strip_prefix(&site).expect("it was found there");
        let name = name.to_str().expect("names of the site are plain");
        format!("/{}", name.replace('\\', "/"))
    };
    // By name, in the order in which they are looked for.
    files.sort_by_key(name);
    let mut code = String::from("static FILES: &[File] = &[\n");
    for file in files.iter().filter(|file| !is_packed(file)) {
        let content = fs::read(file).expect("it was just found");
        let packed = |ending: &str| {
            let packed = PathBuf::from(format!("{}.{ending}", file.display()));
            match packed.is_file() {
                true => format!("Some(include_bytes!({packed:?}))"),
                false => "None".to_owned(),
            }
        };
        let (br, gz) = (packed("br"), packed("gz"));
        let hash = xxh3_64(&content);
        let name = name(file);
        writeln!(
            code,
            "    File {{ path: {name:?}, hash: {hash}, plain: include_bytes!({file:?}), br: {br}, gz: {gz} }},"
        )
        .expect("a text takes everything");
    }
    code.push_str("];\n");
    fs::write(Path::new(&env("OUT_DIR")).join("site.rs"), code).expect("cargo gives a folder");
}

fn env(name: &str) -> String {
    std::env::var(name).expect("cargo sets it")
}

/// Whether this is a file in a packed form.
fn is_packed(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("br" | "gz")) && file.with_extension("").is_file()
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => find(&path, files),
            false => files.push(path),
        }
    }
}
