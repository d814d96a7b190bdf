//! The replacement of the crate `wgs_gpu` in a build without support for GPUs: a device that cannot
//! be opened, which makes all commands for a GPU fail. The commands are written once, for both.

use thiserror::Error;
use wgs_engine::neighbour::{NeighbourRequest, WantedNeighbours};
use wgs_engine::{Board, BoardScore, FaceTable, Solver};
use wgs_records::hunt::{Hunt, HuntGoal, NeighbourBatchScorer};

/// The only error there is.
#[derive(Clone, Debug, Error)]
#[error("this build does not include support for GPUs")]
pub(crate) struct GpuError;

impl GpuError {
    pub(crate) fn is_mismatch(&self) -> bool {
        false
    }
}

pub(crate) enum GpuSelection {
    Hardware,
    Any,
}

pub(crate) struct GpuDevice(());

impl GpuDevice {
    pub(crate) fn open(_: GpuSelection) -> Result<Self, GpuError> {
        Err(GpuError)
    }
}

pub(crate) struct GpuScorer(());

impl GpuScorer {
    pub(crate) fn new(_: &GpuDevice, _: &Solver) -> Result<Self, GpuError> {
        Err(GpuError)
    }

    pub(crate) fn score_all(&mut self, _: &[Board]) -> Result<Vec<BoardScore>, GpuError> {
        Err(GpuError)
    }

    pub(crate) fn scored_on_processor(&self) -> u64 {
        0
    }
}

pub(crate) struct GpuFaceScorer(());

impl GpuFaceScorer {
    pub(crate) fn new(_: &GpuDevice, _: &Solver, _: &FaceTable) -> Result<Self, GpuError> {
        Err(GpuError)
    }

    pub(crate) fn score_all(&mut self, _: &[u8], _: usize) -> Result<Vec<BoardScore>, GpuError> {
        Err(GpuError)
    }
}

pub(crate) struct GpuHuntScorer;

impl GpuHuntScorer {
    pub(crate) fn new(_: &GpuDevice, _: &Hunt) -> Self {
        Self
    }
}

impl NeighbourBatchScorer for GpuHuntScorer {
    type Error = GpuError;

    async fn score_neighbours(
        &mut self,
        _: &[NeighbourRequest],
        _: HuntGoal,
    ) -> Result<Vec<WantedNeighbours>, GpuError> {
        Err(GpuError)
    }

    fn mismatch(&self, _: &Board) -> GpuError {
        GpuError
    }

    fn is_mismatch(error: &GpuError) -> bool {
        error.is_mismatch()
    }
}
