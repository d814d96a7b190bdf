//! What the vector engines share: the directions of a grid, packed paths and the memory of
//! their searches. The loops are in [`avx512`] and [`avx2`].
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

use super::{Engine, Solver};
use crate::grid::{Cell, Grid};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};

/// The most neighbours a cell may have.
pub(super) const DIRECTIONS: usize = 8;

/// How many states are expanded at a time.
const CHUNK: usize = 256;

/// In place of a neighbour.
const NOWHERE: u8 = 0xff;

/// The most steps a packed path holds behind its first cell.
const MOST_STEPS: usize = 19;

/// Whether this machine has an engine's instructions.
pub(super) fn is_supported(engine: Engine) -> bool {
    #[cfg(target_arch = "x86_64")]
    match engine {
        Engine::Avx512 => return avx512::is_supported(),
        Engine::Avx2 => return avx2::is_supported(),
        Engine::Plain | Engine::General => {}
    }
    let _ = engine;
    false
}

/// A grid's neighbours by direction: `next[d][c]` is the `d`-th neighbour of cell `c` in
/// ascending order, so that comparing directions compares positions.
pub(super) struct Directions {
    next: Box<[[u8; 64]; DIRECTIONS]>,
    /// The same as what a step adds to a state's place, 0 where there is no neighbour.
    places: Box<[[u32; 64]; DIRECTIONS]>,
    /// How many directions are in use.
    count: usize,
    cells: usize,
}

impl Directions {
    /// The directions of a grid that the engine can search, else none.
    pub(super) fn new(grid: &Grid, engine: Engine) -> Self {
        let mut directions = Self {
            next: Box::new([[NOWHERE; 64]; DIRECTIONS]),
            places: Box::new([[0; 64]; DIRECTIONS]),
            count: 0,
            cells: 0,
        };
        if matches!(engine, Engine::Avx512 | Engine::Avx2) && engine.check(grid).is_ok() {
            directions.count = grid.most_neighbours();
            directions.cells = grid.len();
            for cell in grid.cells() {
                for (direction, next) in grid.neighbours(cell).enumerate() {
                    let next = next.index() as u32;
                    directions.next[direction][cell.index()] = next as u8;
                    directions.places[direction][cell.index()] = match Shape::of(grid.len()) {
                        Shape::Small => 1 << next | next << 16,
                        Shape::Medium => 1 << next | next << 27,
                        Shape::Wide => 0,
                    };
                }
            }
        }
        directions
    }

    /// Writes out a packed path.
    #[inline]
    pub(super) fn unpack(&self, packed: u64, path: &mut Vec<Cell>) {
        let steps = (63 - 6 - packed.leading_zeros()) / 3;
        let mut cell = (packed >> (3 * steps)) as usize & 63;
        path.clear();
        path.push(Cell::new(cell));
        for step in (0..steps).rev() {
            let direction = (packed >> (3 * step)) as usize & 7;
            cell = usize::from(self.next[direction][cell]) & 63;
            path.push(Cell::new(cell));
        }
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

/// All paths of all words, side by side.
pub(super) struct Found<'f> {
    pub(super) slots: &'f [u32],
    /// Packed paths.
    pub(super) paths: &'f [u64],
    /// The cells of each path as a mask.
    pub(super) cells: &'f [u64],
}

/// The memory of vector searches.
#[derive(Default)]
pub(super) struct Frontier {
    states: Columns,
    candidates: Columns,
    words: Columns,
    tables: Tables,
    /// Found paths as callers want them.
    cells: Vec<u64>,
}

/// States, candidates or words, one column for each part. Not every part is in use
/// everywhere; a column in use has room for at least as many as were last made room for.
#[derive(Default)]
struct Columns {
    /// The child mask of a state's node; the slot of a candidate or word.
    node: Vec<u32>,
    /// The first child of a state's node.
    first: Vec<u32>,
    /// The cells used and the last cell, see [`Shape`].
    place: Vec<u32>,
    /// In [`Shape::Wide`], the used cells from 32 on.
    high: Vec<u32>,
    /// In [`Shape::Wide`], the last cell.
    cell: Vec<u32>,
    /// Packed paths, where they are wanted.
    path: Vec<u64>,
    len: usize,
}

impl Columns {
    /// Makes room for so many entries, and a vector more that may be written past them.
    fn make_room(&mut self, entries: usize, shape: Shape, paths: bool) {
        let entries = entries + 16;
        let grow = |column: &mut Vec<u32>| {
            if column.len() < entries {
                column.resize(entries.next_power_of_two(), 0);
            }
        };
        grow(&mut self.node);
        grow(&mut self.first);
        grow(&mut self.place);
        if shape == Shape::Wide {
            grow(&mut self.high);
            grow(&mut self.cell);
        }
        if paths && self.path.len() < entries {
            self.path.resize(entries.next_power_of_two(), 0);
        }
    }
}

/// How a state keeps its cells, by the size of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Up to 16 cells: used cells in 16 bits, the last cell above.
    Small,
    /// Up to 27 cells: used cells in 27 bits, the last cell above.
    Medium,
    /// Up to 64 cells: used cells in two columns, the last cell in a third.
    Wide,
}

impl Shape {
    fn of(cells: usize) -> Self {
        match cells {
            0..=16 => Self::Small,
            17..=27 => Self::Medium,
            _ => Self::Wide,
        }
    }
}

/// What a board looks like from each cell.
#[repr(C, align(64))]
struct Tables {
    /// The symbol of each cell as a bit, 0 where there is none or any.
    symbols: [u32; 64],
    /// The symbols around each cell.
    around: [u32; 64],
    /// For boards with tiles of several symbols: the k-th further symbol of each cell as a
    /// bit, 0 where it has none.
    more: Vec<[u32; 64]>,
    /// The cells with wildcards.
    wildcards: u64,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            symbols: [0; 64],
            around: [0; 64],
            more: Vec::new(),
            wildcards: 0,
        }
    }
}

impl Tables {
    fn read(&mut self, layout: &Layout) {
        self.wildcards = 0;
        for (bit, &symbol) in self.symbols.iter_mut().zip(&layout.first) {
            *bit = 1u32.checked_shl(symbol.into()).unwrap_or(0);
        }
        self.more.clear();
        if !(layout.has_more || layout.has_wildcard) {
            return;
        }
        for (cell, &symbol) in layout.first.iter().enumerate() {
            self.wildcards |= u64::from(symbol == ANY_SYMBOL) << cell;
            for (index, &symbol) in layout.more(cell).iter().enumerate() {
                if self.more.len() == index {
                    self.more.push([0; 64]);
                }
                self.more[index][cell] = 1 << symbol;
            }
        }
    }
}

impl Frontier {
    /// The slots of all words, one for each path.
    pub(super) fn words(&mut self, solver: &Solver<'_>, layout: &Layout) -> &[u32] {
        self.search(solver, layout, false)
            .expect("without paths, none is too long");
        &self.words.node[..self.words.len]
    }

    /// All paths of all words.
    pub(super) fn paths(
        &mut self,
        solver: &Solver<'_>,
        layout: &Layout,
    ) -> Result<Found<'_>, TooLong> {
        self.search(solver, layout, true)?;
        let count = self.words.len;
        self.cells.clear();
        match Shape::of(solver.directions.cells) {
            Shape::Small => self
                .cells
                .extend(self.words.place[..count].iter().map(|&p| u64::from(p & 0xffff))),
            Shape::Medium => self
                .cells
                .extend(self.words.place[..count].iter().map(|&p| u64::from(p & 0x7ff_ffff))),
            Shape::Wide => self.cells.extend(
                (self.words.place[..count].iter())
                    .zip(&self.words.high[..count])
                    .map(|(&low, &high)| u64::from(low) | u64::from(high) << 32),
            ),
        }
        Ok(Found {
            slots: &self.words.node[..count],
            paths: &self.words.path[..count],
            cells: &self.cells,
        })
    }

    fn search(
        &mut self,
        solver: &Solver<'_>,
        layout: &Layout,
        paths: bool,
    ) -> Result<(), TooLong> {
        self.tables.read(layout);
        self.states.len = 0;
        self.words.len = 0;
        #[cfg(target_arch = "x86_64")]
        match solver.engine {
            Engine::Avx512 => return avx512::search(self, solver, layout, paths),
            Engine::Avx2 => return avx2::search(self, solver, layout, paths),
            Engine::Plain | Engine::General => {}
        }
        unreachable!("{} is no vector engine of this machine", solver.engine)
    }

    /// Makes candidates of the cells a word may begin with.
    fn start(&mut self, solver: &Solver<'_>, layout: &Layout, shape: Shape, paths: bool) {
        let root = solver.lexicon.node(0);
        self.candidates.len = 0;
        self.candidates.make_room(64, shape, paths);
        for (cell, &symbol) in layout.first.iter().enumerate() {
            match symbol {
                NO_SYMBOL => {}
                ANY_SYMBOL => solver.lexicon.each_letter(root, |_, slot| {
                    self.candidates.push(slot, 0, cell, pack_start(cell), shape, paths);
                }),
                _ => {
                    if let Some(slot) = root.child(symbol) {
                        self.candidates.push(slot, 0, cell, pack_start(cell), shape, paths);
                    }
                }
            }
        }
    }

    /// Adds the candidates that go from some states to a wildcard, one state at a time.
    fn enter_wildcards(
        &mut self,
        solver: &Solver<'_>,
        states: std::ops::Range<usize>,
        shape: Shape,
        paths: bool,
    ) {
        for index in states {
            let (used, cell) = self.states.used_and_cell(index, shape);
            let open = self.tables.wildcards & solver.neighbours[cell] & !used;
            if open == 0 {
                continue;
            }
            let node = crate::lexicon::Node {
                mask: self.states.node[index],
                first: self.states.first[index],
            };
            let path = if paths { self.states.path[index] } else { 0 };
            for direction in 0..solver.directions.count {
                let next = solver.directions.next[direction][cell];
                if next == NOWHERE || open >> next & 1 == 0 {
                    continue;
                }
                let path = path << 3 | direction as u64;
                solver.lexicon.each_letter(node, |_, slot| {
                    self.candidates
                        .push(slot, used, next.into(), path, shape, paths);
                });
            }
        }
    }
}

impl Columns {
    /// Adds a candidate that has just entered `cell`.
    fn push(
        &mut self,
        slot: u32,
        used: u64,
        cell: usize,
        path: u64,
        shape: Shape,
        paths: bool,
    ) {
        self.make_room(self.len + 1, shape, paths);
        let used = used | 1 << cell;
        self.node[self.len] = slot;
        match shape {
            Shape::Small => self.place[self.len] = used as u32 | (cell as u32) << 16,
            Shape::Medium => self.place[self.len] = used as u32 | (cell as u32) << 27,
            Shape::Wide => {
                self.place[self.len] = used as u32;
                self.high[self.len] = (used >> 32) as u32;
                self.cell[self.len] = cell as u32;
            }
        }
        if paths {
            self.path[self.len] = path;
        }
        self.len += 1;
    }

    fn used_and_cell(&self, index: usize, shape: Shape) -> (u64, usize) {
        let place = self.place[index];
        match shape {
            Shape::Small => ((place & 0xffff).into(), (place >> 16) as usize),
            Shape::Medium => ((place & 0x7ff_ffff).into(), (place >> 27) as usize),
            Shape::Wide => (
                u64::from(place) | u64::from(self.high[index]) << 32,
                self.cell[index] as usize,
            ),
        }
    }
}
