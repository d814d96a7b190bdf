//! The words of a board, and their number and total score.

use serde::{Deserialize, Serialize};
use wgs_config::commonness::Commonness;
use wgs_engine::{Cell, Decimal, SolvedWord, WordScore};
use wgs_play::SolvedBoard;

/// The words of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveReply {
    /// The board as it was typed.
    pub board: String,
    /// The number of different words listed.
    pub words: u64,
    /// The total score of the words, each with its best path.
    pub points: u64,
    /// The words, or all of their paths if duplicates are listed.
    pub solutions: Vec<SolutionReply>,
}

impl SolveReply {
    /// All words of a hand of letters. `letters` is the text that the user typed.
    pub fn from_hand(hand: &SolvedBoard, letters: &str) -> Self {
        Self {
            board: letters.to_owned(),
            words: hand.words().len() as u64,
            points: hand.points(),
            solutions: hand.words().iter().map(SolutionReply::from).collect(),
        }
    }
}

/// A word of a board.
//
// Not a `SolvedWord`: the API counts positions from 1, and has the parts of a score as fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionReply {
    /// The word in upper case.
    pub word: String,
    /// How common it is, if the request asks for it: a size of SCOWL's word lists (10, 20, 35, 50, 60
    /// or 70), or `"rare"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commonness: Option<Commonness>,
    /// Its score.
    pub score: u64,
    /// The points of its letters, with letter multipliers.
    pub letter_points: u64,
    /// The product of its word multipliers.
    pub word_multiplier: u64,
    /// Its length bonus, which the rules add or multiply.
    #[serde(with = "decimal")]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub length_bonus: Decimal,
    /// The number of letters it counts as.
    pub length: u32,
    /// The positions of its tiles, counted from 1.
    pub positions: Vec<usize>,
    /// Its bonus for using every tile; omitted if it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pangram_bonus: u32,
}

impl SolutionReply {
    /// A word with its path and score.
    pub fn new(word: String, path: &[Cell], score: &WordScore) -> Self {
        Self {
            word,
            commonness: None,
            score: score.total,
            letter_points: score.letter_points,
            word_multiplier: score.word_multiplier,
            length_bonus: score.length_bonus,
            length: score.length,
            positions: path.iter().map(|cell| cell.position()).collect(),
            pangram_bonus: score.pangram_bonus,
        }
    }

    /// The same word, with how common it is.
    pub fn with_commonness(mut self, commonness: Option<Commonness>) -> Self {
        self.commonness = commonness;
        self
    }
}

impl From<&SolvedWord> for SolutionReply {
    fn from(word: &SolvedWord) -> Self {
        Self::new(word.text.clone(), &word.path, &word.score)
    }
}

/// The number of words of a board and their total score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreReply {
    /// The board as it was typed.
    pub board: String,
    /// The number of different words.
    pub words: u64,
    /// The total score of the words, each with its best path.
    pub points: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Decimals as JSON numbers: whole numbers without a decimal point, others as short as possible.
mod decimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use wgs_engine::Decimal;

    pub(super) fn serialize<S: Serializer>(
        decimal: &Decimal,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = decimal.to_string();
        match text.parse::<u64>() {
            Ok(whole) => serializer.serialize_u64(whole),
            // A decimal has at most twelve digits, so it is printed unchanged as an `f64`.
            Err(_) => serializer.serialize_f64(text.parse().expect("decimals are numbers")),
        }
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Decimal, D::Error> {
        let number = f64::deserialize(deserializer)?;
        number.to_string().parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(length_bonus: &str, pangram_bonus: u32) -> SolutionReply {
        let mut score = WordScore::default();
        score.letter_points = 7;
        score.word_multiplier = 2;
        score.length_bonus = length_bonus.parse().unwrap();
        score.pangram_bonus = pangram_bonus;
        score.total = 21;
        score.length = 3;
        SolutionReply::new("INK".to_owned(), &[8, 13, 10].map(Cell::new), &score)
    }

    #[test]
    fn a_solution_is_written_with_these_fields() {
        let start =
            r#"{"word":"INK","score":21,"letter_points":7,"word_multiplier":2,"length_bonus":"#;
        let end = r#","length":3,"positions":[9,14,11]"#;
        for (bonus, pangram, written, last) in [
            ("0", 0, "0", "}"),
            ("1.5", 0, "1.5", "}"),
            ("999999.999999", 0, "999999.999999", "}"),
            ("11", 7, "11", r#","pangram_bonus":7}"#),
        ] {
            let reply = reply(bonus, pangram);
            let json = serde_json::to_string(&reply).unwrap();
            assert_eq!(json, format!("{start}{written}{end}{last}"));
            assert_eq!(serde_json::from_str::<SolutionReply>(&json).unwrap(), reply);
        }
    }
}
