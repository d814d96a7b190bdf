//! The Boggle assignment of [Algorithms, 4th edition]: a solver for a list of words, and boards
//! with any number of rows and columns. The words are found by [`wgs_engine`]; other games and
//! rules are in the [`catalogue`](wgs_config::catalogue).
//!
//! The assignment shows two examples. This is the first, with the words it prints:
//!
//! ```
//! use wgs_play::boggle::{BoggleBoard, BoggleSolver};
//!
//! let solver = BoggleSolver::new(["AID", "DIE", "END", "ENDS", "QUEUE", "YOU"])?;
//! let board: BoggleBoard = "4 4
//!     A  T  E  E
//!     A  P  Y  O
//!     T  I  N  U
//!     E  D  S  E".parse()?;
//! let words = solver.all_valid_words(&board);
//! assert_eq!(Vec::from_iter(&words), ["AID", "DIE", "END", "ENDS", "YOU"]);
//!
//! let score: u64 = words.iter().map(|word| solver.score_of(word)).sum();
//! assert_eq!(score, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The second is about `Qu`, a single tile that counts for two letters:
//!
//! ```
//! use wgs_play::boggle::{BoggleBoard, BoggleSolver};
//!
//! let words = "EQUATION EQUATIONS QUERIES QUESTION QUESTIONS TRIES";
//! let solver = BoggleSolver::new(words.split(' '))?;
//! let board = BoggleBoard::from_rows(["SNRT", "OIEL", "EQTT", "RSAT"])?;
//! assert_eq!(Vec::from_iter(solver.all_valid_words(&board)).join(" "), words);
//!
//! assert_eq!(solver.score_of("QUERIES"), 5);
//! assert_eq!(solver.total(&board).points, 11 + 11 + 5 + 11 + 11 + 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many boards
//!
//! [`BoggleSolver::all_valid_words`] prepares a new search for each board. For thousands of boards
//! of the same size, prepare it once, as in the assignment's stress test:
//!
//! ```
//! use wgs_play::boggle::{BoggleBoard, BoggleSolver};
//! use wgs_dice::Random;
//!
//! let words = BoggleSolver::new(["TEN", "NET", "SEAT"])?;
//! let mut random = Random::new(2014);
//! let mut board = BoggleBoard::from_hasbro_dice(&mut random);
//! let grid = board.grid();
//! let solver = words.on_grid(&grid);
//! let mut worker = solver.worker();
//! let mut points = 0;
//! for _ in 0..1_000 {
//!     points += worker.score(board.tiles())?.points;
//!     board = BoggleBoard::from_hasbro_dice(&mut random);
//! }
//! assert!(points > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [Algorithms, 4th edition]: https://coursera.cs.princeton.edu/algs4/assignments/boggle/specification.php

mod board;
mod board_file;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use wgs_engine::lexicon::BuildError;
use wgs_engine::{BoardScore, Budget, Grid, Lexicon, Rules, Solution, Solver, Stopped, Tally};

pub use board::{BoggleBoard, RowsError, RowsProblem};
pub use board_file::{BoardFileError, BoardFileProblem, Dimension};

/// Finds and scores the words of [`BoggleBoard`]s. It is immutable, so any number of threads can
/// share one.
#[derive(Clone, Debug)]
pub struct BoggleSolver {
    lexicon: Lexicon,
    rules: Rules,
}

impl BoggleSolver {
    /// Creates a solver for a list of words, in any case and order.
    ///
    /// ```
    /// use wgs_play::boggle::BoggleSolver;
    ///
    /// let solver = BoggleSolver::new(["queue", "Boggle", "QUEUE"])?;
    /// assert_eq!(solver.lexicon().len(), 2);
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn new<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Result<Self, BuildError> {
        Lexicon::from_words(words).map(Self::from)
    }

    /// The words of the solver.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The scoring rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns all words of a board: those with at least three letters that follow a path of
    /// touching tiles and use each tile at most once.
    ///
    /// ```
    /// use wgs_play::boggle::{BoggleBoard, BoggleSolver};
    ///
    /// let solver = BoggleSolver::new(["CAT", "CATS", "ACT", "AT", "TACT"])?;
    /// let board = BoggleBoard::from_rows(["CA", "ST"])?;
    /// let words = solver.all_valid_words(&board);
    /// assert_eq!(Vec::from_iter(words), ["ACT", "CAT", "CATS"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_valid_words(&self, board: &BoggleBoard) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        self.each_valid_word(board, |solution| {
            words.insert(solution.text());
            ControlFlow::Continue(())
        });
        words
    }

    /// Like [`Self::all_valid_words`], but passes the words to a function one by one, in
    /// alphabetical order and with their scores and paths.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use wgs_play::boggle::{BoggleBoard, BoggleSolver};
    ///
    /// let solver = BoggleSolver::new(["ACT", "CAT"])?;
    /// let board = BoggleBoard::from_rows(["CAT"])?;
    /// solver.each_valid_word(&board, |solution| {
    ///     assert_eq!((solution.text().as_str(), solution.score.total), ("CAT", 1));
    ///     ControlFlow::Continue(())
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_valid_word(
        &self,
        board: &BoggleBoard,
        found: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) {
        let searched = self.each_valid_word_within(board, &Budget::UNLIMITED, found);
        searched.expect("the budget is unlimited");
    }

    /// Like [`Self::each_valid_word`], within a budget.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end. By then the function has
    /// received some of the words.
    pub fn each_valid_word_within(
        &self,
        board: &BoggleBoard,
        budget: &Budget,
        found: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let mut worker = self.on_grid(&board.grid()).worker();
        worker.set_budget(budget.clone());
        worker.solve(board.tiles(), found)
    }

    /// Returns the number of words of a board, and their total score.
    pub fn total(&self, board: &BoggleBoard) -> BoardScore {
        self.on_grid(&board.grid()).score(board.tiles())
    }

    /// Returns the score of a word; 0 if it is not in the list or too short to count.
    ///
    /// ```
    /// use wgs_play::boggle::BoggleSolver;
    ///
    /// let solver = BoggleSolver::new(["AT", "QUEUE", "ANTIDISESTABLISHMENT"])?;
    /// assert_eq!(solver.score_of("QUEUE"), 2);
    /// assert_eq!(solver.score_of("ANTIDISESTABLISHMENT"), 11);
    /// assert_eq!(solver.score_of("AT"), 0);
    /// assert_eq!(solver.score_of("BOGGLE"), 0);
    /// # Ok::<(), wgs_engine::lexicon::BuildError>(())
    /// ```
    pub fn score_of(&self, word: &str) -> u64 {
        let Some(word) = self.lexicon.find(word) else {
            return 0;
        };
        let tally = Tally {
            length: self.lexicon.letters(word).len() as u32,
            ..Tally::default()
        };
        self.rules.score(&tally).map_or(0, |score| score.total)
    }

    /// Prepares a search for many boards of the same size: see [the module](self).
    pub fn on_grid<'s>(&'s self, grid: &'s Grid) -> Solver {
        Solver::new(&self.lexicon, grid, &self.rules)
    }
}

impl From<Lexicon> for BoggleSolver {
    /// Creates a solver for the words of a lexicon.
    fn from(lexicon: Lexicon) -> Self {
        Self {
            lexicon,
            rules: Rules::boggle(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_score_as_in_the_table_of_the_assignment() {
        let words: Vec<String> = (1..=20).map(|length| "X".repeat(length)).collect();
        let solver = BoggleSolver::new(&words).unwrap();
        let scores: Vec<u64> = words.iter().map(|word| solver.score_of(word)).collect();
        assert_eq!(scores[..8], [0, 0, 1, 1, 2, 3, 5, 11]);
        assert!(scores[8..].iter().all(|score| *score == 11));
        assert_eq!(solver.score_of(""), 0);
    }

    #[test]
    fn a_word_scores_the_same_on_a_board_and_on_its_own() {
        let solver = BoggleSolver::new(["queue", "quit", "tie", "equip", "piqued"]).unwrap();
        let board = BoggleBoard::from_rows(["EUEQ", "QITU", "PEDI"]).unwrap();
        let mut words = 0;
        solver.each_valid_word(&board, |solution| {
            assert_eq!(solution.score.total, solver.score_of(&solution.text()));
            words += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(words, solver.total(&board).words);
        assert!(words >= 3, "{board}");
    }

    #[test]
    fn a_solver_without_words_finds_nothing() {
        let solver = BoggleSolver::new::<&str>([]).unwrap();
        let board = BoggleBoard::from_rows(["CAT"]).unwrap();
        assert!(solver.all_valid_words(&board).is_empty());
        assert_eq!(solver.score_of("CAT"), 0);
    }
}
