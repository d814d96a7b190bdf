//! What a created board must satisfy, as the `create` command and the API write it: numbers
//! and ranges. [`Target::goal`] turns it into the [`Goal`] that the optimiser works towards.
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
use wgs_lab::{Aim, Goal, Measure};

/// What a created board must satisfy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The fewest words, or to minimise the most.
    pub min_words: Option<u64>,
    /// The fewest points, or to minimise the most.
    pub min_points: Option<u64>,
    /// Whether few words and points are wished for.
    pub minimize: bool,
    /// How many words.
    pub words: Option<RangeInclusive<u64>>,
    /// How many points.
    pub points: Option<RangeInclusive<u64>>,
    /// How many letters the longest word has.
    pub longest: Option<RangeInclusive<u64>>,
}

impl Target {
    /// What to aim at.
    pub fn goal(&self) -> Goal {
        // If only one number is given, the other does not matter.
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
            (Measure::Words, aim(&self.words, self.min_words)),
            (Measure::Points, aim(&self.points, self.min_points)),
            (Measure::Longest, self.longest.clone()),
        ];
        let aims = aims.into_iter();
        let aims = aims.filter_map(|(measure, range)| Some((measure, Aim::Within(range?))));
        Goal::new(aims.collect::<Vec<_>>())
    }
}

/// A text that is no range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RangeError {
    /// It ends before it starts.
    #[error("{start} is more than {end}")]
    Reversed {
        /// Where it starts.
        start: u64,
        /// Where it ends.
        end: u64,
    },
    /// It is something else.
    #[error("wanted a range such as 80..120, 80.. or ..120, or a number")]
    NoRange,
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
        None => Err(RangeError::NoRange),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_meant() {
        for (text, range) in [
            ("80..120", Ok(80..=120)),
            ("80..", Ok(80..=u64::MAX)),
            ("..120", Ok(0..=120)),
            ("100", Ok(100..=100)),
            ("2000..2000", Ok(2000..=2000)),
            ("..", Ok(0..=u64::MAX)),
            ("9..8", Err(RangeError::Reversed { start: 9, end: 8 })),
            ("", Err(RangeError::NoRange)),
            ("-1", Err(RangeError::NoRange)),
            ("-1..5", Err(RangeError::NoRange)),
            ("a..b", Err(RangeError::NoRange)),
            ("1.5..2", Err(RangeError::NoRange)),
            ("1...2", Err(RangeError::NoRange)),
            ("99999999999999999999..", Err(RangeError::NoRange)),
        ] {
            assert_eq!(read_range(text), range, "{text}");
        }
    }

    #[test]
    fn minimising_one_number_leaves_the_other_free() {
        let target = Target {
            min_words: Some(3),
            minimize: true,
            ..Target::default()
        };
        assert_eq!(target.goal().aims(), [(Measure::Words, Aim::Within(0..=3))]);
        let nothing = Target {
            minimize: true,
            ..Target::default()
        };
        assert_eq!(nothing.goal().aims().len(), 2);
        assert!(Target::default().goal().aims().is_empty());
    }
}
