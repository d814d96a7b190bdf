//! Problems in a configuration file, each with its line, its column and its path.

use std::fmt;

use wgs_engine::message::{Message, ToMessage, quoted};
use wgs_engine::messages;

use crate::config_path::ConfigPath;
use crate::{message, suggestion};

/// Whether a file with a problem can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// An entry refers to something that does not exist. The file can be used without it and
    /// without the games that need it.
    Disabled,
    /// The file can be used, but other programs may not accept it.
    Warning,
}

/// Something wrong in a configuration file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether the file can be used.
    pub severity: Severity,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The section, entry and key; the root where the text is not JSON.
    pub path: ConfigPath,
    /// The found and the expected value.
    pub message: Message,
}

impl fmt::Display for Problem {
    /// Writes `12:7: GameRules."X".Grid: unknown key "Grid"`. The caller shows the severity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_message().fmt(f)
    }
}

impl ToMessage for Problem {
    fn to_message(&self) -> Message {
        let mut place = format!("{}:{}", self.line, self.column);
        if !self.path.is_root() {
            place += &format!(": {}", self.path);
        }
        message::placed(place, &self.message)
    }
}

/// Why a configuration may not name a file, where it comes from others than the owner of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProblem {
    /// There is no such file.
    Missing {
        /// The path.
        found: String,
    },
    /// No file may be named.
    NoFolder {
        /// The path.
        found: String,
    },
    /// The file is in another folder.
    Outside {
        /// The path.
        found: String,
        /// The folders whose files may be named.
        folders: Vec<String>,
    },
}

messages! {
    impl ToMessage for FileProblem {
        Self::Missing { found } => "file.missing":
            "there is no file {found}" (found = quoted(found));
        Self::NoFolder { found } => "file.no-folder":
            "found the file {found}, but no folder is allowed" (found = quoted(found));
        Self::Outside { found, folders } => "file.outside":
            "expected a file under {folders}, found {found}"
            (folders = folders.join(" or "), found = quoted(found));
    }
}

/// Where a value is written in the text.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// The byte offset.
    pub(crate) offset: usize,
    /// The section, entry and key.
    pub(crate) path: ConfigPath,
}

impl Location {
    /// A location in a text whose structure is not known.
    pub(crate) fn at(offset: usize) -> Self {
        let path = ConfigPath::root();
        Self { offset, path }
    }

    /// The same path at another byte offset.
    pub(crate) fn moved_to(&self, offset: usize) -> Self {
        let path = self.path.clone();
        Self { offset, path }
    }

    /// The location of a section or of a key of an entry.
    pub(crate) fn key(&self, key: &str, offset: usize) -> Self {
        let path = self.path.clone().with_key(key);
        Self { offset, path }
    }

    /// The location of a name that the user chose.
    pub(crate) fn name(&self, name: &str, offset: usize) -> Self {
        let path = self.path.clone().with_name(name);
        Self { offset, path }
    }

    /// The location of an array element, counted from 0 as in programs that read JSON.
    pub(crate) fn index(&self, index: usize, offset: usize) -> Self {
        let path = self.path.clone().with_index(index);
        Self { offset, path }
    }
}

/// A value with its location.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) location: Location,
    pub(crate) value: T,
}

/// Collects the problems of a file while it is read.
pub(crate) struct ProblemCollector<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    reports: Vec<PendingProblem>,
    errors: usize,
}

/// A problem whose line and column are not computed yet.
struct PendingProblem {
    severity: Severity,
    location: Location,
    message: Message,
}

impl<'t> ProblemCollector<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            line_starts: std::iter::once(0).chain(breaks).collect(),
            reports: Vec::new(),
            errors: 0,
        }
    }

    /// Returns the line that contains a byte offset, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    pub(crate) fn error(&mut self, location: &Location, message: Message) {
        self.errors += 1;
        self.report(Severity::Error, location, message);
    }

    pub(crate) fn warning(&mut self, location: &Location, message: Message) {
        self.report(Severity::Warning, location, message);
    }

    pub(crate) fn disabled(&mut self, location: &Location, message: Message) {
        self.report(Severity::Disabled, location, message);
    }

    fn report(&mut self, severity: Severity, location: &Location, message: Message) {
        self.reports.push(PendingProblem {
            severity,
            location: location.clone(),
            message,
        });
    }

    pub(crate) fn unknown_key<'n>(
        &mut self,
        location: &Location,
        found: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let hint = self.hint(found, names);
        self.error(location, message::unknown_key(quoted(found), hint));
    }

    /// Returns `; did you mean "Name"?`, or nothing if no name is similar.
    pub(crate) fn hint<'n>(
        &self,
        found: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<Message> {
        // Each suggestion compares all names, and a user does not read a thousand of them.
        const MOST: usize = 100;
        if self.reports.len() >= MOST {
            return None;
        }
        suggestion::did_you_mean(found, names)
    }

    /// The number of errors so far.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the problems in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        let mut reports = std::mem::take(&mut self.reports);
        reports.sort_by_key(|report| report.location.offset);
        // Columns are counted from the previous problem, so that a long line with many problems
        // is scanned only once.
        let (mut counted, mut column) = (0, 1);
        let locate = |report: PendingProblem| {
            let mut at = report.location.offset.min(self.text.len());
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
                path: report.location.path,
                message: report.message,
            }
        };
        reports.into_iter().map(locate).collect()
    }
}
