//! What is wanted of a board, and how far a board is from it.
//!
//! ```
//! use wgs_core::BoardMeasure;
//! use wgs_lab::{Aim, Goal, Measure};
//!
//! let goal = Goal::new([(Measure::Words, Aim::Within(80..=120))]);
//! let board = |words| BoardMeasure { words, ..BoardMeasure::default() };
//! assert!(goal.is_met(&board(100)));
//! assert!(goal.distance(&board(70)) < goal.distance(&board(60)));
//! assert!(goal.distance(&board(130)) < goal.distance(&board(140)));
//! ```

use std::ops::RangeInclusive;

use wgs_core::BoardMeasure;

/// A number that boards are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// How many different words there are.
    Words,
    /// What they score.
    Points,
    /// The letters of the longest.
    Longest,
    /// How many are long; how long that is, the scorer knows.
    LongWords,
}

/// What a measure should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aim {
    /// As high as can be. No board is good enough.
    Maximise,
    /// As low as can be. Only 0 is good enough.
    Minimise,
    /// In a range.
    Within(RangeInclusive<u64>),
}

/// What is wanted of a board: some aims, all of them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Goal {
    aims: Vec<(Measure, Aim)>,
}

/// How many times more it matters how long the longest word is than how many there are.
const LETTER: i64 = 64;

/// One unit of [`Goal::distance`]: a measure twice, or half, of what it should be.
pub const OCTAVE: i64 = 1 << 20;

impl Goal {
    /// All of these aims.
    pub fn new(aims: impl Into<Vec<(Measure, Aim)>>) -> Self {
        Self { aims: aims.into() }
    }

    /// What is wanted, in order.
    pub fn aims(&self) -> &[(Measure, Aim)] {
        &self.aims
    }

    /// Whether lengths of words matter.
    pub fn asks_for_lengths(&self) -> bool {
        let asks = |(measure, _): &_| matches!(measure, Measure::Longest | Measure::LongWords);
        self.aims.iter().any(asks)
    }

    /// Whether a board is as wanted.
    pub fn is_met(&self, board: &BoardMeasure) -> bool {
        self.aims.iter().all(|(measure, aim)| {
            let value = measure.of(board);
            match aim {
                Aim::Maximise => false,
                Aim::Minimise => value == 0,
                Aim::Within(range) => range.contains(&value),
            }
        })
    }

    /// How far a board is from what is wanted, in parts of an [`OCTAVE`]: only good for
    /// comparing. If all aims are ranges, it is 0 for a board that meets the goal, else more.
    /// Whole numbers, so that every machine compares alike.
    pub fn distance(&self, board: &BoardMeasure) -> i64 {
        let distance = |(measure, aim): &(Measure, Aim)| {
            let value = measure.of(board);
            // Most changes leave the longest word as long as it was, but a board with more
            // words is nearer to a longer one, and one with fewer to a shorter one.
            let by_words = |missing: i64, words: i64| match measure {
                Measure::Longest => missing * LETTER + words,
                // Large numbers that differ by little have the same pitch.
                _ => missing.max(1),
            };
            match aim {
                Aim::Maximise => -pitch(value),
                Aim::Minimise => pitch(value),
                Aim::Within(range) if value < *range.start() => by_words(
                    pitch(*range.start()) - pitch(value),
                    pitch(u64::MAX) - pitch(board.words),
                ),
                Aim::Within(range) if value > *range.end() => {
                    by_words(pitch(value) - pitch(*range.end()), pitch(board.words))
                }
                Aim::Within(_) => 0,
            }
        };
        self.aims.iter().map(distance).sum()
    }
}

impl Measure {
    /// The number of a board.
    pub fn of(self, board: &BoardMeasure) -> u64 {
        match self {
            Self::Words => board.words,
            Self::Points => board.points,
            Self::Longest => board.longest,
            Self::LongWords => board.long_words,
        }
    }
}

/// The binary logarithm of a number and one more, by straight lines between powers of two.
fn pitch(number: u64) -> i64 {
    let number = number.saturating_add(1);
    let octave = number.ilog2();
    // The part above the power of two, as a fraction of it.
    let above = (u128::from(number - (1 << octave)) << 20) >> octave;
    i64::from(octave) * OCTAVE + above as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pitch_is_a_logarithm_that_never_falls() {
        for (number, octaves) in [(0, 0), (1, 1), (3, 2), (1023, 10), (u64::MAX, 63)] {
            let exact = pitch(number);
            assert!(exact >= octaves * OCTAVE && exact < (octaves + 1) * OCTAVE);
        }
        assert_eq!(pitch(2), OCTAVE * 3 / 2);
        for number in 0..100_000 {
            assert!(pitch(number) < pitch(number + 1));
        }
    }

    #[test]
    fn several_aims_add_up() {
        let goal = Goal::new([
            (Measure::Words, Aim::Within(10..=u64::MAX)),
            (Measure::Points, Aim::Within(0..=20)),
        ]);
        let board = |words, points| BoardMeasure {
            words,
            points,
            ..BoardMeasure::default()
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
    fn large_numbers_are_told_apart_from_those_that_are_wanted() {
        let wanted = 90_000_100;
        let goal = Goal::new([(Measure::Points, Aim::Within(wanted..=wanted))]);
        for (points, met) in [(wanted - 1, false), (wanted, true), (wanted + 1, false)] {
            let board = BoardMeasure {
                points,
                ..BoardMeasure::default()
            };
            assert_eq!(goal.distance(&board) == 0, met, "{points}");
        }
    }

    #[test]
    fn no_board_is_nearer_than_one_that_meets_the_goal() {
        for measure in [
            Measure::Words,
            Measure::Points,
            Measure::Longest,
            Measure::LongWords,
        ] {
            let goal = Goal::new([(measure, Aim::Within(4..=6))]);
            for number in 0..12 {
                let board = BoardMeasure {
                    words: number * 7 % 12,
                    points: number,
                    longest: number,
                    long_words: number,
                };
                let met = goal.is_met(&board);
                assert_eq!(met, goal.distance(&board) == 0, "{measure:?} {board:?}");
                assert!(goal.distance(&board) >= 0);
            }
        }
        let longest = Goal::new([(Measure::Longest, Aim::Within(4..=6))]);
        let board = |longest, words| BoardMeasure {
            longest,
            words,
            ..BoardMeasure::default()
        };
        assert!(longest.distance(&board(3, 90)) < longest.distance(&board(3, 80)));
        assert!(longest.distance(&board(7, 80)) < longest.distance(&board(7, 90)));
        assert!(longest.distance(&board(3, 0)) < longest.distance(&board(2, 1_000_000)));
    }
}
