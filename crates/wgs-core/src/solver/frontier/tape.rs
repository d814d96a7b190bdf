//! The tape: everything that a search has met, so that a board that differs in a few cells
//! can be searched from there. What uses no changed cell is the same on both boards; what
//! does comes to its first changed cell from something on the tape, or begins there.
//!
//! On 4x4 boards of 100 to 600 words that is 1.3 times as fast as searching anew for changes
//! of two cells, and 1.7 times for one, which is what the unsafe blocks of `passes` that read
//! and write the tape are for.

use std::ops::Range;

use super::vectors::{Columns, Shape};
use super::{Directions, MAX_ENTRIES, NOWHERE};
use crate::solution::bits;
use crate::solver::Prepared;

/// So many entries of any vector may be written past the settled board.
const GAP: usize = 16;

/// All candidates of a search, with their nodes. Behind those of the settled board, and a
/// gap, stand those of the last change that was tried.
#[derive(Default)]
pub(super) struct Tape {
    /// The slot of each entry's node.
    pub(super) slots: Vec<u32>,
    pub(super) columns: Columns,
    settled: usize,
    torn: bool,
    /// Where the nodes of the lexicon lie that it was recorded with, and how many there are.
    nodes: (usize, usize),
}

impl Tape {
    /// Begins a board.
    pub(super) fn begin(&mut self, solver: &Prepared) {
        self.nodes = place_of_nodes(solver);
        self.columns.len = 0;
        self.settled = 0;
        self.torn = false;
    }

    /// Checks that the tape was recorded with the same lexicon: what is on it leads to slots of
    /// that one, which the gathers rely on.
    pub(super) fn check(&self, solver: &Prepared) {
        assert_eq!(
            self.nodes,
            place_of_nodes(solver),
            "a tape goes on with the lexicon it was recorded with"
        );
    }

    /// Makes what is on the tape the settled board.
    pub(super) fn settle(&mut self) {
        self.settled = self.columns.len;
    }

    /// How many entries the settled board has.
    pub(super) fn settled(&self) -> usize {
        self.settled
    }

    /// Whether something is missing.
    pub(super) fn is_torn(&self) -> bool {
        self.torn
    }

    /// Forgets the last change that was tried, and begins another.
    pub(super) fn rewind(&mut self) {
        self.columns.len = self.settled + GAP;
        self.torn = false;
    }

    /// The entries of the last change that was tried.
    pub(super) fn tried(&self) -> Range<usize> {
        self.settled + GAP..self.columns.len
    }

    /// Makes room for more entries and a vector; false if there are too many.
    pub(super) fn make_room(&mut self, more: usize, shape: Shape) -> bool {
        let entries = self.columns.len + more;
        self.torn |= entries > MAX_ENTRIES;
        if self.torn {
            return false;
        }
        self.columns.make_room(entries, shape, false);
        if self.slots.len() < self.columns.node.len() {
            self.slots.resize(self.columns.node.len(), 0);
        }
        true
    }

    /// Moves entries to the end, and makes all the settled board.
    pub(super) fn append(&mut self, entries: Range<usize>, shape: Shape) {
        let at = self.columns.len;
        self.slots.copy_within(entries.clone(), at);
        for column in self.columns.numbers(shape) {
            column.copy_within(entries.clone(), at);
        }
        self.columns.len += entries.len();
        self.settle();
    }
}

fn place_of_nodes(solver: &Prepared) -> (usize, usize) {
    let nodes = solver.lexicon.nodes();
    (nodes.as_ptr().addr(), nodes.len())
}

/// Directions that lead to some cells, instead of a grid's own.
pub(super) struct Gates {
    directions: Directions,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            directions: Directions::none(),
        }
    }
}

impl Gates {
    /// Takes up to eight cells of a mask; the n-th direction leads from all their neighbours
    /// to the n-th of them.
    pub(super) fn towards(&mut self, mask: &mut u64, solver: &Prepared) -> &Directions {
        let gates = &mut self.directions;
        gates.cells = solver.directions.cells;
        for row in &mut gates.next[..gates.count] {
            row.fill(NOWHERE);
        }
        gates.count = 0;
        for (row, cell) in gates.next.iter_mut().zip(bits(*mask)) {
            for neighbour in bits(solver.directions.approaches[cell]) {
                row[neighbour] = cell as u8;
            }
            gates.count += 1;
            *mask &= *mask - 1;
        }
        gates
    }

    /// How many cells they lead to.
    pub(super) fn count(&self) -> usize {
        self.directions.count
    }
}
