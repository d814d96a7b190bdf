//! The general search: visits each lexicon node once per board, carrying every way to
//! spell the prefix. It takes grids of any size, racks and tiles that may be used again.
//!
//! Words come out in alphabetical order with all their paths at once, so nothing has to be
//! marked or compared. Memory is that of the ways to spell one prefix and its beginnings:
//! in proportion to the board, unless wildcards multiply the ways.
//!
//! On a grid where every cell touches every other, equal tiles are interchangeable. Unless
//! the caller wants every single path, only the first free one of them is tried: a rack of
//! seven letters with two blanks has thousands of paths, but few different ones.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::Field;
use crate::alphabet::SYMBOLS;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::solution::bits;

/// One way to spell a prefix: its last cell and the way to the letter before.
#[derive(Clone, Copy, Debug)]
struct Way {
    cell: u32,
    /// Index among the ways of the prefix that is one symbol shorter.
    parent: u32,
    stage: Stage,
    /// Whether the cell is also the parent's: a tile of several symbols goes on.
    continues: bool,
    /// Bit `cell % 64` of each cell used, so that most cells are seen to be free at once.
    signature: u64,
}

/// How much of its tile a way has spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Complete,
    /// The tile's further symbols from this one on are to come.
    Within(u32),
    /// A wildcard has taken part of a letter that is coded as several symbols.
    WildcardOpen,
}

/// The memory of general searches.
#[derive(Default)]
pub(super) struct General {
    /// For each depth, the ways by their last symbol.
    levels: Vec<[Vec<Way>; SYMBOLS]>,
    /// The symbols of the prefix at hand.
    trail: Vec<u8>,
    /// Equal tiles, for each of them its cells, ascending. Empty where every cell counts.
    kinds: Vec<Vec<u32>>,
    kind_of: Vec<u32>,
    /// Whether ways that use the same set of tiles are worth the same.
    same_set_same_worth: bool,
    sets: HashSet<(u32, Stage, u64)>,
    path: Vec<Cell>,
    cells: Vec<Cell>,
    epoch: u32,
    epochs: Vec<u32>,
}

/// Which paths of a word the caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every path.
    All,
    /// The paths that differ in more than which of several equal tiles they use.
    Different,
}

/// All paths of one word.
pub(super) struct Paths<'g> {
    general: &'g mut General,
    ways: std::ops::Range<usize>,
}

impl General {
    /// Searches one board. `found` takes each word's slot and paths, and may stop.
    pub(super) fn search(
        &mut self,
        field: &Field<'_>,
        layout: &Layout,
        wanted: Wanted,
        found: &mut dyn FnMut(u32, Paths<'_>) -> ControlFlow<()>,
    ) {
        self.trail.clear();
        self.find_kinds(field, layout, wanted);
        self.same_set_same_worth = field.grid.reuses_tiles()
            && wanted == Wanted::Different
            && !layout.tiles_scored
            && field.grid.len() <= 64;
        let root = field.lexicon.node(0);
        self.open_level(0);
        let symbols = root.symbols();
        let ends = self.letter_ends(field, symbols);
        let starts: Box<dyn Iterator<Item = u32>> = if self.kinds.is_empty() {
            Box::new(0..layout.first.len() as u32)
        } else {
            Box::new(self.kinds.clone().into_iter().map(|cells| cells[0]))
        };
        let mut level = std::mem::take(&mut self.levels[0]);
        for cell in starts {
            enter(layout, cell, symbols, ends, 0, 0, &mut level);
        }
        self.levels[0] = level;
        let _ = self.descend(field, layout, 0, found);
    }

    /// Goes through the children of a node whose ways lie ready in the level below it.
    fn descend(
        &mut self,
        field: &Field<'_>,
        layout: &Layout,
        slot: u32,
        found: &mut dyn FnMut(u32, Paths<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let depth = self.trail.len();
        let node = field.lexicon.node(slot);
        for (child, symbol) in (node.first..).zip(bits(node.symbols().into())) {
            let ways = self.levels[depth][symbol].len();
            if ways == 0 {
                continue;
            }
            self.trail.push(symbol as u8);
            if field.lexicon.node(child).is_word() {
                let paths = Paths {
                    general: self,
                    ways: 0..ways,
                };
                found(child, paths)?;
            }
            if field.lexicon.node(child).symbols() != 0 {
                self.expand(field, layout, child);
                self.descend(field, layout, child, found)?;
            }
            self.trail.pop();
        }
        ControlFlow::Continue(())
    }

    /// Extends every way of the prefix at hand by one symbol.
    fn expand(&mut self, field: &Field<'_>, layout: &Layout, slot: u32) {
        let depth = self.trail.len();
        self.open_level(depth);
        let symbols = field.lexicon.node(slot).symbols();
        let ends = self.letter_ends(field, symbols);
        let mut level = std::mem::take(&mut self.levels[depth]);
        let last = usize::from(self.trail[depth - 1]);
        for index in 0..self.levels[depth - 1][last].len() {
            let way = self.levels[depth - 1][last][index];
            let parent = index as u32;
            match way.stage {
                Stage::Complete => {
                    self.extend(field, layout, way, parent, symbols, ends, &mut level);
                }
                Stage::Within(at) => {
                    let more = layout.more(way.cell as usize);
                    let symbol = usize::from(more[at as usize]);
                    if symbols >> symbol & 1 != 0 {
                        level[symbol].push(Way {
                            parent,
                            stage: stage_after(more, at + 1),
                            continues: true,
                            ..way
                        });
                    }
                }
                Stage::WildcardOpen => {
                    for symbol in bits(symbols.into()) {
                        level[symbol].push(Way {
                            parent,
                            stage: wildcard_stage(layout, way.cell, ends >> symbol & 1 != 0),
                            continues: true,
                            ..way
                        });
                    }
                }
            }
        }
        if self.same_set_same_worth {
            for ways in &mut level {
                self.keep_first_of_each_set(field, ways);
            }
        }
        self.levels[depth] = level;
    }

    /// With reuse, thousands of ways use the same set of tiles in another order. Where only
    /// the set matters, the first of them will do.
    fn keep_first_of_each_set(&mut self, field: &Field<'_>, ways: &mut Vec<Way>) {
        if ways.len() < 2 {
            return;
        }
        self.sets.clear();
        ways.retain(|way| {
            // Where every cell touches every other, the last one does not matter either.
            let within = way.stage != Stage::Complete || !field.grid.is_full();
            let cell = if within { way.cell } else { u32::MAX };
            self.sets.insert((cell, way.stage, way.signature))
        });
    }

    /// Extends a way that has spelled its tile to the cells beside it.
    #[expect(clippy::too_many_arguments, reason = "the loop state of `expand`")]
    fn extend(
        &self,
        field: &Field<'_>,
        layout: &Layout,
        way: Way,
        parent: u32,
        symbols: u32,
        ends: u32,
        level: &mut [Vec<Way>; SYMBOLS],
    ) {
        let reuse = field.grid.reuses_tiles();
        let mut go = |cell: u32| {
            enter(layout, cell, symbols, ends, parent, way.signature, level);
        };
        let free =
            |cell: u32| reuse || way.signature >> (cell % 64) & 1 == 0 || !self.uses(way, cell);
        if !self.kinds.is_empty() {
            for cells in &self.kinds {
                // A look at the letters first spares most of the search for a free tile.
                if leads_on(layout, cells[0], symbols)
                    && let Some(&cell) = cells.iter().find(|&&cell| free(cell))
                {
                    go(cell);
                }
            }
        } else if let Some(listed) = field.grid.listed(way.cell as usize) {
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

    /// Whether a way goes through a cell.
    fn uses(&self, mut way: Way, cell: u32) -> bool {
        let mut depth = self.trail.len() - 1;
        loop {
            if way.cell == cell {
                return true;
            }
            if depth == 0 {
                return false;
            }
            depth -= 1;
            way = self.levels[depth][usize::from(self.trail[depth])][way.parent as usize];
        }
    }

    fn open_level(&mut self, depth: usize) {
        if self.levels.len() == depth {
            self.levels.push(std::array::from_fn(|_| Vec::new()));
        }
        for ways in &mut self.levels[depth] {
            ways.clear();
        }
    }

    /// Which of the symbols complete a letter behind the prefix at hand.
    fn letter_ends(&self, field: &Field<'_>, symbols: u32) -> u32 {
        let alphabet = field.lexicon.alphabet();
        if alphabet.is_simple() {
            return !0;
        }
        let mut code = Vec::new();
        for &symbol in &self.trail {
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

    /// Groups equal tiles where they are interchangeable.
    fn find_kinds(&mut self, field: &Field<'_>, layout: &Layout, wanted: Wanted) {
        self.kinds.clear();
        self.kind_of.clear();
        if wanted == Wanted::All || !field.grid.is_full() || field.tiles_differ {
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

    fn read_path(&mut self, mut way: Way) {
        self.path.clear();
        let mut depth = self.trail.len() - 1;
        loop {
            if !way.continues {
                self.path.push(Cell::new(way.cell as usize));
            }
            if depth == 0 {
                break;
            }
            depth -= 1;
            way = self.levels[depth][usize::from(self.trail[depth])][way.parent as usize];
        }
        self.path.reverse();
    }
}

impl Paths<'_> {
    /// Calls `f` for each path until it stops.
    pub(super) fn each(
        &mut self,
        mut f: impl FnMut(&[Cell]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let depth = self.general.trail.len() - 1;
        let last = usize::from(self.general.trail[depth]);
        for index in self.ways.clone() {
            let way = self.general.levels[depth][last][index];
            if way.stage == Stage::Complete {
                self.general.read_path(way);
                f(&self.general.path)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether paths come in ascending order.
    pub(super) fn are_ordered(&self) -> bool {
        self.general.kinds.is_empty()
    }

    /// All cells that any of the paths that count uses, ascending.
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
                // Any of several equal tiles could stand here.
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

fn stage_after(more: &[u8], at: u32) -> Stage {
    if (at as usize) < more.len() {
        Stage::Within(at)
    } else {
        Stage::Complete
    }
}

fn wildcard_stage(layout: &Layout, cell: u32, ends_letter: bool) -> Stage {
    if ends_letter {
        stage_after(layout.more(cell as usize), 0)
    } else {
        Stage::WildcardOpen
    }
}

/// Begins a tile.
fn enter(
    layout: &Layout,
    cell: u32,
    symbols: u32,
    ends: u32,
    parent: u32,
    signature: u64,
    level: &mut [Vec<Way>; SYMBOLS],
) {
    let way = |stage| Way {
        cell,
        parent,
        stage,
        continues: false,
        signature: signature | 1 << (cell % 64),
    };
    match layout.first[cell as usize] {
        NO_SYMBOL => {}
        ANY_SYMBOL => {
            for symbol in bits(symbols.into()) {
                let stage = wildcard_stage(layout, cell, ends >> symbol & 1 != 0);
                level[symbol].push(way(stage));
            }
        }
        symbol => {
            if symbols >> symbol & 1 != 0 {
                level[usize::from(symbol)].push(way(stage_after(layout.more(cell as usize), 0)));
            }
        }
    }
}
