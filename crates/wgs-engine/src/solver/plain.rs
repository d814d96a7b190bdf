//! The plain search: depth first over the cells, as deep as the lexicon allows.
//!
//! It searches any grid with any tiles. The faster engines are tested and measured against
//! it. It also takes over where they cannot work: on large boards with wildcards, and on
//! grids whose cells have many neighbours.

mod large;

use super::Prepared;
use crate::budget::Meter;
use crate::grid::Cell;
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};
use crate::solution::bits;
pub(super) use large::LargeSearch;

/// Receives the words of a search, one path after another. The plain and the dictionary search
/// visit the paths of a word in ascending order.
pub(super) trait PathVisitor {
    /// Whether the visitor uses the paths. If not, the search may pass any.
    const PATHS: bool;

    /// Called with each path of each word.
    fn word(&mut self, slot: u32, path: &[Cell]);

    /// Called when every path from now on comes after all those so far.
    fn begin_block(&mut self) {}

    /// Whether the first path of each word is enough.
    fn one_path_is_enough(&self) -> bool {
        false
    }

    /// Whether the search can end. Only the dictionary search asks.
    fn has_stopped(&self) -> bool {
        false
    }

    /// Whether the visitor ignores further paths of a word.
    fn has_final_path(&self, _slot: u32) -> bool {
        false
    }
}

/// Returns the symbols on some cells, as a mask.
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
pub(super) fn search(
    solver: &Prepared,
    layout: &Layout,
    meter: &mut Meter<'_>,
    visitor: &mut impl PathVisitor,
) {
    if solver.grid.len() > 64 {
        return LargeSearch::new(&solver.lexicon, &solver.grid, layout, meter).search(visitor);
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
        *symbols = around(layout, bits(solver.neighbours[cell]));
    }
    let mut search = PlainSearch {
        lexicon: &solver.lexicon,
        nodes: solver.lexicon.nodes(),
        neighbours: &solver.neighbours,
        claim: if solver.grid.reuses_tiles() { 0 } else { !0 },
        layout,
        at,
        around: arounds,
        path: [Cell::FIRST; PATH],
        meter,
        visitor,
    };
    match search.meter.is_unlimited() {
        true => search.run::<false>(special),
        false => search.run::<true>(special),
    }
}

/// Longer than the path of any word, so that an index modulo this needs no bounds check.
const PATH: usize = 256;

struct PlainSearch<'s, 'b, V> {
    lexicon: &'s Lexicon,
    nodes: &'s [Node],
    neighbours: &'s [u64; 64],
    /// All ones if a word may use a cell only once.
    claim: u64,
    layout: &'s Layout,
    /// For each symbol, the cells that have it.
    at: [u64; 32],
    /// The symbols beside each cell.
    around: [u32; 64],
    path: [Cell; PATH],
    meter: &'s mut Meter<'b>,
    visitor: &'s mut V,
}

/// The functions have a copy that counts no steps, for searches without limits: counting takes
/// one instruction in twenty.
impl<V: PathVisitor> PlainSearch<'_, '_, V> {
    fn run<const COUNTED: bool>(&mut self, special: bool) {
        let root = self.nodes[0];
        for cell in 0..self.layout.first.len() {
            if special {
                self.enter::<COUNTED>(root, cell, 0, 0);
            } else if let Some(slot) = root.child_of(self.layout.first[cell]) {
                self.arrive::<COUNTED>(slot, cell, 0, 0, false);
            }
        }
    }

    /// Adds a cell to the path, after its letters have led to a slot.
    #[inline]
    fn arrive<const COUNTED: bool>(
        &mut self,
        slot: u32,
        cell: usize,
        used: u64,
        depth: usize,
        special: bool,
    ) {
        let node = self.nodes[slot as usize];
        if V::PATHS {
            self.path[depth % PATH] = Cell::new(cell);
        }
        if node.is_word() {
            let length = if V::PATHS { depth % PATH + 1 } else { 0 };
            self.visitor.word(slot, &self.path[..length]);
        }
        let goes_on = node.symbols() & self.around[cell % 64] != 0;
        if goes_on && (!COUNTED || self.meter.spend(1)) {
            let used = used | (1 << (cell % 64)) & self.claim;
            if special {
                self.extend_special::<COUNTED>(node, cell, used, depth + 1);
            } else {
                self.extend::<COUNTED>(node, cell, used, depth + 1);
            }
        }
    }

    /// Extends a path on a board where every tile is one symbol.
    fn extend<const COUNTED: bool>(&mut self, node: Node, cell: usize, used: u64, depth: usize) {
        let open = self.neighbours[cell % 64] & !used;
        let mut symbols = node.symbols() & self.around[cell % 64];
        while symbols != 0 {
            let bit = symbols & symbols.wrapping_neg();
            symbols ^= bit;
            let cells = self.at[bit.trailing_zeros() as usize % 32] & open;
            if cells != 0 {
                let slot = node.first + (node.mask & (bit - 1)).count_ones();
                for next in bits(cells) {
                    self.arrive::<COUNTED>(slot, next, used, depth, false);
                }
            }
        }
    }

    /// Extends a path on a board with wildcards or tiles of several symbols.
    fn extend_special<const COUNTED: bool>(
        &mut self,
        node: Node,
        cell: usize,
        used: u64,
        depth: usize,
    ) {
        for next in bits(self.neighbours[cell % 64] & !used) {
            self.enter::<COUNTED>(node, next, used, depth);
        }
    }

    fn enter<const COUNTED: bool>(&mut self, node: Node, cell: usize, used: u64, depth: usize) {
        match self.layout.first[cell] {
            NO_SYMBOL => {}
            ANY_SYMBOL => {
                let lexicon = self.lexicon;
                lexicon.each_letter(node, |_, slot| {
                    self.follow::<COUNTED>(slot, cell, used, depth);
                });
            }
            symbol => {
                if let Some(slot) = node.child(symbol) {
                    self.follow::<COUNTED>(slot, cell, used, depth);
                }
            }
        }
    }

    /// Follows the remaining symbols of a cell.
    fn follow<const COUNTED: bool>(&mut self, slot: u32, cell: usize, used: u64, depth: usize) {
        if let Some(slot) = self.lexicon.follow(slot, self.layout.more(cell)) {
            self.arrive::<COUNTED>(slot, cell, used, depth, true);
        }
    }
}

impl Node {
    /// Like [`Node::child`], but also accepts [`NO_SYMBOL`] and [`ANY_SYMBOL`], which have no
    /// child.
    fn child_of(self, symbol: u8) -> Option<u32> {
        (symbol < 32).then(|| self.child(symbol))?
    }
}
