//! Scores a sample of every batch again on the processor.

use wgs_core::{Board, BoardScore, Solver, Worker};

use crate::device::GpuDevice;
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

    /// Compares the score of a device with that of the processor.
    pub(crate) fn compare(
        &mut self,
        board: &Board,
        gpu: BoardScore,
        device: &GpuDevice,
    ) -> Result<(), GpuError> {
        let cpu = self.score(board);
        match gpu == cpu {
            true => Ok(()),
            false => Err(GpuError::Mismatch {
                device: device.name().to_owned(),
                board: board.to_string(),
                gpu,
                cpu,
            }),
        }
    }
}
