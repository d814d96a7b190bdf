//! What can go wrong on a GPU.

use thiserror::Error;
use wgs_engine::device::SearchTablesError;
use wgs_engine::message::ToMessage;
use wgs_engine::{BoardScore, messages};

/// The error of a GPU, or of a board that it cannot score.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum GpuError {
    /// There is no GPU with a driver that can be used.
    NoDevice(String),
    /// The GPU cannot score boards of this game.
    Unsupported(#[from] SearchTablesError),
    /// The GPU cannot score boards with one of the tiles.
    UnsupportedFace,
    /// There are too many different tiles.
    TooManyFaces(usize),
    /// There is not enough memory on the device.
    OutOfMemory {
        /// The name of the device.
        device: String,
        /// The message of the driver.
        reason: String,
    },
    /// The device is gone: it was removed, reset, or took too long.
    Lost {
        /// The name of the device.
        device: String,
        /// The message of the driver.
        reason: String,
    },
    /// The driver reported something else.
    Failed {
        /// The name of the device.
        device: String,
        /// The message of the driver.
        reason: String,
    },
    /// The device returned a wrong score. Nothing that it returned can be trusted.
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
    NeighbourMismatch {
        /// The name of the device.
        device: String,
        /// The board, in the usual notation.
        board: String,
    },
}

messages! {
    impl ToMessage for GpuError {
        Self::NoDevice(problem) => "gpu.no-device":
            "no usable GPU was found: {problem}" (problem);
        Self::Unsupported(problem) => "gpu.unsupported":
            "the GPU cannot score boards of this game: {problem}" (problem = problem.to_message());
        Self::UnsupportedFace => "gpu.unsupported-face":
            "the GPU cannot score one of the tiles: wildcards, tiles with more than seven letters, and tiles that score differently from their letters are not supported";
        Self::TooManyFaces(found) => "gpu.too-many-faces":
            "the GPU supports at most 255 different tiles, found {found}" (found);
        Self::OutOfMemory { device, reason } => "gpu.out-of-memory":
            "{device} does not have enough memory: {reason}" (device, reason);
        Self::Lost { device, reason } => "gpu.lost":
            "{device} was lost: {reason}" (device, reason);
        Self::Failed { device, reason } => "gpu.failed":
            "{device} failed: {reason}" (device, reason);
        Self::Mismatch { device, board, gpu, cpu } => "gpu.mismatch":
            "{device} found {words} words and {points} points on {board}, but the processor found {right_words} words and {right_points} points"
            (
                device,
                words = gpu.words,
                points = gpu.points,
                board,
                right_words = cpu.words,
                right_points = cpu.points
            );
        Self::NeighbourMismatch { device, board } => "gpu.neighbour-mismatch":
            "{device} and the processor score the neighbours of {board} differently"
            (device, board);
    }
}

impl GpuError {
    /// Returns whether the device returned a wrong score.
    pub fn is_mismatch(&self) -> bool {
        matches!(self, Self::Mismatch { .. } | Self::NeighbourMismatch { .. })
    }
}
