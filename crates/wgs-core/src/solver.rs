//! Finds the words on boards. [`Solver`] is what is prepared once for a lexicon, a grid and
//! rules; [`Worker`] is what one thread searches with.
//!
//! # The engines
//!
//! | engine | how it searches | where it serves |
//! |---|---|---|
//! | [`Engine::Avx512`], [`Engine::Avx2`] | breadth first, many states at a time in vector lanes | up to 64 cells with up to 8 neighbours each, no reuse |
//! | [`Engine::Plain`] | depth first, one state at a time | up to 64 cells |
//! | [`Engine::General`] | each lexicon node once, with all its paths | any grid |
//!
//! All agree on every board they serve. [`Solver::new`] picks the fastest one that the grid
//! and the machine allow; [`Solver::with_engine`] insists.

mod findings;
mod frontier;
mod general;
mod plain;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

use crate::board::Board;
use crate::grid::{Cell, Grid};
use crate::layout::{Layout, Reading};
use crate::lexicon::{Lexicon, Word};
use crate::rules::{Rules, Tally, WordScore};
use crate::solution::{BoardScore, CellSet, Solution, bits};

use findings::{Best, Findings};
use frontier::Frontier;
use general::{General, Paths, Wanted};

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Depth first, one state at a time: the yardstick.
    Plain,
    /// Breadth first in vectors of 16 states.
    Avx512,
    /// Breadth first in vectors of 8 states.
    Avx2,
    /// Any grid.
    General,
}

impl Engine {
    /// All engines, the fastest first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Plain, Self::General];

    /// The name that [`FromStr`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::General => "general",
        }
    }

    /// Why this engine cannot search such a grid on this machine, if it cannot.
    pub fn check(self, grid: &Grid) -> Result<(), EngineError> {
        if self == Self::General {
            return Ok(());
        }
        if grid.len() > 64 {
            return Err(EngineError::TooManyCells(self, grid.len()));
        }
        if self == Self::Plain {
            return Ok(());
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
    #[error("there is no engine \"{0}\"; there are avx512, avx2, plain and general")]
    Unknown(String),
    /// The grid is too large for it.
    #[error("the {0} engine takes grids of up to 64 cells, but this one has {1}")]
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
    rules: &'l Rules,
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
    worth: OnceLock<WordWorth>,
}

/// What each word scores where that depends on its letters alone.
struct WordWorth {
    /// The points of each word by rank, [`NOT_COUNTED`] where it is too short.
    points: Vec<u32>,
    /// Without letter values, the score of each length.
    by_length: Vec<Option<WordScore>>,
    /// Some word scores more than `points` can hold.
    overflows: bool,
}

const NOT_COUNTED: u32 = u32::MAX;

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
            worth: OnceLock::new(),
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
            frontier: Frontier::default(),
            general: General::default(),
            paths: Vec::new(),
            path: Vec::new(),
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
            rules: self.rules,
            neighbours: &self.neighbours,
            simple_alphabet: self.simple_alphabet,
            tiles_differ: !self.required.is_empty() || self.rules.pangram_bonus > 0,
        }
    }

    fn worth(&self) -> &WordWorth {
        self.worth.get_or_init(|| WordWorth::new(self))
    }

    /// Whether a board's scores depend on the paths.
    fn is_path_scored(&self, layout: &Layout) -> bool {
        layout.path_scored || self.worth().overflows
    }

    /// Scores a path, or [`None`] if it does not count.
    fn evaluate<'p>(
        &self,
        layout: &Layout,
        word: Word,
        path: impl Iterator<Item = usize> + Clone + 'p,
    ) -> Option<WordScore> {
        let uses = |cell: &Cell| path.clone().any(|used| used == cell.index());
        if !self.required.iter().all(uses) {
            return None;
        }
        self.rules
            .score(&layout.tally(word, path, self.lexicon, self.rules))
    }
}

impl WordWorth {
    fn new(solver: &Solver<'_>) -> Self {
        let lexicon = solver.lexicon;
        let rules = solver.rules;
        let alphabet = lexicon.alphabet();
        let mut worth = Self {
            points: vec![NOT_COUNTED; lexicon.len()],
            by_length: (0..=lexicon.longest() as u32)
                .map(|length| {
                    rules.score(&Tally {
                        length,
                        ..Tally::default()
                    })
                })
                .collect(),
            overflows: false,
        };
        let values: Vec<u64> = alphabet
            .letters()
            .map(|(_, text)| rules.letter_value(text).into())
            .collect();
        let mut set = |slot: u32, tally: &Tally| {
            let Some(word) = lexicon.word_at(slot) else {
                return;
            };
            let score = if solver.reading.values_letters {
                rules.score(tally)
            } else {
                worth.by_length.get(tally.length as usize).copied().flatten()
            };
            if let Some(score) = score {
                let points = u32::try_from(score.total).unwrap_or(NOT_COUNTED);
                worth.overflows |= points == NOT_COUNTED;
                worth.points[word.rank()] = points;
            }
        };
        let mut pending = vec![(0, Tally::default())];
        while let Some((slot, tally)) = pending.pop() {
            set(slot, &tally);
            let mut push = |value: u64, slot: u32| {
                let letter_points = tally.letter_points + value;
                let length = tally.length + 1;
                pending.push((slot, Tally { letter_points, length, ..tally }));
            };
            let node = lexicon.node(slot);
            if solver.simple_alphabet {
                for (slot, symbol) in (node.first..).zip(bits(node.symbols().into())) {
                    push(values[symbol], slot);
                }
            } else {
                lexicon.each_letter(node, |letter, slot| push(values[letter.index()], slot));
            }
        }
        worth
    }
}

/// One thread's searches with a [`Solver`].
pub struct Worker<'s> {
    solver: &'s Solver<'s>,
    layout: Layout,
    findings: Findings,
    frontier: Frontier,
    general: General,
    /// Paths of the plain search, end to end.
    paths: Vec<u8>,
    path: Vec<Cell>,
}

/// Takes a word with its best path and all its cells.
type Sink<'k> = dyn FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()> + 'k;

impl Worker<'_> {
    /// Counts the different words of a board and adds up their points.
    pub fn score(&mut self, board: &Board) -> BoardScore {
        self.read(board, false);
        let mut total = BoardScore::default();
        if self.solver.is_path_scored(&self.layout) {
            self.best(&mut |solution, _| {
                total.words += 1;
                total.points = total.points.saturating_add(solution.score.total);
                ControlFlow::Continue(())
            });
            return total;
        }
        let lexicon = self.solver.lexicon;
        let points = &self.solver.worth().points;
        match self.solver.engine {
            Engine::Avx512 | Engine::Avx2 => {
                let slots = self.frontier.words(self.solver, &self.layout);
                self.findings.count(slots, lexicon.ranks(), points)
            }
            Engine::Plain => {
                self.findings.reserve(lexicon.len());
                let mut count = Count {
                    ranks: lexicon.ranks(),
                    points,
                    findings: &mut self.findings,
                    total,
                };
                plain::search(&self.solver.field(), &self.layout, &mut count);
                total = count.total;
                self.findings.forget();
                total
            }
            Engine::General => {
                let mut found = |slot: u32, mut paths: Paths<'_>| {
                    let rank = lexicon.ranks()[slot as usize] as usize;
                    if points[rank] != NOT_COUNTED {
                        // The first complete path will do.
                        let _ = paths.each(|_| {
                            total.words += 1;
                            total.points += u64::from(points[rank]);
                            ControlFlow::Break(())
                        });
                    }
                    ControlFlow::Continue(())
                };
                let field = self.solver.field();
                self.general
                    .search(&field, &self.layout, Wanted::Different, &mut found);
                total
            }
        }
    }

    /// Finds the different words of a board in alphabetical order, each with its best path:
    /// the highest score, and among equals the earliest positions.
    pub fn solve(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) {
        self.read(board, true);
        self.best(&mut |solution, _| sink(solution));
    }

    /// As [`Self::solve`], and tells for each word all the cells that any of its paths uses.
    pub fn survey(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()>,
    ) {
        self.read(board, true);
        self.best(&mut sink);
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
            paths.each(|path| {
                let cells = path.iter().map(|cell| cell.index());
                match solver.evaluate(layout, word, cells) {
                    Some(score) => sink(Solution {
                        word,
                        path,
                        score,
                        lexicon,
                    }),
                    None => ControlFlow::Continue(()),
                }
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
            with_worth || solver.worth().overflows,
        );
    }

    /// Finds each word's best path on the board that was read.
    fn best(&mut self, sink: &mut Sink<'_>) {
        match self.solver.engine {
            Engine::Avx512 | Engine::Avx2 => match self.best_by_frontier() {
                Ok(()) => self.give_out(sink, |solver, _, best, path| {
                    solver.directions.unpack(best.path, path);
                }),
                // A path too long to pack: rare enough to search again.
                Err(frontier::TooLong) => self.best_by_plain(sink),
            },
            Engine::Plain => self.best_by_plain(sink),
            Engine::General => self.best_by_general(sink),
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
        let lexicon = solver.lexicon;
        let path_scored = solver.is_path_scored(layout);
        let points = &solver.worth().points;
        findings.reserve(lexicon.len());
        let found = frontier.paths(solver, layout)?;
        for ((&slot, &packed), &cells) in found.slots.iter().zip(found.paths).zip(found.cells) {
            let rank = lexicon.ranks()[slot as usize];
            let mut score = 0;
            if path_scored {
                let word = Word { rank, slot };
                solver.directions.unpack(packed, path);
                let cells = path.iter().map(|cell| cell.index());
                match solver.evaluate(layout, word, cells) {
                    Some(found) => score = found.total,
                    None => continue,
                }
            } else if points[rank as usize] == NOT_COUNTED {
                continue;
            }
            let (new, best) = findings.entry(rank);
            if new {
                *best = Best {
                    slot,
                    path: packed,
                    points: score,
                    cells,
                };
                continue;
            }
            best.cells |= cells;
            if score > best.points
                || score == best.points && frontier::is_earlier(packed, best.path)
            {
                best.path = packed;
                best.points = score;
            }
        }
        Ok(())
    }

    fn best_by_plain(&mut self, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            findings,
            paths,
            ..
        } = self;
        findings.reserve(solver.lexicon.len());
        paths.clear();
        let mut collect = Collect {
            solver,
            layout,
            path_scored: solver.is_path_scored(layout),
            points: &solver.worth().points,
            findings,
            paths,
        };
        plain::search(&solver.field(), layout, &mut collect);
        self.give_out(sink, |_, paths, best, path| {
            let (start, length) = ((best.path >> 8) as usize, (best.path & 0xff) as usize);
            path.clear();
            let cells = &paths[start..start + length];
            path.extend(cells.iter().map(|&cell| Cell::new(cell.into())));
        });
    }

    /// Gives out what was found, after `unpack` has made a path of what an engine wrote.
    fn give_out(
        &mut self,
        sink: &mut Sink<'_>,
        unpack: impl Fn(&Solver<'_>, &[u8], &Best, &mut Vec<Cell>),
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
        let worth = solver.worth();
        let by_length = !solver.is_path_scored(layout) && !solver.reading.values_letters;
        findings.drain(|rank, best| {
            let word = Word {
                rank,
                slot: best.slot,
            };
            unpack(solver, paths, best, path);
            let cells = path.iter().map(|cell| cell.index());
            let score = if by_length {
                worth.by_length[layout.length(cells)]
            } else {
                solver.evaluate(layout, word, cells)
            };
            let solution = Solution {
                word,
                path,
                score: score.expect("only words that count are kept"),
                lexicon,
            };
            sink(solution, CellSet::Mask(best.cells))
        });
    }

    fn best_by_general(&mut self, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            general,
            path: best_path,
            ..
        } = self;
        let lexicon = solver.lexicon;
        let path_scored = solver.is_path_scored(layout);
        let mut found = |slot: u32, mut paths: Paths<'_>| {
            let word = lexicon.word_at(slot).expect("only words are found");
            let first_is_best = !path_scored && paths.are_ordered();
            let mut best: Option<WordScore> = None;
            let _ = paths.each(|path| {
                let cells = path.iter().map(|cell| cell.index());
                if let Some(score) = solver.evaluate(layout, word, cells) {
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
                path: best_path,
                score,
                lexicon,
            };
            sink(solution, CellSet::List(paths.cells(solver.grid.len())))
        };
        general.search(&solver.field(), layout, Wanted::Different, &mut found);
    }
}

/// Counts the words of a plain search.
struct Count<'c> {
    ranks: &'c [u32],
    points: &'c [u32],
    findings: &'c mut Findings,
    total: BoardScore,
}

impl plain::Visit for Count<'_> {
    #[inline]
    fn word(&mut self, slot: u32, _: &[u8]) {
        let rank = self.ranks[slot as usize];
        if self.findings.is_new(rank) {
            let points = self.points[rank as usize];
            if points != NOT_COUNTED {
                self.total.words += 1;
                self.total.points += u64::from(points);
            }
        }
    }
}

/// Keeps the best path of each word of a plain search.
struct Collect<'c> {
    solver: &'c Solver<'c>,
    layout: &'c Layout,
    path_scored: bool,
    points: &'c [u32],
    findings: &'c mut Findings,
    paths: &'c mut Vec<u8>,
}

impl plain::Visit for Collect<'_> {
    fn word(&mut self, slot: u32, path: &[u8]) {
        let rank = self.solver.lexicon.ranks()[slot as usize];
        let mut score = 0;
        if self.path_scored {
            let word = Word { rank, slot };
            let cells = path.iter().map(|&cell| usize::from(cell));
            match self.solver.evaluate(self.layout, word, cells) {
                Some(found) => score = found.total,
                None => return,
            }
        } else if self.points[rank as usize] == NOT_COUNTED {
            return;
        }
        let cells = path.iter().fold(0, |mask, &cell| mask | 1 << cell);
        let (new, best) = self.findings.entry(rank);
        if new {
            *best = Best::default();
        }
        best.slot = slot;
        best.cells |= cells;
        // Paths ascend, so among equals the first stays.
        if new || score > best.points {
            best.points = score;
            best.path = (self.paths.len() as u64) << 8 | path.len() as u64;
            self.paths.extend_from_slice(path);
        }
    }
}
