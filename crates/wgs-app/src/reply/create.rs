//! A created board.

use serde::{Deserialize, Serialize};
use wgs_dice::{Aim, Goal};
use wgs_engine::spelling::Spelling;
use wgs_play::SolvedBoard;

use crate::creator::CreatedBoard;

/// A board that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateReply {
    /// The board.
    pub board: String,
    /// The number of different words, if the board was scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<u64>,
    /// The total score of the words, if the board was scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The number of letters of the longest word, if the request depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u64>,
    /// Whether the board meets the request, if there is anything to meet; if not, it is the
    /// best board that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
    /// The number of words, points or long words that the board reaches, if the request is for
    /// as many as possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// The number of boards that were scored for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// The random seed. The same request with this seed creates the same boards.
    pub seed: u64,
}

impl CreateReply {
    /// A board that was not scored.
    pub fn unscored(board: String, seed: u64) -> Self {
        Self {
            board,
            words: None,
            points: None,
            longest: None,
            met: None,
            reached: None,
            tries: None,
            seed,
        }
    }

    /// A board that was dealt as for a round.
    pub fn dealt(board: &SolvedBoard, spelling: &Spelling, seed: u64) -> Self {
        Self {
            words: Some(board.words().len() as u64),
            points: Some(board.points()),
            ..Self::unscored(spelling.show(&board.to_string()).into_owned(), seed)
        }
    }

    /// A board that was created to meet a goal.
    pub fn scored(created: &CreatedBoard, goal: &Goal, spelling: &Spelling, seed: u64) -> Self {
        let measure = &created.measure;
        let mut maxima = goal.aims().iter().filter(|(_, aim)| *aim == Aim::Maximise);
        let reached = maxima.next().map(|(maximum, _)| maximum.of(measure));
        Self {
            board: spelling.show(&created.board.to_string()).into_owned(),
            words: Some(measure.words),
            points: Some(measure.points),
            longest: goal.needs_word_lengths().then_some(measure.longest),
            met: reached.is_none().then_some(created.is_met),
            reached,
            tries: reached.map(|_| created.tries),
            seed,
        }
    }
}
