//! Tiles laid out on a grid, in the order of its positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::grid::Grid;
use crate::notation::{self, NotationError};
use crate::tile::Tile;

/// Tiles in the order of a grid's positions.
///
/// A board need not fill its grid: cells beyond the last tile are empty, and tiles beyond
/// the last cell are ignored. [`Board::check_fit`] is for those who mind.
///
/// ```
/// use wgs_core::Board;
///
/// let board: Board = "QuICK".parse()?;
/// assert_eq!(board.len(), 4);
/// assert_eq!(board.to_string(), "QuICK");
/// # Ok::<(), wgs_core::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Board {
    tiles: Vec<Tile>,
}

/// The error for a board with more or fewer tiles than its grid has cells.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("the board has {} {}, but the grid has {cells} cells", tiles, if *tiles == 1 { "tile" } else { "tiles" })]
pub struct FitError {
    /// The tiles of the board.
    pub tiles: usize,
    /// The cells of the grid.
    pub cells: usize,
}

impl Board {
    /// A board of tiles.
    pub fn new(tiles: impl Into<Vec<Tile>>) -> Self {
        Self {
            tiles: tiles.into(),
        }
    }

    /// The tiles in the order of positions.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles in the order of positions, to be changed.
    pub fn tiles_mut(&mut self) -> &mut [Tile] {
        &mut self.tiles
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Whether there is exactly one tile for each cell.
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
