//! Scores a sample of every batch again on the processor.

use wgs_engine::{Board, BoardScore, Solver, Worker};

use crate::board_search::{OVERFLOW, Score, ScoredBoards};
use crate::error::GpuError;

/// One board of this many is scored again, and at least one of each batch.
const BOARDS_PER_CHECK: usize = 1024;

/// Scores boards on the processor: a sample, and what a GPU cannot score.
pub(crate) struct SampleCheck {
    worker: Worker,
    batches: usize,
}

impl SampleCheck {
    pub(crate) fn new(solver: &Solver) -> Self {
        Self {
            worker: solver.worker(),
            batches: 0,
        }
    }

    /// Returns the indices of the boards to check in the next batch of this many.
    pub(crate) fn next_sample(&mut self, boards: usize) -> impl Iterator<Item = usize> + use<> {
        // Other boards in each batch.
        self.batches += 1;
        let offset = self.batches * 7919;
        (0..boards)
            .step_by(BOARDS_PER_CHECK)
            .map(move |start| start + offset % BOARDS_PER_CHECK.min(boards - start))
    }

    /// Scores a board on the processor.
    pub(crate) fn score(&mut self, board: &Board) -> BoardScore {
        let score = self.worker.score(board);
        score.expect("a new worker has an unlimited budget")
    }

    /// Compares some scores of a device with those of the processor. `board` returns a board by its number.
    pub(crate) fn compare_sample(
        &mut self,
        scored: &ScoredBoards<'_>,
        device: &str,
        board: impl Fn(usize) -> Board,
    ) -> Result<(), GpuError> {
        for index in self.next_sample(scored.scores.len()) {
            let score = scored.scores[index];
            if score != OVERFLOW {
                self.compare(&board(scored.number(index)), board_score(score), device)?;
            }
        }
        Ok(())
    }

    /// Compares the score of a device with that of the processor.
    pub(crate) fn compare(
        &mut self,
        board: &Board,
        gpu: BoardScore,
        device: &str,
    ) -> Result<(), GpuError> {
        let cpu = self.score(board);
        match gpu == cpu {
            true => Ok(()),
            false => Err(GpuError::Mismatch {
                device: device.to_owned(),
                board: board.to_string(),
                gpu,
                cpu,
            }),
        }
    }
}

/// Returns the score of a board whose values are points.
pub(crate) fn board_score([words, points]: Score) -> BoardScore {
    BoardScore::new(words.into(), points.into())
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Grid, Lexicon, Rules};

    use super::*;

    fn check() -> SampleCheck {
        let lexicon = Lexicon::from_text("tea eat ate seat east teas").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        SampleCheck::new(&Solver::new(&lexicon, &grid, &Rules::boggle()))
    }

    #[test]
    fn a_wrong_score_is_an_error_that_names_the_board() {
        let board: Board = "TEAS".parse().unwrap();
        let mut check = check();
        let right = check.score(&board);
        assert_eq!(check.compare(&board, right, "some device"), Ok(()));
        let wrong = BoardScore::new(right.words, right.points + 1);
        let error = check.compare(&board, wrong, "some device").unwrap_err();
        assert_eq!(
            error.to_string(),
            "some device found 6 words and 7 points on TEAS, but the processor found 6 words and 6 points"
        );
    }

    #[test]
    fn each_part_of_a_batch_has_a_board_in_the_sample() {
        let mut check = check();
        for boards in [0, 1, 5, 1023, 1024, 1025, 5000] {
            let samples: Vec<Vec<usize>> = (0..2)
                .map(|_| check.next_sample(boards).collect())
                .collect();
            for sample in &samples {
                assert_eq!(sample.len(), boards.div_ceil(BOARDS_PER_CHECK));
                for (part, index) in sample.iter().enumerate() {
                    assert_eq!(index / BOARDS_PER_CHECK, part);
                    assert!(*index < boards);
                }
            }
            assert!(boards < 2 || samples[0] != samples[1], "{boards} boards");
        }
    }
}
