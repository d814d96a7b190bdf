//! What can go wrong on a GPU.

use thiserror::Error;
use wgs_engine::BoardScore;
use wgs_engine::device::SearchTablesError;

/// The error of a GPU, or of a board that it cannot score.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no GPU with a driver that can be used.
    #[error("no usable GPU was found: {0}")]
    NoDevice(String),
    /// The GPU cannot score boards of this game.
    #[error("the GPU cannot score boards of this game: {0}")]
    Unsupported(#[from] SearchTablesError),
    /// The GPU cannot score boards with one of the tiles.
    #[error(
        "the GPU cannot score one of the tiles: wildcards, tiles with more than seven letters, and tiles that score \
         differently from their letters are not supported"
    )]
    UnsupportedFace,
    /// There are too many different tiles.
    #[error("the GPU supports at most 255 different tiles, found {0}")]
    TooManyFaces(usize),
    /// There is not enough memory on the device.
    #[error("{device} does not have enough memory: {reason}")]
    OutOfMemory {
        /// The name of the device.
        device: String,
        /// What the driver said.
        reason: String,
    },
    /// The device is gone: it was removed, reset, or took too long.
    #[error("{device} was lost: {reason}")]
    Lost {
        /// The name of the device.
        device: String,
        /// What the driver said.
        reason: String,
    },
    /// The driver reported something else.
    #[error("{device} failed: {reason}")]
    Failed {
        /// The name of the device.
        device: String,
        /// What the driver said.
        reason: String,
    },
    /// The device returned a wrong score. Nothing that it returned can be trusted.
    #[error(
        "{device} found {} words and {} points on {board}, but the processor found {} words and {} points",
        gpu.words, gpu.points, cpu.words, cpu.points
    )]
    Mismatch {
        /// The name of the device.
        device: String,
        /// The board, in the usual notation.
        board: String,
        /// The score that the device returned.
        gpu: BoardScore,
        /// The right score.
        cpu: BoardScore,
    },
    /// The device returned a wrong score for a neighbour of a board.
    #[error("{device} and the processor score the neighbours of {board} differently")]
    NeighbourMismatch {
        /// The name of the device.
        device: String,
        /// The board, in the usual notation.
        board: String,
    },
}

impl GpuError {
    /// Returns whether the device returned a wrong score.
    pub fn is_mismatch(&self) -> bool {
        matches!(self, Self::Mismatch { .. } | Self::NeighbourMismatch { .. })
    }
}
