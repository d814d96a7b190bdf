//! The dictionary-driven search: takes one word after the other and looks for it on the
//! board, where all others go over the board and ask the lexicon.
//!
//! What it costs depends on the words more than on the board, and a word that was found once
//! need not be looked for again: so it serves boards with many wildcards, on which there are
//! more paths than anyone can follow. Words, and whole families of them, whose letters the
//! board does not have often enough are passed over.
//!
//! Words come in alphabetical order, and their paths in that of positions.

use super::Field;
use super::plain::Visit;
use crate::alphabet::SYMBOLS;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};

/// Searches one board.
pub(super) fn search(field: &Field<'_>, layout: &Layout, visit: &mut impl Visit) {
    let mut search = Search {
        field,
        lexicon: field.lexicon,
        layout,
        supply: Supply::new(field, layout),
        starts: vec![Vec::new(); SYMBOLS + 1],
        word: Vec::new(),
        ends: Vec::new(),
        used: vec![false; layout.first.len()],
        path: Vec::new(),
        visit,
    };
    for (cell, &symbol) in layout.first.iter().enumerate() {
        match symbol {
            NO_SYMBOL => {}
            ANY_SYMBOL => search.starts.iter_mut().for_each(|cells| cells.push(cell)),
            symbol => search.starts[usize::from(symbol)].push(cell),
        }
    }
    search.descend(field.lexicon.node(0));
}

/// How often the board has each symbol, less those of the word at hand.
struct Supply {
    left: [i32; SYMBOLS],
    /// How many symbols of the word the board lacks.
    lacking: i32,
    /// How many symbols wildcards can stand for.
    wildcards: i32,
    /// How many more symbols all tiles together have.
    total: i32,
    /// Whether tiles can be used again, so that one is as good as many.
    endless: bool,
}

impl Supply {
    fn new(field: &Field<'_>, layout: &Layout) -> Self {
        let mut supply = Self {
            left: [0; SYMBOLS],
            lacking: 0,
            wildcards: 0,
            total: 0,
            endless: field.grid.reuses_tiles(),
        };
        let alphabet = field.lexicon.alphabet();
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
        // One that can be used again is never used up.
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

struct Search<'s, V> {
    field: &'s Field<'s>,
    lexicon: &'s Lexicon,
    layout: &'s Layout,
    supply: Supply,
    /// The cells at which a word with this first symbol can begin, ascending.
    starts: Vec<Vec<usize>>,
    /// The symbols of the word at hand.
    word: Vec<u8>,
    /// For each symbol of the word that starts a letter, where the letter ends; else 0.
    ends: Vec<usize>,
    used: Vec<bool>,
    path: Vec<Cell>,
    visit: &'s mut V,
}

/// Whether to look for more paths of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum More {
    Wanted,
    Enough,
}

impl<V: Visit> Search<'_, V> {
    /// Looks for all words that go on from the one at hand.
    fn descend(&mut self, node: Node) {
        let lexicon = self.lexicon;
        lexicon.each_letter(node, |letter, slot| {
            if self.visit.is_over() {
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

    /// Looks for the word at hand.
    fn look_for(&mut self, slot: u32) {
        let first = usize::from(self.word[0]);
        for index in 0..self.starts[first].len() {
            if self.enter(self.starts[first][index], 0, slot) == More::Enough {
                return;
            }
        }
    }

    /// Where in the word a tile ends that is laid at a symbol, if it fits.
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

    /// Spells the word from a symbol on, beginning with a cell.
    fn enter(&mut self, cell: usize, symbol: usize, slot: u32) -> More {
        let claims = !self.field.grid.reuses_tiles();
        if claims && self.used[cell] {
            return More::Wanted;
        }
        let Some(end) = self.spell(cell, symbol) else {
            return More::Wanted;
        };
        self.path.push(Cell::new(cell));
        let found = if end == self.word.len() {
            self.visit.word(slot, &self.path);
            match self.visit.one_is_enough() || self.visit.is_over() {
                true => More::Enough,
                false => More::Wanted,
            }
        } else {
            self.used[cell] = true;
            let found = self.go_on(cell, end, slot);
            self.used[cell] = false;
            found
        };
        self.path.pop();
        found
    }

    fn go_on(&mut self, cell: usize, symbol: usize, slot: u32) -> More {
        let grid = self.field.grid;
        for next in grid.neighbours(Cell::new(cell)) {
            if self.enter(next.index(), symbol, slot) == More::Enough {
                return More::Enough;
            }
        }
        More::Wanted
    }
}
