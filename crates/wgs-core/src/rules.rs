//! How words score and which count, as in chapters 4.1 and 5.2 of the manual.
//!
//! ```
//! use wgs_core::{Rules, Tally};
//!
//! let rules = Rules::boggle();
//! let word = |length| Tally { length, ..Tally::default() };
//! assert_eq!(rules.score(&word(2)), None);
//! assert_eq!(rules.score(&word(5)).unwrap().total, 2);
//! ```

use std::collections::BTreeMap;

use crate::decimal::Decimal;
use crate::letter::{self, FoldedText};
use crate::tile::Face;

/// How words score and which count. The defaults are the manual's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Rules {
    /// The value of each folded letter; others are worth nothing.
    pub letter_values: BTreeMap<FoldedText, u32>,
    /// What long words earn.
    pub length_bonuses: LengthBonuses,
    /// Whether a `Q` tile is a `Qu` tile.
    pub q_is_qu: bool,
    /// Words of so many letters or fewer are short. As everywhere, a `Qu` tile counts for
    /// [`Self::qu_length`] letters.
    pub short_word_length: u32,
    /// What a short word scores in place of its letters.
    pub short_word_points: u32,
    /// Whether word multipliers apply to short words.
    pub short_word_multiplier: bool,
    /// Words of fewer letters do not count.
    pub min_word_length: u32,
    /// How many letters a `Qu` tile counts for when [`Self::q_is_qu`], 1 or 2.
    pub qu_length: u32,
    /// Whether a wildcard earns the value of the letter it stands for.
    pub wildcard_points: bool,
    /// Whether the length bonus multiplies the word's score instead of adding to it.
    pub multiply_length_bonus: bool,
    /// Whether a score that is not whole is rounded up instead of down.
    pub round_bonus_up: bool,
    /// Positions (from 1) that every word must use, as the centre of a spelling bee.
    pub required_positions: Vec<usize>,
    /// Added to a word that uses every tile on the board.
    pub pangram_bonus: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            letter_values: BTreeMap::new(),
            length_bonuses: LengthBonuses::default(),
            q_is_qu: true,
            short_word_length: 0,
            short_word_points: 0,
            short_word_multiplier: false,
            min_word_length: 1,
            qu_length: 2,
            wildcard_points: false,
            multiply_length_bonus: false,
            round_bonus_up: false,
            required_positions: Vec::new(),
            pangram_bonus: 0,
        }
    }
}

/// The bonus of each word length.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct LengthBonuses {
    /// The bonuses of single lengths.
    pub exact: BTreeMap<u32, Decimal>,
    /// A length from which on all others have this bonus.
    pub from: Option<(u32, Decimal)>,
}

impl LengthBonuses {
    /// The bonus of a length, if it has one.
    pub fn get(&self, length: u32) -> Option<Decimal> {
        let beyond = self.from.filter(|&(from, _)| length >= from);
        self.exact
            .get(&length)
            .copied()
            .or(beyond.map(|(_, bonus)| bonus))
    }
}

/// What a path over the tiles of a board adds up to, before the rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The values of its letters, with letter multipliers.
    pub letter_points: u64,
    /// The product of its word multipliers.
    pub word_multiplier: u64,
    /// How many letters it counts for.
    pub length: u32,
    /// Whether it uses every tile on the board.
    pub pangram: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            letter_points: 0,
            word_multiplier: 1,
            length: 0,
            pangram: false,
        }
    }
}

/// A word's score and its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WordScore {
    /// The points of the letters, including letter multipliers, or the flat points of a short
    /// word.
    pub letter_points: u64,
    /// The product of the word multipliers; 1 where they do not apply.
    pub word_multiplier: u64,
    /// The length bonus: added to the score, or multiplied with it under
    /// [`Rules::multiply_length_bonus`].
    pub length_bonus: Decimal,
    /// The bonus for using every tile.
    pub pangram_bonus: u32,
    /// The total score.
    pub total: u64,
    /// The number of letters that the word counts for.
    pub length: u32,
}

/// The score of a word that earns nothing.
impl Default for WordScore {
    fn default() -> Self {
        Self {
            letter_points: 0,
            word_multiplier: 1,
            length_bonus: Decimal::ZERO,
            pangram_bonus: 0,
            total: 0,
            length: 0,
        }
    }
}

impl Rules {
    /// The rules of Boggle: three letters or more, points by length.
    pub fn boggle() -> Self {
        let exact = [(3, 1), (4, 1), (5, 2), (6, 3), (7, 5)];
        Self {
            length_bonuses: LengthBonuses {
                exact: exact
                    .into_iter()
                    .map(|(length, bonus)| (length, Decimal::from(bonus)))
                    .collect(),
                from: Some((8, Decimal::from(11))),
            },
            min_word_length: 3,
            ..Self::default()
        }
    }

    /// The value of a folded letter.
    pub fn letter_value(&self, folded: &str) -> u32 {
        self.letter_values.get(folded).copied().unwrap_or(0)
    }

    /// What the letters of a face are worth. A `Qu` tile is worth its Q; of a wildcard,
    /// only the letters behind it count.
    ///
    /// ```
    /// use wgs_core::{Face, Rules};
    ///
    /// let mut rules = Rules { q_is_qu: true, ..Rules::default() };
    /// rules.letter_values.extend([("q".into(), 10), ("u".into(), 1), ("t".into(), 1), ("h".into(), 4)]);
    /// assert_eq!(rules.face_value(&Face::letters("Qu")), 10);
    /// assert_eq!(rules.face_value(&Face::letters("Th")), 5);
    /// assert_eq!(rules.face_value(&Face::wildcard("h")), 4);
    /// ```
    pub fn face_value(&self, face: &Face) -> u64 {
        let letters = match face {
            Face::Empty => "",
            Face::Letters(letters) if self.q_is_qu && letters == "qu" => "q",
            Face::Letters(letters) | Face::Wildcard(letters) => letters,
        };
        let values = letter::letters(letters).map(|letter| self.letter_value(letter));
        values.map(u64::from).sum()
    }

    /// Whether any letter is worth anything.
    pub fn values_letters(&self) -> bool {
        self.letter_values.values().any(|&value| value > 0)
    }

    /// Scores a path, or [`None`] when it spells too short a word.
    pub fn score(&self, tally: &Tally) -> Option<WordScore> {
        if tally.length < self.min_word_length {
            return None;
        }
        let pangram_bonus = if tally.pangram { self.pangram_bonus } else { 0 };
        let scored = if tally.length <= self.short_word_length {
            self.score_short(tally)
        } else {
            self.score_long(tally)
        };
        Some(WordScore {
            pangram_bonus,
            total: scored.total.saturating_add(pangram_bonus.into()),
            ..scored
        })
    }

    fn score_short(&self, tally: &Tally) -> WordScore {
        let letter_points = u64::from(self.short_word_points);
        let word_multiplier = if self.short_word_multiplier {
            tally.word_multiplier
        } else {
            1
        };
        WordScore {
            letter_points,
            word_multiplier,
            total: letter_points.saturating_mul(word_multiplier),
            length: tally.length,
            ..WordScore::default()
        }
    }

    fn score_long(&self, tally: &Tally) -> WordScore {
        let base = tally.letter_points.saturating_mul(tally.word_multiplier);
        let bonus = self.length_bonuses.get(tally.length);
        let (length_bonus, total) = if self.multiply_length_bonus {
            let factor = bonus.unwrap_or(Decimal::ONE);
            (factor, factor.times(base, self.round_bonus_up))
        } else {
            let summand = bonus.unwrap_or(Decimal::ZERO);
            (summand, summand.plus(base, self.round_bonus_up))
        };
        WordScore {
            letter_points: tally.letter_points,
            word_multiplier: tally.word_multiplier,
            length_bonus,
            pangram_bonus: 0,
            total,
            length: tally.length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(letter_points: u64, word_multiplier: u64, length: u32) -> Tally {
        Tally {
            letter_points,
            word_multiplier,
            length,
            pangram: false,
        }
    }

    #[test]
    fn the_chat_of_the_manual_scores_48() {
        // C4, H4 doubled, A1 tripled, T1 on a triple word.
        let score = Rules::default().score(&tally(4 + 8 + 3 + 1, 3, 4)).unwrap();
        assert_eq!(score.total, 48);
    }

    #[test]
    fn short_words_score_flat_and_take_the_word_multiplier_when_told_to() {
        let mut rules = Rules {
            short_word_length: 2,
            short_word_points: 1,
            ..Rules::default()
        };
        assert_eq!(rules.score(&tally(5, 3, 2)).unwrap().total, 1);
        rules.short_word_multiplier = true;
        let score = rules.score(&tally(5, 3, 2)).unwrap();
        assert_eq!((score.letter_points, score.total), (1, 3));
        assert_eq!(rules.score(&tally(5, 3, 3)).unwrap().total, 15);
    }

    #[test]
    fn multiplied_bonuses_round_the_final_score() {
        let mut rules = Rules {
            length_bonuses: LengthBonuses {
                exact: [(5, "1.5".parse().unwrap())].into(),
                from: None,
            },
            multiply_length_bonus: true,
            ..Rules::default()
        };
        assert_eq!(rules.score(&tally(7, 1, 5)).unwrap().total, 10);
        rules.round_bonus_up = true;
        assert_eq!(rules.score(&tally(7, 1, 5)).unwrap().total, 11);
        // A length without a bonus multiplies by 1.
        assert_eq!(rules.score(&tally(7, 1, 4)).unwrap().total, 7);
    }

    #[test]
    fn an_open_ended_bonus_serves_every_longer_word() {
        let bonuses = Rules::boggle().length_bonuses;
        assert_eq!(bonuses.get(7), Some(Decimal::from(5)));
        assert_eq!(bonuses.get(255), Some(Decimal::from(11)));
        assert_eq!(bonuses.get(2), None);
    }
}
