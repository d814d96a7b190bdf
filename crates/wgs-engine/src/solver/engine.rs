//! The engines by name, and the grids that each can search. The searches themselves are in
//! their own files.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::frontier;
use crate::grid::Grid;
use crate::message::ToMessage;
use crate::messages;

/// A search algorithm.
///
/// | engine | search | grids |
/// |---|---|---|
/// | [`Engine::Avx512`], [`Engine::Avx2`] | breadth first, 16 or 8 states at a time in vector registers | up to 8 neighbours for each cell, no reuse of tiles; on more than 64 cells, neighbours must be at most one column and one row apart |
/// | [`Engine::Portable`] | breadth first, without branches | up to 64 cells with up to 8 neighbours each, no reuse of tiles |
/// | [`Engine::Plain`] | depth first, one state at a time | any |
/// | [`Engine::Dictionary`] | word by word | any; suits boards with many wildcards |
/// | [`Engine::General`] | each lexicon node once, with all its paths | any; fastest for racks |
///
/// All engines find the same words, paths and scores. [`Solver::new`](crate::Solver::new) picks the
/// fastest engine for the grid and the machine; [`Solver::with_engine`](crate::Solver::with_engine)
/// uses the given one or returns an error.
///
/// ```
/// use wgs_engine::{Adjacency, Engine, Grid};
///
/// assert_eq!("plain".parse(), Ok(Engine::Plain));
/// assert_eq!(Engine::fastest(&Grid::rack(7)), Engine::General);
/// assert!(Engine::Portable.check(&Grid::rectangle(9, 9, Adjacency::Diagonal)).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// From each cell, follows every path that the lexicon can continue, depth first: the baseline
    /// for the others. `board` is another name for it, because the board drives the search, as
    /// words drive that of [`Engine::Dictionary`].
    Plain,
    /// Breadth first in vectors of 16 states.
    Avx512,
    /// Breadth first in vectors of 8 states.
    Avx2,
    /// Breadth first without branches, for any processor.
    Portable,
    /// Walks over the lexicon instead of the board: visits each prefix that the board can spell
    /// once, with all paths that spell it, and extends them together.
    General,
    /// Looks for one word after another on the board.
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

    /// Returns the name that [`FromStr`] parses.
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

    /// Returns whether the engine searches breadth first.
    pub(super) fn is_frontier(self) -> bool {
        matches!(self, Self::Avx512 | Self::Avx2 | Self::Portable)
    }

    /// Checks that the engine can search a grid on this machine.
    pub fn check(self, grid: &Grid) -> Result<(), EngineError> {
        if !self.is_frontier() {
            return Ok(());
        }
        if !frontier::can_search(self, grid) {
            return Err(match grid.has_adjacent_neighbours() {
                true => EngineError::TooManyCells(self, grid.len()),
                false => EngineError::NotAdjacent(self, grid.len()),
            });
        }
        if !frontier::is_supported(self) {
            return Err(EngineError::MissingInstructions(self));
        }
        if grid.max_neighbours() > frontier::DIRECTIONS {
            return Err(EngineError::TooManyNeighbours(self, grid.max_neighbours()));
        }
        if grid.reuses_tiles() {
            return Err(EngineError::Reuse(self));
        }
        Ok(())
    }

    /// Returns the fastest engine for a grid on this machine.
    pub fn fastest(grid: &Grid) -> Self {
        // Only the general search makes use of the equal tiles of a rack.
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
        let canonical = if name == "board" { "plain" } else { name };
        let mut engines = Self::ALL.iter().copied();
        engines
            .find(|engine| engine.name() == canonical)
            .ok_or_else(|| EngineError::Unknown(name.to_owned()))
    }
}

/// The error for an engine that cannot be used.
///
/// ```
/// use wgs_engine::{Engine, Grid};
///
/// let error = Engine::Portable.check(&Grid::rack(10)).unwrap_err();
/// assert!(error.to_string().starts_with("the portable engine allows at most 8 neighbours"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum EngineError {
    /// There is no engine with this name.
    Unknown(String),
    /// The grid has too many cells.
    TooManyCells(Engine, usize),
    /// The grid has more than 64 cells, and neighbours more than one column or row apart.
    NotAdjacent(Engine, usize),
    /// A cell has too many neighbours.
    TooManyNeighbours(Engine, usize),
    /// The grid lets a word use a tile again.
    Reuse(Engine),
    /// The processor lacks the instructions.
    MissingInstructions(Engine),
}

messages! {
    impl ToMessage for EngineError {
        Self::Unknown(name) => "engine.unknown":
            "unknown engine \"{name}\"; expected avx512, avx2, portable, plain (or board), general or dictionary"
            (name);
        Self::TooManyCells(engine, cells) => "engine.too-many-cells":
            "the {engine} engine cannot search a grid as large as this one with {cells} cells"
            (engine = engine.name(), cells);
        Self::NotAdjacent(engine, cells) => "engine.not-adjacent":
            "on more than 64 cells the {engine} engine requires neighbours to be at most one column and one row apart, but on this grid of {cells} cells some are not"
            (engine = engine.name(), cells);
        Self::TooManyNeighbours(engine, neighbours) => "engine.too-many-neighbours":
            "the {engine} engine allows at most 8 neighbours for each cell, but this grid has a cell with {neighbours}"
            (engine = engine.name(), neighbours);
        Self::Reuse(engine) => "engine.reuse":
            "the {engine} engine does not support grids on which a word may use a tile again"
            (engine = engine.name());
        Self::MissingInstructions(engine) => "engine.missing-instructions":
            "this processor lacks the instructions that the {engine} engine needs"
            (engine = engine.name());
    }
}
