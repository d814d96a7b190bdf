//! The general search: visits each lexicon node once per board, with all paths that spell its
//! prefix. It searches grids of any size, racks, and grids on which a word may use a tile again.
//!
//! Words come in alphabetical order with all their paths at once, so nothing has to be marked
//! or compared. It keeps the paths of one prefix and of the beginnings of that prefix: memory
//! in proportion to the board, unless wildcards multiply the paths.
//!
//! On a grid where every cell touches every other, equal tiles are interchangeable. Unless the
//! caller needs every single path, the search tries only the first free one of them: a rack of
//! seven letters with two blanks has thousands of paths, but few that differ in more than the
//! choice between equal tiles.
//!
//! Paths that have used the same tiles in another order have the same future. Of those that also
//! score the same, the search keeps only the first, which has the earliest positions. A rack of
//! twenty tiles with three wildcards has billions of paths, but only some thousand sets of tiles
//! for a prefix.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::Prepared;
use crate::alphabet::SYMBOLS;
use crate::budget::Meter;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL, PathWorth};
use crate::solution::bits;

/// A path that spells a prefix: its last cell, and the path to the symbol before.
#[derive(Clone, Copy, Debug)]
struct PartialPath {
    cell: u32,
    /// The index among the paths of the prefix without its last symbol.
    parent: u32,
    progress: TileProgress,
    /// Whether the parent ends on the same cell, within a tile of several symbols.
    continues: bool,
    /// The index of its [`PathWorth`]; 0 unless paths with the same tiles may score differently.
    worth: u32,
    /// Bit `cell % 64` for each cell used: a quick check that shows most free cells to be free.
    signature: u64,
}

/// How much of its last tile a path has spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TileProgress {
    /// The whole tile.
    Complete,
    /// The tile up to this index in its symbols after the first.
    Within(u32),
    /// A wildcard, and only some symbols of a letter with several.
    WithinWildcard,
}

/// When paths of the same prefix are merged: of those that have used the same tiles, only the
/// first is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Merging {
    /// Never.
    #[default]
    Never,
    /// Always: their scores are the same.
    SameTiles,
    /// If their worth is the same too.
    SameTilesAndWorth,
}

/// A list of fewer paths is not worth merging, unless tiles can be used again.
const MIN_MERGED: usize = 16;

/// A search that held more memory than this gives it back at its end.
const MAX_KEPT_MEMORY: usize = 16 << 20;

/// The paths of one depth, grouped by their last symbol.
type Level = [Vec<PartialPath>; SYMBOLS];

/// The memory of general searches.
#[derive(Default)]
pub(super) struct General {
    /// For each depth, the paths, grouped by their last symbol.
    #[expect(
        clippy::vec_box,
        reason = "a level is exchanged for the spare one, without a copy"
    )]
    levels: Vec<Box<Level>>,
    /// Takes the place of a level that is being filled.
    spare: Option<Box<Level>>,
    /// The symbols of the current prefix.
    prefix: Vec<u8>,
    /// Groups of equal tiles: their cells in ascending order. Empty if tiles are not grouped.
    kinds: Vec<Vec<u32>>,
    kind_of: Vec<u32>,
    merging: Merging,
    /// The tiles and the worth of the paths that were kept, while a list is merged.
    sets: HashSet<(u32, TileProgress, u64, u32)>,
    /// Only where paths with the same tiles may score differently.
    worths: Option<Box<WorthTable>>,
    path: Vec<Cell>,
    cells: Vec<Cell>,
    epoch: u32,
    epochs: Vec<u32>,
}

/// The values of the paths so far, each once.
struct WorthTable {
    list: Vec<PathWorth>,
    indices: HashMap<PathWorth, u32>,
}

impl WorthTable {
    fn new() -> Self {
        Self {
            list: vec![PathWorth::default()],
            indices: HashMap::new(),
        }
    }

    /// Returns the index of the worth of a path after it has entered a tile, for a wildcard with
    /// its symbol.
    fn after(&mut self, before: u32, cell: u32, wildcard: Option<u8>, search: Search<'_>) -> u32 {
        let Search { solver, layout } = search;
        let before = self.list[before as usize];
        let (lexicon, rules) = (&solver.lexicon, &solver.rules);
        let worth = layout.worth_after(before, cell as usize, wildcard, lexicon, rules);
        *self.indices.entry(worth).or_insert_with(|| {
            self.list.push(worth);
            self.list.len() as u32 - 1
        })
    }
}

/// The board and the words to search for.
#[derive(Clone, Copy)]
struct Search<'s> {
    solver: &'s Prepared,
    layout: &'s Layout,
}

/// The paths of a word that a caller needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathSelection {
    /// Every path.
    All,
    /// Only paths that differ in more than the choice between equal tiles.
    Distinct,
}

/// All paths of one word, in ascending order of positions.
pub(super) struct Paths<'g, 'b> {
    general: &'g mut General,
    meter: &'g mut Meter<'b>,
    count: usize,
}

/// Receives the slot and the paths of a word, and can stop the search.
type FoundWord<'f> = dyn FnMut(u32, Paths<'_, '_>) -> ControlFlow<()> + 'f;

impl General {
    /// Searches one board.
    pub(super) fn search(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        selection: PathSelection,
        meter: &mut Meter<'_>,
        found: &mut FoundWord<'_>,
    ) {
        self.prefix.clear();
        self.find_kinds(solver, layout, selection);
        self.merging = merging(solver, layout, selection);
        let has_worths = self.merging == Merging::SameTilesAndWorth;
        self.worths = has_worths.then(|| Box::new(WorthTable::new()));
        let root = solver.lexicon.node(0);
        self.open_level(0);
        let symbols = root.symbols();
        let ends = self.letter_ends(solver, symbols);
        let starts: Box<dyn Iterator<Item = u32>> = if self.kinds.is_empty() {
            Box::new(0..layout.first.len() as u32)
        } else {
            Box::new(self.kinds.clone().into_iter().map(|cells| cells[0]))
        };
        let mut level = self.take_level(0);
        let search = Search { solver, layout };
        for cell in starts {
            let worths = self.worths.as_deref_mut();
            enter(search, None, cell, 0, symbols, ends, worths, &mut level);
        }
        self.put_back(0, level);
        let _ = self.descend(solver, layout, 0, meter, found);
        if self.memory() > MAX_KEPT_MEMORY {
            *self = Self::default();
        }
    }

    /// Returns the number of bytes that the search holds, without what is small.
    fn memory(&self) -> usize {
        let paths: usize = self.levels.iter().map(|level| memory_of(level)).sum();
        let worths = self.worths.as_ref().map_or(0, |worths| worths.list.len());
        paths
            + self.sets.capacity() * size_of::<(u32, TileProgress, u64, u32)>()
            + worths * 3 * size_of::<PathWorth>()
    }

    /// Visits the children of a node. Their paths are in the level at the current depth.
    fn descend(
        &mut self,
        solver: &Prepared,
        layout: &Layout,
        slot: u32,
        meter: &mut Meter<'_>,
        found: &mut FoundWord<'_>,
    ) -> ControlFlow<()> {
        let depth = self.prefix.len();
        let node = solver.lexicon.node(slot);
        for (child, symbol) in (node.first..).zip(bits(node.symbols().into())) {
            let count = self.levels[depth][symbol].len();
            if count == 0 {
                continue;
            }
            self.prefix.push(symbol as u8);
            if solver.lexicon.node(child).is_word() {
                let paths = Paths {
                    general: self,
                    meter,
                    count,
                };
                found(child, paths)?;
            }
            if solver.lexicon.node(child).symbols() != 0 {
                self.expand(solver, layout, child, meter);
                if meter.has_stopped() {
                    return ControlFlow::Break(());
                }
                self.descend(solver, layout, child, meter, found)?;
            }
            self.prefix.pop();
        }
        ControlFlow::Continue(())
    }

    /// Extends every path of the current prefix by one symbol.
    fn expand(&mut self, solver: &Prepared, layout: &Layout, slot: u32, meter: &mut Meter<'_>) {
        let depth = self.prefix.len();
        self.open_level(depth);
        let symbols = solver.lexicon.node(slot).symbols();
        let ends = self.letter_ends(solver, symbols);
        let mut level = self.take_level(depth);
        let mut worths = self.worths.take();
        let last = usize::from(self.prefix[depth - 1]);
        let neighbours = match self.kinds.len() {
            0 => solver.grid.max_neighbours() as u32,
            kinds => kinds as u32,
        };
        // A wildcard adds a path for each letter.
        let steps = 1 + neighbours * if layout.has_wildcard { 8 } else { 1 };
        for index in 0..self.levels[depth - 1][last].len() {
            let path = self.levels[depth - 1][last][index];
            let parent = index as u32;
            let held = || self.memory() + memory_of(&level);
            if !meter.spend_holding(steps, held) {
                break;
            }
            match path.progress {
                TileProgress::Complete => {
                    let search = Search { solver, layout };
                    let worths = worths.as_deref_mut();
                    self.extend(search, path, parent, symbols, ends, worths, &mut level);
                }
                TileProgress::Within(at) => {
                    let more = layout.more(path.cell as usize);
                    let symbol = usize::from(more[at as usize]);
                    if symbols >> symbol & 1 != 0 {
                        level[symbol].push(PartialPath {
                            parent,
                            progress: progress_after(more, at + 1),
                            continues: true,
                            ..path
                        });
                    }
                }
                TileProgress::WithinWildcard => {
                    for symbol in bits(symbols.into()) {
                        level[symbol].push(PartialPath {
                            parent,
                            progress: wildcard_progress(layout, path.cell, ends >> symbol & 1 != 0),
                            continues: true,
                            ..path
                        });
                    }
                }
            }
        }
        self.worths = worths;
        if self.merging != Merging::Never {
            let min_merged = match solver.grid.reuses_tiles() {
                true => 2,
                false => MIN_MERGED,
            };
            for symbol in bits(symbols.into()) {
                if level[symbol].len() >= min_merged {
                    self.merge(solver, &mut level[symbol], meter);
                }
            }
        }
        self.put_back(depth, level);
    }

    /// Keeps the first of all paths with the same future and the same score.
    fn merge(&mut self, solver: &Prepared, paths: &mut Vec<PartialPath>, meter: &mut Meter<'_>) {
        self.sets.clear();
        let held_by_list = paths.capacity() * size_of::<PartialPath>();
        paths.retain(|path| {
            // Where every cell touches every other, the last cell makes no difference.
            let within = path.progress != TileProgress::Complete || !solver.grid.is_full();
            let cell = if within { path.cell } else { u32::MAX };
            let key = (cell, path.progress, path.signature, path.worth);
            let may_go_on = meter.spend_holding(1, || held_by_list + self.memory());
            may_go_on && self.sets.insert(key)
        });
    }

    /// Extends a path that has spelled its whole tile to the neighbouring cells, in ascending
    /// order.
    #[expect(clippy::too_many_arguments, reason = "the loop state of `expand`")]
    fn extend(
        &self,
        search: Search<'_>,
        path: PartialPath,
        parent: u32,
        symbols: u32,
        ends: u32,
        mut worths: Option<&mut WorthTable>,
        level: &mut Level,
    ) {
        let Search { solver, layout } = search;
        let reuse = solver.grid.reuses_tiles();
        let from = Some(path);
        let mut go = |cell: u32| {
            let worths = worths.as_deref_mut();
            enter(search, from, cell, parent, symbols, ends, worths, level);
        };
        let free =
            |cell: u32| reuse || path.signature >> (cell % 64) & 1 == 0 || !self.uses(path, cell);
        if !self.kinds.is_empty() {
            // Groups whose first tiles are used wait for their turn; the next one is last.
            let mut waiting: Vec<u32> = Vec::new();
            for cells in &self.kinds {
                while let Some(cell) = waiting.pop_if(|cell| *cell < cells[0]) {
                    go(cell);
                }
                // Checking the letters first avoids most searches for a free tile.
                if leads_on(layout, cells[0], symbols)
                    && let Some(&cell) = cells.iter().find(|&&cell| free(cell))
                {
                    if cell == cells[0] {
                        go(cell);
                    } else {
                        let at = waiting.partition_point(|&other| other > cell);
                        waiting.insert(at, cell);
                    }
                }
            }
            waiting.into_iter().rev().for_each(go);
        } else if let Some(listed) = solver.grid.listed(path.cell as usize) {
            for next in listed {
                let cell = next.index() as u32;
                if leads_on(layout, cell, symbols) && free(cell) {
                    go(cell);
                }
            }
        } else {
            for cell in 0..layout.first.len() as u32 {
                if leads_on(layout, cell, symbols) && free(cell) {
                    go(cell);
                }
            }
        }
    }

    /// Returns whether a path uses a cell.
    fn uses(&self, mut path: PartialPath, cell: u32) -> bool {
        let mut depth = self.prefix.len() - 1;
        loop {
            if path.cell == cell {
                return true;
            }
            if depth == 0 {
                return false;
            }
            depth -= 1;
            path = self.levels[depth][usize::from(self.prefix[depth])][path.parent as usize];
        }
    }

    fn open_level(&mut self, depth: usize) {
        if self.levels.len() == depth {
            self.levels.push(Box::default());
        }
        for paths in &mut *self.levels[depth] {
            paths.clear();
        }
    }

    /// Takes a level, to fill it while the others are read.
    fn take_level(&mut self, depth: usize) -> Box<Level> {
        let spare = self.spare.take().unwrap_or_default();
        std::mem::replace(&mut self.levels[depth], spare)
    }

    fn put_back(&mut self, depth: usize, level: Box<Level>) {
        self.spare = Some(std::mem::replace(&mut self.levels[depth], level));
    }

    /// Returns which of the symbols complete a letter when they follow the current prefix.
    fn letter_ends(&self, solver: &Prepared, symbols: u32) -> u32 {
        let alphabet = solver.lexicon.alphabet();
        if alphabet.is_simple() {
            return !0;
        }
        let mut code = Vec::new();
        for &symbol in &self.prefix {
            code.push(symbol);
            if alphabet.letter_of_code(&code).is_some() {
                code.clear();
            }
        }
        let mut ends = 0;
        for symbol in bits(symbols.into()) {
            code.push(symbol as u8);
            ends |= u32::from(alphabet.letter_of_code(&code).is_some()) << symbol;
            code.pop();
        }
        ends
    }

    /// Groups equal tiles, if they are interchangeable.
    fn find_kinds(&mut self, solver: &Prepared, layout: &Layout, selection: PathSelection) {
        self.kinds.clear();
        self.kind_of.clear();
        if selection == PathSelection::All || !solver.grid.is_full() || solver.distinguishes_tiles()
        {
            return;
        }
        for cell in 0..layout.first.len() as u32 {
            let same = |cells: &Vec<u32>| layout.same_tile(cells[0] as usize, cell as usize);
            let kind = self.kinds.iter().position(same).unwrap_or_else(|| {
                self.kinds.push(Vec::new());
                self.kinds.len() - 1
            });
            self.kinds[kind].push(cell);
            self.kind_of.push(kind as u32);
        }
    }

    fn read_path(&mut self, mut path: PartialPath) {
        self.path.clear();
        let mut depth = self.prefix.len() - 1;
        loop {
            if !path.continues {
                self.path.push(Cell::new(path.cell as usize));
            }
            if depth == 0 {
                break;
            }
            depth -= 1;
            path = self.levels[depth][usize::from(self.prefix[depth])][path.parent as usize];
        }
        self.path.reverse();
    }
}

/// Returns when paths can be merged.
fn merging(solver: &Prepared, layout: &Layout, selection: PathSelection) -> Merging {
    // Beyond 64 cells, the signature of a path is not its set of cells. Where cells touch only
    // some others, hardly any two paths of a prefix have the same cells.
    let has_orders = solver.grid.is_full() || solver.grid.reuses_tiles();
    if selection == PathSelection::All || solver.grid.len() > 64 || !has_orders {
        return Merging::Never;
    }
    let wildcards_differ =
        layout.has_wildcard && solver.rules.wildcard_points && solver.tile_table.has_letter_values;
    match layout.tiles_scored && (wildcards_differ || solver.grid.reuses_tiles()) {
        false => Merging::SameTiles,
        // The letter of a wildcard must be known as soon as it is entered.
        true if wildcards_differ && !solver.lexicon.alphabet().is_simple() => Merging::Never,
        true => Merging::SameTilesAndWorth,
    }
}

fn memory_of(level: &Level) -> usize {
    let paths: usize = level.iter().map(Vec::capacity).sum();
    paths * size_of::<PartialPath>()
}

impl Paths<'_, '_> {
    /// Returns whether the budget was used up, so that not all paths were passed on.
    pub(super) fn have_stopped(&self) -> bool {
        self.meter.has_stopped()
    }

    /// Calls `f` for each path until it stops.
    pub(super) fn each(
        &mut self,
        mut f: impl FnMut(&[Cell]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let depth = self.general.prefix.len() - 1;
        let last = usize::from(self.general.prefix[depth]);
        for index in 0..self.count {
            if !self.meter.spend(1 + depth as u32 / 2) {
                return ControlFlow::Break(());
            }
            let path = self.general.levels[depth][last][index];
            if path.progress == TileProgress::Complete {
                self.general.read_path(path);
                f(&self.general.path)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the cells of all paths for which `counts` holds, in ascending order.
    pub(super) fn cells(&mut self, cell_count: usize, counts: impl Fn(&[Cell]) -> bool) -> &[Cell] {
        let mut cells = std::mem::take(&mut self.general.cells);
        let mut epochs = std::mem::take(&mut self.general.epochs);
        cells.clear();
        epochs.resize(cell_count, 0);
        self.general.epoch = self.general.epoch.wrapping_add(1);
        if self.general.epoch == 0 {
            epochs.fill(0);
            self.general.epoch = 1;
        }
        let epoch = self.general.epoch;
        let kinds = std::mem::take(&mut self.general.kinds);
        let kind_of = std::mem::take(&mut self.general.kind_of);
        let _ = self.each(|path| {
            if !counts(path) {
                return ControlFlow::Continue(());
            }
            for &cell in path {
                let one = [cell.index() as u32];
                // Any tile of a group of equal tiles could take this place.
                let equal = kind_of
                    .get(cell.index())
                    .map_or(&one[..], |&kind| &kinds[kind as usize]);
                for &cell in equal {
                    if std::mem::replace(&mut epochs[cell as usize], epoch) != epoch {
                        cells.push(Cell::new(cell as usize));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        cells.sort_unstable();
        self.general.kinds = kinds;
        self.general.kind_of = kind_of;
        self.general.epochs = epochs;
        self.general.cells = cells;
        &self.general.cells
    }
}

fn leads_on(layout: &Layout, cell: u32, symbols: u32) -> bool {
    match layout.first[cell as usize] {
        NO_SYMBOL => false,
        ANY_SYMBOL => true,
        symbol => symbols >> symbol & 1 != 0,
    }
}

fn progress_after(more: &[u8], at: u32) -> TileProgress {
    if (at as usize) < more.len() {
        TileProgress::Within(at)
    } else {
        TileProgress::Complete
    }
}

fn wildcard_progress(layout: &Layout, cell: u32, ends_letter: bool) -> TileProgress {
    if ends_letter {
        progress_after(layout.more(cell as usize), 0)
    } else {
        TileProgress::WithinWildcard
    }
}

/// Adds the paths that enter a tile, after a path or as the first tile.
#[inline]
#[expect(clippy::too_many_arguments, reason = "the loop state of `expand`")]
fn enter(
    search: Search<'_>,
    from: Option<PartialPath>,
    cell: u32,
    parent: u32,
    symbols: u32,
    ends: u32,
    worths: Option<&mut WorthTable>,
    level: &mut Level,
) {
    let layout = search.layout;
    let before = from.map_or(0, |path| path.worth);
    let path = PartialPath {
        cell,
        parent,
        progress: TileProgress::Complete,
        continues: false,
        worth: 0,
        signature: from.map_or(0, |path| path.signature) | 1 << (cell % 64),
    };
    match layout.first[cell as usize] {
        NO_SYMBOL => {}
        ANY_SYMBOL => {
            let mut worths = worths;
            for symbol in bits(symbols.into()) {
                let worth = worths.as_deref_mut().map_or(0, |worths| {
                    worths.after(before, cell, Some(symbol as u8), search)
                });
                level[symbol].push(PartialPath {
                    progress: wildcard_progress(layout, cell, ends >> symbol & 1 != 0),
                    worth,
                    ..path
                });
            }
        }
        symbol => {
            if symbols >> symbol & 1 != 0 {
                let worth = worths.map_or(0, |worths| worths.after(before, cell, None, search));
                level[usize::from(symbol)].push(PartialPath {
                    progress: progress_after(layout.more(cell as usize), 0),
                    worth,
                    ..path
                });
            }
        }
    }
}
