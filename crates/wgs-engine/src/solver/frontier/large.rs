//! The vector search on grids of more than 64 cells, too many for a mask of used cells.
//!
//! The mask still has 64 bits: the cell in column `x` and row `y` has bit
//! `x mod 8 + 8 (y mod 8)`. Two cells share a bit only if they are at least eight columns or
//! rows apart, and a path of up to [`LEVELS`] cells does not get that far from its start, so up
//! to that length the mask is exact. The plain search finishes the few longer paths.
//!
//! The search starts from a block of cells at a time and proceeds level by level, which keeps
//! its data in the nearest caches.

use super::vector::{Columns, Vectors};
use super::{DIRECTIONS, Engine, avx2, avx512};
use crate::budget::Meter;
use crate::grid::{Cell, Grid};
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solver::Prepared;
use crate::solver::plain::{self, PathVisitor};

/// The largest number of cells; their indices take 20 bits.
pub(super) const MAX_CELLS: usize = 1 << CELL_BITS;

/// The number of cells in a block.
const BLOCK: usize = 64;

/// The length of paths up to which the mask is exact.
pub(super) const LEVELS: usize = 8;

/// A block with more states than this after some level is finished by the plain search, which
/// needs no memory for them. Only boards with few different letters reach it.
pub(super) const MAX_STATES: usize = 1 << 17;

pub(super) const CELL_BITS: u32 = 20;
/// In an entry for a neighbour, where the number of its mask bit starts.
pub(super) const MASK_SHIFT: u32 = CELL_BITS;
/// In an entry for a neighbour, where its symbol starts.
pub(super) const SYMBOL_SHIFT: u32 = CELL_BITS + 6;

/// Stored instead of a missing symbol: shifting by this gives 0.
const NO_SHIFT: u32 = 63;

/// The neighbours of each cell of a large board.
#[derive(Default)]
pub(super) struct LargeTables {
    /// Eight entries for each cell: a neighbour, the number of its mask bit, and its symbol.
    pub(super) neighbours: Vec<u32>,
    /// The symbols around each cell.
    pub(super) around: Vec<u32>,
    /// For each index, the symbol of each cell at that index after its first, as a bit; 0 for
    /// cells with fewer symbols.
    pub(super) more: Vec<Vec<u32>>,
}

impl LargeTables {
    fn read(&mut self, grid: &Grid, layout: &Layout) {
        self.neighbours.clear();
        self.around.clear();
        for cell in grid.cells() {
            let mut entries = [NO_SHIFT << SYMBOL_SHIFT; DIRECTIONS];
            let mut around = 0;
            for (entry, next) in entries.iter_mut().zip(grid.neighbours(cell)) {
                let symbol = u32::from(layout.first[next.index()]);
                let bit = mask_bit(grid, next);
                let shift = symbol.min(NO_SHIFT);
                *entry = next.index() as u32 | bit << MASK_SHIFT | shift << SYMBOL_SHIFT;
                around |= 1u32.checked_shl(symbol).unwrap_or(0);
            }
            self.neighbours.extend_from_slice(&entries);
            self.around.push(around);
        }
        self.more.clear();
        for cell in grid.cells().filter(|_| layout.has_more) {
            for (index, &symbol) in layout.more(cell.index()).iter().enumerate() {
                if self.more.len() == index {
                    self.more.push(vec![0; grid.len()]);
                }
                self.more[index][cell.index()] = 1 << symbol;
            }
        }
    }

    /// Unpacks a path.
    fn unpack(&self, packed: u64, path: &mut Vec<Cell>) {
        let steps = (63 - CELL_BITS - packed.leading_zeros()) / 3;
        let mut cell = (packed >> (3 * steps)) as usize % MAX_CELLS;
        path.clear();
        path.push(Cell::new(cell));
        for step in (0..steps).rev() {
            let direction = (packed >> (3 * step)) as usize % DIRECTIONS;
            cell = self.neighbours[cell * DIRECTIONS + direction] as usize % MAX_CELLS;
            path.push(Cell::new(cell));
        }
    }
}

fn mask_bit(grid: &Grid, cell: Cell) -> u32 {
    let (x, y) = grid.place(cell);
    x % 8 + 8 * (y % 8)
}

/// Returns whether this search can handle a grid.
pub(super) fn can_search(grid: &Grid) -> bool {
    grid.len() <= MAX_CELLS && grid.has_adjacent_neighbours()
}

/// Searches one board without wildcards. The paths of a word come in no particular order.
pub(super) fn search<V: PathVisitor>(
    vectors: &mut Vectors,
    large: &mut LargeTables,
    solver: &Prepared,
    layout: &Layout,
    meter: &mut Meter<'_>,
    visitor: &mut V,
) {
    let grid = &solver.grid;
    large.read(grid, layout);
    let mut path = Vec::new();
    let mut rest = plain::LargeSearch::new(&solver.lexicon, grid, layout, meter);
    for start in (0..grid.len()).step_by(BLOCK) {
        let end = grid.len().min(start + BLOCK);
        visitor.begin_block();
        vectors.begin_large();
        begin(&mut vectors.candidates, solver, layout, start..end);
        match solver.engine {
            Engine::Avx512 => avx512::search_large(vectors, solver, large, rest.meter()),
            _ => avx2::search_large(vectors, solver, large, rest.meter()),
        }
        let words = &vectors.words;
        for (&slot, &packed) in words.node[..words.len].iter().zip(&words.path) {
            if visitor.has_final_path(slot) {
                continue;
            }
            if V::PATHS {
                large.unpack(packed, &mut path);
            }
            visitor.word(slot, &path);
        }
        let states = &vectors.states;
        for index in 0..states.len {
            large.unpack(states.path[index], &mut path);
            let node = Node {
                mask: states.node[index],
                first: states.first[index],
            };
            rest.extend_path(node, &path, visitor);
        }
        if rest.meter().has_stopped() {
            return;
        }
    }
}

/// Makes candidates of the cells at which paths start.
fn begin(
    candidates: &mut Columns,
    solver: &Prepared,
    layout: &Layout,
    cells: std::ops::Range<usize>,
) {
    let root = solver.lexicon.node(0);
    candidates.len = 0;
    for cell in cells {
        let symbol = layout.first[cell];
        if symbol < 32
            && let Some(slot) = root.child(symbol)
        {
            let used = 1 << mask_bit(&solver.grid, Cell::new(cell));
            let path = 1 << CELL_BITS | cell as u64;
            candidates.push_wide(slot, used, cell, path);
        }
    }
}
