//! Boards of rows and columns, with one or more letters on each tile. The format of board files is
//! in [`board_file`](super::board_file).

use std::sync::OnceLock;

use thiserror::Error;
use wgs_dice::{Cup, Random};
use wgs_engine::notation::{self, NotationError};
use wgs_engine::{Adjacency, Board, Face, Grid, Tile};

use wgs_config::catalogue::Catalogue;

/// The game of the catalogue with the 16 dice that Hasbro has sold since 1992.
const HASBRO_GAME: &str = "Boggle (New)";

/// The frequencies of A to Z among 100,000 letters of English text: R. Lewand, Cryptological
/// Mathematics (2000), as quoted by
/// <https://en.wikipedia.org/wiki/Letter_frequency>.
const ENGLISH_LETTERS: [usize; 26] = [
    8167, 1492, 2782, 4253, 12702, 2228, 2015, 6094, 6966, 153, 772, 4025, 2406, 6749, 7507, 1929,
    95, 5987, 6327, 9056, 2758, 978, 2360, 150, 1974, 74,
];

/// A board of rows and columns. It may be empty. A tile has one letter or several, such as `Qu`,
/// which may be written `Q`.
///
/// ```
/// use wgs_play::boggle::BoggleBoard;
///
/// let text = "2 3\nA  Qu E\nR  S  T";
/// let board: BoggleBoard = text.parse()?;
/// assert_eq!((board.rows(), board.columns()), (2, 3));
/// assert_eq!(board.letter(0, 1), "Q");
/// assert_eq!(board.to_string(), text);
/// # Ok::<(), wgs_play::boggle::BoardFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoggleBoard {
    rows: u32,
    columns: u32,
    tiles: Board,
}

/// Why rows of letters are not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row} {problem}")]
pub struct RowsError {
    /// The row, counted from 1.
    pub row: usize,
    /// What is wrong with it.
    pub problem: RowsProblem,
}

/// What is wrong with a row of letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowsProblem {
    /// The row is not as long as the first one.
    #[error("has {}, but row 1 has {expected}", count_tiles(*found))]
    Ragged {
        /// The number of tiles in the row.
        found: usize,
        /// The number of tiles in the first row.
        expected: usize,
    },
    /// The row has a wildcard, an empty cell or a multiplier.
    #[error("has the tile {found:?}; expected only letters")]
    NoLetters {
        /// The tile as it is written.
        found: String,
    },
    /// The row is not in board notation.
    #[error("cannot be read: {0}")]
    Notation(#[from] NotationError),
    /// The board has too many tiles.
    #[error("makes the board too large: it may have at most {most} tiles", most = Grid::MAX_CELLS)]
    TooLarge,
}

/// Returns a number of tiles in words.
pub(super) fn count_tiles(count: usize) -> String {
    format!("{count} {}", if count == 1 { "tile" } else { "tiles" })
}

/// Whether a tile has only letters.
pub(super) fn is_lettered(tile: &Tile) -> bool {
    matches!(tile.face, Face::Letters(_))
        && tile.letter_multiplier == 1
        && tile.word_multiplier == 1
}

/// Turns a `Q` into a `Qu`.
fn with_qu(tile: Tile) -> Tile {
    if tile.face == Face::letters("q") {
        return Face::letters("qu").into();
    }
    tile
}

impl BoggleBoard {
    /// Creates a board from its tiles, which must match the number of rows and columns.
    pub(super) fn new(rows: u32, columns: u32, tiles: impl IntoIterator<Item = Tile>) -> Self {
        let tiles: Vec<Tile> = tiles.into_iter().map(with_qu).collect();
        debug_assert_eq!(tiles.len() as u64, u64::from(rows) * u64::from(columns));
        let tiles = Board::new(tiles);
        Self {
            rows,
            columns,
            tiles,
        }
    }

    /// Rolls a random 4x4 board with the 16 dice that Hasbro has sold since 1992.
    ///
    /// ```
    /// use wgs_play::boggle::BoggleBoard;
    /// use wgs_dice::Random;
    ///
    /// let board = BoggleBoard::from_hasbro_dice(&mut Random::new(2014));
    /// assert_eq!((board.rows(), board.columns()), (4, 4));
    /// ```
    pub fn from_hasbro_dice(random: &mut Random) -> Self {
        static CUP: OnceLock<Cup> = OnceLock::new();
        let cup = CUP.get_or_init(|| {
            let catalogue = Catalogue::embedded();
            let game = catalogue.game(HASBRO_GAME).ok();
            let dice = game.and_then(|game| game.distribution());
            let cup = dice.and_then(|dice| Cup::new(dice, 16).ok());
            cup.expect("the embedded game has dice")
        });
        let board = cup.board(&cup.roll(random));
        Self::new(4, 4, board.tiles().iter().cloned())
    }

    /// Draws a random board of any size, with letters as frequent as in English text.
    ///
    /// ```
    /// use wgs_play::boggle::BoggleBoard;
    /// use wgs_dice::Random;
    ///
    /// let board = BoggleBoard::from_english_letters(10, 7, &mut Random::new(2014));
    /// assert_eq!((board.rows(), board.columns()), (10, 7));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more than [`Grid::MAX_CELLS`] tiles.
    pub fn from_english_letters(rows: u32, columns: u32, random: &mut Random) -> Self {
        let tiles = u64::from(rows) * u64::from(columns);
        assert!(
            tiles <= Grid::MAX_CELLS as u64,
            "a board has at most {} tiles, but this has {tiles}",
            Grid::MAX_CELLS
        );
        let letters: [Tile; 26] = std::array::from_fn(|index| {
            let letter = char::from(b'a' + index as u8);
            Face::letters(letter.encode_utf8(&mut [0; 4])).into()
        });
        let total: usize = ENGLISH_LETTERS.iter().sum();
        let draw = |_| {
            let mut place = random.below(total);
            let drawn = ENGLISH_LETTERS.iter().position(|&count| {
                let is_here = place < count;
                place = place.saturating_sub(count);
                is_here
            });
            letters[drawn.expect("the place is below the total")].clone()
        };
        Self::new(rows, columns, (0..tiles).map(draw))
    }

    /// Creates a board from its rows, each in [board notation](wgs_engine::notation).
    ///
    /// ```
    /// use wgs_play::boggle::BoggleBoard;
    ///
    /// let board = BoggleBoard::from_rows(["SNRT", "OIEL", "EQTT", "RSAT"])?;
    /// assert_eq!(board, BoggleBoard::from_rows(["SNRT", "OIEL", "EQuTT", "RSAT"])?);
    ///
    /// let error = BoggleBoard::from_rows(["CAT", "AT"]).unwrap_err();
    /// assert_eq!(error.to_string(), "row 2 has 2 tiles, but row 1 has 3");
    /// # Ok::<(), wgs_play::boggle::RowsError>(())
    /// ```
    pub fn from_rows<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Result<Self, RowsError> {
        let mut tiles = Vec::new();
        let mut columns = None;
        let mut row = 0;
        for text in rows {
            row += 1;
            let problem = match read_row(text.as_ref()) {
                Ok(read) => {
                    let expected = *columns.get_or_insert(read.len());
                    let found = read.len();
                    tiles.extend(read);
                    if found != expected {
                        RowsProblem::Ragged { found, expected }
                    } else if tiles.len() > Grid::MAX_CELLS || row > Grid::MAX_CELLS {
                        RowsProblem::TooLarge
                    } else {
                        continue;
                    }
                }
                Err(problem) => problem,
            };
            return Err(RowsError { row, problem });
        }
        Ok(Self::new(row as u32, columns.unwrap_or(0) as u32, tiles))
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the letters of the tile in a row and a column, both counted from 0. The first
    /// letter is a capital, and `Qu` is `Q`.
    ///
    /// # Panics
    ///
    /// If there is no such row or column.
    pub fn letter(&self, row: u32, column: u32) -> String {
        assert!(
            row < self.rows && column < self.columns,
            "there is no tile in row {row} and column {column} of {} x {}",
            self.rows,
            self.columns
        );
        let place = row as usize * self.columns as usize + column as usize;
        let face = &self.tiles.tiles()[place].face;
        match *face == Face::letters("qu") {
            true => "Q".to_owned(),
            false => face.to_string(),
        }
    }

    /// The grid: each tile touches the eight around it.
    pub fn grid(&self) -> Grid {
        Grid::rectangle(self.columns, self.rows, Adjacency::Diagonal)
    }

    /// The tiles, row by row, on the [`grid`](Self::grid).
    pub fn tiles(&self) -> &Board {
        &self.tiles
    }
}

fn read_row(text: &str) -> Result<Vec<Tile>, RowsProblem> {
    let tiles = notation::parse(text)?;
    match tiles.iter().find(|tile| !is_lettered(tile)) {
        Some(tile) => Err(RowsProblem::NoLetters {
            found: tile.to_string(),
        }),
        None => Ok(tiles),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_rows_and_no_rows_are_boards() {
        for (rows, size) in [
            (&[][..], (0, 0)),
            (&["", ""], (2, 0)),
            (&["CAT"], (1, 3)),
            (&["c", "a", "t"], (3, 1)),
        ] {
            let board = BoggleBoard::from_rows(rows).unwrap();
            assert_eq!((board.rows(), board.columns()), size, "{rows:?}");
            assert_eq!(board.grid().len(), board.tiles().len(), "{rows:?}");
        }
    }

    #[test]
    fn errors_name_the_row() {
        for (rows, message) in [
            (&["CAT", "A"][..], "row 2 has 1 tile, but row 1 has 3"),
            (&["CA?"], "row 1 has the tile \"?\"; expected only letters"),
            (
                &["AT", ".T"],
                "row 2 has the tile \".\"; expected only letters",
            ),
            (&[":AT"], "row 1 has the tile \":A\"; expected only letters"),
            (
                &["AT", "A7"],
                "row 2 cannot be read: column 2: '7' is not a letter, '?', '.', ':' or ';'",
            ),
        ] {
            let error = BoggleBoard::from_rows(rows).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn the_hasbro_dice_show_letters_as_often_as_their_faces_suggest() {
        let mut random = Random::new(1992);
        let (mut qs, mut es) = (0, 0);
        for _ in 0..6_000 {
            let board = BoggleBoard::from_hasbro_dice(&mut random);
            let letters = (0..16).map(|place| board.letter(place / 4, place % 4));
            for letter in letters {
                qs += i32::from(letter == "Q");
                es += i32::from(letter == "E");
            }
        }
        // One Q and eleven Es among 96 faces, so a sixth of a Q per board.
        assert!((900..1_100).contains(&qs), "{qs}");
        assert!((10_600..11_400).contains(&es), "{es}");
    }

    #[test]
    fn letters_are_as_frequent_as_in_english_text() {
        let board = BoggleBoard::from_english_letters(400, 250, &mut Random::new(7));
        let count = |letter: &str| {
            let face = Face::letters(letter);
            let tiles = board.tiles().tiles().iter();
            tiles.filter(|tile| tile.face == face).count() as i64
        };
        let mut total = 0;
        for (index, expected) in ENGLISH_LETTERS.into_iter().enumerate() {
            let letter = char::from(b'a' + index as u8);
            let found = match letter {
                'q' => count("qu"),
                _ => count(&letter.to_string()),
            };
            let expected = expected as i64;
            // Four standard deviations, rounded up.
            let tolerance = 4 * (expected.isqrt() + 1);
            assert!((found - expected).abs() <= tolerance, "{letter}: {found}");
            total += found;
        }
        assert_eq!(total, 100_000);
    }

    #[test]
    fn a_seed_always_gives_the_same_boards() {
        let mut random = Random::new(2014);
        let rolled = BoggleBoard::from_hasbro_dice(&mut random);
        let drawn = BoggleBoard::from_english_letters(2, 5, &mut random);
        let boards = [rolled, drawn].map(|board| board.tiles().to_string());
        assert_eq!(boards, ["NOSATMFRDEELWOSH", "SESNNUTEHS"]);
    }
}
