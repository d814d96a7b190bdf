//! What the vector engines share: the directions of a grid, packed paths and the memory of
//! their searches. The loops are in `passes`, for vectors, and in [`stepwise`].
//!
//! # The search
//!
//! A *state* is a way to spell a prefix: a lexicon node, the cells used and the last cell.
//! The search takes up to [`CHUNK`] states at a time from the end of a list and
//!
//! 1. for each direction finds the states that can go there: the neighbour's letter is among
//!    the node's children and the cell is unused. Those become *candidates*, a child slot and
//!    the cells;
//! 2. loads the candidates' nodes, notes the words among them and puts those that can go on
//!    (some letter around the cell is among the children) at the end of the list as states.
//!
//! Both passes handle a vector of states without a branch, where a depth-first search
//! mispredicts one branch after the other. Taking states from the end keeps the list short.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod large;
#[cfg(target_arch = "x86_64")]
mod passes;
mod stepwise;
#[cfg(target_arch = "x86_64")]
mod tape;
#[cfg(target_arch = "x86_64")]
mod vectors;

use super::worker::PathBuffer;
use super::{Engine, Prepared};
use crate::grid::{Cell, Grid};
use crate::layout::Layout;

/// The most neighbours a cell may have.
pub(super) const DIRECTIONS: usize = 8;

/// How many states are expanded at a time.
const CHUNK: usize = 256;

/// In place of a neighbour.
const NOWHERE: u8 = 0xff;

/// The most cells of a grid.
const MAX_CELLS: usize = 64;

/// The most steps a packed path holds behind its first cell.
const MAX_STEPS: usize = 19;

/// The most that is kept of a search: boards of many wildcards meet billions of candidates.
const MAX_ENTRIES: usize = 1 << 18;

/// Whether this machine has an engine's instructions.
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

/// Whether an engine can search a grid of so many cells.
pub(super) fn serves(engine: Engine, grid: &Grid) -> bool {
    if grid.len() <= MAX_CELLS {
        return true;
    }
    #[cfg(target_arch = "x86_64")]
    if matches!(engine, Engine::Avx512 | Engine::Avx2) {
        return large::serves(grid);
    }
    let _ = engine;
    false
}

/// A grid's neighbours by direction: `next[d][c]` is the `d`-th neighbour of cell `c` in
/// ascending order, so that comparing directions compares positions.
pub(super) struct Directions {
    next: Box<[[u8; 64]; DIRECTIONS]>,
    /// How many directions are in use.
    count: usize,
    cells: usize,
    /// The cells that each cell is a neighbour of, as masks.
    approaches: Box<[u64; 64]>,
}

impl Directions {
    /// The directions of a grid that the engine can search, else none.
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

    /// Writes out a packed path.
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

/// Packs a path of one cell: a leading one, then six bits for the cell. Each step adds three
/// bits for its direction.
fn pack_start(cell: usize) -> u64 {
    64 | cell as u64
}

/// Whether a packed path of a word has earlier positions than another of the same word.
///
/// Neither can be the beginning of the other, so behind aligned leading ones the first
/// difference decides.
#[inline]
pub(super) fn is_earlier(a: u64, b: u64) -> bool {
    a << a.leading_zeros() < b << b.leading_zeros()
}

/// A word's path has more steps than can be packed.
#[derive(Debug)]
pub(super) struct TooLong;

/// Paths of words, side by side.
pub(super) struct Found<'f> {
    pub(super) slots: &'f [u32],
    /// Packed paths, where they are wanted.
    pub(super) paths: &'f [u64],
    /// The cells of each path as a mask, where paths are wanted.
    pub(super) cells: &'f [u64],
}

/// Takes what was found, a part at a time.
type Taker<'t> = dyn FnMut(Found<'_>) + 't;

/// Paths to hand over at once: enough to be quick, few enough that a board of wildcards,
/// which has billions, does not fill the memory.
const PART: usize = 1 << 16;

/// The memory of frontier searches.
#[derive(Default)]
pub(super) struct Frontier {
    stepwise: stepwise::Stepwise,
    #[cfg(target_arch = "x86_64")]
    vectors: vectors::Vectors,
    #[cfg(target_arch = "x86_64")]
    large: large::Large,
}

impl Frontier {
    /// Searches a board of up to 64 cells and hands over the words, one for each path, with
    /// their paths if those are wanted.
    pub(super) fn search<const PATHS: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        mut take: impl FnMut(Found<'_>),
    ) -> Result<(), TooLong> {
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::search::<PATHS>(&mut self.vectors, solver, layout, &mut take),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::search::<PATHS>(&mut self.vectors, solver, layout, &mut take),
            _ => self.stepwise.search::<PATHS>(solver, layout, &mut take),
        }
    }

    /// Searches a board of up to 64 cells as [`Self::search`] does without paths, and keeps
    /// what it met. False if that was too much to keep.
    pub(super) fn record(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        mut take: impl FnMut(Found<'_>),
    ) -> bool {
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::record(&mut self.vectors, solver, layout, &mut take),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::record(&mut self.vectors, solver, layout, &mut take),
            _ => return self.stepwise.record(solver, layout, &mut take),
        }
        #[cfg(target_arch = "x86_64")]
        !self.vectors.tape.is_torn()
    }

    /// Searches a board that differs from the recorded one in some cells, and hands over its
    /// words. False if that was too much to keep.
    pub(super) fn research(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        changed: u64,
        mut take: impl FnMut(Found<'_>),
    ) -> bool {
        let take = &mut take;
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::research(&mut self.vectors, solver, layout, changed, take),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::research(&mut self.vectors, solver, layout, changed, take),
            _ => return self.stepwise.research(solver, layout, changed, take),
        }
        #[cfg(target_arch = "x86_64")]
        !self.vectors.tape.is_torn()
    }

    /// Makes the board of the last [`Self::research`], which was kept, the recorded one.
    pub(super) fn keep(&mut self, solver: &Prepared, changed: u64) {
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => avx512::keep(&mut self.vectors, solver, changed),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => avx2::keep(&mut self.vectors, solver, changed),
            _ => self.stepwise.keep(changed),
        }
    }

    /// Searches a board of more than 64 cells without wildcards. A word's paths come in no
    /// order.
    pub(super) fn search_large(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        visit: &mut impl super::plain::Visit,
    ) {
        #[cfg(target_arch = "x86_64")]
        large::search(&mut self.vectors, &mut self.large, solver, layout, visit);
        #[cfg(not(target_arch = "x86_64"))]
        super::plain::search(&solver.field(), layout, visit);
    }
}
