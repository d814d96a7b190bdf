//! Scores boards on a GPU, and checks a sample of them on the processor.

use wgs_engine::device::SearchTables;
use wgs_engine::{Board, BoardScore, Count, Solver};

use crate::board_search::{OVERFLOW, PackedBoards, ScoredBoards};
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::sample_check::{SampleCheck, board_score};
use crate::tile_code::TileCodes;

/// Scores boards of a game on a GPU.
///
/// Boards that the GPU cannot score, such as those with wildcards, are scored on the processor. A sample of
/// each batch is scored on both.
pub struct GpuScorer {
    kernel: Kernel,
    codes: TileCodes,
    check: SampleCheck,
    on_processor: u64,
}

impl GpuScorer {
    /// Prepares a device for the boards of a solver.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(device: &GpuDevice, solver: &Solver) -> Result<Self, GpuError> {
        let kernel = Kernel::new(device, &SearchTables::new(solver, Count::Points)?)?;
        Ok(Self {
            kernel,
            codes: TileCodes::new(solver),
            check: SampleCheck::new(solver),
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

    /// Scores boards, and returns the scores in the order of the boards.
    ///
    /// # Errors
    ///
    /// Returns the reason if any of them could not be scored.
    pub fn score_all(&mut self, boards: &[Board]) -> Result<Vec<BoardScore>, GpuError> {
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
            let device = self.kernel.device().name().to_owned();
            let check = &mut self.check;
            let found = |scored: &ScoredBoards<'_>| {
                for (index, &score) in scored.scores.iter().enumerate() {
                    if score != OVERFLOW {
                        scores[encoded[scored.number(index)]] = Some(board_score(score));
                    }
                }
                check.compare_sample(scored, &device, |number| boards[encoded[number]].clone())
            };
            let elements = PackedBoards {
                elements: &codes,
                per_board: self.codes.board_elements(),
            };
            pollster::block_on(self.kernel.score(&elements, found))?;
        }
        let open = scores.iter().filter(|score| score.is_none());
        self.on_processor += open.count() as u64;
        let scored = scores.into_iter().zip(boards);
        let scored = scored.map(|(score, board)| match score {
            Some(score) => score,
            None => self.check.score(board),
        });
        Ok(scored.collect())
    }
}
