//! The goals of hunts.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;
use wgs_dice::Aim;
use wgs_engine::message::ToMessage;
use wgs_engine::{Count, messages};

use crate::text_serde::text_serde;

/// The goal of a hunt: a count, and the aim for it.
///
/// Files and JSON have it as text, in which long words are called `long`:
///
/// ```
/// use wgs_engine::Count;
/// use wgs_records::hunt::HuntGoal;
///
/// for text in ["max-points", "min-points", "max-words", "max-long=8", "points=2500"] {
///     assert_eq!(text.parse::<HuntGoal>()?.to_string(), text);
/// }
/// assert_eq!(HuntGoal::most(Count::LongWords(8))?, "max-long=8".parse()?);
/// assert!(HuntGoal::MAX_POINTS.is_better(3_625, 3_593));
/// assert!(HuntGoal::exact_points(2_500).is_better(2_499, 2_502));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HuntGoal {
    count: Count,
    aim: Aim,
}

/// The error for a text that is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error(
    "expected max-points, min-points, max-words, max-long=LETTERS or points=NUMBER, found {0:?}"
)]
pub struct HuntGoalError(pub String);

/// The error for a count that hunts cannot look for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
pub struct NotHuntedError(pub Count);

messages! {
    impl ToMessage for NotHuntedError {
        Self(count) => "hunt.not-hunted":
            "a hunt looks for points, words or words-of=8, found {count}"
            (count = count.to_string());
    }
}

impl HuntGoal {
    /// As many points as possible.
    pub const MAX_POINTS: Self = Self {
        count: Count::Points,
        aim: Aim::Maximise,
    };

    /// As few points as possible.
    pub const MIN_POINTS: Self = Self {
        count: Count::Points,
        aim: Aim::Minimise,
    };

    /// As many words as possible.
    pub const MAX_WORDS: Self = Self {
        count: Count::Words,
        aim: Aim::Maximise,
    };

    /// Returns the goal of as many words as possible with at least this number of letters.
    pub const fn max_long(letters: u8) -> Self {
        Self {
            count: Count::LongWords(letters),
            aim: Aim::Maximise,
        }
    }

    /// Returns the goal of exactly this number of points.
    pub const fn exact_points(points: u64) -> Self {
        Self {
            count: Count::Points,
            aim: Aim::Within {
                least: points,
                most: points,
            },
        }
    }

    /// Returns the goal of as high a count as possible.
    pub fn most(count: Count) -> Result<Self, NotHuntedError> {
        let aim = Aim::Maximise;
        match count {
            Count::Points | Count::Words | Count::LongWords(_) => Ok(Self { count, aim }),
            _ => Err(NotHuntedError(count)),
        }
    }

    /// Returns the counted quantity: points, words or long words.
    pub fn count(self) -> Count {
        self.count
    }

    /// Returns what the count should be. A range has only one number.
    pub fn aim(self) -> Aim {
        self.aim
    }

    /// Returns how far a value is from the goal; boards with lower numbers are better.
    pub fn distance(self, value: u64) -> u64 {
        match self.aim {
            Aim::Maximise => u64::MAX - value,
            Aim::Minimise => value,
            Aim::Within { least, most } => value.abs_diff(value.clamp(least, most)),
        }
    }

    /// Returns the values that are at most this far from the goal.
    pub(super) fn values_within(self, distance: u64) -> RangeInclusive<u64> {
        match self.aim {
            Aim::Maximise => u64::MAX - distance..=u64::MAX,
            Aim::Minimise => 0..=distance,
            Aim::Within { least, most } => {
                least.saturating_sub(distance)..=most.saturating_add(distance)
            }
        }
    }

    /// Returns whether a value is better than another one.
    pub fn is_better(self, value: u64, other: u64) -> bool {
        self.distance(value) < self.distance(other)
    }

    /// Returns whether no value can be better.
    pub fn is_reached(self, value: u64) -> bool {
        self.distance(value) == 0
    }

    /// Returns the noun for the counted quantity, in the plural.
    pub fn noun(self) -> &'static str {
        match self.count {
            Count::LongWords(_) => "long words",
            Count::Words => "words",
            _ => "points",
        }
    }
}

/// The order of lists: by what is counted, and exact numbers of points after all others.
impl Ord for HuntGoal {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |goal: &Self| {
            let is_exact = matches!(goal.aim, Aim::Within { .. });
            (is_exact, goal.count, goal.aim)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for HuntGoal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for HuntGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.aim, self.count) {
            (Aim::Maximise, Count::LongWords(letters)) => write!(f, "max-long={letters}"),
            (Aim::Maximise, count) => write!(f, "max-{count}"),
            (Aim::Minimise, count) => write!(f, "min-{count}"),
            (Aim::Within { least, .. }, count) => write!(f, "{count}={least}"),
        }
    }
}

impl FromStr for HuntGoal {
    type Err = HuntGoalError;

    fn from_str(text: &str) -> Result<Self, HuntGoalError> {
        let is_number = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let goal = match text.split_once('=') {
            None => match text {
                "max-points" => Some(Self::MAX_POINTS),
                "min-points" => Some(Self::MIN_POINTS),
                "max-words" => Some(Self::MAX_WORDS),
                _ => None,
            },
            Some(("max-long", letters)) => Some(letters)
                .filter(is_number)
                .and_then(|letters| letters.parse().ok())
                .filter(|&letters| letters > 0)
                .map(Self::max_long),
            Some(("points", points)) => Some(points)
                .filter(is_number)
                .and_then(|points| points.parse().ok())
                .map(Self::exact_points),
            Some(_) => None,
        };
        goal.ok_or_else(|| HuntGoalError(text.to_owned()))
    }
}

text_serde!(HuntGoal);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "max",
            "max-long",
            "max-long=0",
            "max-long=300",
            "points=",
            "points=-1",
            "points=+1",
            "words=3",
        ] {
            let error = text.parse::<HuntGoal>().unwrap_err();
            assert!(error.to_string().ends_with(&format!("{text:?}")), "{error}");
        }
    }

    #[test]
    fn goals_are_listed_by_their_count_and_exact_numbers_last() {
        let texts = [
            "max-points",
            "min-points",
            "max-words",
            "max-long=5",
            "max-long=8",
            "points=3",
            "points=7",
        ];
        let goals = texts.map(|text| text.parse::<HuntGoal>().unwrap());
        assert!(goals.is_sorted(), "{goals:?}");
    }

    #[test]
    fn only_limited_goals_can_be_reached() {
        assert!(HuntGoal::MIN_POINTS.is_reached(0) && !HuntGoal::MIN_POINTS.is_reached(1));
        assert!(
            HuntGoal::exact_points(7).is_reached(7) && !HuntGoal::exact_points(7).is_reached(8)
        );
        assert!(!HuntGoal::MAX_POINTS.is_reached(1_000_000));
        assert!(HuntGoal::MIN_POINTS.is_better(3, 4));
    }

    #[test]
    fn the_values_within_a_distance_are_those_that_are_not_farther_away() {
        let goals = [
            HuntGoal::MAX_POINTS,
            HuntGoal::MIN_POINTS,
            HuntGoal::max_long(5),
            HuntGoal::exact_points(3),
            HuntGoal::exact_points(u64::MAX - 2),
        ];
        for goal in goals {
            for limit in [0, 1, 5, 9, u64::MAX - 4, u64::MAX] {
                let distance = goal.distance(limit);
                for value in (0..20).chain(u64::MAX - 20..=u64::MAX) {
                    let is_within = goal.values_within(distance).contains(&value);
                    assert_eq!(
                        is_within,
                        goal.distance(value) <= distance,
                        "{goal}, {value}"
                    );
                }
            }
        }
    }
}
