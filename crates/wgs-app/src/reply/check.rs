//! Whether a game's dice or letters can produce a board or spell a word.

use serde::{Deserialize, Serialize};
use wgs_dice::{BoardChecker, SpelledTile, TileOrigin, WordChecker, WordStatistics};
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Budget, Stopped};

/// Whether the game's dice or letters can produce a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckBoardReply {
    /// The board as it was typed.
    pub board: String,
    /// Whether the game's dice or letters can produce it; null if that could not be decided.
    pub valid: Option<bool>,
    /// If it could not be decided: which limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
    /// With an explanation: the die of each tile; null for an empty cell, which needs no die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<Option<CheckedTileReply>>>,
    /// With an explanation: why the board is not possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// [`Self::reason`] or [`Self::undecided`], for programs that translate it.
    #[serde(skip)]
    pub message: Option<Message>,
    /// With an explanation: the positions of the tiles that compete for too few dice, counted
    /// from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<usize>>,
}

impl CheckBoardReply {
    /// A reply without an explanation.
    pub fn new(board: String, valid: Result<bool, Stopped>) -> Self {
        Self {
            board,
            valid: valid.ok(),
            undecided: undecided(valid),
            tiles: None,
            reason: None,
            message: valid.err().map(|stopped| stopped.to_message()),
            positions: None,
        }
    }

    /// Checks a board within a budget and explains the result.
    pub fn explained(
        text: String,
        board: &Board,
        checker: &mut BoardChecker,
        spelling: &Spelling,
        budget: &Budget,
    ) -> Self {
        let answer = checker.explain_within(board, budget);
        let shown = |text: &str| spelling.show(text).into_owned();
        let valid = answer
            .as_ref()
            .map(Result::is_ok)
            .map_err(|&stopped| stopped);
        let mut reply = Self::new(text, valid);
        let Ok(origins) = answer else {
            return reply;
        };
        match origins {
            Ok(origins) => {
                let tiles = board.tiles().iter().zip(origins).map(|(tile, origin)| {
                    let face = shown(&tile.face.to_string());
                    Some(CheckedTileReply::new(face, &origin?, spelling))
                });
                reply.tiles = Some(tiles.collect());
            }
            Err(shortage) => {
                let message = shortage.to_message().map_texts(&shown);
                reply.reason = Some(message.to_string());
                reply.message = Some(message);
                reply.positions = Some(shortage.positions);
            }
        }
        reply
    }
}

/// Whether the game's dice or letters can spell a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckWordReply {
    /// The word as it was typed.
    pub word: String,
    /// Whether the game's dice or letters can spell it; null if that could not be decided.
    pub valid: Option<bool>,
    /// If it could not be decided: which limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
    /// With an explanation: the tiles that spell the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<CheckedTileReply>>,
    /// With an explanation: why the word cannot be spelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// [`Self::reason`] or [`Self::undecided`], for programs that translate it.
    #[serde(skip)]
    pub message: Option<Message>,
}

impl CheckWordReply {
    /// A reply without an explanation.
    pub fn new(word: String, valid: Result<bool, Stopped>) -> Self {
        Self {
            word,
            valid: valid.ok(),
            undecided: undecided(valid),
            tiles: None,
            reason: None,
            message: valid.err().map(|stopped| stopped.to_message()),
        }
    }

    /// Checks a word within a budget and explains the result.
    pub fn explained(
        word: &str,
        checker: &mut WordChecker,
        spelling: &Spelling,
        budget: &Budget,
    ) -> Self {
        let answer = checker.explain_within(&spelling.read(word), budget);
        let shown = |text: &str| spelling.show(text).into_owned();
        let valid = answer
            .as_ref()
            .map(Result::is_ok)
            .map_err(|&stopped| stopped);
        let mut reply = Self::new(word.to_owned(), valid);
        let Ok(spelled) = answer else {
            return reply;
        };
        match spelled {
            Ok(tiles) => {
                let tile = |tile: SpelledTile| {
                    CheckedTileReply::new(shown(&tile.face), &tile.origin, spelling)
                };
                reply.tiles = Some(tiles.into_iter().map(tile).collect());
            }
            Err(reason) => {
                let message = reason.to_message().map_texts(&shown);
                reply.reason = Some(message.to_string());
                reply.message = Some(message);
            }
        }
        reply
    }
}

/// Says why a check has no answer.
fn undecided(valid: Result<bool, Stopped>) -> Option<String> {
    valid.err().map(|stopped| stopped.to_string())
}

/// A tile and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedTileReply {
    /// The face of the tile.
    pub face: String,
    /// The number of the die, counted from 1; null for a letter of a pool.
    pub die: Option<usize>,
    /// All faces of the die, or the letter of the pool.
    pub faces: String,
}

impl CheckedTileReply {
    /// A tile from a die or a pool.
    fn new(face: String, origin: &TileOrigin, spelling: &Spelling) -> Self {
        Self {
            face,
            die: origin.die,
            faces: spelling.show(&origin.faces).into_owned(),
        }
    }
}

/// The number of words that can and cannot be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountReply {
    /// The number of words that can be spelled.
    pub spelled: u64,
    /// The number of words that cannot be spelled.
    pub unspelled: u64,
    /// The number of words for which a limit was reached first; left out if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undecided: u64,
}

impl From<WordStatistics> for CountReply {
    fn from(statistics: WordStatistics) -> Self {
        Self {
            spelled: statistics.spelled,
            unspelled: statistics.unspelled(),
            undecided: statistics.undecided,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
