//! A round that is saved in mid-play: its setup and what its players did. Restoring plays it
//! again, and it continues exactly as it would have.
//!
//! Only inputs that changed the round are kept, and the time of the last input. A saved round
//! therefore has about as many inputs as words were found.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::messages;

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
#[error("{}", self.to_message().without_cause())]
pub enum RestoreError {
    /// The round was saved in another format.
    Version {
        /// The version of the saved round.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The setup is not valid.
    Setup(#[source] SetupError),
    /// The board or the dictionary is not the one that the round was saved with.
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
    Input {
        /// The number of the input, from 1.
        number: usize,
        /// The input.
        found: String,
    },
}

messages! {
    impl ToMessage for RestoreError {
        Self::Version { found, expected } => "restore.version":
            "the round was saved in version {found} of the format; expected version {expected}"
            (found, expected);
        Self::Setup(source) => "restore.setup":
            "the setup of the saved round" because source;
        Self::OtherWords { words, points, found_words, found_points } => "restore.other-words":
            "the round was saved with {words} words and {points} points on its board; now there are {found_words} and {found_points}"
            (words, points, found_words, found_points);
        Self::Input { number, found } => "restore.input":
            "input {number} of the saved round has no effect: {found}" (number, found);
    }
}
