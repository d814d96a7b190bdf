//! What becomes of a guess, and why, in words that every face shows alike. Who judges is the
//! [`Round`](super::Round).

use std::fmt;

use wgs_core::Cell;

/// What becomes of a guess.
///
/// Its text goes behind the guess:
///
/// ```
/// use wgs_play::Verdict;
///
/// let verdict = Verdict::TooShort { found: 2, wanted: 3 };
/// assert_eq!(
///     format!("ox {verdict}"),
///     "ox is too short: it counts for 2 letters, but 3 are needed"
/// );
/// assert!(!verdict.counts());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// A new word of this player.
    Counts {
        /// The word in upper case.
        word: String,
        /// What it scores.
        points: u64,
        /// The cells that spell it, in order; among several ways the best one.
        path: Vec<Cell>,
    },
    /// A word that this player found before.
    AlreadyFound,
    /// Nothing in it is a letter.
    NoLetters,
    /// Too few letters to count.
    TooShort {
        /// How many letters it counts for.
        found: u32,
        /// How many it needs.
        wanted: u32,
    },
    /// No word.
    NotInDictionary,
    /// A word, but the tiles do not have its letters.
    LettersMissing {
        /// The letters that are missing, in upper case, as often as they are.
        letters: Vec<String>,
        /// Whether the tiles are a rack or a hand rather than a board.
        is_rack: bool,
    },
    /// A word that is on the board, but not through the tiles that every word must use.
    MissesTile {
        /// Those tiles.
        required: Vec<Cell>,
    },
    /// A word whose letters are all there, but do not touch in its order.
    NoPath,
}

impl Verdict {
    /// Whether the guess counts.
    pub fn counts(&self) -> bool {
        matches!(self, Self::Counts { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { points: 1, .. } => f.write_str("counts: 1 point"),
            Self::Counts { points, .. } => write!(f, "counts: {points} points"),
            Self::AlreadyFound => f.write_str("was already found"),
            Self::NoLetters => f.write_str("has no letters"),
            Self::TooShort { found, wanted } => {
                let letters = if *found == 1 { "letter" } else { "letters" };
                write!(
                    f,
                    "is too short: it counts for {found} {letters}, but {wanted} are needed"
                )
            }
            Self::NotInDictionary => f.write_str("is not in the dictionary"),
            Self::LettersMissing { letters, is_rack } => {
                let place = if *is_rack {
                    "in the hand"
                } else {
                    "on the board"
                };
                let letters = letters.join(", ");
                write!(
                    f,
                    "is a word, but needs letters that are not {place}: {letters}"
                )
            }
            Self::MissesTile { required } => {
                let positions = required.iter().map(|cell| cell.position().to_string());
                let positions = positions.collect::<Vec<_>>().join(", ");
                let noun = if required.len() == 1 {
                    "position"
                } else {
                    "positions"
                };
                write!(
                    f,
                    "is a word, but does not use the tile at {noun} {positions}"
                )
            }
            Self::NoPath => f.write_str("is a word, but has no path on the board"),
        }
    }
}
