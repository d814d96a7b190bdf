//! Scores boards with all their neighbours on a GPU: the boards that differ by one tile, and those with
//! two tiles swapped. The neighbours are made on the device, and only those that are wanted come back.

use std::collections::BTreeSet;

use wgs_engine::device::SearchTables;
use wgs_engine::neighbour::{BoardChange, NeighbourRequest, NeighbourScorer, WantedNeighbours};
use wgs_engine::{Count, FaceTable, Solver, Stopped};

use crate::board_search::{OVERFLOW, PackedBoards, ScoredBoards};
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::neighbour_search::{ListedNeighbour, NeighbourSearch};
use crate::tile_code::{self, TileCodes};

/// Scores boards and all their neighbours on a GPU, and returns the neighbours that are wanted.
///
/// Neighbours that need more memory than the device has are scored on the processor. The values are not checked:
/// a caller should compare some of them with those of a [`NeighbourScorer`].
pub struct GpuNeighbourScorer {
    kernel: Kernel,
    search: NeighbourSearch,
    faces: FaceTable,
    cells: usize,
    processor: NeighbourScorer,
    counts: NeighbourCounts,
}

/// Counts of the neighbours of requests, by what was done with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NeighbourCounts {
    /// The number of neighbours of all boards, without those that are the same as their board.
    pub all: u64,
    /// The number of those that were left out because they were met before.
    pub met: u64,
    /// The number of those that came back to the processor.
    pub returned: u64,
    /// The number of those that the processor scored.
    pub on_processor: u64,
}

impl GpuNeighbourScorer {
    /// Prepares a device for the boards of a solver, with these faces on each cell.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(
        device: &GpuDevice,
        solver: &Solver,
        faces: &FaceTable,
        count: Count,
    ) -> Result<Self, GpuError> {
        if faces.len() > usize::from(u8::MAX) {
            return Err(GpuError::TooManyFaces(faces.len()));
        }
        let tables = SearchTables::new(solver, count)?;
        let mut codes = TileCodes::new(solver);
        let face_codes = faces.faces().iter();
        let face_codes: Option<Vec<u8>> = face_codes.map(|face| codes.of_face(face)).collect();
        let face_codes = face_codes.ok_or(GpuError::UnsupportedFace)?;
        let mut kernel = Kernel::new(device, &tables)?;
        kernel.set_long_tiles(codes.long_tiles());
        kernel.set_face_codes(&face_codes);
        let cells = solver.grid().len();
        Ok(Self {
            search: NeighbourSearch::new(&kernel, faces.len(), cells),
            kernel,
            faces: faces.clone(),
            cells,
            processor: NeighbourScorer::new(solver, faces.faces(), count),
            counts: NeighbourCounts::default(),
        })
    }

    /// Sets permutations of the cells that turn boards into equivalent ones, so that of these only one is scored: the
    /// board with the tile of cell `permutation[i]` on cell `i` is as good as the board itself. More than eight
    /// are ignored.
    ///
    /// # Panics
    ///
    /// If a permutation is not one of the grid's cells.
    #[must_use]
    pub fn with_permutations(mut self, permutations: &[Vec<u8>]) -> Self {
        for permutation in permutations {
            let cells: BTreeSet<usize> = permutation.iter().map(|&cell| cell.into()).collect();
            assert!(
                permutation.len() == self.cells && cells.into_iter().eq(0..self.cells),
                "expected a permutation of {} cells, found {permutation:?}",
                self.cells
            );
        }
        self.search.set_permutations(permutations);
        self
    }

    /// Returns the device.
    pub fn device(&self) -> &GpuDevice {
        self.kernel.device()
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> NeighbourCounts {
        self.counts
    }

    /// Scores boards and their neighbours. Returns the neighbours that are wanted, in the order of the requests. If it
    /// fails, the histories of the requests must not be used again.
    ///
    /// # Errors
    ///
    /// Returns what went wrong on the device.
    ///
    /// # Panics
    ///
    /// If a board does not have as many tiles as the grid has cells, or a face does not exist.
    pub async fn score(
        &mut self,
        requests: &[NeighbourRequest],
    ) -> Result<Vec<WantedNeighbours>, GpuError> {
        for request in requests {
            let is_face = |&face: &u8| usize::from(face) < self.faces.len();
            assert!(
                request.board.len() == self.cells && request.board.iter().all(is_face),
                "expected {} numbers of faces below {}, found {:?}",
                self.cells,
                self.faces.len(),
                request.board
            );
            self.counts.all += BoardChange::count(&request.board, self.faces.len()) as u64;
        }
        let mut wanted = vec![WantedNeighbours::default(); requests.len()];
        if self.kernel.steps() == 0 || self.cells == 0 {
            for (request, wanted) in requests.iter().zip(&mut wanted) {
                let changes = BoardChange::all(&request.board, self.faces.len()).map(Some);
                let changes: Vec<_> = std::iter::once(None).chain(changes).collect();
                self.score_on_processor(request, &changes, wanted);
            }
            return Ok(wanted);
        }
        self.search.make_room(self.kernel.device(), requests.len());
        let first_step = self.kernel.first_step;
        let searched = self
            .kernel
            .search_neighbours(&self.search, requests)
            .await?;
        self.counts.met += searched.met;
        self.counts.returned += searched.listed.len() as u64;
        let mut open = Vec::new();
        for listed in searched.listed {
            match listed.value {
                Some(value) => add(&mut wanted[listed.request], listed.change, value),
                None => open.push(listed),
            }
        }
        self.score_again(first_step + 1, requests, open, &mut wanted)
            .await?;
        Ok(wanted)
    }

    /// Scores neighbours with more memory, and in the end on the processor.
    async fn score_again(
        &mut self,
        first_step: usize,
        requests: &[NeighbourRequest],
        open: Vec<ListedNeighbour>,
        wanted: &mut [WantedNeighbours],
    ) -> Result<(), GpuError> {
        let per_board = self.kernel.board_elements();
        let mut elements = vec![0; open.len() * per_board];
        for (listed, elements) in open.iter().zip(elements.chunks_exact_mut(per_board)) {
            let mut board = requests[listed.request].board.clone();
            if let Some(change) = listed.change {
                change.apply(&mut board);
            }
            tile_code::pack(board.iter().copied(), elements);
        }
        let boards = PackedBoards {
            elements: &elements,
            per_board,
        };
        let found = |scored: &ScoredBoards<'_>| {
            for (index, &[words, value]) in scored.scores.iter().enumerate() {
                let listed = &open[scored.number(index)];
                let (request, wanted) = (&requests[listed.request], &mut wanted[listed.request]);
                if [words, value] != OVERFLOW {
                    add_if_wanted(request, wanted, listed.change, value.into());
                }
            }
            Ok(())
        };
        let too_large = self.kernel.score_from(first_step, &boards, found).await?;
        let mut open: Vec<ListedNeighbour> =
            too_large.into_iter().map(|index| open[index]).collect();
        open.sort_by_key(|listed| listed.request);
        for open in open.chunk_by(|a, b| a.request == b.request) {
            let changes: Vec<_> = open.iter().map(|listed| listed.change).collect();
            let index = open[0].request;
            self.score_on_processor(&requests[index], &changes, &mut wanted[index]);
        }
        Ok(())
    }

    /// Scores neighbours on the processor, which scores all of them anyway.
    fn score_on_processor(
        &mut self,
        request: &NeighbourRequest,
        changes: &[Option<BoardChange>],
        wanted: &mut WantedNeighbours,
    ) {
        let board = self.faces.board(&request.board);
        let scores: Result<_, Stopped> = self.processor.score(&board);
        let scores = scores.expect("a new scorer has an unlimited budget");
        for &change in changes {
            let value = change.map_or(scores.value(), |change| scores.with_change(change));
            add_if_wanted(request, wanted, change, value);
        }
        self.counts.on_processor += changes.len() as u64;
    }
}

/// Adds a neighbour, or the value of the board itself.
fn add(wanted: &mut WantedNeighbours, change: Option<BoardChange>, value: u64) {
    match change {
        None => wanted.value = value,
        Some(change) => wanted.neighbours.push((change, value)),
    }
}

fn add_if_wanted(
    request: &NeighbourRequest,
    wanted: &mut WantedNeighbours,
    change: Option<BoardChange>,
    value: u64,
) {
    if change.is_none() || request.wanted.contains(&value) {
        add(wanted, change, value);
    }
}
