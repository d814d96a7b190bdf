//! What searches on a GPU do, in numbers that do not depend on the device. How long they take is for others to measure.

use crate::board_search::{BoardElements, BoardProgram, OVERFLOW};
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::shader::Program;

/// The number of elements that the shader writes for each board.
const RESULT: usize = 4;

/// The work of the searches of some boards on a GPU, with the smallest lists.
///
/// A search goes in rounds. In each, the threads of a workgroup take states from the stack, one each, and find the
/// steps that these allow. Then they enter the steps, in as many passes as it takes with one step for each
/// thread. Threads without a state or a step wait for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SearchProfile {
    /// The number of boards.
    pub boards: u64,
    /// The number of them that have to be searched again with larger lists. The other numbers do not count them.
    pub searched_again: u64,
    /// The number of threads of a workgroup.
    pub threads: u32,
    /// The memory that a workgroup takes, in bytes.
    pub workgroup_bytes: u32,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of states that were taken.
    pub states: u64,
    /// The number of passes.
    pub passes: u64,
    /// The number of steps that were entered, each of which loads a node of the lexicon.
    pub steps: u64,
    /// The most states that a stack had.
    pub deepest: u32,
    /// The number of words.
    pub words: u64,
}

impl SearchProfile {
    /// Returns the share of the threads that have a state, on average over the rounds.
    pub fn threads_with_states(&self) -> f64 {
        self.states as f64 / (self.rounds * u64::from(self.threads)).max(1) as f64
    }

    /// Returns the share of the threads that have a step, on average over the passes.
    pub fn threads_with_steps(&self) -> f64 {
        self.steps as f64 / (self.passes * u64::from(self.threads)).max(1) as f64
    }
}

impl Kernel {
    /// Searches boards to count what that takes.
    pub(crate) async fn profile(
        &mut self,
        boards: &impl BoardElements,
    ) -> Result<SearchProfile, GpuError> {
        let step = self.first_step;
        if self.steps() == 0 {
            return Ok(SearchProfile::default());
        }
        let (capacity, workgroup_bytes) = self.capacity(step);
        let mut profile = SearchProfile {
            boards: boards.len() as u64,
            threads: capacity.threads,
            workgroup_bytes,
            ..SearchProfile::default()
        };
        let program = BoardProgram {
            program: Program::Profile,
            result: RESULT,
            step,
        };
        let append = |part, elements: &mut _| boards.append(part, elements);
        let found = |_, output: &[u32]| {
            let (results, _) = output.as_chunks::<{ 2 * RESULT }>();
            for &[words, value, rounds, states, passes, steps, deepest, _] in results {
                if [words, value] == OVERFLOW {
                    profile.searched_again += 1;
                    continue;
                }
                profile.words += u64::from(words);
                profile.rounds += u64::from(rounds);
                profile.states += u64::from(states);
                profile.passes += u64::from(passes);
                profile.steps += u64::from(steps);
                profile.deepest = profile.deepest.max(deepest);
            }
            Ok(())
        };
        self.run_boards(program, boards.len(), append, found)
            .await?;
        Ok(profile)
    }
}
