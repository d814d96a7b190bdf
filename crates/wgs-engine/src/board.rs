//! Boards: tiles in the order of a grid's positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::grid::Grid;
use crate::message::ToMessage;
use crate::messages;
use crate::notation::{self, NotationError};
use crate::tile::Tile;

/// Tiles in the order of a grid's positions.
///
/// A board need not match its grid: missing tiles leave cells empty, and surplus tiles are
/// ignored. [`Board::check_fit`] checks that it does.
///
/// Boards are parsed from and formatted in the [`notation`].
///
/// ```
/// use wgs_engine::Board;
///
/// let board: Board = "QuICK".parse()?;
/// assert_eq!(board.len(), 4);
/// assert_eq!(board.to_string(), "QuICK");
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Board {
    tiles: Vec<Tile>,
}

/// The error for a board with more or fewer tiles than its grid has cells.
///
/// ```
/// use wgs_engine::{Board, Grid};
///
/// let error = "CATS".parse::<Board>()?.check_fit(&Grid::rack(3)).unwrap_err();
/// assert_eq!(error.to_string(), "the board has 4 tiles, but the grid has 3 cells");
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub struct FitError {
    /// The number of tiles on the board.
    pub tiles: usize,
    /// The number of cells of the grid.
    pub cells: usize,
}

messages! {
    impl ToMessage for FitError {
        Self { tiles: 1, cells } => "fit.one":
            "the board has 1 tile, but the grid has {cells} cells" (cells);
        Self { tiles, cells } => "fit.many":
            "the board has {tiles} tiles, but the grid has {cells} cells" (tiles, cells);
    }
}

impl Board {
    /// Creates a board of tiles.
    pub fn new(tiles: impl Into<Vec<Tile>>) -> Self {
        Self {
            tiles: tiles.into(),
        }
    }

    /// Returns the tiles in the order of positions.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the tiles in the order of positions, for changing them.
    pub fn tiles_mut(&mut self) -> &mut [Tile] {
        &mut self.tiles
    }

    /// Returns the number of tiles.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Returns whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Checks that the board has exactly one tile for each cell of a grid.
    pub fn check_fit(&self, grid: &Grid) -> Result<(), FitError> {
        if self.len() == grid.len() {
            return Ok(());
        }
        Err(FitError {
            tiles: self.len(),
            cells: grid.len(),
        })
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Self {
            tiles: notation::parse(text)?,
        })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::print(&self.tiles))
    }
}
