//! Counts the paths of a grid, that is, the moves of a search without pruning, without following
//! them. A 5x5 grid has more than a hundred billion paths; counting them takes milliseconds.
//!
//! Cells are processed in order. Of the processed cells, only the *frontier* is remembered: the
//! cells that still have neighbours to come, and for each the other end of the path fragment
//! that ends there. Choices that lead to the same frontier are counted together. (This is
//! Knuth's Simpath algorithm, for paths between any two cells.)

use std::collections::HashMap;

use wgs_engine::{Cell, Grid};

/// The most cells on the frontier. A 6x6 grid needs this many and takes 0.3 s; a 7x7 grid needs
/// one more and takes 6 s.
const MAX_FRONTIER: usize = 8;

/// Stored instead of the other end: a path goes through the cell.
const INSIDE: u32 = u32::MAX;

/// Stored instead of the other end: it is a processed cell that has left the frontier.
const BEHIND: u32 = u32::MAX - 1;

/// For each cell of the frontier, the other end of the fragment that ends there; the cell itself
/// if no path uses it yet.
type Ends = Vec<u32>;

/// Returns how many paths of one cell or more a grid has, each counted in both directions, using
/// only open cells; [`None`] if the grid is too wide to count them.
///
/// Neighbours must be mutual: where a grid lists a neighbour in only one direction, paths in
/// both directions are counted.
///
/// ```
/// use wgs_engine::{Adjacency, Grid};
/// use wgs_study::count_paths;
///
/// let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
/// assert_eq!(count_paths(&grid, |_| true), Some(12_029_640));
/// ```
pub fn count_paths(grid: &Grid, is_open: impl Fn(Cell) -> bool) -> Option<u128> {
    let open: Vec<Cell> = grid.cells().filter(|&cell| is_open(cell)).collect();
    let mut last_touching: HashMap<Cell, Cell> = HashMap::new();
    for &cell in &open {
        for neighbour in grid.neighbours(cell).filter(|&cell| is_open(cell)) {
            let last = last_touching.entry(cell).or_insert(cell);
            *last = neighbour.max(*last);
        }
    }
    let mut counter = PathCounter::default();
    for &cell in &open {
        counter.enter(cell);
        if counter.frontier.len() > MAX_FRONTIER {
            return None;
        }
        for neighbour in grid.neighbours(cell).filter(|&other| other < cell) {
            if is_open(neighbour) {
                counter.connect(neighbour, cell)?;
            }
        }
        let done = |other: &Cell| last_touching.get(other).is_none_or(|&last| last <= cell);
        let leaving: Vec<Cell> = counter.frontier.iter().copied().filter(done).collect();
        for other in leaving {
            counter.leave(other)?;
        }
    }
    let in_both_directions = counter.finished.checked_mul(2)?;
    in_both_directions.checked_add(open.len() as u128)
}

/// The counts while cells are processed.
#[derive(Default)]
struct PathCounter {
    frontier: Vec<Cell>,
    /// How many choices lead to each state of the frontier.
    ways: HashMap<Ends, u128>,
    /// The number of complete paths of two cells or more.
    finished: u128,
}

impl PathCounter {
    /// Adds the next cell to the frontier.
    fn enter(&mut self, cell: Cell) {
        self.frontier.push(cell);
        if self.ways.is_empty() {
            self.ways.insert(Ends::new(), 1);
        }
        let ways = std::mem::take(&mut self.ways).into_iter();
        let entered = ways.map(|(mut ends, ways)| {
            ends.push(cell.index() as u32);
            (ends, ways)
        });
        self.ways = entered.collect();
    }

    /// The index of a cell on the frontier.
    fn index(&self, cell: u32) -> usize {
        let found = self.frontier.iter().position(|c| c.index() as u32 == cell);
        found.expect("ends are on the frontier")
    }

    /// Adds the paths that connect two neighbours to those that do not.
    fn connect(&mut self, a: Cell, b: Cell) -> Option<()> {
        let (a, b) = (a.index() as u32, b.index() as u32);
        let (at_a, at_b) = (self.index(a), self.index(b));
        let mut stepped: Vec<(Ends, u128)> = Vec::new();
        for (ends, &ways) in &self.ways {
            let (end_a, end_b) = (ends[at_a], ends[at_b]);
            if end_a == INSIDE || end_b == INSIDE || end_a == b {
                continue;
            }
            let mut joined = ends.clone();
            joined[at_a] = INSIDE;
            joined[at_b] = INSIDE;
            if end_a != BEHIND {
                joined[self.index(end_a)] = end_b;
            }
            if end_b != BEHIND {
                joined[self.index(end_b)] = end_a;
            }
            if end_a == BEHIND && end_b == BEHIND {
                if self.is_complete(&joined) {
                    self.finished = self.finished.checked_add(ways)?;
                }
                continue;
            }
            stepped.push((joined, ways));
        }
        for (ends, more) in stepped {
            let ways = self.ways.entry(ends).or_default();
            *ways = ways.checked_add(more)?;
        }
        Some(())
    }

    /// Removes a cell without further neighbours from the frontier.
    fn leave(&mut self, cell: Cell) -> Option<()> {
        let leaving = cell.index() as u32;
        let at = self.index(leaving);
        let mut left: HashMap<Ends, u128> = HashMap::with_capacity(self.ways.len());
        for (mut ends, ways) in std::mem::take(&mut self.ways) {
            match ends[at] {
                INSIDE => {}
                BEHIND => {
                    ends[at] = INSIDE;
                    if self.is_complete(&ends) {
                        self.finished = self.finished.checked_add(ways)?;
                    }
                    continue;
                }
                end if end == leaving => {}
                end => {
                    let end = self.index(end);
                    ends[end] = BEHIND;
                    // A path has two ends.
                    if ends.iter().filter(|&&end| end == BEHIND).count() > 2 {
                        continue;
                    }
                }
            }
            ends.remove(at);
            let sum = left.entry(ends).or_default();
            *sum = sum.checked_add(ways)?;
        }
        self.frontier.remove(at);
        self.ways = left;
        Some(())
    }

    /// Whether there are no unfinished fragments.
    fn is_complete(&self, ends: &Ends) -> bool {
        let mut cells = ends.iter().zip(&self.frontier);
        cells.all(|(&end, cell)| end == INSIDE || end == cell.index() as u32)
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::Adjacency;

    use super::*;

    /// The reference implementation: follows every path.
    fn follow(grid: &Grid, open: &[bool]) -> u128 {
        fn on(grid: &Grid, unused: &mut [bool], cell: Cell) -> u128 {
            unused[cell.index()] = false;
            let mut paths = 1;
            for next in grid.neighbours(cell) {
                if unused[next.index()] {
                    paths += on(grid, unused, next);
                }
            }
            unused[cell.index()] = true;
            paths
        }
        let starts = grid.cells().filter(|cell| open[cell.index()]);
        starts
            .map(|cell| on(grid, &mut open.to_owned(), cell))
            .sum()
    }

    #[test]
    fn the_count_agrees_with_following_every_path() {
        for (columns, rows) in [
            (0, 0),
            (1, 1),
            (2, 1),
            (5, 1),
            (2, 2),
            (3, 2),
            (2, 5),
            (3, 3),
            (4, 3),
        ] {
            for adjacency in [
                Adjacency::Diagonal,
                Adjacency::Straight,
                Adjacency::Hexagonal,
            ] {
                let grid = Grid::rectangle(columns, rows, adjacency);
                for closed in [usize::MAX, 0, 1, 4] {
                    let open: Vec<bool> = (0..grid.len()).map(|cell| cell != closed).collect();
                    let counted = count_paths(&grid, |cell| open[cell.index()]);
                    assert_eq!(
                        counted,
                        Some(follow(&grid, &open)),
                        "{columns}x{rows}, {adjacency:?}, without cell {closed}"
                    );
                }
            }
        }
        let rack = Grid::rack(5);
        assert_eq!(
            count_paths(&rack, |_| true),
            Some(follow(&rack, &[true; 5]))
        );
    }

    #[test]
    fn squares_have_the_known_numbers_of_paths() {
        for (side, paths) in [
            (1, 1),
            (2, 64),
            (3, 10_305),
            (4, 12_029_640),
            (5, 115_066_382_913),
        ] {
            let grid = Grid::rectangle(side, side, Adjacency::Diagonal);
            assert_eq!(count_paths(&grid, |_| true), Some(paths), "{side}x{side}");
        }
    }

    #[test]
    fn a_grid_that_is_too_wide_is_not_counted() {
        assert_eq!(count_paths(&Grid::rack(40), |_| true), None);
    }
}
