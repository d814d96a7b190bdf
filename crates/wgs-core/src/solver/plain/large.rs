//! The plain search on grids of more than 64 cells, whose used cells fit no mask.

use super::{Visit, around};
use crate::grid::{Cell, Grid};
use crate::layout::{ANY_SYMBOL, Layout, NO_SYMBOL};
use crate::lexicon::{Lexicon, Node};

/// Searches one board.
pub(super) fn search(lexicon: &Lexicon, grid: &Grid, layout: &Layout, visit: &mut impl Visit) {
    let simple = !layout.has_more && !layout.has_wildcard && grid.most_neighbours() <= 8;
    let mut search = Search {
        lexicon,
        grid,
        layout,
        claims: !grid.reuses_tiles(),
        around: grid
            .cells()
            .map(|cell| around(layout, grid.neighbours(cell).map(Cell::index)))
            .collect(),
        beside: if simple {
            grid.cells()
                .map(|cell| beside(grid, layout, cell))
                .collect()
        } else {
            Vec::new()
        },
        used: vec![false; grid.len()],
        path: Vec::new(),
        visit,
    };
    for cell in grid.cells() {
        search.enter(lexicon.node(0), cell);
    }
}

/// The symbols of up to eight neighbours, a byte each.
fn beside(grid: &Grid, layout: &Layout, cell: Cell) -> u64 {
    let mut symbols = [NO_SYMBOL; 8];
    for (symbol, next) in symbols.iter_mut().zip(grid.neighbours(cell)) {
        *symbol = layout.first[next.index()];
    }
    u64::from_le_bytes(symbols)
}

/// Which bytes equal a symbol, as the top bits of the bytes.
fn equal_bytes(bytes: u64, symbol: u32) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differences = bytes ^ (u64::from(symbol) * 0x0101_0101_0101_0101);
    !(((differences & LOW) + LOW) | differences | LOW)
}

struct Search<'s, V> {
    lexicon: &'s Lexicon,
    grid: &'s Grid,
    layout: &'s Layout,
    /// Whether a word uses a cell only once.
    claims: bool,
    /// The symbols beside each cell, as bits.
    around: Vec<u32>,
    /// The same by neighbour; empty unless every tile is one symbol.
    beside: Vec<u64>,
    used: Vec<bool>,
    path: Vec<Cell>,
    visit: &'s mut V,
}

impl<V: Visit> Search<'_, V> {
    fn enter(&mut self, node: Node, cell: Cell) {
        match self.layout.first[cell.index()] {
            NO_SYMBOL => {}
            ANY_SYMBOL => {
                let lexicon = self.lexicon;
                lexicon.each_letter(node, |_, slot| self.follow(slot, cell));
            }
            symbol => {
                if let Some(slot) = node.child(symbol) {
                    self.follow(slot, cell);
                }
            }
        }
    }

    /// Follows the further symbols of a cell.
    fn follow(&mut self, slot: u32, cell: Cell) {
        if let Some(slot) = self.lexicon.follow(slot, self.layout.more(cell.index())) {
            self.arrive(slot, cell);
        }
    }

    fn arrive(&mut self, slot: u32, cell: Cell) {
        let node = self.lexicon.node(slot);
        if V::PATHS {
            self.path.push(cell);
        }
        if node.is_word() {
            self.visit.word(slot, &self.path);
        }
        let symbols = node.symbols() & self.around[cell.index()];
        if symbols != 0 {
            self.used[cell.index()] = self.claims;
            if let Some(&beside) = self.beside.get(cell.index()) {
                self.go_on(node, cell, symbols, beside);
            } else {
                let grid = self.grid;
                for next in grid.neighbours(cell) {
                    if !self.used[next.index()] {
                        self.enter(node, next);
                    }
                }
            }
            self.used[cell.index()] = false;
        }
        if V::PATHS {
            self.path.pop();
        }
    }

    /// Goes on from a cell of a board on which every tile is one symbol.
    fn go_on(&mut self, node: Node, cell: Cell, mut symbols: u32, beside: u64) {
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
                    self.arrive(slot, next);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_are_found_without_false_alarms() {
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
