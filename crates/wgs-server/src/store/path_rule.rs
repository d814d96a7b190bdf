//! Which files the dictionaries and word lists of a configuration may name. Those of the
//! configuration that the owner started with, and others under certain folders; nobody reads
//! the rest of the disk through a configuration sent to the server.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use wgs_config::{Catalogue, ConfigPath, DictionarySource, Problem, Section, Severity};
use wgs_lab::LetterDistribution;

/// Which files may be named.
#[derive(Debug)]
pub(super) struct PathRule {
    /// Where any file may be named, without links and dots.
    folders: Vec<PathBuf>,
    /// What the owner has named.
    trusted: HashSet<PathBuf>,
}

impl PathRule {
    /// Trusts what the owner has named. Other files may be in these folders; if there are
    /// none, in the folder of the configuration.
    pub(super) fn new(file: Option<&Path>, folders: &[PathBuf], catalogue: &Catalogue) -> Self {
        let own = || {
            let file = fs::canonicalize(file?).ok()?;
            Some(file.parent()?.to_owned())
        };
        let folders = match folders {
            [] => own().into_iter().collect(),
            folders => folders
                .iter()
                .filter_map(|folder| fs::canonicalize(folder).ok())
                .collect(),
        };
        let mut rule = Self {
            folders,
            trusted: HashSet::new(),
        };
        rule.trust(catalogue);
        rule
    }

    /// Trusts what a configuration names.
    pub(super) fn trust(&mut self, catalogue: &Catalogue) {
        let named = named(catalogue).into_iter().map(|(_, path)| path);
        self.trusted.extend(named);
    }

    /// Refuses a configuration that names other files, with a problem for each.
    pub(super) fn check(&self, catalogue: &Catalogue, text: &str) -> Result<(), Vec<Problem>> {
        let problem = |(entry, path): (ConfigPath, PathBuf)| {
            let found = path.to_string_lossy();
            let (line, column) = place(text, &found);
            let allowed: Vec<_> = self
                .folders
                .iter()
                .map(|it| it.display().to_string())
                .collect();
            let allowed = match allowed.as_slice() {
                [] => "no folder".to_owned(),
                folders => folders.join(" or "),
            };
            let message = format!("found the file {found:?}, wanted one under {allowed}");
            Problem {
                severity: Severity::Error,
                line,
                column,
                path: entry,
                message,
            }
        };
        let refused = named(catalogue)
            .into_iter()
            .filter(|(_, path)| !self.allows(path));
        let problems: Vec<Problem> = refused.map(problem).collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems),
        }
    }

    /// A file that is not there is not allowed either, so that nobody can ask what there is.
    fn allows(&self, path: &Path) -> bool {
        if self.trusted.contains(path) {
            return true;
        }
        let Ok(real) = fs::canonicalize(path) else {
            return false;
        };
        self.folders.iter().any(|folder| real.starts_with(folder)) && real.is_file()
    }
}

/// The files that a configuration names, each with the entry that does.
fn named(catalogue: &Catalogue) -> Vec<(ConfigPath, PathBuf)> {
    fn file(source: &DictionarySource) -> Option<&Path> {
        match source {
            DictionarySource::File(path) => Some(path),
            DictionarySource::WithSpelling(source, _) => file(source),
            DictionarySource::Embedded => None,
        }
    }
    let dictionaries = catalogue
        .dictionaries()
        .iter()
        .filter_map(|(name, source)| {
            Some((
                ConfigPath::to_key(Section::Dictionaries, name, "Path"),
                file(source)?.to_owned(),
            ))
        });
    let lists = catalogue
        .distributions()
        .iter()
        .filter_map(|(name, letters)| match letters {
            LetterDistribution::WordList { path, .. } => Some((
                ConfigPath::to_key(Section::LetterDistributions, name, "WordListFile"),
                path.clone(),
            )),
            _ => None,
        });
    dictionaries.chain(lists).collect()
}

/// The line and column of a path in the text, from 1: where it first stands in quotes.
fn place(text: &str, path: &str) -> (usize, usize) {
    let quoted = serde_json::to_string(path).unwrap_or_default();
    let before = &text[..text.find(&quoted).unwrap_or(0)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
