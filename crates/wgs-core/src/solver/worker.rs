//! One thread's searches: asks the engine of a [`Solver`], and keeps of what it finds what
//! the question is about.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use super::findings::Findings;
use super::frontier::{self, Frontier};
use super::general::{General, Paths, Wanted};
use super::score_table::ScoreTable;
use super::{Engine, Prepared, Solver, dictionary, plain};
use crate::board::Board;
use crate::grid::Cell;
use crate::layout::Layout;
use crate::lexicon::Word;
use crate::rules::WordScore;
use crate::solution::{BoardScore, CellSet, Solution};

/// One thread's searches with a [`Solver`].
pub struct Worker {
    solver: Solver,
    layout: Layout,
    findings: Findings,
    table: ScoreTable,
    frontier: Frontier,
    general: General,
    /// Words of the plain search.
    slots: Vec<u32>,
    /// Paths of the plain search, end to end.
    paths: Vec<Cell>,
    path: Box<PathBuffer>,
}

/// Boards with more wildcards are searched word by word. On 4x4 boards of nine both ways
/// take seconds; each wildcard more takes a search over paths ten times as long.
pub(super) const MAX_WILDCARDS: usize = 9;

/// With more wildcards, the paths of a prefix are too many to be kept at once.
const MAX_WILDCARDS_AT_ONCE: usize = 3;

/// Room for the longest path: a word's letters, each on a tile of its own.
const PATH_BUFFER: usize = 256;
pub(super) type PathBuffer = [Cell; PATH_BUFFER];

/// Whether a caller wants to know all the cells that any path of a word uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    Wanted,
    Ignored,
}

/// Takes a word with its best path and all its cells.
type Sink<'k> = dyn FnMut(Solution<'_>, CellSet<'_>) -> ControlFlow<()> + 'k;

impl Worker {
    pub(super) fn new(solver: Solver) -> Self {
        Self {
            solver,
            layout: Layout::default(),
            findings: Findings::default(),
            table: ScoreTable::default(),
            frontier: Frontier::default(),
            general: General::default(),
            slots: Vec::new(),
            paths: Vec::new(),
            path: Box::new([Cell::FIRST; PATH_BUFFER]),
        }
    }

    /// The solver it searches with.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Counts the different words of a board and adds up their points.
    pub fn score(&mut self, board: &Board) -> BoardScore {
        self.read(board, false);
        let mut total = BoardScore::default();
        if self.solver.prepared.is_path_scored(&self.layout) {
            self.best(Cells::Ignored, &mut |solution, _| {
                total.words += 1;
                total.points = total.points.saturating_add(solution.score.total);
                ControlFlow::Continue(())
            });
            return total;
        }
        match self.engine(Cells::Ignored) {
            Engine::General => {
                self.table.begin(&self.solver.prepared);
                let table = &mut self.table;
                let mut found = |slot: u32, mut paths: Paths<'_>| {
                    // The first complete path will do.
                    let _ = paths.each(|_| {
                        total += table.count(&[slot]);
                        ControlFlow::Break(())
                    });
                    ControlFlow::Continue(())
                };
                let field = self.solver.prepared.field();
                self.general
                    .search(&field, &self.layout, Wanted::Different, &mut found);
                total
            }
            engine if engine.is_frontier() && self.solver.prepared.grid.len() <= 64 => {
                self.table.begin(&self.solver.prepared);
                let take = |found: frontier::Found<'_>| total += self.table.count(found.slots);
                self.frontier
                    .search::<false>(&self.solver.prepared, &self.layout, take)
                    .expect("without paths, none is too long");
                total
            }
            engine => {
                self.table.begin(&self.solver.prepared);
                let mut count = Count {
                    slots: &mut self.slots,
                    table: &mut self.table,
                    total,
                };
                search_one_by_one(
                    engine,
                    &self.solver.prepared,
                    &self.layout,
                    &mut self.frontier,
                    &mut count,
                );
                count.flush();
                count.total
            }
        }
    }

    /// Finds the different words of a board in alphabetical order, each with its best path:
    /// the highest score, and among equals the earliest positions.
    ///
    /// That order needs the whole search first, so a sink that stops saves only what follows
    /// it; [`Self::solve_all`] stops the search itself.
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

    /// Finds every path of every word, in alphabetical order and then that of positions. A
    /// sink that stops ends the search.
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
        let solver = &*solver.prepared;
        let lexicon = &solver.lexicon;
        if solver.engine == Engine::Dictionary || layout.wildcards > MAX_WILDCARDS_AT_ONCE {
            let mut each = Each {
                solver,
                layout,
                sink,
                flow: ControlFlow::Continue(()),
            };
            return dictionary::search(&solver.field(), layout, &mut each);
        }
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

    /// The engine for the board that was read: that of the solver, unless there are more paths
    /// than anyone can follow and one of each word is enough.
    fn engine(&self, cells: Cells) -> Engine {
        let enough = cells == Cells::Ignored && !self.solver.prepared.is_path_scored(&self.layout);
        match self.solver.prepared.engine {
            engine if engine.is_frontier() && enough && self.layout.wildcards > MAX_WILDCARDS => {
                Engine::Dictionary
            }
            engine => engine,
        }
    }

    fn read(&mut self, board: &Board, with_worth: bool) {
        self.solver
            .prepared
            .read(board, &mut self.layout, with_worth);
    }

    /// Finds each word's best path on the board that was read.
    fn best(&mut self, cells: Cells, sink: &mut Sink<'_>) {
        match self.engine(cells) {
            // No mask holds the cells.
            _ if cells == Cells::Wanted && self.solver.prepared.grid.len() > 64 => {
                self.best_by_general(cells, sink);
            }
            Engine::General => self.best_by_general(cells, sink),
            engine if engine.is_frontier() && self.solver.prepared.grid.len() <= 64 => {
                match self.best_by_frontier() {
                    Ok(()) => self.give_out(sink, |solver, _, packed, path| {
                        solver.directions.unpack(packed, path)
                    }),
                    // A path too long to pack: rare enough to search again.
                    Err(frontier::TooLong) => self.best_one_by_one(engine, cells, sink),
                }
            }
            engine => self.best_one_by_one(engine, cells, sink),
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
        let solver = &*solver.prepared;
        let path_scored = solver.is_path_scored(layout);
        findings.begin(&solver.lexicon);
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

    fn best_one_by_one(&mut self, engine: Engine, cells: Cells, sink: &mut Sink<'_>) {
        let Self {
            solver,
            layout,
            findings,
            frontier,
            paths,
            ..
        } = self;
        let solver = &*solver.prepared;
        findings.begin(&solver.lexicon);
        paths.clear();
        let mut collect = Collect {
            solver,
            layout,
            path_scored: solver.is_path_scored(layout),
            cells,
            findings,
            paths,
            settled: 0,
        };
        search_one_by_one(engine, solver, layout, frontier, &mut collect);
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
        unpack: impl for<'p> Fn(&Prepared, &[Cell], u64, &'p mut PathBuffer) -> &'p [Cell],
    ) {
        let Self {
            solver,
            layout,
            findings,
            paths,
            path,
            ..
        } = self;
        let solver = &*solver.prepared;
        let lexicon = &solver.lexicon;
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
        let solver = &*solver.prepared;
        let mut best_path: Vec<Cell> = Vec::new();
        let lexicon = &solver.lexicon;
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
                Cells::Wanted => {
                    let counts = |path: &[Cell]| solver.evaluate(layout, word, path).is_some();
                    paths.cells(solver.grid.len(), |path| !path_scored || counts(path))
                }
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
    engine: Engine,
    solver: &Prepared,
    layout: &Layout,
    frontier: &mut Frontier,
    visit: &mut impl plain::Visit,
) {
    if engine == Engine::Dictionary {
        dictionary::search(&solver.field(), layout, visit);
    } else if engine.is_frontier() && solver.grid.len() > 64 && !layout.has_wildcard {
        frontier.search_large(solver, layout, visit);
    } else {
        plain::search(&solver.field(), layout, visit);
    }
}

/// Hands out every path of a search until someone has had enough.
struct Each<'c, F> {
    solver: &'c Prepared,
    layout: &'c Layout,
    sink: F,
    flow: ControlFlow<()>,
}

impl<F: FnMut(Solution<'_>) -> ControlFlow<()>> plain::Visit for Each<'_, F> {
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

    fn is_over(&self) -> bool {
        self.flow.is_break()
    }
}

/// Counts the words of a plain search, many at a time.
struct Count<'c> {
    slots: &'c mut Vec<u32>,
    table: &'c mut ScoreTable,
    total: BoardScore,
}

impl Count<'_> {
    fn flush(&mut self) {
        self.total += self.table.count(self.slots);
        self.slots.clear();
    }
}

impl plain::Visit for Count<'_> {
    const PATHS: bool = false;

    fn one_is_enough(&self) -> bool {
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

/// Keeps the best path of each word of a plain search.
struct Collect<'c> {
    solver: &'c Prepared,
    layout: &'c Layout,
    path_scored: bool,
    /// Whether the cells of every path are wanted.
    cells: Cells,
    findings: &'c mut Findings,
    paths: &'c mut Vec<Cell>,
    /// How many words were found before the page was turned.
    settled: usize,
}

impl plain::Visit for Collect<'_> {
    const PATHS: bool = true;

    fn one_is_enough(&self) -> bool {
        !self.path_scored && self.cells == Cells::Ignored
    }

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
