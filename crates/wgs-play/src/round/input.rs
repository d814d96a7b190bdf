//! The inputs of a round: an action, its player and its time.

use serde::{Deserialize, Serialize};
use wgs_engine::Cell;

use super::hint::HintKind;

/// The number of a player in a round, counted from 0 in the order of the setup.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PlayerId(u32);

impl PlayerId {
    /// Returns the player with this index in the setup.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The index of the player in the setup.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An input of a round: what a player does, and when.
///
/// The time is in milliseconds since the start of the round, on a clock of the interface. The
/// round subtracts pauses itself. A time that is earlier than that of the input before is taken
/// to be the same.
///
/// ```
/// use wgs_play::{RoundAction, RoundInput};
///
/// let input = RoundInput::new(1500, RoundAction::Guess("cat".to_owned()));
/// assert_eq!(input.player.index(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundInput {
    /// The time in milliseconds.
    pub time: u64,
    /// The player. It does not matter for [`RoundAction::Tick`].
    pub player: PlayerId,
    /// What the player does.
    pub action: RoundAction,
}

impl RoundInput {
    /// Creates an input of the first player.
    pub fn new(time: u64, action: RoundAction) -> Self {
        Self {
            time,
            player: PlayerId::default(),
            action,
        }
    }

    /// Creates an input that only says that time has passed.
    pub fn tick(time: u64) -> Self {
        Self::new(time, RoundAction::Tick)
    }
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundAction {
    /// Only time has passed.
    Tick,
    /// Enters a word as text.
    Guess(String),
    /// Enters a word by its tiles.
    GuessPath(Vec<Cell>),
    /// Asks for a hint.
    Hint(HintKind),
    /// Stops the clock. The interface hides the board.
    Pause,
    /// Starts the clock again, or begins the next turn.
    Resume,
    /// Has finished. The next turn, or the end of the round if no other person plays.
    Finish,
    /// Ends the round for all players.
    End,
}
