//! The searches of one thread. For each query it runs the search that [`Strategy`] chooses and
//! collects what the query asks about.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use super::best_path::BestPaths;
use super::frontier::{self, Frontier};
use super::general::{General, PathSelection, Paths};
use super::plain::PathVisitor;
use super::score_table::ScoreTable;
use super::strategy::{PathSearch, Query, Strategy};
use super::{Prepared, Solver, dictionary};
use crate::board::Board;
use crate::budget::{Budget, Meter, Stopped};
use crate::grid::Cell;
use crate::layout::Layout;
use crate::lexicon::Word;
use crate::rules::WordScore;
use crate::solution::{BoardScore, CellSet, Solution};

/// The searches of one thread with a [`Solver`]. A worker keeps its memory from board to board.
///
/// Each search stops when the worker's [`Budget`] is used up. A new worker has no limits, so its
/// searches always succeed.
///
/// ```
/// use std::ops::ControlFlow;
/// use wgs_engine::{Adjacency, Budget, Grid, Lexicon, Rules, Solver, Stopped};
///
/// let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
/// let solver = Solver::new(&Lexicon::english(), &grid, &Rules::boggle());
/// let mut worker = solver.worker();
/// worker.set_budget(Budget::new(|| Some(Stopped::TimeLimit)));
/// // Nine wildcards take seconds, unless the search is stopped.
/// let score = worker.score(&"?????????NGRLST".parse()?);
/// assert_eq!(score, Err(Stopped::TimeLimit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Worker {
    solver: Solver,
    budget: Budget,
    layout: Layout,
    best_paths: BestPaths,
    table: ScoreTable,
    frontier: Frontier,
    general: General,
    /// The words that a path-by-path search has found and not yet counted.
    slots: Vec<u32>,
    /// The paths that a path-by-path search has found, end to end.
    paths: Vec<Cell>,
    path: Box<PathBuffer>,
}

/// Longer than any path: a word has at most 255 letters.
const PATH_BUFFER: usize = 256;
pub(super) type PathBuffer = [Cell; PATH_BUFFER];

/// Receives each word with its best path and the cells of all its paths.
type Sink<'k> = dyn FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()> + 'k;

impl Worker {
    pub(super) fn new(solver: Solver) -> Self {
        Self {
            solver,
            budget: Budget::UNLIMITED,
            layout: Layout::default(),
            best_paths: BestPaths::default(),
            table: ScoreTable::default(),
            frontier: Frontier::default(),
            general: General::default(),
            slots: Vec::new(),
            paths: Vec::new(),
            path: Box::new([Cell::FIRST; PATH_BUFFER]),
        }
    }

    /// Returns the solver that the worker searches with.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns what each search may use.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Sets what each of the following searches may use.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Counts the different words on a board and adds up their points.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end.
    pub fn score(&mut self, board: &Board) -> Result<BoardScore, Stopped> {
        let budget = self.begin(board, false)?;
        let mut meter = Meter::new(&budget);
        let total = self.score_metered(&mut meter);
        meter.result().map(|()| total)
    }

    /// Checks the budget and reads a board.
    fn begin(&mut self, board: &Board, with_worth: bool) -> Result<Budget, Stopped> {
        self.budget.check()?;
        (self.solver.prepared).read(board, &mut self.layout, with_worth);
        Ok(self.budget.clone())
    }

    /// Scores the board that was read.
    fn score_metered(&mut self, meter: &mut Meter<'_>) -> BoardScore {
        if self.solver.prepared.is_path_scored(&self.layout) {
            return self.score_best_paths(meter);
        }
        let Self {
            solver,
            layout,
            table,
            frontier,
            general,
            slots,
            ..
        } = self;
        let solver = &*solver.prepared;
        let mut total = BoardScore::default();
        table.begin(solver);
        match Strategy::choose(solver, layout, Query::Score) {
            Strategy::Frontier => {
                let count = |found: frontier::FoundPaths<'_>| {
                    total += table.count(found.slots, solver);
                };
                frontier
                    .search::<false>(solver, layout, meter, count)
                    .expect(frontier::NO_PATHS);
            }
            Strategy::General => {
                let mut found = |slot: u32, mut paths: Paths<'_, '_>| {
                    // One complete path is enough.
                    let _ = paths.each(|_| {
                        total += table.count(&[slot], solver);
                        ControlFlow::Break(())
                    });
                    ControlFlow::Continue(())
                };
                general.search(solver, layout, PathSelection::Distinct, meter, &mut found);
            }
            Strategy::PathByPath(search) => {
                let mut counter = WordCounter {
                    solver,
                    slots,
                    table,
                    total,
                };
                search.run(solver, layout, frontier, meter, &mut counter);
                counter.flush();
                total = counter.total;
            }
        }
        total
    }

    /// Scores the board that was read, where a word's score depends on its path.
    fn score_best_paths(&mut self, meter: &mut Meter<'_>) -> BoardScore {
        let mut total = BoardScore::default();
        self.find_best(Query::BestPaths, meter, &mut |solution, _| {
            total += BoardScore::new(1, solution.score.total);
            ControlFlow::Continue(())
        });
        total
    }

    /// Finds the different words on a board in alphabetical order, each with its best path:
    /// the one with the highest score, and among equals the one with the earliest positions.
    ///
    /// Sorting requires a complete search, so a sink that stops early saves only the calls
    /// that would follow. With [`Self::solve_all`], it stops the search itself.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end. By then the sink has received
    /// the words found so far, perhaps not yet with their best paths.
    pub fn solve(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        self.find(board, Query::BestPaths, &mut |solution, _| sink(solution))
    }

    /// Like [`Self::solve`], but also reports for each word the cells of all its paths.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end, as [`Self::solve`] does.
    pub fn survey(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        self.find(board, Query::BestPathsAndCells, &mut sink)
    }

    fn find(&mut self, board: &Board, query: Query, sink: &mut Sink<'_>) -> Result<(), Stopped> {
        let budget = self.begin(board, true)?;
        let mut meter = Meter::new(&budget);
        self.find_best(query, &mut meter, sink);
        meter.result()
    }

    /// Finds every path of every word, in alphabetical order of words and ascending order of
    /// positions. The sink can stop the search.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before the end. By then the sink has received
    /// the paths found so far.
    pub fn solve_all(
        &mut self,
        board: &Board,
        mut sink: impl FnMut(Solution<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let budget = self.begin(board, true)?;
        let mut meter = Meter::new(&budget);
        let Self {
            solver,
            layout,
            general,
            ..
        } = self;
        let solver = &*solver.prepared;
        let lexicon = &solver.lexicon;
        if let Strategy::PathByPath(search) = Strategy::choose(solver, layout, Query::AllPaths) {
            debug_assert_eq!(search, PathSearch::Dictionary, "no other finds all paths");
            let mut visitor = EveryPath {
                solver,
                layout,
                sink: &mut sink,
                flow: ControlFlow::Continue(()),
            };
            dictionary::search(solver, layout, &mut meter, &mut visitor);
            return meter.result();
        }
        let mut found = |slot: u32, mut paths: Paths<'_, '_>| {
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
        general.search(solver, layout, PathSelection::All, &mut meter, &mut found);
        meter.result()
    }

    /// Finds the best path of each word on the board that was read.
    fn find_best(&mut self, query: Query, meter: &mut Meter<'_>, sink: &mut Sink<'_>) {
        match Strategy::choose(&self.solver.prepared, &self.layout, query) {
            Strategy::Frontier => match self.collect_by_frontier(meter) {
                Ok(()) => self.report(sink, |solver, _, packed, path| {
                    solver.directions.unpack(packed, path)
                }),
                // A path is too long to pack. This is rare enough to search again.
                Err(frontier::TooLong) => {
                    self.find_best_path_by_path(PathSearch::Plain, query, meter, sink);
                }
            },
            Strategy::General => self.find_best_by_general(query, meter, sink),
            Strategy::PathByPath(search) => {
                self.find_best_path_by_path(search, query, meter, sink);
            }
        }
    }

    fn collect_by_frontier(&mut self, meter: &mut Meter<'_>) -> Result<(), frontier::TooLong> {
        let Self {
            solver,
            layout,
            best_paths,
            frontier,
            path,
            ..
        } = self;
        let solver = &*solver.prepared;
        let path_scored = solver.is_path_scored(layout);
        best_paths.begin(&solver.lexicon);
        frontier.search::<true>(solver, layout, meter, |found| {
            let paths = found.paths.iter().zip(found.cells);
            for (&slot, (&packed, &cells)) in found.slots.iter().zip(paths) {
                let mut points = 0;
                if path_scored {
                    let rank = best_paths.rank(slot, &solver.lexicon);
                    let path = solver.directions.unpack(packed, path);
                    match solver.evaluate(layout, Word { rank, slot }, path) {
                        Some(score) => points = score.total,
                        None => continue,
                    }
                }
                let earlier = |best| frontier::is_earlier(packed, best);
                best_paths.add(slot, &solver.lexicon, points, cells, earlier, || packed);
            }
        })
    }

    fn find_best_path_by_path(
        &mut self,
        search: PathSearch,
        query: Query,
        meter: &mut Meter<'_>,
        sink: &mut Sink<'_>,
    ) {
        let Self {
            solver,
            layout,
            best_paths,
            frontier,
            paths,
            ..
        } = self;
        let solver = &*solver.prepared;
        best_paths.begin(&solver.lexicon);
        paths.clear();
        let path_scored = solver.is_path_scored(layout);
        let mut visitor = BestPathVisitor {
            solver,
            layout,
            path_scored,
            one_path_is_enough: !path_scored && query != Query::BestPathsAndCells,
            best_paths,
            paths,
            earlier_words: 0,
        };
        search.run(solver, layout, frontier, meter, &mut visitor);
        self.report(sink, |_, paths, packed, path| {
            let cells = &paths[path_range(packed)];
            path[..cells.len()].copy_from_slice(cells);
            &path[..cells.len()]
        });
    }

    /// Reports the words that were found. `unpack` restores a path from what the search stored.
    fn report(
        &mut self,
        sink: &mut Sink<'_>,
        unpack: impl for<'p> Fn(&Prepared, &[Cell], u64, &'p mut PathBuffer) -> &'p [Cell],
    ) {
        let Self {
            solver,
            layout,
            best_paths,
            paths,
            path,
            ..
        } = self;
        let solver = &*solver.prepared;
        let lexicon = &solver.lexicon;
        let by_length = !solver.is_path_scored(layout) && !solver.tile_table.has_letter_values;
        let lengths = &solver.by_length;
        best_paths.for_each(|best| {
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

    fn find_best_by_general(&mut self, query: Query, meter: &mut Meter<'_>, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            general,
            ..
        } = self;
        let solver = &*solver.prepared;
        let mut best_path: Vec<Cell> = Vec::new();
        let lexicon = &solver.lexicon;
        let path_scored = solver.is_path_scored(layout);
        let mut found = |slot: u32, mut paths: Paths<'_, '_>| {
            let word = lexicon.word_at(slot).expect("only words are found");
            // Among equal scores the earliest positions win, and they come first.
            let first_is_best = !path_scored;
            let mut best: Option<WordScore> = None;
            let _ = paths.each(|path| {
                if let Some(score) = solver.evaluate(layout, word, path)
                    && best.is_none_or(|best| score.total > best.total)
                {
                    best = Some(score);
                    best_path.clear();
                    best_path.extend_from_slice(path);
                }
                if first_is_best {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if paths.have_stopped() {
                return ControlFlow::Break(());
            }
            let Some(score) = best else {
                return ControlFlow::Continue(());
            };
            let solution = Solution {
                word,
                path: &best_path,
                score,
                lexicon,
            };
            let cells = if query == Query::BestPathsAndCells {
                let counts = |path: &[Cell]| solver.evaluate(layout, word, path).is_some();
                paths.cells(solver.grid.len(), |path| !path_scored || counts(path))
            } else {
                &[]
            };
            sink(solution, CellSet::List(cells))
        };
        general.search(solver, layout, PathSelection::Distinct, meter, &mut found);
    }
}

/// Returns the range of a path in the list of a [`BestPathVisitor`].
fn path_range(packed: u64) -> Range<usize> {
    let start = (packed >> 8) as usize;
    start..start + (packed & 0xff) as usize + 1
}

/// Passes every path on until the sink stops.
struct EveryPath<'c> {
    solver: &'c Prepared,
    layout: &'c Layout,
    sink: &'c mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl PathVisitor for EveryPath<'_> {
    const PATHS: bool = true;

    fn word(&mut self, slot: u32, path: &[Cell]) {
        let lexicon = &self.solver.lexicon;
        let word = lexicon.word_at(slot).expect("only words are found");
        if let Some(score) = self.solver.evaluate(self.layout, word, path) {
            self.flow = (self.sink)(Solution {
                word,
                path,
                score,
                lexicon,
            });
        }
    }

    fn has_stopped(&self) -> bool {
        self.flow.is_break()
    }
}

/// Counts words, many at a time.
struct WordCounter<'c> {
    solver: &'c Prepared,
    slots: &'c mut Vec<u32>,
    table: &'c mut ScoreTable,
    total: BoardScore,
}

impl WordCounter<'_> {
    fn flush(&mut self) {
        self.total += self.table.count(self.slots, self.solver);
        self.slots.clear();
    }
}

impl PathVisitor for WordCounter<'_> {
    const PATHS: bool = false;

    fn one_path_is_enough(&self) -> bool {
        true
    }

    #[inline]
    fn word(&mut self, slot: u32, _: &[Cell]) {
        self.slots.push(slot);
        if self.slots.len() == 1 << 16 {
            self.flush();
        }
    }
}

/// Keeps the best path of each word.
struct BestPathVisitor<'c> {
    solver: &'c Prepared,
    layout: &'c Layout,
    path_scored: bool,
    one_path_is_enough: bool,
    best_paths: &'c mut BestPaths,
    paths: &'c mut Vec<Cell>,
    /// The number of words found before the current block.
    earlier_words: usize,
}

impl PathVisitor for BestPathVisitor<'_> {
    const PATHS: bool = true;

    fn one_path_is_enough(&self) -> bool {
        self.one_path_is_enough
    }

    fn begin_block(&mut self) {
        self.earlier_words = self.best_paths.len();
    }

    #[inline]
    fn has_final_path(&self, slot: u32) -> bool {
        !self.path_scored && self.best_paths.is_among_first(slot, self.earlier_words)
    }

    fn word(&mut self, slot: u32, path: &[Cell]) {
        let mut points = 0;
        if self.path_scored {
            let rank = self.best_paths.rank(slot, &self.solver.lexicon);
            match (self.solver).evaluate(self.layout, Word { rank, slot }, path) {
                Some(score) => points = score.total,
                None => return,
            }
        }
        // On more than 64 cells the mask means nothing, and no caller reads it.
        let cells = path
            .iter()
            .fold(0, |mask, cell| mask | 1 << (cell.index() % 64));
        let paths = RefCell::new(&mut *self.paths);
        let earlier = |best: u64| path < &paths.borrow()[path_range(best)];
        let write = || {
            let mut paths = paths.borrow_mut();
            let packed = (paths.len() as u64) << 8 | (path.len() as u64 - 1);
            paths.extend_from_slice(path);
            packed
        };
        let lexicon = &self.solver.lexicon;
        (self.best_paths).add(slot, lexicon, points, cells, earlier, write);
    }
}
