//! A round that is saved in mid-play: its setup and what its players did. Restoring plays it
//! again, and it continues exactly as it would have.
//!
//! Only inputs that changed the round are kept, and the time of the last input. A saved round
//! therefore has about as many inputs as words were found.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::input::RoundInput;
use super::setup::{RoundSetup, SetupError};

/// A round that is saved in mid-play, as JSON for example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRound {
    /// The version of the format: [`SavedRound::VERSION`].
    pub version: u32,
    /// The setup of the round.
    pub setup: RoundSetup,
    /// The number of words on the board. A dictionary that has changed since is noticed by it.
    pub words: u64,
    /// The points of the words together.
    pub points: u64,
    /// The inputs that changed the round, in the order of their times.
    pub inputs: Vec<RoundInput>,
    /// The time of the last input of any kind, in milliseconds.
    pub time: u64,
}

impl SavedRound {
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

/// Why a saved round cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The round was saved in another format.
    #[error("the round was saved in version {found} of the format; expected version {expected}")]
    Version {
        /// The version of the saved round.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The setup is not valid.
    #[error("the setup of the saved round")]
    Setup(#[source] SetupError),
    /// The board or the dictionary is not the one that the round was saved with.
    #[error(
        "the round was saved with {words} words and {points} points on its board; now there are {found_words} and {found_points}"
    )]
    OtherWords {
        /// The number of words that were saved.
        words: u64,
        /// The points that were saved.
        points: u64,
        /// The number of words now.
        found_words: u64,
        /// The points now.
        found_points: u64,
    },
    /// An input of the saved round cannot have happened.
    #[error("input {number} of the saved round has no effect: {found}")]
    Input {
        /// The number of the input, from 1.
        number: usize,
        /// The input.
        found: String,
    },
}
