//! What a search finds: a word, the path that spells it, its score in parts.

use crate::grid::Cell;
use crate::lexicon::{Lexicon, Word};
use crate::rules::WordScore;

/// A word found on a board.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'s> {
    /// The word. Words order alphabetically.
    pub word: Word,
    /// The cells that spell it, in order.
    pub path: &'s [Cell],
    /// Its score in parts.
    pub score: WordScore,
    pub(crate) lexicon: &'s Lexicon,
}

impl Solution<'_> {
    /// The word in upper case.
    pub fn text(&self) -> String {
        self.lexicon.text(self.word)
    }

    /// Appends the word in upper case.
    pub fn push_text(&self, text: &mut String) {
        self.lexicon.spell(self.word.slot, text);
    }
}

/// The number and the points of the different words on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BoardScore {
    /// How many words there are.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
}

impl std::ops::AddAssign for BoardScore {
    fn add_assign(&mut self, other: Self) {
        self.words += other.words;
        self.points = self.points.saturating_add(other.points);
    }
}

/// Cells of a grid, without order.
#[derive(Clone, Copy, Debug)]
pub enum CellSet<'s> {
    /// Bit `i` stands for cell `i`.
    Mask(u64),
    /// Each cell once, ascending.
    List(&'s [Cell]),
}

impl CellSet<'_> {
    /// The cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let (mask, list): (u64, &[Cell]) = match *self {
            Self::Mask(mask) => (mask, &[]),
            Self::List(list) => (0, list),
        };
        bits(mask).map(Cell::new).chain(list.iter().copied())
    }
}

/// The places of the bits of a mask, ascending.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}
