//! The plain search: depth first over the cells, down the lexicon as far as it goes.
//!
//! It serves any grid with any tiles. It is the twin that the faster engines are tested
//! against and the yardstick they are measured by, and serves where they do not: large boards
//! with wildcards, and grids whose cells have many neighbours.

mod large;

use super::Field;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};
use crate::solution::bits;
pub(super) use large::Large;

/// Takes the words of a search that hands out one path after the other. Of each word, the
/// plain search hands out the paths in ascending order.
pub(super) trait Visit {
    /// Whether paths are wanted; without, they mean nothing.
    const PATHS: bool;

    fn word(&mut self, slot: u32, path: &[Cell]);

    /// Told when all paths to come are later than all that came.
    fn turn_page(&mut self) {}

    /// Whether one path of each word is enough, the first in ascending order.
    fn one_is_enough(&self) -> bool {
        false
    }

    /// Whether no word and no path matters any more. Only the dictionary search asks.
    fn is_over(&self) -> bool {
        false
    }

    /// Whether no later path of a word matters.
    fn is_settled(&self, _slot: u32) -> bool {
        false
    }
}

/// The symbols on some cells.
fn around(layout: &Layout, cells: impl Iterator<Item = usize>) -> u32 {
    cells.fold(0, |symbols, cell| {
        symbols
            | match layout.first[cell] {
                NO_SYMBOL => 0,
                ANY_SYMBOL => !0,
                symbol => 1 << symbol,
            }
    })
}

/// Searches one board.
pub(super) fn search(field: &Field<'_>, layout: &Layout, visit: &mut impl Visit) {
    if field.grid.len() > 64 {
        return Large::new(field.lexicon, field.grid, layout).search(visit);
    }
    let mut at = [0; 32];
    for (cell, &symbol) in layout.first.iter().enumerate() {
        if symbol < 32 {
            at[usize::from(symbol)] |= 1 << cell;
        }
    }
    let special = layout.has_more || layout.has_wildcard;
    let mut arounds = [0; 64];
    for (cell, symbols) in arounds.iter_mut().enumerate().take(layout.first.len()) {
        *symbols = around(layout, bits(field.neighbours[cell]));
    }
    let mut search = Search {
        lexicon: field.lexicon,
        nodes: field.lexicon.nodes(),
        neighbours: field.neighbours,
        claim: if field.grid.reuses_tiles() { 0 } else { !0 },
        layout,
        at,
        around: arounds,
        path: [Cell::FIRST; PATH],
        visit,
    };
    let root = search.nodes[0];
    for cell in 0..layout.first.len() {
        if special {
            search.enter(root, cell, 0, 0);
        } else if let Some(slot) = root.child_of(layout.first[cell]) {
            search.arrive(slot, cell, 0, 0, false);
        }
    }
}

/// Longer than any word's path, so that an index into it needs no check.
const PATH: usize = 256;

struct Search<'s, V> {
    lexicon: &'s Lexicon,
    nodes: &'s [Node],
    neighbours: &'s [u64; 64],
    /// All ones where a word uses a cell only once.
    claim: u64,
    layout: &'s Layout,
    /// The cells of each symbol.
    at: [u64; 32],
    /// The symbols beside each cell.
    around: [u32; 64],
    path: [Cell; PATH],
    visit: &'s mut V,
}

impl<V: Visit> Search<'_, V> {
    /// Takes a cell into the path, after its letters were followed to a slot.
    #[inline]
    fn arrive(&mut self, slot: u32, cell: usize, used: u64, depth: usize, special: bool) {
        let node = self.nodes[slot as usize];
        if V::PATHS {
            self.path[depth % PATH] = Cell::new(cell);
        }
        if node.is_word() {
            let length = if V::PATHS { depth % PATH + 1 } else { 0 };
            self.visit.word(slot, &self.path[..length]);
        }
        if node.symbols() & self.around[cell % 64] != 0 {
            let used = used | (1 << (cell % 64)) & self.claim;
            if special {
                self.go_on_specially(node, cell, used, depth + 1);
            } else {
                self.go_on(node, cell, used, depth + 1);
            }
        }
    }

    /// Goes on from a cell of a board on which every tile is one symbol.
    fn go_on(&mut self, node: Node, cell: usize, used: u64, depth: usize) {
        let open = self.neighbours[cell % 64] & !used;
        let mut symbols = node.symbols() & self.around[cell % 64];
        while symbols != 0 {
            let bit = symbols & symbols.wrapping_neg();
            symbols ^= bit;
            let cells = self.at[bit.trailing_zeros() as usize % 32] & open;
            if cells != 0 {
                let slot = node.first + (node.mask & (bit - 1)).count_ones();
                for next in bits(cells) {
                    self.arrive(slot, next, used, depth, false);
                }
            }
        }
    }

    /// Goes on from a cell of a board with wildcards or tiles of several symbols.
    fn go_on_specially(&mut self, node: Node, cell: usize, used: u64, depth: usize) {
        for next in bits(self.neighbours[cell % 64] & !used) {
            self.enter(node, next, used, depth);
        }
    }

    fn enter(&mut self, node: Node, cell: usize, used: u64, depth: usize) {
        match self.layout.first[cell] {
            NO_SYMBOL => {}
            ANY_SYMBOL => {
                let lexicon = self.lexicon;
                lexicon.each_letter(node, |_, slot| self.follow(slot, cell, used, depth));
            }
            symbol => {
                if let Some(slot) = node.child(symbol) {
                    self.follow(slot, cell, used, depth);
                }
            }
        }
    }

    /// Follows the further symbols of a cell.
    fn follow(&mut self, slot: u32, cell: usize, used: u64, depth: usize) {
        if let Some(slot) = self.lexicon.follow(slot, self.layout.more(cell)) {
            self.arrive(slot, cell, used, depth, true);
        }
    }
}

impl Node {
    /// As [`Node::child`], for a symbol that may be none.
    fn child_of(self, symbol: u8) -> Option<u32> {
        (symbol < 32).then(|| self.child(symbol))?
    }
}
