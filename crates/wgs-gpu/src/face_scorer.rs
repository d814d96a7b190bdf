//! Scores boards that are lists of faces by number, which is the fastest way to give boards to a GPU: no tile
//! has to be read again.

use std::ops::Range;

use wgs_engine::device::SearchTables;
use wgs_engine::{BoardScore, Count, FaceTable, Solver};

use crate::board_search::{BoardElements, ScoredBoards};
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::profile::SearchProfile;
use crate::sample_check::{SampleCheck, board_score};
use crate::tile_code::{self, EMPTY, TileCodes};

/// The number that stands for no face. No face has it.
const NO_FACE: u8 = u8::MAX;

/// Scores boards with known faces on a GPU. A board is one byte for each tile, the number of its face.
///
/// As with [`GpuScorer`](crate::GpuScorer), a sample of each batch is scored on the processor too, and so
/// are boards that need more memory than there is.
///
/// ```
/// use wgs_engine::{Adjacency, Face, FaceTable, Grid, Lexicon, Rules, Solver};
/// use wgs_gpu::{GpuDevice, GpuFaceScorer, GpuSelection};
///
/// let lexicon = Lexicon::from_text("tea eat ate seat east teas")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let faces = FaceTable::spelled(&["t", "e", "a", "s"].map(Face::letters), solver.rules());
/// if let Ok(device) = GpuDevice::open(GpuSelection::Any) {
///     let mut scorer = GpuFaceScorer::new(&device, &solver, &faces)?;
///     // TEAS and TETE
///     let scores = scorer.score_all(&[0, 1, 2, 3, 0, 1, 0, 1], 4)?;
///     assert_eq!(scores.iter().map(|score| score.words).collect::<Vec<_>>(), [6, 0]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuFaceScorer {
    kernel: Kernel,
    faces: FaceTable,
    cells: usize,
    check: SampleCheck,
}

impl GpuFaceScorer {
    /// Prepares a device for the boards of a solver, with these faces.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(device: &GpuDevice, solver: &Solver, faces: &FaceTable) -> Result<Self, GpuError> {
        if faces.len() > usize::from(NO_FACE) {
            return Err(GpuError::TooManyFaces(faces.len()));
        }
        let tables = SearchTables::new(solver, Count::Points)?;
        let mut tile_codes = TileCodes::new(solver);
        let codes = faces.faces().iter();
        let codes: Option<Vec<u8>> = codes.map(|face| tile_codes.of_face(face)).collect();
        let codes = codes.ok_or(GpuError::UnsupportedFace)?;
        let mut kernel = Kernel::new(device, &tables)?;
        kernel.set_long_tiles(tile_codes.long_tiles());
        let empty = std::iter::repeat(EMPTY);
        let codes: Vec<u8> = codes.into_iter().chain(empty).take(256).collect();
        kernel.set_face_codes(&codes);
        Ok(Self {
            kernel,
            faces: faces.clone(),
            cells: solver.grid().len(),
            check: SampleCheck::new(solver),
        })
    }

    /// Returns the device.
    pub fn device(&self) -> &GpuDevice {
        self.kernel.device()
    }

    /// Returns the boards of `tiles` tiles each.
    ///
    /// # Panics
    ///
    /// As [`score_all`](Self::score_all).
    fn numbers<'b>(&self, boards: &'b [u8], tiles: usize) -> FaceNumbers<'b> {
        assert!(
            (1..=self.cells).contains(&tiles) && boards.len().is_multiple_of(tiles),
            "boards have 1 to {} tiles, found {tiles}",
            self.cells
        );
        let last = boards.iter().fold(0, |last, &face| last.max(face));
        assert!(
            boards.is_empty() || usize::from(last) < self.faces.len(),
            "there are {} faces, but not one with the number {last}",
            self.faces.len()
        );
        FaceNumbers {
            boards,
            tiles,
            cells: self.cells,
        }
    }

    /// Counts the work of the searches of boards. The scores are neither returned nor compared with the
    /// processor's.
    ///
    /// # Errors
    ///
    /// Returns what went wrong on the device.
    ///
    /// # Panics
    ///
    /// As [`score_all`](Self::score_all).
    pub fn profile(&mut self, boards: &[u8], tiles: usize) -> Result<SearchProfile, GpuError> {
        let boards = self.numbers(boards, tiles);
        pollster::block_on(self.kernel.profile(&boards))
    }

    /// Scores boards of `tiles` tiles each. Cells after the last tile are empty.
    ///
    /// # Errors
    ///
    /// Returns what went wrong on the device.
    ///
    /// # Panics
    ///
    /// Panics if there is no face with one of the numbers, if a board has no tiles or more than the
    /// grid has cells, or if the last board is incomplete.
    pub fn score_all(&mut self, boards: &[u8], tiles: usize) -> Result<Vec<BoardScore>, GpuError> {
        let listed = self.numbers(boards, tiles);
        let Self {
            kernel,
            faces,
            check,
            ..
        } = self;
        let device = kernel.device().name().to_owned();
        let board = |index: usize| faces.board(&boards[index * tiles..(index + 1) * tiles]);
        let mut scores = vec![BoardScore::default(); listed.len()];
        let found = |scored: &ScoredBoards<'_>| {
            for (index, &score) in scored.scores.iter().enumerate() {
                scores[scored.number(index)] = board_score(score);
            }
            check.compare_sample(scored, &device, board)
        };
        let too_large = pollster::block_on(kernel.score(&listed, found))?;
        for index in too_large {
            scores[index] = check.score(&board(index));
        }
        Ok(scores)
    }
}

/// Boards as numbers of faces, with empty cells after the last tile.
struct FaceNumbers<'b> {
    boards: &'b [u8],
    tiles: usize,
    cells: usize,
}

impl BoardElements for FaceNumbers<'_> {
    fn len(&self) -> usize {
        self.boards.len() / self.tiles
    }

    fn append(&self, boards: Range<usize>, elements: &mut Vec<u32>) {
        let bytes = &self.boards[boards.start * self.tiles..boards.end * self.tiles];
        if self.tiles == self.cells && self.cells.is_multiple_of(4) {
            // They are copied as they are.
            let (fours, _) = bytes.as_chunks::<4>();
            elements.extend(fours.iter().map(|&four| u32::from_le_bytes(four)));
            return;
        }
        let empty = std::iter::repeat_n(NO_FACE, self.cells - self.tiles);
        for board in bytes.chunks_exact(self.tiles) {
            let start = elements.len();
            elements.resize(start + self.cells.div_ceil(4), 0);
            let faces = board.iter().copied().chain(empty.clone());
            tile_code::pack(faces, &mut elements[start..]);
        }
    }
}
