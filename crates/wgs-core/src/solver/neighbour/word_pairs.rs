//! Adds up the values of the different words on all neighbours of a board.
//!
//! A word counts once on each neighbour, however many paths it has there. So for each word the
//! table keeps the neighbours that it was found on: in one search with an open cell, a mask of
//! faces and a mask of the cells to swap with; on the whole board, a mask of cells for each cell.
//! Bit `b` of the mask of cell `a` is set if the word is found with these two swapped, and bit `a`
//! if it is found without using `a` at all.

use super::row::Row;
use crate::solver::Engine;
use crate::solver::frontier::{MAX_FACES, OpenFinds, TAGS, add_by_bit};

/// What was found of a word.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Entry<R> {
    /// The faces of the open cell with which it was found.
    faces: u32,
    /// The block of masks that belongs to the word; 0 if there is none.
    block: u32,
    /// What the word counts.
    value: u16,
    /// The cells that the open cell can swap its face with.
    partners: R,
}

/// The words found on the neighbours of a board.
pub(super) struct WordPairs<R> {
    engine: Engine,
    /// One entry for each slot.
    entries: Vec<Entry<R>>,
    /// Blocks of masks, one for each cell. The first block belongs to no word, and is empty.
    rows: Vec<R>,
    /// The slots that have a block.
    slots_with_blocks: Vec<u32>,
    /// The slots found with the current open cell.
    found: Vec<u32>,
    /// Words that later searches may find on the same boards: the slot, and the cells to swap
    /// with.
    later: Vec<(u32, R)>,
    by_face: Summands,
    by_partner: [Summands; 2],
}

/// What is to be added up: for each word, its value and the neighbours that it counts on.
#[derive(Default)]
struct Summands {
    values: Vec<u16>,
    masks: Vec<u32>,
    len: usize,
}

impl Summands {
    /// Starts a list of up to `len` words.
    fn begin(&mut self, len: usize) {
        if self.values.len() < len {
            self.values.resize(len, 0);
            self.masks.resize(len, 0);
        }
        self.len = 0;
    }

    /// Adds a word, unless its mask is empty.
    #[inline]
    fn push(&mut self, value: u16, mask: u32) {
        self.values[self.len] = value;
        self.masks[self.len] = mask;
        self.len += usize::from(mask != 0);
    }

    fn add_up(&self, engine: Engine, sums: &mut [u64; 32]) {
        add_by_bit(
            engine,
            &self.values[..self.len],
            &self.masks[..self.len],
            sums,
        );
    }
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
                table.always[tag] = R::from_mask(1u64.unbounded_shl((tag - MAX_FACES) as u32));
            }
        }
        table
    }
}

/// The sums of the values of words.
pub(super) struct Sums {
    /// By face of the open cell.
    pub(super) faces: [u64; MAX_FACES],
    /// By cell to swap with, up to 31 and from 32 on.
    pub(super) partners: [[u64; 32]; 2],
}

impl<R: Row> WordPairs<R> {
    /// Creates a table. `values` are the values of the words, by slot.
    pub(super) fn new(engine: Engine, values: impl Iterator<Item = u16>) -> Self {
        let entries: Vec<_> = values
            .map(|value| Entry {
                value,
                ..Entry::default()
            })
            .collect();
        Self {
            engine,
            entries,
            rows: vec![R::default(); R::BLOCK],
            slots_with_blocks: Vec::new(),
            found: Vec::new(),
            later: Vec::new(),
            by_face: Summands::default(),
            by_partner: Default::default(),
        }
    }

    /// Starts a board. The words of the last one, if it was not finished, are forgotten.
    pub(super) fn begin(&mut self) {
        for slot in self.slots_with_blocks.drain(..) {
            self.entries[slot as usize].block = 0;
        }
        self.rows.truncate(R::BLOCK);
        for slot in self.found.drain(..) {
            self.entries[slot as usize].take();
        }
    }

    /// Adds a path of the base board.
    #[inline]
    pub(super) fn add_base_path(&mut self, slot: u32, used: u64) {
        let free = R::from_mask(!used);
        let block = self.block_of(slot);
        free.add_to(block, free);
    }

    /// Adds up the words of the base board: those of the whole board, and for each pair of cells
    /// those that use neither of the two.
    pub(super) fn sum_base(&mut self, sums: &mut [[[u64; 32]; 2]; 64], cells: usize) -> u64 {
        let words: Vec<(u16, usize)> = (self.slots_with_blocks.iter())
            .map(|&slot| self.entries[slot as usize])
            .map(|entry| (entry.value, entry.block as usize * R::BLOCK))
            .collect();
        for (cell, sums) in sums.iter_mut().enumerate().take(cells) {
            for (part, sums) in sums.iter_mut().enumerate().take(R::PARTS) {
                let summands = &mut self.by_face;
                summands.begin(words.len());
                for &(value, block) in &words {
                    summands.push(value, self.rows[block + cell].part(part));
                }
                summands.add_up(self.engine, sums);
            }
        }
        words.iter().map(|&(value, _)| u64::from(value)).sum()
    }

    /// Adds paths through the open cell.
    #[inline]
    pub(super) fn add(&mut self, finds: &OpenFinds<'_>, table: &PartnerTable<R>) {
        let Self { entries, found, .. } = self;
        let mut count = found.len();
        found.resize(count + finds.slots.len(), 0);
        let columns = finds.slots.iter().zip(finds.tags).zip(finds.used_low);
        for (index, ((&slot, &tag), &low)) in columns.enumerate() {
            let used = R::from_columns(low, finds.used_high, index);
            let tag = tag as usize % TAGS;
            let entry = &mut entries[slot as usize];
            found[count] = slot;
            count += usize::from(entry.is_empty());
            entry.faces |= table.faces[tag];
            entry.partners =
                entry.partners | table.unless_used[tag].without(used) | table.always[tag];
        }
        found.truncate(count);
    }

    /// Adds up the words found with the open cell, and starts the next one.
    pub(super) fn sum_open(&mut self, open: usize, sums: &mut Sums) {
        let Self {
            entries,
            rows,
            found,
            by_face,
            by_partner,
            later,
            ..
        } = self;
        by_face.begin(found.len());
        for summands in &mut *by_partner {
            summands.begin(found.len());
        }
        if later.len() < found.len() {
            later.resize(found.len(), Default::default());
        }
        let mut later_count = 0;
        let above = R::from_mask((!1u64).unbounded_shl(open as u32));
        for &slot in &*found {
            let entry = entries[slot as usize].take();
            let counted = rows[entry.block as usize * R::BLOCK + open];
            let has_other_path = counted.has(open);
            let new = entry.partners.without(counted);
            let faces = if has_other_path { 0 } else { entry.faces };
            by_face.push(entry.value, faces);
            for (part, summands) in by_partner.iter_mut().enumerate().take(R::PARTS) {
                summands.push(entry.value, new.part(part));
            }
            later[later_count] = (slot, new & above);
            later_count += usize::from(new & above != R::default());
        }
        found.clear();
        // Later searches may find the same pairs from the other cell.
        let open = R::from_mask(1 << open);
        for index in 0..later_count {
            let (slot, cells) = self.later[index];
            cells.add_to(self.block_of(slot), open);
        }
        sums.faces = [0; MAX_FACES];
        sums.partners = [[0; 32]; 2];
        self.by_face.add_up(self.engine, &mut sums.faces);
        for (summands, sums) in self
            .by_partner
            .iter()
            .zip(&mut sums.partners)
            .take(R::PARTS)
        {
            summands.add_up(self.engine, sums);
        }
    }

    /// Returns the masks of a word by cell.
    #[inline]
    fn block_of(&mut self, slot: u32) -> &mut [R] {
        let block = &mut self.entries[slot as usize].block;
        if *block == 0 {
            *block = (self.rows.len() / R::BLOCK) as u32;
            self.rows.resize(self.rows.len() + R::BLOCK, R::default());
            self.slots_with_blocks.push(slot);
        }
        &mut self.rows[*block as usize * R::BLOCK..][..R::BLOCK]
    }
}

impl<R: Row> Entry<R> {
    #[inline]
    fn is_empty(&self) -> bool {
        // Without a branch, which would be mispredicted.
        (self.faces == 0) & (self.partners == R::default())
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
