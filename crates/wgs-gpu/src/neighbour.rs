//! Scores boards with all their neighbours on a GPU: the boards that differ by one tile, and those with
//! two tiles swapped. The neighbours are made on the device.

use wgs_core::{
    Board, Face, NeighbourScorer, NeighbourScores, SearchTables, Solver, Stopped, WordValue,
};

use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::{ChangeList, Kernel, OVERFLOW, Score};
use crate::tile_code::{Change, TileCodes};

/// Scores boards and all their neighbours on a GPU, as
/// [`NeighbourScorer`] does on the processor.
///
/// Of each batch, one board is scored on both. Boards that the GPU cannot score are scored on the
/// processor.
pub struct GpuNeighbourScorer {
    kernel: Kernel,
    codes: TileCodes,
    /// The board itself, each cell with each face, and each pair of cells.
    changes: ChangeList,
    cells: usize,
    faces: usize,
    value: WordValue,
    processor: NeighbourScorer,
    batches: usize,
}

impl GpuNeighbourScorer {
    /// Prepares a device for the boards of a solver, with these faces on each cell.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(
        device: &GpuDevice,
        solver: &Solver,
        faces: &[Face],
        value: WordValue,
    ) -> Result<Self, GpuError> {
        let tables = SearchTables::new(solver, value)?;
        let mut codes = TileCodes::new(solver);
        let face_codes: Option<Vec<u8>> = faces.iter().map(|face| codes.of_face(face)).collect();
        let face_codes = face_codes.ok_or(GpuError::UnsupportedFace)?;
        let kernel = Kernel::new(device, &tables)?;
        let cells = solver.grid().len();
        let tiles = (0..cells)
            .flat_map(|cell| face_codes.iter().map(move |&code| Change::tile(cell, code)));
        let swaps = (0..cells).flat_map(|high| (0..high).map(move |low| Change::swap(high, low)));
        let changes = std::iter::once(Change::NONE).chain(tiles).chain(swaps);
        Ok(Self {
            changes: kernel.change_list(changes.collect()),
            kernel,
            codes,
            cells,
            faces: faces.len(),
            value,
            processor: NeighbourScorer::new(solver, faces, value),
            batches: 0,
        })
    }

    /// Returns the device.
    pub fn device(&self) -> &GpuDevice {
        self.kernel.device()
    }

    /// Scores boards and their neighbours. Returns the scores in the order of the boards.
    ///
    /// # Errors
    ///
    /// Returns what went wrong on the device.
    pub async fn score_all(&mut self, boards: &[Board]) -> Result<Vec<NeighbourScores>, GpuError> {
        let mut codes = Vec::with_capacity(boards.len() * self.codes.board_elements());
        let is_encoded: Vec<bool> = boards
            .iter()
            .map(|board| self.codes.push(board, &mut codes))
            .collect();
        self.kernel.set_long_tiles(self.codes.long_tiles());
        let found = self.kernel.score(&codes, &self.changes).await?;
        let mut found = found.chunks_exact(self.changes.len());
        self.batches += 1;
        let checked = self.batches % boards.len().max(1);
        let mut all = Vec::with_capacity(boards.len());
        for (index, (board, is_encoded)) in boards.iter().zip(is_encoded).enumerate() {
            let found = match is_encoded {
                true => found.next().filter(|found| !found.contains(&OVERFLOW)),
                false => None,
            };
            let scores = found.map(|found| self.scores(found));
            let right = match &scores {
                Some(_) if index != checked => None,
                _ => Some(self.score_on_processor(board)),
            };
            all.push(match (scores, right) {
                (Some(scores), Some(right)) if scores != right => {
                    return Err(GpuError::NeighbourMismatch {
                        device: self.device().name().to_owned(),
                        board: board.to_string(),
                    });
                }
                (Some(scores), _) => scores,
                (None, Some(right)) => right,
                (None, None) => self.score_on_processor(board),
            });
        }
        Ok(all)
    }

    /// Returns the scores of a board from those of its changes.
    fn scores(&self, found: &[Score]) -> NeighbourScores {
        let value = |score: &Score| match self.value {
            WordValue::Words => u64::from(score[0]),
            _ => u64::from(score[1]),
        };
        let mut values = found.iter().map(value);
        let own = values.next().unwrap_or(0);
        let with_faces = values.by_ref().take(self.cells * self.faces).collect();
        NeighbourScores::new(own, self.cells, with_faces, values.collect())
    }

    fn score_on_processor(&mut self, board: &Board) -> NeighbourScores {
        let scores: Result<_, Stopped> = self.processor.score(board);
        scores
            .expect("a new scorer has an unlimited budget")
            .clone()
    }
}
