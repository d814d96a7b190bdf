//! What scores are counted in. A game whose rules give no points, such as 7 Little Words, is played
//! for words.

use serde::{Deserialize, Serialize};
use wgs_engine::{Decimal, Rules};

/// What the scores of a round are counted in.
///
/// ```
/// use wgs_config::Catalogue;
/// use wgs_play::ScoreUnit;
///
/// let catalogue = Catalogue::embedded();
/// let unit = |game| ScoreUnit::of(catalogue.game(game).unwrap().rules().unwrap());
/// assert_eq!(unit("Boggle (New)"), ScoreUnit::Points);
/// assert_eq!(unit("7 Little Words"), ScoreUnit::Words);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreUnit {
    /// Words have points.
    #[default]
    Points,
    /// No word has points, so each counts for one.
    Words,
}

impl ScoreUnit {
    /// Returns the unit of a game with these rules.
    pub fn of(rules: &Rules) -> Self {
        let bonuses = &rules.length_bonuses;
        let mut bonuses = bonuses
            .exact
            .values()
            .chain(bonuses.from.iter().map(|(_, bonus)| bonus));
        let has_points = rules.letter_values.values().any(|value| *value > 0)
            || bonuses.any(|bonus| *bonus > Decimal::default())
            || rules.short_word_points > 0
            || rules.pangram_bonus > 0;
        match has_points {
            true => Self::Points,
            false => Self::Words,
        }
    }

    /// The name of the unit in English, in the singular.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "point",
            Self::Words => "word",
        }
    }
}
