//! Scores boards on a GPU, and checks a sample of them on the processor.

use wgs_core::{BatchScorer, Board, BoardScore, SearchTables, Solver, WordValue, Worker};

use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::{ChangeList, Kernel, OVERFLOW};
use crate::tile_code::{Change, TileCodes};

/// One board of this many is scored again on the processor, and at least one of each batch.
const BOARDS_PER_CHECK: usize = 1024;

/// Scores boards of a game on a GPU.
///
/// Boards that the GPU cannot score, such as those with wildcards, are scored on the processor. A sample of
/// each batch is scored on both.
pub struct GpuScorer {
    kernel: Kernel,
    codes: TileCodes,
    unchanged: ChangeList,
    worker: Worker,
    batches: usize,
    on_processor: u64,
}

impl GpuScorer {
    /// Prepares a device for the boards of a solver.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(device: &GpuDevice, solver: &Solver) -> Result<Self, GpuError> {
        let kernel = Kernel::new(device, &SearchTables::new(solver, WordValue::Points)?)?;
        Ok(Self {
            unchanged: kernel.change_list(vec![Change::NONE]),
            kernel,
            codes: TileCodes::new(solver),
            worker: solver.worker(),
            batches: 0,
            on_processor: 0,
        })
    }

    /// Returns the device.
    pub fn device(&self) -> &GpuDevice {
        self.kernel.device()
    }

    /// Returns the number of boards that the processor had to score.
    pub fn scored_on_processor(&self) -> u64 {
        self.on_processor
    }

    /// Scores some boards again on the processor.
    fn check_sample(
        &mut self,
        boards: &[Board],
        encoded: &[usize],
        scores: &[Option<BoardScore>],
    ) -> Result<(), GpuError> {
        self.batches += 1;
        for part in encoded.chunks(BOARDS_PER_CHECK) {
            // Another board in each batch.
            let index = part[self.batches * 7919 % part.len()];
            let Some(gpu) = scores[index] else { continue };
            let cpu = self.score_on_processor(&boards[index]);
            if gpu != cpu {
                return Err(GpuError::Mismatch {
                    device: self.device().name().to_owned(),
                    board: boards[index].to_string(),
                    gpu,
                    cpu,
                });
            }
        }
        Ok(())
    }

    fn score_on_processor(&mut self, board: &Board) -> BoardScore {
        let score = self.worker.score(board);
        score.expect("a new worker has an unlimited budget")
    }
}

impl BatchScorer for GpuScorer {
    type Error = GpuError;

    fn score_all(&mut self, boards: &[Board]) -> Result<Vec<BoardScore>, GpuError> {
        let mut codes = Vec::with_capacity(boards.len() * self.codes.board_elements());
        let mut encoded = Vec::with_capacity(boards.len());
        for (index, board) in boards.iter().enumerate() {
            if self.codes.push(board, &mut codes) {
                encoded.push(index);
            }
        }
        // Those that the GPU has not scored are left open.
        let mut scores: Vec<Option<BoardScore>> = vec![None; boards.len()];
        if !encoded.is_empty() {
            self.kernel.set_long_tiles(self.codes.long_tiles());
            let found = self.kernel.score(&codes, &self.unchanged)?;
            for (&index, [words, points]) in encoded.iter().zip(found) {
                if [words, points] != OVERFLOW {
                    scores[index] = Some(BoardScore::new(words.into(), points.into()));
                }
            }
            self.check_sample(boards, &encoded, &scores)?;
        }
        let open = scores.iter().filter(|score| score.is_none());
        self.on_processor += open.count() as u64;
        let scored = scores.into_iter().zip(boards);
        let scored = scored.map(|(score, board)| match score {
            Some(score) => score,
            None => self.score_on_processor(board),
        });
        Ok(scored.collect())
    }
}
