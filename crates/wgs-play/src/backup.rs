//! A player's statistics and practice deck as a file. Importing a file adds the entries that the
//! device lacks; importing it twice changes nothing.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::messages;

use crate::practice_deck::PracticeDeck;
use crate::statistics::Statistics;

/// The statistics and the practice deck of a player on a device.
///
/// ```
/// use wgs_play::Backup;
///
/// let mut backup = Backup::default();
/// backup.deck.add("sonata", "Boggle (New)", "STNDTEIELARSMRTO", "2026-05-17".parse()?);
/// let file = backup.to_json();
///
/// let mut other = Backup::default();
/// other.merge(Backup::from_json(&file)?);
/// assert_eq!(other, backup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backup {
    /// The version of the format: [`Backup::VERSION`].
    pub version: u32,
    /// The rounds that the player has finished.
    pub statistics: Statistics,
    /// The words that the player practises.
    pub deck: PracticeDeck,
    /// The secret key of the player's identity on servers with rooms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
}

/// Why a file is not a backup.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum BackupError {
    /// The file is too large.
    TooLarge {
        /// The number of bytes.
        found: usize,
        /// The number of bytes allowed.
        most: usize,
    },
    /// The file is not JSON of the expected form.
    Json(#[from] serde_json::Error),
    /// The file was written in another version of the format.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
}

messages! {
    impl ToMessage for BackupError {
        Self::TooLarge { found, most } => "backup.too-large":
            "the file has {found} bytes; at most {most} are allowed" (found, most);
        Self::Json(_) => "backup.json":
            "the file was not exported by wgs";
        Self::Version { found, expected } => "backup.version":
            "the file has version {found} of the format; expected version {expected}"
            (found, expected);
    }
}

impl Default for Backup {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            statistics: Statistics::default(),
            deck: PracticeDeck::default(),
            identity: None,
        }
    }
}

impl Backup {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The largest file, in bytes.
    pub const MAX_BYTES: usize = 16 << 20;

    /// Returns the content of a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("the keys of all maps are texts")
    }

    /// Parses a file. Entries that are too long or too old are left out.
    pub fn from_json(text: &str) -> Result<Self, BackupError> {
        let (found, most) = (text.len(), Self::MAX_BYTES);
        if found > most {
            return Err(BackupError::TooLarge { found, most });
        }
        let read: Self = serde_json::from_str(text)?;
        if read.version != Self::VERSION {
            return Err(BackupError::Version {
                found: read.version,
                expected: Self::VERSION,
            });
        }
        let mut backup = Self::default();
        backup.merge(read);
        Ok(backup)
    }

    /// Adds what another backup has. Its identity replaces this one's.
    pub fn merge(&mut self, other: Self) {
        self.identity = other.identity.or(self.identity.take());
        self.statistics.merge(other.statistics);
        self.deck.merge(other.deck);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::FinishedRound;

    #[test]
    fn bad_files_are_rejected_with_a_reason() {
        for (text, message) in [
            ("", "the file was not exported by wgs"),
            ("[]", "the file was not exported by wgs"),
            (
                r#"{"version":2,"statistics":{},"deck":{}}"#,
                "the file has version 2 of the format; expected version 1",
            ),
            (
                r#"{"version":1,"statistics":{},"deck":{},"more":1}"#,
                "the file was not exported by wgs",
            ),
        ] {
            let error = Backup::from_json(text).unwrap_err();
            assert_eq!(error.to_message().to_string(), message, "{text}");
        }
        let key = r#"{"version":1,"statistics":{},"deck":{},"identity":"00ff"}"#;
        let mut merged = Backup::default();
        merged.merge(Backup::from_json(key).unwrap());
        merged.merge(Backup::default());
        assert_eq!(merged.identity.as_deref(), Some("00ff"));
        let empty = r#"{"version":1,"statistics":{},"deck":{}}"#;
        assert_eq!(Backup::from_json(empty).unwrap(), Backup::default());
    }

    proptest! {
        #[test]
        fn damaged_files_never_panic(at in 0..2000usize, with in ".{0,3}") {
            let mut backup = Backup::default();
            backup.statistics.add(FinishedRound::default());
            backup.deck.add("cat", "Boggle (New)", "CATS", crate::Date::default());
            let mut text: Vec<char> = backup.to_json().chars().collect();
            let at = at % text.len();
            text.splice(at..(at + 2).min(text.len()), with.chars());
            let text: String = text.into_iter().collect();
            if let Ok(mut backup) = Backup::from_json(&text) {
                backup.deck.answer("CAT", true, crate::Date::MAX);
                backup.statistics.summary(None, crate::Date::MAX);
                prop_assert_eq!(Backup::from_json(&backup.to_json()).unwrap(), backup);
            }
        }
    }
}
