//! Which device scores boards, the processor or a GPU, for `wgs score`, `wgs bench` and `wgs hunt`.

use clap::ValueEnum;
use wgs_core::{BatchScorer, Board, BoardScore, Budget, Solver, Worker};
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

/// Scores boards on a GPU, and on the processor when the GPU fails.
pub(crate) struct DeviceScorer {
    gpu: Option<GpuScorer>,
    worker: Worker,
    is_quiet: bool,
}

impl DeviceScorer {
    /// Prepares a device for the boards of a solver. Returns [`None`] if it cannot score them, and
    /// says so if the user chose the device.
    pub(crate) fn new(
        device: &GpuDevice,
        choice: DeviceChoice,
        solver: &Solver,
        budget: &Budget,
        app: &App,
    ) -> Option<Self> {
        let gpu = GpuScorer::new(device, solver);
        if let (Err(error), DeviceChoice::Gpu) = (&gpu, choice) {
            note_processor(error, app.is_quiet());
        }
        let mut worker = solver.worker();
        worker.set_budget(budget.clone());
        Some(Self {
            gpu: Some(gpu.ok()?),
            worker,
            is_quiet: app.is_quiet(),
        })
    }

    /// Scores boards.
    pub(crate) fn score(&mut self, boards: &[Board]) -> anyhow::Result<Vec<BoardScore>> {
        if let Some(gpu) = &mut self.gpu {
            match gpu.score_all(boards) {
                Ok(scores) => return Ok(scores),
                Err(error) if is_mismatch(&error) => return Err(error.into()),
                Err(error) => {
                    note_processor(&error, self.is_quiet);
                    self.gpu = None;
                }
            }
        }
        Ok(self.worker.score_all(boards)?)
    }

    /// Says how many boards the GPU could not score.
    pub(crate) fn finish(self) {
        let on_processor = self.gpu.map_or(0, |gpu| gpu.scored_on_processor());
        if on_processor > 0 && !self.is_quiet {
            report(&format!(
                "the processor scored {}, because of wildcards, multipliers, very long tiles or very many words",
                counted(on_processor, "board")
            ));
        }
    }
}
