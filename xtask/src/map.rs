//! `cargo xtask map`: the purpose of each file, in the first sentence of its own comment.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{Failure, workspace};

/// The folders with crates.
const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];

/// Folders without source files: build outputs, and inputs of fuzz targets.
const SKIPPED: [&str; 3] = ["crates/wgs-server/site", "fuzz/corpus", "fuzz/target"];

pub(crate) const HELP: &str = "\
Print what each source file is, in the first sentence of its comment, crate by crate.

Usage: cargo xtask map [WORD]

With WORD, print only the files that have it in their path or sentence, in upper or lower case.
";

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    let word = match options {
        [] => "",
        [word] if !word.starts_with('-') => word,
        _ => return Err("expected at most one argument, a word to look for".into()),
    };
    let mut files = files()?;
    files.retain(|file| file.has(word));
    if files.is_empty() {
        return Err(format!("no file has \"{word}\" in its path or first sentence").into());
    }
    match io::stdout().write_all(table(&files).as_bytes()) {
        // The reader has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// A source file. Its crate is a folder below the root, and its path starts there.
struct File {
    package: String,
    path: String,
    sentence: String,
}

impl File {
    fn has(&self, word: &str) -> bool {
        let text = format!("{}/{} {}", self.package, self.path, self.sentence);
        text.to_lowercase().contains(&word.to_lowercase())
    }
}

/// Reads all source files of Rust, and those of other languages that start with a comment.
fn files() -> Result<Vec<File>, Failure> {
    let root = workspace::root();
    let mut files = Vec::new();
    for path in paths()? {
        let Some(kind) = path.extension().and_then(OsStr::to_str) else {
            continue;
        };
        if !matches!(kind, "rs" | "wgsl" | "js" | "cjs" | "css" | "sql") {
            continue;
        }
        let sentence = first_sentence(&leading_comment(&fs::read_to_string(&path)?));
        let is_package = |folder: &&Path| folder.join("Cargo.toml").is_file();
        let package = path.ancestors().skip(1).find(is_package);
        let package = package.expect("every source file is part of a crate");
        if kind == "rs" || !sentence.is_empty() {
            files.push(File {
                package: with_slashes(package.strip_prefix(root)?),
                path: with_slashes(path.strip_prefix(package)?),
                sentence,
            });
        }
    }
    files.sort_by(|a, b| (&a.package, &a.path).cmp(&(&b.package, &b.path)));
    Ok(files)
}

/// Returns all files in the folders with crates.
pub(crate) fn paths() -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        collect(&workspace::root().join(folder), &mut paths)?;
    }
    Ok(paths)
}

/// Adds the files in a folder and the folders below it.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            paths.push(path);
        } else if !SKIPPED.iter().any(|skipped| path.ends_with(skipped)) {
            collect(&path, paths)?;
        }
    }
    Ok(())
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the first paragraph of the comment that a file starts with, as one line.
fn leading_comment(text: &str) -> String {
    let is_block = text.starts_with("/*");
    let mut words = Vec::new();
    for line in text.lines() {
        let marks = ["//!", "//", "--", "/*"];
        let content = marks.iter().find_map(|mark| line.strip_prefix(mark));
        let Some(content) = content.or(is_block.then_some(line)) else {
            break;
        };
        let (content, is_last) = match content.split_once("*/").filter(|_| is_block) {
            Some((content, _)) => (content, true),
            None => (content, content.trim().is_empty()),
        };
        words.extend(content.split_whitespace());
        if is_last {
            break;
        }
    }
    words.join(" ")
}

/// Returns the text up to the end of its first sentence, with links as plain text, or all of it
/// if no full stop or colon follows.
fn first_sentence(text: &str) -> String {
    let mut sentence = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '[' => {}
            ']' if characters.peek() == Some(&'(') => {
                characters.by_ref().find(|&character| character == ')');
            }
            ']' => {}
            '.' => {
                sentence.push('.');
                // A full stop in an abbreviation or a name does not end the sentence.
                let mut following = characters.clone();
                let is_end = match following.next() {
                    None => true,
                    Some(' ') => following.next().is_none_or(|next| !next.is_lowercase()),
                    Some(_) => false,
                };
                if is_end {
                    break;
                }
            }
            _ => sentence.push(character),
        }
    }
    sentence
}

/// The files below a heading for each crate, with their sentences in one column.
fn table(files: &[File]) -> String {
    let width = files.iter().map(|file| file.path.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut package = None;
    for file in files {
        if package != Some(&file.package) {
            let gap = package.map_or("", |_| "\n");
            text += &format!("{gap}{}\n", file.package);
            package = Some(&file.package);
        }
        text += &format!("  {:width$}  {}\n", file.path, file.sentence);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rust_file_starts_with_a_sentence() {
        let files = files().unwrap();
        assert!(files.len() > 800, "only {} files were found", files.len());
        for file in &files {
            let is_sentence = file.sentence.ends_with(['.', ':']);
            let path = format!("{}/{}", file.package, file.path);
            assert!(is_sentence, "{path}: {:?}", file.sentence);
        }
    }

    #[test]
    fn the_first_sentence_ends_at_a_full_stop_before_a_new_one() {
        let cases = [
            ("A board. Its cells follow.", "A board."),
            (
                "The file `board.rs` as text. `x` is next.",
                "The file `board.rs` as text.",
            ),
            (
                "Boards of [`Grid`](crate::Grid), [`Tile`]s.",
                "Boards of `Grid`, `Tile`s.",
            ),
            (
                "Boards, racks, etc. as text. More.",
                "Boards, racks, etc. as text.",
            ),
            ("A list:", "A list:"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(first_sentence(text), expected, "{text}");
        }
    }

    #[test]
    fn the_leading_comment_is_its_first_paragraph() {
        let cases = [
            ("//! One\n//! two.\n//!\n//! Three.\nuse a;", "One two."),
            ("// One.\n\n// Two.\n", "One."),
            ("-- One.\nCREATE TABLE a;\n", "One."),
            ("/* One\n   two. */\n:root {}\n", "One two."),
            ("/* One.\n\n   Two. */\n", "One."),
            ("use a;\n//! One.\n", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(leading_comment(text), expected, "{text}");
        }
    }

    #[test]
    fn files_stand_below_their_crate_in_columns() {
        let file = |package: &str, path: &str| File {
            package: package.to_owned(),
            path: path.to_owned(),
            sentence: "A Board.".to_owned(),
        };
        let files = [file("a", "x.rs"), file("a", "long.rs"), file("b", "y.rs")];
        let expected = "a\n  x.rs     A Board.\n  long.rs  A Board.\n\nb\n  y.rs     A Board.\n";
        assert_eq!(table(&files), expected);
        for (word, is_found) in [
            ("board", true),
            ("A/LONG", true),
            ("", true),
            ("tile", false),
        ] {
            assert_eq!(files[1].has(word), is_found, "{word}");
        }
    }

    #[test]
    fn a_word_that_no_file_has_is_an_error() {
        let error = run(&["no-such-word"]).unwrap_err();
        let expected = "no file has \"no-such-word\" in its path or first sentence";
        assert_eq!(error.to_string(), expected);
        assert!(run(&["--all"]).is_err() && run(&["a", "b"]).is_err());
    }
}
