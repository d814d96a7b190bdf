//! Which device scores boards, the processor or a GPU, for `wgs score`, `wgs create`, `wgs hunt` and `wgs bench`.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use wgs_core::{BatchScorer, Board, BoardScore, Solver, Stopped, Worker};
use wgs_gpu::{GpuDevice, GpuError, GpuScorer, GpuSelection};

use crate::app::{App, counted, report};

/// The devices that a user can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum DeviceChoice {
    /// A GPU where there is one and it is worth it, else the processor.
    #[default]
    Auto,
    /// The processor.
    Cpu,
    /// A GPU, also where its driver runs on the processor. Where there is none, the processor.
    Gpu,
}

impl DeviceChoice {
    /// Opens the GPU that was chosen. `is_worth_it` says whether there is enough to do for it, if the choice is
    /// automatic.
    pub(crate) fn open(self, app: &App, is_worth_it: impl FnOnce() -> bool) -> Option<GpuDevice> {
        match self {
            Self::Cpu => None,
            // Nobody asked for a GPU, so nobody misses it.
            Self::Auto => is_worth_it()
                .then(|| GpuDevice::open(GpuSelection::Hardware).ok())
                .flatten(),
            Self::Gpu => match GpuDevice::open(GpuSelection::Any) {
                Ok(device) => Some(device),
                Err(error) => {
                    note_processor(&error, app.is_quiet());
                    None
                }
            },
        }
    }
}

/// How long some boards took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    boards: u32,
    time: Duration,
}

impl Pace {
    pub(crate) fn new(boards: u32, time: Duration) -> Self {
        Self { boards, time }
    }

    /// Returns whether a device is faster than a number of threads, each of which takes this long.
    pub(crate) fn is_faster_than(self, thread: Self, threads: usize) -> bool {
        let boards = |pace: Self| u128::from(pace.boards);
        let own = self.time.as_nanos() * boards(thread) * threads as u128;
        own < thread.time.as_nanos() * boards(self)
    }
}

/// Says that the processor takes over.
pub(crate) fn note_processor(error: &GpuError, is_quiet: bool) {
    if !is_quiet {
        report(&format!("{error}; the processor is used instead"));
    }
}

/// Returns whether an error means that scores were wrong. Then nobody may take over.
pub(crate) fn is_mismatch(error: &GpuError) -> bool {
    matches!(
        error,
        GpuError::Mismatch { .. } | GpuError::NeighbourMismatch { .. }
    )
}

/// The fewest boards of a block by which a GPU is compared with the processor.
const MEASURED_BOARDS: usize = 1024;

/// The number of boards that the processor scores for that.
const MEASURED_ON_PROCESSOR: usize = 256;

/// Scores boards on a GPU, and on the processor when the GPU fails or turns out to be slower.
pub(crate) struct DeviceScorer {
    state: Mutex<ScorerState>,
    /// How many threads score boards if the processor does it.
    threads: usize,
    is_quiet: bool,
}

struct ScorerState {
    gpu: Option<GpuScorer>,
    /// Whether the GPU is used whatever it takes.
    is_decided: bool,
    /// The number of blocks that the GPU has scored.
    blocks: u64,
    /// The number of boards that the processor scored for it.
    on_processor: u64,
}

impl DeviceScorer {
    /// Prepares a device for the boards of a solver. Returns [`None`] if it cannot score them, and
    /// says so if the user chose the device.
    pub(crate) fn new(
        device: &GpuDevice,
        choice: DeviceChoice,
        solver: &Solver,
        threads: usize,
        app: &App,
    ) -> Option<Self> {
        let gpu = GpuScorer::new(device, solver);
        if let (Err(error), DeviceChoice::Gpu) = (&gpu, choice) {
            note_processor(error, app.is_quiet());
        }
        let state = ScorerState {
            gpu: Some(gpu.ok()?),
            is_decided: choice == DeviceChoice::Gpu,
            blocks: 0,
            on_processor: 0,
        };
        Some(Self {
            state: Mutex::new(state),
            threads,
            is_quiet: app.is_quiet(),
        })
    }

    /// Scores a block of boards. Without the GPU, the worker of the thread scores them.
    pub(crate) fn score(
        &self,
        boards: &[Board],
        worker: &mut Worker,
    ) -> anyhow::Result<Vec<BoardScore>> {
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(gpu) = &mut state.gpu {
                let start = Instant::now();
                match gpu.score_all(boards) {
                    Ok(scores) => {
                        let time = start.elapsed();
                        state.on_processor = gpu.scored_on_processor();
                        self.decide(&mut state, boards, time, worker)?;
                        return Ok(scores);
                    }
                    Err(error) if is_mismatch(&error) => return Err(error.into()),
                    Err(error) => {
                        note_processor(&error, self.is_quiet);
                        state.gpu = None;
                    }
                }
            }
        }
        Ok(worker.score_all(boards)?)
    }

    /// Gives up the GPU if it took longer for a block than the processor would have.
    fn decide(
        &self,
        state: &mut ScorerState,
        boards: &[Board],
        time: Duration,
        worker: &mut Worker,
    ) -> Result<(), Stopped> {
        state.blocks += 1;
        // With the first block, the driver compiles the program.
        if state.is_decided || state.blocks == 1 || boards.len() < MEASURED_BOARDS {
            return Ok(());
        }
        state.is_decided = true;
        let start = Instant::now();
        worker.score_all(&boards[..MEASURED_ON_PROCESSOR])?;
        let thread = Pace::new(MEASURED_ON_PROCESSOR as u32, start.elapsed());
        let gpu = Pace::new(boards.len() as u32, time);
        if !gpu.is_faster_than(thread, self.threads) {
            state.gpu = None;
        }
        Ok(())
    }

    /// Says how many boards the GPU could not score.
    pub(crate) fn finish(self) {
        let state = self.state.into_inner();
        let on_processor = state.unwrap_or_else(PoisonError::into_inner).on_processor;
        if on_processor > 0 && !self.is_quiet {
            report(&format!(
                "the processor scored {}, because of wildcards, multipliers, very long tiles or very many words",
                counted(on_processor, "board")
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_to_be_faster_than_all_threads_together() {
        let pace = |boards, seconds| Pace::new(boards, Duration::from_secs(seconds));
        for (gpu, threads, is_faster) in [
            (pace(1000, 1), 1, true),
            (pace(1000, 1), 9, true),
            (pace(1000, 1), 10, false),
            (pace(1000, 30), 1, false),
        ] {
            assert_eq!(gpu.is_faster_than(pace(100, 1), threads), is_faster);
        }
    }
}
