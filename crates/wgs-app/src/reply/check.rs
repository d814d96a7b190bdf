//! Whether a game's dice or letters can produce a board or spell a word.

use serde::{Deserialize, Serialize};
use wgs_config::spelling::Spelling;
use wgs_core::Board;
use wgs_lab::{BoardChecker, SpelledTile, TileOrigin, WordChecker};

/// Whether the game's dice or letters can produce a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckBoardReply {
    /// The board as it was typed.
    pub board: String,
    /// Whether the game's dice or letters can produce it.
    pub valid: bool,
    /// With an explanation: the die of each tile; null for an empty cell, which needs no die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<Option<CheckedTileReply>>>,
    /// With an explanation: why the board is not possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// With an explanation: the positions of the tiles that compete for too few dice, counted
    /// from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<usize>>,
}

impl CheckBoardReply {
    /// A reply without an explanation.
    pub fn new(board: String, valid: bool) -> Self {
        Self {
            board,
            valid,
            tiles: None,
            reason: None,
            positions: None,
        }
    }

    /// Checks a board and explains the result.
    pub fn explained(
        text: String,
        board: &Board,
        checker: &mut BoardChecker,
        spelling: &Spelling,
    ) -> Self {
        let origins = checker.explain(board);
        let shown = |text: &str| spelling.show(text).into_owned();
        let mut reply = Self::new(text, origins.is_ok());
        match origins {
            Ok(origins) => {
                let tiles = board.tiles().iter().zip(origins).map(|(tile, origin)| {
                    let face = shown(&tile.face.to_string());
                    Some(CheckedTileReply::new(face, &origin?, spelling))
                });
                reply.tiles = Some(tiles.collect());
            }
            Err(shortage) => {
                reply.reason = Some(shown(&shortage.to_string()));
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
    /// Whether the game's dice or letters can spell it.
    pub valid: bool,
    /// With an explanation: the tiles that spell the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<CheckedTileReply>>,
    /// With an explanation: why the word cannot be spelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl CheckWordReply {
    /// A reply without an explanation.
    pub fn new(word: String, valid: bool) -> Self {
        Self {
            word,
            valid,
            tiles: None,
            reason: None,
        }
    }

    /// Checks a word and explains the result.
    pub fn explained(word: &str, checker: &mut WordChecker, spelling: &Spelling) -> Self {
        let spelled = checker.explain(&spelling.read(word));
        let shown = |text: &str| spelling.show(text).into_owned();
        let mut reply = Self::new(word.to_owned(), spelled.is_ok());
        match spelled {
            Ok(tiles) => {
                let tile = |tile: SpelledTile| {
                    CheckedTileReply::new(shown(&tile.face), &tile.origin, spelling)
                };
                reply.tiles = Some(tiles.into_iter().map(tile).collect());
            }
            Err(reason) => reply.reason = Some(shown(&reason.to_string())),
        }
        reply
    }
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
}
