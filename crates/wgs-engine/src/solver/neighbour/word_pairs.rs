//! Adds up the values of the different words on all neighbours of a board.
//!
//! A word counts once on each neighbour, however many paths it has there. So for each word the
//! table keeps the neighbours that it was found on: in one search with an open cell, a mask of
//! faces and a mask of the cells to swap with; on the whole board, a mask of cells for each cell.
//! Bit `b` of the mask of cell `a` is set if the word is found with these two swapped, and bit `a`
//! if it is found without using `a` at all.

use super::row::Row;
use crate::solver::Engine;
use crate::solver::frontier::{MAX_FACES, OpenFinds, TAGS, add_by_bit, prefetch};

/// How many words ahead entries are loaded.
const AHEAD: usize = 32;

/// The paths found of a word.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Entry<R: Row> {
    /// With the current open cell: the faces with which the word was found, and the cells with
    /// which the open cell can swap its face.
    marks: R::Marks,
    /// The block of masks that belongs to the word; 0 if there is none.
    block: u32,
    /// The value of the word.
    value: u16,
}

/// The words found on the neighbours of a board.
pub(super) struct WordPairs<R: Row> {
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
    summands: Summands,
}

/// The sums to form: for each word, its value and the neighbours that it counts on.
#[derive(Default)]
struct Summands {
    values: Vec<u16>,
    /// The faces of the open cell.
    faces: Vec<u32>,
    /// The cells to swap with, up to 31 and from 32 on.
    partners: [Vec<u32>; 2],
}

impl Summands {
    /// Makes room for a number of words.
    fn make_room(&mut self, words: usize) {
        if self.values.len() < words {
            self.values.resize(words, 0);
            self.faces.resize(words, 0);
            for partners in &mut self.partners {
                partners.resize(words, 0);
            }
        }
    }
}

/// The marks of a path with each tag.
pub(super) struct MarkTable<R: Row> {
    tags: [TagMarks<R>; TAGS],
}

#[derive(Clone, Copy, Default)]
struct TagMarks<R: Row> {
    /// The face and the cells to swap with.
    marks: R::Marks,
    /// Those among the marks that the path must not use.
    unused: R::Marks,
}

impl<R: Row> MarkTable<R> {
    /// Creates the table of a board: the cells that have each face.
    pub(super) fn new(cells_with: impl Fn(usize) -> u64) -> Self {
        let tag_marks = |tag: usize| {
            if tag < MAX_FACES {
                let cells = R::from_mask(cells_with(tag));
                return TagMarks {
                    marks: R::marks(1 << tag, cells),
                    unused: R::marks(0, cells),
                };
            }
            let partner = 1u64.unbounded_shl((tag - MAX_FACES) as u32);
            TagMarks {
                marks: R::marks(0, R::from_mask(partner)),
                unused: R::Marks::default(),
            }
        };
        Self {
            tags: std::array::from_fn(tag_marks),
        }
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
            summands: Summands::default(),
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
        let summands = &mut self.summands;
        summands.make_room(words.len());
        for (to, &(value, _)) in summands.values.iter_mut().zip(&words) {
            *to = value;
        }
        for (cell, sums) in sums.iter_mut().enumerate().take(cells) {
            for (part, sums) in sums.iter_mut().enumerate().take(R::PARTS) {
                let masks = &mut summands.partners[part][..words.len()];
                for (mask, &(_, block)) in masks.iter_mut().zip(&words) {
                    *mask = self.rows[block + cell].part(part);
                }
                add_by_bit(self.engine, &summands.values[..words.len()], masks, sums);
            }
        }
        words.iter().map(|&(value, _)| u64::from(value)).sum()
    }

    /// Adds paths through the open cell.
    #[inline]
    pub(super) fn add(&mut self, finds: &OpenFinds<'_>, table: &MarkTable<R>) {
        let Self { entries, found, .. } = self;
        let mut count = found.len();
        found.resize(count + finds.slots.len(), 0);
        let columns = finds.slots.iter().zip(finds.used_low);
        for (index, (&slot, &low)) in columns.enumerate() {
            if let Some(&slot) = finds.slots.get(index + AHEAD) {
                prefetch(entries, slot as usize);
            }
            let used = R::from_columns(low, finds.used_high, index);
            let tag = &table.tags[finds.tag(index) % TAGS];
            let entry = &mut entries[slot as usize];
            found[count] = slot;
            // Without a branch, which would be mispredicted.
            count += usize::from(entry.marks == R::Marks::default());
            entry.marks |= tag.marks & !(tag.unused & R::marks(0, used));
        }
        found.truncate(count);
    }

    /// Adds up the words found with the open cell, and starts the next one.
    pub(super) fn sum_open(&mut self, open: usize, sums: &mut Sums) {
        let Self {
            entries,
            rows,
            found,
            later,
            summands,
            ..
        } = self;
        let words = found.len();
        summands.make_room(words);
        if later.len() < words {
            later.resize(words, Default::default());
        }
        let mut later_count = 0;
        let above = R::from_mask((!1u64).unbounded_shl(open as u32));
        let [low, high] = &mut summands.partners;
        let partners = low[..words].iter_mut().zip(&mut high[..words]);
        let columns = summands.values[..words]
            .iter_mut()
            .zip(&mut summands.faces[..words])
            .zip(partners);
        for (&slot, ((value, faces), (low, high))) in found.iter().zip(columns) {
            let entry = entries[slot as usize].take();
            let counted = rows[entry.block as usize * R::BLOCK + open];
            let (found_faces, partners) = R::from_marks(entry.marks);
            let new = partners.without(counted);
            *value = entry.value;
            // With another path, the word does not depend on the open cell.
            *faces = if counted.has(open) { 0 } else { found_faces };
            *low = new.part(0);
            if R::PARTS > 1 {
                *high = new.part(1);
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
        let summands = &self.summands;
        let values = &summands.values[..words];
        add_by_bit(
            self.engine,
            values,
            &summands.faces[..words],
            &mut sums.faces,
        );
        let partners = summands.partners.iter().zip(&mut sums.partners);
        for (masks, sums) in partners.take(R::PARTS) {
            add_by_bit(self.engine, values, &masks[..words], sums);
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
    /// Returns the entry, and clears its marks.
    #[inline]
    fn take(&mut self) -> Self {
        let entry = *self;
        self.marks = R::Marks::default();
        entry
    }
}
