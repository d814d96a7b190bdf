//! Scores boards that are given one by one.
//!
//! A fast device takes about ten nanoseconds for a board, so the processor must not do more for each. Boards go to the
//! device as they are, a byte for each tile, which the device looks up in a table; and while it searches a chunk, the processor
//! processes the scores of another.

use std::collections::VecDeque;
use std::ops::Range;

use crate::chunk::IN_FLIGHT;
use crate::error::GpuError;
use crate::kernel::{Batch, Chunk, Kernel};
use crate::shader::Program;

/// The words and the values of a board.
pub(crate) type Score = [u32; 2];

/// The score of a board that needs more memory.
pub(crate) const OVERFLOW: Score = [u32::MAX, 0];

/// The scores of some boards, in order. Those that need more memory have the score [`OVERFLOW`], and may have
/// another one later.
pub(crate) struct ScoredBoards<'s> {
    numbers: BoardNumbers<'s>,
    pub(crate) scores: &'s [Score],
}

/// Which boards are scored.
#[derive(Clone, Copy)]
enum BoardNumbers<'n> {
    /// All from this one on.
    From(usize),
    Listed(&'n [usize]),
}

impl ScoredBoards<'_> {
    /// Returns the number of a board.
    pub(crate) fn number(&self, index: usize) -> usize {
        match self.numbers {
            BoardNumbers::From(first) => first + index,
            BoardNumbers::Listed(numbers) => numbers[index],
        }
    }
}

/// Boards as the shader reads them: a byte for each cell, in a whole number of elements for each board.
pub(crate) trait BoardElements {
    /// The number of boards.
    fn len(&self) -> usize;

    /// Appends the elements of some boards.
    fn append(&self, boards: Range<usize>, elements: &mut Vec<u32>);
}

/// Boards that are packed into elements.
pub(crate) struct PackedBoards<'e> {
    /// The elements of all boards.
    pub(crate) elements: &'e [u32],
    /// The number of elements of a board.
    pub(crate) per_board: usize,
}

impl BoardElements for PackedBoards<'_> {
    fn len(&self) -> usize {
        self.elements.len() / self.per_board
    }

    fn append(&self, boards: Range<usize>, elements: &mut Vec<u32>) {
        let packed = &self.elements[boards.start * self.per_board..boards.end * self.per_board];
        elements.extend_from_slice(packed);
    }
}

/// The passes that are run for boards.
#[derive(Clone, Copy)]
pub(crate) struct BoardProgram {
    pub(crate) program: Program,
    /// The number of elements that it writes for each board, each as large as a [`Score`].
    pub(crate) result: usize,
    pub(crate) step: usize,
}

impl Kernel {
    /// Scores boards. Passes the scores to `found`, while the device is busy with others. Returns the boards that need
    /// more memory than there is.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) async fn score(
        &mut self,
        boards: &impl BoardElements,
        mut found: impl FnMut(&ScoredBoards<'_>) -> Result<(), GpuError>,
    ) -> Result<Vec<usize>, GpuError> {
        let step = self.first_step;
        let mut overflowed = 0;
        let found = |scored: &ScoredBoards<'_>| {
            if let BoardNumbers::From(_) = scored.numbers {
                let scores = scored.scores.iter();
                overflowed += scores.filter(|score| **score == OVERFLOW).count();
            }
            found(scored)
        };
        let too_large = self.score_from(step, boards, found).await?;
        if step + 1 < self.steps() && overflowed > boards.len() / 4 {
            // Boards that follow are probably alike.
            self.first_step = step + 1;
        }
        Ok(too_large)
    }

    /// Scores boards, and begins with this step. Passes the scores to `found`, while the device is busy with
    /// others. Returns the boards that need more memory than there is.
    pub(crate) async fn score_from(
        &mut self,
        first_step: usize,
        boards: &impl BoardElements,
        mut found: impl FnMut(&ScoredBoards<'_>) -> Result<(), GpuError>,
    ) -> Result<Vec<usize>, GpuError> {
        if boards.len() == 0 {
            return Ok(Vec::new());
        }
        // The boards that need more memory; all of them before the first step.
        let mut open: Option<Vec<usize>> = None;
        for step in first_step..self.steps() {
            let count = open.as_ref().map_or(boards.len(), Vec::len);
            let append = |part: Range<usize>, elements: &mut Vec<u32>| match &open {
                None => boards.append(part, elements),
                Some(open) => {
                    (open[part].iter()).for_each(|&board| boards.append(board..board + 1, elements))
                }
            };
            let mut still_open = Vec::new();
            let take = |start: usize, scores: &[Score]| {
                let numbers = match &open {
                    None => BoardNumbers::From(start),
                    Some(open) => BoardNumbers::Listed(&open[start..]),
                };
                let scored = ScoredBoards { numbers, scores };
                let is_open = |index: &usize| scores[*index] == OVERFLOW;
                let indices = (0..scores.len()).filter(is_open);
                still_open.extend(indices.map(|index| scored.number(index)));
                found(&scored)
            };
            self.score_with(step, count, append, take).await?;
            let is_done = still_open.is_empty();
            open = Some(still_open);
            if is_done {
                break;
            }
        }
        Ok(open.unwrap_or_else(|| (0..boards.len()).collect()))
    }

    /// Scores boards with one of the steps.
    async fn score_with(
        &mut self,
        step: usize,
        count: usize,
        append: impl Fn(Range<usize>, &mut Vec<u32>),
        mut found: impl FnMut(usize, &[Score]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let program = BoardProgram {
            program: Program::Scores,
            result: 1,
            step,
        };
        let take = |start: usize, output: &[u32]| found(start, output.as_chunks().0);
        self.run_boards(program, count, append, take).await
    }

    /// Runs a program for boards, chunk by chunk, and passes on what it writes.
    pub(crate) async fn run_boards(
        &mut self,
        program: BoardProgram,
        count: usize,
        append: impl Fn(Range<usize>, &mut Vec<u32>),
        mut found: impl FnMut(usize, &[u32]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let BoardProgram {
            program,
            result,
            step,
        } = program;
        self.prepare(step, program)?;
        let mut elements = Vec::new();
        let mut waiting = VecDeque::new();
        let mut next = 0;
        loop {
            if next < count && waiting.len() < IN_FLIGHT {
                let end = count.min(next + self.chunk.searches());
                elements.clear();
                append(next..end, &mut elements);
                let bytes = ((end - next) * result * size_of::<Score>()) as u64;
                waiting.push_back(self.submit(&Chunk {
                    step,
                    program,
                    batch: Batch {
                        end: (end - next) as u32,
                        ..self.batch()
                    },
                    boards: &elements,
                    start: next,
                    output_bytes: bytes,
                    read_bytes: bytes,
                    extra_buffers: &[],
                }));
                next = end;
                continue;
            }
            let Some(chunk) = waiting.pop_front() else {
                break;
            };
            let start = chunk.start;
            let output = self.take(chunk, |_| 0).await?;
            found(start, &output)?;
        }
        // Errors that the driver reported without being asked.
        self.device().check()
    }
}
