//! Scores boards that change step by step, without searching the whole board each time.
//!
//! On up to 64 cells, the frontier engines trace the search of a base board: every prefix they
//! met, with the cells used. On a board that differs in some cells, prefixes that use none of
//! those are the same. All others start at a changed cell, or first enter one from a traced
//! prefix; only these are searched. With other engines, on larger grids, and where scores depend
//! on the path, the whole board is searched.
//!
//! A [`NeighbourScorer`](crate::neighbour::NeighbourScorer) scores all neighbours of a board at
//! once, several times as fast for each. A search that tries one random change at a time, as
//! boards are created, has no use for the others: for it, this file is 1.3 to 1.7 times as fast as
//! a new search of each board.

use std::ops::ControlFlow;

use super::frontier::Frontier;
use super::score_table::ScoreTable;
use super::strategy::{Query, Strategy};
use super::{Solver, Worker};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stopped};
use crate::count::Count;
use crate::grid::Cell;
use crate::layout::Layout;
use crate::solution::BoardScore;
use crate::tile::Face;
use crate::with_methods::with_methods;

/// The figures of a board that an optimiser may aim for.
///
/// A search without paths has no lengths of words, so it returns a [`BoardScore`], which has only
/// what it counts; with zeros for the rest, it would seem to have measured them. Scores are
/// also added up, which lengths of longest words are not.
///
/// ```
/// use wgs_engine::{BoardMeasure, BoardScore};
///
/// let measure = BoardMeasure::from(BoardScore::new(3, 5)).with_longest(4);
/// assert_eq!((measure.words, measure.points, measure.longest), (3, 5, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct BoardMeasure {
    /// The number of different words.
    pub words: u64,
    /// The sum of their scores; each word counts with its best path.
    pub points: u64,
    /// The length of the longest word. Only [`Rescorer::with_long_words`] measures it.
    pub longest: u64,
    /// The number of long words. Only [`Rescorer::with_long_words`] counts them.
    pub long_words: u64,
}

with_methods!(BoardMeasure {
    with_words => words: u64,
    with_points => points: u64,
    with_longest => longest: u64,
    with_long_words => long_words: u64,
});

impl BoardMeasure {
    /// Counts another word.
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

/// Scores boards that change step by step. Set a base board, try changes to it, and keep or undo
/// each.
///
/// ```
/// use wgs_engine::{Adjacency, Cell, Face, Grid, Lexicon, Rescorer, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cast cost")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
///
/// let mut rescorer = Rescorer::new(&solver);
/// assert_eq!(rescorer.set_board(&"CATS".parse()?)?.words, 3);
/// assert_eq!(rescorer.try_change(&[(Cell::new(1), Face::letters("o"))])?.words, 1);
/// assert_eq!(rescorer.try_change(&[(Cell::new(3), Face::Empty)])?.words, 2);
/// rescorer.keep();
/// assert_eq!(rescorer.board().to_string(), "CAT.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rescorer {
    worker: Worker,
    budget: Budget,
    /// The minimum number of letters of a long word, if lengths are measured.
    long_length: Option<u8>,
    /// The base board with the last change.
    board: Board,
    base: BoardMeasure,
    changed: BoardMeasure,
    /// The faces that the change has replaced, by cell.
    replaced: Vec<(usize, Face)>,
    /// The cells that the change has replaced, as a mask.
    changed_cells: u64,
    layout: Layout,
    frontier: Frontier,
    table: ScoreTable,
    traced: Traced,
}

/// The searches that the frontier has traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Traced {
    /// None that can be used.
    Nothing,
    /// The search of the base board.
    Base,
    /// The searches of the base board and of the last change.
    BaseAndChange,
}

impl Rescorer {
    /// Creates a rescorer with an empty base board.
    pub fn new(solver: &Solver) -> Self {
        Self {
            worker: solver.worker(),
            budget: Budget::UNLIMITED,
            long_length: None,
            board: Board::default(),
            base: BoardMeasure::default(),
            changed: BoardMeasure::default(),
            replaced: Vec::new(),
            changed_cells: 0,
            layout: Layout::default(),
            frontier: Frontier::default(),
            table: ScoreTable::default(),
            traced: Traced::Nothing,
        }
    }

    /// Creates a rescorer that also measures the longest word and counts the words with at least
    /// this number of letters. It is a little slower.
    pub fn with_long_words(solver: &Solver, letters: u8) -> Self {
        Self {
            long_length: Some(letters),
            ..Self::new(solver)
        }
    }

    /// Creates a rescorer that measures what is counted.
    pub fn counting(solver: &Solver, count: Count) -> Self {
        match count {
            Count::Points | Count::Words => Self::new(solver),
            Count::LongWords(letters) => Self::with_long_words(solver, letters),
            Count::Longest => Self::with_long_words(solver, u8::MAX),
        }
    }

    /// Returns the base board with the last change, unless it was undone.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Sets what the search of each following board may use.
    pub fn set_budget(&mut self, budget: Budget) {
        self.worker.set_budget(budget.clone());
        self.budget = budget;
    }

    /// Sets the base board and scores it.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end. Then set a board again before
    /// anything else.
    pub fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        self.board.clone_from(board);
        self.replaced.clear();
        self.changed_cells = 0;
        self.traced = Traced::Nothing;
        self.base = match self.can_trace() {
            true => self.trace()?,
            false => self.search_whole_board()?,
        };
        self.changed = self.base;
        Ok(self.base)
    }

    /// Scores the base board with other faces on some of its tiles. This replaces the change
    /// tried before, unless that was kept. Multipliers stay, and so do cells without a tile.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end. The change is undone.
    pub fn try_change(&mut self, faces: &[(Cell, Face)]) -> Result<BoardMeasure, Stopped> {
        self.undo();
        for (cell, face) in faces {
            let index = cell.index();
            let Some(tile) = self.board.tiles_mut().get_mut(index) else {
                continue;
            };
            if tile.face != *face {
                let before = std::mem::replace(&mut tile.face, face.clone());
                self.replaced.push((index, before));
                self.changed_cells |= 1u64.unbounded_shl(index as u32);
            }
        }
        let measured = if self.replaced.is_empty() {
            Ok(self.base)
        } else if self.can_trace() && self.traced == Traced::Base {
            self.search_change()
        } else {
            self.search_whole_board()
        };
        match measured {
            Ok(measure) => self.changed = measure,
            Err(_) => self.undo(),
        }
        measured
    }

    /// Undoes the last change.
    pub fn undo(&mut self) {
        while let Some((index, face)) = self.replaced.pop() {
            self.board.tiles_mut()[index].face = face;
        }
        self.changed_cells = 0;
        if self.traced == Traced::BaseAndChange {
            self.traced = Traced::Base;
        }
    }

    /// Makes the board with the last change the base board.
    pub fn keep(&mut self) {
        if self.replaced.is_empty() {
            return;
        }
        let changed = std::mem::take(&mut self.changed_cells);
        self.replaced.clear();
        self.base = self.changed;
        if self.traced == Traced::BaseAndChange {
            self.frontier.keep(&self.worker.solver().prepared, changed);
            self.traced = Traced::Base;
        } else {
            self.traced = Traced::Nothing;
            if self.can_trace() {
                // If this stops early, whole boards are searched from now on.
                let _ = self.trace();
            }
        }
    }

    /// Reads the board, and returns whether its search can be traced.
    fn can_trace(&mut self) -> bool {
        let solver = &*self.worker.solver().prepared;
        solver.read(&self.board, &mut self.layout, false);
        Strategy::choose(solver, &self.layout, Query::Score) == Strategy::Frontier
            && !solver.is_path_scored(&self.layout)
    }

    fn trace(&mut self) -> Result<BoardMeasure, Stopped> {
        let solver = &*self.worker.solver().prepared;
        let mut meter = Meter::new(&self.budget);
        let mut total = BoardMeasure::default();
        let (table, long) = (&mut self.table, self.long_length);
        table.begin(solver);
        let frontier = &mut self.frontier;
        let is_complete = frontier.trace(solver, &self.layout, &mut meter, |found| {
            table.measure(found.slots, solver, long, &mut total);
        });
        if is_complete {
            self.traced = Traced::Base;
        }
        meter.result().map(|()| total)
    }

    fn search_change(&mut self) -> Result<BoardMeasure, Stopped> {
        let solver = &*self.worker.solver().prepared;
        let mut meter = Meter::new(&self.budget);
        let mut total = BoardMeasure::default();
        let (table, long) = (&mut self.table, self.long_length);
        table.begin(solver);
        let (frontier, layout, changed) = (&mut self.frontier, &self.layout, self.changed_cells);
        let is_complete = frontier.search_change(solver, layout, changed, &mut meter, |found| {
            table.measure(found.slots, solver, long, &mut total);
        });
        if is_complete {
            self.traced = Traced::BaseAndChange;
        }
        meter.result().map(|()| total)
    }

    /// Searches the whole board.
    fn search_whole_board(&mut self) -> Result<BoardMeasure, Stopped> {
        let Some(long_length) = self.long_length else {
            return self.worker.score(&self.board).map(BoardMeasure::from);
        };
        let mut total = BoardMeasure::default();
        self.worker.solve(&self.board, |solution| {
            total.add_word(solution.score.total, solution.score.length, long_length);
            ControlFlow::Continue(())
        })?;
        Ok(total)
    }
}
