//! What is wrong in a configuration file, and where.

use std::fmt;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use crate::key::Section;
use crate::suggestion;

/// Whether a file with the problem can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but other tools may not read it so.
    Warning,
}

/// Something wrong in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether the file can be used.
    pub severity: Severity,
    /// The line, from 1.
    pub line: usize,
    /// The character in its line, from 1.
    pub column: usize,
    /// The way through sections, names and keys, as `GameRules."Boggle (New)".GridDesign`;
    /// empty where the file is no JSON.
    pub path: String,
    /// What was found and what was wanted.
    pub message: String,
}

impl Problem {
    /// Whether it is in a section.
    pub fn is_in(&self, section: Section) -> bool {
        self.below(&[section.name().to_owned()])
    }

    /// Whether it is in an entry of a section: at the entry itself, at one of its keys or
    /// inside of what they have.
    ///
    /// ```
    /// use wgs_config::{Catalogue, Section};
    ///
    /// let text = r#"{ "GameRules": { "X": { "Grid": "4x4" } } }"#;
    /// let problem = &Catalogue::parse(text).unwrap_err()[0];
    /// assert!(problem.is_in_entry(Section::GameRules, "X"));
    /// assert!(problem.is_at(Section::GameRules, "X", "Grid"));
    /// assert!(!problem.is_at(Section::GameRules, "X", "GridDesign"));
    /// ```
    pub fn is_in_entry(&self, section: Section, entry: &str) -> bool {
        let section = Place::section(section);
        // A repeated name is reported as a key.
        self.below(&[section.name(entry, 0).path, section.key(entry, 0).path])
    }

    /// Whether it is at a key of an entry, or inside of what it has.
    pub fn is_at(&self, section: Section, entry: &str, key: &str) -> bool {
        let entry = Place::section(section).name(entry, 0);
        self.below(&[entry.key(key, 0).path, entry.name(key, 0).path])
    }

    /// Whether its path is one of some, or goes on from it.
    fn below(&self, paths: &[String]) -> bool {
        paths.iter().any(|path| {
            let rest = self.path.strip_prefix(path.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }
}

impl fmt::Display for Problem {
    /// `12:7: GameRules."X".Grid: unknown key "Grid"`. The severity is for the caller to show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// A place in the file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The byte.
    pub(crate) at: usize,
    /// The way there.
    pub(crate) path: String,
}

impl Place {
    pub(crate) fn root(document: &Value<'_>) -> Self {
        Self {
            at: document.start(),
            path: String::new(),
        }
    }

    /// A section, wherever it is.
    fn section(section: Section) -> Self {
        Self {
            at: 0,
            path: section.name().to_owned(),
        }
    }

    /// The place of a key that the manual names, or should.
    pub(crate) fn key(&self, key: &str, at: usize) -> Self {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '$';
        if key.is_empty() || !key.chars().all(plain) {
            return self.name(key, at);
        }
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            at,
            path: format!("{}{dot}{key}", self.path),
        }
    }

    /// The place of a name that the user chose.
    pub(crate) fn name(&self, name: &str, at: usize) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            at,
            path: format!("{}{dot}{name:?}", self.path),
        }
    }

    /// The place of an element, counted from 0 as programs that read JSON do.
    pub(crate) fn index(&self, index: usize, at: usize) -> Self {
        Self {
            at,
            path: format!("{}[{index}]", self.path),
        }
    }
}

/// A value and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) place: Place,
    pub(crate) value: T,
}

/// Collects the problems of a file.
pub(crate) struct Problems<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    reports: Vec<Report>,
    errors: usize,
}

/// A problem whose line and column are yet to be counted.
struct Report {
    severity: Severity,
    place: Place,
    message: String,
}

impl<'t> Problems<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            line_starts: std::iter::once(0).chain(breaks).collect(),
            reports: Vec::new(),
            errors: 0,
        }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    pub(crate) fn error(&mut self, place: &Place, message: impl Into<String>) {
        self.errors += 1;
        self.report(Severity::Error, place, message.into());
    }

    pub(crate) fn warning(&mut self, place: &Place, message: impl Into<String>) {
        self.report(Severity::Warning, place, message.into());
    }

    fn report(&mut self, severity: Severity, place: &Place, message: String) {
        self.reports.push(Report {
            severity,
            place: place.clone(),
            message,
        });
    }

    pub(crate) fn unknown_key<'n>(
        &mut self,
        place: &Place,
        found: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let hint = self.hint(found, names);
        self.error(place, format!("unknown key {found:?}{hint}"));
    }

    /// `; did you mean "Name"?`, or nothing.
    pub(crate) fn hint<'n>(&self, found: &str, names: impl IntoIterator<Item = &'n str>) -> String {
        // Each suggestion looks at every name. Nobody reads a thousand of them.
        const MOST: usize = 100;
        if self.errors >= MOST {
            return String::new();
        }
        suggestion::did_you_mean(found, names)
    }

    /// How many errors there are.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// The problems in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        let mut reports = std::mem::take(&mut self.reports);
        reports.sort_by_key(|report| report.place.at);
        // Characters are counted on from the problem before, so that a long line with many
        // problems is walked once.
        let (mut counted, mut column) = (0, 1);
        let locate = |report: Report| {
            let mut at = report.place.at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            let line = self.line(at);
            let start = self.line_starts[line - 1];
            if start > counted {
                (counted, column) = (start, 1);
            }
            column += self.text[counted..at].chars().count();
            counted = at;
            Problem {
                severity: report.severity,
                line,
                column,
                path: report.place.path,
                message: report.message,
            }
        };
        reports.into_iter().map(locate).collect()
    }
}
