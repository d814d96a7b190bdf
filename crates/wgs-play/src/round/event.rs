//! The events of a round: the consequences of an input, in the order in which they happened.

use serde::{Deserialize, Serialize};

use super::hint::RoundHint;
use super::input::PlayerId;
use crate::verdict::Verdict;

/// Something that happened in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RoundEvent {
    /// A guess was judged, and counted if it is a new word.
    Judged {
        /// Who guessed.
        player: PlayerId,
        /// The guess as text; for a path, the letters of its tiles.
        guess: String,
        /// Whether it counts, and if not, why.
        verdict: Verdict,
        /// The points that were lost because the guess is not in the dictionary.
        penalty: u64,
    },
    /// A computer player found a word, which stays secret until the round ends.
    ComputerFound {
        /// The computer player.
        player: PlayerId,
        /// The number of letters that the word counts for.
        length: u32,
        /// Its points.
        points: u64,
        /// When it was found, in milliseconds of playing time.
        time: u64,
    },
    /// A hint was given.
    HintGiven {
        /// Who asked for it.
        player: PlayerId,
        /// The hint.
        hint: RoundHint,
    },
    /// The clock was stopped.
    Paused,
    /// The clock was started again.
    Resumed,
    /// The time of a turn or of the round is up.
    TimeUp,
    /// A player's turn has ended. The clock stands still until [`RoundAction::Resume`].
    ///
    /// [`RoundAction::Resume`]: crate::RoundAction::Resume
    TurnEnded {
        /// Whose turn it was.
        player: PlayerId,
    },
    /// The round has ended.
    Ended {
        /// Why.
        reason: EndReason,
    },
    /// The input had no effect.
    Ignored {
        /// Why.
        reason: IgnoredReason,
    },
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The time is up.
    TimeUp,
    /// Every word was found.
    AllFound,
    /// The people have finished, or ended the round.
    Finished,
}

/// Why an input had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum IgnoredReason {
    /// The round has ended.
    Ended,
    /// The round is paused.
    Paused,
    /// The round is not paused.
    NotPaused,
    /// It is another player's turn.
    NotTheirTurn,
    /// The player has finished.
    Finished,
    /// No person has this number.
    UnknownPlayer,
    /// The guess is longer than any word.
    TooLong,
    /// The player has found every word, and there is nothing to hint at.
    NoWordsLeft,
}
