//! The engine's replies to a [`Request`](super::request::Request).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wgs_engine::message::Message;
use wgs_engine::{BoardScore, Decimal, WordScore};

/// The most cells of a board that is drawn, and of which the engine tells more than its words.
/// Larger boards are only solved, because the page would freeze.
pub const MOST_DRAWN: usize = 4096;

/// The words of a board. Copies share the rows and the summary.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardResult {
    /// The solutions to list, in alphabetical order.
    pub rows: Arc<[SolutionRow]>,
    /// The figures that filters do not change.
    pub summary: Arc<BoardSummary>,
}

/// A board in numbers and in the game's formats. It does not depend on the filters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardSummary {
    /// All words of the board and their points.
    pub totals: BoardScore,
    /// The label above the board.
    pub summary_1: String,
    /// The label below the board, if the game has a format for it.
    pub summary_2: Option<String>,
    /// The tooltip of each tile, if the game has a format for them.
    pub tool_tips: Option<Vec<String>>,
    /// The words that use each tile.
    pub tiles: Vec<BoardScore>,
    /// The lengths that words have, ascending, with their words.
    pub lengths: Vec<(u32, BoardScore)>,
    /// Whether the game's dice or letters can produce the board, if the game has any.
    pub is_valid: Option<bool>,
    /// The number of words in the dictionary.
    pub dictionary_words: u64,
}

/// A solution. Unlike a `SolutionReply`, which leaves fields out of its JSON, it fits into a binary
/// message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionRow {
    /// The word in upper case.
    pub word: String,
    /// Its score.
    pub score: u64,
    /// The number of letters that it counts for.
    pub length: u32,
    /// The positions that spell it, from 1.
    pub positions: Vec<u32>,
    /// How common it is, if that was asked for: the size of the smallest list of SCOWL that has
    /// it; [`SolutionRow::RARE`] if none has.
    pub commonness: Option<u8>,
    letter_points: u64,
    word_multiplier: u64,
    #[serde(with = "millionths")]
    length_bonus: Decimal,
    pangram_bonus: u32,
}

impl SolutionRow {
    /// How common a rare word is.
    pub const RARE: u8 = 100;

    /// Creates the row of a word.
    pub fn new(word: String, positions: Vec<u32>, score: &WordScore) -> Self {
        Self {
            word,
            score: score.total,
            length: score.length,
            positions,
            commonness: None,
            letter_points: score.letter_points,
            word_multiplier: score.word_multiplier,
            length_bonus: score.length_bonus,
            pangram_bonus: score.pangram_bonus,
        }
    }

    /// Its score in parts.
    pub fn word_score(&self) -> WordScore {
        let mut score = WordScore::default();
        score.letter_points = self.letter_points;
        score.word_multiplier = self.word_multiplier;
        score.length_bonus = self.length_bonus;
        score.pangram_bonus = self.pangram_bonus;
        score.total = self.score;
        score.length = self.length;
        score
    }
}

/// Decimals as whole numbers of millionths.
mod millionths {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use wgs_engine::Decimal;

    pub(super) fn serialize<S: Serializer>(
        decimal: &Decimal,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        decimal.millionths().serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Decimal, D::Error> {
        let millionths = u64::deserialize(deserializer)?;
        Decimal::from_millionths(millionths)
            .ok_or_else(|| D::Error::custom("the decimal is too large"))
    }
}

/// Whether a word counts on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordVerdict {
    /// The word as it was entered.
    pub word: String,
    /// The verdict, to follow the word.
    pub message: Message,
    /// The positions that spell the word, from 1, if it counts.
    pub positions: Option<Vec<u32>>,
    /// Why the game's dice or letters cannot spell the word, if they cannot.
    pub unspellable: Option<Message>,
}

/// How the game's dice or letters produce a board, or why they cannot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardExplanation {
    /// The tiles of a valid board.
    pub tiles: Vec<TileSource>,
    /// Why they cannot, or why that could not be decided.
    pub reason: Option<Message>,
    /// The positions of the tiles that compete for too few dice, from 1.
    pub positions: Vec<usize>,
}

/// A tile, and the die or letter that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileSource {
    /// The position on the board, from 1.
    pub position: usize,
    /// The letters on the tile.
    pub face: String,
    /// The number of the die, from 1; [`None`] for a letter of a pool.
    pub die: Option<usize>,
    /// All faces of the die, or the letter.
    pub faces: String,
}

/// A board that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatedBoardReply {
    /// The board in its notation.
    pub board: String,
    /// Its words and points; zero if the request sets no minimum.
    pub totals: BoardScore,
    /// Whether it has as many words and points as requested.
    pub is_met: bool,
    /// How many words, points or long words it has, if it should have as many as possible.
    pub reached: u64,
    /// The number of boards tried.
    pub tries: u64,
}

#[cfg(test)]
mod tests {
    use super::super::request::{read, write};
    use super::*;

    #[test]
    fn a_score_in_parts_survives_the_message() {
        for bonus in ["0", "1.5", "0.000001", "1000000.999999"] {
            let mut score = WordScore::default();
            score.letter_points = 7;
            score.word_multiplier = 2;
            score.length_bonus = bonus.parse().unwrap();
            score.pangram_bonus = 3;
            score.total = 21;
            score.length = 3;
            let row = SolutionRow::new("INK".to_owned(), vec![9, 14, 11], &score);
            let received: SolutionRow = read(&write(&row));
            assert_eq!(received, row);
            assert_eq!(received.word_score(), score);
        }
    }
}
