//! A count of a board: points, words, long words or letters of the longest word.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::solver::BoardMeasure;

/// A count of a board: `points`, `words`, `words-of=8` (the words of at least 8 letters)
/// or `longest` (the letters of the longest word).
///
/// ```
/// use wgs_engine::{BoardMeasure, Count};
///
/// let board = BoardMeasure::default().with_words(3).with_points(5);
/// assert_eq!("words".parse::<Count>()?.of(&board), 3);
/// assert_eq!("words-of=8".parse(), Ok(Count::LongWords(8)));
/// assert_eq!(Count::Points.to_string(), "points");
/// # Ok::<(), wgs_engine::CountError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Count {
    /// The points of all words.
    Points,
    /// The number of different words.
    Words,
    /// The number of words with at least this number of letters.
    LongWords(u8),
    /// The number of letters of the longest word.
    Longest,
}

/// The error for a text that is not a [`Count`].
///
/// ```
/// let error = "letters".parse::<wgs_engine::Count>().unwrap_err();
/// assert_eq!(error.to_string(), "expected points, words, words-of=8 or longest");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("expected points, words, words-of=8 or longest")]
pub struct CountError;

impl Count {
    /// Returns this figure of a board. For long words, the board must have been measured with the
    /// same number of letters.
    pub fn of(self, board: &BoardMeasure) -> u64 {
        match self {
            Self::Points => board.points,
            Self::Words => board.words,
            Self::LongWords(_) => board.long_words,
            Self::Longest => board.longest,
        }
    }

    /// Returns the number of long words of a board, if they are counted.
    pub fn long_words(self, board: &BoardMeasure) -> Option<u64> {
        matches!(self, Self::LongWords(_)).then_some(board.long_words)
    }
}

impl FromStr for Count {
    type Err = CountError;

    fn from_str(text: &str) -> Result<Self, CountError> {
        match text {
            "points" => Ok(Self::Points),
            "words" => Ok(Self::Words),
            "longest" => Ok(Self::Longest),
            _ => {
                let letters = text.strip_prefix("words-of=").ok_or(CountError)?;
                let is_number = letters.bytes().all(|byte| byte.is_ascii_digit());
                let letters = letters.parse().ok().filter(|_| is_number);
                let letters = letters.filter(|letters| *letters > 0);
                letters.map(Self::LongWords).ok_or(CountError)
            }
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points => f.write_str("points"),
            Self::Words => f.write_str("words"),
            Self::LongWords(letters) => write!(f, "words-of={letters}"),
            Self::Longest => f.write_str("longest"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_read_and_printed() {
        for text in ["words", "points", "words-of=8", "longest"] {
            assert_eq!(text.parse::<Count>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "word",
            "words-of",
            "words-of=",
            "words-of=0",
            "words-of=+8",
            "words-of=999",
        ] {
            assert_eq!(text.parse::<Count>(), Err(CountError), "{text}");
        }
    }
}
