//! The open-cell search: finds the words on all boards that have another face on one cell, and on
//! all boards on which that cell has swapped its face with another one.
//!
//! Boards that differ in one cell have nearly everything in common, so they are searched
//! together. The *open* cell can have any of up to [`MAX_FACES`] faces. A path that enters it
//! chooses one, and keeps the choice as its *tag*. The search starts where the traced search of
//! the base board can enter the open cell, as paths that never enter it are in the trace.
//!
//! A path whose open cell has the face of some other cell is also a path of the board with those
//! two swapped, provided it does not use that other cell. If it does, that cell has the face that
//! the open one had. So where a path meets a cell with the face that it chose, it can go on in
//! two ways: over the cell as it is, which is a path with the open cell changed; and over the
//! cell with the open cell's own face, which is a path with both swapped. The tag of the latter
//! is that *partner*.

use super::portable::TracedPath;
use super::{Frontier, MAX_CELLS};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::budget::Meter;
use crate::layout::Layout;
use crate::lexicon::Node;
use crate::solution::bits;
#[cfg(target_arch = "x86_64")]
use crate::solver::Engine;
use crate::solver::Prepared;

/// The largest number of different faces of an open cell.
pub(in crate::solver) const MAX_FACES: usize = 32;

/// Stored instead of the face of a cell that no word can use.
pub(in crate::solver) const NO_FACE: u8 = 0xff;

/// Where states have no more than 16 cells, the bit at which the tag may start, after the used
/// cells and the last one.
pub(super) const TAG_SHIFT: u32 = 20;

/// Tags are less than this: a face or, after those, a partner.
pub(in crate::solver) const TAGS: usize = (MAX_FACES + MAX_CELLS).next_power_of_two();

/// The different faces on a board and those that an open cell can have.
pub(in crate::solver) struct OpenFaces {
    /// The symbols of each face.
    pub(super) symbols: Vec<Vec<u8>>,
    /// The face of each cell, or [`NO_FACE`].
    pub(super) of_cell: [u8; MAX_CELLS],
    /// The cells that have each face.
    pub(super) cells: [u64; MAX_FACES],
}

impl Default for OpenFaces {
    fn default() -> Self {
        Self {
            symbols: Vec::new(),
            of_cell: [NO_FACE; MAX_CELLS],
            cells: [0; MAX_FACES],
        }
    }
}

impl OpenFaces {
    /// Returns the number of a face with these symbols. Adds the face if there is none; returns
    /// [`None`] if there are too many.
    pub(in crate::solver) fn add(&mut self, symbols: &[u8]) -> Option<u8> {
        let known = self.symbols.iter().position(|known| known == symbols);
        if known.is_none() {
            self.symbols.push(symbols.to_vec());
        }
        let face = known.unwrap_or(self.symbols.len() - 1);
        (face < MAX_FACES).then_some(face as u8)
    }

    /// Keeps the first faces only, and takes them from all cells.
    pub(in crate::solver) fn reset(&mut self, faces: usize) {
        self.symbols.truncate(faces);
        self.of_cell = [NO_FACE; MAX_CELLS];
        self.cells = [0; MAX_FACES];
    }

    /// Returns the number of faces.
    pub(in crate::solver) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Gives a cell one of the faces.
    pub(in crate::solver) fn set_cell(&mut self, cell: usize, face: u8) {
        self.of_cell[cell] = face;
        self.cells[usize::from(face)] |= 1 << cell;
    }

    /// Returns the face of a cell, or [`NO_FACE`].
    pub(in crate::solver) fn of_cell(&self, cell: usize) -> u8 {
        self.of_cell[cell]
    }

    /// Returns the cells that have a face.
    pub(in crate::solver) fn cells(&self, face: usize) -> u64 {
        self.cells[face]
    }

    /// Returns the symbols of a cell's face, if words can use it.
    pub(super) fn symbols_of_cell(&self, cell: usize) -> Option<&[u8]> {
        let face = usize::from(self.of_cell[cell]);
        self.symbols.get(face).map(Vec::as_slice)
    }
}

/// A batch of paths of words through an open cell, in columns.
pub(in crate::solver) struct OpenFinds<'f> {
    /// The slot of each word.
    pub(in crate::solver) slots: &'f [u32],
    /// The tag of each path; empty if the used cells have them from bit [`TAG_SHIFT`] on.
    pub(super) tags: &'f [u32],
    /// The used cells up to 31. Bits that stand for none of the grid's cells may have any value.
    pub(in crate::solver) used_low: &'f [u32],
    /// The used cells from 32 on; may be empty if the grid has none.
    pub(in crate::solver) used_high: &'f [u32],
}

impl OpenFinds<'_> {
    /// Returns the tag of a path.
    #[inline]
    pub(in crate::solver) fn tag(&self, index: usize) -> usize {
        match self.tags.is_empty() {
            true => (self.used_low[index] >> TAG_SHIFT) as usize,
            false => self.tags[index] as usize,
        }
    }
}

/// Receives what an open-cell search finds, one batch at a time.
pub(super) type OpenSink<'t> = dyn FnMut(OpenFinds<'_>) + 't;

/// A batch is passed on once it has this many paths.
pub(super) const OPEN_BATCH: usize = 1 << 12;

/// The state that all open-cell searches of a board share.
#[derive(Clone, Copy)]
pub(in crate::solver) struct OpenBoard<'b> {
    pub(in crate::solver) layout: &'b Layout,
    pub(in crate::solver) faces: &'b OpenFaces,
}

/// A path through the open cell that spells a prefix.
#[derive(Clone, Copy)]
struct OpenState {
    node: Node,
    used: u64,
    cell: u32,
    tag: u32,
}

/// The memory of portable open-cell searches.
#[derive(Default)]
pub(super) struct PortableOpenCell {
    states: Vec<OpenState>,
    slots: Vec<u32>,
    tags: Vec<u32>,
    used_low: Vec<u32>,
    used_high: Vec<u32>,
}

impl PortableOpenCell {
    /// Searches with one open cell, from the traced paths of the base board.
    fn search(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        paths: &[TracedPath],
        open: usize,
        meter: &mut Meter<'_>,
        take: &mut OpenSink<'_>,
    ) {
        self.states.clear();
        let mut around = [0; MAX_CELLS];
        let own = board.faces.symbols_of_cell(open).unwrap_or(&[]);
        for (cell, around) in around.iter_mut().enumerate() {
            for next in bits(solver.neighbours[cell]) {
                *around |= 1u32.unbounded_shl(board.layout.first[next].into());
            }
            // The own face of the open cell can come where a partner is.
            *around |= own.first().map_or(0, |&symbol| 1 << symbol);
        }
        self.enter(solver, board, open, solver.lexicon.node(0), 0, &around);
        for path in paths {
            let leads_there = solver.neighbours[path.cell as usize] & !path.used;
            if leads_there >> open & 1 != 0 {
                self.enter(solver, board, open, path.node, path.used, &around);
            }
        }
        while let Some(state) = self.states.pop() {
            if !meter.spend(8) {
                break;
            }
            self.step(solver, board, own, state, &around);
            if self.slots.len() >= OPEN_BATCH {
                self.flush(take);
            }
        }
        self.flush(take);
    }

    /// Enters the open cell with every face but its own.
    fn enter(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        open: usize,
        node: Node,
        used: u64,
        around: &[u32; MAX_CELLS],
    ) {
        let own = board.faces.of_cell[open];
        for (face, symbols) in (0..).zip(&board.faces.symbols) {
            if face != own {
                self.arrive(solver, node, symbols, used, open, face.into(), around);
            }
        }
    }

    /// Steps from a state to all cells that it can go to.
    fn step(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        own: &[u8],
        state: OpenState,
        around: &[u32; MAX_CELLS],
    ) {
        let OpenState {
            node,
            used,
            cell,
            tag,
        } = state;
        let free = solver.neighbours[cell as usize] & !used;
        for next in bits(free) {
            let Some(symbols) = board.faces.symbols_of_cell(next) else {
                continue;
            };
            self.arrive(solver, node, symbols, used, next, tag, around);
            if tag == u32::from(board.faces.of_cell[next]) && !own.is_empty() {
                let partner = (MAX_FACES + next) as u32;
                self.arrive(solver, node, own, used, next, partner, around);
            }
        }
    }

    /// Enters a cell with the symbols of a face, if the node allows it.
    #[expect(clippy::too_many_arguments, reason = "a state in its parts")]
    fn arrive(
        &mut self,
        solver: &Prepared,
        node: Node,
        symbols: &[u8],
        used: u64,
        cell: usize,
        tag: u32,
        around: &[u32; MAX_CELLS],
    ) {
        let Some(slot) = (symbols.split_first())
            .and_then(|(&first, more)| solver.lexicon.follow(node.child(first)?, more))
        else {
            return;
        };
        let node = solver.lexicon.node(slot);
        let used = used | 1 << cell;
        if node.is_word() {
            self.slots.push(slot);
            self.tags.push(tag);
            self.used_low.push(used as u32);
            self.used_high.push((used >> 32) as u32);
        }
        if node.symbols() & around[cell] != 0 {
            self.states.push(OpenState {
                node,
                used,
                cell: cell as u32,
                tag,
            });
        }
    }

    /// Passes on the words found so far.
    fn flush(&mut self, take: &mut OpenSink<'_>) {
        take(OpenFinds {
            slots: &self.slots,
            tags: &self.tags,
            used_low: &self.used_low,
            used_high: &self.used_high,
        });
        self.slots.clear();
        self.tags.clear();
        self.used_low.clear();
        self.used_high.clear();
    }
}

impl Frontier {
    /// Calls `take` with the slot and the used cells of each word path of the traced base board.
    pub(in crate::solver) fn each_traced_word(
        &self,
        solver: &Prepared,
        mut take: impl FnMut(u32, u64),
    ) {
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 | Engine::Avx2 => self.vectors.each_traced_word(solver, take),
            _ => {
                let paths = self.portable.traced_paths().iter();
                for path in paths.filter(|path| path.node.is_word()) {
                    take(path.slot, path.used);
                }
            }
        }
    }

    /// Finds every word whose path goes through the open cell: once for each other face that the cell
    /// could have, and once for each cell with which it could swap faces. The search of the board
    /// itself must have been traced.
    pub(in crate::solver) fn search_open_cell(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        open: usize,
        meter: &mut Meter<'_>,
        mut take: impl FnMut(OpenFinds<'_>),
    ) {
        let take = &mut take;
        match solver.engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512 => {
                let (vectors, trace) = (&mut self.open_vectors, &self.vectors.trace);
                avx512::search_open_cell(vectors, trace, solver, board, open, meter, take);
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2 => {
                let (vectors, trace) = (&mut self.open_vectors, &self.vectors.trace);
                avx2::search_open_cell(vectors, trace, solver, board, open, meter, take);
            }
            _ => {
                let paths = self.portable.traced_paths();
                (self.open_cell).search(solver, board, paths, open, meter, take);
            }
        }
    }
}
