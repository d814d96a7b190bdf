//! Embeds the web app: the files of `target/site`, if `cargo xtask site` has written them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

fn main() {
    let site = Path::new(&env("CARGO_MANIFEST_DIR")).join("../../target/site");
    // Cargo can watch an empty folder; a missing one would cause a new build every time.
    let _ = fs::create_dir_all(&site);
    let site = site.canonicalize().unwrap_or(site);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", site.display());

    let mut files = Vec::new();
    if site.join("index.html").is_file() {
        find(&site, &mut files);
    }
    let name = |file: &PathBuf| {
        let name = file
            .strip_prefix(&site)
            .expect("every file is in the folder");
        let name = name.to_str().expect("the names of the files are UTF-8");
        format!("/{}", name.replace('\\', "/"))
    };
    // Sorted by name for the binary search.
    files.sort_by_key(name);
    let mut code = String::from("static FILES: &[SiteFile] = &[\n");
    for file in files.iter().filter(|file| !is_compressed(file)) {
        let content = fs::read(file).expect("the file can be read");
        let compressed = |extension: &str| {
            let compressed = PathBuf::from(format!("{}.{extension}", file.display()));
            match compressed.is_file() {
                true => format!("Some(include_bytes!({compressed:?}))"),
                false => "None".to_owned(),
            }
        };
        let (br, gz) = (compressed("br"), compressed("gz"));
        let hash = xxh3_64(&content);
        let name = name(file);
        writeln!(
            code,
            "    SiteFile {{ path: {name:?}, hash: {hash}, plain: include_bytes!({file:?}), br: {br}, gz: {gz} }},"
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

/// Returns whether this is the compressed form of another file.
fn is_compressed(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("br" | "gz")) && file.with_extension("").is_file()
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
