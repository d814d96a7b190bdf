//! The aims for a board, and how far a board is from them.
//!
//! ```
//! use wgs_engine::{BoardMeasure, Count};
//! use wgs_dice::{Aim, Goal};
//!
//! let goal = Goal::new([(Count::Words, Aim::within(80..=120))]);
//! let board = |words| BoardMeasure::default().with_words(words);
//! assert!(goal.is_met(&board(100)));
//! assert!(goal.distance(&board(70)) < goal.distance(&board(60)));
//! assert!(goal.distance(&board(130)) < goal.distance(&board(140)));
//! ```

use std::ops::RangeInclusive;

use wgs_engine::{BoardMeasure, Count};

/// The aim for a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// As high as possible. No board meets this aim.
    Maximise,
    /// As low as possible. Only 0 meets this aim.
    Minimise,
    /// Within a range.
    Within {
        /// The lowest number of the range.
        least: u64,
        /// The highest number of the range.
        most: u64,
    },
}

impl Aim {
    /// Creates the aim of a count within a range.
    pub fn within(range: RangeInclusive<u64>) -> Self {
        Self::Within {
            least: *range.start(),
            most: *range.end(),
        }
    }
}

/// A list of aims, all of which a board has to meet.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Goal {
    aims: Vec<(Count, Aim)>,
}

/// How many times more the length of the longest word counts than the number of words.
const LENGTH_WEIGHT: i64 = 64;

/// The unit of [`Goal::distance`]: how far a measure is from its aim if it is twice or half
/// what it should be.
pub const DOUBLING: i64 = 1 << 20;

impl Goal {
    /// Creates a goal with these aims.
    pub fn new(aims: impl Into<Vec<(Count, Aim)>>) -> Self {
        Self { aims: aims.into() }
    }

    /// The aims, in the order they were given.
    pub fn aims(&self) -> &[(Count, Aim)] {
        &self.aims
    }

    /// Whether any aim depends on the lengths of words.
    pub fn needs_word_lengths(&self) -> bool {
        let needs = |(count, _): &_| matches!(count, Count::Longest | Count::LongWords(_));
        self.aims.iter().any(needs)
    }

    /// The number of letters of the long words that are counted, or 0 if they are not. All aims
    /// for long words must have the same number.
    pub fn long_letters(&self) -> u8 {
        let letters = self.aims.iter().find_map(|(count, _)| match count {
            Count::LongWords(letters) => Some(*letters),
            _ => None,
        });
        letters.unwrap_or(0)
    }

    /// Whether any count should be as high as possible, so that no board meets the goal.
    pub fn has_maximum(&self) -> bool {
        self.aims.iter().any(|(_, aim)| *aim == Aim::Maximise)
    }

    /// Whether a board meets all aims.
    pub fn is_met(&self, board: &BoardMeasure) -> bool {
        self.aims.iter().all(|(count, aim)| {
            let value = count.of(board);
            match *aim {
                Aim::Maximise => false,
                Aim::Minimise => value == 0,
                Aim::Within { least, most } => (least..=most).contains(&value),
            }
        })
    }

    /// Returns how far a board is from the goal, in fractions of a [`DOUBLING`], to compare
    /// boards by. If all aims are ranges, it is 0 for a board that meets the goal and positive
    /// for any other. It is a whole number so that the comparison is the same on every machine.
    pub fn distance(&self, board: &BoardMeasure) -> i64 {
        let distance = |(count, aim): &(Count, Aim)| {
            let value = count.of(board);
            // Most changes do not change the length of the longest word, but a board with more
            // words is closer to having a longer one, and a board with fewer to a shorter one.
            let with_words = |missing: i64, words: i64| match count {
                Count::Longest => missing * LENGTH_WEIGHT + words,
                // Large numbers that differ by little have the same logarithm.
                _ => missing.max(1),
            };
            match *aim {
                // Few changes make a word longer, but a board with more words is closer to it.
                Aim::Maximise if matches!(count, Count::Longest | Count::LongWords(_)) => {
                    -log2(value) - log2(board.words) / LENGTH_WEIGHT
                }
                Aim::Maximise => -log2(value),
                Aim::Minimise => log2(value),
                Aim::Within { least, .. } if value < least => with_words(
                    log2(least) - log2(value),
                    log2(u64::MAX) - log2(board.words),
                ),
                Aim::Within { most, .. } if value > most => {
                    with_words(log2(value) - log2(most), log2(board.words))
                }
                Aim::Within { .. } => 0,
            }
        };
        self.aims.iter().map(distance).sum()
    }
}

/// The binary logarithm of `number + 1` in fractions of a [`DOUBLING`], interpolated linearly
/// between powers of two.
fn log2(number: u64) -> i64 {
    let number = number.saturating_add(1);
    let exponent = number.ilog2();
    // The part above the power of two, as a fraction of it.
    let above = (u128::from(number - (1 << exponent)) << 20) >> exponent;
    i64::from(exponent) * DOUBLING + above as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_increases() {
        for (number, exponent) in [(0, 0), (1, 1), (3, 2), (1023, 10), (u64::MAX, 63)] {
            let logarithm = log2(number);
            assert!(logarithm >= exponent * DOUBLING && logarithm < (exponent + 1) * DOUBLING);
        }
        assert_eq!(log2(2), DOUBLING * 3 / 2);
        for number in 0..100_000 {
            assert!(log2(number) < log2(number + 1));
        }
    }

    #[test]
    fn the_distances_of_several_aims_add_up() {
        let goal = Goal::new([
            (Count::Words, Aim::within(10..=u64::MAX)),
            (Count::Points, Aim::within(0..=20)),
        ]);
        let board = |words, points| {
            BoardMeasure::default()
                .with_words(words)
                .with_points(points)
        };
        assert!(goal.is_met(&board(10, 20)) && goal.is_met(&board(99, 0)));
        assert!(!goal.is_met(&board(10, 21)) && !goal.is_met(&board(9, 20)));
        assert_eq!(goal.distance(&board(10, 20)), 0);
        let both = goal.distance(&board(9, 21));
        assert_eq!(
            both,
            goal.distance(&board(9, 20)) + goal.distance(&board(10, 21))
        );
        assert!(Goal::default().is_met(&board(0, 0)));
    }

    #[test]
    fn a_large_number_that_misses_its_aim_by_one_has_a_positive_distance() {
        let aim = 90_000_100;
        let goal = Goal::new([(Count::Points, Aim::within(aim..=aim))]);
        for (points, is_met) in [(aim - 1, false), (aim, true), (aim + 1, false)] {
            let board = BoardMeasure::default().with_points(points);
            assert_eq!(goal.distance(&board) == 0, is_met, "{points}");
        }
    }

    #[test]
    fn only_boards_that_meet_a_range_have_no_distance() {
        for count in [
            Count::Words,
            Count::Points,
            Count::Longest,
            Count::LongWords(8),
        ] {
            let goal = Goal::new([(count, Aim::within(4..=6))]);
            for number in 0..12 {
                let board = BoardMeasure::default()
                    .with_words(number * 7 % 12)
                    .with_points(number)
                    .with_longest(number)
                    .with_long_words(number);
                let is_met = goal.is_met(&board);
                assert_eq!(is_met, goal.distance(&board) == 0, "{count:?} {board:?}");
                assert!(goal.distance(&board) >= 0);
            }
        }
        let longest = Goal::new([(Count::Longest, Aim::within(4..=6))]);
        let board = |longest, words| {
            BoardMeasure::default()
                .with_longest(longest)
                .with_words(words)
        };
        assert!(longest.distance(&board(3, 90)) < longest.distance(&board(3, 80)));
        assert!(longest.distance(&board(7, 80)) < longest.distance(&board(7, 90)));
        assert!(longest.distance(&board(3, 0)) < longest.distance(&board(2, 1_000_000)));
    }
}
