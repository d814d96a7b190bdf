//! The seeds of the targets: the files in `corpus`.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the seeds of a target, sorted by name.
///
/// # Panics
///
/// If they cannot be read.
pub fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

/// Returns the seeds that random inputs are made from. Those that cargo-fuzz found are not in git
/// and would change a run; they have no extension.
///
/// # Panics
///
/// If they cannot be read.
pub fn named_seeds(target: &str) -> Vec<Vec<u8>> {
    let named = seeds(target).into_iter();
    named
        .filter(|(path, _)| path.extension().is_some())
        .map(|(_, bytes)| bytes)
        .collect()
}
