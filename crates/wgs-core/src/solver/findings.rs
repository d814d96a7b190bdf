//! The different words of one board, each with its best path, in alphabetical order at the
//! end. The memory is kept from board to board; nothing in it has to be cleared.

use std::ops::ControlFlow;

use crate::lexicon::Lexicon;
use crate::solution::bits;

/// The best of a word's paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) slot: u32,
    pub(super) rank: u32,
    /// Meaningful to the engine that wrote it.
    pub(super) path: u64,
    pub(super) points: u64,
    /// All cells that any path of the word uses.
    pub(super) cells: u64,
}

/// The words of one board.
#[derive(Default)]
pub(super) struct Findings {
    /// For each slot the number of the board it was last found on, its index in `found` then
    /// and its rank: one access answers all three.
    marks: Vec<Mark>,
    board: u16,
    found: Vec<Best>,
    /// The ranks found, as bits, and which words of that are not zero, as bits.
    ranks: Vec<u64>,
    summary: Vec<u64>,
    /// The index in `found` by rank.
    index_of: Vec<u32>,
}

/// Board number (12 bits), index (26 bits) and rank (26 bits) in one: as many as a lexicon
/// may have nodes.
#[derive(Clone, Copy)]
struct Mark(u64);

impl Mark {
    const RANK_BITS: u32 = 26;
    const INDEX_BITS: u32 = 26;
    const MAX_BOARDS: u16 = 1 << 12;

    fn new(board: u16, index: usize, rank: u32) -> Self {
        let index = (index as u64) << Self::RANK_BITS;
        Self(u64::from(board) << (Self::RANK_BITS + Self::INDEX_BITS) | index | u64::from(rank))
    }

    fn board(self) -> u16 {
        (self.0 >> (Self::RANK_BITS + Self::INDEX_BITS)) as u16
    }

    fn index(self) -> usize {
        (self.0 >> Self::RANK_BITS) as usize & ((1 << Self::INDEX_BITS) - 1)
    }

    fn rank(self) -> u32 {
        self.0 as u32 & ((1 << Self::RANK_BITS) - 1)
    }
}

impl Findings {
    /// Begins a board.
    pub(super) fn begin(&mut self, lexicon: &Lexicon) {
        self.found.clear();
        self.board += 1;
        if self.marks.is_empty() || self.board == Mark::MAX_BOARDS {
            self.board = 1;
            let slots = lexicon.ranks().iter();
            self.marks.clear();
            self.marks
                .extend(slots.map(|&rank| Mark::new(0, 0, rank & ((1 << Mark::RANK_BITS) - 1))));
            self.ranks.resize(lexicon.len().div_ceil(64), 0);
            self.summary.resize(self.ranks.len().div_ceil(64), 0);
            self.index_of.resize(lexicon.len(), 0);
        }
    }

    /// How many words were found.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether a word is among the first so many found.
    #[inline]
    pub(super) fn is_among_first(&self, slot: u32, count: usize) -> bool {
        let mark = self.marks[slot as usize];
        mark.board() == self.board && mark.index() < count
    }

    /// The rank of the word at a slot.
    #[inline]
    pub(super) fn rank(&self, slot: u32) -> u32 {
        self.marks[slot as usize].rank()
    }

    /// Adds a path. `earlier` tells whether it goes before another with the same points, and
    /// `write` makes what is kept of it, if it is kept.
    #[inline]
    pub(super) fn add(
        &mut self,
        slot: u32,
        points: u64,
        cells: u64,
        earlier: impl FnOnce(u64) -> bool,
        write: impl FnOnce() -> u64,
    ) {
        let mark = &mut self.marks[slot as usize];
        if mark.board() != self.board {
            let rank = mark.rank();
            *mark = Mark::new(self.board, self.found.len(), rank);
            self.found.push(Best {
                slot,
                rank,
                path: write(),
                points,
                cells,
            });
            return;
        }
        let best = &mut self.found[mark.index()];
        best.cells |= cells;
        if points > best.points || points == best.points && earlier(best.path) {
            best.path = write();
            best.points = points;
        }
    }

    /// Gives out all words in alphabetical order until the caller stops.
    pub(super) fn give_out(&mut self, mut f: impl FnMut(&Best) -> ControlFlow<()>) {
        for (index, best) in (0..).zip(&self.found) {
            let rank = best.rank as usize;
            self.index_of[rank] = index;
            self.ranks[rank / 64] |= 1 << (rank % 64);
            self.summary[rank / 4096] |= 1 << (rank / 64 % 64);
        }
        let mut flow = ControlFlow::Continue(());
        for (high, summary) in self.summary.iter_mut().enumerate() {
            for middle in bits(std::mem::take(summary)) {
                let index = high * 64 + middle;
                for low in bits(std::mem::take(&mut self.ranks[index])) {
                    if flow.is_continue() {
                        let rank = index * 64 + low;
                        flow = f(&self.found[self.index_of[rank] as usize]);
                    }
                }
            }
        }
    }
}
