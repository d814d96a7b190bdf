//! The results of a search: words with their paths and scores, and totals.

use crate::grid::Cell;
use crate::lexicon::{Lexicon, Word};
use crate::rules::WordScore;

/// A word found on a board, which [`Worker::solve`](crate::Worker::solve) passes to a closure.
///
/// ```
/// use std::ops::ControlFlow;
/// use wgs_engine::{Grid, Lexicon, Rules, Solution, Solver};
///
/// let lexicon = Lexicon::from_text("cat act")?;
/// let solver = Solver::new(&lexicon, &Grid::rack(3), &Rules::boggle());
/// let mut first = None;
/// solver.worker().solve(&"CAT".parse()?, |solution: Solution<'_>| {
///     first = Some(solution.text());
///     ControlFlow::Break(())
/// })?;
/// assert_eq!(first.unwrap(), "ACT");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Solution<'s> {
    /// The word. Words compare in alphabetical order.
    pub word: Word,
    /// The cells that spell the word, in order.
    pub path: &'s [Cell],
    /// The word's score.
    pub score: WordScore,
    pub(crate) lexicon: &'s Lexicon,
}

impl Solution<'_> {
    /// Returns the word in upper case.
    pub fn text(&self) -> String {
        self.lexicon.text(self.word)
    }

    /// Appends the word, in upper case, to a text.
    pub fn push_text(&self, text: &mut String) {
        self.lexicon.spell(self.word.slot, text);
    }
}

/// A word found on a board, as an independent value. [`Solver::solve`](crate::Solver::solve)
/// returns these.
///
/// ```
/// use wgs_engine::{Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act")?;
/// let found = Solver::new(&lexicon, &Grid::rack(3), &Rules::boggle()).solve(&"CAT".parse()?);
/// assert_eq!(found[0].text, "ACT");
/// assert_eq!(found[0].word, lexicon.find("act").unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SolvedWord {
    /// The word in its lexicon. It is not serialised, because it means nothing without the lexicon.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub word: Word,
    /// The word in upper case.
    pub text: String,
    /// The cells that spell the word, in order.
    pub path: Vec<Cell>,
    /// The word's score.
    pub score: WordScore,
}

impl From<Solution<'_>> for SolvedWord {
    fn from(solution: Solution<'_>) -> Self {
        Self {
            word: solution.word,
            text: solution.text(),
            path: solution.path.to_vec(),
            score: solution.score,
        }
    }
}

/// The number of different words on a board, and their total score.
///
/// ```
/// use wgs_engine::BoardScore;
///
/// let mut total = BoardScore::new(3, 5);
/// total += BoardScore::new(1, 11);
/// assert_eq!((total.words, total.points), (4, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BoardScore {
    /// The number of different words.
    pub words: u64,
    /// The sum of their scores; each word counts with its best path.
    pub points: u64,
}

impl BoardScore {
    /// Creates a score.
    pub fn new(words: u64, points: u64) -> Self {
        Self { words, points }
    }
}

impl std::ops::AddAssign for BoardScore {
    fn add_assign(&mut self, other: Self) {
        self.words += other.words;
        self.points = self.points.saturating_add(other.points);
    }
}

/// A set of cells.
///
/// ```
/// use wgs_engine::search::CellSet;
///
/// let cells: Vec<usize> = CellSet::Mask(0b1001).iter().map(|cell| cell.index()).collect();
/// assert_eq!(cells, [0, 3]);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CellSet<'s> {
    /// A bit set for grids of up to 64 cells: bit `i` stands for the cell with index `i`.
    Mask(u64),
    /// Each cell once, in ascending order.
    List(&'s [Cell]),
}

impl CellSet<'_> {
    /// Returns the cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let (mask, list): (u64, &[Cell]) = match *self {
            Self::Mask(mask) => (mask, &[]),
            Self::List(list) => (0, list),
        };
        bits(mask).map(Cell::new).chain(list.iter().copied())
    }
}

/// Returns the indices of the set bits, in ascending order.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}
