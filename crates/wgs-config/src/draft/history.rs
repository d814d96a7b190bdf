//! What was changed in a draft, to be taken back and made again.

use std::collections::VecDeque;
use std::fmt;

use crate::key::Section;

/// The most steps that can be taken back.
const MOST_STEPS: usize = 200;

/// The most bytes of texts that are kept for it; the last step is kept in any case.
const MOST_BYTES: usize = 16 << 20;

/// One step of editing. Shown, it is a short label in English.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// A key was given another value, or removed.
    Set {
        /// The section of its entry.
        section: Section,
        /// Its entry.
        entry: String,
        /// The key.
        key: String,
    },
    /// An entry was given another value.
    SetEntry {
        /// Its section.
        section: Section,
        /// Its name.
        entry: String,
    },
    /// An entry was added.
    Add {
        /// Its section.
        section: Section,
        /// Its name.
        entry: String,
    },
    /// An entry was copied.
    Copy {
        /// Its section.
        section: Section,
        /// Its name.
        from: String,
        /// The name of the copy.
        to: String,
    },
    /// An entry was renamed.
    Rename {
        /// Its section.
        section: Section,
        /// Its old name.
        from: String,
        /// Its new name.
        to: String,
    },
    /// An entry was removed.
    Remove {
        /// Its section.
        section: Section,
        /// Its name.
        entry: String,
    },
    /// The text was edited or replaced.
    Text,
}

impl Edit {
    /// Whether such changes, one after the other, are one step.
    fn continues(&self) -> bool {
        matches!(self, Self::Set { .. } | Self::SetEntry { .. } | Self::Text)
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set {
                section,
                entry,
                key,
            } => write!(f, "{key} of {entry:?} in {}", section.name()),
            Self::SetEntry { section, entry } => write!(f, "{entry:?} in {}", section.name()),
            Self::Add { section, entry } => write!(f, "add {entry:?} to {}", section.name()),
            Self::Copy { section, from, to } => {
                write!(f, "copy {from:?} to {to:?} in {}", section.name())
            }
            Self::Rename { section, from, to } => {
                write!(f, "rename {from:?} to {to:?} in {}", section.name())
            }
            Self::Remove { section, entry } => {
                write!(f, "remove {entry:?} from {}", section.name())
            }
            Self::Text => f.write_str("edit the text"),
        }
    }
}

/// A change, and the text on its other side.
#[derive(Clone, Debug)]
struct HistoryEntry {
    change: Edit,
    text: String,
}

/// The steps before and after the text that is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    past: VecDeque<HistoryEntry>,
    future: Vec<HistoryEntry>,
    /// Whether the last step may still be continued.
    open: bool,
}

impl History {
    /// Notes a change from one text to another.
    pub(super) fn record(&mut self, from: &str, to: &str, change: Edit) {
        self.future.clear();
        let last = self.past.back();
        let continued = self.open && last.is_some_and(|last| last.change == change);
        self.open = change.continues();
        if !continued {
            let text = from.to_owned();
            self.past.push_back(HistoryEntry { change, text });
            self.forget();
        } else if last.is_some_and(|last| last.text == to) {
            // Back where it began: nothing to take back.
            self.past.pop_back();
            self.open = false;
        }
    }

    fn forget(&mut self) {
        let mut bytes: usize = self.past.iter().map(|step| step.text.len()).sum();
        while self.past.len() > MOST_STEPS || (bytes > MOST_BYTES && self.past.len() > 1) {
            bytes -= self.past.pop_front().map_or(0, |step| step.text.len());
        }
    }

    /// The text before the last change.
    pub(super) fn undo(&mut self, shown: &str) -> Option<String> {
        self.open = false;
        let HistoryEntry { change, text } = self.past.pop_back()?;
        let shown = shown.to_owned();
        self.future.push(HistoryEntry {
            change,
            text: shown,
        });
        Some(text)
    }

    /// The text after the change that was taken back last.
    pub(super) fn redo(&mut self, shown: &str) -> Option<String> {
        self.open = false;
        let HistoryEntry { change, text } = self.future.pop()?;
        let shown = shown.to_owned();
        self.past.push_back(HistoryEntry {
            change,
            text: shown,
        });
        Some(text)
    }

    pub(super) fn to_undo(&self) -> Option<&Edit> {
        self.past.back().map(|step| &step.change)
    }

    pub(super) fn to_redo(&self) -> Option<&Edit> {
        self.future.last().map(|step| &step.change)
    }

    pub(super) fn settle(&mut self) {
        self.open = false;
    }
}
