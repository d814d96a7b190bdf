//! Letter distributions: the dice, letter pools or word lists that the letters of random boards
//! come from. Rolling boards is the job of `Cup` in the crate `wgs-dice`.
//!
//! Faces are written in board notation, with multipliers if boards have bonus tiles; commas
//! separate dice. All other characters are ignored, so a list may span several lines.
//!
//! ```
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("AACIOT, ABJMOQu")?;
//! assert_eq!(dice[1].faces().len(), 6);
//! let distribution = LetterDistribution::Dice { dice, shuffle: true };
//! assert_eq!(distribution.to_string(), "AACIOT, ABJMOQu");
//! assert_eq!(parse_dice("A:A;;T")?[0].faces()[2].word_multiplier.get(), 3);
//!
//! let error = parse_dice("AACIOT, , ABJMOQu").unwrap_err();
//! assert_eq!(error.to_string(), "die 2 has no faces");
//! # Ok::<(), wgs_engine::DistributionError>(())
//! ```

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::message::ToMessage;
use crate::messages;
use crate::notation::{self, NotationError, NotationProblem};
use crate::with_methods::with_methods;
use crate::{Tile, letter};
use thiserror::Error;

/// Where the letters of random boards come from.
///
/// ```
/// use wgs_engine::{LetterDistribution, parse_pool};
///
/// let faces = parse_pool("AAABBCQu")?;
/// let pool = LetterDistribution::Pool { faces, without_replacement: true };
/// assert!(pool.has_faces());
/// assert_eq!(pool.to_string(), "AAABBCQu");
/// # Ok::<(), wgs_engine::DistributionError>(())
/// ```
///
/// It is exhaustive: code that creates or checks boards has to handle every kind of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetterDistribution {
    /// Dice to roll.
    Dice {
        /// The dice, in the order they were written.
        dice: Vec<Die>,
        /// Whether any die may land on any cell.
        shuffle: bool,
    },
    /// A pool of letters to draw from.
    Pool {
        /// The letters, each as often as it occurs in the pool.
        faces: Vec<Tile>,
        /// Whether each letter can be drawn only once.
        without_replacement: bool,
    },
    /// A list of the letters of boards.
    WordList {
        /// Where the list comes from.
        list: WordList,
        /// Whether the letters of a board are shuffled.
        shuffle: bool,
    },
}

impl LetterDistribution {
    /// Returns whether there are dice or letters, so that boards and words can be checked
    /// against them.
    pub fn has_faces(&self) -> bool {
        !matches!(self, Self::WordList { .. })
    }
}

/// Where a list of the letters of boards comes from.
///
/// ```
/// use wgs_engine::{LetterDistribution, WordList};
///
/// let list = WordList::File("anagrams.txt".into());
/// let letters = LetterDistribution::WordList { list, shuffle: true };
/// assert_eq!(letters.to_string(), "anagrams.txt");
/// ```
///
/// It is exhaustive: this crate reads no files, so its users have to handle every kind of list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordList {
    /// A file with the letters of one board on each line.
    File(PathBuf),
    /// The words of a dictionary.
    Dictionary(DictionaryWords),
}

/// Which words of a dictionary are on a board.
///
/// ```
/// use std::num::NonZeroUsize;
/// use wgs_engine::DictionaryWords;
///
/// let words = DictionaryWords::new("English").with_lengths(vec![7, 8]);
/// assert_eq!((words.words_per_board, words.letters_per_tile), (NonZeroUsize::MIN, NonZeroUsize::MIN));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DictionaryWords {
    /// The name of the dictionary.
    pub dictionary: String,
    /// The numbers of letters that words may have; any if it is empty.
    pub lengths: Vec<usize>,
    /// The number of words on a board.
    pub words_per_board: NonZeroUsize,
    /// The largest number of letters on a tile.
    pub letters_per_tile: NonZeroUsize,
}

impl DictionaryWords {
    /// Creates a list: one word of any length of the dictionary with this name, and one letter on
    /// each tile.
    pub fn new(dictionary: impl Into<String>) -> Self {
        Self {
            dictionary: dictionary.into(),
            lengths: Vec::new(),
            words_per_board: NonZeroUsize::MIN,
            letters_per_tile: NonZeroUsize::MIN,
        }
    }
}

with_methods!(DictionaryWords {
    with_lengths => lengths: Vec<usize>,
    with_words_per_board => words_per_board: NonZeroUsize,
    with_letters_per_tile => letters_per_tile: NonZeroUsize,
});

/// A die with at least one face.
///
/// ```
/// use wgs_engine::{Die, Face, Tile};
///
/// let die = Die::new(["o", "qu"].map(|text| Tile::plain(Face::letters(text)))).unwrap();
/// assert_eq!(die.to_string(), "OQu");
/// assert!(die.faces().iter().all(Tile::is_plain));
/// assert_eq!(Die::new([]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    faces: Vec<Tile>,
}

impl Die {
    /// Creates a die. Returns [`None`] if there are no faces.
    pub fn new(faces: impl Into<Vec<Tile>>) -> Option<Self> {
        let faces = faces.into();
        (!faces.is_empty()).then_some(Self { faces })
    }

    /// Returns the faces with their multipliers, in the order they were written.
    pub fn faces(&self) -> &[Tile] {
        &self.faces
    }
}

/// Why a text does not list dice or letters.
///
/// ```
/// let error = wgs_engine::parse_dice("AACIOT, , ABJMOQu").unwrap_err();
/// assert_eq!(error.to_string(), "die 2 has no faces");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum DistributionError {
    /// There is no face between two commas.
    NoFaces {
        /// The number of the die, from 1.
        die: usize,
    },
    /// There are no letters at all.
    NoLetters,
    /// A lower-case letter has no face before it, or a multiplier has none after it.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

messages! {
    impl ToMessage for DistributionError {
        Self::NoFaces { die } => "distribution.no-faces":
            "die {die} has no faces" (die);
        Self::NoLetters => "distribution.no-letters":
            "there are no letters";
    } else {
        Self::Notation(error) => error.to_message(),
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces.iter().try_for_each(|face| face.fmt(f))
    }
}

impl fmt::Display for LetterDistribution {
    /// Writes the letters as [`parse_dice`] and [`parse_pool`] read them, or the path of the
    /// list, or the name of the dictionary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice { dice, .. } => {
                for (index, die) in dice.iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    die.fmt(f)?;
                }
                Ok(())
            }
            Self::Pool { faces, .. } => faces.iter().try_for_each(|face| face.fmt(f)),
            Self::WordList { list, .. } => match list {
                WordList::File(path) => path.display().fmt(f),
                WordList::Dictionary(words) => words.dictionary.fmt(f),
            },
        }
    }
}

/// Parses dice separated by commas, such as `AACIOT, ABJMOQu`.
pub fn parse_dice(text: &str) -> Result<Vec<Die>, DistributionError> {
    let mut dice = Vec::new();
    let mut die = FaceReader::default();
    for (grapheme, column) in letter::letters(text).zip(1..) {
        if grapheme == "," {
            dice.push(die.finish_die(dice.len() + 1)?);
        } else {
            die.read(grapheme, column)?;
        }
    }
    dice.push(die.finish_die(dice.len() + 1)?);
    Ok(dice)
}

/// Parses a pool of letters, such as `AAABBCQu?`.
pub fn parse_pool(text: &str) -> Result<Vec<Tile>, DistributionError> {
    let mut pool = FaceReader::default();
    for (grapheme, column) in letter::letters(text).zip(1..) {
        pool.read(grapheme, column)?;
    }
    let faces = pool.finish()?;
    if faces.is_empty() {
        return Err(DistributionError::NoLetters);
    }
    Ok(faces)
}

/// Collects the faces of a die or pool, and the column of each character for error messages.
#[derive(Default)]
struct FaceReader {
    text: String,
    columns: Vec<usize>,
}

impl FaceReader {
    fn read(&mut self, grapheme: &str, column: usize) -> Result<(), DistributionError> {
        match grapheme {
            ":" | ";" | "?" | "." => {}
            _ if !grapheme.starts_with(char::is_alphabetic) => return Ok(()),
            // Board notation reads a text that is all lower case letter by letter. In a list
            // of dice, that would silently turn one face into several.
            _ if !self.has_open_face() && grapheme.starts_with(char::is_lowercase) => {
                let problem = NotationProblem::NothingToContinue(grapheme.to_owned());
                return Err(NotationError { column, problem }.into());
            }
            _ => {}
        }
        self.text.push_str(grapheme);
        self.columns.push(column);
        Ok(())
    }

    /// Whether there is a face that further letters can be added to.
    fn has_open_face(&self) -> bool {
        !self.text.is_empty() && !self.text.ends_with(['.', ':', ';'])
    }

    fn finish(&mut self) -> Result<Vec<Tile>, DistributionError> {
        let columns = std::mem::take(&mut self.columns);
        let tiles = notation::parse(&std::mem::take(&mut self.text)).map_err(|error| {
            // An error after the last character is at that character.
            let column = columns.get(error.column - 1).or(columns.last()).copied();
            NotationError {
                column: column.unwrap_or(error.column),
                ..error
            }
        })?;
        Ok(tiles)
    }

    fn finish_die(&mut self, die: usize) -> Result<Die, DistributionError> {
        let faces = self.finish()?;
        Die::new(faces).ok_or(DistributionError::NoFaces { die })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(dice: Vec<Die>) -> String {
        let shuffle = true;
        LetterDistribution::Dice { dice, shuffle }.to_string()
    }

    #[test]
    fn dice_are_printed_back_as_they_were_parsed() {
        for text in [
            "AACIOT, AHMORS, EGKLUY",
            "AnErHeInThQu, ...EIO, JKQuWXZ",
            "?, ?at, A",
            "ÉÈ, ÑL",
            ":A::B;CD, :;?at, Qu;Qu",
        ] {
            assert_eq!(printed(parse_dice(text).unwrap()), text);
        }
    }

    #[test]
    fn characters_outside_the_notation_are_ignored() {
        for (text, expected) in [
            ("AACIOT,\r\n\t  AHMORS", "AACIOT, AHMORS"),
            ("A-A-C|I/O/T", "AACIOT"),
            ("A1 B2, Q u", "AB, Qu"),
        ] {
            assert_eq!(printed(parse_dice(text).unwrap()), expected, "{text}");
        }
        let pool = parse_pool("AAA, BB\n??").unwrap();
        assert_eq!(pool.len(), 7);
    }

    #[test]
    fn errors_name_the_place_and_the_problem() {
        for (text, message) in [
            ("", "die 1 has no faces"),
            ("AB, 1", "die 2 has no faces"),
            ("AB,", "die 2 has no faces"),
            ("AB, C:", "column 6: the multiplier has no tile after it"),
            ("A;, B", "column 2: the multiplier has no tile after it"),
            (
                "A:b",
                "column 3: the lower-case 'b' continues a tile, but there is no tile before it",
            ),
            (
                "AB, qu",
                "column 5: the lower-case 'q' continues a tile, but there is no tile before it",
            ),
            (
                "AB,  -.c",
                "column 8: the lower-case 'c' continues a tile, but there is no tile before it",
            ),
        ] {
            assert_eq!(parse_dice(text).unwrap_err().to_string(), message, "{text}");
        }
        assert_eq!(
            parse_pool("12").unwrap_err().to_string(),
            "there are no letters"
        );
    }
}
