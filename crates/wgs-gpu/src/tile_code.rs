//! Boards as the shader reads them: a code of eight bits for each tile.

use std::collections::HashMap;

use wgs_engine::device::SymbolReader;
use wgs_engine::{Board, Cell, Face, Solver, Tile};

/// The code of an empty cell. Codes below it are symbols.
pub(crate) const EMPTY: u8 = 31;
/// The code of the first tile with several symbols.
const FIRST_LONG_TILE: u8 = 32;
/// The most tiles with several symbols.
pub(crate) const MAX_LONG_TILES: usize = 256 - FIRST_LONG_TILE as usize;
/// The most symbols of a tile after its first.
const MAX_MORE: usize = 6;

/// Two elements of the shader's list of tiles with several symbols: the first symbol and the number of
/// the others, then the others.
pub(crate) type LongTile = [u32; 2];

/// Converts tiles to codes. Tiles with several symbols get their codes as they are met.
pub(crate) struct TileCodes {
    reader: SymbolReader,
    #[cfg(not(target_family = "wasm"))]
    cells: usize,
    long_tiles: Vec<LongTile>,
    known: HashMap<LongTile, u8>,
}

impl TileCodes {
    pub(crate) fn new(solver: &Solver) -> Self {
        Self {
            reader: SymbolReader::new(solver),
            #[cfg(not(target_family = "wasm"))]
            cells: solver.grid().len(),
            long_tiles: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// The number of elements that the codes of a board take.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn board_elements(&self) -> usize {
        self.cells.div_ceil(4)
    }

    /// The tiles with several symbols that were met.
    pub(crate) fn long_tiles(&self) -> &[LongTile] {
        &self.long_tiles
    }

    /// Appends the codes of a board. Returns false, and appends nothing, if the shader cannot score it.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn push(&mut self, board: &Board, codes: &mut Vec<u32>) -> bool {
        if self.cells == 0 || !self.reader.read(board) {
            return false;
        }
        let start = codes.len();
        codes.resize(start + self.board_elements(), 0);
        for cell in 0..self.cells {
            let Some(code) = self.code(cell) else {
                codes.truncate(start);
                return false;
            };
            codes[start + cell / 4] |= u32::from(code) << (8 * (cell % 4));
        }
        true
    }

    /// Returns the code of a face. Returns [`None`] if the shader cannot score boards with it.
    pub(crate) fn of_face(&mut self, face: &Face) -> Option<u8> {
        let is_read = self.reader.read(&Board::new([Tile::plain(face.clone())]));
        is_read.then(|| self.code(0)).flatten()
    }

    /// Returns the code of a cell of the board that was read.
    fn code(&mut self, cell: usize) -> Option<u8> {
        let mut symbols = self.reader.symbols(Cell::new(cell));
        let Some(first) = symbols.next() else {
            return Some(EMPTY);
        };
        let (mut count, mut packed) = (0, 0);
        for symbol in symbols {
            if count == MAX_MORE {
                return None;
            }
            packed |= u32::from(symbol) << (5 * count);
            count += 1;
        }
        if count == 0 {
            return Some(first);
        }
        let tile = [u32::from(first) | (count as u32) << 8, packed];
        if let Some(&code) = self.known.get(&tile) {
            return Some(code);
        }
        let code = u8::try_from(usize::from(FIRST_LONG_TILE) + self.long_tiles.len()).ok()?;
        self.long_tiles.push(tile);
        self.known.insert(tile, code);
        Some(code)
    }
}

/// Writes bytes, four into each element, and 0 after the last.
pub(crate) fn pack(bytes: impl IntoIterator<Item = u8>, elements: &mut [u32]) {
    let mut bytes = bytes.into_iter();
    for element in elements {
        let four = std::array::from_fn(|_| bytes.next().unwrap_or(0));
        *element = u32::from_le_bytes(four);
    }
}
