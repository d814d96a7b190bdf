//! The different words of one board, each with its best path. The memory is kept from
//! board to board; clearing it costs only what was used.

use std::ops::ControlFlow;

use crate::solution::{BoardScore, bits};

use super::NOT_COUNTED;

/// The best of a word's paths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best {
    pub(super) slot: u32,
    /// Meaningful to the engine that wrote it.
    pub(super) path: u64,
    pub(super) points: u64,
    /// All cells that any path of the word uses.
    pub(super) cells: u64,
}

/// Words by rank.
#[derive(Default)]
pub(super) struct Findings {
    seen: Vec<u64>,
    best: Vec<Best>,
    /// Ranks for [`Self::is_new`] and [`Self::count`] to forget.
    ranks: Vec<u32>,
}

impl Findings {
    /// Makes room for a lexicon of so many words.
    pub(super) fn reserve(&mut self, words: usize) {
        if self.best.len() < words {
            self.seen.resize(words.div_ceil(64), 0);
            self.best.resize(words, Best::default());
        }
    }

    /// The best path so far, or a place for the first one.
    #[inline]
    pub(super) fn entry(&mut self, rank: u32) -> (bool, &mut Best) {
        let rank = rank as usize;
        let word = &mut self.seen[rank / 64];
        let bit = 1 << (rank % 64);
        let new = *word & bit == 0;
        *word |= bit;
        (new, &mut self.best[rank])
    }

    /// Whether a word is met for the first time since [`Self::forget`].
    #[inline]
    pub(super) fn is_new(&mut self, rank: u32) -> bool {
        let word = &mut self.seen[rank as usize / 64];
        let bit = 1 << (rank % 64);
        let new = *word & bit == 0;
        *word |= bit;
        if new {
            self.ranks.push(rank);
        }
        new
    }

    /// Forgets the words that [`Self::is_new`] was asked about.
    pub(super) fn forget(&mut self) {
        for rank in self.ranks.drain(..) {
            self.seen[rank as usize / 64] = 0;
        }
    }

    /// Counts the different words among slots and adds up their points.
    pub(super) fn count(&mut self, slots: &[u32], ranks: &[u32], points: &[u32]) -> BoardScore {
        if self.seen.len() * 64 < points.len() {
            self.seen.resize(points.len().div_ceil(64), 0);
        }
        let mut total = BoardScore::default();
        self.ranks.clear();
        self.ranks
            .extend(slots.iter().map(|&slot| ranks[slot as usize]));
        for &rank in &self.ranks {
            let word = &mut self.seen[rank as usize / 64];
            let bit = rank % 64;
            let worth = points[rank as usize];
            let counts = !*word >> bit & u64::from(worth != NOT_COUNTED);
            *word |= 1 << bit;
            // Written without branches: whether a word is new is a coin toss.
            total.words += counts;
            total.points += u64::from(worth) & counts.wrapping_neg();
        }
        self.forget();
        total
    }

    /// Gives out all words in alphabetical order and forgets them, also those that are not
    /// wanted any more.
    pub(super) fn drain(&mut self, mut f: impl FnMut(u32, &Best) -> ControlFlow<()>) {
        let mut flow = ControlFlow::Continue(());
        for (index, word) in self.seen.iter_mut().enumerate() {
            if *word == 0 {
                continue;
            }
            for bit in bits(std::mem::take(word)) {
                if flow.is_break() {
                    break;
                }
                let rank = index * 64 + bit;
                flow = f(rank as u32, &self.best[rank]);
            }
        }
    }
}
