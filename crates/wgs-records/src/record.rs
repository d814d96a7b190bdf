//! Records: the best boards that hunts have found, with all that is needed to check them and to find
//! them again.
//!
//! A [`RecordTable`] keeps the best board for each game, dictionary, choice of letters and goal.
//! The project ships [a table](RecordTable::shipped); a user's own is a file in the user's data
//! folder, a `RecordFile`. Scoring records again is not done here, because it needs their games.
//!
//! ```
//! use wgs_records::record::RecordTable;
//!
//! let table = RecordTable::shipped();
//! assert!(table.records().all(|record| record.met() > 0));
//! assert_eq!(RecordTable::read(&table.to_bytes())?.to_bytes(), table.to_bytes());
//! # Ok::<(), wgs_records::record::RecordError>(())
//! ```

#[cfg(not(target_family = "wasm"))]
mod file;
mod table;

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use wgs_engine::{BoardSize, Count};

use crate::fingerprint::Fingerprint;
use crate::hunt::HuntGoal;

#[cfg(not(target_family = "wasm"))]
pub use file::{RecordFile, RecordFileError};
pub use table::{RecordChange, RecordError, RecordTable};

/// The best board of a game, a dictionary and a goal, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The number of columns of the grid.
    pub columns: u32,
    /// The number of rows of the grid.
    pub rows: u32,
    /// The letters that boards may have: `dice`, `free`, or a list of them.
    pub letters: String,
    /// The goal of the hunt, such as `max-points` or `max-long=8`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub goal: HuntGoal,
    /// The name of the dictionary, or of its file.
    pub dictionary: String,
    /// The fingerprint of the dictionary's words.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub dictionary_hash: Fingerprint,
    /// The fingerprint of the rules.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub rules_hash: Fingerprint,
    /// The fingerprint of the grid.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub grid_hash: Fingerprint,
    /// The board.
    pub board: String,
    /// The number of its words.
    pub words: u64,
    /// Its points.
    pub points: u64,
    /// The number of its long words, if the goal is to have many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_words: Option<u64>,
    /// Whether the game's dice or letters can produce it; null for a game without dice.
    pub rollable: Option<bool>,
    /// The seed of the hunt that found it.
    pub seed: u64,
    /// The number of boards that the climbs of that hunt kept.
    pub pool: usize,
    /// The number of the climb that found it.
    pub climb: u64,
    /// The hunts that looked for it, and how often they reached its value.
    pub runs: Vec<RecordRun>,
    /// The version of wgs that found it.
    pub version: String,
    /// The day on which it was found, as in `2026-05-17`.
    pub date: String,
}

/// A hunt that looked for a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordRun {
    /// Its seed.
    pub seed: u64,
    /// The number of boards that its climbs kept.
    pub pool: usize,
    /// The number of climbs.
    pub climbs: u64,
    /// The number of climbs that reached the value of the record.
    pub met: u64,
}

impl Record {
    /// Returns the size of the grid.
    pub fn size(&self) -> BoardSize {
        BoardSize {
            rows: self.rows,
            columns: self.columns,
        }
    }

    /// Returns the quantity that the goal counts: points, words or long words.
    pub fn value(&self) -> u64 {
        match self.goal.count() {
            Count::Words => self.words,
            Count::LongWords(_) => self.long_words.unwrap_or(0),
            _ => self.points,
        }
    }

    /// Returns the number of climbs of all hunts.
    pub fn climbs(&self) -> u64 {
        let climbs = self.runs.iter().map(|run| run.climbs);
        climbs.fold(0, u64::saturating_add)
    }

    /// Returns the number of climbs that reached the value.
    pub fn met(&self) -> u64 {
        let met = self.runs.iter().map(|run| run.met);
        met.fold(0, u64::saturating_add)
    }

    /// Returns whether two records are about the same: the better one replaces the other.
    pub fn competes_with(&self, other: &Self) -> bool {
        self.kind() == other.kind()
    }

    /// Returns all that records have in common which compete with each other.
    fn kind(&self) -> impl Eq + Hash + use<'_> {
        let hashes = (self.dictionary_hash, self.rules_hash, self.grid_hash);
        (hashes, self.goal, &self.game, &self.letters)
    }
}
