//! Scores the neighbours of boards, which are made on the device, and reads those that are wanted.

use std::collections::VecDeque;
use std::ops::Range;

use wgs_engine::Cell;
use wgs_engine::neighbour::{BoardChange, NeighbourRequest};

use crate::buffer::storage;
use crate::capacity::MAX_PERMUTATIONS;
use crate::chunk::{IN_FLIGHT, SubmittedChunk};
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::{Batch, Chunk, Kernel};
use crate::shader::{CHANGES_BINDING, MET_BOARDS_BINDING, Program};
use crate::tile_code::pack;

/// How many boards the device remembers for each request, so that it finds most of those that a search has met: with
/// 65,536 for each climb on a 4x4 grid 5.5% of the neighbours, with 16,384 5.0%, with 4,096 3.7%, with 1,024 2.0%.
const MET_BOARDS_PER_REQUEST: u64 = 1 << 14;

/// The most boards that the device remembers, which take 128 MiB.
const MAX_MET_BOARDS: u64 = 1 << 24;

/// The bytes that a board takes which the device remembers.
const MET_BOARD_BYTES: u64 = 8;

/// The bytes of the counts before the list of neighbours that were found, and of each of these.
const COUNT_BYTES: usize = 8;
const FOUND_BYTES: usize = 8;

/// Marks a neighbour that needs more memory.
const INCOMPLETE: u32 = 1 << 31;

/// Stands for a cell that does not exist.
const NO_CELL: u32 = 0xff;

/// The neighbours of all boards, as the device knows them.
pub(crate) struct NeighbourSearch {
    /// The changes that make the neighbours; the first is none, which is the board itself.
    changes: Vec<Option<BoardChange>>,
    change_buffer: wgpu::Buffer,
    /// The boards that were met.
    met_boards: wgpu::Buffer,
    /// The state that all chunks have in common.
    batch: Batch,
}

/// A neighbour that the device lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedNeighbour {
    /// The index of the request.
    pub(crate) request: usize,
    /// What makes the neighbour, or [`None`] for the board itself.
    pub(crate) change: Option<BoardChange>,
    /// Its value, or [`None`] if its search needs more memory.
    pub(crate) value: Option<u64>,
}

/// The work of the device on the neighbours of some boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchedNeighbours {
    pub(crate) listed: Vec<ListedNeighbour>,
    /// The number of neighbours that were left out because they were met before.
    pub(crate) met: u64,
}

impl NeighbourSearch {
    /// Prepares a device for boards with this many faces, whose codes the kernel knows. Boards are the same if one of the
    /// permutations of cells turns one into the other.
    pub(crate) fn new(kernel: &Kernel, faces: usize, cells: usize) -> Self {
        let faces = 0..faces;
        let with_face = move |cell| {
            let faces = faces.clone();
            faces.map(move |face| BoardChange::Face(Cell::new(cell), face as u8))
        };
        let swap = |high, low| BoardChange::Swap(Cell::new(high), Cell::new(low));
        let with_faces = (0..cells).flat_map(with_face);
        let swaps = (0..cells).flat_map(|high| (0..high).map(move |low| swap(high, low)));
        let changes = with_faces.chain(swaps).map(Some);
        let changes: Vec<Option<BoardChange>> = std::iter::once(None).chain(changes).collect();
        let bits: Vec<u32> = changes.iter().map(|change| change_bits(*change)).collect();
        let device = kernel.device();
        let batch = Batch {
            changes: changes.len() as u32,
            ..kernel.batch()
        };
        let mut search = Self {
            change_buffer: storage(device, "changes", &bits),
            changes,
            met_boards: met_boards(device, 1),
            batch,
        };
        let identity: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
        search.set_permutations(&[identity]);
        search
    }

    /// Sets permutations of the cells that turn boards into equivalent ones. If there are none or too many, those
    /// that were set before are kept: then equivalent boards are scored more than once.
    pub(crate) fn set_permutations(&mut self, permutations: &[Vec<u8>]) {
        if !(1..=MAX_PERMUTATIONS).contains(&permutations.len()) {
            return;
        }
        self.batch.permutations = permutations.len() as u32;
        for (cells, permutation) in (self.batch.permutation_cells.iter_mut()).zip(permutations) {
            pack(permutation.iter().copied(), cells);
        }
    }

    /// Makes room for the boards that the searches of this many requests meet. Those that are known are forgotten
    /// if there was less room before.
    pub(crate) fn make_room(&mut self, device: &GpuDevice, requests: usize) {
        // The largest power of two that fits.
        let most = (device.buffer_bytes() / MET_BOARD_BYTES).clamp(1, MAX_MET_BOARDS);
        let most = 1 << most.ilog2();
        let wanted = (requests as u64).saturating_mul(MET_BOARDS_PER_REQUEST);
        let boards = wanted.min(most).next_power_of_two();
        if self.met_boards.size() < boards * MET_BOARD_BYTES {
            self.met_boards = met_boards(device, boards);
        }
    }

    /// Finds what a search of a chunk was.
    fn listed(&self, search: usize, value: Option<u64>) -> ListedNeighbour {
        ListedNeighbour {
            request: search / self.changes.len(),
            change: self.changes[search % self.changes.len()],
            value,
        }
    }
}

impl Kernel {
    /// Scores the neighbours of boards with the smallest lists. Those that are wanted are listed, and so are the boards
    /// themselves and the neighbours that need larger lists. There must be at least one step.
    pub(crate) async fn search_neighbours(
        &mut self,
        search: &NeighbourSearch,
        requests: &[NeighbourRequest],
    ) -> Result<SearchedNeighbours, GpuError> {
        let step = self.first_step;
        self.prepare(step, Program::Neighbours)?;
        let elements: Vec<u32> = requests.iter().flat_map(request_elements).collect();
        let mut found = SearchedNeighbours::default();
        let mut waiting = VecDeque::new();
        let all = requests.len() * search.changes.len();
        let mut next = 0;
        loop {
            if next < all && waiting.len() < IN_FLIGHT {
                let end = all.min(next + self.chunk.searches());
                waiting.push_back(self.submit_neighbours(step, search, &elements, next..end));
                next = end;
                continue;
            }
            let Some(chunk) = waiting.pop_front() else {
                break;
            };
            self.take_neighbours(search, chunk, &mut found).await?;
        }
        // Errors that the driver reported without being asked.
        self.device().check()?;
        let incomplete = found.listed.iter().filter(|found| found.value.is_none());
        let scored = (all as u64).saturating_sub(found.met);
        if step + 1 < self.steps() && incomplete.count() as u64 > scored / 4 {
            // Boards that follow are probably alike.
            self.first_step = step + 1;
        }
        Ok(found)
    }

    /// Gives some of the searches to the device.
    fn submit_neighbours(
        &mut self,
        step: usize,
        search: &NeighbourSearch,
        requests: &[u32],
        searches: Range<usize>,
    ) -> SubmittedChunk {
        let changes = search.changes.len();
        let request_elements = self.board_elements() + 4;
        // Only the requests of this chunk go to the device, where the first of them is number 0.
        let first_request = searches.start / changes;
        let last_request = searches.end.div_ceil(changes);
        let start = first_request * changes;
        let count = searches.len();
        // Few neighbours are wanted. If there are more, the rest is read later, when the device has done what follows.
        let read = (count / 4).max(64).min(count);
        self.submit(&Chunk {
            step,
            program: Program::Neighbours,
            batch: Batch {
                first: (searches.start - start) as u32,
                end: (searches.end - start) as u32,
                ..search.batch
            },
            boards: &requests[first_request * request_elements..last_request * request_elements],
            start,
            output_bytes: (COUNT_BYTES + count * FOUND_BYTES) as u64,
            read_bytes: (COUNT_BYTES + read * FOUND_BYTES) as u64,
            extra_buffers: &[
                (CHANGES_BINDING, &search.change_buffer),
                (MET_BOARDS_BINDING, &search.met_boards),
            ],
        })
    }

    /// Waits for a chunk and adds what it lists.
    async fn take_neighbours(
        &mut self,
        search: &NeighbourSearch,
        chunk: SubmittedChunk,
        found: &mut SearchedNeighbours,
    ) -> Result<(), GpuError> {
        let start = chunk.start;
        let most = chunk.searches;
        let count = |output: &[u32]| most.min(output.first().map_or(0, |&count| count as usize));
        let end = |output: &[u32]| (COUNT_BYTES + count(output) * FOUND_BYTES) as u64;
        let output = self.take(chunk, end).await?;
        let (counts, list) = output.split_at(COUNT_BYTES / 4);
        found.met += u64::from(counts[1]);
        for listed in list.chunks_exact(2).take(count(counts)) {
            let value = (listed[0] & INCOMPLETE == 0).then(|| u64::from(listed[1]));
            let at = start + (listed[0] & !INCOMPLETE) as usize;
            found.listed.push(search.listed(at, value));
        }
        Ok(())
    }
}

/// Creates a table of boards that were met. New buffers are filled with zeros, a hash that a board has with a
/// probability of 2^-64.
fn met_boards(device: &GpuDevice, boards: u64) -> wgpu::Buffer {
    device.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("met boards"),
        size: boards * MET_BOARD_BYTES,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    })
}

/// Returns a change as the shader reads it.
fn change_bits(change: Option<BoardChange>) -> u32 {
    let cell = |cell: Cell| cell.index() as u32;
    match change {
        None => NO_CELL | NO_CELL << 8,
        Some(BoardChange::Face(at, face)) => cell(at) | NO_CELL << 8 | u32::from(face) << 16,
        Some(BoardChange::Swap(a, b)) => cell(a) | cell(b) << 8,
    }
}

/// Returns a request as the shader reads it.
fn request_elements(request: &NeighbourRequest) -> Vec<u32> {
    let mut elements = vec![0; request.board.len().div_ceil(4)];
    pack(request.board.iter().copied(), &mut elements);
    // Values have 32 bits on the device.
    let (lowest, highest) = (*request.wanted.start(), *request.wanted.end());
    let wanted = match u32::try_from(lowest) {
        Ok(lowest) => [lowest, u32::try_from(highest).unwrap_or(u32::MAX)],
        Err(_) => [1, 0],
    };
    let history = request.history.number();
    let history = [history as u32, (history >> 32) as u32];
    elements.extend(wanted.into_iter().chain(history));
    elements
}
