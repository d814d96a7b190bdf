//! Scoring rules: which words count, and what they score.
//!
//! ```
//! use wgs_engine::Rules;
//! use wgs_engine::scoring::Tally;
//!
//! let rules = Rules::boggle();
//! let word = |length| Tally::default().with_length(length);
//! assert_eq!(rules.score(&word(2)), None);
//! assert_eq!(rules.score(&word(5)).unwrap().total, 2);
//! ```

use std::collections::BTreeMap;

use crate::decimal::Decimal;
use crate::grid::Cell;
use crate::letter::{self, FoldedText};
use crate::tile::Face;
use crate::with_methods::with_methods;

/// Scoring rules: which words count, and what they score.
///
/// A word scores as follows:
///
/// 1. Each letter has a value, which the letter multiplier of its tile multiplies.
/// 2. The sum of these is multiplied by the word multipliers of all tiles of the word.
/// 3. The length bonus is added to the result, or multiplied with it.
/// 4. The result is rounded to a whole number.
/// 5. The bonus for a pangram is added.
///
/// Short words score a fixed number of points in place of steps 1 to 4, or that number times the
/// word multipliers.
///
/// Start from [`Rules::new`], [`Rules::boggle`] or [`Rules::word_game_solver`], and change what
/// differs:
///
/// ```
/// use wgs_engine::{LengthBonuses, Rules};
/// use wgs_engine::scoring::Tally;
///
/// let rules = Rules::new()
///     .with_letter_values([("c", 3), ("a", 1), ("t", 1)])
///     .with_length_bonuses(LengthBonuses::default().with_from(3, 10))
///     .with_min_word_length(2);
/// let cat = Tally::default().with_letter_points(5).with_length(3);
/// assert_eq!(rules.score(&cat).unwrap().total, 15);
/// ```
///
/// Fields that a serialised value lacks are those of [`Rules::word_game_solver`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(default = "Rules::word_game_solver", deny_unknown_fields)
)]
#[non_exhaustive]
pub struct Rules {
    /// The value of each letter. Letters that are not listed have the value 0.
    pub letter_values: BTreeMap<FoldedText, u32>,
    /// The bonus of each word length.
    pub length_bonuses: LengthBonuses,
    /// Whether a tile with the letter Q alone counts as a `Qu` tile.
    pub q_is_qu: bool,
    /// The greatest length of a short word. As for all lengths, [`Self::qu_length`] says what a
    /// `Qu` tile counts as.
    pub short_word_length: u32,
    /// The points of a short word.
    pub short_word_points: u32,
    /// Whether word multipliers apply to short words.
    pub short_word_multiplier: bool,
    /// The minimum length of a word. Shorter words do not count.
    pub min_word_length: u32,
    /// The number of letters that a `Qu` tile counts as. It has no effect unless [`Self::q_is_qu`] is set.
    pub qu_length: QuLength,
    /// Whether a wildcard scores the value of the letter it stands for.
    pub wildcard_points: bool,
    /// Whether the length bonus is multiplied with the score of the word instead of added to it.
    pub multiply_length_bonus: bool,
    /// Whether a fractional score is rounded up instead of down.
    pub round_bonus_up: bool,
    /// The cells that every word must use, such as the centre of a Spelling Bee. If one of them is
    /// not on the grid, no word counts. They are serialised as `required_positions`, from 1.
    #[cfg_attr(
        feature = "serde",
        serde(
            rename = "required_positions",
            with = "crate::serialisation::positions"
        )
    )]
    pub required_cells: Vec<Cell>,
    /// The bonus for a pangram: a word that uses every tile on the board.
    pub pangram_bonus: u32,
}

/// The number of letters that a `Qu` tile counts as where the length of a word matters.
///
/// ```
/// use wgs_engine::{Grid, Lexicon, QuLength, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("quit")?;
/// let rules = Rules::boggle();
/// let length = |rules: &Rules| {
///     let solver = Solver::new(&lexicon, &Grid::rack(3), rules);
///     let found = solver.solve(&"QuIT".parse().unwrap());
///     found[0].score.length
/// };
/// assert_eq!(length(&rules), 4);
/// assert_eq!(length(&rules.with_qu_length(QuLength::One)), 3);
/// # Ok::<(), wgs_engine::lexicon::BuildError>(())
/// ```
///
/// It is exhaustive, because a `Qu` cannot count as more letters than it has. It is serialised as a
/// number, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum QuLength {
    /// One letter, as for any other tile.
    One,
    /// Two letters.
    #[default]
    Two,
}

impl QuLength {
    /// Returns the length for a number of letters, if it is 1 or 2.
    pub const fn new(letters: u32) -> Option<Self> {
        match letters {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// Returns the number of letters.
    pub const fn letters(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// The bonus of each word length.
///
/// ```
/// use wgs_engine::{Decimal, LengthBonuses};
///
/// let bonuses = LengthBonuses::default().with_exact(5, 2).with_from(8, 11);
/// assert_eq!(bonuses.get(5), Some(Decimal::from(2)));
/// assert_eq!(bonuses.get(9), Some(Decimal::from(11)));
/// assert_eq!(bonuses.get(6), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct LengthBonuses {
    /// The bonuses of individual lengths.
    pub exact: BTreeMap<u32, Decimal>,
    /// A length, and the bonus of all words of at least that length without a bonus in
    /// [`Self::exact`].
    pub from: Option<(u32, Decimal)>,
}

impl LengthBonuses {
    /// Sets the bonus of a length.
    #[must_use]
    pub fn with_exact(mut self, length: u32, bonus: impl Into<Decimal>) -> Self {
        self.exact.insert(length, bonus.into());
        self
    }

    /// Sets the bonus of all words of at least this length, except for the lengths with a bonus of
    /// their own.
    #[must_use]
    pub fn with_from(mut self, length: u32, bonus: impl Into<Decimal>) -> Self {
        self.from = Some((length, bonus.into()));
        self
    }

    /// Returns the bonus of a length, if it has one.
    pub fn get(&self, length: u32) -> Option<Decimal> {
        let beyond = self.from.filter(|&(from, _)| length >= from);
        self.exact
            .get(&length)
            .copied()
            .or(beyond.map(|(_, bonus)| bonus))
    }
}

/// The sums over the tiles of a path, to which [`Rules::score`] applies the rules. By default, they
/// are those of no tiles.
///
/// ```
/// use wgs_engine::Rules;
/// use wgs_engine::scoring::Tally;
///
/// // Letters of 5 points, one of them on a tile that doubles the word.
/// let tally = Tally::default().with_letter_points(5).with_word_multiplier(2).with_length(3);
/// assert_eq!(Rules::new().score(&tally).unwrap().total, 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The sum of the letter values, including letter multipliers.
    pub letter_points: u64,
    /// The product of the word multipliers.
    pub word_multiplier: u64,
    /// The number of letters that the path counts as.
    pub length: u32,
    /// Whether the path uses every tile on the board.
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

with_methods!(Tally {
    with_letter_points => letter_points: u64,
    with_word_multiplier => word_multiplier: u64,
    with_length => length: u32,
    with_pangram => pangram: bool,
});

/// A word's score and its components.
///
/// ```
/// use wgs_engine::{Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("cat")?;
/// let rules = Rules::boggle().with_letter_values([("c", 3)]);
/// let found = Solver::new(&lexicon, &Grid::rack(3), &rules).solve(&"::CA;T".parse()?);
/// let score = found[0].score;
/// assert_eq!((score.letter_points, score.word_multiplier), (9, 2));
/// assert_eq!((score.length_bonus, score.total), (1.into(), 19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The number of letters that the word counts as.
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

/// The rules of [`Rules::new`].
impl Default for Rules {
    fn default() -> Self {
        Self::new()
    }
}

with_methods!(Rules {
    with_length_bonuses => length_bonuses: LengthBonuses,
    with_q_is_qu => q_is_qu: bool,
    with_short_word_length => short_word_length: u32,
    with_short_word_points => short_word_points: u32,
    with_short_word_multiplier => short_word_multiplier: bool,
    with_min_word_length => min_word_length: u32,
    with_qu_length => qu_length: QuLength,
    with_wildcard_points => wildcard_points: bool,
    with_multiply_length_bonus => multiply_length_bonus: bool,
    with_round_bonus_up => round_bonus_up: bool,
    with_pangram_bonus => pangram_bonus: u32,
});

impl Rules {
    /// Creates rules by which every word counts, but scores nothing: there are no letter values and
    /// no bonuses, and each tile has the letters that are written on it.
    pub fn new() -> Self {
        Self {
            letter_values: BTreeMap::new(),
            length_bonuses: LengthBonuses::default(),
            q_is_qu: false,
            short_word_length: 0,
            short_word_points: 0,
            short_word_multiplier: false,
            min_word_length: 1,
            qu_length: QuLength::Two,
            wildcard_points: false,
            multiply_length_bonus: false,
            round_bonus_up: false,
            required_cells: Vec::new(),
            pangram_bonus: 0,
        }
    }

    /// Returns the rules that the program *Word Game Solver* starts from. They differ from
    /// [`Self::new`] in that a tile with the letter Q is a `Qu` tile.
    ///
    /// ```
    /// use wgs_engine::Rules;
    /// assert_eq!(Rules::word_game_solver(), Rules::new().with_q_is_qu(true));
    /// ```
    pub fn word_game_solver() -> Self {
        Self::new().with_q_is_qu(true)
    }

    /// Returns the rules of Boggle: words of three letters or more, points by length, and a tile
    /// with the letter Q is a `Qu` tile.
    pub fn boggle() -> Self {
        let exact = [(3, 1), (4, 1), (5, 2), (6, 3), (7, 5)];
        let exact = exact.map(|(length, bonus)| (length, Decimal::from(bonus)));
        let bonuses = LengthBonuses {
            exact: exact.into(),
            from: Some((8, Decimal::from(11))),
        };
        Self::word_game_solver()
            .with_length_bonuses(bonuses)
            .with_min_word_length(3)
    }

    /// Sets the value of each letter. Letters that are not listed have the value 0.
    #[must_use]
    pub fn with_letter_values<L: Into<FoldedText>>(
        self,
        values: impl IntoIterator<Item = (L, u32)>,
    ) -> Self {
        let values = values.into_iter();
        Self {
            letter_values: values
                .map(|(letter, value)| (letter.into(), value))
                .collect(),
            ..self
        }
    }

    /// Sets the cells that every word must use.
    #[must_use]
    pub fn with_required_cells(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        Self {
            required_cells: cells.into_iter().collect(),
            ..self
        }
    }

    /// Returns the value of a folded letter.
    pub fn letter_value(&self, folded: &str) -> u32 {
        self.letter_values.get(folded).copied().unwrap_or(0)
    }

    /// Returns the letters with which a face takes part in a word, see [`Face::spelled`].
    ///
    /// ```
    /// use wgs_engine::{Face, Rules};
    ///
    /// assert_eq!(Rules::boggle().spelled(&Face::letters("Q")), "qu");
    /// assert_eq!(Rules::new().spelled(&Face::letters("Q")), "q");
    /// ```
    #[inline]
    pub fn spelled<'f>(&self, face: &'f Face) -> &'f str {
        face.spelled(self.q_is_qu)
    }

    /// Returns whether a face is that of a `Qu` tile. Without [`Self::q_is_qu`] there are none.
    ///
    /// ```
    /// use wgs_engine::{Face, Rules};
    ///
    /// let rules = Rules::boggle();
    /// assert!(["Q", "Qu"].iter().all(|text| rules.is_qu(&Face::letters(text))));
    /// ```
    #[inline]
    pub fn is_qu(&self, face: &Face) -> bool {
        self.q_is_qu && matches!(face, Face::Letters(_)) && self.spelled(face) == "qu"
    }

    /// Returns the value of the letters of a face. A `Qu` tile has the value of its Q. With a
    /// wildcard, only the letters after it count.
    ///
    /// ```
    /// use wgs_engine::{Face, Rules};
    ///
    /// let rules = Rules::boggle().with_letter_values([("q", 10), ("u", 1), ("t", 1), ("h", 4)]);
    /// assert_eq!(rules.face_value(&Face::letters("Qu")), 10);
    /// assert_eq!(rules.face_value(&Face::letters("Th")), 5);
    /// assert_eq!(rules.face_value(&Face::wildcard("h")), 4);
    /// ```
    pub fn face_value(&self, face: &Face) -> u64 {
        let letters = match self.is_qu(face) {
            true => "q",
            false => self.spelled(face),
        };
        let values = letter::letters(letters).map(|letter| self.letter_value(letter));
        values.map(u64::from).sum()
    }

    /// Returns whether any letter has a value other than 0.
    pub fn has_letter_values(&self) -> bool {
        self.letter_values.values().any(|&value| value > 0)
    }

    /// Scores a path. Returns [`None`] if the word is too short to count.
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
            // A short word has no bonus.
            length_bonus: match self.multiply_length_bonus {
                true => Decimal::ONE,
                false => Decimal::ZERO,
            },
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
    fn letter_values_and_multipliers_make_up_the_score() {
        // CHAT: C 4, H 4 doubled, A 1 tripled, T 1 with a triple word value.
        let score = Rules::new().score(&tally(4 + 8 + 3 + 1, 3, 4)).unwrap();
        assert_eq!(score.total, 48);
    }

    #[test]
    fn short_words_score_fixed_points_with_an_optional_word_multiplier() {
        let mut rules = Rules::new()
            .with_short_word_length(2)
            .with_short_word_points(1);
        assert_eq!(rules.score(&tally(5, 3, 2)).unwrap().total, 1);
        rules.short_word_multiplier = true;
        let score = rules.score(&tally(5, 3, 2)).unwrap();
        assert_eq!((score.letter_points, score.total), (1, 3));
        assert_eq!(rules.score(&tally(5, 3, 3)).unwrap().total, 15);
    }

    #[test]
    fn a_multiplied_bonus_rounds_the_final_score() {
        let factor: Decimal = "1.5".parse().unwrap();
        let mut rules = Rules::new()
            .with_length_bonuses(LengthBonuses::default().with_exact(5, factor))
            .with_multiply_length_bonus(true);
        assert_eq!(rules.score(&tally(7, 1, 5)).unwrap().total, 10);
        rules.round_bonus_up = true;
        assert_eq!(rules.score(&tally(7, 1, 5)).unwrap().total, 11);
        // Without a bonus, the factor is 1.
        assert_eq!(rules.score(&tally(7, 1, 4)).unwrap().total, 7);
    }

    #[test]
    fn an_open_ended_bonus_applies_to_every_longer_word() {
        let bonuses = Rules::boggle().length_bonuses;
        assert_eq!(bonuses.get(7), Some(Decimal::from(5)));
        assert_eq!(bonuses.get(255), Some(Decimal::from(11)));
        assert_eq!(bonuses.get(2), None);
    }
}
