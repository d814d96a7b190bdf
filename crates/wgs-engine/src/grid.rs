//! Grids: cells and their neighbours. For the tiles on them, see [`Board`](crate::Board).
//!
//! Cells are numbered row by row from the top left.

use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

use crate::board_size::BoardSize;
use crate::message::ToMessage;
use crate::messages;

/// A cell of a grid, identified by its index.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Grid};
///
/// let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
/// let cell = Cell::new(5);
/// assert_eq!((cell.position(), grid.place(cell)), (6, (1, 1)));
/// assert_eq!(Cell::at_position(6), Some(cell));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    pub(crate) const FIRST: Self = Self(0);

    /// Returns the cell with this index, from 0.
    ///
    /// # Panics
    ///
    /// If the index is not below [`Grid::MAX_CELLS`].
    pub fn new(index: usize) -> Self {
        assert!(
            index < Grid::MAX_CELLS,
            "cell {index} is beyond the largest grid"
        );
        Self(index as u32)
    }

    /// Returns the cell at this position, from 1, if any grid has such a cell.
    pub fn at_position(position: usize) -> Option<Self> {
        let index = position.checked_sub(1)?;
        (index < Grid::MAX_CELLS).then(|| Self::new(index))
    }

    /// Returns the index of the cell, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the position of the cell: its number as shown to users, from 1.
    pub fn position(self) -> usize {
        self.index() + 1
    }
}

/// The rule that decides which cells are neighbours.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Grid};
///
/// let rules = [Adjacency::Straight, Adjacency::Diagonal, Adjacency::Full];
/// let neighbours = rules.map(|rule| Grid::rectangle(4, 4, rule).neighbours(Cell::new(0)).count());
/// assert_eq!(neighbours, [2, 3, 15]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Adjacency {
    /// Every cell is a neighbour of every other, as for anagrams.
    Full,
    /// The up to eight surrounding cells.
    #[default]
    Diagonal,
    /// The cells above, below, left and right.
    Straight,
}

/// The error for cells that do not form a grid.
///
/// ```
/// use wgs_engine::{Adjacency, Grid};
///
/// let error = Grid::from_places([(1, 2), (1, 2)], Adjacency::Straight).unwrap_err();
/// assert_eq!(error.to_string(), "the tile at 1,2 is listed twice");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum GridError {
    /// The same place is listed twice.
    Twice {
        /// The column.
        x: u32,
        /// The row.
        y: u32,
    },
    /// There are more cells than a grid can have.
    TooLarge(usize),
    /// There are more or fewer lists of neighbours than cells.
    NeighbourLists {
        /// The number of lists.
        listed: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A neighbour does not exist.
    NoSuchNeighbour {
        /// The position whose list it is in.
        position: usize,
        /// The neighbour that was found.
        neighbour: usize,
        /// The last position.
        cells: usize,
    },
}

messages! {
    impl ToMessage for GridError {
        Self::Twice { x, y } => "grid.twice":
            "the tile at {x},{y} is listed twice" (x, y);
        Self::TooLarge(tiles) => "grid.too-large":
            "there are {tiles} tiles, but a grid has at most {most}"
            (tiles, most = Grid::MAX_CELLS);
        Self::NeighbourLists { listed, cells } => "grid.neighbour-lists":
            "neighbours are listed for {listed} positions, but the grid has {cells}"
            (listed, cells);
        Self::NoSuchNeighbour { position, neighbour, cells } => "grid.no-such-neighbour":
            "position {position} lists the neighbour {neighbour}, but positions go from 1 to {cells}"
            (position, neighbour, cells);
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Neighbours {
    /// Every cell is a neighbour of every other.
    All,
    /// The neighbours of cell `i` are `cells[starts[i]..starts[i + 1]]`, in ascending order.
    Listed {
        starts: Arc<[u32]>,
        cells: Arc<[Cell]>,
        /// Whether all neighbours are at most one column and one row apart.
        adjacent: bool,
    },
}

/// Cells and their neighbours. Cloning is cheap, because clones share their memory.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Grid};
///
/// let grid = Grid::rectangle(3, 2, Adjacency::Diagonal);
/// let around: Vec<usize> = grid.neighbours(Cell::new(0)).map(Cell::position).collect();
/// assert_eq!(around, [2, 4, 5]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The column and row of each cell, from 0, with empty rows and columns removed.
    places: Arc<[(u32, u32)]>,
    neighbours: Neighbours,
    reuse: bool,
}

impl Grid {
    /// The largest number of cells.
    pub const MAX_CELLS: usize = 1 << 24;

    /// Creates a rectangle.
    ///
    /// # Panics
    ///
    /// If it has more than [`Self::MAX_CELLS`] cells.
    pub fn rectangle(columns: u32, rows: u32, adjacency: Adjacency) -> Self {
        let cells = u64::from(columns) * u64::from(rows);
        assert!(
            cells <= Self::MAX_CELLS as u64,
            "a grid has at most {} cells, but this one has {cells}",
            Self::MAX_CELLS
        );
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        // Billions of rows without columns take no time.
        let places = places.take(cells as usize);
        Self::from_ordered(places.collect(), adjacency)
            .expect("the number of cells was checked above")
    }

    /// Creates a rack: cells in a row, each a neighbour of every other.
    pub fn rack(cells: u32) -> Self {
        Self::rectangle(cells, 1, Adjacency::Full)
    }

    /// Creates a grid of any shape from the columns and rows of its cells, in any order. Empty
    /// rows and columns are removed, so cells on either side of a gap become neighbours.
    ///
    /// ```
    /// use wgs_engine::{Adjacency, Grid};
    ///
    /// // A plus sign.
    /// let places = [(2, 1), (1, 2), (2, 2), (3, 2), (2, 3)];
    /// let grid = Grid::from_places(places, Adjacency::Straight)?;
    /// assert_eq!(grid.len(), 5);
    /// assert_eq!(grid.max_neighbours(), 4);
    /// # Ok::<(), wgs_engine::GridError>(())
    /// ```
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
            Adjacency::Diagonal | Adjacency::Straight => adjacent_neighbours(&places, adjacency),
        };
        Ok(Self {
            places: places.into(),
            neighbours,
            reuse: false,
        })
    }

    /// Replaces the neighbours by explicit lists: for each position in order, the positions
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
            adjacent: false,
        };
        Ok(self)
    }

    /// Sets whether a word may use a tile more than once. With [`Adjacency::Full`], a tile can
    /// then also follow itself.
    pub fn with_reuse(mut self, reuse: bool) -> Self {
        self.reuse = reuse;
        self
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns all cells in order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// Returns the column and row of a cell, from 0.
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        self.places[cell.index()]
    }

    /// Returns the size of the rectangle around the grid.
    pub fn size(&self) -> BoardSize {
        let columns = self.places.iter().map(|&(x, _)| x + 1).max();
        let rows = self.places.iter().map(|&(_, y)| y + 1).max();
        BoardSize {
            rows: rows.unwrap_or(0),
            columns: columns.unwrap_or(0),
        }
    }

    /// Returns whether a word may use a tile more than once.
    pub fn reuses_tiles(&self) -> bool {
        self.reuse
    }

    /// Returns whether every cell is a neighbour of every other.
    pub fn is_full(&self) -> bool {
        self.neighbours == Neighbours::All
    }

    /// Returns the cells that may follow a cell in a word, in ascending order.
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

    /// Returns the neighbours of a cell as a slice, or [`None`] if every cell is a neighbour of
    /// every other.
    pub(crate) fn listed(&self, cell: usize) -> Option<&[Cell]> {
        match &self.neighbours {
            Neighbours::All => None,
            Neighbours::Listed { starts, cells, .. } => {
                Some(&cells[starts[cell] as usize..starts[cell + 1] as usize])
            }
        }
    }

    /// Returns whether all neighbours are at most one column and one row apart.
    pub(crate) fn has_adjacent_neighbours(&self) -> bool {
        matches!(self.neighbours, Neighbours::Listed { adjacent: true, .. })
    }

    /// Returns the largest number of neighbours of any cell.
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

fn adjacent_neighbours(places: &[(u32, u32)], adjacency: Adjacency) -> Neighbours {
    let index: HashMap<(u32, u32), u32> = places.iter().copied().zip(0..).collect();
    let mut starts = Vec::with_capacity(places.len() + 1);
    let mut cells = Vec::with_capacity(places.len() * 8);
    starts.push(0);
    for &(x, y) in places {
        // Row by row, so that neighbours are in ascending order.
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
        adjacent: true,
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
    fn a_round_grid_is_numbered_row_by_row() {
        let rows = ["..##..", ".####.", "##..##", "##..##", ".####.", "..##.."];
        let places = rows.iter().zip(1..).flat_map(|(row, y)| {
            row.chars()
                .zip(1..)
                .filter_map(move |(c, x)| (c == '#').then_some((x, y)))
        });
        // The order of the places makes no difference.
        let mut places: Vec<_> = places.collect();
        places.reverse();
        let grid = Grid::from_places(places, Adjacency::Diagonal).unwrap();
        assert_eq!(grid.len(), 20);
        assert_eq!(positions(&grid, 1), [2, 3, 4, 5]);
        assert_eq!(positions(&grid, 8), [3, 4, 7, 11, 12]);
        assert_eq!(positions(&grid, 20), [16, 17, 18, 19]);
    }

    #[test]
    fn empty_rows_and_columns_are_removed() {
        let grid = Grid::from_places([(1, 1), (5, 1), (1, 9)], Adjacency::Straight).unwrap();
        assert_eq!(grid.size(), BoardSize::square(2));
        assert_eq!(positions(&grid, 1), [2, 3]);
    }

    #[test]
    fn a_place_listed_twice_is_an_error_that_names_it() {
        let error = Grid::from_places([(1, 2), (1, 2)], Adjacency::Full).unwrap_err();
        assert_eq!(error.to_string(), "the tile at 1,2 is listed twice");
    }

    #[test]
    fn listed_neighbours_replace_the_adjacent_ones() {
        let line = Grid::rectangle(3, 1, Adjacency::Straight);
        let grid = line
            .with_neighbours(&[vec![3], vec![], vec![1, 1, 2]])
            .unwrap();
        assert_eq!(positions(&grid, 1), [3]);
        assert!(positions(&grid, 2).is_empty());
        assert_eq!(positions(&grid, 3), [1, 2]);
    }

    #[test]
    fn with_reuse_a_tile_of_a_rack_follows_itself() {
        let rack = Grid::rack(2);
        assert_eq!(positions(&rack, 1), [2]);
        assert_eq!(positions(&rack.with_reuse(true), 1), [1, 2]);
    }
}
