//! The result of a hunt.

use serde::{Deserialize, Serialize};
use wgs_records::Fingerprint;
use wgs_records::hunt::HuntGoal;

/// The results of a hunt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntReply {
    /// The name of the game.
    pub game: String,
    /// The number of columns of the grid.
    pub columns: u32,
    /// The number of rows of the grid.
    pub rows: u32,
    /// The letters that boards may have: `dice`, `free`, or a list of them.
    pub letters: String,
    /// The goal of the hunt.
    pub goal: HuntGoal,
    /// The name of the dictionary, or of its file.
    pub dictionary: String,
    /// The fingerprint of the dictionary's words.
    pub dictionary_hash: Fingerprint,
    /// The random seed.
    pub seed: u64,
    /// The number of boards that each climb keeps.
    pub pool: usize,
    /// The number of climbs that came to their end.
    pub climbs: u64,
    /// The number of climbs that did not; their boards are listed too.
    pub unfinished: u64,
    /// The best value: points, words or long words; null if no board was found.
    pub best: Option<u64>,
    /// The number of climbs that reached it.
    pub met: u64,
    /// The number of boards that were scored, in all runs.
    pub evaluations: u64,
    /// The time of this run.
    pub seconds: f64,
    /// The best boards, the best first.
    pub boards: Vec<HuntBoardReply>,
    /// Why the hunt ended early, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A board that a hunt has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntBoardReply {
    /// The board.
    pub board: String,
    /// The quantity that the goal counts: points, words or long words.
    pub value: u64,
    /// The number of words.
    pub words: u64,
    /// The points.
    pub points: u64,
    /// The number of long words, if the goal is to have many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_words: Option<u64>,
    /// Whether the game's dice or letters can produce it; null for a game without dice.
    pub rollable: Option<bool>,
    /// The number of the climb that found it.
    pub climb: u64,
}
