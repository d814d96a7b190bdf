//! Ranks: names for a share of the points of a board. They tell a player how far there is to go
//! in games that are played without a clock and without opponents, such as Spelling Bee.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A share of the points of a board.
///
/// | rank | percent of the points |
/// |---|---|
/// | beginner | 0 |
/// | novice | 2 |
/// | learner | 5 |
/// | competent | 10 |
/// | skilled | 20 |
/// | advanced | 30 |
/// | excellent | 45 |
/// | master | 70 |
/// | complete | 100 |
///
/// ```
/// use wgs_play::Rank;
///
/// assert_eq!(Rank::of(0, 150), Rank::Beginner);
/// assert_eq!(Rank::of(30, 150), Rank::Skilled);
/// assert_eq!(Rank::Skilled.points(150), 30);
/// assert_eq!(Rank::Skilled.next(), Some(Rank::Advanced));
/// assert_eq!(Rank::Complete.next(), None);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// No points yet.
    #[default]
    Beginner,
    /// 2 percent.
    Novice,
    /// 5 percent.
    Learner,
    /// 10 percent.
    Competent,
    /// 20 percent.
    Skilled,
    /// 30 percent.
    Advanced,
    /// 45 percent.
    Excellent,
    /// 70 percent.
    Master,
    /// Every point.
    Complete,
}

impl Rank {
    /// All ranks, from the lowest to the highest.
    pub const ALL: [Self; 9] = [
        Self::Beginner,
        Self::Novice,
        Self::Learner,
        Self::Competent,
        Self::Skilled,
        Self::Advanced,
        Self::Excellent,
        Self::Master,
        Self::Complete,
    ];

    /// The percentage of the points that the rank needs.
    pub fn percent(self) -> u32 {
        match self {
            Self::Beginner => 0,
            Self::Novice => 2,
            Self::Learner => 5,
            Self::Competent => 10,
            Self::Skilled => 20,
            Self::Advanced => 30,
            Self::Excellent => 45,
            Self::Master => 70,
            Self::Complete => 100,
        }
    }

    /// Returns the rank of a number of points on a board with `total` points.
    pub fn of(points: i64, total: u64) -> Self {
        let points = u64::try_from(points).unwrap_or(0);
        let reached = |rank: &&Self| points >= rank.points(total);
        // On a board without points, nothing has been reached.
        let reached = Self::ALL.iter().rev().find(reached).filter(|_| total > 0);
        reached.copied().unwrap_or_default()
    }

    /// Returns the points that the rank needs on a board with `total` points, rounded up.
    pub fn points(self, total: u64) -> u64 {
        let hundredths = u128::from(total) * u128::from(self.percent());
        u64::try_from(hundredths.div_ceil(100)).unwrap_or(u64::MAX)
    }

    /// The next higher rank.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| *rank > self)
    }

    /// The name of the rank.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Novice => "novice",
            Self::Learner => "learner",
            Self::Competent => "competent",
            Self::Skilled => "skilled",
            Self::Advanced => "advanced",
            Self::Excellent => "excellent",
            Self::Master => "master",
            Self::Complete => "complete",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_reached_with_exactly_its_points() {
        for total in [1, 2, 7, 99, 100, 101, 1234, u64::MAX / 2] {
            for rank in Rank::ALL {
                let points = rank.points(total);
                let of = |points: u64| Rank::of(points as i64, total);
                assert!(of(points) >= rank, "{rank} of {total}");
                if points > 0 {
                    assert!(of(points - 1) < rank, "{rank} of {total}");
                }
            }
        }
        assert_eq!(Rank::of(0, 0), Rank::Beginner);
        assert_eq!(Rank::of(-5, 10), Rank::Beginner);
        assert_eq!(Rank::of(11, 10), Rank::Complete);
        assert_eq!(Rank::Complete.points(u64::MAX), u64::MAX);
    }

    #[test]
    fn every_rank_but_the_highest_has_a_next_one() {
        assert!(Rank::ALL.is_sorted());
        let mut rank = Rank::default();
        let mut ranks = vec![rank];
        while let Some(next) = rank.next() {
            rank = next;
            ranks.push(rank);
        }
        assert_eq!(ranks, Rank::ALL);
    }
}
