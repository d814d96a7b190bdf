//! Scores boards that differ from a settled one in a few cells, without searching all of
//! them again: for those who change a board step by step.
//!
//! A search of up to 64 cells by one of the frontier engines is kept on a tape: every
//! prefix it met, with the cells used. On a board that differs in some cells, whatever uses
//! none of those is the same; the rest enters its first changed cell from a prefix on the
//! tape, or begins there, and is all that is searched. Where that does not serve (other
//! engines, larger grids, scores that depend on the path) the whole board is searched.

use std::ops::ControlFlow;

use super::frontier::Frontier;
use super::score_table::ScoreTable;
use super::worker::MAX_WILDCARDS;
use super::{Solver, Worker};
use crate::board::Board;
use crate::grid::Cell;
use crate::layout::Layout;
use crate::solution::BoardScore;
use crate::tile::Face;

/// The figures of a board that an optimiser may aim for.
///
/// Create one as `BoardMeasure { words: 100, ..BoardMeasure::default() }`; later versions may
/// add fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct BoardMeasure {
    /// How many different words there are.
    pub words: u64,
    /// What they score, each at its best.
    pub points: u64,
    /// The letters that the longest counts for, if [`Rescorer::with_long_words`] asked for it.
    pub longest: u64,
    /// How many are long, if [`Rescorer::with_long_words`] asked for it.
    pub long_words: u64,
}

impl BoardMeasure {
    /// Counts one more word.
    pub(super) fn add_word(&mut self, points: u64, letters: u32, long_length: u8) {
        self.words += 1;
        self.points = self.points.saturating_add(points);
        self.longest = self.longest.max(letters.into());
        self.long_words += u64::from(letters >= long_length.into());
    }
}

impl From<BoardScore> for BoardMeasure {
    fn from(score: BoardScore) -> Self {
        Self {
            words: score.words,
            points: score.points,
            ..Self::default()
        }
    }
}

/// Scores boards that differ from a settled one in a few cells.
///
/// ```
/// use wgs_core::{Adjacency, Cell, Face, Grid, Lexicon, Rescorer, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cast cost")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
///
/// let mut rescorer = Rescorer::new(&solver);
/// assert_eq!(rescorer.set_board(&"CATS".parse()?).words, 3);
/// assert_eq!(rescorer.try_change(&[(Cell::new(1), Face::letters("o"))]).words, 1);
/// assert_eq!(rescorer.try_change(&[(Cell::new(3), Face::Empty)]).words, 2);
/// rescorer.keep();
/// assert_eq!(rescorer.board().to_string(), "CAT.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rescorer {
    worker: Worker,
    /// The letters of a long word, if long words are asked for.
    long_length: Option<u8>,
    /// The settled board with the last change made in it.
    board: Board,
    settled: BoardMeasure,
    tried: BoardMeasure,
    /// What the change has replaced, by cell.
    replaced: Vec<(usize, Face)>,
    changed: u64,
    layout: Layout,
    frontier: Frontier,
    table: ScoreTable,
    tape: Tape,
}

/// What the frontier search has on tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tape {
    /// Nothing of use.
    Blank,
    /// The settled board.
    Settled,
    /// The settled board, and behind it the last change.
    Tried,
}

impl Rescorer {
    /// A rescorer with an empty board.
    pub fn new(solver: &Solver) -> Self {
        Self {
            worker: solver.worker(),
            long_length: None,
            board: Board::default(),
            settled: BoardMeasure::default(),
            tried: BoardMeasure::default(),
            replaced: Vec::new(),
            changed: 0,
            layout: Layout::default(),
            frontier: Frontier::default(),
            table: ScoreTable::default(),
            tape: Tape::Blank,
        }
    }

    /// One that also tells the length of the longest word, and how many words have at least
    /// so many letters. It is a little slower.
    pub fn with_long_words(solver: &Solver, letters: u8) -> Self {
        Self {
            long_length: Some(letters),
            ..Self::new(solver)
        }
    }

    /// The settled board, with the last change if it was not taken back.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Scores a board, to which changes are then made.
    pub fn set_board(&mut self, board: &Board) -> BoardMeasure {
        self.board.clone_from(board);
        self.replaced.clear();
        self.changed = 0;
        self.settled = if self.can_be_on_tape() {
            self.record()
        } else {
            self.tape = Tape::Blank;
            self.measure_by_worker()
        };
        self.tried = self.settled;
        self.settled
    }

    /// Scores the settled board with other faces on some of its tiles; multipliers stay. Cells
    /// without a tile stay empty.
    pub fn try_change(&mut self, faces: &[(Cell, Face)]) -> BoardMeasure {
        self.undo();
        for (cell, face) in faces {
            let index = cell.index();
            let Some(tile) = self.board.tiles_mut().get_mut(index) else {
                continue;
            };
            if tile.face != *face {
                let before = std::mem::replace(&mut tile.face, face.clone());
                self.replaced.push((index, before));
                self.changed |= 1u64.unbounded_shl(index as u32);
            }
        }
        self.tried = if self.replaced.is_empty() {
            self.settled
        } else if self.can_be_on_tape() && self.tape == Tape::Settled {
            self.research()
        } else {
            self.measure_by_worker()
        };
        self.tried
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        while let Some((index, face)) = self.replaced.pop() {
            self.board.tiles_mut()[index].face = face;
        }
        self.changed = 0;
        if self.tape == Tape::Tried {
            self.tape = Tape::Settled;
        }
    }

    /// Makes the board with the last change the settled one.
    pub fn keep(&mut self) {
        if self.replaced.is_empty() {
            return;
        }
        let changed = std::mem::take(&mut self.changed);
        self.replaced.clear();
        self.settled = self.tried;
        if self.tape == Tape::Tried {
            self.frontier.keep(&self.worker.solver().prepared, changed);
            self.tape = Tape::Settled;
        } else if self.can_be_on_tape() {
            self.record();
        } else {
            self.tape = Tape::Blank;
        }
    }

    /// Reads the board, and tells whether its search can be kept on tape.
    fn can_be_on_tape(&mut self) -> bool {
        let solver = &*self.worker.solver().prepared;
        solver.read(&self.board, &mut self.layout, false);
        solver.engine.is_frontier()
            && solver.grid.len() <= 64
            && self.layout.wildcards <= MAX_WILDCARDS
            && !solver.is_path_scored(&self.layout)
    }

    fn record(&mut self) -> BoardMeasure {
        let solver = &*self.worker.solver().prepared;
        let mut total = BoardMeasure::default();
        let (table, long) = (&mut self.table, self.long_length);
        table.begin(solver);
        let kept = self.frontier.record(solver, &self.layout, |found| {
            table.measure(found.slots, solver, long, &mut total);
        });
        self.tape = if kept { Tape::Settled } else { Tape::Blank };
        total
    }

    fn research(&mut self) -> BoardMeasure {
        let solver = &*self.worker.solver().prepared;
        let mut total = BoardMeasure::default();
        let (table, long) = (&mut self.table, self.long_length);
        table.begin(solver);
        let (frontier, layout) = (&mut self.frontier, &self.layout);
        let kept = frontier.research(solver, layout, self.changed, |found| {
            table.measure(found.slots, solver, long, &mut total);
        });
        if kept {
            self.tape = Tape::Tried;
        }
        total
    }

    /// Searches the whole board.
    fn measure_by_worker(&mut self) -> BoardMeasure {
        let Some(long_length) = self.long_length else {
            return self.worker.score(&self.board).into();
        };
        let mut total = BoardMeasure::default();
        self.worker.solve(&self.board, |solution| {
            total.add_word(solution.score.total, solution.score.length, long_length);
            ControlFlow::Continue(())
        });
        total
    }
}
