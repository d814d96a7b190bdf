//! Finds the words on boards. A [`Solver`] is prepared once for a lexicon, a grid and rules;
//! each thread then searches with its own [`Worker`].

mod best_path;
mod dictionary;
mod engine;
mod frontier;
mod general;
mod neighbour;
mod plain;
mod rescorer;
mod score_table;
mod search_tables;
mod strategy;
mod worker;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::grid::{Cell, Grid};
use crate::layout::{Layout, TileTable};
use crate::lexicon::{Lexicon, Word};
use crate::rules::{Rules, Tally, WordScore};
use crate::solution::{BoardScore, SolvedWord};

pub use engine::{Engine, EngineError};
pub use neighbour::{
    BoardChange, NeighbourRequest, NeighbourScorer, NeighbourScores, SearchHistory,
    WantedNeighbours,
};
pub use rescorer::{BoardMeasure, Rescorer};
pub use search_tables::{SearchTables, SearchTablesError, SymbolReader};
pub use worker::Worker;

use score_table::ScoreTable;

/// A lexicon, a grid and rules, prepared for searching boards on any number of threads.
///
/// A solver owns its parts; cloning it is cheap, because clones share them.
///
/// ```
/// use wgs_engine::{Adjacency, BoardScore, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cast")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// assert_eq!(solver.score(&"CATS".parse()?), BoardScore::new(3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    prepared: Arc<Prepared>,
}

impl Solver {
    /// Prepares a solver with the fastest engine for the grid.
    pub fn new(lexicon: &Lexicon, grid: &Grid, rules: &Rules) -> Self {
        Self {
            prepared: Arc::new(Prepared::new(lexicon, grid, rules, Engine::fastest(grid))),
        }
    }

    /// Prepares a solver with the given engine, or returns an error if the engine cannot search
    /// the grid on this machine.
    pub fn with_engine(
        lexicon: &Lexicon,
        grid: &Grid,
        rules: &Rules,
        engine: Engine,
    ) -> Result<Self, EngineError> {
        engine.check(grid)?;
        Ok(Self {
            prepared: Arc::new(Prepared::new(lexicon, grid, rules, engine)),
        })
    }

    /// Returns the engine.
    pub fn engine(&self) -> Engine {
        self.prepared.engine
    }

    /// Returns the grid.
    pub fn grid(&self) -> &Grid {
        &self.prepared.grid
    }

    /// Returns the lexicon.
    pub fn lexicon(&self) -> &Lexicon {
        &self.prepared.lexicon
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.prepared.rules
    }

    /// Creates a worker, with which one thread can search many boards.
    pub fn worker(&self) -> Worker {
        Worker::new(self.clone())
    }

    /// Finds the words on a single board in alphabetical order, each with its best path. For
    /// many boards, keep a [`Worker`] and use [`Worker::solve`].
    ///
    /// ```
    /// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
    ///
    /// let lexicon = Lexicon::from_text("cat act cast")?;
    /// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    /// let words = Solver::new(&lexicon, &grid, &Rules::boggle()).solve(&"CATS".parse()?);
    /// assert_eq!(words[1].text, "CAST");
    /// assert_eq!(words[1].score.total, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, board: &Board) -> Vec<SolvedWord> {
        let mut words = Vec::new();
        let searched = self.worker().solve(board, |solution| {
            words.push(solution.into());
            ControlFlow::Continue(())
        });
        searched.expect(UNLIMITED);
        words
    }

    /// Scores a single board. For many boards, keep a [`Worker`] and use [`Worker::score`].
    pub fn score(&self, board: &Board) -> BoardScore {
        self.worker().score(board).expect(UNLIMITED)
    }
}

/// Why the search of a new worker cannot stop early.
const UNLIMITED: &str = "a new worker has an unlimited budget";

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("engine", &self.engine())
            .field("lexicon", self.lexicon())
            .field("cells", &self.grid().len())
            .finish_non_exhaustive()
    }
}

/// The shared parts of a solver, and what it prepares for the engines.
struct Prepared {
    lexicon: Lexicon,
    grid: Grid,
    rules: Rules,
    engine: Engine,
    tile_table: TileTable,
    /// The neighbours of each cell as masks, for grids of up to 64 cells.
    neighbours: Box<[u64; 64]>,
    directions: frontier::Directions,
    /// The score of each word length, for rules without letter values.
    by_length: Vec<Option<WordScore>>,
    /// Whether some word may score more than a [`ScoreTable`] can hold.
    overflows: bool,
    /// The entries of a score table for workers to copy.
    blank_entries: OnceLock<score_table::Entries>,
    /// The number of letters between the root and each slot, computed when first needed.
    lengths: OnceLock<Vec<u8>>,
}

impl Prepared {
    fn new(lexicon: &Lexicon, grid: &Grid, rules: &Rules, engine: Engine) -> Self {
        let mut neighbours = Box::new([0; 64]);
        if grid.len() <= 64 {
            for cell in grid.cells() {
                neighbours[cell.index()] = grid
                    .neighbours(cell)
                    .fold(0, |mask, next| mask | 1 << next.index());
            }
        }
        let lengths: Vec<Tally> = (0..=lexicon.longest() as u32)
            .map(|length| Tally {
                length,
                ..Tally::default()
            })
            .collect();
        Self {
            lexicon: lexicon.clone(),
            grid: grid.clone(),
            rules: rules.clone(),
            engine,
            tile_table: TileTable::new(lexicon, rules),
            directions: frontier::Directions::new(grid, engine),
            neighbours,
            by_length: lengths.iter().map(|tally| rules.score(tally)).collect(),
            overflows: lengths.iter().any(|tally| overflows(rules, tally)),
            blank_entries: OnceLock::new(),
            lengths: OnceLock::new(),
        }
    }

    /// Returns whether it matters which of several equal tiles a word uses.
    fn distinguishes_tiles(&self) -> bool {
        !self.rules.required_cells.is_empty() || self.rules.pangram_bonus > 0
    }

    /// Reads a board. Reads what its tiles are worth only if `with_worth` is set or scores
    /// depend on it.
    fn read(&self, board: &Board, layout: &mut Layout, with_worth: bool) {
        layout.read(
            board,
            &self.grid,
            &self.lexicon,
            &self.rules,
            &self.tile_table,
            with_worth || self.overflows,
        );
    }

    /// Returns the number of letters between the root and each slot of the lexicon.
    fn lengths(&self) -> &[u8] {
        self.lengths.get_or_init(|| {
            let lexicon = &self.lexicon;
            let mut lengths = vec![0; lexicon.node_count()];
            // Children come after their parents. Slots within a letter of several symbols
            // stay at 0 and pass nothing on.
            for slot in 0..lengths.len() {
                let length = lengths[slot];
                if length != 0 || slot == 0 {
                    lexicon.each_letter(lexicon.node(slot as u32), |_, child| {
                        lengths[child as usize] = length + 1;
                    });
                }
            }
            lengths
        })
    }

    /// Returns whether the score of a word on this board depends on its path.
    fn is_path_scored(&self, layout: &Layout) -> bool {
        layout.path_scored || self.overflows
    }

    /// Scores a path. Returns [`None`] if it does not count.
    fn evaluate(&self, layout: &Layout, word: Word, path: &[Cell]) -> Option<WordScore> {
        // No path uses a cell outside the grid, so with such a cell no word counts.
        let required = &self.rules.required_cells;
        if !required.iter().all(|cell| path.contains(cell)) {
            return None;
        }
        self.rules
            .score(&layout.tally(word, path, &self.lexicon, &self.rules))
    }
}

/// Returns whether a word of this length may score more than a [`ScoreTable`] can hold.
fn overflows(rules: &Rules, tally: &Tally) -> bool {
    let highest = rules.letter_values.values().max().copied().unwrap_or(0);
    let most = Tally {
        letter_points: u64::from(highest) * u64::from(tally.length),
        ..*tally
    };
    let most = rules.score(&most).map_or(0, |score| score.total);
    highest > ScoreTable::MAX_POINTS || most > ScoreTable::MAX_POINTS.into()
}
