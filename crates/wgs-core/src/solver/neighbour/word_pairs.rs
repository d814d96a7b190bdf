//! Adds up the values of the different words on all neighbours of a board.
//!
//! A word counts once on each neighbour, however many paths it has there. So for each word the
//! table keeps the neighbours that it was found on: in one search with an open cell, a mask of
//! faces and a mask of the cells to swap with; on the whole board, a mask of cells for each cell.
//! Bit `b` of the mask of cell `a` is set if the word is found with these two swapped, and bit `a`
//! if it is found without using `a` at all.

use super::row::Row;
use crate::solver::frontier::{MAX_FACES, OpenFinds, TAGS};

/// What was found of a word in the search with one open cell.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Entry<R> {
    /// The faces of the open cell with which it was found.
    faces: u32,
    /// What the word counts.
    value: u16,
    /// The cells that the open cell can swap its face with.
    partners: R,
}

/// The words found on the neighbours of a board.
pub(super) struct WordPairs<R> {
    /// One entry for each slot.
    entries: Vec<Entry<R>>,
    /// For each slot, the block of `rows` that belongs to it. The first block has no word.
    blocks: Vec<u32>,
    /// Blocks of masks, one for each cell.
    rows: Vec<R>,
    cells: usize,
    /// The slots that have a block.
    slots_with_blocks: Vec<u32>,
    /// The slots found with the current open cell.
    found: Vec<u32>,
    sums: Columns<R>,
}

/// What is to be added up: for each word, its value and the neighbours that it counts on.
#[derive(Default)]
struct Columns<R> {
    values: Vec<u16>,
    faces: Vec<u32>,
    partners: Vec<R>,
}

/// The cells to swap with, by tag.
pub(super) struct PartnerTable<R> {
    /// The cells with which a path can be swapped unless it uses them.
    unless_used: [R; TAGS],
    /// The cells with which a path is swapped.
    always: [R; TAGS],
    /// The face that was chosen, as a bit.
    faces: [u32; TAGS],
}

impl<R: Row> PartnerTable<R> {
    /// Creates the table of a board: the cells that have each face.
    pub(super) fn new(cells_with: impl Fn(usize) -> u64) -> Self {
        let mut table = Self {
            unless_used: [R::default(); TAGS],
            always: [R::default(); TAGS],
            faces: [0; TAGS],
        };
        for tag in 0..TAGS {
            if tag < MAX_FACES {
                table.unless_used[tag] = R::from_mask(cells_with(tag));
                table.faces[tag] = 1 << tag;
            } else {
                table.always[tag] = R::from_mask(1 << (tag - MAX_FACES));
            }
        }
        table
    }
}

/// The sums of the values of words.
pub(super) struct Sums {
    /// By face of the open cell.
    pub(super) faces: [u64; MAX_FACES],
    /// By cell to swap with.
    pub(super) partners: [u64; 64],
}

impl<R: Row> WordPairs<R> {
    /// Creates a table. `values` are the values of the words, by slot.
    pub(super) fn new(values: impl Iterator<Item = u16>, cells: usize) -> Self {
        let entries: Vec<_> = values
            .map(|value| Entry {
                value,
                ..Entry::default()
            })
            .collect();
        let cells = R::block(cells);
        Self {
            blocks: vec![0; entries.len()],
            entries,
            rows: vec![R::default(); cells],
            cells,
            slots_with_blocks: Vec::new(),
            found: Vec::new(),
            sums: Columns::default(),
        }
    }

    /// Starts a board. The words of the last one, if it was not finished, are forgotten.
    pub(super) fn begin(&mut self) {
        for slot in self.slots_with_blocks.drain(..) {
            self.blocks[slot as usize] = 0;
        }
        self.rows.truncate(self.cells);
        for slot in self.found.drain(..) {
            self.entries[slot as usize].take();
        }
    }

    /// Adds a path of the base board.
    #[inline]
    pub(super) fn add_base_path(&mut self, slot: u32, used: u64) {
        let free = R::from_mask(!used);
        let block = self.block_of(slot);
        for (cell, row) in block.iter_mut().enumerate() {
            if !used >> cell & 1 != 0 {
                *row = *row | free;
            }
        }
    }

    /// Adds up the words of the base board: those of the whole board, and for each pair of cells
    /// those that use neither of the two.
    pub(super) fn sum_base(&mut self, sums: &mut [[u64; 64]; 64]) -> u64 {
        let mut total = 0;
        for &slot in &self.slots_with_blocks {
            let value = u64::from(self.entries[slot as usize].value);
            total += value;
            let block = self.blocks[slot as usize] as usize * self.cells;
            for (sums, row) in sums.iter_mut().zip(&self.rows[block..][..self.cells]) {
                row.each_bit(|cell| sums[cell] += value);
            }
        }
        total
    }

    /// Adds paths through the open cell.
    #[inline]
    pub(super) fn add(&mut self, finds: &OpenFinds<'_>, table: &PartnerTable<R>) {
        let mut count = self.found.len();
        self.found.resize(count + finds.slots.len(), 0);
        let columns = finds.slots.iter().zip(finds.tags).zip(finds.used_low);
        for (index, ((&slot, &tag), &low)) in columns.enumerate() {
            let used = R::from_columns(low, finds.used_high, index);
            let tag = tag as usize % TAGS;
            let entry = &mut self.entries[slot as usize];
            self.found[count] = slot;
            count += usize::from(entry.is_empty());
            entry.faces |= table.faces[tag];
            entry.partners =
                entry.partners | table.unless_used[tag].without(used) | table.always[tag];
        }
        self.found.truncate(count);
    }

    /// Adds up the words found with the open cell, and starts the next one.
    pub(super) fn sum_open(&mut self, open: usize, sums: &mut Sums) {
        let Columns {
            values,
            faces,
            partners,
        } = &mut self.sums;
        values.clear();
        faces.clear();
        partners.clear();
        let above = R::from_mask((!1u64).unbounded_shl(open as u32));
        let found = std::mem::take(&mut self.found);
        for &slot in &found {
            let entry = self.entries[slot as usize].take();
            let block = self.blocks[slot as usize] as usize;
            let counted = self.rows[block * self.cells + open];
            let has_other_path = counted.has(open);
            let new = entry.partners.without(counted);
            self.sums.values.push(entry.value);
            (self.sums.faces).push(if has_other_path { 0 } else { entry.faces });
            self.sums.partners.push(new);
            // Later searches may find the same pairs from the other cell.
            let later = new & above;
            if later != R::default() {
                let block = self.block_of(slot);
                later.each_bit(|cell| block[cell] = block[cell] | R::from_mask(1 << open));
            }
        }
        self.found = found;
        self.found.clear();
        self.sums.add_up(sums);
    }

    /// Returns the masks of a word by cell.
    #[inline]
    fn block_of(&mut self, slot: u32) -> &mut [R] {
        let block = &mut self.blocks[slot as usize];
        if *block == 0 {
            *block = (self.rows.len() / self.cells) as u32;
            self.rows.resize(self.rows.len() + self.cells, R::default());
            self.slots_with_blocks.push(slot);
        }
        &mut self.rows[*block as usize * self.cells..][..self.cells]
    }
}

impl<R: Row> Entry<R> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.faces == 0 && self.partners == R::default()
    }

    /// Returns the entry, and empties it.
    #[inline]
    fn take(&mut self) -> Self {
        let entry = *self;
        self.faces = 0;
        self.partners = R::default();
        entry
    }
}

impl<R: Row> Columns<R> {
    fn add_up(&self, sums: &mut Sums) {
        sums.faces = [0; MAX_FACES];
        sums.partners = [0; 64];
        let words = self.values.iter().zip(&self.faces).zip(&self.partners);
        for ((&value, &faces), partners) in words {
            let value = u64::from(value);
            faces.each_bit(|face| sums.faces[face] += value);
            partners.each_bit(|cell| sums.partners[cell] += value);
        }
    }
}
