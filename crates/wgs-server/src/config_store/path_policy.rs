//! Which files the dictionaries and word lists of a configuration may name: those in the
//! configuration that the owner started the server with, and those in certain folders. Without
//! this rule, a configuration sent to the server could read any file on its disk.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use wgs_config::dictionary::is_installed;
use wgs_config::{Catalogue, ConfigPath, Problem, Section, Severity};
use wgs_lab::{LetterDistribution, WordList};

/// Which files a configuration may name.
#[derive(Debug)]
pub(super) struct PathPolicy {
    /// The folders whose files are allowed, as canonical paths.
    folders: Vec<PathBuf>,
    /// The files that the owner has named.
    trusted: HashSet<PathBuf>,
}

impl PathPolicy {
    /// Allows the files of the owner's configuration, and all files in `folders` or, if there
    /// are none, in the folder of the configuration file.
    pub(super) fn new(file: Option<&Path>, folders: &[PathBuf], catalogue: &Catalogue) -> Self {
        let own_folder = || {
            let file = fs::canonicalize(file?).ok()?;
            Some(file.parent()?.to_owned())
        };
        let folders = match folders {
            [] => own_folder().into_iter().collect(),
            folders => folders
                .iter()
                .filter_map(|folder| fs::canonicalize(folder).ok())
                .collect(),
        };
        let mut policy = Self {
            folders,
            trusted: HashSet::new(),
        };
        policy.trust(catalogue);
        policy
    }

    /// Allows the files that a configuration names.
    pub(super) fn trust(&mut self, catalogue: &Catalogue) {
        let files = named_files(catalogue).into_iter().map(|(_, path)| path);
        self.trusted.extend(files);
    }

    /// Returns a problem for each file that a configuration may not name.
    pub(super) fn check(&self, catalogue: &Catalogue, text: &str) -> Result<(), Vec<Problem>> {
        let files = named_files(catalogue).into_iter();
        let refused = files.filter(|(_, path)| !self.allows(path));
        let problems: Vec<Problem> = refused
            .map(|(entry, path)| self.problem(entry, &path, text))
            .collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems),
        }
    }

    fn problem(&self, entry: ConfigPath, path: &Path, text: &str) -> Problem {
        let found = path.to_string_lossy();
        let (line, column) = position(text, &found);
        let folders = self.folders.iter();
        let folders: Vec<_> = folders.map(|it| it.display().to_string()).collect();
        let message = match folders.as_slice() {
            [] => format!("found the file {found:?}, but no folder is allowed"),
            folders => {
                let folders = folders.join(" or ");
                format!("expected a file under {folders}, found {found:?}")
            }
        };
        Problem {
            severity: Severity::Error,
            line,
            column,
            path: entry,
            message,
        }
    }

    /// Returns whether a file may be named. A file that does not exist may not, so that nobody
    /// can find out which files there are.
    fn allows(&self, path: &Path) -> bool {
        // Everyone on the system may read what is installed.
        if self.trusted.contains(path) || is_installed(path) {
            return true;
        }
        let Ok(real) = fs::canonicalize(path) else {
            return false;
        };
        self.folders.iter().any(|folder| real.starts_with(folder)) && real.is_file()
    }
}

/// Returns the files that a configuration names, each with the path of its entry.
fn named_files(catalogue: &Catalogue) -> Vec<(ConfigPath, PathBuf)> {
    let dictionaries = catalogue.dictionaries().iter();
    let dictionaries = dictionaries.filter_map(|(name, source)| {
        let path = source.file()?.to_owned();
        Some((
            ConfigPath::to_key(Section::Dictionaries, name, "Path"),
            path,
        ))
    });
    let distributions = catalogue.distributions().iter();
    let word_lists = distributions.filter_map(|(name, letters)| match letters {
        LetterDistribution::WordList {
            list: WordList::File(path),
            ..
        } => Some((
            ConfigPath::to_key(Section::LetterDistributions, name, "WordListFile"),
            path.clone(),
        )),
        _ => None,
    });
    dictionaries.chain(word_lists).collect()
}

/// Returns the line and column, from 1, at which a path first occurs in quotes, as a whole or
/// without the folder of the configuration file.
fn position(text: &str, path: &str) -> (usize, usize) {
    let tails = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    let quoted = |path: &str| serde_json::to_string(path).unwrap_or_default();
    let found = std::iter::once(path).chain(tails);
    let found = found.filter(|tail| !tail.is_empty());
    let at = found.filter_map(|tail| text.find(&quoted(tail))).next();
    let before = &text[..at.unwrap_or(0)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
