//! Scoring many boards at once. Every device on which that is possible implements [`BatchScorer`].

use super::Worker;
use crate::board::Board;
use crate::budget::Stopped;
use crate::solution::BoardScore;

/// Scores many boards at once, on the threads of the processor or on another device. All
/// implementations return the same scores.
///
/// ```
/// use wgs_engine::{Adjacency, BatchScorer, Board, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("tea eat ate seat east teas")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let mut worker = Solver::new(&lexicon, &grid, &Rules::boggle()).worker();
/// let boards: Vec<Board> = ["TEAS", "TEAX", "XXXX"].map(|text| text.parse().unwrap()).into();
/// let scores = worker.score_all(&boards)?;
/// assert_eq!(scores.iter().map(|score| score.words).collect::<Vec<_>>(), [6, 3, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BatchScorer {
    /// Why boards could not be scored.
    type Error;

    /// Scores boards, and returns the scores in the order of the boards.
    ///
    /// # Errors
    ///
    /// Returns the reason if any of them could not be scored.
    fn score_all(&mut self, boards: &[Board]) -> Result<Vec<BoardScore>, Self::Error>;
}

impl BatchScorer for Worker {
    type Error = Stopped;

    fn score_all(&mut self, boards: &[Board]) -> Result<Vec<BoardScore>, Stopped> {
        boards.iter().map(|board| self.score(board)).collect()
    }
}
