//! Finds the words on boards. [`Solver`] is what is prepared once for a lexicon, a grid and
//! rules; [`Worker`] is what one thread searches with.
//!
//! # The engines
//!
//! | engine | how it searches | where it serves |
//! |---|---|---|
//! | [`Engine::Avx512`], [`Engine::Avx2`] | breadth first, 16 or 8 states at a time in vector lanes | up to 8 neighbours a cell, no reuse; beyond 64 cells only neighbours by place |
//! | [`Engine::Portable`] | breadth first, without branches | up to 64 cells with up to 8 neighbours, no reuse |
//! | [`Engine::Plain`] | depth first, one state at a time | any grid |
//! | [`Engine::Dictionary`] | word by word | any grid; boards with many wildcards |
//! | [`Engine::General`] | each lexicon node once, with all its paths | any grid; the fastest for racks |
//!
//! All agree on every board they serve. [`Solver::new`] picks the fastest one that the grid
//! and the machine allow; [`Solver::with_engine`] insists.

mod dictionary;
mod engine;
mod findings;
mod frontier;
mod general;
mod plain;
mod rescorer;
mod score_table;
mod worker;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::grid::{Cell, Grid};
use crate::layout::{Layout, Reading};
use crate::lexicon::{Lexicon, Word};
use crate::rules::{Rules, Tally, WordScore};
use crate::solution::{BoardScore, SolvedWord};

pub use engine::{Engine, EngineError};
pub use rescorer::{BoardMeasure, Rescorer};
pub use worker::Worker;

use score_table::ScoreTable;

/// What the engines share of a solver.
struct Field<'l> {
    lexicon: &'l Lexicon,
    grid: &'l Grid,
    /// The neighbours of each cell as masks, for grids of up to 64 cells.
    neighbours: &'l [u64; 64],
    /// Whether it matters which of two equal tiles a word uses.
    tiles_differ: bool,
}

/// A lexicon, a grid and rules, prepared for searching boards from any number of threads.
/// It owns what it needs; clones share it.
///
/// ```
/// use wgs_core::{Adjacency, BoardScore, Grid, Lexicon, Rules, Solver};
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
    /// Prepares a solver with the fastest engine.
    pub fn new(lexicon: &Lexicon, grid: &Grid, rules: &Rules) -> Self {
        Self {
            prepared: Arc::new(Prepared::new(lexicon, grid, rules, Engine::fastest(grid))),
        }
    }

    /// Prepares a solver with a certain engine.
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

    /// The engine in use.
    pub fn engine(&self) -> Engine {
        self.prepared.engine
    }

    /// The grid in use.
    pub fn grid(&self) -> &Grid {
        &self.prepared.grid
    }

    /// The lexicon in use.
    pub fn lexicon(&self) -> &Lexicon {
        &self.prepared.lexicon
    }

    /// The rules in use.
    pub fn rules(&self) -> &Rules {
        &self.prepared.rules
    }

    /// Creates what one thread searches with. It keeps its memory from board to board.
    pub fn worker(&self) -> Worker {
        Worker::new(self.clone())
    }

    /// Finds the words on a single board in alphabetical order, each with its best path. For
    /// many boards, keep a [`Worker`] and use [`Worker::solve`].
    ///
    /// ```
    /// use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
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
        self.worker().solve(board, |solution| {
            words.push(solution.into());
            ControlFlow::Continue(())
        });
        words
    }

    /// Scores a single board. For many boards, keep a [`Worker`] and use [`Worker::score`].
    pub fn score(&self, board: &Board) -> BoardScore {
        self.worker().score(board)
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("engine", &self.engine())
            .field("lexicon", self.lexicon())
            .field("cells", &self.grid().len())
            .finish_non_exhaustive()
    }
}

/// What a solver has prepared, as the engines use it.
struct Prepared {
    lexicon: Lexicon,
    grid: Grid,
    rules: Rules,
    engine: Engine,
    reading: Reading,
    neighbours: Box<[u64; 64]>,
    directions: frontier::Directions,
    required: Vec<Cell>,
    /// Without letter values, the score of each length.
    by_length: Vec<Option<WordScore>>,
    /// Some word may score more than a [`ScoreTable`] can hold.
    overflows: bool,
    /// A tally table for workers to copy.
    blank_table: OnceLock<ScoreTable>,
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
        let required = rules
            .required_positions
            .iter()
            .filter(|&&position| position > 0)
            // No path meets a cell beyond the grid, so no word counts then.
            .map(|&position| Cell::new((position - 1).min(Grid::MAX_CELLS - 1)))
            .collect();
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
            reading: Reading::new(lexicon, rules),
            directions: frontier::Directions::new(grid, engine),
            neighbours,
            required,
            by_length: lengths.iter().map(|tally| rules.score(tally)).collect(),
            overflows: lengths.iter().any(|tally| overflows(rules, tally)),
            blank_table: OnceLock::new(),
            lengths: OnceLock::new(),
        }
    }

    fn field(&self) -> Field<'_> {
        Field {
            lexicon: &self.lexicon,
            grid: &self.grid,
            neighbours: &self.neighbours,
            tiles_differ: !self.required.is_empty() || self.rules.pangram_bonus > 0,
        }
    }

    /// Reads a board, its tiles' worth only if `with_worth` or the score depends on it.
    fn read(&self, board: &Board, layout: &mut Layout, with_worth: bool) {
        layout.read(
            board,
            &self.grid,
            &self.lexicon,
            &self.rules,
            &self.reading,
            with_worth || self.overflows,
        );
    }

    /// How many letters each slot of the lexicon is away from the root.
    fn lengths(&self) -> &[u8] {
        self.lengths.get_or_init(|| {
            let lexicon = &self.lexicon;
            let mut lengths = vec![0; lexicon.node_count()];
            // Children come after their parents; slots within a letter of several symbols
            // stay at 0 and hand down nothing.
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

    /// Whether a board's scores depend on the paths.
    fn is_path_scored(&self, layout: &Layout) -> bool {
        layout.path_scored || self.overflows
    }

    /// Scores a path, or [`None`] if it does not count.
    fn evaluate(&self, layout: &Layout, word: Word, path: &[Cell]) -> Option<WordScore> {
        if !self.required.iter().all(|cell| path.contains(cell)) {
            return None;
        }
        self.rules
            .score(&layout.tally(word, path, &self.lexicon, &self.rules))
    }
}

/// Whether a word of this length may score more than a [`ScoreTable`] can hold.
fn overflows(rules: &Rules, tally: &Tally) -> bool {
    let dearest = rules.letter_values.values().max().copied().unwrap_or(0);
    let most = Tally {
        letter_points: u64::from(dearest) * u64::from(tally.length),
        ..*tally
    };
    let most = rules.score(&most).map_or(0, |score| score.total);
    dearest > ScoreTable::MAX_POINTS || most > ScoreTable::MAX_POINTS.into()
}
