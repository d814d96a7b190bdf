//! The conditions that a created board must satisfy: numbers and ranges, as in `wgs create` and the
//! API.
//! [`Target::goal`] turns it into the [`Goal`] that the optimiser works towards.
//!
//! ```
//! use wgs_app::target::{Target, read_range};
//!
//! let target = Target { words: Some(read_range("80..120")?), ..Target::default() };
//! assert_eq!(target.goal().aims().len(), 1);
//! # Ok::<(), wgs_app::target::RangeError>(())
//! ```

use std::ops::RangeInclusive;

use thiserror::Error;
use wgs_dice::{Aim, Goal};
use wgs_engine::Count;
#[doc(inline)]
pub use wgs_play::Difficulty;

/// The conditions that a created board must satisfy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The minimum number of words; when minimising, the maximum.
    pub min_words: Option<u64>,
    /// The minimum number of points; when minimising, the maximum.
    pub min_points: Option<u64>,
    /// Whether to aim for few words and points.
    pub minimize: bool,
    /// The number of words.
    pub words: Option<RangeInclusive<u64>>,
    /// The number of points.
    pub points: Option<RangeInclusive<u64>>,
    /// The number of letters of the longest word.
    pub longest: Option<RangeInclusive<u64>>,
    /// The quantity to maximise.
    pub maximize: Option<Count>,
}

impl Target {
    /// Returns the goal of the optimiser.
    pub fn goal(&self) -> Goal {
        // If only one number is set, the other one does not matter.
        let free = self.min_words.is_some() != self.min_points.is_some();
        let aim = |range: &Option<RangeInclusive<u64>>, number: Option<u64>| match range {
            Some(range) => Some(range.clone()),
            None if self.minimize && number.is_none() && free => None,
            None if self.minimize => Some(0..=number.unwrap_or(0)),
            None => number
                .filter(|&number| number > 0)
                .map(|number| number..=u64::MAX),
        };
        let aims = [
            (Count::Words, aim(&self.words, self.min_words)),
            (Count::Points, aim(&self.points, self.min_points)),
            (Count::Longest, self.longest.clone()),
        ];
        let aims = aims.into_iter();
        let aims = aims.filter_map(|(count, range)| Some((count, Aim::within(range?))));
        let aims = aims.chain(self.maximize.map(|count| (count, Aim::Maximise)));
        Goal::new(aims.collect::<Vec<_>>())
    }
}

/// Why a text is not a range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RangeError {
    /// The end is less than the start.
    #[error("{start} is more than {end}")]
    Reversed {
        /// The start.
        start: u64,
        /// The end.
        end: u64,
    },
    /// The text does not have the form of a range.
    #[error("expected a range such as 80..120, 80.. or ..120, or a number")]
    NotARange,
}

/// Reads a range: `80..120`, `80..`, `..120` or `100`.
pub fn read_range(text: &str) -> Result<RangeInclusive<u64>, RangeError> {
    let number = |text: &str, missing: u64| match text {
        "" => Some(missing),
        _ => text.parse().ok(),
    };
    let ends = match text.split_once("..") {
        Some((start, end)) => number(start, 0).zip(number(end, u64::MAX)),
        None => text.parse().ok().map(|number| (number, number)),
    };
    match ends {
        Some((start, end)) if start <= end => Ok(start..=end),
        Some((start, end)) => Err(RangeError::Reversed { start, end }),
        None => Err(RangeError::NotARange),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_two_ends_or_one_or_is_a_number() {
        for (text, range) in [
            ("80..120", Ok(80..=120)),
            ("80..", Ok(80..=u64::MAX)),
            ("..120", Ok(0..=120)),
            ("100", Ok(100..=100)),
            ("2000..2000", Ok(2000..=2000)),
            ("..", Ok(0..=u64::MAX)),
            ("9..8", Err(RangeError::Reversed { start: 9, end: 8 })),
            ("", Err(RangeError::NotARange)),
            ("-1", Err(RangeError::NotARange)),
            ("-1..5", Err(RangeError::NotARange)),
            ("a..b", Err(RangeError::NotARange)),
            ("1.5..2", Err(RangeError::NotARange)),
            ("1...2", Err(RangeError::NotARange)),
            ("99999999999999999999..", Err(RangeError::NotARange)),
        ] {
            assert_eq!(read_range(text), range, "{text}");
        }
    }

    #[test]
    fn minimising_one_number_ignores_the_other() {
        let target = Target {
            min_words: Some(3),
            minimize: true,
            ..Target::default()
        };
        assert_eq!(target.goal().aims(), [(Count::Words, Aim::within(0..=3))]);
        let nothing = Target {
            minimize: true,
            ..Target::default()
        };
        assert_eq!(nothing.goal().aims().len(), 2);
        assert!(Target::default().goal().aims().is_empty());
    }
}
