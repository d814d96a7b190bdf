//! The size of a board, as people write it: rows and columns.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::grid::{Adjacency, Grid};
use crate::message::ToMessage;
use crate::messages;

/// The size of a board: rows and columns, such as `4x4` or `5x6`.
///
/// ```
/// use wgs_engine::BoardSize;
///
/// let size: BoardSize = "2x3".parse()?;
/// assert_eq!((size.rows, size.columns), (2, 3));
/// assert_eq!(size.to_string(), "2x3");
/// assert_eq!(size.grid().size(), size);
///
/// let error = BoardSize::read("5x60", 1..=16).unwrap_err();
/// assert!(error.to_string().ends_with("such as 4x4 or 5x6, at most 16x16"));
/// # Ok::<(), wgs_engine::BoardSizeError>(())
/// ```
///
/// It is exhaustive: rows and columns are all there is to a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardSize {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
}

/// The error for a text that is not a [`BoardSize`] with as many rows and columns as allowed.
///
/// ```
/// use wgs_engine::BoardSize;
///
/// let error = "4".parse::<BoardSize>().unwrap_err();
/// assert!(error.to_string().starts_with("expected rows and columns such as 4x4 or 5x6"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
pub struct BoardSizeError {
    least: u32,
    most: u32,
}

messages! {
    impl ToMessage for BoardSizeError {
        // It goes without saying that there are tiles.
        Self { least: 0 | 1, most } => "board-size.at-most":
            "expected rows and columns such as 4x4 or 5x6, at most {most}x{most}" (most);
        Self { least, most } => "board-size.range":
            "expected rows and columns such as 4x4 or 5x6, at least {least}x{least} and at most {most}x{most}"
            (least, most);
    }
}

impl BoardSize {
    /// The most rows and columns, with which a square is the largest [`Grid`].
    pub const MAX_SIDE: u32 = 4096;

    /// Creates the size of a square.
    pub fn square(side: u32) -> Self {
        Self {
            rows: side,
            columns: side,
        }
    }

    /// Parses a size whose numbers of rows and of columns are both in a range.
    pub fn read(text: &str, sides: RangeInclusive<u32>) -> Result<Self, BoardSizeError> {
        let side = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let side = text.parse().ok().filter(|_| is_number);
            side.filter(|side| sides.contains(side))
        };
        let read = text
            .split_once(['x', 'X', '×'])
            .and_then(|(rows, columns)| side(rows).zip(side(columns)));
        match read {
            Some((rows, columns)) => Ok(Self { rows, columns }),
            None => Err(BoardSizeError {
                least: *sides.start(),
                most: *sides.end(),
            }),
        }
    }

    /// Returns the grid: a rectangle in which tiles touch diagonally too.
    ///
    /// # Panics
    ///
    /// If it has more than [`Grid::MAX_CELLS`] tiles.
    pub fn grid(self) -> Grid {
        Grid::rectangle(self.columns, self.rows, Adjacency::Diagonal)
    }

    /// Returns the number of tiles.
    pub fn tiles(self) -> usize {
        self.rows as usize * self.columns as usize
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for BoardSize {
    type Err = BoardSizeError;

    fn from_str(text: &str) -> Result<Self, BoardSizeError> {
        Self::read(text, 1..=Self::MAX_SIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_rows_and_columns() {
        for (text, expected) in [
            ("4x5", Some((4, 5))),
            ("1X100", Some((1, 100))),
            ("12×3", Some((12, 3))),
            ("4", None),
            ("0x4", None),
            ("101x1", None),
            ("+4x4", None),
            ("4x", None),
            ("4x4x4", None),
        ] {
            let size = BoardSize::read(text, 1..=100).ok();
            assert_eq!(
                size.map(|size| (size.rows, size.columns)),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn an_error_says_the_limits_of_the_use() {
        for (sides, expected) in [
            (1..=16, "4x4 or 5x6, at most 16x16"),
            (2..=12, "4x4 or 5x6, at least 2x2 and at most 12x12"),
        ] {
            let error = BoardSize::read("1x200", sides).unwrap_err();
            let expected = format!("expected rows and columns such as {expected}");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn the_largest_size_is_that_of_a_grid() {
        let largest = BoardSize::square(BoardSize::MAX_SIDE);
        assert_eq!(largest.tiles(), Grid::MAX_CELLS);
        assert!("4097x1".parse::<BoardSize>().is_err());
    }
}
