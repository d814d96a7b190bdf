//! The memory of open-cell searches with vectors, and how they enter cells. The loops are in
//! [`open_pass`](super::open_pass).

use super::MAX_CELLS;
use super::open_cell::{MAX_FACES, OPEN_BATCH, OpenBoard, OpenFinds, OpenSink, TAG_SHIFT};
use super::state_format::StateFormat;
use super::vector::{BoardTables, Columns};
use crate::lexicon::{Node, WORD};
use crate::solution::bits;
use crate::solver::Prepared;

/// In [`StateFormat::Small`], the bits of a place that are not those of the last cell.
pub(super) const SMALL_USED_AND_TAG: u32 = !(0xf << 16);

/// The number of entries into the open cell after which the search goes on from those.
pub(super) const ENTRIES: usize = 2048;

/// States, candidates or words of an open-cell search.
#[derive(Default)]
pub(super) struct OpenColumns {
    pub(super) columns: Columns,
    /// The tags, unless the place has them.
    pub(super) tag: Vec<u32>,
}

impl OpenColumns {
    /// Makes room for a number of entries, plus one vector that may be written past them.
    pub(super) fn make_room(&mut self, entries: usize, format: StateFormat) {
        self.columns.make_room(entries, format, false);
        if self.tag.len() < self.columns.node.len() {
            self.tag.resize(self.columns.node.len(), 0);
        }
    }

    /// Adds a candidate that has just entered `cell`. There must be room.
    #[inline]
    pub(super) fn push(
        &mut self,
        slot: u32,
        used: u64,
        cell: usize,
        tag: u32,
        format: StateFormat,
    ) {
        let used = used | 1 << cell;
        let columns = &mut self.columns;
        let at = columns.len;
        columns.node[at] = slot;
        let place = format.place(used, cell);
        columns.place[at] = match format {
            StateFormat::Small => place | tag << TAG_SHIFT,
            _ => place,
        };
        if format.is_wide() {
            columns.high[at] = (used >> 32) as u32;
            columns.cell[at] = cell as u32;
        }
        self.tag[at] = tag;
        columns.len += 1;
    }

    /// Returns the used cells, the last cell and the tag of an entry.
    fn unpack(&self, index: usize, format: StateFormat) -> (u64, usize, u32) {
        let columns = &self.columns;
        let place = columns.place[index];
        match format {
            StateFormat::Small => {
                let (used, cell) = format.unpack(place & ((1 << TAG_SHIFT) - 1), 0, 0);
                (used, cell, place >> TAG_SHIFT)
            }
            StateFormat::Medium => {
                let (used, cell) = format.unpack(place, 0, 0);
                (used, cell, self.tag[index])
            }
            _ => {
                let (used, cell) = format.unpack(place, columns.high[index], columns.cell[index]);
                (used, cell, self.tag[index])
            }
        }
    }
}

/// The memory of open-cell searches.
#[derive(Default)]
pub(super) struct OpenVectors {
    pub(super) states: OpenColumns,
    /// Candidates whose cells have the faces of the base board.
    pub(super) candidates: OpenColumns,
    /// Candidates that have entered the open cell or a partner. Their slots come after all
    /// symbols of the new face.
    pub(super) entries: OpenColumns,
    /// States that can enter a partner.
    pub(super) before_partners: OpenColumns,
    pub(super) words: OpenColumns,
    pub(super) nodes: Vec<Node>,
    pub(super) board: BoardTables,
    pub(super) partners: PartnerCells,
    pub(super) faces: OpenSymbols,
}

/// Which cells can be partners.
pub(super) struct PartnerCells {
    /// By face, the cells that have it: up to 31, and from 32 on.
    pub(super) with_face: [[u32; MAX_FACES]; 2],
    /// By cell, its neighbours: up to 31, and from 32 on.
    pub(super) near: [[u32; MAX_CELLS]; 2],
    /// The first symbol of the open cell's own face as a bit; 0 if it has none.
    pub(super) own_symbol: u32,
}

impl Default for PartnerCells {
    fn default() -> Self {
        Self {
            with_face: [[0; MAX_FACES]; 2],
            near: [[0; MAX_CELLS]; 2],
            own_symbol: 0,
        }
    }
}

/// The faces that the open cell can have, by their symbols.
#[derive(Default)]
pub(super) struct OpenSymbols {
    /// The symbols that are a face on their own.
    pub(super) single: u32,
    /// The faces of these symbols.
    pub(super) face: [u32; 32],
    /// Faces of several symbols.
    pub(super) several: Vec<usize>,
    /// The symbols with which these begin.
    pub(super) several_first: u32,
    /// The symbols with which all faces begin.
    pub(super) first: u32,
    /// By cell, whether a step leads from there to the open cell: all bits or none.
    pub(super) from: Vec<u32>,
}

impl OpenVectors {
    /// Starts a search with one open cell.
    pub(super) fn begin(&mut self, solver: &Prepared, board: OpenBoard<'_>, open: usize) {
        self.board.read(board.layout);
        self.board.symbols[open] = 0;
        for columns in [
            &mut self.states,
            &mut self.candidates,
            &mut self.entries,
            &mut self.before_partners,
            &mut self.words,
        ] {
            columns.columns.len = 0;
        }
        let partners = &mut self.partners;
        let halves = |mask: u64| [mask as u32, (mask >> 32) as u32];
        for face in 0..MAX_FACES {
            let [low, high] = halves(board.faces.cells[face]);
            partners.with_face[0][face] = low;
            partners.with_face[1][face] = high;
        }
        for (cell, &near) in solver.neighbours.iter().enumerate() {
            let [low, high] = halves(near);
            partners.near[0][cell] = low;
            partners.near[1][cell] = high;
        }
        let own = board.faces.symbols_of_cell(open);
        partners.own_symbol = own.map_or(0, |own| 1 << own[0]);

        let faces = &mut self.faces;
        faces.single = 0;
        faces.first = 0;
        faces.several_first = 0;
        faces.several.clear();
        faces.from.clear();
        let leads_there = |near: &u64| 0u32.wrapping_sub((near >> open & 1) as u32);
        (faces.from).extend(solver.neighbours.iter().map(leads_there));
        let own = usize::from(board.faces.of_cell[open]);
        for (face, symbols) in board.faces.symbols.iter().enumerate() {
            if face == own {
                continue;
            }
            faces.first |= 1 << symbols[0];
            match symbols[..] {
                [symbol] => {
                    faces.single |= 1 << symbol;
                    faces.face[usize::from(symbol)] = face as u32;
                }
                _ => {
                    faces.several.push(face);
                    faces.several_first |= 1 << symbols[0];
                }
            }
        }
    }

    /// Adds entries into the open cell with the faces of several symbols.
    pub(super) fn enter_with_several(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        open: usize,
        node: Node,
        used: u64,
        format: StateFormat,
    ) {
        let Self { entries, faces, .. } = self;
        entries.make_room(entries.columns.len + MAX_FACES, format);
        for &face in &faces.several {
            if let Some(slot) = follow(solver, node, &board.faces.symbols[face]) {
                entries.push(slot, used, open, face as u32, format);
            }
        }
    }

    /// Adds entries into partners from the states that can enter one.
    pub(super) fn enter_partners(
        &mut self,
        solver: &Prepared,
        board: OpenBoard<'_>,
        open: usize,
        format: StateFormat,
    ) {
        let Self {
            entries,
            before_partners,
            ..
        } = self;
        let count = std::mem::take(&mut before_partners.columns.len);
        let Some(own) = board.faces.symbols_of_cell(open) else {
            return;
        };
        for index in 0..count {
            let node = Node {
                mask: before_partners.columns.node[index],
                first: before_partners.columns.first[index],
            };
            let Some(slot) = follow(solver, node, own) else {
                continue;
            };
            let (used, cell, tag) = before_partners.unpack(index, format);
            let partners = board.faces.cells[tag as usize] & solver.neighbours[cell] & !used;
            entries.make_room(entries.columns.len + MAX_CELLS, format);
            for partner in bits(partners) {
                let tag = (MAX_FACES + partner) as u32;
                entries.push(slot, used, partner, tag, format);
            }
        }
    }

    /// Passes on the words found so far, if there are many or `is_last` is set.
    pub(super) fn flush(&mut self, format: StateFormat, is_last: bool, take: &mut OpenSink<'_>) {
        let count = self.words.columns.len;
        if count < OPEN_BATCH && !is_last {
            return;
        }
        self.words.columns.len = 0;
        let columns = &self.words.columns;
        take(OpenFinds {
            slots: &columns.node[..count],
            tags: match format {
                StateFormat::Small => &[],
                _ => &self.words.tag[..count],
            },
            used_low: &columns.place[..count],
            used_high: if format.is_wide() {
                &columns.high[..count]
            } else {
                &[]
            },
        });
    }
}

/// Returns the slot to which symbols lead from a node.
fn follow(solver: &Prepared, node: Node, symbols: &[u8]) -> Option<u32> {
    let (&first, more) = symbols.split_first()?;
    let node = Node {
        mask: node.mask & !WORD,
        ..node
    };
    solver.lexicon.follow(node.child(first)?, more)
}
