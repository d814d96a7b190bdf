//! The board files of the assignment: the number of rows, the number of columns and the tiles,
//! separated by white space.
//!
//! ```
//! use wgs_play::boggle::BoggleBoard;
//!
//! let board: BoggleBoard = "1 3  Q I T".parse()?;
//! assert_eq!(board.to_string(), "1 3\nQu I  T");
//!
//! let error = "2 2\nC A\nT".parse::<BoggleBoard>().unwrap_err();
//! assert_eq!(error.to_string(), "line 3: the file ends after 3 tiles, but a board of 2 x 2 has 4");
//! # Ok::<(), wgs_play::boggle::BoardFileError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use wgs_engine::{Face, Grid, Tile, notation};

use super::BoggleBoard;

/// The number of characters that an error quotes from a file.
const MOST_SHOWN: usize = 20;

/// A problem of a board file, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BoardFileError {
    /// The line, counted from 1; the last one if something is missing.
    pub line: usize,
    /// The problem.
    pub problem: BoardFileProblem,
}

/// A problem of a board file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardFileProblem {
    /// The file ends before the number of rows or columns.
    #[error("expected the number of {0}, but the file ends")]
    NoDimension(Dimension),
    /// The number of rows or columns is not a number, or out of range.
    #[error("expected the number of {dimension}, from 0 to {most}, found {found:?}", most = Grid::MAX_CELLS)]
    BadDimension {
        /// Rows or columns.
        dimension: Dimension,
        /// The value that was found.
        found: String,
    },
    /// The board has too many tiles.
    #[error("a board of {rows} x {columns} tiles is too large: it may have at most {most} tiles", most = Grid::MAX_CELLS)]
    TooLarge {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// A part of the file between white space is not a tile.
    #[error("expected a letter, or several such as Qu, found {found:?}")]
    BadTile {
        /// The value that was found.
        found: String,
    },
    /// The file ends before the last tile.
    #[error("the file ends after {}, but a board of {rows} x {columns} has {}", count_tiles(*found), size(*rows, *columns))]
    TooFew {
        /// The number of tiles in the file.
        found: usize,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// The file continues after the last tile.
    #[error("expected no more than {rows} x {columns} tiles, found {found:?}")]
    TooMany {
        /// The value that was found.
        found: String,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
}

/// A dimension of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The number of rows.
    Rows,
    /// The number of columns.
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

/// Returns a number of tiles in words.
fn count_tiles(count: usize) -> String {
    format!("{count} {}", if count == 1 { "tile" } else { "tiles" })
}

/// Whether a tile has only letters.
fn is_lettered(tile: &Tile) -> bool {
    matches!(tile.face, Face::Letters(_)) && tile.is_plain()
}

/// Returns the number of tiles of a board.
fn size(rows: u32, columns: u32) -> u64 {
    u64::from(rows) * u64::from(columns)
}

impl FromStr for BoggleBoard {
    type Err = BoardFileError;

    /// Parses a board file, which may start with a byte order mark.
    fn from_str(text: &str) -> Result<Self, BoardFileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut words = text
            .lines()
            .zip(1..)
            .flat_map(|(line, number)| line.split_whitespace().map(move |word| (number, word)));
        let last = || text.lines().count().max(1);
        let rows = read_dimension(Dimension::Rows, words.next(), last)?;
        let size_line = words.clone().next().map_or_else(last, |(line, _)| line);
        let columns = read_dimension(Dimension::Columns, words.next(), last)?;
        if size(rows, columns) > Grid::MAX_CELLS as u64 {
            let problem = BoardFileProblem::TooLarge { rows, columns };
            return Err(at(size_line, problem));
        }
        let expected = size(rows, columns) as usize;
        let mut tiles = Vec::new();
        for (line, word) in words {
            if tiles.len() == expected {
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
        if tiles.len() < expected {
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
    /// Writes a board file: the size, then one line for each row, with the tiles aligned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows(), self.columns())?;
        let tiles = self.tiles().tiles();
        let written: Vec<String> = tiles.iter().map(print_tile).collect();
        let widest = written.iter().map(|tile| tile.chars().count()).max();
        // There is always room for a Qu, as in the files of the assignment. Very long tiles are
        // not aligned.
        let width = widest.unwrap_or(0).clamp(2, 8);
        // Without columns, there is nothing to write for the rows.
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

/// Returns the start of an unexpected text, to quote in an error.
fn shown(found: &str) -> String {
    match found.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

fn read_dimension(
    dimension: Dimension,
    word: Option<(usize, &str)>,
    last: impl Fn() -> usize,
) -> Result<u32, BoardFileError> {
    let Some((line, word)) = word else {
        return Err(at(last(), BoardFileProblem::NoDimension(dimension)));
    };
    let count = word.parse().ok();
    let count = count.filter(|&count| count <= Grid::MAX_CELLS as u32);
    count.ok_or_else(|| {
        let found = shown(word);
        at(line, BoardFileProblem::BadDimension { dimension, found })
    })
}

/// Parses a tile in board notation.
fn read_tile(word: &str) -> Option<Tile> {
    let mut tiles = notation::parse(word).ok()?;
    let tile = tiles
        .pop()
        .filter(|tile| tiles.is_empty() && is_lettered(tile))?;
    // A tile whose notation contains a space cannot be in a file.
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
    fn any_white_space_separates_tiles_and_rows_are_printed_in_columns() {
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
    fn invalid_files_are_rejected_with_the_line() {
        for (text, message) in [
            ("", "line 1: expected the number of rows, but the file ends"),
            (
                "\n\n",
                "line 2: expected the number of rows, but the file ends",
            ),
            (
                "4",
                "line 1: expected the number of columns, but the file ends",
            ),
            (
                "-4 4",
                "line 1: expected the number of rows, from 0 to 16777216, found \"-4\"",
            ),
            (
                "4\nx4",
                "line 2: expected the number of columns, from 0 to 16777216, found \"x4\"",
            ),
            (
                "2 99999999999999999999999999",
                "line 1: expected the number of columns, from 0 to 16777216, \
                 found \"99999999999999999999…\"",
            ),
            (
                "5000\n5000\nA",
                "line 2: a board of 5000 x 5000 tiles is too large: it may have at most 16777216 tiles",
            ),
            (
                "1 1",
                "line 1: the file ends after 0 tiles, but a board of 1 x 1 has 1",
            ),
            (
                "2 2\nA B\nC\n\n",
                "line 4: the file ends after 3 tiles, but a board of 2 x 2 has 4",
            ),
            (
                "2 2\nA B\nC D\nE",
                "line 4: expected no more than 2 x 2 tiles, found \"E\"",
            ),
            (
                "0 0 A",
                "line 1: expected no more than 0 x 0 tiles, found \"A\"",
            ),
            (
                "1 2\nA 7",
                "line 2: expected a letter, or several such as Qu, found \"7\"",
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
