//! Counts the different words among many slots and adds up their points. The table has one
//! entry for each slot, so that a single access shows whether the word was counted before and
//! what it scores. A board number in each entry saves clearing the table between boards.

use crate::rules::Tally;
use crate::solution::BoardScore;

use super::{BoardMeasure, Prepared};

/// One entry for each slot: the number of the board it was last counted on in the upper half,
/// and its points in the lower half. A slot that never counts has the number [`NEVER`].
#[derive(Clone, Default)]
pub(super) struct ScoreTable {
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
        self.board += 1;
        if self.entries.is_empty() || self.board == NEVER {
            self.clone_from(solver.blank_table.get_or_init(|| Self::blank(solver)));
        }
    }

    /// Counts the slots that were not counted before on this board.
    #[inline]
    pub(super) fn count(&mut self, slots: &[u32]) -> BoardScore {
        let mut total = BoardScore::default();
        for &slot in slots {
            let entry = &mut self.entries[slot as usize];
            let points = *entry & 0xffff;
            // Without a branch, which would be mispredicted half the time.
            let new = *entry >> 16 < self.board;
            total.words += u64::from(new);
            total.points += u64::from(if new { points } else { 0 });
            *entry = (*entry).max(self.board << 16 | points);
        }
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
            let score = self.count(slots);
            total.words += score.words;
            total.points += score.points;
            return;
        };
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

    /// Creates a table in which no word has been counted.
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
