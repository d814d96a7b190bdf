//! The frontier search for any processor: finds the steps that a chunk of states allows, then
//! takes them one by one.
//!
//! It is fast for the same reason as the vector engines in `pass`: no branch depends on the
//! board. Both passes write every possible result and then advance the end of a list by 0 or 1.

use super::{
    BATCH, CHUNK, DIRECTIONS, FoundPaths, FoundSink, MAX_CELLS, MAX_STEPS, MAX_TRACED, NO_PATHS,
    NOWHERE, TooLong, pack_start,
};
use crate::budget::Meter;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Node, WORD};
use crate::solution::bits;
use crate::solver::Prepared;

/// Stored instead of the symbol of a neighbour that no word can use: no node has such a child.
const NO_CHILD: u8 = WORD.trailing_zeros() as u8;

/// A path that spells a prefix.
#[derive(Clone, Copy, Default)]
struct State {
    /// The child symbols of the node, without [`WORD`].
    mask: u32,
    first: u32,
    used: u64,
    cell: u32,
    path: u64,
}

impl State {
    fn node(&self) -> Node {
        Node {
            mask: self.mask,
            first: self.first,
        }
    }
}

/// A step that the node and the used cells of a state allow: the new cell (6 bits), its symbol
/// (from bit 8), the direction (from bit 16) and the index of the state in the chunk (from bit
/// 19).
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
struct PackedStep(u32);

impl PackedStep {
    const SYMBOL: u32 = 8;
    const DIRECTION: u32 = 16;
    const INDEX: u32 = 19;

    fn cell(self) -> usize {
        self.0 as usize % MAX_CELLS
    }

    fn symbol(self) -> u32 {
        self.0 >> Self::SYMBOL & 31
    }

    fn direction(self) -> u64 {
        u64::from(self.0 >> Self::DIRECTION & 7)
    }

    fn index(self) -> usize {
        (self.0 >> Self::INDEX) as usize
    }
}

/// A list with room after its end, which can be written before the end advances. The room is
/// kept when the list is emptied.
#[derive(Default)]
struct PaddedVec<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> PaddedVec<T> {
    /// Makes room for more items.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.items.len() < self.len + more {
            let room = (self.len + more).next_power_of_two();
            self.items.resize(room, T::default());
        }
    }

    /// Returns the room after the end.
    #[inline]
    fn room(&mut self, items: usize) -> &mut [T] {
        &mut self.items[self.len..][..items]
    }

    #[inline]
    fn push(&mut self, item: T) {
        self.make_room(1);
        self.items[self.len] = item;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

/// States in columns.
#[derive(Default)]
struct States {
    mask: PaddedVec<u32>,
    first: PaddedVec<u32>,
    used_low: PaddedVec<u32>,
    used_high: PaddedVec<u32>,
    cell: PaddedVec<u32>,
    path: PaddedVec<u64>,
}

impl States {
    fn columns(&mut self) -> [&mut PaddedVec<u32>; 5] {
        [
            &mut self.mask,
            &mut self.first,
            &mut self.used_low,
            &mut self.used_high,
            &mut self.cell,
        ]
    }

    fn len(&self) -> usize {
        self.mask.len
    }

    fn set_len(&mut self, len: usize) {
        for column in self.columns() {
            column.len = len;
        }
        self.path.len = len;
    }

    fn make_room(&mut self, more: usize) {
        for column in self.columns() {
            column.make_room(more);
        }
        self.path.make_room(more);
    }

    /// Moves up to [`CHUNK`] states here from the end of another list.
    fn take_chunk(&mut self, from: &mut Self) {
        let end = from.len();
        let start = end.saturating_sub(CHUNK);
        self.set_len(0);
        self.make_room(end - start);
        for (to, from) in self.columns().into_iter().zip(from.columns()) {
            to.items[..end - start].copy_from_slice(&from.items[start..end]);
        }
        self.path.items[..end - start].copy_from_slice(&from.path.items[start..end]);
        self.set_len(end - start);
        from.set_len(start);
    }

    fn get(&self, index: usize) -> State {
        let low = u64::from(self.used_low.items[index]);
        State {
            mask: self.mask.items[index],
            first: self.first.items[index],
            used: low | u64::from(self.used_high.items[index]) << 32,
            cell: self.cell.items[index],
            path: self.path.items[index],
        }
    }

    fn push(&mut self, state: State) {
        self.mask.push(state.mask);
        self.first.push(state.first);
        self.used_low.push(state.used as u32);
        self.used_high.push((state.used >> 32) as u32);
        self.cell.push(state.cell);
        self.path.push(state.path);
    }
}

/// The neighbours of each cell of a board.
struct NeighbourTable {
    /// For each direction and cell, the neighbour and its symbol, as in a [`PackedStep`].
    neighbours: [[u32; MAX_CELLS]; DIRECTIONS],
    /// The symbols around each cell.
    around: [u32; MAX_CELLS],
}

impl Default for NeighbourTable {
    fn default() -> Self {
        Self {
            neighbours: [[0; MAX_CELLS]; DIRECTIONS],
            around: [0; MAX_CELLS],
        }
    }
}

impl NeighbourTable {
    fn read(&mut self, solver: &Prepared, layout: &Layout) {
        let cells = layout.first.len();
        self.around[..cells].fill(0);
        for (neighbours, next) in self
            .neighbours
            .iter_mut()
            .zip(solver.directions.next.iter())
        {
            for cell in 0..cells {
                let next = next[cell];
                let symbol = match layout.first.get(usize::from(next)) {
                    Some(&symbol) => symbol,
                    None => NO_SYMBOL,
                };
                let step_symbol = u32::from(symbol.min(NO_CHILD)) << PackedStep::SYMBOL;
                neighbours[cell] = (u32::from(next) % MAX_CELLS as u32) | step_symbol;
                self.around[cell] |= match symbol {
                    NO_SYMBOL => 0,
                    ANY_SYMBOL => !WORD,
                    symbol => 1 << symbol,
                };
            }
        }
    }
}

/// A candidate of a search: a node with its slot, and the cells that led there.
#[derive(Clone, Copy)]
pub(super) struct TracedPath {
    pub(super) slot: u32,
    pub(super) node: Node,
    pub(super) used: u64,
    pub(super) cell: u32,
}

/// The trace of a search: all its candidates. Those of the base board come first, then those
/// of the last change.
#[derive(Default)]
struct PathTrace {
    entries: Vec<TracedPath>,
    /// The number of entries of the base board.
    base: usize,
    /// Whether entries are missing, because there were too many.
    incomplete: bool,
}

impl PathTrace {
    fn push(&mut self, entry: TracedPath) {
        self.incomplete |= self.entries.len() >= MAX_TRACED;
        if !self.incomplete {
            self.entries.push(entry);
        }
    }
}

/// The memory of searches.
#[derive(Default)]
pub(super) struct Portable {
    trace: PathTrace,
    states: States,
    chunk: States,
    steps: PaddedVec<PackedStep>,
    table: Box<NeighbourTable>,
    slots: PaddedVec<u32>,
    paths: PaddedVec<u64>,
    cells: PaddedVec<u64>,
}

impl Portable {
    /// Passes on the words found so far.
    fn flush(&mut self, take: &mut FoundSink<'_>) {
        take(FoundPaths {
            slots: self.slots.as_slice(),
            paths: self.paths.as_slice(),
            cells: self.cells.as_slice(),
        });
        self.slots.len = 0;
        self.paths.len = 0;
        self.cells.len = 0;
    }

    /// Searches one board.
    pub(super) fn search<const PATHS: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        take: &mut FoundSink<'_>,
    ) -> Result<(), TooLong> {
        self.begin(solver, layout);
        self.start::<PATHS, false>(solver, layout, u64::MAX);
        self.continue_search::<PATHS, false>(solver, layout, meter, take)
    }

    /// Searches one board and traces the search. Returns false if it was too large to trace.
    pub(super) fn trace(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        take: &mut FoundSink<'_>,
    ) -> bool {
        self.trace.entries.clear();
        self.trace.incomplete = false;
        self.begin(solver, layout);
        self.start::<false, true>(solver, layout, u64::MAX);
        let searched = self.continue_search::<false, true>(solver, layout, meter, take);
        searched.expect(NO_PATHS);
        self.trace.base = self.trace.entries.len();
        !self.trace.incomplete
    }

    /// Searches a board that differs from the traced one in some cells. Returns false if the
    /// search was too large to trace.
    pub(super) fn search_change(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        changed: u64,
        meter: &mut Meter<'_>,
        take: &mut FoundSink<'_>,
    ) -> bool {
        self.trace.entries.truncate(self.trace.base);
        self.trace.incomplete = false;
        self.begin(solver, layout);
        self.start::<false, true>(solver, layout, changed);
        for index in 0..self.trace.base {
            let entry = self.trace.entries[index];
            if entry.used & changed != 0 {
                continue;
            }
            if entry.node.is_word() {
                self.slots.push(entry.slot);
            }
            let from = State {
                mask: entry.node.symbols(),
                first: entry.node.first,
                used: entry.used,
                cell: entry.cell,
                path: 0,
            };
            for cell in bits(solver.neighbours[entry.cell as usize] & changed) {
                self.enter::<false, true>(solver, layout, from, cell, 0);
            }
        }
        let searched = self.continue_search::<false, true>(solver, layout, meter, take);
        searched.expect(NO_PATHS);
        !self.trace.incomplete
    }

    /// Makes the board of the last [`Self::search_change`] the traced one.
    pub(super) fn keep(&mut self, changed: u64) {
        let mut index = 0;
        let base = self.trace.base;
        self.trace.entries.retain(|entry| {
            index += 1;
            index > base || entry.used & changed == 0
        });
        self.trace.base = self.trace.entries.len();
    }

    /// Returns the candidates of the traced base board.
    pub(super) fn traced_paths(&self) -> &[TracedPath] {
        &self.trace.entries[..self.trace.base]
    }

    fn begin(&mut self, solver: &Prepared, layout: &Layout) {
        self.table.read(solver, layout);
        self.states.set_len(0);
        self.slots.len = 0;
        self.paths.len = 0;
        self.cells.len = 0;
    }

    /// Searches from the states to the end, or until the budget is used up.
    fn continue_search<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        meter: &mut Meter<'_>,
        take: &mut FoundSink<'_>,
    ) -> Result<(), TooLong> {
        while self.states.len() > 0 {
            self.chunk.take_chunk(&mut self.states);
            let waiting = self.states.len();
            if PATHS && solver.directions.cells > MAX_STEPS + 1 {
                let longest = self.chunk.path.as_slice().iter().max();
                if longest.is_some_and(|&path| path >> (6 + 3 * MAX_STEPS) != 0) {
                    return Err(TooLong);
                }
            }
            find_steps(&self.chunk, &self.table, &mut self.steps);
            if layout.has_more {
                self.take_steps_into_tiles::<PATHS, TRACE>(solver, layout);
            } else {
                self.take_steps::<PATHS, TRACE>(solver.lexicon.nodes());
            }
            if layout.has_wildcard {
                self.step_on_wildcards::<PATHS, TRACE>(solver, layout);
            }
            if self.slots.len >= BATCH {
                self.flush(take);
            }
            // Lists shorter than a chunk need not be counted: there are at most as many in a row
            // as a path has cells.
            let new = self.states.len() - waiting;
            let steps = self.chunk.len() + self.steps.len + new;
            if self.chunk.len() == CHUNK && !meter.spend(steps as u32) {
                break;
            }
        }
        self.flush(take);
        Ok(())
    }

    /// Starts words at the cells of a mask.
    fn start<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        mask: u64,
    ) {
        let root = solver.lexicon.node(0);
        let from = State {
            mask: root.symbols(),
            first: root.first,
            ..State::default()
        };
        let beyond = u64::MAX.unbounded_shl(layout.first.len() as u32);
        for cell in bits(mask & !beyond) {
            self.enter::<PATHS, TRACE>(solver, layout, from, cell, pack_start(cell));
        }
    }

    /// Steps from a state to a cell, if its node has a child for it.
    fn enter<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        from: State,
        cell: usize,
        path: u64,
    ) {
        match layout.first[cell] {
            NO_SYMBOL => {}
            ANY_SYMBOL => {
                self.enter_wildcard::<PATHS, TRACE>(solver, layout, from, cell, path);
            }
            symbol => {
                if let Some(slot) = from.node().child(symbol) {
                    self.arrive::<PATHS, TRACE>(solver, layout, slot, from, cell, path);
                }
            }
        }
    }

    /// The second pass: takes the steps and keeps the states that can be extended.
    #[inline(always)]
    fn take_steps<const PATHS: bool, const TRACE: bool>(&mut self, nodes: &[Node]) {
        let most = self.steps.len + 1;
        self.states.make_room(most);
        self.slots.make_room(most);
        self.paths.make_room(most);
        self.cells.make_room(most);
        let mask = self.states.mask.room(most);
        let first = self.states.first.room(most);
        let used_low = self.states.used_low.room(most);
        let used_high = self.states.used_high.room(most);
        let cells = self.states.cell.room(most);
        let paths = self.states.path.room(most);
        let word_slots = self.slots.room(most);
        let word_paths = self.paths.room(most);
        let word_cells = self.cells.room(most);
        let mut states = 0;
        let mut words = 0;
        for &step in self.steps.as_slice() {
            let from = step.index();
            let cell = step.cell();
            let lower = (1u32 << step.symbol()) - 1;
            let below = (self.chunk.mask.items[from] & lower).count_ones();
            let slot = self.chunk.first.items[from] + below;
            let node = nodes[slot as usize];
            let low = self.chunk.used_low.items[from] | 1u32.unbounded_shl(cell as u32);
            let high = self.chunk.used_high.items[from] | (1u64 << cell >> 32) as u32;
            if TRACE {
                self.trace.push(TracedPath {
                    slot,
                    node,
                    used: u64::from(low) | u64::from(high) << 32,
                    cell: cell as u32,
                });
            }
            word_slots[words] = slot;
            if PATHS {
                let path = self.chunk.path.items[from] << 3 | step.direction();
                word_paths[words] = path;
                word_cells[words] = u64::from(low) | u64::from(high) << 32;
                paths[states] = path;
            }
            words += usize::from(node.is_word());
            mask[states] = node.symbols();
            first[states] = node.first;
            used_low[states] = low;
            used_high[states] = high;
            cells[states] = cell as u32;
            states += usize::from(node.symbols() & self.table.around[cell] != 0);
        }
        self.states.set_len(self.states.len() + states);
        self.slots.len += words;
        if PATHS {
            self.paths.len += words;
            self.cells.len += words;
        }
    }

    /// Like [`Self::take_steps`], for boards with tiles of several symbols.
    fn take_steps_into_tiles<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
    ) {
        for index in 0..self.steps.len {
            let step = self.steps.items[index];
            let from = self.chunk.get(step.index());
            let lower = (1u32 << step.symbol()) - 1;
            let slot = from.first + (from.mask & lower).count_ones();
            let path = from.path << 3 | step.direction();
            self.arrive::<PATHS, TRACE>(solver, layout, slot, from, step.cell(), path);
        }
    }

    fn step_on_wildcards<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
    ) {
        for index in 0..self.chunk.len() {
            let from = self.chunk.get(index);
            for direction in 0..solver.directions.count {
                let cell = solver.directions.next[direction][from.cell as usize];
                if cell != NOWHERE
                    && from.used >> cell & 1 == 0
                    && layout.first[usize::from(cell)] == ANY_SYMBOL
                {
                    let path = from.path << 3 | direction as u64;
                    self.enter_wildcard::<PATHS, TRACE>(solver, layout, from, cell.into(), path);
                }
            }
        }
    }

    fn enter_wildcard<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        from: State,
        cell: usize,
        path: u64,
    ) {
        solver.lexicon.each_letter(from.node(), |_, slot| {
            self.arrive::<PATHS, TRACE>(solver, layout, slot, from, cell, path);
        });
    }

    /// Enters a cell, follows its remaining symbols, and keeps the resulting word and state.
    fn arrive<const PATHS: bool, const TRACE: bool>(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        slot: u32,
        from: State,
        cell: usize,
        path: u64,
    ) {
        let Some(slot) = solver.lexicon.follow(slot, layout.more(cell)) else {
            return;
        };
        let node = solver.lexicon.node(slot);
        let used = from.used | 1 << cell;
        if TRACE {
            self.trace.push(TracedPath {
                slot,
                node,
                used,
                cell: cell as u32,
            });
        }
        if node.is_word() {
            self.slots.push(slot);
            if PATHS {
                self.paths.push(path);
                self.cells.push(used);
            }
        }
        if node.symbols() & self.table.around[cell] != 0 {
            self.states.push(State {
                mask: node.symbols(),
                first: node.first,
                used,
                path,
                cell: cell as u32,
            });
        }
    }
}

/// The first pass: finds the steps that the states allow.
fn find_steps(states: &States, table: &NeighbourTable, steps: &mut PaddedVec<PackedStep>) {
    steps.len = 0;
    steps.make_room((states.len() + 1) * DIRECTIONS);
    let mut count = 0;
    for index in 0..states.len() {
        let state = states.get(index);
        let room: &mut [PackedStep; DIRECTIONS] = steps.items[count..]
            .first_chunk_mut()
            .expect("there is room for all steps of all states");
        let mut found = 0;
        for (direction, neighbours) in (0..).zip(&table.neighbours) {
            let next = neighbours[state.cell as usize % MAX_CELLS];
            let step = PackedStep(
                next | direction << PackedStep::DIRECTION | (index as u32) << PackedStep::INDEX,
            );
            room[found % DIRECTIONS] = step;
            let free = !(state.used >> step.cell()) as u32;
            found += (state.mask >> step.symbol() & free & 1) as usize;
        }
        count += found;
    }
    steps.len = count;
}
