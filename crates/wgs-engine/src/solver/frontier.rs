//! The frontier search, breadth first: the directions of a grid, packed paths, and the memory
//! of searches, which its engines share. The loops are in `pass` for vectors and in
//! [`portable`] for other processors.
//!
//! # The search
//!
//! A *state* is a path that spells a prefix: a lexicon node, the cells used, and the last cell.
//! The search keeps a list of states, takes up to [`CHUNK`] at a time from its end, and makes
//! two passes over them:
//!
//! 1. For each direction, it finds the states that can step there: the letter of the neighbour
//!    is among the children of the node, and the cell is unused. These become *candidates*: the
//!    slot of the child, and the cells.
//! 2. It loads the nodes of the candidates, notes the words among them, and appends those that
//!    can be extended (some letter around the cell is among the children) to the list.
//!
//! Both passes handle a vector of states without branches, whereas a depth-first search
//! mispredicts many. Taking states from the end keeps the list short.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod large;
mod mask_sum;
mod open_cell;
#[cfg(target_arch = "x86_64")]
mod open_pass;
#[cfg(target_arch = "x86_64")]
mod open_vector;
#[cfg(target_arch = "x86_64")]
mod pass;
mod portable;
mod prefetch;
#[cfg(target_arch = "x86_64")]
mod search_trace;
#[cfg(target_arch = "x86_64")]
mod state_format;
#[cfg(target_arch = "x86_64")]
mod vector;

use super::worker::PathBuffer;
use super::{Engine, Prepared};
use crate::budget::Meter;
use crate::grid::{Cell, Grid};
use crate::layout::Layout;

pub(super) use mask_sum::add_by_bit;
pub(super) use open_cell::{MAX_FACES, NO_FACE, OpenBoard, OpenFaces, OpenFinds, TAGS};
pub(super) use prefetch::prefetch;

/// The largest number of neighbours of a cell.
pub(super) const DIRECTIONS: usize = 8;

/// The number of states expanded at a time.
const CHUNK: usize = 256;

/// Stored instead of a missing neighbour.
const NOWHERE: u8 = 0xff;

/// The largest number of cells, except in the large search.
const MAX_CELLS: usize = 64;

/// The largest number of steps in a packed path, after its first cell.
const MAX_STEPS: usize = 19;

/// The largest number of candidates in a trace: a search of a board with many wildcards meets
/// billions.
const MAX_TRACED: usize = 1 << 18;

/// Returns whether this machine has the instructions of an engine.
pub(super) fn is_supported(engine: Engine) -> bool {
    match engine {
        #[cfg(target_arch = "x86_64")]
        Engine::Avx512 => avx512::is_supported(),
        #[cfg(target_arch = "x86_64")]
        Engine::Avx2 => avx2::is_supported(),
        Engine::Portable => true,
        _ => false,
    }
}

/// Returns whether an engine can search a grid of this size and shape.
pub(super) fn can_search(engine: Engine, grid: &Grid) -> bool {
    if grid.len() <= MAX_CELLS {
        return true;
    }
    #[cfg(target_arch = "x86_64")]
    if matches!(engine, Engine::Avx512 | Engine::Avx2) {
        return large::can_search(grid);
    }
    let _ = engine;
    false
}

/// The neighbours of each cell by direction: `next[d][c]` is the `d`-th neighbour of cell `c` in
/// ascending order, so that the order of directions is the order of positions.
pub(super) struct Directions {
    next: Box<[[u8; 64]; DIRECTIONS]>,
    /// The number of directions in use.
    count: usize,
    cells: usize,
    /// For each cell, the cells from which a step leads into it, as a mask.
    approaches: Box<[u64; 64]>,
}

impl Directions {
    /// Returns the directions of a grid, or none if the engine cannot search it.
    pub(super) fn new(grid: &Grid, engine: Engine) -> Self {
        let mut directions = Self::none();
        if engine.is_frontier() && grid.len() <= MAX_CELLS && engine.check(grid).is_ok() {
            directions.count = grid.max_neighbours();
            directions.cells = grid.len();
            for cell in grid.cells() {
                for (direction, next) in grid.neighbours(cell).enumerate() {
                    directions.next[direction][cell.index()] = next.index() as u8;
                    directions.approaches[next.index()] |= 1 << cell.index();
                }
            }
        }
        directions
    }

    fn none() -> Self {
        Self {
            next: Box::new([[NOWHERE; 64]; DIRECTIONS]),
            count: 0,
            cells: 0,
            approaches: Box::new([0; 64]),
        }
    }

    /// Unpacks a path.
    #[inline]
    pub(super) fn unpack<'p>(&self, packed: u64, path: &'p mut PathBuffer) -> &'p [Cell] {
        let steps = (63 - 6 - packed.leading_zeros()) as usize / 3 % MAX_CELLS;
        let mut cell = (packed >> (3 * steps)) as usize & 63;
        path[0] = Cell::new(cell);
        for step in 0..steps {
            let direction = (packed >> (3 * (steps - 1 - step))) as usize & 7;
            cell = usize::from(self.next[direction][cell]) & 63;
            path[step + 1] = Cell::new(cell);
        }
        &path[..=steps]
    }
}

/// Packs a path of one cell: a leading one, then six bits for the cell. Each step appends three
/// bits for its direction.
fn pack_start(cell: usize) -> u64 {
    64 | cell as u64
}

/// Returns whether a packed path has earlier positions than another path of the same word.
///
/// Neither path is the beginning of the other. So once their leading ones are aligned, the first
/// difference decides.
#[inline]
pub(super) fn is_earlier(a: u64, b: u64) -> bool {
    a << a.leading_zeros() < b << b.leading_zeros()
}

/// The error for a word whose path has too many steps to be packed.
#[derive(Debug)]
pub(super) struct TooLong;

/// Why a search without paths cannot fail.
pub(super) const NO_PATHS: &str = "a search without paths cannot find one that is too long";

/// A batch of paths of words, in columns.
pub(super) struct FoundPaths<'f> {
    /// The slot of each word.
    pub(super) slots: &'f [u32],
    /// The packed paths; empty in a search without paths.
    pub(super) paths: &'f [u64],
    /// The cells of each path as a mask; empty in a search without paths.
    pub(super) cells: &'f [u64],
}

/// Receives what a search finds, one batch at a time.
type FoundSink<'t> = dyn FnMut(FoundPaths<'_>) + 't;

/// A batch is passed on once it has this many paths. That is large enough to be fast, and small
/// enough to fit in memory on a board of wildcards, which has billions of paths.
const BATCH: usize = 1 << 16;

/// The memory of frontier searches.
#[derive(Default)]
pub(super) struct Frontier {
    portable: portable::Portable,
    open_cell: open_cell::PortableOpenCell,
    #[cfg(target_arch = "x86_64")]
    vectors: vector::Vectors,
    #[cfg(target_arch = "x86_64")]
    open_vectors: open_vector::OpenVectors,
    #[cfg(target_arch = "x86_64")]
    large: large::LargeTables,
}

impl Frontier {
    /// Searches a board of up to 64 cells and passes on the words, once for each path.
    pub(super) fn search<const PATHS: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        mut take: impl FnMut(FoundPaths<'_>),
    ) -> Result<(), TooLong> {
        let take = &mut take;
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => {
                avx512::search::<PATHS>(&mut self.vectors, solver, layout, meter, take)
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::search::<PATHS>(&mut self.vectors, solver, layout, meter, take),
            _ => self.portable.search::<PATHS>(solver, layout, meter, take),
        }
    }

    /// Searches a board of up to 64 cells like [`Self::search`] without paths, and traces the
    /// search. Returns false if it was too large to trace or has stopped before its end.
    pub(super) fn trace(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        mut take: impl FnMut(FoundPaths<'_>),
    ) -> bool {
        let take = &mut take;
        let is_complete = match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::trace(&mut self.vectors, solver, layout, meter, take),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::trace(&mut self.vectors, solver, layout, meter, take),
            _ => self.portable.trace(solver, layout, meter, take),
        };
        is_complete && !meter.has_stopped()
    }

    /// Searches a board that differs from the traced one in some cells, and passes on its
    /// words. Returns false if the search was too large to trace or has stopped before its end.
    pub(super) fn search_change(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        changed: u64,
        meter: &mut Meter<'_>,
        mut take: impl FnMut(FoundPaths<'_>),
    ) -> bool {
        let take = &mut take;
        let is_complete = match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => {
                avx512::search_change(&mut self.vectors, solver, layout, changed, meter, take)
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => {
                avx2::search_change(&mut self.vectors, solver, layout, changed, meter, take)
            }
            _ => (self.portable).search_change(solver, layout, changed, meter, take),
        };
        is_complete && !meter.has_stopped()
    }

    /// Makes the board of the last [`Self::search_change`], which must have been traced, the
    /// traced one.
    pub(super) fn keep(&mut self, solver: &Prepared, changed: u64) {
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::keep(&mut self.vectors, solver, changed),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::keep(&mut self.vectors, solver, changed),
            _ => self.portable.keep(changed),
        }
    }

    /// Searches a board of more than 64 cells without wildcards. The paths of a word come in no
    /// particular order.
    pub(super) fn search_large(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        visitor: &mut impl super::plain::PathVisitor,
    ) {
        #[cfg(target_arch = "x86_64")]
        {
            let Self { vectors, large, .. } = self;
            large::search(vectors, large, solver, layout, meter, visitor);
        }
        #[cfg(not(target_arch = "x86_64"))]
        super::plain::search(solver, layout, meter, visitor);
    }
}
