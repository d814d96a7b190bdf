//! Checks of the Markdown documents: the things that they name exist. The examples of the README
//! are checked by the tests of wgs, and its commands of Cargo by those of this crate.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{map, workspace};

/// The documents of the repository, apart from those in build outputs.
fn documents() -> Vec<PathBuf> {
    let mut paths = map::paths().unwrap();
    for folder in ["", "docs"] {
        let entries = fs::read_dir(workspace::root().join(folder)).unwrap();
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    paths
}

/// The lines outside code blocks.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence && !line.starts_with("    ")
    })
}

/// The texts in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    let lines = prose(text).flat_map(|(_, line)| line.split('`').skip(1).step_by(2));
    lines.collect()
}

/// The Rust code of all crates.
fn code(paths: &[PathBuf]) -> String {
    let is_rust = |path: &&PathBuf| path.extension().is_some_and(|kind| kind == "rs");
    let files = paths.iter().filter(is_rust);
    files
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn the_architecture_names_only_files_types_and_tests_that_exist() {
    let root = workspace::root();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let paths = map::paths().unwrap();
    let code = code(&paths);
    let (mut files, mut types, mut tests) = (0, 0, 0);
    for name in quoted(&text) {
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let exists = if name.contains(['/', '.']) && !name.contains(' ') {
            files += 1;
            root.join(name).exists() || paths.iter().any(|path| path.ends_with(Path::new(name)))
        } else if is_word && name.matches('_').count() >= 2 {
            tests += 1;
            code.contains(&format!("fn {name}("))
        } else if is_word && name.starts_with(|c: char| c.is_ascii_uppercase()) && name != "Qu" {
            types += 1;
            let kinds = ["struct", "enum", "trait", "type"];
            let ends = [" ", "<", "(", ";"];
            let definition = |kind| ends.map(|end| format!("{kind} {name}{end}"));
            let definitions = kinds.into_iter().flat_map(definition);
            definitions.into_iter().any(|line| code.contains(&line))
        } else {
            true
        };
        assert!(exists, "`{name}` does not exist");
    }
    assert!(
        files >= 6 && types >= 30 && tests >= 20,
        "{files} {types} {tests}"
    );
}

#[test]
fn the_architecture_describes_every_crate() {
    let root = workspace::root();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let row = format!("| [`{name}`](crates/{name}) |");
        assert!(text.contains(&row), "no row for {name}");
    }
}

#[test]
fn the_links_of_the_documents_lead_to_files() {
    let mut checked = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for (number, line) in prose(&text) {
            let targets = line.split("](").skip(1);
            for target in targets.filter_map(|rest| rest.split(')').next()) {
                let path = target.split('#').next().unwrap();
                if path.is_empty() || path.contains("://") {
                    continue;
                }
                let exists = document.with_file_name(path).exists();
                assert!(exists, "{}:{number}: {target}", document.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}

#[test]
fn no_line_of_prose_is_longer_than_100_columns() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for (number, line) in prose(&text) {
            // Tables and pictures cannot be wrapped, and neither can a single long link.
            let is_whole = line.starts_with(['|', '!']) || !line.trim().contains(' ');
            let is_short = is_whole || line.chars().count() <= 100;
            assert!(is_short, "{}:{number}: {line}", document.display());
        }
    }
}
