//! Scores a board and all boards near it: those that differ by one tile, and those with two tiles
//! swapped. Which of them to go on with is the caller's choice.
//!
//! Where it can, it scores them all together ([`open_cell`]); elsewhere one by one ([`plain`]).

mod open_cell;
mod plain;
mod request;
mod row;
mod word_pairs;

use super::Solver;
use crate::board::Board;
use crate::budget::{Budget, Stopped};
use crate::count::Count;
use crate::grid::Cell;
use crate::tile::Face;

use open_cell::OpenCellNeighbours;
use plain::PlainNeighbours;

pub use request::{BoardChange, NeighbourRequest, SearchHistory, WantedNeighbours};

/// Scores a board and all boards that differ from it by one tile or by two swapped tiles.
///
/// ```
/// use wgs_engine::neighbour::NeighbourScorer;
/// use wgs_engine::{Adjacency, Cell, Count, Face, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cast cost")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
///
/// let faces = [Face::letters("o"), Face::letters("a")];
/// let mut scorer = NeighbourScorer::new(&solver, &faces, Count::Words);
/// let scores = scorer.score(&"CXTS".parse()?)?;
/// assert_eq!(scores.value(), 0);
/// assert_eq!(scores.with_face(Cell::new(1), 0), 1);
/// assert_eq!(scores.with_face(Cell::new(1), 1), 3);
/// assert_eq!(scores.with_swap(Cell::new(0), Cell::new(1)), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NeighbourScorer {
    plain: PlainNeighbours,
    open_cell: Option<OpenCellNeighbours>,
    faces: Vec<Face>,
    scores: NeighbourScores,
}

/// The values of a board and of its neighbours.
///
/// ```
/// use wgs_engine::neighbour::{BoardChange, NeighbourScores};
/// use wgs_engine::Cell;
///
/// // A board of two cells with the value 5, and two faces to try.
/// let scores = NeighbourScores::new(5, 2, vec![5, 1, 2, 5], vec![7]);
/// assert_eq!(scores.with_faces(Cell::new(1)), [2, 5]);
/// let swap = BoardChange::Swap(Cell::new(0), Cell::new(1));
/// assert_eq!(scores.with_change(swap), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NeighbourScores {
    value: u64,
    /// The number of faces that each cell was tried with.
    faces: usize,
    /// The number of cells.
    cells: usize,
    /// The values with other faces: cell by cell, in the order of the faces.
    with_faces: Vec<u64>,
    /// The values with swapped tiles: for each cell, the cells before it.
    with_swaps: Vec<u64>,
}

impl NeighbourScores {
    /// Creates scores from the value of a board, the values of its cells with other faces, cell by
    /// cell, and the values with swapped tiles: for each cell, the cells before it.
    ///
    /// # Panics
    ///
    /// If there are more or fewer values.
    pub fn new(value: u64, cells: usize, with_faces: Vec<u64>, with_swaps: Vec<u64>) -> Self {
        let faces = with_faces.len() / cells.max(1);
        assert_eq!(with_faces.len(), cells * faces, "values with other faces");
        assert_eq!(
            with_swaps.len(),
            cells * cells.saturating_sub(1) / 2,
            "values with swapped tiles"
        );
        Self {
            value,
            faces,
            cells,
            with_faces,
            with_swaps,
        }
    }

    /// Starts a board.
    fn begin(&mut self, cells: usize, faces: usize) {
        self.value = 0;
        self.cells = cells;
        self.faces = faces;
        self.with_faces.clear();
        self.with_swaps.clear();
    }

    /// Returns the values of the board with each of the faces on a cell.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn with_faces(&self, cell: Cell) -> &[u64] {
        &self.with_faces[cell.index() * self.faces..][..self.faces]
    }

    /// Returns the value of the board itself.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Returns the value of the board with one of the faces on a cell.
    ///
    /// # Panics
    ///
    /// If there is no such cell or face.
    pub fn with_face(&self, cell: Cell, face: usize) -> u64 {
        assert!(
            face < self.faces,
            "face {face} is not among {} faces",
            self.faces
        );
        self.with_faces[cell.index() * self.faces + face]
    }

    /// Returns the value of the board with the faces of two cells swapped. Multipliers stay where
    /// they are.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn with_swap(&self, a: Cell, b: Cell) -> u64 {
        let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
        assert!(
            high < self.cells,
            "cell {high} is not among {} cells",
            self.cells
        );
        match low == high {
            true => self.value,
            false => self.with_swaps[high * (high - 1) / 2 + low],
        }
    }

    /// Returns the value of the board with a change.
    ///
    /// # Panics
    ///
    /// If there is no such cell or face.
    pub fn with_change(&self, change: BoardChange) -> u64 {
        match change {
            BoardChange::Face(cell, face) => self.with_face(cell, usize::from(face)),
            BoardChange::Swap(a, b) => self.with_swap(a, b),
        }
    }
}

impl NeighbourScorer {
    /// Creates a scorer that tries these faces on each cell.
    pub fn new(solver: &Solver, faces: &[Face], count: Count) -> Self {
        Self {
            plain: PlainNeighbours::new(solver, count),
            open_cell: OpenCellNeighbours::new(solver, faces, count),
            faces: faces.to_vec(),
            scores: NeighbourScores::default(),
        }
    }

    /// Creates a scorer that scores the neighbours one by one. It returns the same values as
    /// [`Self::new`], more slowly, and is there to compare with.
    pub fn one_by_one(solver: &Solver, faces: &[Face], count: Count) -> Self {
        Self {
            plain: PlainNeighbours::new(solver, count),
            open_cell: None,
            faces: faces.to_vec(),
            scores: NeighbourScores::default(),
        }
    }

    /// Sets what each following search may use: the search of a board with all its neighbours, or
    /// of each of them if they are scored one by one.
    pub fn set_budget(&mut self, budget: Budget) {
        if let Some(open_cell) = &mut self.open_cell {
            open_cell.set_budget(budget.clone());
        }
        self.plain.set_budget(budget);
    }

    /// Scores a board, which must fit the grid, and its neighbours.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end.
    pub fn score(&mut self, board: &Board) -> Result<&NeighbourScores, Stopped> {
        let scores = &mut self.scores;
        let is_scored = match &mut self.open_cell {
            Some(open_cell) => open_cell.score(board, scores)?,
            None => false,
        };
        if !is_scored {
            self.plain.score(board, &self.faces, scores)?;
        }
        Ok(scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Adjacency, Grid};
    use crate::lexicon::Lexicon;
    use crate::rules::Rules;
    use crate::solver::BoardMeasure;
    use std::ops::ControlFlow;

    fn value_of(solver: &Solver, board: &Board, count: Count) -> u64 {
        let mut measure = BoardMeasure::default();
        let letters = match count {
            Count::LongWords(letters) => letters,
            _ => 0,
        };
        let found = solver.worker().solve(board, |solution| {
            measure.add_word(solution.score.total, solution.score.length, letters);
            ControlFlow::Continue(())
        });
        found.unwrap();
        count.of(&measure)
    }

    #[test]
    fn every_neighbour_scores_like_a_board_of_its_own() {
        let words = "tea eat ate seat east teas quit quiet suit tie ties site its sat set";
        let lexicon = Lexicon::from_text(words).unwrap();
        let faces = ["a", "e", "qu", "s", "th", "?"].map(|text| match text {
            "?" => Face::wildcard(""),
            _ => Face::letters(text),
        });
        let counts = [
            Count::Points,
            Count::Words,
            Count::LongWords(4),
            Count::Longest,
        ];
        for grid in [
            Grid::rectangle(3, 2, Adjacency::Diagonal),
            Grid::rectangle(2, 3, Adjacency::Straight),
            Grid::rack(6),
        ] {
            let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
            for text in ["TEASIQu", "SITEAT", "A.E?:ST"] {
                let board: Board = text.parse().unwrap();
                for count in counts {
                    let mut scorer = NeighbourScorer::new(&solver, &faces, count);
                    let scores = scorer.score(&board).unwrap().clone();
                    assert_eq!(scores.value(), value_of(&solver, &board, count));
                    for a in grid.cells() {
                        for (index, face) in faces.iter().enumerate() {
                            let mut other = board.clone();
                            other.tiles_mut()[a.index()].face = face.clone();
                            let expected = value_of(&solver, &other, count);
                            assert_eq!(scores.with_face(a, index), expected, "{other}");
                        }
                        for b in grid.cells() {
                            let mut other = board.clone();
                            let faces = [a, b].map(|c| board.tiles()[c.index()].face.clone());
                            let [face_a, face_b] = faces;
                            other.tiles_mut()[a.index()].face = face_b;
                            other.tiles_mut()[b.index()].face = face_a;
                            let expected = value_of(&solver, &other, count);
                            assert_eq!(scores.with_swap(a, b), expected, "{other}");
                        }
                    }
                }
            }
        }
    }
}
