//! Counts the different words among many slots and adds up their points. The table has one
//! entry for each slot, so that a single access shows whether the word was counted before and
//! what it scores. A board number in each entry saves clearing the table between boards.
//!
//! A table takes longer to prepare than a hundred boards take to search. So the first words of a
//! worker are spelled and scored one by one, and a program that scores one board needs no table.

use crate::alphabet::Letter;
use crate::count::Count;
use crate::rules::Tally;
use crate::solution::BoardScore;

use super::{BoardMeasure, Prepared};

/// The different words of many boards, one after the other.
#[derive(Default)]
pub(super) struct ScoreTable {
    /// Counts the first words, until the table has entries.
    spelled: SpelledWords,
    entries: Entries,
}

/// One entry for each slot: the number of the board it was last counted on in the upper half,
/// and its points in the lower half. A slot that never counts has the number [`NEVER`].
#[derive(Clone, Default)]
pub(super) struct Entries {
    entries: Vec<u32>,
    board: u32,
}

const NEVER: u32 = 0xffff;

impl ScoreTable {
    /// The most points that an entry can hold.
    pub(super) const MAX_POINTS: u32 = 0xffff;

    /// Starts a new board. No word and no letter may score more than [`Self::MAX_POINTS`].
    #[inline]
    pub(super) fn begin(&mut self, solver: &Prepared) {
        match self.entries.is_empty() {
            true => self.spelled.begin(solver),
            false => self.entries.begin(solver),
        }
    }

    /// Counts the slots that were not counted before on this board.
    #[inline]
    pub(super) fn count(&mut self, slots: &[u32], solver: &Prepared) -> BoardScore {
        let mut total = BoardScore::default();
        let mut rest = slots;
        if self.entries.is_empty() {
            rest = self.count_spelled(slots, solver, |points, _| {
                total += BoardScore::new(1, points.into());
            });
        }
        self.entries.count(rest, &mut total);
        total
    }

    /// Like [`Self::count`], but also measures word lengths if `long_length` is given.
    pub(super) fn measure(
        &mut self,
        slots: &[u32],
        solver: &Prepared,
        long_length: Option<u8>,
        total: &mut BoardMeasure,
    ) {
        let Some(long_length) = long_length else {
            let score = self.count(slots, solver);
            total.words += score.words;
            total.points += score.points;
            return;
        };
        let mut rest = slots;
        if self.entries.is_empty() {
            rest = self.count_spelled(slots, solver, |points, length| {
                total.add_word(points.into(), length, long_length);
            });
        }
        if !rest.is_empty() {
            self.entries.measure(rest, solver, long_length, total);
        }
    }

    /// Spells the words of slots that were not counted before on this board, and calls `add` with
    /// the points and the number of letters of each that counts. If that takes too long, prepares
    /// the entries and returns the slots that are left.
    #[cold]
    fn count_spelled<'s>(
        &mut self,
        slots: &'s [u32],
        solver: &Prepared,
        mut add: impl FnMut(u32, u32),
    ) -> &'s [u32] {
        for (index, &slot) in slots.iter().enumerate() {
            if self.spelled.is_table_cheaper(solver) {
                self.entries.begin(solver);
                self.entries.set_counted(&self.spelled.slots);
                self.spelled = SpelledWords::default();
                return &slots[index..];
            }
            let Some(sum) = self.spelled.sum_if_new(slot, solver) else {
                continue;
            };
            let entry = entry(solver, sum);
            if entry >> 16 != NEVER {
                add(entry & 0xffff, sum / ONE_LETTER);
            }
        }
        &[]
    }
}

/// The words of a board that were spelled.
#[derive(Default)]
struct SpelledWords {
    /// A bit for each slot that was met on this board.
    seen: Vec<u64>,
    /// The slots that were met on this board.
    slots: Vec<u32>,
    /// The number of words spelled on all boards.
    total: usize,
    symbols: Vec<u8>,
}

impl SpelledWords {
    /// Spelling a word takes as long as preparing about this many entries.
    const ENTRIES_PER_WORD: usize = 50;

    /// Returns whether preparing entries takes no longer than spelling the words so far.
    fn is_table_cheaper(&self, solver: &Prepared) -> bool {
        self.total > solver.lexicon.node_count() / Self::ENTRIES_PER_WORD
    }

    fn begin(&mut self, solver: &Prepared) {
        if self.seen.is_empty() {
            self.seen = vec![0; solver.lexicon.node_count().div_ceil(64)];
        }
        for slot in self.slots.drain(..) {
            self.seen[slot as usize / 64] = 0;
        }
    }

    /// Returns the sum of the letters of a word that was not met before on this board.
    fn sum_if_new(&mut self, slot: u32, solver: &Prepared) -> Option<u32> {
        let seen = &mut self.seen[slot as usize / 64];
        if *seen >> (slot % 64) & 1 != 0 {
            return None;
        }
        *seen |= 1 << (slot % 64);
        self.slots.push(slot);
        self.total += 1;
        let lexicon = &solver.lexicon;
        self.symbols.clear();
        lexicon.symbols_to(slot, &mut self.symbols);
        let value = |letter: Letter| match solver.tile_table.has_letter_values {
            true => solver.rules.letter_value(lexicon.alphabet().text(letter)),
            false => 0,
        };
        let letters = lexicon.alphabet().decode(&self.symbols);
        Some(letters.map(|letter| value(letter) + ONE_LETTER).sum())
    }
}

impl Entries {
    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Starts a new board.
    #[inline]
    fn begin(&mut self, solver: &Prepared) {
        self.board += 1;
        if self.entries.is_empty() || self.board == NEVER {
            self.clone_from(solver.blank_entries.get_or_init(|| Self::blank(solver)));
        }
    }

    /// Marks slots as counted on this board.
    fn set_counted(&mut self, slots: &[u32]) {
        for &slot in slots {
            let entry = &mut self.entries[slot as usize];
            *entry = (*entry).max(self.board << 16 | *entry & 0xffff);
        }
    }

    /// Counts the slots that were not counted before on this board.
    #[inline]
    fn count(&mut self, slots: &[u32], total: &mut BoardScore) {
        for &slot in slots {
            let entry = &mut self.entries[slot as usize];
            let points = *entry & 0xffff;
            // Without a branch, which would be mispredicted half the time.
            let new = *entry >> 16 < self.board;
            total.words += u64::from(new);
            total.points += u64::from(if new { points } else { 0 });
            *entry = (*entry).max(self.board << 16 | points);
        }
    }

    /// Like [`Self::count`], but also measures word lengths.
    fn measure(
        &mut self,
        slots: &[u32],
        solver: &Prepared,
        long_length: u8,
        total: &mut BoardMeasure,
    ) {
        let lengths = solver.lengths();
        for &slot in slots {
            let entry = &mut self.entries[slot as usize];
            if *entry >> 16 < self.board {
                let points = *entry & 0xffff;
                *entry = self.board << 16 | points;
                let length = lengths[slot as usize].into();
                total.add_word(points.into(), length, long_length);
            }
        }
    }

    /// Creates entries of which none has been counted.
    ///
    /// Children come after their parents, so one forward pass is enough: it passes the sum of
    /// each prefix on to its children, in the entries that will hold the results.
    fn blank(solver: &Prepared) -> Self {
        let lexicon = &solver.lexicon;
        let value = |text: &str| solver.rules.letter_value(text);
        let values: Vec<u32> = (lexicon.alphabet().letters())
            .map(|(_, text)| value(text))
            .collect();
        let mut entries = vec![0; lexicon.node_count()];
        for slot in 0..entries.len() {
            let sum: u32 = entries[slot];
            let node = lexicon.node(slot as u32);
            let mut pass_on = |value: u32, child: u32| {
                entries[child as usize] = sum + value + ONE_LETTER;
            };
            // Slots within a letter of several symbols have no sum and pass nothing on.
            if sum != 0 || slot == 0 {
                lexicon.each_letter(node, |letter, child| {
                    pass_on(values[letter.index()], child);
                });
            }
            entries[slot] = if node.is_word() {
                entry(solver, sum)
            } else {
                NEVER << 16
            };
        }
        Self { entries, board: 1 }
    }
}

/// Returns what the word at each slot counts; 0 for slots without a word that counts. A word counts
/// its own letters for the longest one.
pub(super) fn values(solver: &Prepared, count: Count) -> impl Iterator<Item = u16> {
    let blank = solver.blank_entries.get_or_init(|| Entries::blank(solver));
    let lengths = match count {
        Count::LongWords(_) | Count::Longest => solver.lengths(),
        Count::Points | Count::Words => &[],
    };
    (blank.entries.iter().enumerate()).map(move |(slot, &entry)| match count {
        _ if entry >> 16 == NEVER => 0,
        Count::Points => entry as u16,
        Count::Words => 1,
        Count::LongWords(letters) => (lengths[slot] >= letters).into(),
        Count::Longest => lengths[slot].into(),
    })
}

/// One letter in a sum. The bits below it have room for 255 letters with
/// [`ScoreTable::MAX_POINTS`] each.
const ONE_LETTER: u32 = 1 << 24;

/// Returns the entry of a word from the sum of its letters.
fn entry(solver: &Prepared, sum: u32) -> u32 {
    let length = sum / ONE_LETTER;
    let score = if solver.tile_table.has_letter_values {
        solver.rules.score(&Tally {
            letter_points: u64::from(sum % ONE_LETTER),
            length,
            ..Tally::default()
        })
    } else {
        solver.by_length[length as usize]
    };
    score.map_or(NEVER << 16, |score| score.total as u32)
}
