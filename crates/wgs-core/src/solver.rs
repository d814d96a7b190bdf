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
//! | [`Engine::General`] | each lexicon node once, with all its paths | any grid; the fastest for racks |
//!
//! All agree on every board they serve. [`Solver::new`] picks the fastest one that the grid
//! and the machine allow; [`Solver::with_engine`] insists.

mod findings;
mod frontier;
mod general;
mod plain;
mod tally_sheet;

use std::cell::RefCell;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

use crate::board::Board;
use crate::grid::{Cell, Grid};
use crate::layout::{Layout, Reading};
use crate::lexicon::{Lexicon, Word};
use crate::rules::{Rules, Tally, WordScore};
use crate::solution::{BoardScore, CellSet, Solution};

use findings::Findings;
use frontier::Frontier;
use general::{General, Paths, Wanted};
use tally_sheet::TallySheet;

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Depth first, one state at a time: the yardstick.
    Plain,
    /// Breadth first in vectors of 16 states.
    Avx512,
    /// Breadth first in vectors of 8 states.
    Avx2,
    /// Breadth first without branches, for any processor.
    Portable,
    /// Each lexicon node once, with all its paths.
    General,
}

impl Engine {
    /// All engines, the fastest first.
    pub const ALL: [Self; 5] = [
        Self::Avx512,
        Self::Avx2,
        Self::Portable,
        Self::Plain,
        Self::General,
    ];

    /// The name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
            Self::General => "general",
        }
    }

    /// Whether the engine searches breadth first.
    fn is_frontier(self) -> bool {
        matches!(self, Self::Avx512 | Self::Avx2 | Self::Portable)
    }

    /// Why this engine cannot search such a grid on this machine, if it cannot.
    pub fn check(self, grid: &Grid) -> Result<(), EngineError> {
        if !self.is_frontier() {
            return Ok(());
        }
        if !frontier::serves(self, grid) {
            return Err(EngineError::TooManyCells(self, grid.len()));
        }
        if !frontier::is_supported(self) {
            return Err(EngineError::NoSuchInstructions(self));
        }
        if grid.most_neighbours() > frontier::DIRECTIONS {
            return Err(EngineError::TooManyNeighbours(self, grid.most_neighbours()));
        }
        if grid.reuses_tiles() {
            return Err(EngineError::Reuse(self));
        }
        Ok(())
    }

    /// The fastest engine for a grid on this machine.
    pub fn fastest(grid: &Grid) -> Self {
        // Equal tiles of a rack are interchangeable, which only the general search uses.
        if grid.is_full() || grid.reuses_tiles() {
            return Self::General;
        }
        Self::ALL
            .into_iter()
            .find(|engine| engine.check(grid).is_ok())
            .unwrap_or(Self::General)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        Self::ALL
            .into_iter()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| EngineError::Unknown(name.to_owned()))
    }
}

/// Why an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No engine has this name.
    #[error("there is no engine \"{0}\"; there are avx512, avx2, portable, plain and general")]
    Unknown(String),
    /// The grid is too large for it, or its neighbours are not a column or row apart.
    #[error("the {0} engine does not take such a grid of {1} cells")]
    TooManyCells(Engine, usize),
    /// The cells have too many neighbours for it.
    #[error("the {0} engine takes grids of up to 8 neighbours a cell, but this one has {1}")]
    TooManyNeighbours(Engine, usize),
    /// It cannot use a tile again.
    #[error("the {0} engine cannot use a tile again within a word, as this grid allows")]
    Reuse(Engine),
    /// The processor lacks the instructions.
    #[error("this processor lacks the instructions of the {0} engine")]
    NoSuchInstructions(Engine),
}

/// What the engines share of a solver.
struct Field<'l> {
    lexicon: &'l Lexicon,
    grid: &'l Grid,
    /// The neighbours of each cell as masks, for grids of up to 64 cells.
    neighbours: &'l [u64; 64],
    simple_alphabet: bool,
    /// Whether it matters which of two equal tiles a word uses.
    tiles_differ: bool,
}

/// A lexicon, a grid and rules, prepared for searching boards from any number of threads.
///
/// ```
/// use wgs_core::{Adjacency, BoardScore, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat act cast")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// assert_eq!(solver.score(&"CATS".parse()?), BoardScore { words: 3, points: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'l> {
    lexicon: &'l Lexicon,
    grid: &'l Grid,
    rules: &'l Rules,
    engine: Engine,
    reading: Reading,
    neighbours: Box<[u64; 64]>,
    directions: frontier::Directions,
    simple_alphabet: bool,
    required: Vec<Cell>,
    /// Without letter values, the score of each length.
    by_length: Vec<Option<WordScore>>,
    /// Some word may score more than a [`TallySheet`] can hold.
    overflows: bool,
    /// A tally sheet for workers to copy.
    blank_sheet: OnceLock<TallySheet>,
}

impl<'l> Solver<'l> {
    /// A solver with the fastest engine.
    pub fn new(lexicon: &'l Lexicon, grid: &'l Grid, rules: &'l Rules) -> Self {
        Self::prepare(lexicon, grid, rules, Engine::fastest(grid))
    }

    /// A solver with a certain engine.
    pub fn with_engine(
        lexicon: &'l Lexicon,
        grid: &'l Grid,
        rules: &'l Rules,
        engine: Engine,
    ) -> Result<Self, EngineError> {
        engine.check(grid)?;
        Ok(Self::prepare(lexicon, grid, rules, engine))
    }

    fn prepare(lexicon: &'l Lexicon, grid: &'l Grid, rules: &'l Rules, engine: Engine) -> Self {
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
            .map(|&position| Cell::new(position - 1))
            .collect();
        let lengths: Vec<Tally> = (0..=lexicon.longest() as u32)
            .map(|length| Tally {
                length,
                ..Tally::default()
            })
            .collect();
        Self {
            lexicon,
            grid,
            rules,
            engine,
            reading: Reading::new(lexicon, rules),
            directions: frontier::Directions::new(grid, engine),
            neighbours,
            simple_alphabet: lexicon.alphabet().is_simple(),
            required,
            by_length: lengths.iter().map(|tally| rules.score(tally)).collect(),
            overflows: lengths.iter().any(|tally| overflows(rules, tally)),
            blank_sheet: OnceLock::new(),
        }
    }

    /// The engine in use.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The grid in use.
    pub fn grid(&self) -> &'l Grid {
        self.grid
    }

    /// The lexicon in use.
    pub fn lexicon(&self) -> &'l Lexicon {
        self.lexicon
    }

    /// The rules in use.
    pub fn rules(&self) -> &'l Rules {
        self.rules
    }

    /// What one thread searches with. It keeps its memory from board to board.
    pub fn worker(&self) -> Worker<'_> {
        Worker {
            solver: self,
            layout: Layout::default(),
            findings: Findings::default(),
            sheet: TallySheet::default(),
            frontier: Frontier::default(),
            general: General::default(),
            slots: Vec::new(),
            paths: Vec::new(),
            path: Box::new([Cell::FIRST; PATH_BUFFER]),
        }
    }

    /// Scores a single board. For many boards, keep a [`Worker`].
    pub fn score(&self, board: &Board) -> BoardScore {
        self.worker().score(board)
    }

    fn field(&self) -> Field<'_> {
        Field {
            lexicon: self.lexicon,
            grid: self.grid,
            neighbours: &self.neighbours,
            simple_alphabet: self.simple_alphabet,
            tiles_differ: !self.required.is_empty() || self.rules.pangram_bonus > 0,
        }
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
            .score(&layout.tally(word, path, self.lexicon, self.rules))
    }
}

/// Whether a word of this length may score more than a [`TallySheet`] can hold.
fn overflows(rules: &Rules, tally: &Tally) -> bool {
    let dearest = rules.letter_values.values().max().copied().unwrap_or(0);
    let most = Tally {
        letter_points: u64::from(dearest) * u64::from(tally.length),
        ..*tally
    };
    let most = rules.score(&most).map_or(0, |score| score.total);
    most > TallySheet::MOST_POINTS.into()
}

/// One thread's searches with a [`Solver`].
pub struct Worker<'s> {
    solver: &'s Solver<'s>,
    layout: Layout,
    findings: Findings,
    sheet: TallySheet,
    frontier: Frontier,
    general: General,
    /// Words of the plain search.
    slots: Vec<u32>,
    /// Paths of the plain search, end to end.
    paths: Vec<Cell>,
    path: Box<PathBuffer>,
}

/// Room for the longest path: a word's letters, each on a tile of its own.
const PATH_BUFFER: usize = 256;
type PathBuffer = [Cell; PATH_BUFFER];

/// Whether a caller wants to know all the cells that any path of a word uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    Wanted,
    Ignored,
}

/// Takes a word with its best path and all its cells.
type Sink<'k> = dyn FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()> + 'k;

impl<'s> Worker<'s> {
    /// The solver it searches with.
    pub fn solver(&self) -> &'s Solver<'s> {
        self.solver
    }

    /// Counts the different words of a board and adds up their points.
    pub fn score(&mut self, board: &Board) -> BoardScore {
        self.read(board, false);
        let mut total = BoardScore::default();
        if self.solver.is_path_scored(&self.layout) {
            self.best(Cells::Ignored, &mut |solution, _| {
                total.words += 1;
                total.points = total.points.saturating_add(solution.score.total);
                ControlFlow::Continue(())
            });
            return total;
        }
        match self.solver.engine {
            Engine::General => {
                self.sheet.begin(self.solver);
                let sheet = &mut self.sheet;
                let mut found = |slot: u32, mut paths: Paths<'_>| {
                    // The first complete path will do.
                    let _ = paths.each(|_| {
                        total += sheet.count(&[slot]);
                        ControlFlow::Break(())
                    });
                    ControlFlow::Continue(())
                };
                let field = self.solver.field();
                self.general
                    .search(&field, &self.layout, Wanted::Different, &mut found);
                total
            }
            engine if engine.is_frontier() && self.solver.grid.len() <= 64 => {
                self.sheet.begin(self.solver);
                let take = |found: frontier::Found<'_>| total += self.sheet.count(found.slots);
                self.frontier
                    .search::<false>(self.solver, &self.layout, take)
                    .expect("without paths, none is too long");
                total
            }
            _ => {
                self.sheet.begin(self.solver);
                let mut count = Count {
                    slots: &mut self.slots,
                    sheet: &mut self.sheet,
                    total,
                };
                search_one_by_one(self.solver, &self.layout, &mut self.frontier, &mut count);
                count.flush();
                count.total
            }
        }
    }

    /// Finds the different words of a board in alphabetical order, each with its best path:
    /// the highest score, and among equals the earliest positions.
    pub fn solve(&mut self, board: &Board, mut sink: impl FnMut(Solution<'_>) -> ControlFlow<()>) {
        self.read(board, true);
        self.best(Cells::Ignored, &mut |solution, _| sink(solution));
    }

    /// As [`Self::solve`], and tells for each word all the cells that any of its paths uses.
    pub fn survey(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()>,
    ) {
        self.read(board, true);
        self.best(Cells::Wanted, &mut sink);
    }

    /// Finds every path of every word, in alphabetical order and then that of positions.
    pub fn solve_all(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) {
        self.read(board, true);
        let Self {
            solver,
            layout,
            general,
            ..
        } = self;
        let lexicon = solver.lexicon;
        let mut found = |slot: u32, mut paths: Paths<'_>| {
            let word = lexicon.word_at(slot).expect("only words are found");
            paths.each(|path| match solver.evaluate(layout, word, path) {
                Some(score) => sink(Solution {
                    word,
                    path,
                    score,
                    lexicon,
                }),
                None => ControlFlow::Continue(()),
            })
        };
        general.search(&solver.field(), layout, Wanted::All, &mut found);
    }

    fn read(&mut self, board: &Board, with_worth: bool) {
        let solver = self.solver;
        self.layout.read(
            board,
            solver.grid,
            solver.lexicon,
            solver.rules,
            &solver.reading,
            with_worth || solver.overflows,
        );
    }

    /// Finds each word's best path on the board that was read.
    fn best(&mut self, cells: Cells, sink: &mut Sink<'_>) {
        match self.solver.engine {
            // No mask holds the cells.
            _ if cells == Cells::Wanted && self.solver.grid.len() > 64 => {
                self.best_by_general(cells, sink);
            }
            Engine::General => self.best_by_general(cells, sink),
            engine if engine.is_frontier() && self.solver.grid.len() <= 64 => {
                match self.best_by_frontier() {
                    Ok(()) => self.give_out(sink, |solver, _, packed, path| {
                        solver.directions.unpack(packed, path)
                    }),
                    // A path too long to pack: rare enough to search again.
                    Err(frontier::TooLong) => self.best_by_plain(sink),
                }
            }
            _ => self.best_by_plain(sink),
        }
    }

    fn best_by_frontier(&mut self) -> Result<(), frontier::TooLong> {
        let Self {
            solver,
            layout,
            findings,
            frontier,
            path,
            ..
        } = self;
        let path_scored = solver.is_path_scored(layout);
        findings.begin(solver.lexicon);
        frontier.search::<true>(solver, layout, |found| {
            let paths = found.paths.iter().zip(found.cells);
            for (&slot, (&packed, &cells)) in found.slots.iter().zip(paths) {
                let mut points = 0;
                if path_scored {
                    let rank = findings.rank(slot);
                    let path = solver.directions.unpack(packed, path);
                    match solver.evaluate(layout, Word { rank, slot }, path) {
                        Some(score) => points = score.total,
                        None => continue,
                    }
                }
                let earlier = |best| frontier::is_earlier(packed, best);
                findings.add(slot, points, cells, earlier, || packed);
            }
        })
    }

    fn best_by_plain(&mut self, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            findings,
            frontier,
            paths,
            ..
        } = self;
        findings.begin(solver.lexicon);
        paths.clear();
        let mut collect = Collect {
            solver,
            layout,
            path_scored: solver.is_path_scored(layout),
            findings,
            paths,
            settled: 0,
        };
        search_one_by_one(solver, layout, frontier, &mut collect);
        self.give_out(sink, |_, paths, packed, path| {
            let cells = &paths[listed(packed)];
            path[..cells.len()].copy_from_slice(cells);
            &path[..cells.len()]
        });
    }

    /// Gives out what was found, after `unpack` has made a path of what an engine wrote.
    fn give_out(
        &mut self,
        sink: &mut Sink<'_>,
        unpack: impl for<'p> Fn(&Solver<'_>, &[Cell], u64, &'p mut PathBuffer) -> &'p [Cell],
    ) {
        let Self {
            solver,
            layout,
            findings,
            paths,
            path,
            ..
        } = self;
        let lexicon = solver.lexicon;
        let by_length = !solver.is_path_scored(layout) && !solver.reading.values_letters;
        let lengths = &solver.by_length;
        findings.give_out(|best| {
            let word = Word {
                rank: best.rank,
                slot: best.slot,
            };
            let path = unpack(solver, paths, best.path, path);
            let score = if by_length {
                lengths[layout.length(path)]
            } else {
                solver.evaluate(layout, word, path)
            };
            let Some(score) = score else {
                return ControlFlow::Continue(());
            };
            let solution = Solution {
                word,
                path,
                score,
                lexicon,
            };
            sink(solution, CellSet::Mask(best.cells))
        });
    }

    fn best_by_general(&mut self, cells: Cells, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            general,
            ..
        } = self;
        let mut best_path: Vec<Cell> = Vec::new();
        let lexicon = solver.lexicon;
        let path_scored = solver.is_path_scored(layout);
        let mut found = |slot: u32, mut paths: Paths<'_>| {
            let word = lexicon.word_at(slot).expect("only words are found");
            let first_is_best = !path_scored && paths.are_ordered();
            let mut best: Option<WordScore> = None;
            let _ = paths.each(|path| {
                if let Some(score) = solver.evaluate(layout, word, path) {
                    let better = best.is_none_or(|best| {
                        score.total > best.total
                            || score.total == best.total && path < best_path.as_slice()
                    });
                    if better {
                        best = Some(score);
                        best_path.clear();
                        best_path.extend_from_slice(path);
                    }
                }
                if first_is_best {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let Some(score) = best else {
                return ControlFlow::Continue(());
            };
            let solution = Solution {
                word,
                path: &best_path,
                score,
                lexicon,
            };
            let cells = match cells {
                Cells::Wanted => paths.cells(solver.grid.len()),
                Cells::Ignored => &[],
            };
            sink(solution, CellSet::List(cells))
        };
        general.search(&solver.field(), layout, Wanted::Different, &mut found);
    }
}

/// Where a path stands in the list of a [`Collect`].
fn listed(packed: u64) -> Range<usize> {
    let start = (packed >> 8) as usize;
    start..start + (packed & 0xff) as usize + 1
}

/// Searches a board with an engine that hands out one path after the other.
fn search_one_by_one(
    solver: &Solver<'_>,
    layout: &Layout,
    frontier: &mut Frontier,
    visit: &mut impl plain::Visit,
) {
    if solver.engine.is_frontier() && solver.grid.len() > 64 && !layout.has_wildcard {
        frontier.search_large(solver, layout, visit);
    } else {
        plain::search(&solver.field(), layout, visit);
    }
}

/// Counts the words of a plain search, many at a time.
struct Count<'c> {
    slots: &'c mut Vec<u32>,
    sheet: &'c mut TallySheet,
    total: BoardScore,
}

impl Count<'_> {
    fn flush(&mut self) {
        self.total += self.sheet.count(self.slots);
        self.slots.clear();
    }
}

impl plain::Visit for Count<'_> {
    const PATHS: bool = false;

    #[inline]
    fn word(&mut self, slot: u32, _: &[Cell]) {
        self.slots.push(slot);
        if self.slots.len() == 1 << 16 {
            self.flush();
        }
    }
}

/// Keeps the best path of each word of a plain search.
struct Collect<'c> {
    solver: &'c Solver<'c>,
    layout: &'c Layout,
    path_scored: bool,
    findings: &'c mut Findings,
    paths: &'c mut Vec<Cell>,
    /// How many words were found before the page was turned.
    settled: usize,
}

impl plain::Visit for Collect<'_> {
    const PATHS: bool = true;

    fn turn_page(&mut self) {
        self.settled = self.findings.len();
    }

    #[inline]
    fn is_settled(&self, slot: u32) -> bool {
        !self.path_scored && self.findings.is_among_first(slot, self.settled)
    }

    fn word(&mut self, slot: u32, path: &[Cell]) {
        let mut points = 0;
        if self.path_scored {
            let rank = self.findings.rank(slot);
            match (self.solver).evaluate(self.layout, Word { rank, slot }, path) {
                Some(score) => points = score.total,
                None => return,
            }
        }
        // Beyond 64 cells nobody asks for this.
        let cells = path
            .iter()
            .fold(0, |mask, cell| mask | 1 << (cell.index() % 64));
        let paths = RefCell::new(&mut *self.paths);
        let earlier = |best: u64| path < &paths.borrow()[listed(best)];
        let write = || {
            let mut paths = paths.borrow_mut();
            let packed = (paths.len() as u64) << 8 | (path.len() as u64 - 1);
            paths.extend_from_slice(path);
            packed
        };
        self.findings.add(slot, points, cells, earlier, write);
    }
}
