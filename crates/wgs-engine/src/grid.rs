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
/// let rules = [
///     Adjacency::Straight,
///     Adjacency::Hexagonal,
///     Adjacency::Diagonal,
///     Adjacency::Full,
/// ];
/// let neighbours = rules.map(|rule| Grid::rectangle(4, 4, rule).neighbours(Cell::new(5)).count());
/// assert_eq!(neighbours, [4, 6, 8, 15]);
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
    /// The up to six surrounding hexagons. The second row and every other row after it are shifted
    /// half a cell to the right, so a cell touches two cells in the row above and two in the row
    /// below.
    Hexagonal,
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

/// The steps in columns and rows to the cells around a cell, row by row, so that neighbours are in
/// ascending order.
const DIAGONAL_STEPS: &[(i32, i32)] = &[
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const STRAIGHT_STEPS: &[(i32, i32)] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
/// From a hexagon in a row that is not shifted, and from one in a row that is.
const HEXAGONAL_STEPS: [&[(i32, i32)]; 2] = [
    &[(-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)],
    &[(0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1)],
];

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
    hexagonal: bool,
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
    /// Hexagons keep their places, because rows are shifted by turns. Rows with even numbers are
    /// shifted to the right; they are the second, the fourth and so on if the first one is 1. Gaps
    /// are narrowed, but stay gaps.
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
        let hexagonal = adjacency == Adjacency::Hexagonal;
        let row = close_up(places.iter().map(|&(_, y)| u64::from(y)), |gap| match gap {
            0 => 0,
            _ if !hexagonal => 0,
            // An odd number of rows stays odd, so the next row is shifted as before.
            gap => 2 - gap % 2,
        });
        // If the first row is shifted, it becomes the one that is not, and moves to the right.
        let is_shifted = |y: u32| hexagonal && y.is_multiple_of(2);
        let is_first_shifted = places.first().is_some_and(|&(_, y)| is_shifted(y));
        let column = |x: u32, y: u32| u64::from(x) + u64::from(is_first_shifted && is_shifted(y));
        let columns = places.iter().map(|&(x, y)| column(x, y));
        let close_columns = close_up(columns, |gap| gap.min(hexagonal.into()));
        let places = places
            .iter()
            .map(|&(x, y)| (close_columns(column(x, y)), row(y.into())));
        Self::from_ordered(places.collect(), adjacency)
    }

    fn from_ordered(places: Vec<(u32, u32)>, adjacency: Adjacency) -> Result<Self, GridError> {
        if places.len() > Self::MAX_CELLS {
            return Err(GridError::TooLarge(places.len()));
        }
        let neighbours = match adjacency {
            Adjacency::Full => Neighbours::All,
            Adjacency::Diagonal => adjacent_neighbours(&places, [DIAGONAL_STEPS; 2]),
            Adjacency::Straight => adjacent_neighbours(&places, [STRAIGHT_STEPS; 2]),
            Adjacency::Hexagonal => adjacent_neighbours(&places, HEXAGONAL_STEPS),
        };
        Ok(Self {
            places: places.into(),
            neighbours,
            hexagonal: adjacency == Adjacency::Hexagonal,
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
        self.hexagonal = false;
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

    /// Returns whether the cells are hexagons, whose second row and every other row after it are
    /// shifted half a cell to the right.
    pub fn is_hexagonal(&self) -> bool {
        self.hexagonal
    }

    /// Returns the full rectangle of a size: of hexagons if this grid has them, or else with
    /// diagonal neighbours.
    pub fn resized(&self, size: BoardSize) -> Self {
        match self.hexagonal {
            true => Self::rectangle(size.columns, size.rows, Adjacency::Hexagonal),
            false => size.grid(),
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

/// Numbers the values from 0 without the gaps between them, each of which is replaced by one of
/// the size that `narrowed` returns.
fn close_up(used: impl Iterator<Item = u64>, narrowed: impl Fn(u64) -> u64) -> impl Fn(u64) -> u32 {
    let mut used: Vec<u64> = used.collect();
    used.sort_unstable();
    used.dedup();
    let mut numbers = Vec::with_capacity(used.len());
    let mut next = 0;
    for (index, &value) in used.iter().enumerate() {
        if let Some(before) = index.checked_sub(1) {
            next += 1 + narrowed(value - used[before] - 1);
        }
        numbers.push(next as u32);
    }
    move |value| numbers[used.binary_search(&value).expect("every value is listed")]
}

/// Lists the neighbours at the steps from each place: the first list for rows 0, 2, 4 and so on,
/// the second one for the rows between them.
fn adjacent_neighbours(places: &[(u32, u32)], steps: [&[(i32, i32)]; 2]) -> Neighbours {
    let index: HashMap<(u32, u32), u32> = places.iter().copied().zip(0..).collect();
    let mut starts = Vec::with_capacity(places.len() + 1);
    let mut cells = Vec::with_capacity(places.len() * 8);
    starts.push(0);
    for &(x, y) in places {
        for &(dx, dy) in steps[y as usize % 2] {
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
    fn hexagons_touch_two_cells_of_each_row_beside_their_own() {
        let rectangle = Grid::rectangle(3, 3, Adjacency::Hexagonal);
        for (position, around) in [
            (1, &[2, 4][..]),
            (2, &[1, 3, 4, 5]),
            (4, &[1, 2, 5, 7, 8]),
            (5, &[2, 3, 4, 6, 8, 9]),
            (6, &[3, 5, 9]),
            (8, &[4, 5, 7, 9]),
        ] {
            assert_eq!(positions(&rectangle, position), around, "{position}");
        }
        // Rows of 3, 4, 5, 4 and 3: in the middle, all six neighbours.
        let rows = [(2..=4, 1), (1..=4, 2), (1..=5, 3), (1..=4, 4), (2..=4, 5)];
        let places = rows
            .into_iter()
            .flat_map(|(row, y)| row.map(move |x| (x, y)));
        let hexagon = Grid::from_places(places, Adjacency::Hexagonal).unwrap();
        assert_eq!(hexagon.len(), 19);
        assert_eq!(positions(&hexagon, 1), [2, 4, 5]);
        assert_eq!(positions(&hexagon, 10), [5, 6, 9, 11, 14, 15]);
        assert_eq!(positions(&hexagon, 12), [7, 11, 16]);
    }

    /// Column and row of hexagons on a sheet of them, compared by the distances of their centres.
    #[test]
    fn hexagons_are_neighbours_if_their_centres_are_one_apart() {
        let centre = |(x, y): (u32, u32)| {
            let shift = if y % 2 == 0 { 0.5 } else { 0.0 };
            (f64::from(x) + shift, f64::from(y) * 0.75f64.sqrt())
        };
        let mut state = 1u32;
        for _ in 0..300 {
            let mut places = Vec::new();
            for place in (3..9).flat_map(|y| (4..9).map(move |x| (x, y))) {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 30 == 0 {
                    places.push(place);
                }
            }
            let grid = Grid::from_places(places.clone(), Adjacency::Hexagonal).unwrap();
            for cell in grid.cells() {
                let (x, y) = centre(places[cell.index()]);
                let is_near = |other: &Cell| {
                    let (to_x, to_y) = centre(places[other.index()]);
                    ((x - to_x).hypot(y - to_y) - 1.0).abs() < 0.01
                };
                let around: Vec<Cell> = grid.cells().filter(is_near).collect();
                let found: Vec<Cell> = grid.neighbours(cell).collect();
                assert_eq!(found, around, "{cell:?} of {places:?}");
            }
        }
    }

    #[test]
    fn gaps_between_hexagons_are_narrowed_and_rows_keep_their_shift() {
        for (places, expected) in [
            // One row, shifted or not.
            (vec![(3, 7), (4, 7)], vec![(0, 0), (1, 0)]),
            (vec![(3, 8), (4, 8)], vec![(0, 0), (1, 0)]),
            // The row below a shifted one begins half a cell to its left.
            (vec![(1, 2), (1, 3)], vec![(1, 0), (0, 1)]),
            (vec![(1, 1), (1, 2)], vec![(0, 0), (0, 1)]),
            (vec![(1, 1), (1, 9)], vec![(0, 0), (0, 2)]),
            (vec![(1, 1), (9, 10)], vec![(0, 0), (2, 3)]),
            (
                vec![(u32::MAX, 2), (u32::MAX, u32::MAX)],
                vec![(1, 0), (0, 3)],
            ),
        ] {
            let grid = Grid::from_places(places.clone(), Adjacency::Hexagonal).unwrap();
            let found: Vec<_> = grid.cells().map(|cell| grid.place(cell)).collect();
            assert_eq!(found, expected, "{places:?}");
        }
    }

    #[test]
    fn a_rectangle_of_another_size_keeps_its_hexagons() {
        let size = BoardSize::square(3);
        let hexagons = Grid::rectangle(5, 5, Adjacency::Hexagonal);
        let expected = Grid::rectangle(3, 3, Adjacency::Hexagonal);
        assert_eq!(hexagons.resized(size), expected);
        let squares = Grid::rectangle(5, 5, Adjacency::Straight);
        assert_eq!(squares.resized(size), size.grid());
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
