//! The memory of vector searches: states in columns, and a board's tables. The loops are
//! in [`passes`](super::passes).

use super::tape::{Gates, Tape};
use super::{Found, MAX_STEPS, NOWHERE, Taker, TooLong, pack_start};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::Node;
use crate::solution::bits;
use crate::solver::Prepared;

/// The memory of vector searches.
#[derive(Default)]
pub(super) struct Vectors {
    pub(super) states: Columns,
    pub(super) candidates: Columns,
    pub(super) words: Columns,
    pub(super) tables: Tables,
    pub(super) tape: Tape,
    pub(super) gates: Gates,
    /// Found paths as callers want them.
    cells: Vec<u64>,
}

/// States, candidates or words, one column for each part. Not every part is in use
/// everywhere; a column in use has room for at least as many as were last made room for.
///
/// The gathers of `passes` rest on this: below `len`, the `node` of a candidate is a slot of
/// the solver's lexicon. Candidates come from `push`, `push_wide`, the first pass and `enter`
/// alone, which take children of nodes of that lexicon: the last from a tape that was recorded
/// with it, which [`Tape::check`] makes sure of.
#[derive(Default)]
pub(super) struct Columns {
    /// The child mask of a state's node; the slot of a candidate or word.
    pub(super) node: Vec<u32>,
    /// The first child of a state's node.
    pub(super) first: Vec<u32>,
    /// The cells used and the last cell, see [`Shape`].
    pub(super) place: Vec<u32>,
    /// In wide shapes, the used cells from 32 on.
    pub(super) high: Vec<u32>,
    /// In wide shapes, the last cell.
    pub(super) cell: Vec<u32>,
    /// Packed paths, where they are wanted.
    pub(super) path: Vec<u64>,
    pub(super) len: usize,
}

impl Columns {
    /// Makes room for so many entries, and a vector more that may be written past them.
    pub(super) fn make_room(&mut self, entries: usize, shape: Shape, paths: bool) {
        let entries = entries + 16;
        let grow = |column: &mut Vec<u32>| {
            if column.len() < entries {
                column.resize(entries.next_power_of_two(), 0);
            }
        };
        grow(&mut self.node);
        grow(&mut self.first);
        grow(&mut self.place);
        if shape.is_wide() {
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
pub(super) enum Shape {
    /// Up to 16 cells: used cells in 16 bits, the last cell above.
    Small,
    /// Up to 27 cells: used cells in 27 bits, the last cell above.
    Medium,
    /// Up to 64 cells: used cells in two columns, the last cell in a third.
    Wide,
    /// More cells: as wide, with the mask of [`large`](super::large).
    Large,
}

impl Shape {
    pub(super) fn of(cells: usize) -> Self {
        match cells {
            0..=16 => Self::Small,
            17..=27 => Self::Medium,
            _ => Self::Wide,
        }
    }

    /// Whether the used cells take two columns and the last cell a third.
    fn is_wide(self) -> bool {
        matches!(self, Self::Wide | Self::Large)
    }

    /// By how much the last cell is shifted up in a place.
    pub(super) fn cell_shift(self) -> u32 {
        match self {
            Self::Small => 16,
            Self::Medium => 27,
            Self::Wide | Self::Large => 0,
        }
    }

    /// The used cells of a place.
    fn used_mask(self) -> u32 {
        match self {
            Self::Small => (1 << 16) - 1,
            Self::Medium => (1 << 27) - 1,
            Self::Wide | Self::Large => !0,
        }
    }
}

/// What a board looks like from each cell.
#[repr(C, align(64))]
pub(super) struct Tables {
    /// The symbol of each cell as a bit, 0 where there is none or any.
    pub(super) symbols: [u32; 64],
    /// The symbols around each cell.
    pub(super) around: [u32; 64],
    /// For boards with tiles of several symbols: the k-th further symbol of each cell as a
    /// bit, 0 where it has none.
    pub(super) more: Vec<[u32; 64]>,
    /// The cells with wildcards.
    pub(super) wildcards: u64,
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
    pub(super) fn read(&mut self, layout: &Layout) {
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

/// Whether all packed paths have room for one more step.
pub(super) fn check_paths(paths: &[u64]) -> Result<(), TooLong> {
    let full = |&path: &u64| path >> (6 + 3 * MAX_STEPS) != 0;
    if paths.iter().any(full) {
        return Err(TooLong);
    }
    Ok(())
}

impl Vectors {
    /// Prepares for a board.
    pub(super) fn begin(&mut self, layout: &Layout) {
        self.tables.read(layout);
        self.states.len = 0;
        self.words.len = 0;
    }

    /// Prepares for a block of a large board.
    pub(super) fn begin_large(&mut self) {
        self.tables.more.clear();
        self.states.len = 0;
        self.words.len = 0;
    }

    /// Hands over the words found so far.
    pub(super) fn hand_over<const PATHS: bool>(&mut self, solver: &Prepared, take: &mut Taker<'_>) {
        let count = std::mem::take(&mut self.words.len);
        self.cells.clear();
        if PATHS {
            let shape = Shape::of(solver.directions.cells);
            self.cells
                .extend((0..count).map(|index| self.words.used_and_cell(index, shape).0));
        }
        take(Found {
            slots: &self.words.node[..count],
            paths: if PATHS {
                &self.words.path[..count]
            } else {
                &[]
            },
            cells: &self.cells,
        });
    }

    /// Makes candidates of the cells in a mask that a word may begin with.
    pub(super) fn start(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        mask: u64,
        shape: Shape,
        paths: bool,
    ) {
        let root = solver.lexicon.node(0);
        self.candidates.len = 0;
        self.candidates.make_room(64, shape, paths);
        let beyond = u64::MAX.unbounded_shl(layout.first.len() as u32);
        for cell in bits(mask & !beyond) {
            match layout.first[cell] {
                NO_SYMBOL => {}
                ANY_SYMBOL => solver.lexicon.each_letter(root, |_, slot| {
                    self.candidates
                        .push(slot, 0, cell, pack_start(cell), shape, paths);
                }),
                symbol => {
                    if let Some(slot) = root.child(symbol) {
                        self.candidates
                            .push(slot, 0, cell, pack_start(cell), shape, paths);
                    }
                }
            }
        }
    }

    /// Adds the candidates that go from some states to a wildcard, one state at a time.
    pub(super) fn enter_wildcards(
        &mut self,
        solver: &Prepared,
        states: std::ops::Range<usize>,
        shape: Shape,
        paths: bool,
    ) {
        let Self {
            states: from,
            candidates,
            tables,
            ..
        } = self;
        for index in states {
            from.enter_wildcards(index, solver, tables.wildcards, candidates, shape, paths);
        }
    }

    /// Adds the candidates that go from the tape to a wildcard among the changed cells.
    pub(super) fn enter_changed_wildcards(
        &mut self,
        solver: &Prepared,
        changed: u64,
        shape: Shape,
    ) {
        let wildcards = self.tables.wildcards & changed;
        if wildcards == 0 {
            return;
        }
        let Self {
            tape, candidates, ..
        } = self;
        for index in 0..tape.settled() {
            if tape.columns.used_and_cell(index, shape).0 & changed == 0 {
                (tape.columns).enter_wildcards(index, solver, wildcards, candidates, shape, false);
            }
        }
    }
}

impl Columns {
    /// Adds the candidates that go from a state to a wildcard.
    fn enter_wildcards(
        &self,
        index: usize,
        solver: &Prepared,
        wildcards: u64,
        candidates: &mut Self,
        shape: Shape,
        paths: bool,
    ) {
        let (used, cell) = self.used_and_cell(index, shape);
        let open = wildcards & solver.neighbours[cell] & !used;
        if open == 0 {
            return;
        }
        let node = Node {
            mask: self.node[index],
            first: self.first[index],
        };
        let path = if paths { self.path[index] } else { 0 };
        for direction in 0..solver.directions.count {
            let next = solver.directions.next[direction][cell];
            if next == NOWHERE || open >> next & 1 == 0 {
                continue;
            }
            let path = path << 3 | direction as u64;
            solver.lexicon.each_letter(node, |_, slot| {
                candidates.push(slot, used, next.into(), path, shape, paths);
            });
        }
    }

    /// The columns in use beside the paths.
    pub(super) fn numbers(&mut self, shape: Shape) -> impl Iterator<Item = &mut Vec<u32>> {
        let wide = if shape.is_wide() { 2 } else { 0 };
        let narrow = [&mut self.node, &mut self.first, &mut self.place];
        let wide = [&mut self.high, &mut self.cell].into_iter().take(wide);
        narrow.into_iter().chain(wide)
    }
}

impl Columns {
    /// Adds a candidate of [`Shape::Large`].
    pub(super) fn push_wide(&mut self, slot: u32, used: u64, cell: usize, path: u64) {
        self.make_room(self.len + 1, Shape::Large, true);
        self.node[self.len] = slot;
        self.place[self.len] = used as u32;
        self.high[self.len] = (used >> 32) as u32;
        self.cell[self.len] = cell as u32;
        self.path[self.len] = path;
        self.len += 1;
    }

    /// Adds a candidate that has just entered `cell`.
    fn push(&mut self, slot: u32, used: u64, cell: usize, path: u64, shape: Shape, paths: bool) {
        self.make_room(self.len + 1, shape, paths);
        let used = used | 1 << cell;
        self.node[self.len] = slot;
        self.place[self.len] = used as u32;
        if shape.is_wide() {
            self.high[self.len] = (used >> 32) as u32;
            self.cell[self.len] = cell as u32;
        } else {
            self.place[self.len] |= (cell as u32) << shape.cell_shift();
        }
        if paths {
            self.path[self.len] = path;
        }
        self.len += 1;
    }

    fn used_and_cell(&self, index: usize, shape: Shape) -> (u64, usize) {
        let place = self.place[index];
        let used = u64::from(place & shape.used_mask());
        if shape.is_wide() {
            let high = u64::from(self.high[index]) << 32;
            (used | high, self.cell[index] as usize)
        } else {
            (used, (place >> shape.cell_shift()) as usize)
        }
    }
}
