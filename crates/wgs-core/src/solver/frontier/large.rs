//! The vector search on grids of more than 64 cells, whose used cells fit no mask.
//!
//! Cells keep their place in a mask of 64 bits all the same: bit `x mod 8 + 8 (y mod 8)`. Two
//! cells share a bit only if they lie eight columns or rows apart, and no path of up to
//! [`LEVELS`] cells gets that far from its own beginning, so up to there the mask is exact.
//! The few paths that go on from there are finished by the plain search.
//!
//! The board is searched from a block of cells at a time, level by level, which keeps what
//! is looked at in the nearest caches.

use super::vectors::{Columns, Vectors};
use super::{DIRECTIONS, Engine, avx2, avx512};
use crate::grid::{Cell, Grid};
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solver::Prepared;
use crate::solver::plain::{self, Visit};

/// The most cells of a grid; their numbers take 20 bits.
pub(super) const MAX_CELLS: usize = 1 << CELL_BITS;

/// Cells that paths are begun from at a time.
const BLOCK: usize = 64;

/// The most cells of a path for which the mask is exact.
pub(super) const LEVELS: usize = 8;

pub(super) const CELL_BITS: u32 = 20;
/// Where in an entry the neighbour's bit in the mask stands, and its symbol.
pub(super) const MASK_SHIFT: u32 = CELL_BITS;
pub(super) const SYMBOL_SHIFT: u32 = CELL_BITS + 6;

/// In place of a symbol: a shift by it leaves nothing.
const NO_SHIFT: u32 = 63;

/// What a large board looks like from each cell.
#[derive(Default)]
pub(super) struct Large {
    /// Eight entries for each cell: the neighbour, its bit in the mask and its symbol.
    pub(super) neighbours: Vec<u32>,
    /// The symbols around each cell.
    pub(super) around: Vec<u32>,
    /// For boards with tiles of several symbols: the k-th further symbol of each cell as a
    /// bit, 0 where it has none.
    pub(super) more: Vec<Vec<u32>>,
}

impl Large {
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

    /// Writes out a packed path.
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

/// Whether a grid can be searched so.
pub(super) fn serves(grid: &Grid) -> bool {
    grid.len() <= MAX_CELLS && grid.touches_by_place()
}

/// Searches one board without wildcards. A word's paths come in no order.
pub(super) fn search<V: Visit>(
    vectors: &mut Vectors,
    large: &mut Large,
    solver: &Prepared,
    layout: &Layout,
    visit: &mut V,
) {
    let grid = &solver.grid;
    large.read(grid, layout);
    let mut path = Vec::new();
    let mut rest = plain::Large::new(&solver.lexicon, grid, layout);
    for start in (0..grid.len()).step_by(BLOCK) {
        let end = grid.len().min(start + BLOCK);
        visit.turn_page();
        vectors.begin_large();
        begin(&mut vectors.candidates, solver, layout, start..end);
        match solver.engine {
            Engine::Avx512 => avx512::search_large(vectors, solver, large),
            _ => avx2::search_large(vectors, solver, large),
        }
        let words = &vectors.words;
        for (&slot, &packed) in words.node[..words.len].iter().zip(&words.path) {
            if visit.is_settled(slot) {
                continue;
            }
            if V::PATHS {
                large.unpack(packed, &mut path);
            }
            visit.word(slot, &path);
        }
        let states = &vectors.states;
        for index in 0..states.len {
            large.unpack(states.path[index], &mut path);
            let node = Node {
                mask: states.node[index],
                first: states.first[index],
            };
            rest.go_on_from(node, &path, visit);
        }
    }
}

/// Makes candidates of the cells that paths are begun from.
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
