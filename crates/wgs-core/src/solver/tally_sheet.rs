//! Counts the different words among many slots, each at its points. One table entry for
//! each slot answers "counted before?" and "how much?" in a single access, and a board
//! number in it stands in for clearing anything between boards.

use crate::lexicon::NO_WORD;
use crate::solution::BoardScore;

use super::{NOT_COUNTED, Solver};

/// One entry for each slot: the number of the board it was last counted on, and its points
/// in the low half. A slot that never counts bears the last number.
#[derive(Default)]
pub(super) struct TallySheet {
    entries: Vec<u32>,
    board: u32,
}

const NEVER: u32 = 0xffff;

impl TallySheet {
    /// The most points a word may score to fit.
    pub(super) const MOST_POINTS: u32 = 0xffff;

    /// Begins a board. No word may score more than [`Self::MOST_POINTS`].
    #[inline]
    pub(super) fn begin(&mut self, solver: &Solver<'_>) {
        self.board += 1;
        if self.entries.is_empty() || self.board == NEVER {
            self.fill(solver);
        }
    }

    /// Counts slots of the board at hand that were not counted before.
    #[inline]
    pub(super) fn count(&mut self, slots: &[u32]) -> BoardScore {
        let mut total = BoardScore::default();
        for &slot in slots {
            let entry = &mut self.entries[slot as usize];
            let points = *entry & 0xffff;
            // Without branches: whether a word is new is a coin toss.
            let new = *entry >> 16 < self.board;
            total.words += u64::from(new);
            total.points += u64::from(if new { points } else { 0 });
            *entry = (*entry).max(self.board << 16 | points);
        }
        total
    }

    fn fill(&mut self, solver: &Solver<'_>) {
        let points = &solver.worth().points;
        self.board = 1;
        self.entries.clear();
        let entry = |&rank: &u32| match rank {
            NO_WORD => NEVER << 16,
            _ if points[rank as usize] == NOT_COUNTED => NEVER << 16,
            _ => points[rank as usize],
        };
        self.entries
            .extend(solver.lexicon.ranks().iter().map(entry));
    }
}
