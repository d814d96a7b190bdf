//! The different words on one board with their best paths, returned in alphabetical order. The
//! memory is kept from board to board, and a board number in each mark saves clearing it.

use std::ops::ControlFlow;

use crate::lexicon::Lexicon;
use crate::solution::bits;

/// The best path of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestPath {
    pub(super) slot: u32,
    pub(super) rank: u32,
    /// The path in the form of the search that found it.
    pub(super) path: u64,
    pub(super) points: u64,
    /// The cells of all paths of the word.
    pub(super) cells: u64,
}

/// The words on one board with their best paths.
#[derive(Default)]
pub(super) struct BestPaths {
    /// For each slot, a [`Mark`]: the number of the board it was last found on, its index in
    /// `found` at that time, and its rank. One memory access answers all three. A slot that was
    /// never found has 0, so that the first board uses only as much memory as it has words.
    marks: Vec<u64>,
    board: u16,
    found: Vec<BestPath>,
    /// A bit for each rank that was found.
    ranks: Vec<u64>,
    /// A bit for each element of `ranks` that is not zero.
    summary: Vec<u64>,
    /// For each rank, the index in `found`.
    index_of: Vec<u32>,
}

/// Board number (12 bits), index (26 bits) and rank (26 bits) in one number. A lexicon has at
/// most 2^26 nodes.
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

    /// Returns the rank of the word at the slot of the mark.
    #[inline]
    fn rank(self, slot: u32, lexicon: &Lexicon) -> u32 {
        match self.0 {
            0 => lexicon.ranks()[slot as usize],
            mark => mark as u32 & ((1 << Self::RANK_BITS) - 1),
        }
    }
}

impl BestPaths {
    /// Starts a new board.
    pub(super) fn begin(&mut self, lexicon: &Lexicon) {
        self.found.clear();
        self.board += 1;
        if self.marks.is_empty() {
            // Zeros come straight from the system, which provides the memory when it is used.
            self.marks = vec![0; lexicon.node_count()];
            self.ranks = vec![0; lexicon.len().div_ceil(64)];
            self.summary = vec![0; self.ranks.len().div_ceil(64)];
            self.index_of = vec![0; lexicon.len()];
        } else if self.board == Mark::MAX_BOARDS {
            self.board = 1;
            self.marks.fill(0);
        }
    }

    /// Returns the number of words found.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns whether a word is among the first `count` found.
    #[inline]
    pub(super) fn is_among_first(&self, slot: u32, count: usize) -> bool {
        let mark = Mark(self.marks[slot as usize]);
        mark.board() == self.board && mark.index() < count
    }

    /// Returns the rank of the word at a slot.
    #[inline]
    pub(super) fn rank(&self, slot: u32, lexicon: &Lexicon) -> u32 {
        Mark(self.marks[slot as usize]).rank(slot, lexicon)
    }

    /// Adds a path. `earlier` returns whether it comes before another path with the same
    /// points, and `write` returns the form in which it is stored, if it is.
    #[inline]
    pub(super) fn add(
        &mut self,
        slot: u32,
        lexicon: &Lexicon,
        points: u64,
        cells: u64,
        earlier: impl FnOnce(u64) -> bool,
        write: impl FnOnce() -> u64,
    ) {
        let entry = &mut self.marks[slot as usize];
        let mark = Mark(*entry);
        if mark.board() != self.board {
            let rank = mark.rank(slot, lexicon);
            *entry = Mark::new(self.board, self.found.len(), rank).0;
            self.found.push(BestPath {
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

    /// Calls `f` with each word in alphabetical order until it stops.
    pub(super) fn for_each(&mut self, mut f: impl FnMut(&BestPath) -> ControlFlow<()>) {
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
