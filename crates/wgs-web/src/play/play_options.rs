//! The options of the next round, as chosen on the start page and kept for the next visit.

use serde::{Deserialize, Serialize};
use wgs_play::Penalty;
use wgs_play::{Difficulty, Level, PlayerSetup, RoundGoal, RoundSetup};

use crate::storage;

/// The key that the browser stores the options under.
const STORED_AS: &str = "play.options";

/// The names of the players inside a round. The page words them in its own language.
pub const YOU: &str = "You";
/// The name of the computer player.
pub const COMPUTER: &str = "Computer";

/// The clocks to choose from, in seconds; none first.
pub const CLOCKS: [Option<u64>; 5] = [None, Some(60), Some(180), Some(300), Some(600)];

/// The options of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayOptions {
    /// The game.
    pub game: String,
    /// The seconds on the clock.
    pub clock: Option<u64>,
    /// The difficulty of the board.
    pub difficulty: Option<Difficulty>,
    /// The goal.
    pub goal: RoundGoal,
    /// The level of the computer, if it plays.
    pub computer: Option<Level>,
    /// Whether a word that is not in the dictionary costs points, as in Scrabblet.
    pub penalty: bool,
    /// Whether there are sounds.
    pub sound: bool,
    /// Whether letters and words are large.
    pub large_type: bool,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self {
            game: String::new(),
            clock: Some(180),
            difficulty: Some(Difficulty::Easy),
            goal: RoundGoal::Points,
            computer: None,
            penalty: false,
            sound: false,
            large_type: false,
        }
    }
}

impl PlayOptions {
    /// The options of the last visit.
    pub fn stored() -> Self {
        storage::get_json(STORED_AS).unwrap_or_default()
    }

    /// Keeps the options for the next visit.
    pub fn store(&self) {
        storage::set_json(STORED_AS, self);
    }

    /// The setup of a round on a board that is still to be dealt.
    pub fn setup(&self, seed: u64) -> RoundSetup {
        let you = PlayerSetup::person(YOU);
        let computer = self.computer;
        let computer = computer.map(|level| PlayerSetup::computer(COMPUTER, level));
        RoundSetup {
            game: self.game.clone(),
            players: [you].into_iter().chain(computer).collect(),
            limit: self.clock.map(|seconds| seconds * 1000),
            goal: self.goal,
            penalty: self.penalty.then(Penalty::default),
            seed,
            ..RoundSetup::default()
        }
    }
}
