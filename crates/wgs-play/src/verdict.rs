//! The verdict on a guess: whether it counts, and if not, why. The text is the same in every
//! interface. [`Round`](super::Round) judges.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use wgs_engine::message::{Message, ToMessage, alternatives};
use wgs_engine::{Cell, SolvedWord, messages};

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

messages! {
    impl ToMessage for PathFault {
        Self::NoTile => "path.no-tile": "has no tile";
        Self::NotTouching => "path.not-touching": "does not touch the position before it";
        Self::UsedTwice => "path.used-twice": "is used twice";
    }
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_message().fmt(f)
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

messages! {
    impl ToMessage for Verdict {
        Self::Counts { points: 1, .. } => "verdict.counts-one": "counts: 1 point";
        Self::Counts { points, .. } => "verdict.counts": "counts: {points} points" (points);
        Self::AlreadyFound => "verdict.already-found": "was already found";
        Self::NoLetters => "verdict.no-letters": "has no letters";
        Self::TooShort { found: 1, required } => "verdict.one-letter":
            "is too short: it counts for 1 letter, but {required} are needed" (required);
        Self::TooShort { found, required } => "verdict.too-short":
            "is too short: it counts for {found} letters, but {required} are needed"
            (found, required);
        Self::NotInDictionary => "verdict.not-in-dictionary": "is not in the dictionary";
        Self::MissesTile { required } if required.len() == 1 => "verdict.misses-tile":
            "is a word, but does not use the tile at position {position}"
            (position = positions(required));
        Self::MissesTile { required } => "verdict.misses-tiles":
            "is a word, but does not use the tile at positions {positions}"
            (positions = positions(required));
        Self::NoPath => "verdict.no-path": "is a word, but has no path on the board";
        Self::NotAPath { cell, fault } => "verdict.not-a-path":
            "is not a path: position {position} {fault}"
            (position = cell.position(), fault = fault.to_message());
    } else {
        Self::LettersMissing { letters, scarce, is_rack } => {
            letters_missing(letters, scarce, *is_rack)
        }
    }
}

messages! {
    fn absent(letters) => "verdict.letters-missing":
        "is a word, but the board has no {letters}";
    fn absent_in_hand(letters) => "verdict.letters-missing-in-hand":
        "is a word, but the hand has no {letters}";
    fn scarce_letters(scarce) => "verdict.letters-scarce":
        "is a word, but needs {scarce} on the board";
    fn scarce_in_hand(scarce) => "verdict.letters-scarce-in-hand":
        "is a word, but needs {scarce} in the hand";
    fn absent_and_scarce(letters, scarce) => "verdict.letters-missing-and-scarce":
        "is a word, but needs {scarce}, and the board has no {letters}";
    fn absent_and_scarce_in_hand(letters, scarce) => "verdict.letters-missing-and-scarce-in-hand":
        "is a word, but needs {scarce}, and the hand has no {letters}";
    fn another(letter) => "verdict.another": "another {letter}";
    fn more(number, letter) => "verdict.more": "{number} more {letter}";
    fn listed(first, next) => "verdict.listed": "{first}, {next}";
}

fn positions(cells: &[Cell]) -> String {
    let positions = cells.iter().map(|cell| cell.position().to_string());
    positions.collect::<Vec<_>>().join(", ")
}

/// Says which letters of a word are not there, and of which there are too few.
fn letters_missing(letters: &[String], scarce: &[String], is_rack: bool) -> Message {
    let absent_letters = letters.iter().filter(|letter| !scarce.contains(letter));
    let mut absent_letters: Vec<&str> = absent_letters.map(String::as_str).collect();
    let mut seen = HashSet::new();
    absent_letters.retain(|letter| seen.insert(*letter));
    let no_letters = absent_letters.is_empty();
    let absent_letters = alternatives(&absent_letters);
    let scarce = scarce.iter().map(|letter| {
        let missing = letters.iter().filter(|it| *it == letter).count();
        match missing {
            1 => another(letter),
            missing => more(missing, letter),
        }
    });
    let scarce = scarce.reduce(listed);
    match (no_letters, scarce, is_rack) {
        (_, None, false) => absent(absent_letters),
        (_, None, true) => absent_in_hand(absent_letters),
        (true, Some(scarce), false) => scarce_letters(scarce),
        (true, Some(scarce), true) => scarce_in_hand(scarce),
        (false, Some(scarce), false) => absent_and_scarce(absent_letters, scarce),
        (false, Some(scarce), true) => absent_and_scarce_in_hand(absent_letters, scarce),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_message().fmt(f)
    }
}
