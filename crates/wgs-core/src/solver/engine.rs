//! The ways to search, by name, and where each serves. How they search is in their own files.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::frontier;
use crate::grid::Grid;

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Depth first, one state at a time: the yardstick. Also known as `board`, for it is
    /// driven by the board as [`Engine::Dictionary`] is by the words.
    Plain,
    /// Breadth first in vectors of 16 states.
    Avx512,
    /// Breadth first in vectors of 8 states.
    Avx2,
    /// Breadth first without branches, for any processor.
    Portable,
    /// Each lexicon node once, with all its paths.
    General,
    /// Word by word: is it on the board?
    Dictionary,
}

impl Engine {
    /// All engines, fastest first.
    pub const ALL: &[Self] = &[
        Self::Avx512,
        Self::Avx2,
        Self::Portable,
        Self::Plain,
        Self::General,
        Self::Dictionary,
    ];

    /// The name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
            Self::General => "general",
            Self::Dictionary => "dictionary",
        }
    }

    /// Whether the engine searches breadth first.
    pub(super) fn is_frontier(self) -> bool {
        matches!(self, Self::Avx512 | Self::Avx2 | Self::Portable)
    }

    /// Why this engine cannot search such a grid on this machine, if it cannot.
    pub fn check(self, grid: &Grid) -> Result<(), EngineError> {
        if !self.is_frontier() {
            return Ok(());
        }
        if !frontier::serves(self, grid) {
            return Err(match grid.touches_by_place() {
                true => EngineError::TooManyCells(self, grid.len()),
                false => EngineError::NotByPlace(self, grid.len()),
            });
        }
        if !frontier::is_supported(self) {
            return Err(EngineError::NoSuchInstructions(self));
        }
        if grid.max_neighbours() > frontier::DIRECTIONS {
            return Err(EngineError::TooManyNeighbours(self, grid.max_neighbours()));
        }
        if grid.reuses_tiles() {
            return Err(EngineError::Reuse(self));
        }
        Ok(())
    }

    /// The fastest engine for a grid on this machine.
    pub fn fastest(grid: &Grid) -> Self {
        // Equal tiles of a rack are interchangeable, which only the general search uses.
        if grid.is_full() || grid.reuses_tiles() {
            return Self::General;
        }
        let mut engines = Self::ALL.iter().copied();
        engines
            .find(|engine| engine.check(grid).is_ok())
            .unwrap_or(Self::General)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        // What a dictionary-driven search is told apart from.
        let name_of_engine = if name == "board" { "plain" } else { name };
        let mut engines = Self::ALL.iter().copied();
        engines
            .find(|engine| engine.name() == name_of_engine)
            .ok_or_else(|| EngineError::Unknown(name.to_owned()))
    }
}

/// Why an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine has this name.
    #[error(
        "there is no engine \"{0}\"; there are avx512, avx2, portable, plain (or board), general and dictionary"
    )]
    Unknown(String),
    /// The grid is too large for it.
    #[error("the {0} engine takes no grid as large as this one of {1} cells")]
    TooManyCells(Engine, usize),
    /// The grid has many cells, and neighbours that are not a column or row apart.
    #[error(
        "beyond 64 cells the {0} engine takes neighbours a column or row apart alone, but this grid of {1} cells has others"
    )]
    NotByPlace(Engine, usize),
    /// The cells have too many neighbours for it.
    #[error("the {0} engine takes grids of up to 8 neighbours a cell, but this one has {1}")]
    TooManyNeighbours(Engine, usize),
    /// It cannot use a tile again.
    #[error("the {0} engine cannot use a tile again within a word, as this grid allows")]
    Reuse(Engine),
    /// The processor lacks the instructions.
    #[error("this processor lacks the instructions of the {0} engine")]
    NoSuchInstructions(Engine),
}
