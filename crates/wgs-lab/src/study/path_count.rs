//! How many paths a grid has: what a search without pruning would walk, in full, without
//! walking it. A 5x5 board has a hundred billion of them; counting takes milliseconds.
//!
//! Cells are visited in order, and of what lies behind only the *frontier* is remembered: the
//! cells visited that still touch cells to come, and for each the other end of the piece of
//! path it ends. Choices that leave the same frontier are counted together. (This is Knuth's
//! "simpath", for paths between any two cells.)

use std::collections::HashMap;

use wgs_core::{Cell, Grid};

/// The most cells on the frontier: what 6x6 needs, for which counting takes 0.3 s. 7x7 needs
/// one more and takes 6 s.
const WIDEST_FRONTIER: usize = 8;

/// In place of the other end: a path goes through the cell.
const INSIDE: u32 = u32::MAX;

/// In place of the other end: it lies behind the frontier, and there the path ends.
const BEHIND: u32 = u32::MAX - 1;

/// For each cell of the frontier the other end of the piece that it ends, itself if no path
/// uses it yet.
type Ends = Vec<u32>;

/// How many paths of one cell or more a grid has, each counted in both directions, over the
/// cells that are open; [`None`] if the grid is too wide to count them.
///
/// Cells must touch each other: where a neighbour is listed in one direction alone, a path
/// may use it in both.
///
/// ```
/// use wgs_core::{Adjacency, Grid};
/// use wgs_lab::count_paths;
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
    let mut counter = Counter::default();
    for &cell in &open {
        counter.enter(cell);
        if counter.frontier.len() > WIDEST_FRONTIER {
            return None;
        }
        for neighbour in grid.neighbours(cell).filter(|&other| other < cell) {
            if is_open(neighbour) {
                counter.offer_step(neighbour, cell)?;
            }
        }
        let done = |other: &Cell| last_touching.get(other).is_none_or(|&last| last <= cell);
        let leaving: Vec<Cell> = counter.frontier.iter().copied().filter(done).collect();
        for other in leaving {
            counter.leave(other)?;
        }
    }
    let both_ways = counter.finished.checked_mul(2)?;
    both_ways.checked_add(open.len() as u128)
}

#[derive(Default)]
struct Counter {
    frontier: Vec<Cell>,
    /// How many choices lead to each frontier.
    ways: HashMap<Ends, u128>,
    /// Paths of two cells or more that are complete.
    finished: u128,
}

impl Counter {
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

    fn place(&self, cell: u32) -> usize {
        let found = self.frontier.iter().position(|c| c.index() as u32 == cell);
        found.expect("ends lie on the frontier")
    }

    /// Lets paths step from one cell to another, or not.
    fn offer_step(&mut self, a: Cell, b: Cell) -> Option<()> {
        let (a, b) = (a.index() as u32, b.index() as u32);
        let (at_a, at_b) = (self.place(a), self.place(b));
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
                joined[self.place(end_a)] = end_b;
            }
            if end_b != BEHIND {
                joined[self.place(end_b)] = end_a;
            }
            if end_a == BEHIND && end_b == BEHIND {
                if self.is_alone(&joined) {
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

    /// Takes a cell that touches none to come off the frontier.
    fn leave(&mut self, cell: Cell) -> Option<()> {
        let leaving = cell.index() as u32;
        let at = self.place(leaving);
        let mut left: HashMap<Ends, u128> = HashMap::with_capacity(self.ways.len());
        for (mut ends, ways) in std::mem::take(&mut self.ways) {
            match ends[at] {
                INSIDE => {}
                BEHIND => {
                    ends[at] = INSIDE;
                    if self.is_alone(&ends) {
                        self.finished = self.finished.checked_add(ways)?;
                    }
                    continue;
                }
                end if end == leaving => {}
                end => {
                    let end = self.place(end);
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

    /// Whether no piece of a path is open.
    fn is_alone(&self, ends: &Ends) -> bool {
        let mut cells = ends.iter().zip(&self.frontier);
        cells.all(|(&end, cell)| end == INSIDE || end == cell.index() as u32)
    }
}

#[cfg(test)]
mod tests {
    use wgs_core::Adjacency;

    use super::*;

    /// The plain twin: walks every path.
    fn walk(grid: &Grid, open: &[bool]) -> u128 {
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
    fn as_many_paths_are_counted_as_can_be_walked() {
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
            for adjacency in [Adjacency::Diagonal, Adjacency::Straight] {
                let grid = Grid::rectangle(columns, rows, adjacency);
                for closed in [usize::MAX, 0, 1, 4] {
                    let open: Vec<bool> = (0..grid.len()).map(|cell| cell != closed).collect();
                    let counted = count_paths(&grid, |cell| open[cell.index()]);
                    assert_eq!(
                        counted,
                        Some(walk(&grid, &open)),
                        "{columns}x{rows}, {adjacency:?}, without cell {closed}"
                    );
                }
            }
        }
        let rack = Grid::rack(5);
        assert_eq!(count_paths(&rack, |_| true), Some(walk(&rack, &[true; 5])));
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
    fn a_grid_that_is_too_wide_is_given_up() {
        assert_eq!(count_paths(&Grid::rack(40), |_| true), None);
    }
}
