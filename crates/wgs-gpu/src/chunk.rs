//! The parts in which boards are given to a device: how large they are, and their buffers.

use std::time::Duration;

use futures_channel::oneshot;
use web_time::Instant;

use crate::device::MapResult;

/// The number of chunks that the device has at a time, so that it has work while the results of one are
/// read.
pub(crate) const IN_FLIGHT: usize = 2;

/// The limits on the number of searches in a chunk.
const MIN_CHUNK: usize = 256;
const MAX_CHUNK: usize = 1 << 20;

/// A chunk should take about this long. Operating systems reset a device that is busy for seconds. A browser
/// draws with the same device, sixty times a second if it can.
const SHORT: Duration = Duration::from_millis(if IS_BROWSER { 4 } else { 20 });
const LONG: Duration = Duration::from_millis(if IS_BROWSER { 40 } else { 200 });
const IS_BROWSER: bool = cfg!(target_family = "wasm");

/// The number of searches in a chunk, which adapts to the speed of the device.
pub(crate) struct ChunkSize {
    searches: usize,
    /// The most that the buffers of the device have room for.
    max: usize,
}

impl ChunkSize {
    /// Returns the size to begin with on a device whose buffers have room for this many searches.
    pub(crate) fn new(room: u64) -> Self {
        let max = usize::try_from(room).unwrap_or(MAX_CHUNK);
        let max = max.clamp(1, MAX_CHUNK);
        Self {
            searches: (4 * MIN_CHUNK).min(max),
            max,
        }
    }

    pub(crate) fn searches(&self) -> usize {
        self.searches
    }

    /// Adapts the size after a chunk with this many searches took this long.
    pub(crate) fn adapt(&mut self, searches: usize, time: Duration) {
        if time < SHORT && searches * 2 > self.searches {
            self.searches = (self.searches * 2).min(self.max);
        } else if time > LONG {
            self.searches = (self.searches / 2).max(MIN_CHUNK).min(self.max);
        }
    }
}

/// The buffers of a chunk.
pub(crate) struct ChunkBuffers {
    pub(crate) boards: wgpu::Buffer,
    /// The output of the shader.
    pub(crate) output: wgpu::Buffer,
    /// The beginning of it, where the processor can read it.
    pub(crate) readable: wgpu::Buffer,
}

/// The sizes of a chunk's buffers in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkBytes {
    pub(crate) boards: u64,
    pub(crate) output: u64,
    pub(crate) readable: u64,
}

impl ChunkBuffers {
    /// Creates buffers with at least these sizes.
    pub(crate) fn new(device: &wgpu::Device, bytes: ChunkBytes) -> Self {
        let buffer = |label, bytes: u64, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: bytes.next_power_of_two(),
                usage,
                mapped_at_creation: false,
            })
        };
        use wgpu::BufferUsages as Usage;
        let output = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        Self {
            boards: buffer("boards", bytes.boards, Usage::STORAGE | Usage::COPY_DST),
            output: buffer("output", bytes.output, output),
            readable: buffer(
                "readable",
                bytes.readable,
                Usage::MAP_READ | Usage::COPY_DST,
            ),
        }
    }

    /// Returns these buffers if they have at least these sizes, or else larger ones. No buffer gets smaller, because
    /// different programs take turns with them.
    pub(crate) fn grown(self, device: &wgpu::Device, bytes: ChunkBytes) -> Self {
        let own = ChunkBytes {
            boards: self.boards.size(),
            output: self.output.size(),
            readable: self.readable.size(),
        };
        let larger = ChunkBytes {
            boards: bytes.boards.max(own.boards),
            output: bytes.output.max(own.output),
            readable: bytes.readable.max(own.readable),
        };
        match larger == own {
            true => self,
            false => Self::new(device, larger),
        }
    }
}

/// A chunk that the device has.
pub(crate) struct SubmittedChunk {
    pub(crate) buffers: ChunkBuffers,
    /// The first search among all, and how many there are.
    pub(crate) start: usize,
    pub(crate) searches: usize,
    pub(crate) read: Reading,
    pub(crate) since: Instant,
}

/// A buffer that can be read when the device has written to it.
pub(crate) struct Reading {
    pub(crate) bytes: u64,
    pub(crate) submission: wgpu::SubmissionIndex,
    pub(crate) mapped: oneshot::Receiver<MapResult>,
}
