//! The breakdown of a word's score: lines that lead from the points of the letters to the total.

use crate::decimal::Decimal;
use crate::rules::{Rules, WordScore};

/// A line of the breakdown of a score. Each applies to the result of the lines before it.
///
/// ```
/// use wgs_engine::Rules;
/// use wgs_engine::scoring::{ScoreLine, Tally};
///
/// let rules = Rules::boggle().with_pangram_bonus(20);
/// let score = rules.score(&Tally::default().with_length(5).with_pangram(true)).unwrap();
/// assert_eq!(rules.breakdown(&score).last(), Some(&ScoreLine::PangramBonus(20)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreLine {
    /// The points of the letters, or the fixed points of a short word: the first line.
    LetterPoints(u64),
    /// A factor: the product of the word multipliers.
    WordMultiplier(u64),
    /// A length bonus that is added.
    LengthBonus(Decimal),
    /// A length bonus that is a factor.
    LengthFactor(Decimal),
    /// The result so far as a whole number, if it was not one.
    Rounded(u64),
    /// A bonus that is added.
    PangramBonus(u32),
}

impl Rules {
    /// Returns how these rules made up a score. The last line leads to the total.
    ///
    /// ```
    /// use wgs_engine::Rules;
    /// use wgs_engine::scoring::{ScoreLine, Tally};
    ///
    /// let rules = Rules::boggle();
    /// let score = rules.score(&Tally::default().with_length(5)).unwrap();
    /// assert_eq!(
    ///     rules.breakdown(&score),
    ///     [
    ///         ScoreLine::LetterPoints(0),
    ///         ScoreLine::WordMultiplier(1),
    ///         ScoreLine::LengthBonus(2.into()),
    ///     ]
    /// );
    /// ```
    pub fn breakdown(&self, score: &WordScore) -> Vec<ScoreLine> {
        let bonus = score.length_bonus;
        let base = score.letter_points.saturating_mul(score.word_multiplier);
        let (line, floor, ceiling) = match self.multiply_length_bonus {
            true => (
                ScoreLine::LengthFactor(bonus),
                bonus.times(base, false),
                bonus.times(base, true),
            ),
            false => (
                ScoreLine::LengthBonus(bonus),
                bonus.plus(base, false),
                bonus.plus(base, true),
            ),
        };
        let mut lines = vec![
            ScoreLine::LetterPoints(score.letter_points),
            ScoreLine::WordMultiplier(score.word_multiplier),
            line,
        ];
        if floor != ceiling {
            let pangram_bonus = u64::from(score.pangram_bonus);
            lines.push(ScoreLine::Rounded(
                score.total.saturating_sub(pangram_bonus),
            ));
        }
        if score.pangram_bonus > 0 {
            lines.push(ScoreLine::PangramBonus(score.pangram_bonus));
        }
        lines
    }
}
