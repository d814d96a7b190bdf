//! Which device scores boards, the processor or a GPU, for `wgs score`, `wgs create`, `wgs hunt` and `wgs bench`.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use wgs_engine::{Board, BoardScore, Solver, Worker};

use crate::app::{App, counted, report};
use crate::gpu::{GpuDevice, GpuError, GpuScorer, GpuSelection};

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
            // The user did not ask for a GPU, so there is no note.
            Self::Auto => is_worth_it()
                .then(|| GpuDevice::open(GpuSelection::Hardware).ok())
                .flatten(),
            Self::Gpu => match GpuDevice::open(GpuSelection::Any) {
                Ok(device) => Some(device),
                Err(error) => {
                    app.note(&fallback_note(error));
                    None
                }
            },
        }
    }
}

/// How long a device took for some boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoringTime {
    boards: u32,
    time: Duration,
}

impl ScoringTime {
    pub(crate) fn new(boards: u32, time: Duration) -> Self {
        Self { boards, time }
    }

    /// Returns whether a device is faster than a number of threads, each of which takes this long.
    pub(crate) fn is_faster_than(self, thread: Self, threads: usize) -> bool {
        let boards = |measured: Self| u128::from(measured.boards);
        let own = self.time.as_nanos() * boards(thread) * threads as u128;
        own < thread.time.as_nanos() * boards(self)
    }
}

/// Returns the note that the processor takes over.
pub(crate) fn fallback_note(reason: impl Display) -> String {
    format!("{reason}; the processor is used instead")
}

/// The number of boards that the processor scores to be compared with a GPU.
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
    /// The error if the GPU returned a wrong score.
    mismatch: Option<GpuError>,
    /// Whether the GPU is used even where it is slower.
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
            app.note(&fallback_note(error));
        }
        let state = ScorerState {
            gpu: Some(gpu.ok()?),
            mismatch: None,
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

    /// Scores a block of boards on the GPU. Returns [`None`] if the processor has to score them. The
    /// worker is used to compare both.
    ///
    /// # Errors
    ///
    /// Returns an error, again and again, if the GPU returned a wrong score.
    pub(crate) fn score(
        &self,
        boards: &[Board],
        worker: &mut Worker,
    ) -> Result<Option<Vec<BoardScore>>, GpuError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = &state.mismatch {
            return Err(error.clone());
        }
        let Some(gpu) = &mut state.gpu else {
            return Ok(None);
        };
        let start = Instant::now();
        match gpu.score_all(boards) {
            Ok(scores) => {
                let time = start.elapsed();
                state.on_processor = gpu.scored_on_processor();
                self.decide(&mut state, boards, time, worker);
                Ok(Some(scores))
            }
            Err(error) if error.is_mismatch() => {
                state.mismatch = Some(error.clone());
                Err(error)
            }
            Err(error) => {
                if !self.is_quiet {
                    report(&fallback_note(error));
                }
                state.gpu = None;
                Ok(None)
            }
        }
    }

    /// Gives up the GPU if it took longer for a block than the processor would have.
    fn decide(
        &self,
        state: &mut ScorerState,
        boards: &[Board],
        time: Duration,
        worker: &mut Worker,
    ) {
        state.blocks += 1;
        // With the first block, the driver compiles the program.
        if state.is_decided || state.blocks == 1 || boards.len() < MEASURED_ON_PROCESSOR {
            return;
        }
        let start = Instant::now();
        // If this is stopped, the whole command ends.
        let mut measured = boards[..MEASURED_ON_PROCESSOR].iter();
        if measured.any(|board| worker.score(board).is_err()) {
            return;
        }
        state.is_decided = true;
        let thread = ScoringTime::new(MEASURED_ON_PROCESSOR as u32, start.elapsed());
        let gpu = ScoringTime::new(boards.len() as u32, time);
        if !gpu.is_faster_than(thread, self.threads) {
            state.gpu = None;
        }
    }

    /// Says how many boards the GPU could not score.
    pub(crate) fn finish(self) {
        let state = self.state.into_inner();
        let on_processor = state.unwrap_or_else(PoisonError::into_inner).on_processor;
        if on_processor > 0 && !self.is_quiet {
            report(&format!(
                "the processor scored {}, because of wildcards, multipliers, long tiles or too many words for the GPU",
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
        let time = |boards, seconds| ScoringTime::new(boards, Duration::from_secs(seconds));
        for (gpu, threads, is_faster) in [
            (time(1000, 1), 1, true),
            (time(1000, 1), 9, true),
            (time(1000, 1), 10, false),
            (time(1000, 30), 1, false),
        ] {
            assert_eq!(gpu.is_faster_than(time(100, 1), threads), is_faster);
        }
    }
}
