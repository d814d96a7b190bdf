//! The verdict on a guess: whether it counts, and if not, why. The text is the same in every
//! interface. [`Round`](super::Round) judges.

use std::fmt;

use serde::{Deserialize, Serialize};
use wgs_engine::{Cell, SolvedWord};

/// Whether a guess counts, and if not, why.
///
/// Its text is meant to follow the guess:
///
/// ```
/// use wgs_play::Verdict;
///
/// let verdict = Verdict::TooShort { found: 2, required: 3 };
/// assert_eq!(
///     format!("ox {verdict}"),
///     "ox is too short: it counts for 2 letters, but 3 are needed"
/// );
/// assert!(!verdict.counts());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "Whether a guess counts, and if not, why.")
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// A word that this player had not found yet.
    Counts {
        /// The word in upper case.
        word: String,
        /// The points it scores.
        points: u64,
        /// The cells that spell it, in order; the best path if there are several.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
        path: Vec<Cell>,
    },
    /// A word that this player found before.
    AlreadyFound,
    /// The guess contains no letters.
    NoLetters,
    /// The guess has too few letters to count.
    TooShort {
        /// The number of letters it counts for.
        found: u32,
        /// The number of letters it needs.
        required: u32,
    },
    /// The guess is not in the dictionary.
    NotInDictionary,
    /// A word, but the tiles lack some of its letters.
    LettersMissing {
        /// The missing letters in upper case, each as many times as it is missing.
        letters: Vec<String>,
        /// Those of them that the tiles have, but not often enough.
        scarce: Vec<String>,
        /// Whether the tiles are a rack or a hand rather than a board.
        is_rack: bool,
    },
    /// A word on the board that does not use a tile that every word must use.
    MissesTile {
        /// The required tiles.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
        required: Vec<Cell>,
    },
    /// A word whose letters are all on the board, but do not touch in the right order.
    NoPath,
    /// A guess by its tiles, which are not a path.
    NotAPath {
        /// The first cell that is wrong.
        #[cfg_attr(feature = "openapi", schema(value_type = u32))]
        cell: Cell,
        /// The fault.
        fault: PathFault,
    },
}

/// A fault of a cell in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PathFault {
    /// The board has no tile there.
    NoTile,
    /// It does not touch the cell before.
    NotTouching,
    /// The path uses it twice.
    UsedTwice,
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTile => "has no tile",
            Self::NotTouching => "does not touch the position before it",
            Self::UsedTwice => "is used twice",
        })
    }
}

impl Verdict {
    /// The verdict on a new word of the board.
    pub(crate) fn new_word(word: &SolvedWord) -> Self {
        Self::Counts {
            word: word.text.clone(),
            points: word.score.total,
            path: word.path.clone(),
        }
    }

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
            Self::TooShort { found, required } => {
                let letters = if *found == 1 { "letter" } else { "letters" };
                write!(
                    f,
                    "is too short: it counts for {found} {letters}, but {required} are needed"
                )
            }
            Self::NotInDictionary => f.write_str("is not in the dictionary"),
            Self::LettersMissing {
                letters,
                scarce,
                is_rack,
            } => {
                let place = if *is_rack {
                    "in the hand"
                } else {
                    "on the board"
                };
                let is_scarce = |letter: &&String| scarce.contains(letter);
                let absent: Vec<&str> = letters
                    .iter()
                    .filter(|it| !is_scarce(it))
                    .map(String::as_str)
                    .collect();
                let more: Vec<String> = scarce
                    .iter()
                    .map(|letter| {
                        let missing = letters.iter().filter(|it| *it == letter).count();
                        match missing {
                            1 => format!("another {letter}"),
                            missing => format!("{missing} more {letter}"),
                        }
                    })
                    .collect();
                let (absent, more) = (absent.join(", "), more.join(", "));
                match (absent.as_str(), more.as_str()) {
                    (absent, "") => write!(
                        f,
                        "is a word, but needs letters that are not {place}: {absent}"
                    ),
                    ("", more) => write!(f, "is a word, but needs {more} {place}"),
                    (absent, more) => write!(
                        f,
                        "is a word, but needs letters that are not {place}: {absent}, and {more}"
                    ),
                }
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
            Self::NotAPath { cell, fault } => {
                write!(f, "is not a path: position {} {fault}", cell.position())
            }
        }
    }
}
