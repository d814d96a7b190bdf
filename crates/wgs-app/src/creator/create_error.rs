//! Why boards cannot be created, and what is wrong with a game's letters or with a goal.

use std::ops::RangeInclusive;

use thiserror::Error;
use wgs_config::catalogue::MissingPart;
use wgs_dice::{PlacementError, Unspellable};
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::{Stopped, messages};

use super::word_list::WordListError;
use crate::game_loader::LoadError;

/// Why boards cannot be created.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum CreateError {
    /// The game has no grid or no letters.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// The word list cannot be used.
    #[error(transparent)]
    WordList(#[from] WordListError),
    /// The dictionary that the words of boards come from cannot be loaded.
    #[error(transparent)]
    Dictionary(#[from] LoadError),
    /// A word cannot be placed on any board.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The tiles cannot spell a word.
    Unspellable {
        /// The word.
        word: String,
        /// The reason.
        source: Unspellable,
    },
    /// A word has more letters than the tiles of a board.
    TooLong {
        /// The word.
        word: String,
        /// The number of letters of the word.
        letters: usize,
        /// The number of tiles of a board.
        tiles: usize,
        /// The maximum number of letters of the tiles.
        max_letters: usize,
    },
    /// The search found no way to place all words.
    NotPlaced(Vec<String>),
    /// Words cannot be placed on boards from a word list.
    FixedBoards,
    /// Boards from a word list have the size of its lines.
    FixedSize,
    /// The budget was used up before a single board was scored.
    Stopped(#[from] Stopped),
}

messages! {
    impl ToMessage for CreateError {
        Self::Unspellable { word, source } => "create.unspellable":
            "no board can contain {word}: {source}"
            (word, source = source.to_message());
        Self::TooLong { word, letters, tiles, max_letters } => "create.too-long":
            "no board can contain {word}: it has {letters} letters, but the {tiles} tiles of a board have at most {max_letters}"
            (word, letters, tiles, max_letters);
        Self::NotPlaced(words) => "create.not-placed":
            "found no way to place {words} on one board" (words = words.join(", "));
        Self::FixedBoards => "create.fixed-boards":
            "boards from a word list cannot be changed to contain a word";
        Self::FixedSize => "create.fixed-size":
            "the boards of this game come from a word list, so their size cannot be changed";
        Self::Stopped(stopped) => "create.stopped":
            "no board was found: {stopped}" (stopped = stopped.to_message());
    } else {
        Self::MissingPart(error) => error.to_message(),
        Self::WordList(error) => error.to_message(),
        Self::Dictionary(error) => error.to_message(),
        Self::Placement(error) => error.to_message(),
    }
}

/// A problem with a game's letters that does not prevent boards from being created.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LetterWarning {
    /// There are fewer letters than tiles.
    #[error("the pool has only {} for {tiles} tiles, so boards are smaller", counted(*letters, "letter"))]
    SmallPool {
        /// The number of letters in the pool.
        letters: usize,
        /// The number of tiles of a board.
        tiles: usize,
    },
    /// A word list has characters that are not part of the notation of boards.
    #[error("ignored {} in the word list {path} that the notation of boards does not have", counted(*characters, "character"))]
    IgnoredCharacters {
        /// The file.
        path: String,
        /// The number of characters.
        characters: usize,
    },
    /// Some faces have letters that are in no word.
    #[error("no word in the dictionary can use the faces {}", .0.join(", "))]
    UnusableFaces(Vec<String>),
}

/// Why no board can meet a goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum ImpossibleGoal {
    /// The goal needs more words than the dictionary has.
    TooFewWords(usize),
    /// The tiles cannot spell any word that is long enough.
    NoLongWord(RangeInclusive<u64>),
}

messages! {
    impl ToMessage for ImpossibleGoal {
        Self::TooFewWords(words) => "goal.too-few-words":
            "the dictionary has only {words}" (words = words_text(*words));
        Self::NoLongWord(lengths) => "goal.no-long-word":
            "the game's tiles cannot spell any word of {letters} in the dictionary"
            (letters = letters_text(lengths));
    }
}

/// A number with a noun in the singular or plural.
fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

messages! {
    fn one_word() => "count.one-word": "1 word";
    fn words(number) => "count.words": "{number} words";
    fn one_letter() => "count.one-letter": "1 letter";
    fn letters(number) => "count.letters": "{number} letters";
    fn letters_or_more(number) => "count.letters-or-more": "{number} or more letters";
    fn letters_between(start, end) => "count.letters-between": "{start} to {end} letters";
}

/// Describes a number of words.
fn words_text(number: usize) -> Message {
    match number {
        1 => one_word(),
        _ => words(number),
    }
}

/// Describes a number of letters.
fn letters_text(lengths: &RangeInclusive<u64>) -> Message {
    match (*lengths.start(), *lengths.end()) {
        (1, 1) => one_letter(),
        (start, u64::MAX) => letters_or_more(start),
        (start, end) if start == end => letters(start),
        (start, end) => letters_between(start, end),
    }
}
