//! Scores all neighbours of a board together: one traced search of the board, and for each cell
//! one search with that cell open to all faces. Its plain twin is [`plain`](super::plain).
//!
//! A word is on the board with another face on a cell if the base board has a path of it that
//! does not use the cell, or the search with that cell open has found it with that face. It is on
//! the board with two cells swapped if the base board has a path that uses neither, or one of the
//! searches with either cell open has found it with the face of the other.

use super::NeighbourScores;
use super::row::Row;
use super::word_pairs::{MarkTable, Sums, WordPairs};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stopped};
use crate::count::Count;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::solver::frontier::{Frontier, MAX_FACES, NO_FACE, OpenBoard, OpenFaces};
use crate::solver::score_table;
use crate::solver::strategy::{Query, Strategy};
use crate::solver::{Prepared, Solver};
use crate::tile::{Face, Tile};

/// Scores all neighbours of a board together.
pub(super) struct OpenCellNeighbours {
    solver: Solver,
    count: Count,
    budget: Budget,
    layout: Layout,
    frontier: Frontier,
    faces: OpenFaces,
    /// The number of each face that cells are tried with, or [`NO_FACE`].
    asked: Vec<u8>,
    /// The number of different faces among these.
    asked_faces: usize,
    /// Prepared when the first board is scored.
    words: Option<AnyWordPairs>,
}

/// The words of neighbours, with masks of as many bits as the grid needs.
enum AnyWordPairs {
    Small(WordPairs<u16>),
    Medium(WordPairs<u32>),
    Wide(WordPairs<u64>),
}

impl AnyWordPairs {
    fn new(solver: &Prepared, count: Count) -> Self {
        let values = score_table::values(solver, count);
        match solver.grid.len() {
            ..=16 => Self::Small(WordPairs::new(solver.engine, values)),
            17..=32 => Self::Medium(WordPairs::new(solver.engine, values)),
            _ => Self::Wide(WordPairs::new(solver.engine, values)),
        }
    }
}

impl OpenCellNeighbours {
    /// Creates a scorer that tries these faces on each cell. Returns [`None`] if it cannot serve
    /// the grid, the rules or the faces.
    pub(super) fn new(solver: &Solver, faces: &[Face], count: Count) -> Option<Self> {
        // The longest word is not a sum over words.
        if count == Count::Longest {
            return None;
        }
        let prepared = &*solver.prepared;
        let mut layout = Layout::default();
        let mut open_faces = OpenFaces::default();
        let mut asked = Vec::new();
        for face in faces {
            let board = Board::new([Tile::plain(face.clone())]);
            prepared.read(&board, &mut layout, false);
            if !can_serve(prepared, &layout) {
                return None;
            }
            asked.push(face_of_cell(&layout, 0, &mut open_faces)?);
        }
        Some(Self {
            solver: solver.clone(),
            count,
            budget: Budget::UNLIMITED,
            layout,
            frontier: Frontier::default(),
            asked,
            asked_faces: open_faces.len(),
            faces: open_faces,
            words: None,
        })
    }

    pub(super) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Scores a board and its neighbours. Returns false if it cannot serve this board.
    pub(super) fn score(
        &mut self,
        board: &Board,
        scores: &mut NeighbourScores,
    ) -> Result<bool, Stopped> {
        self.budget.check()?;
        let solver = &*self.solver.prepared;
        solver.read(board, &mut self.layout, false);
        self.faces.reset(self.asked_faces);
        if board.len() > solver.grid.len() || !can_serve(solver, &self.layout) {
            return Ok(false);
        }
        for cell in 0..board.len() {
            match face_of_cell(&self.layout, cell, &mut self.faces) {
                None => return Ok(false),
                Some(NO_FACE) => {}
                Some(face) => self.faces.set_cell(cell, face),
            }
        }
        let budget = self.budget.clone();
        let mut meter = Meter::new(&budget);
        let is_complete = (self.frontier).trace(solver, &self.layout, &mut meter, |_| ());
        meter.result()?;
        if !is_complete {
            return Ok(false);
        }
        scores.begin(board.len(), self.asked.len());
        let mut words =
            (self.words.take()).unwrap_or_else(|| AnyWordPairs::new(solver, self.count));
        match &mut words {
            AnyWordPairs::Small(words) => self.sum(words, &mut meter, scores),
            AnyWordPairs::Medium(words) => self.sum(words, &mut meter, scores),
            AnyWordPairs::Wide(words) => self.sum(words, &mut meter, scores),
        }
        self.words = Some(words);
        meter.result().map(|()| true)
    }

    /// Adds up the values of the words on all neighbours.
    fn sum<R: Row>(
        &mut self,
        words: &mut WordPairs<R>,
        meter: &mut Meter<'_>,
        scores: &mut NeighbourScores,
    ) {
        let cells = scores.cells;
        let faces = &self.faces;
        words.begin();
        let solver = &*self.solver.prepared;
        (self.frontier).each_traced_word(solver, |slot, used| words.add_base_path(slot, used));
        // By pair of cells; where both are the same, the words that do not use the cell.
        let mut pairs = Box::new([[[0; 32]; 2]; 64]);
        scores.value = words.sum_base(&mut pairs, cells);
        let table = MarkTable::new(|face| faces.cells(face));
        let mut sums = Sums {
            faces: [0; MAX_FACES],
            partners: [[0; 32]; 2],
        };
        let board = OpenBoard {
            layout: &self.layout,
            faces,
        };
        for open in 0..cells {
            (self.frontier).search_open_cell(solver, board, open, meter, |finds| {
                words.add(&finds, &table);
            });
            if meter.has_stopped() {
                return;
            }
            words.sum_open(open, &mut sums);
            let own = faces.of_cell(open);
            let unused = pairs[open].as_flattened()[open];
            let with_face = |&face: &u8| match face {
                _ if face == own => scores.value,
                NO_FACE => unused,
                face => unused + sums.faces[usize::from(face)],
            };
            scores.with_faces.extend(self.asked.iter().map(with_face));
            let partners = sums.partners.as_flattened().iter();
            for (cell, sum) in partners.enumerate().take(cells) {
                pairs[open.max(cell)].as_flattened_mut()[open.min(cell)] += sum;
            }
        }
        for (cell, pairs) in pairs.iter().enumerate().take(cells) {
            for (other, &sum) in pairs.as_flattened().iter().enumerate().take(cell) {
                let is_same = faces.of_cell(cell) == faces.of_cell(other);
                (scores.with_swaps).push(if is_same { scores.value } else { sum });
            }
        }
    }
}

/// Returns whether the neighbours of a board can be scored together.
fn can_serve(solver: &Prepared, layout: &Layout) -> bool {
    Strategy::choose(solver, layout, Query::Score) == Strategy::Frontier
        && !solver.is_path_scored(layout)
        && !layout.has_wildcard
        && !solver.grid.is_empty()
}

/// Returns the number of a cell's face, or [`NO_FACE`] if no word can use it. Returns [`None`] if
/// there are too many faces.
fn face_of_cell(layout: &Layout, cell: usize, faces: &mut OpenFaces) -> Option<u8> {
    match layout.first[cell] {
        NO_SYMBOL | ANY_SYMBOL => Some(NO_FACE),
        first => {
            let mut symbols = vec![first];
            symbols.extend_from_slice(layout.more(cell));
            faces.add(&symbols)
        }
    }
}
