//! Scores boards that are lists of faces by number, which is the fastest way to give boards to a GPU: no tile
//! has to be read again.

use wgs_core::{Board, BoardScore, Face, SearchTables, Solver, Tile, WordValue};

use crate::board_search::OVERFLOW;
use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::kernel::Kernel;
use crate::sample_check::SampleCheck;
use crate::tile_code::{self, TileCodes};

/// Scores boards with known faces on a GPU. A board is one byte for each tile, the number of its face.
///
/// As with [`GpuScorer`](crate::GpuScorer), a sample of each batch is scored on the processor too, and so
/// are boards that need more memory than there is.
///
/// ```
/// use wgs_core::{Adjacency, Face, Grid, Lexicon, Rules, Solver};
/// use wgs_gpu::{GpuDevice, GpuFaceScorer, GpuSelection};
///
/// let lexicon = Lexicon::from_text("tea eat ate seat east teas")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let faces = ["t", "e", "a", "s"].map(Face::letters);
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
    faces: Vec<Face>,
    /// The code of each face.
    codes: Vec<u8>,
    cells: usize,
    check: SampleCheck,
}

impl GpuFaceScorer {
    /// Prepares a device for the boards of a solver, with these faces.
    ///
    /// # Errors
    ///
    /// Returns why the device cannot score them.
    pub fn new(device: &GpuDevice, solver: &Solver, faces: &[Face]) -> Result<Self, GpuError> {
        if faces.len() > usize::from(u8::MAX) + 1 {
            return Err(GpuError::TooManyFaces(faces.len()));
        }
        let tables = SearchTables::new(solver, WordValue::Points)?;
        let mut tile_codes = TileCodes::new(solver);
        let codes: Option<Vec<u8>> = faces.iter().map(|face| tile_codes.of_face(face)).collect();
        let codes = codes.ok_or(GpuError::UnsupportedFace)?;
        let mut kernel = Kernel::new(device, &tables)?;
        kernel.set_long_tiles(tile_codes.long_tiles());
        Ok(Self {
            kernel,
            faces: faces.to_vec(),
            codes,
            cells: solver.grid().len(),
            check: SampleCheck::new(solver),
        })
    }

    /// Returns the device.
    pub fn device(&self) -> &GpuDevice {
        self.kernel.device()
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
        assert!(
            (1..=self.cells).contains(&tiles) && boards.len().is_multiple_of(tiles),
            "boards have 1 to {} tiles, found {tiles}",
            self.cells
        );
        let elements = self.cells.div_ceil(4);
        let mut codes = vec![0; boards.len() / tiles * elements];
        for (board, codes) in boards
            .chunks_exact(tiles)
            .zip(codes.chunks_exact_mut(elements))
        {
            let tiles = board.iter().map(|&face| self.codes[usize::from(face)]);
            tile_code::pack(tiles, self.cells, codes);
        }
        let found = pollster::block_on(self.kernel.score(&codes))?;
        let board = |faces: &[u8], index: usize| {
            let faces_of = &faces[index * tiles..(index + 1) * tiles];
            let faces_of = faces_of
                .iter()
                .map(|&face| self.faces[usize::from(face)].clone());
            Board::new(faces_of.map(Tile::plain).collect::<Vec<_>>())
        };
        let mut scores: Vec<BoardScore> = Vec::with_capacity(found.len());
        for (index, &[words, points]) in found.iter().enumerate() {
            scores.push(match [words, points] == OVERFLOW {
                true => self.check.score(&board(boards, index)),
                false => BoardScore::new(words.into(), points.into()),
            });
        }
        for index in self.check.next_sample(scores.len()) {
            let (board, gpu) = (board(boards, index), scores[index]);
            self.check
                .compare(&board, gpu, self.kernel.device().name())?;
        }
        Ok(scores)
    }
}
