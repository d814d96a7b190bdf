//! A board as the search engines see it: symbols instead of letters, tile values instead of
//! rules. Each board is read into the same memory.

use crate::board::Board;
use crate::grid::{Cell, Grid};
use crate::letter;
use crate::lexicon::{Lexicon, Word};
use crate::rules::{QuLength, Rules, Tally};
use crate::tile::{Face, Tile};

/// Stored instead of a first symbol if no word can use the cell.
pub(crate) const NO_SYMBOL: u8 = 0xff;
/// Stored instead of a first symbol if the cell can be any letter.
pub(crate) const ANY_SYMBOL: u8 = 0xfe;

/// The symbols and values of tiles under a lexicon and rules, for reading boards.
pub(crate) struct TileTable {
    /// The symbol of a tile with this single ASCII letter; [`NO_SYMBOL`] for tiles that need
    /// [`Layout::read_closely`].
    ascii: [u8; 128],
    /// Whether any letter has a value.
    pub(crate) has_letter_values: bool,
    /// Whether scores depend on the path on every board.
    always_path_scored: bool,
    /// Whether a Qu tile scores differently from its letters.
    qu_scores_differently: bool,
    /// The values of ASCII letters.
    ascii_values: [u64; 128],
}

impl TileTable {
    pub(crate) fn new(lexicon: &Lexicon, rules: &Rules) -> Self {
        let alphabet = lexicon.alphabet();
        let mut ascii = [NO_SYMBOL; 128];
        for (letter, text) in alphabet.letters() {
            if let (&[byte], &[symbol]) = (text.as_bytes(), alphabet.code(letter))
                && !rules.is_qu(&Face::letters(text))
            {
                ascii[usize::from(byte)] = symbol;
            }
        }
        let ascii_values = std::array::from_fn(|byte| {
            let text = [byte as u8];
            std::str::from_utf8(&text).map_or(0, |text| rules.letter_value(text).into())
        });
        Self {
            ascii,
            has_letter_values: rules.has_letter_values(),
            always_path_scored: !rules.required_cells.is_empty() || rules.pangram_bonus > 0,
            qu_scores_differently: rules.q_is_qu
                && (rules.qu_length != QuLength::Two || rules.letter_value("u") > 0),
            ascii_values,
        }
    }
}

/// The contribution of a tile to a word that uses it.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    /// The value of its letters, before multipliers and without a wildcard.
    value: u64,
    letter_multiplier: u32,
    word_multiplier: u32,
    /// The number of letters it counts for.
    length: u32,
    /// The number of letters it has, including a wildcard.
    letters: u32,
    wildcard: bool,
}

/// The total value of the tiles of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathWorth {
    letter_points: u64,
    word_multiplier: u64,
    length: u32,
}

impl Default for PathWorth {
    fn default() -> Self {
        Self {
            letter_points: 0,
            word_multiplier: 1,
            length: 0,
        }
    }
}

/// A board as the search engines see it.
#[derive(Default)]
pub(crate) struct Layout {
    /// The first symbol of each cell.
    pub(crate) first: Vec<u8>,
    /// For each cell, where in `more` its symbols after the first are. Empty if no cell has any.
    more_at: Vec<(u32, u32)>,
    more: Vec<u8>,
    worths: Vec<Worth>,
    pub(crate) has_wildcard: bool,
    pub(crate) wildcards: usize,
    /// Whether any tile has more than one symbol.
    pub(crate) has_more: bool,
    /// Whether the score of a word depends on the tiles that spell it.
    pub(crate) path_scored: bool,
    /// Whether this is because of the tiles themselves, and not only because of the rules.
    pub(crate) tiles_scored: bool,
    /// The number of cells that a pangram uses.
    filled: usize,
}

impl Layout {
    /// Reads a board. Reads what its tiles are worth only if `with_worth` is set or scores
    /// depend on it.
    pub(crate) fn read(
        &mut self,
        board: &Board,
        grid: &Grid,
        lexicon: &Lexicon,
        rules: &Rules,
        tile_table: &TileTable,
        with_worth: bool,
    ) {
        let tiles = &board.tiles()[..board.len().min(grid.len())];
        self.first.clear();
        self.more.clear();
        self.more_at.clear();
        self.worths.clear();
        self.wildcards = 0;
        self.tiles_scored = false;
        self.filled = 0;
        for (cell, tile) in tiles.iter().enumerate() {
            let first = match &tile.face {
                Face::Letters(letters) => match letters.as_bytes() {
                    &[byte] if byte < 128 => tile_table.ascii[usize::from(byte)],
                    _ => NO_SYMBOL,
                },
                _ => NO_SYMBOL,
            };
            self.filled += usize::from(!tile.is_empty());
            self.tiles_scored |= !tile.word_multiplier.is_one()
                || !tile.letter_multiplier.is_one() && tile_table.has_letter_values;
            self.first.push(first);
            if first == NO_SYMBOL && !tile.is_empty() {
                self.read_closely(cell, tile, lexicon, rules, tile_table);
            }
        }
        self.has_wildcard = self.wildcards > 0;
        self.path_scored = tile_table.always_path_scored || self.tiles_scored;
        self.first.resize(grid.len(), NO_SYMBOL);
        self.has_more = !self.more_at.is_empty();
        if self.has_more {
            self.more_at.resize(grid.len(), (0, 0));
        }
        if with_worth || self.path_scored {
            self.worths
                .extend(tiles.iter().map(|tile| worth(tile, rules, tile_table)));
            self.worths.resize(grid.len(), Worth::default());
        }
    }

    /// Reads a tile that is not just one ASCII letter of the alphabet.
    fn read_closely(
        &mut self,
        cell: usize,
        tile: &Tile,
        lexicon: &Lexicon,
        rules: &Rules,
        tile_table: &TileTable,
    ) {
        let alphabet = lexicon.alphabet();
        let start = self.more.len();
        self.tiles_scored |= match tile.face {
            Face::Empty => return,
            Face::Letters(_) => tile_table.qu_scores_differently && rules.is_qu(&tile.face),
            Face::Wildcard(_) => tile_table.has_letter_values && !rules.wildcard_points,
        };
        let letters = rules.spelled(&tile.face);
        for text in letter::letters(letters) {
            let Some(letter) = alphabet.letter(text) else {
                // No word has this letter, so no word can use the tile.
                self.more.truncate(start);
                return;
            };
            self.more.extend_from_slice(alphabet.code(letter));
        }
        if letters.is_empty() && matches!(tile.face, Face::Letters(_)) {
            return;
        }
        if matches!(tile.face, Face::Wildcard(_)) {
            self.wildcards += 1;
            self.first[cell] = ANY_SYMBOL;
        } else {
            self.first[cell] = self.more.remove(start);
        }
        if self.more.len() > start {
            self.more_at.resize(cell, (0, 0));
            self.more_at.push((start as u32, self.more.len() as u32));
        }
    }

    /// Returns the symbols of a cell after its first.
    #[inline]
    pub(crate) fn more(&self, cell: usize) -> &[u8] {
        match self.more_at.get(cell) {
            Some(&(start, end)) => &self.more[start as usize..end as usize],
            None => &[],
        }
    }

    /// Returns whether two cells are interchangeable: the same letters with the same worth.
    pub(crate) fn same_tile(&self, a: usize, b: usize) -> bool {
        let worth = |cell: usize| {
            self.worths.get(cell).map_or((0, 1, 1, 0), |worth| {
                (
                    worth.value,
                    worth.letter_multiplier,
                    worth.word_multiplier,
                    worth.length,
                )
            })
        };
        self.first[a] == self.first[b] && self.more(a) == self.more(b) && worth(a) == worth(b)
    }

    /// Returns the number of letters that a path counts for.
    pub(crate) fn length(&self, path: &[Cell]) -> usize {
        if !self.has_more {
            return path.len();
        }
        path.iter()
            .map(|cell| self.worths[cell.index()].length as usize)
            .sum()
    }

    /// Adds up a path. The layout must have been read with what its tiles are worth.
    pub(crate) fn tally(
        &self,
        word: Word,
        path: &[Cell],
        lexicon: &Lexicon,
        rules: &Rules,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut has_paid_wildcard = false;
        for cell in path {
            let worth = &self.worths[cell.index()];
            tally.letter_points += worth.value * u64::from(worth.letter_multiplier);
            tally.word_multiplier = tally
                .word_multiplier
                .saturating_mul(worth.word_multiplier.into());
            tally.length += worth.length;
            has_paid_wildcard |= worth.wildcard && rules.wildcard_points;
        }
        if has_paid_wildcard {
            tally.letter_points += self.wildcard_points(word, path, lexicon, rules);
        }
        if rules.pangram_bonus > 0 {
            let mut cells = path.to_vec();
            cells.sort_unstable();
            cells.dedup();
            tally.pangram = cells.len() == self.filled;
        }
        tally
    }

    /// Returns the worth of a path after it has entered another tile. `wildcard` is the symbol
    /// that a wildcard stands for, in an alphabet where each letter is one symbol.
    pub(crate) fn worth_after(
        &self,
        before: PathWorth,
        cell: usize,
        wildcard: Option<u8>,
        lexicon: &Lexicon,
        rules: &Rules,
    ) -> PathWorth {
        let worth = &self.worths[cell];
        let mut value = worth.value;
        if let Some(symbol) = wildcard
            && rules.wildcard_points
            && let Some(letter) = lexicon.alphabet().letter_of_code(&[symbol])
        {
            value += u64::from(rules.letter_value(lexicon.alphabet().text(letter)));
        }
        PathWorth {
            letter_points: before.letter_points + value * u64::from(worth.letter_multiplier),
            word_multiplier: before
                .word_multiplier
                .saturating_mul(worth.word_multiplier.into()),
            length: before.length + worth.length,
        }
    }

    /// Returns the value of the letters that wildcards stand for.
    fn wildcard_points(&self, word: Word, path: &[Cell], lexicon: &Lexicon, rules: &Rules) -> u64 {
        let letters = lexicon.letters(word);
        let mut at = 0;
        let mut points = 0;
        for cell in path {
            let worth = &self.worths[cell.index()];
            if worth.wildcard
                && let Some(&letter) = letters.get(at)
            {
                let value = rules.letter_value(lexicon.alphabet().text(letter));
                points += u64::from(value) * u64::from(worth.letter_multiplier);
            }
            at += worth.letters as usize;
        }
        points
    }
}

fn worth(tile: &Tile, rules: &Rules, tile_table: &TileTable) -> Worth {
    let mut worth = Worth {
        letter_multiplier: tile.letter_multiplier.into(),
        word_multiplier: tile.word_multiplier.into(),
        ..Worth::default()
    };
    let letters = match &tile.face {
        Face::Empty => return worth,
        Face::Letters(letters) if letters.len() == 1 && !rules.is_qu(&tile.face) => {
            worth.value = tile_table.ascii_values[usize::from(letters.as_bytes()[0]) % 128];
            worth.length = 1;
            worth.letters = 1;
            return worth;
        }
        Face::Letters(_) if rules.is_qu(&tile.face) => {
            worth.value = rules.letter_value("q").into();
            worth.length = rules.qu_length.letters();
            worth.letters = 2;
            return worth;
        }
        Face::Letters(letters) => letters,
        Face::Wildcard(rest) => {
            worth.wildcard = true;
            worth.letters = 1;
            rest
        }
    };
    for text in letter::letters(letters) {
        worth.letters += 1;
        if tile_table.has_letter_values {
            worth.value += u64::from(rules.letter_value(text));
        }
    }
    worth.length = worth.letters;
    worth
}
