//! The memory of vector searches: states in columns, and the tables of a board. The loops are
//! in [`pass`](super::pass).

#![expect(unsafe_code, reason = "nodes are loaded without bounds checks")]

use super::search_trace::{EntryDirections, SearchTrace};
use super::state_format::StateFormat;
use super::{FoundPaths, FoundSink, MAX_STEPS, NOWHERE, TooLong, pack_start};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Node, WORD};
use crate::solution::bits;
use crate::solver::Prepared;

/// The memory of vector searches.
#[derive(Default)]
pub(super) struct Vectors {
    pub(super) states: Columns,
    pub(super) candidates: Columns,
    pub(super) words: Columns,
    /// The nodes of the candidates.
    pub(super) nodes: Vec<Node>,
    pub(super) board: BoardTables,
    pub(super) trace: SearchTrace,
    pub(super) entry_directions: EntryDirections,
    /// The cells of the words that are passed on.
    cells: Vec<u64>,
}

/// States, candidates or words, with a column for each part. Which columns are in use depends
/// on the format of states; those have at least the room that was last made.
///
/// [`Self::copy_nodes`] relies on this invariant: below `len`, the `node` of a candidate is a slot
/// of the solver's lexicon. Only `push`, `push_wide`, `expand` and `expand_trace` add candidates,
/// and in open-cell searches `OpenColumns::push`, `expand_open` and `enter_children`. They add
/// children of nodes of that lexicon. Some take them from a trace, and
/// [`SearchTrace::check`] ensures that it was made with the same lexicon.
#[derive(Default)]
pub(super) struct Columns {
    /// The child mask of a state's node; the slot of a candidate or word.
    pub(super) node: Vec<u32>,
    /// The first child of a state's node.
    pub(super) first: Vec<u32>,
    /// The used cells and the last cell, see [`state_format`](super::state_format).
    pub(super) place: Vec<u32>,
    /// In wide formats, the used cells from 32 on.
    pub(super) high: Vec<u32>,
    /// In wide formats, the last cell.
    pub(super) cell: Vec<u32>,
    /// Packed paths, if the search keeps them.
    pub(super) path: Vec<u64>,
    pub(super) len: usize,
}

impl Columns {
    /// Makes room for a number of entries, plus one vector that may be written past them.
    pub(super) fn make_room(&mut self, entries: usize, format: StateFormat, paths: bool) {
        let entries = entries + 16;
        let grow = |column: &mut Vec<u32>| {
            if column.len() < entries {
                column.resize(entries.next_power_of_two(), 0);
            }
        };
        grow(&mut self.node);
        grow(&mut self.first);
        grow(&mut self.place);
        if format.is_wide() {
            grow(&mut self.high);
            grow(&mut self.cell);
        }
        if paths && self.path.len() < entries {
            self.path.resize(entries.next_power_of_two(), 0);
        }
    }

    /// Copies the nodes of these candidates to a list, with room for one more vector.
    ///
    /// Compared with vector gathers, one load for each candidate changed the rate of scoring by
    /// +2 to -3% on an Intel processor; a sketch on Zen 4 gained 16%. Checking the bounds would take 3 to 5% of the time
    /// of a search. It is not inlined, because the vector engines would compile it to gathers.
    #[inline(never)]
    pub(super) fn copy_nodes(&self, solver: &Prepared, copies: &mut Vec<Node>) {
        let nodes = solver.lexicon.nodes();
        let entries = self.len + 16;
        if copies.len() < entries {
            copies.resize(entries.next_power_of_two(), Node::default());
        }
        for (copy, &slot) in copies.iter_mut().zip(&self.node[..self.len]) {
            debug_assert!((slot as usize) < nodes.len());
            // SAFETY: candidates are slots of the solver's lexicon, as the type requires.
            *copy = unsafe { *nodes.get_unchecked(slot as usize) };
        }
    }
}

/// The symbols on a board, by cell.
#[repr(C, align(64))]
pub(super) struct BoardTables {
    /// The first symbol of each cell as a bit; 0 for empty cells and wildcards.
    pub(super) symbols: [u32; 64],
    /// The symbols around each cell.
    pub(super) around: [u32; 64],
    /// For each index, the symbol of each cell at that index after its first, as a bit; 0 for
    /// cells with fewer symbols.
    pub(super) more: Vec<[u32; 64]>,
    /// The cells with wildcards.
    pub(super) wildcards: u64,
}

impl Default for BoardTables {
    fn default() -> Self {
        Self {
            symbols: [0; 64],
            around: [0; 64],
            more: Vec::new(),
            wildcards: 0,
        }
    }
}

impl BoardTables {
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

/// Checks that all packed paths have room for another step.
pub(super) fn check_paths(paths: &[u64]) -> Result<(), TooLong> {
    let full = |&path: &u64| path >> (6 + 3 * MAX_STEPS) != 0;
    if paths.iter().any(full) {
        return Err(TooLong);
    }
    Ok(())
}

impl Vectors {
    /// Starts a board.
    pub(super) fn begin(&mut self, layout: &Layout) {
        self.board.read(layout);
        self.states.len = 0;
        self.words.len = 0;
    }

    /// Starts a block of a large board.
    pub(super) fn begin_large(&mut self) {
        self.board.more.clear();
        self.states.len = 0;
        self.words.len = 0;
    }

    /// Passes on the words found so far.
    pub(super) fn flush<const PATHS: bool>(&mut self, solver: &Prepared, take: &mut FoundSink<'_>) {
        let count = std::mem::take(&mut self.words.len);
        self.cells.clear();
        if PATHS {
            let format = StateFormat::of(solver.directions.cells);
            let highs = if format.is_wide() { count } else { 0 };
            format.unpack_used(
                &self.words.place[..count],
                &self.words.high[..highs],
                &mut self.cells,
            );
        }
        take(FoundPaths {
            slots: &self.words.node[..count],
            paths: if PATHS {
                &self.words.path[..count]
            } else {
                &[]
            },
            cells: &self.cells,
        });
    }

    /// Makes candidates of those cells in a mask with which a word may start.
    pub(super) fn start(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        mask: u64,
        format: StateFormat,
        paths: bool,
    ) {
        let root = solver.lexicon.node(0);
        self.candidates.len = 0;
        self.candidates.make_room(64, format, paths);
        let beyond = u64::MAX.unbounded_shl(layout.first.len() as u32);
        for cell in bits(mask & !beyond) {
            match layout.first[cell] {
                NO_SYMBOL => {}
                ANY_SYMBOL => solver.lexicon.each_letter(root, |_, slot| {
                    self.candidates
                        .push(slot, 0, cell, pack_start(cell), format, paths);
                }),
                symbol => {
                    if let Some(slot) = root.child(symbol) {
                        self.candidates
                            .push(slot, 0, cell, pack_start(cell), format, paths);
                    }
                }
            }
        }
    }

    /// Calls `take` with the slot and the used cells of each word path of the traced base board.
    pub(super) fn each_traced_word(&self, solver: &Prepared, mut take: impl FnMut(u32, u64)) {
        let format = StateFormat::of(solver.directions.cells);
        let trace = &self.trace;
        let nodes = trace.columns.node[..trace.base_len()].iter();
        for (index, _) in nodes.enumerate().filter(|(_, node)| *node & WORD != 0) {
            let (used, _) = trace.columns.used_and_cell(index, format);
            take(trace.slots[index], used);
        }
    }

    /// Adds the candidates that step from some states to a wildcard.
    pub(super) fn enter_wildcards(
        &mut self,
        solver: &Prepared,
        states: std::ops::Range<usize>,
        format: StateFormat,
        paths: bool,
    ) {
        let Self {
            states: from,
            candidates,
            board,
            ..
        } = self;
        for index in states {
            from.enter_wildcards(index, solver, board.wildcards, candidates, format, paths);
        }
    }

    /// Adds the candidates that step from the trace to a wildcard among the changed cells.
    pub(super) fn enter_changed_wildcards(
        &mut self,
        solver: &Prepared,
        changed: u64,
        format: StateFormat,
    ) {
        let wildcards = self.board.wildcards & changed;
        if wildcards == 0 {
            return;
        }
        let Self {
            trace, candidates, ..
        } = self;
        for index in 0..trace.base_len() {
            if trace.columns.used_and_cell(index, format).0 & changed == 0 {
                (trace.columns)
                    .enter_wildcards(index, solver, wildcards, candidates, format, false);
            }
        }
    }
}

impl Columns {
    /// Adds the candidates that step from a state to a wildcard.
    fn enter_wildcards(
        &self,
        index: usize,
        solver: &Prepared,
        wildcards: u64,
        candidates: &mut Self,
        format: StateFormat,
        paths: bool,
    ) {
        let (used, cell) = self.used_and_cell(index, format);
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
                candidates.push(slot, used, next.into(), path, format, paths);
            });
        }
    }

    /// Returns the columns in use, except the paths.
    pub(super) fn numbers(&mut self, format: StateFormat) -> impl Iterator<Item = &mut Vec<u32>> {
        let wide = if format.is_wide() { 2 } else { 0 };
        let narrow = [&mut self.node, &mut self.first, &mut self.place];
        let wide = [&mut self.high, &mut self.cell].into_iter().take(wide);
        narrow.into_iter().chain(wide)
    }
}

impl Columns {
    /// Adds a candidate of [`StateFormat::Large`].
    pub(super) fn push_wide(&mut self, slot: u32, used: u64, cell: usize, path: u64) {
        self.make_room(self.len + 1, StateFormat::Large, true);
        self.node[self.len] = slot;
        self.place[self.len] = used as u32;
        self.high[self.len] = (used >> 32) as u32;
        self.cell[self.len] = cell as u32;
        self.path[self.len] = path;
        self.len += 1;
    }

    /// Adds a candidate that has just entered `cell`.
    fn push(
        &mut self,
        slot: u32,
        used: u64,
        cell: usize,
        path: u64,
        format: StateFormat,
        paths: bool,
    ) {
        self.make_room(self.len + 1, format, paths);
        let used = used | 1 << cell;
        self.node[self.len] = slot;
        self.place[self.len] = format.place(used, cell);
        if format.is_wide() {
            self.high[self.len] = (used >> 32) as u32;
            self.cell[self.len] = cell as u32;
        }
        if paths {
            self.path[self.len] = path;
        }
        self.len += 1;
    }

    pub(super) fn used_and_cell(&self, index: usize, format: StateFormat) -> (u64, usize) {
        let (high, cell) = match format.is_wide() {
            true => (self.high[index], self.cell[index]),
            false => (0, 0),
        };
        format.unpack(self.place[index], high, cell)
    }
}
