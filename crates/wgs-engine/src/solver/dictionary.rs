//! The dictionary-driven search: looks for one word after another on the board, whereas the
//! other searches walk over the board and look up the lexicon.
//!
//! Its cost depends on the words more than on the board, and it can stop at the first path of
//! a word. So it searches boards with many wildcards, which have too many paths for the other
//! searches. It skips words, and all words with the same beginning, for which the board has
//! too few of some letter.
//!
//! Words come in alphabetical order, and the paths of a word in ascending order.

use std::ops::ControlFlow;

use super::Prepared;
use super::plain::PathVisitor;
use crate::alphabet::SYMBOLS;
use crate::budget::Meter;
use crate::grid::{Cell, Grid};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};

/// Searches one board.
pub(super) fn search(
    solver: &Prepared,
    layout: &Layout,
    meter: &mut Meter<'_>,
    visitor: &mut impl PathVisitor,
) {
    let mut search = DictionarySearch {
        grid: &solver.grid,
        lexicon: &solver.lexicon,
        layout,
        supply: Supply::new(solver, layout),
        starts: vec![Vec::new(); SYMBOLS + 1],
        word: Vec::new(),
        ends: Vec::new(),
        used: vec![false; layout.first.len()],
        path: Vec::new(),
        meter,
        visitor,
    };
    for (cell, &symbol) in layout.first.iter().enumerate() {
        match symbol {
            NO_SYMBOL => {}
            ANY_SYMBOL => search.starts.iter_mut().for_each(|cells| cells.push(cell)),
            symbol => search.starts[usize::from(symbol)].push(cell),
        }
    }
    search.descend(solver.lexicon.node(0));
}

/// The number of times the board has each symbol, minus those in the current word.
struct Supply {
    left: [i32; SYMBOLS],
    /// The number of symbols of the word that the board lacks.
    lacking: i32,
    /// The number of symbols that wildcards can replace.
    wildcards: i32,
    /// The number of symbols on all tiles, minus those in the current word.
    total: i32,
    /// Whether a word may use a tile again, so that the supply never runs out.
    endless: bool,
}

impl Supply {
    fn new(solver: &Prepared, layout: &Layout) -> Self {
        let mut supply = Self {
            left: [0; SYMBOLS],
            lacking: 0,
            wildcards: 0,
            total: 0,
            endless: solver.grid.reuses_tiles(),
        };
        let alphabet = solver.lexicon.alphabet();
        let codes = alphabet.letters().map(|(letter, _)| alphabet.code(letter));
        let longest = codes.map(<[u8]>::len).max().unwrap_or(0) as i32;
        for (cell, &first) in layout.first.iter().enumerate() {
            match first {
                NO_SYMBOL => continue,
                ANY_SYMBOL => {
                    supply.wildcards += longest;
                    supply.total += longest;
                }
                symbol => supply.add(symbol),
            }
            layout
                .more(cell)
                .iter()
                .for_each(|&symbol| supply.add(symbol));
        }
        if supply.endless && supply.wildcards > 0 {
            supply.wildcards = i32::MAX;
        }
        supply
    }

    fn add(&mut self, symbol: u8) {
        self.left[usize::from(symbol)] += 1;
        self.total += 1;
    }

    fn take(&mut self, symbol: u8) {
        let left = &mut self.left[usize::from(symbol)];
        // A symbol that can be used again is never used up.
        let used = i32::from(!self.endless || *left <= 0);
        *left -= used;
        self.lacking += i32::from(*left < 0) * used;
        self.total -= i32::from(!self.endless);
    }

    fn give_back(&mut self, symbol: u8) {
        let left = &mut self.left[usize::from(symbol)];
        let used = i32::from(!self.endless || *left < 0);
        self.lacking -= i32::from(*left < 0) * used;
        *left += used;
        self.total += i32::from(!self.endless);
    }

    fn is_short(&self) -> bool {
        self.lacking > self.wildcards || self.total < 0
    }
}

struct DictionarySearch<'s, 'b, V> {
    grid: &'s Grid,
    lexicon: &'s Lexicon,
    layout: &'s Layout,
    supply: Supply,
    /// For each symbol, the cells at which a word that begins with it can start, in ascending
    /// order.
    starts: Vec<Vec<usize>>,
    /// The symbols of the current word.
    word: Vec<u8>,
    /// For each symbol of the word that starts a letter, the end of that letter; 0 for others.
    ends: Vec<usize>,
    used: Vec<bool>,
    path: Vec<Cell>,
    meter: &'s mut Meter<'b>,
    visitor: &'s mut V,
}

impl<V: PathVisitor> DictionarySearch<'_, '_, V> {
    /// Looks for all words that begin with the current one.
    fn descend(&mut self, node: Node) {
        let lexicon = self.lexicon;
        lexicon.each_letter(node, |letter, slot| {
            if self.visitor.has_stopped() || !self.meter.spend(1) {
                return;
            }
            let code = lexicon.alphabet().code(letter);
            let start = self.word.len();
            self.word.extend_from_slice(code);
            self.ends.push(self.word.len());
            self.ends.resize(self.word.len(), 0);
            code.iter().for_each(|&symbol| self.supply.take(symbol));
            if !self.supply.is_short() {
                let node = lexicon.node(slot);
                if node.is_word() {
                    self.look_for(slot);
                }
                if node.symbols() != 0 {
                    self.descend(node);
                }
            }
            code.iter()
                .for_each(|&symbol| self.supply.give_back(symbol));
            self.word.truncate(start);
            self.ends.truncate(start);
        });
    }

    /// Looks for the current word.
    fn look_for(&mut self, slot: u32) {
        let first = usize::from(self.word[0]);
        for index in 0..self.starts[first].len() {
            if self.enter(self.starts[first][index], 0, slot).is_break() {
                return;
            }
        }
    }

    /// Matches a tile with the word from a symbol on. Returns the end of the match.
    fn spell(&self, cell: usize, symbol: usize) -> Option<usize> {
        let end = match self.layout.first[cell] {
            NO_SYMBOL => return None,
            ANY_SYMBOL => self.ends[symbol],
            first => (symbol + 1) * usize::from(self.word[symbol] == first),
        };
        let more = self.layout.more(cell);
        let fits = end != 0 && self.word.get(end..end + more.len()) == Some(more);
        fits.then(|| end + more.len())
    }

    /// Spells the word from a symbol on, starting with a cell. Breaks if no further path of the
    /// word is needed.
    fn enter(&mut self, cell: usize, symbol: usize, slot: u32) -> ControlFlow<()> {
        let claims = !self.grid.reuses_tiles();
        if claims && self.used[cell] {
            return ControlFlow::Continue(());
        }
        let Some(end) = self.spell(cell, symbol) else {
            return ControlFlow::Continue(());
        };
        if !self.meter.spend(1) {
            return ControlFlow::Break(());
        }
        self.path.push(Cell::new(cell));
        let found = if end == self.word.len() {
            self.visitor.word(slot, &self.path);
            match self.visitor.one_path_is_enough() || self.visitor.has_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        } else {
            self.used[cell] = true;
            let found = self.extend(cell, end, slot);
            self.used[cell] = false;
            found
        };
        self.path.pop();
        found
    }

    fn extend(&mut self, cell: usize, symbol: usize, slot: u32) -> ControlFlow<()> {
        let grid = self.grid;
        for next in grid.neighbours(Cell::new(cell)) {
            self.enter(next.index(), symbol, slot)?;
        }
        ControlFlow::Continue(())
    }
}
