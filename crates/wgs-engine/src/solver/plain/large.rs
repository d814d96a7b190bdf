//! The plain search on grids of more than 64 cells, too many for a mask of used cells.

use super::{PathVisitor, around};
use crate::budget::Meter;
use crate::grid::{Cell, Grid};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};

/// A search of one large board.
pub(in super::super) struct LargeSearch<'s, 'b> {
    lexicon: &'s Lexicon,
    grid: &'s Grid,
    layout: &'s Layout,
    /// Whether a word may use a cell only once.
    claims: bool,
    /// The symbols beside each cell, as bits.
    around: Vec<u32>,
    /// For each cell the first symbols of its neighbours, see [`beside`]. Empty if the board has
    /// wildcards or a cell has more than eight neighbours.
    beside: Vec<u64>,
    used: Vec<bool>,
    path: Vec<Cell>,
    meter: &'s mut Meter<'b>,
}

/// Returns the first symbols of up to eight neighbours, one byte each.
fn beside(grid: &Grid, layout: &Layout, cell: Cell) -> u64 {
    let mut symbols = [NO_SYMBOL; 8];
    for (symbol, next) in symbols.iter_mut().zip(grid.neighbours(cell)) {
        *symbol = layout.first[next.index()];
    }
    u64::from_le_bytes(symbols)
}

/// Sets the top bit of each byte that equals a symbol, and clears all other bits.
fn equal_bytes(bytes: u64, symbol: u32) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differences = bytes ^ (u64::from(symbol) * 0x0101_0101_0101_0101);
    !(((differences & LOW) + LOW) | differences | LOW)
}

impl<'s, 'b> LargeSearch<'s, 'b> {
    pub(in super::super) fn new(
        lexicon: &'s Lexicon,
        grid: &'s Grid,
        layout: &'s Layout,
        meter: &'s mut Meter<'b>,
    ) -> Self {
        let simple = !layout.has_wildcard && grid.max_neighbours() <= 8;
        let beside = |cell| beside(grid, layout, cell);
        Self {
            lexicon,
            grid,
            layout,
            claims: !grid.reuses_tiles(),
            around: grid
                .cells()
                .map(|cell| around(layout, grid.neighbours(cell).map(Cell::index)))
                .collect(),
            beside: match simple {
                true => grid.cells().map(beside).collect(),
                false => Vec::new(),
            },
            used: vec![false; grid.len()],
            path: Vec::new(),
            meter,
        }
    }

    /// Returns the meter that the search counts its steps with.
    pub(in super::super) fn meter(&mut self) -> &mut Meter<'b> {
        self.meter
    }

    /// Searches the board.
    pub(super) fn search(&mut self, visitor: &mut impl PathVisitor) {
        for cell in self.grid.cells() {
            self.enter(self.lexicon.node(0), cell, visitor);
        }
    }

    /// Searches for all words that begin with a path, which has led to a node.
    pub(in super::super) fn extend_path(
        &mut self,
        node: Node,
        path: &[Cell],
        visitor: &mut impl PathVisitor,
    ) {
        let Some((&last, before)) = path.split_last() else {
            return;
        };
        self.path.clear();
        self.path.extend_from_slice(path);
        for cell in before {
            self.used[cell.index()] = true;
        }
        self.extend(node, last, visitor);
        for cell in before {
            self.used[cell.index()] = false;
        }
        self.path.clear();
    }

    fn enter(&mut self, node: Node, cell: Cell, visitor: &mut impl PathVisitor) {
        match self.layout.first[cell.index()] {
            NO_SYMBOL => {}
            ANY_SYMBOL => {
                let lexicon = self.lexicon;
                lexicon.each_letter(node, |_, slot| self.follow(slot, cell, visitor));
            }
            symbol => {
                if let Some(slot) = node.child(symbol) {
                    self.follow(slot, cell, visitor);
                }
            }
        }
    }

    /// Follows the remaining symbols of a cell.
    fn follow(&mut self, slot: u32, cell: Cell, visitor: &mut impl PathVisitor) {
        if let Some(slot) = self.lexicon.follow(slot, self.layout.more(cell.index())) {
            self.arrive(slot, cell, visitor);
        }
    }

    fn arrive<V: PathVisitor>(&mut self, slot: u32, cell: Cell, visitor: &mut V) {
        let node = self.lexicon.node(slot);
        if V::PATHS {
            self.path.push(cell);
        }
        if node.is_word() {
            visitor.word(slot, &self.path);
        }
        self.extend(node, cell, visitor);
        if V::PATHS {
            self.path.pop();
        }
    }

    /// Extends a path from its last cell, which has led to a node.
    fn extend(&mut self, node: Node, cell: Cell, visitor: &mut impl PathVisitor) {
        let symbols = node.symbols() & self.around[cell.index()];
        if symbols == 0 || !self.meter.spend(1) {
            return;
        }
        self.used[cell.index()] = self.claims;
        if let Some(&beside) = self.beside.get(cell.index()) {
            self.extend_by_symbol(node, cell, symbols, beside, visitor);
        } else {
            let grid = self.grid;
            for next in grid.neighbours(cell) {
                if !self.used[next.index()] {
                    self.enter(node, next, visitor);
                }
            }
        }
        self.used[cell.index()] = false;
    }

    /// Like [`Self::extend`], using [`Self::beside`].
    fn extend_by_symbol(
        &mut self,
        node: Node,
        cell: Cell,
        mut symbols: u32,
        beside: u64,
        visitor: &mut impl PathVisitor,
    ) {
        let grid = self.grid;
        let neighbours = grid.listed(cell.index()).unwrap_or(&[]);
        while symbols != 0 {
            let symbol = symbols.trailing_zeros();
            symbols &= symbols - 1;
            let slot = node.first + (node.mask & ((1 << symbol) - 1)).count_ones();
            let mut equal = equal_bytes(beside, symbol);
            while equal != 0 {
                let next = neighbours[equal.trailing_zeros() as usize / 8];
                equal &= equal - 1;
                if !self.used[next.index()] {
                    self.follow(slot, next, visitor);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_equal_bytes_are_marked() {
        for (bytes, symbol, expected) in [
            ([5, 4, 5, 0xff, 0, 0xfe, 5, 6], 5, 0b0100_0101),
            ([0, 1, 0, 1, 0x80, 0x81, 0, 0], 0, 0b1100_0101),
            ([30, 31, 29, 30, 30, 30, 30, 30], 30, 0b1111_1001),
        ] {
            let found = equal_bytes(u64::from_le_bytes(bytes), symbol);
            let expected = (0..8u64).fold(0, |mask, byte| {
                mask | (expected >> byte & 1) << (8 * byte + 7)
            });
            assert_eq!(found, expected, "{bytes:?} {symbol}");
        }
    }
}
