//! What a hunt looks for.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::{Count, messages};

use crate::text_serde::text_serde;

/// What a hunt looks for. It is written as on the command line.
///
/// ```
/// use wgs_records::hunt::HuntGoal;
///
/// for text in ["max-points", "min-points", "max-words", "max-long=8", "points=2500"] {
///     assert_eq!(text.parse::<HuntGoal>()?.to_string(), text);
/// }
/// assert!(HuntGoal::MaxPoints.is_better(3_625, 3_593));
/// assert!(HuntGoal::Points(2_500).is_better(2_499, 2_502));
/// # Ok::<(), wgs_records::hunt::HuntGoalError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HuntGoal {
    /// As many points as possible.
    MaxPoints,
    /// As few points as possible.
    MinPoints,
    /// As many words as possible.
    MaxWords,
    /// As many words as possible with at least this number of letters.
    MaxLong(u8),
    /// Exactly this number of points.
    Points(u64),
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
    /// Returns the goal of having as much as possible of what is counted.
    pub fn most(count: Count) -> Result<Self, NotHuntedError> {
        match count {
            Count::Points => Ok(Self::MaxPoints),
            Count::Words => Ok(Self::MaxWords),
            Count::LongWords(letters) => Ok(Self::MaxLong(letters)),
            _ => Err(NotHuntedError(count)),
        }
    }

    /// Returns what is counted.
    pub fn count(self) -> Count {
        match self {
            Self::MaxPoints | Self::MinPoints | Self::Points(_) => Count::Points,
            Self::MaxWords => Count::Words,
            Self::MaxLong(letters) => Count::LongWords(letters),
        }
    }

    /// Returns how far a value is from the goal; boards with lower numbers are better.
    pub fn distance(self, value: u64) -> u64 {
        match self {
            Self::MaxPoints | Self::MaxWords | Self::MaxLong(_) => u64::MAX - value,
            Self::MinPoints => value,
            Self::Points(points) => value.abs_diff(points),
        }
    }

    /// Returns the values that are at most this far from the goal.
    pub(super) fn values_within(self, distance: u64) -> RangeInclusive<u64> {
        match self {
            Self::MaxPoints | Self::MaxWords | Self::MaxLong(_) => u64::MAX - distance..=u64::MAX,
            Self::MinPoints => 0..=distance,
            Self::Points(points) => {
                points.saturating_sub(distance)..=points.saturating_add(distance)
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

    /// Returns the noun for what is counted, in the plural.
    pub fn noun(self) -> &'static str {
        match self {
            Self::MaxPoints | Self::MinPoints | Self::Points(_) => "points",
            Self::MaxWords => "words",
            Self::MaxLong(_) => "long words",
        }
    }
}

impl fmt::Display for HuntGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxPoints => f.write_str("max-points"),
            Self::MinPoints => f.write_str("min-points"),
            Self::MaxWords => f.write_str("max-words"),
            Self::MaxLong(letters) => write!(f, "max-long={letters}"),
            Self::Points(points) => write!(f, "points={points}"),
        }
    }
}

impl FromStr for HuntGoal {
    type Err = HuntGoalError;

    fn from_str(text: &str) -> Result<Self, HuntGoalError> {
        let is_number = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let goal = match text.split_once('=') {
            None => match text {
                "max-points" => Some(Self::MaxPoints),
                "min-points" => Some(Self::MinPoints),
                "max-words" => Some(Self::MaxWords),
                _ => None,
            },
            Some(("max-long", letters)) => Some(letters)
                .filter(is_number)
                .and_then(|letters| letters.parse().ok())
                .filter(|&letters| letters > 0)
                .map(Self::MaxLong),
            Some(("points", points)) => Some(points)
                .filter(is_number)
                .and_then(|points| points.parse().ok())
                .map(Self::Points),
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
    fn only_limited_goals_can_be_reached() {
        assert!(HuntGoal::MinPoints.is_reached(0) && !HuntGoal::MinPoints.is_reached(1));
        assert!(HuntGoal::Points(7).is_reached(7) && !HuntGoal::Points(7).is_reached(8));
        assert!(!HuntGoal::MaxPoints.is_reached(1_000_000));
        assert!(HuntGoal::MinPoints.is_better(3, 4));
    }

    #[test]
    fn the_values_within_a_distance_are_those_that_are_not_farther_away() {
        let goals = [
            HuntGoal::MaxPoints,
            HuntGoal::MinPoints,
            HuntGoal::MaxLong(5),
            HuntGoal::Points(3),
            HuntGoal::Points(u64::MAX - 2),
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
