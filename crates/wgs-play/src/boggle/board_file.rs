//! The files that the assignment keeps boards in: two numbers, rows and columns, then the
//! tiles, all separated by white space.
//!
//! ```
//! use wgs_play::boggle::BoggleBoard;
//!
//! let board: BoggleBoard = "1 3  Q I T".parse()?;
//! assert_eq!(board.to_string(), "1 3\nQu I  T");
//!
//! let error = "2 2\nC A\nT".parse::<BoggleBoard>().unwrap_err();
//! assert_eq!(error.to_string(), "line 3: the file ends after 3 tiles, but 2 x 2 are 4");
//! # Ok::<(), wgs_play::boggle::BoardFileError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use wgs_core::{Grid, Tile, notation};

use super::board::{BoggleBoard, count_tiles, is_lettered};

/// The most characters of a file that an error repeats.
const MOST_SHOWN: usize = 20;

/// What is wrong in a board file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BoardFileError {
    /// The line at fault, from 1; the last one where something is missing.
    pub line: usize,
    /// What is wrong with it.
    pub problem: BoardFileProblem,
}

/// What is wrong in a board file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardFileProblem {
    /// The file ends before the tiles begin.
    #[error("wanted the number of {0}, but the file ends")]
    NoSide(Dimension),
    /// Not a number, a negative or an enormous one.
    #[error("wanted the number of {side}, from 0 to {most}, but found {found:?}", most = Grid::MAX_CELLS)]
    BadSide {
        /// Which number.
        side: Dimension,
        /// What was found.
        found: String,
    },
    /// More tiles than a board may have.
    #[error("{rows} x {columns} tiles are wanted, but a board has at most {most}", most = Grid::MAX_CELLS)]
    TooLarge {
        /// The rows wanted.
        rows: u32,
        /// The columns wanted.
        columns: u32,
    },
    /// Something that is no tile.
    #[error("wanted a letter, or several as in Qu, but found {found:?}")]
    BadTile {
        /// What was found.
        found: String,
    },
    /// The file ends before all tiles have come.
    #[error("the file ends after {}, but {rows} x {columns} are {}", count_tiles(*found), size(*rows, *columns))]
    TooFew {
        /// The tiles that have come.
        found: usize,
        /// The rows wanted.
        rows: u32,
        /// The columns wanted.
        columns: u32,
    },
    /// The file goes on after the last tile.
    #[error("wanted no more than {rows} x {columns} tiles, but found {found:?}")]
    TooMany {
        /// What was found.
        found: String,
        /// The rows wanted.
        rows: u32,
        /// The columns wanted.
        columns: u32,
    },
}

/// A side of a board, by what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// How many rows there are.
    Rows,
    /// How many columns there are.
    Columns,
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
        })
    }
}

/// How many tiles rows and columns make.
fn size(rows: u32, columns: u32) -> u64 {
    u64::from(rows) * u64::from(columns)
}

impl FromStr for BoggleBoard {
    type Err = BoardFileError;

    /// Reads the text of a board file. It may begin with a byte order mark.
    fn from_str(text: &str) -> Result<Self, BoardFileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut words = text
            .lines()
            .zip(1..)
            .flat_map(|(line, number)| line.split_whitespace().map(move |word| (number, word)));
        let last = || text.lines().count().max(1);
        let rows = read_side(Dimension::Rows, words.next(), last)?;
        let size_line = words.clone().next().map_or_else(last, |(line, _)| line);
        let columns = read_side(Dimension::Columns, words.next(), last)?;
        if size(rows, columns) > Grid::MAX_CELLS as u64 {
            let problem = BoardFileProblem::TooLarge { rows, columns };
            return Err(at(size_line, problem));
        }
        let wanted = size(rows, columns) as usize;
        let mut tiles = Vec::new();
        for (line, word) in words {
            if tiles.len() == wanted {
                let found = shown(word);
                let problem = BoardFileProblem::TooMany {
                    found,
                    rows,
                    columns,
                };
                return Err(at(line, problem));
            }
            let tile = read_tile(word);
            let problem = || BoardFileProblem::BadTile { found: shown(word) };
            tiles.push(tile.ok_or_else(|| at(line, problem()))?);
        }
        if tiles.len() < wanted {
            let found = tiles.len();
            let problem = BoardFileProblem::TooFew {
                found,
                rows,
                columns,
            };
            return Err(at(last(), problem));
        }
        Ok(Self::new(rows, columns, tiles))
    }
}

impl fmt::Display for BoggleBoard {
    /// The text of a board file: the size, then a line a row with its tiles in columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows(), self.columns())?;
        let tiles = self.tiles().tiles();
        let written: Vec<String> = tiles.iter().map(print_tile).collect();
        let widest = written.iter().map(|tile| tile.chars().count()).max();
        // There is room for a Qu even where there is none, as the assignment has it. Tiles of
        // more letters than any game has need not stand in columns.
        let width = widest.unwrap_or(0).clamp(2, 8);
        // Without columns there is nothing to see of the rows.
        for row in written.chunks(self.columns().max(1) as usize) {
            f.write_str("\n")?;
            let (last, others) = row.split_last().expect("chunks are not empty");
            for tile in others {
                write!(f, "{tile:<width$} ")?;
            }
            f.write_str(last)?;
        }
        Ok(())
    }
}

fn at(line: usize, problem: BoardFileProblem) -> BoardFileError {
    BoardFileError { line, problem }
}

/// The beginning of what a file has where something else was wanted.
fn shown(found: &str) -> String {
    match found.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

fn read_side(
    side: Dimension,
    word: Option<(usize, &str)>,
    last: impl Fn() -> usize,
) -> Result<u32, BoardFileError> {
    let Some((line, word)) = word else {
        return Err(at(last(), BoardFileProblem::NoSide(side)));
    };
    let count = word.parse().ok();
    let count = count.filter(|&count| count <= Grid::MAX_CELLS as u32);
    count.ok_or_else(|| {
        let found = shown(word);
        at(line, BoardFileProblem::BadSide { side, found })
    })
}

/// The tile that is written so, in the notation of boards.
fn read_tile(word: &str) -> Option<Tile> {
    let mut tiles = notation::parse(word).ok()?;
    let tile = tiles
        .pop()
        .filter(|tile| tiles.is_empty() && is_lettered(tile))?;
    // Tiles that cannot be written without a space are none in a file.
    let is_one = !print_tile(&tile).contains(char::is_whitespace);
    is_one.then_some(tile)
}

fn print_tile(tile: &Tile) -> String {
    notation::print(std::slice::from_ref(tile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_however_white_space_is_used_and_printed_in_columns() {
        for (text, printed) in [
            ("0 0", "0 0"),
            ("0\n0\n\n", "0 0"),
            ("3 0", "3 0"),
            ("0 3\n", "0 3"),
            ("1 1 Q", "1 1\nQu"),
            ("1 4\tQ A T S", "1 4\nQu A  T  S"),
            ("4\n1\nA\nQu\nU\nA\n", "4 1\nA\nQu\nU\nA"),
            ("\u{feff}2 2\r\nA  B\r\n c  d  \r\n\r\n", "2 2\nA  B\nC  D"),
            ("1 3 Th É ש", "1 3\nTh É  ש"),
            ("1 2 Ing S", "1 2\nIng S"),
        ] {
            let board: BoggleBoard = text.parse().unwrap();
            assert_eq!(board.to_string(), printed);
            assert_eq!(printed.parse(), Ok(board));
        }
    }

    #[test]
    fn a_file_that_is_no_board_is_refused_with_the_line() {
        for (text, message) in [
            ("", "line 1: wanted the number of rows, but the file ends"),
            (
                "\n\n",
                "line 2: wanted the number of rows, but the file ends",
            ),
            (
                "4",
                "line 1: wanted the number of columns, but the file ends",
            ),
            (
                "-4 4",
                "line 1: wanted the number of rows, from 0 to 16777216, but found \"-4\"",
            ),
            (
                "4\nx4",
                "line 2: wanted the number of columns, from 0 to 16777216, but found \"x4\"",
            ),
            (
                "2 99999999999999999999999999",
                "line 1: wanted the number of columns, from 0 to 16777216, \
                 but found \"99999999999999999999…\"",
            ),
            (
                "5000\n5000\nA",
                "line 2: 5000 x 5000 tiles are wanted, but a board has at most 16777216",
            ),
            (
                "1 1",
                "line 1: the file ends after 0 tiles, but 1 x 1 are 1",
            ),
            (
                "2 2\nA B\nC\n\n",
                "line 4: the file ends after 3 tiles, but 2 x 2 are 4",
            ),
            (
                "2 2\nA B\nC D\nE",
                "line 4: wanted no more than 2 x 2 tiles, but found \"E\"",
            ),
            (
                "0 0 A",
                "line 1: wanted no more than 0 x 0 tiles, but found \"A\"",
            ),
            (
                "1 2\nA 7",
                "line 2: wanted a letter, or several as in Qu, but found \"7\"",
            ),
        ] {
            let error = text.parse::<BoggleBoard>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
        }
        for tile in [
            "?", ".", ":A", ";A", "AB", "QU", "qu", "A|B", "|", "_", "\0", "?a",
        ] {
            let error = format!("1 1 {tile}").parse::<BoggleBoard>().unwrap_err();
            let found = tile.to_owned();
            assert_eq!(error.problem, BoardFileProblem::BadTile { found });
        }
    }
}
