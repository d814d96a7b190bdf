//! Cells and who touches whom. What lies on them is [`Board`](crate::Board)'s matter.
//!
//! Cells are numbered row by row from the top left, as in chapter 4.3 of the manual.
//!
//! ```
//! use wgs_core::{Adjacency, Cell, Grid};
//!
//! let grid = Grid::rectangle(3, 2, Adjacency::Diagonal);
//! let around: Vec<usize> = grid.neighbours(Cell::new(0)).map(Cell::position).collect();
//! assert_eq!(around, [2, 4, 5]);
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

/// A cell of a grid, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    pub(crate) const FIRST: Self = Self(0);

    /// The cell with this index, from 0.
    ///
    /// # Panics
    ///
    /// If the index is beyond [`Grid::MAX_CELLS`].
    pub fn new(index: usize) -> Self {
        assert!(index < Grid::MAX_CELLS, "cell {index} is beyond any grid");
        Self(index as u32)
    }

    /// The cell's index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's number as people write it, from 1.
    pub fn position(self) -> usize {
        self.index() + 1
    }
}

/// Which cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Adjacency {
    /// Every cell touches every other, as in anagrams.
    Full,
    /// The eight cells around.
    #[default]
    Diagonal,
    /// Up, down, left and right.
    Straight,
}

/// Why cells cannot be a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The same place twice.
    #[error("the tile at {x},{y} is listed twice")]
    Twice {
        /// Column, from 1.
        x: u32,
        /// Row, from 1.
        y: u32,
    },
    /// More cells than a grid may have.
    #[error("there are {0} tiles, but a grid has at most {most}", most = Grid::MAX_CELLS)]
    TooLarge(usize),
    /// Neighbours for more or fewer positions than there are.
    #[error("neighbours are listed for {listed} positions, but there are {cells}")]
    NeighbourLists {
        /// How many lists there are.
        listed: usize,
        /// How many there should be.
        cells: usize,
    },
    /// A neighbour that does not exist.
    #[error(
        "position {position} lists the neighbour {neighbour}, but positions go from 1 to {cells}"
    )]
    NoSuchNeighbour {
        /// Whose list it is.
        position: usize,
        /// What was found.
        neighbour: usize,
        /// The last position.
        cells: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Neighbours {
    All,
    /// The neighbours of cell `i` are `cells[starts[i]..starts[i + 1]]`, ascending.
    Listed {
        starts: Arc<[u32]>,
        cells: Arc<[Cell]>,
        /// Whether neighbours are a column or row apart at most.
        by_place: bool,
    },
}

/// Cells and their neighbours. Clones share its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Column and row of each cell from 0, with empty rows and columns left out.
    places: Arc<[(u32, u32)]>,
    neighbours: Neighbours,
    reuse: bool,
}

impl Grid {
    /// The most cells a grid may have.
    pub const MAX_CELLS: usize = 1 << 24;

    /// A full rectangle.
    ///
    /// # Panics
    ///
    /// If it has more than [`Self::MAX_CELLS`] cells.
    pub fn rectangle(columns: u32, rows: u32, adjacency: Adjacency) -> Self {
        let cells = u64::from(columns) * u64::from(rows);
        assert!(
            cells <= Self::MAX_CELLS as u64,
            "a grid has at most {} cells, but this has {cells}",
            Self::MAX_CELLS
        );
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Self::from_ordered(places.collect(), adjacency).expect("it was just counted")
    }

    /// Cells without an arrangement, each touching every other: a rack of letters.
    pub fn rack(cells: u32) -> Self {
        Self::rectangle(cells, 1, Adjacency::Full)
    }

    /// A grid of any shape from the `(x, y)` of its cells in any order. Empty rows and
    /// columns close up, as the manual says.
    pub fn from_places(
        places: impl IntoIterator<Item = (u32, u32)>,
        adjacency: Adjacency,
    ) -> Result<Self, GridError> {
        let mut places: Vec<(u32, u32)> = places.into_iter().collect();
        places.sort_unstable_by_key(|&(x, y)| (y, x));
        if let Some(pair) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            let (x, y) = pair[0];
            return Err(GridError::Twice { x, y });
        }
        let close_up = |mut used: Vec<u32>| {
            used.sort_unstable();
            used.dedup();
            move |value: u32| used.binary_search(&value).expect("every value is listed") as u32
        };
        let column = close_up(places.iter().map(|&(x, _)| x).collect());
        let row = close_up(places.iter().map(|&(_, y)| y).collect());
        let places = places.into_iter().map(|(x, y)| (column(x), row(y)));
        Self::from_ordered(places.collect(), adjacency)
    }

    fn from_ordered(places: Vec<(u32, u32)>, adjacency: Adjacency) -> Result<Self, GridError> {
        if places.len() > Self::MAX_CELLS {
            return Err(GridError::TooLarge(places.len()));
        }
        let neighbours = match adjacency {
            Adjacency::Full => Neighbours::All,
            Adjacency::Diagonal | Adjacency::Straight => touching(&places, adjacency),
        };
        Ok(Self {
            places: places.into(),
            neighbours,
            reuse: false,
        })
    }

    /// Replaces the neighbours by listed ones: for each position in order, the positions
    /// (from 1) that may follow it in a word.
    pub fn with_neighbours(mut self, lists: &[Vec<usize>]) -> Result<Self, GridError> {
        if lists.len() != self.len() {
            return Err(GridError::NeighbourLists {
                listed: lists.len(),
                cells: self.len(),
            });
        }
        let mut starts = vec![0];
        let mut cells = Vec::new();
        for (index, list) in lists.iter().enumerate() {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            for neighbour in list {
                if neighbour == 0 || neighbour > self.len() {
                    return Err(GridError::NoSuchNeighbour {
                        position: index + 1,
                        neighbour,
                        cells: self.len(),
                    });
                }
                cells.push(Cell::new(neighbour - 1));
            }
            starts.push(cells.len() as u32);
        }
        self.neighbours = Neighbours::Listed {
            starts: starts.into(),
            cells: cells.into(),
            by_place: false,
        };
        Ok(self)
    }

    /// Lets a word use a tile again. With [`Adjacency::Full`] a tile then also follows itself.
    pub fn with_reuse(mut self, reuse: bool) -> Self {
        self.reuse = reuse;
        self
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All cells in order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// Column and row of a cell, from 0.
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        self.places[cell.index()]
    }

    /// How many columns and rows the cells span.
    pub fn size(&self) -> (u32, u32) {
        let columns = self.places.iter().map(|&(x, _)| x + 1).max();
        let rows = self.places.iter().map(|&(_, y)| y + 1).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// Whether a word may use a tile again.
    pub fn reuses_tiles(&self) -> bool {
        self.reuse
    }

    /// Whether every cell touches every other.
    pub fn is_full(&self) -> bool {
        self.neighbours == Neighbours::All
    }

    /// The cells that may follow a cell in a word, ascending.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let (all, listed): (_, &[Cell]) = match &self.neighbours {
            Neighbours::All => (0..self.len(), &[]),
            Neighbours::Listed { starts, cells, .. } => {
                let range = starts[cell.index()] as usize..starts[cell.index() + 1] as usize;
                (0..0, &cells[range])
            }
        };
        all.map(Cell::new)
            .filter(move |&next| next != cell || self.reuse)
            .chain(listed.iter().copied())
    }

    /// The listed neighbours of a cell; [`None`] where every cell touches every other.
    pub(crate) fn listed(&self, cell: usize) -> Option<&[Cell]> {
        match &self.neighbours {
            Neighbours::All => None,
            Neighbours::Listed { starts, cells, .. } => {
                Some(&cells[starts[cell] as usize..starts[cell + 1] as usize])
            }
        }
    }

    /// Whether every cell's neighbours are a column or row apart at most.
    pub(crate) fn touches_by_place(&self) -> bool {
        matches!(self.neighbours, Neighbours::Listed { by_place: true, .. })
    }

    /// The most neighbours any cell has.
    pub fn max_neighbours(&self) -> usize {
        match &self.neighbours {
            Neighbours::All => self.len().saturating_sub(usize::from(!self.reuse)),
            Neighbours::Listed { starts, .. } => starts
                .windows(2)
                .map(|pair| (pair[1] - pair[0]) as usize)
                .max()
                .unwrap_or(0),
        }
    }
}

fn touching(places: &[(u32, u32)], adjacency: Adjacency) -> Neighbours {
    let index: HashMap<(u32, u32), u32> = places.iter().copied().zip(0..).collect();
    let mut starts = Vec::with_capacity(places.len() + 1);
    let mut cells = Vec::with_capacity(places.len() * 8);
    starts.push(0);
    for &(x, y) in places {
        // Row by row, so that neighbours ascend.
        for (dx, dy) in [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            if adjacency == Adjacency::Straight && dx != 0 && dy != 0 {
                continue;
            }
            let place = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            if let Some(&cell) = place.and_then(|place| index.get(&place)) {
                cells.push(Cell(cell));
            }
        }
        starts.push(cells.len() as u32);
    }
    Neighbours::Listed {
        starts: starts.into(),
        cells: cells.into(),
        by_place: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(grid: &Grid, position: usize) -> Vec<usize> {
        let cells = grid.neighbours(Cell::new(position - 1));
        cells.map(Cell::position).collect()
    }

    #[test]
    fn the_round_board_of_the_manual_is_numbered_row_by_row() {
        let rows = ["..##..", ".####.", "##..##", "##..##", ".####.", "..##.."];
        let places = rows.iter().zip(1..).flat_map(|(row, y)| {
            row.chars()
                .zip(1..)
                .filter_map(move |(c, x)| (c == '#').then_some((x, y)))
        });
        // The order in which tiles are listed is immaterial.
        let mut places: Vec<_> = places.collect();
        places.reverse();
        let grid = Grid::from_places(places, Adjacency::Diagonal).unwrap();
        assert_eq!(grid.len(), 20);
        assert_eq!(positions(&grid, 1), [2, 3, 4, 5]);
        assert_eq!(positions(&grid, 8), [3, 4, 7, 11, 12]);
        assert_eq!(positions(&grid, 20), [16, 17, 18, 19]);
    }

    #[test]
    fn empty_rows_and_columns_close_up() {
        let grid = Grid::from_places([(1, 1), (5, 1), (1, 9)], Adjacency::Straight).unwrap();
        assert_eq!(grid.size(), (2, 2));
        assert_eq!(positions(&grid, 1), [2, 3]);
    }

    #[test]
    fn a_place_listed_twice_is_named() {
        let error = Grid::from_places([(1, 2), (1, 2)], Adjacency::Full).unwrap_err();
        assert_eq!(error.to_string(), "the tile at 1,2 is listed twice");
    }

    #[test]
    fn listed_neighbours_replace_the_touching_ones() {
        let line = Grid::rectangle(3, 1, Adjacency::Straight);
        let grid = line
            .with_neighbours(&[vec![3], vec![], vec![1, 1, 2]])
            .unwrap();
        assert_eq!(positions(&grid, 1), [3]);
        assert_eq!(positions(&grid, 2), []);
        assert_eq!(positions(&grid, 3), [1, 2]);
    }

    #[test]
    fn with_reuse_a_rack_tile_follows_itself() {
        let rack = Grid::rack(2);
        assert_eq!(positions(&rack, 1), [2]);
        assert_eq!(positions(&rack.with_reuse(true), 1), [1, 2]);
    }
}
