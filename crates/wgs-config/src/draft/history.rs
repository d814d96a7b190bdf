//! The edits of a draft, for undo and redo.

use std::collections::VecDeque;
use std::fmt;

use crate::key::Section;

/// The number of edits that can be undone.
const MOST_EDITS: usize = 200;

/// The size of the texts kept for undo, in bytes. The last edit is always kept.
const MOST_BYTES: usize = 16 << 20;

/// A change to a draft that is undone and redone as one. It is displayed as a short label in
/// English.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// A key was set or removed.
    Set {
        /// The section.
        section: Section,
        /// The entry.
        entry: String,
        /// The key.
        key: String,
    },
    /// A whole entry was set.
    SetEntry {
        /// The section.
        section: Section,
        /// The entry.
        entry: String,
    },
    /// An entry was added.
    Add {
        /// The section.
        section: Section,
        /// The entry.
        entry: String,
    },
    /// An entry was copied.
    Copy {
        /// The section.
        section: Section,
        /// The name of the original.
        from: String,
        /// The name of the copy.
        to: String,
    },
    /// An entry was renamed.
    Rename {
        /// The section.
        section: Section,
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// An entry was removed.
    Remove {
        /// The section.
        section: Section,
        /// The entry.
        entry: String,
    },
    /// The text was edited or replaced.
    Text,
}

impl Edit {
    /// Whether consecutive changes of this kind count as one edit.
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

/// An edit, and the text before it (to undo it) or after it (to redo it).
#[derive(Clone, Debug)]
struct HistoryEntry {
    edit: Edit,
    text: String,
}

/// The edits that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    past: VecDeque<HistoryEntry>,
    future: Vec<HistoryEntry>,
    /// Whether the next change may continue the last edit.
    open: bool,
}

impl History {
    /// Records an edit that changed one text into another.
    pub(super) fn record(&mut self, from: &str, to: &str, edit: Edit) {
        self.future.clear();
        let last = self.past.back();
        let continued = self.open && last.is_some_and(|last| last.edit == edit);
        self.open = edit.continues();
        if !continued {
            let text = from.to_owned();
            self.past.push_back(HistoryEntry { edit, text });
            self.forget();
        } else if last.is_some_and(|last| last.text == to) {
            // The text is the same as before the edit, so there is nothing to undo.
            self.past.pop_back();
            self.open = false;
        }
    }

    fn forget(&mut self) {
        let mut bytes: usize = self.past.iter().map(|entry| entry.text.len()).sum();
        while self.past.len() > MOST_EDITS || (bytes > MOST_BYTES && self.past.len() > 1) {
            bytes -= self.past.pop_front().map_or(0, |entry| entry.text.len());
        }
    }

    /// Undoes the last edit and returns the text before it.
    pub(super) fn undo(&mut self, current: &str) -> Option<String> {
        self.open = false;
        let HistoryEntry { edit, text } = self.past.pop_back()?;
        let current = current.to_owned();
        self.future.push(HistoryEntry {
            edit,
            text: current,
        });
        Some(text)
    }

    /// Redoes the edit that was undone last and returns the text after it.
    pub(super) fn redo(&mut self, current: &str) -> Option<String> {
        self.open = false;
        let HistoryEntry { edit, text } = self.future.pop()?;
        let current = current.to_owned();
        self.past.push_back(HistoryEntry {
            edit,
            text: current,
        });
        Some(text)
    }

    pub(super) fn to_undo(&self) -> Option<&Edit> {
        self.past.back().map(|entry| &entry.edit)
    }

    pub(super) fn to_redo(&self) -> Option<&Edit> {
        self.future.last().map(|entry| &entry.edit)
    }

    pub(super) fn end_edit(&mut self) {
        self.open = false;
    }
}
