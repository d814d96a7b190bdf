//! Scores boards that are given one by one.

use std::collections::VecDeque;

use crate::chunk::IN_FLIGHT;
use crate::error::GpuError;
use crate::kernel::{Batch, Chunk, Kernel};
use crate::shader::Program;

/// The words and the values of a board.
pub(crate) type Score = [u32; 2];

/// The score of a board that needs more memory.
pub(crate) const OVERFLOW: Score = [u32::MAX, 0];

impl Kernel {
    /// Scores the boards with these codes. Boards that need more memory than there is have the score
    /// [`OVERFLOW`].
    #[cfg(not(target_family = "wasm"))]
    pub(crate) async fn score(&mut self, codes: &[u32]) -> Result<Vec<Score>, GpuError> {
        self.score_from(self.first_step, codes).await
    }

    /// Scores the boards with these codes, and begins with this step.
    pub(crate) async fn score_from(
        &mut self,
        first_step: usize,
        codes: &[u32],
    ) -> Result<Vec<Score>, GpuError> {
        if codes.is_empty() {
            return Ok(Vec::new());
        }
        let elements = self.board_elements();
        let mut scores = vec![OVERFLOW; codes.len() / elements];
        let mut open: Vec<usize> = (0..scores.len()).collect();
        for step in first_step..self.steps() {
            let found = match step == first_step {
                true => self.score_with(step, codes).await?,
                false => {
                    let boards = open
                        .iter()
                        .map(|&board| &codes[board * elements..][..elements]);
                    self.score_with(step, &boards.collect::<Vec<_>>().concat())
                        .await?
                }
            };
            for (&board, score) in open.iter().zip(found) {
                scores[board] = score;
            }
            open.retain(|&board| scores[board] == OVERFLOW);
            if step == self.first_step && step + 1 < self.steps() && open.len() > scores.len() / 4 {
                // Boards that follow are probably alike.
                self.first_step = step + 1;
            }
            if open.is_empty() {
                break;
            }
        }
        Ok(scores)
    }

    /// Scores boards with one of the steps, chunk by chunk.
    async fn score_with(&mut self, step: usize, codes: &[u32]) -> Result<Vec<Score>, GpuError> {
        self.prepare(step, Program::Scores)?;
        let elements = self.board_elements();
        let boards = codes.len() / elements;
        let mut scores = Vec::with_capacity(boards);
        let mut waiting = VecDeque::new();
        let mut next = 0;
        loop {
            if next < boards && waiting.len() < IN_FLIGHT {
                let end = boards.min(next + self.chunk.searches());
                let bytes = ((end - next) * size_of::<Score>()) as u64;
                waiting.push_back(self.submit(&Chunk {
                    step,
                    program: Program::Scores,
                    batch: Batch {
                        end: (end - next) as u32,
                        ..self.batch()
                    },
                    boards: &codes[next * elements..end * elements],
                    start: next,
                    output_bytes: bytes,
                    read_bytes: bytes,
                    more: &[],
                }));
                next = end;
                continue;
            }
            let Some(chunk) = waiting.pop_front() else {
                break;
            };
            let output = self.take(chunk, |_| 0).await?;
            scores.extend(output.chunks_exact(2).map(|score| [score[0], score[1]]));
        }
        // Errors that the driver reported without being asked.
        self.device().check()?;
        Ok(scores)
    }
}
