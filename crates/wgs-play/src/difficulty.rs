//! The difficulty of a board for people. A board is difficult if few of its points are in words
//! that most people know.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_config::commonness::{Commonness, WordCommonness};

use crate::solved_board::SolvedBoard;

/// How difficult a board is: the share of its points that are in words of a small dictionary,
/// those of [`Difficulty::COMMON`] and more common ones.
///
/// | difficulty | share of the points |
/// |---|---|
/// | easy | 37% and more |
/// | medium | 31% and more |
/// | hard | less, or no words at all |
///
/// Where no word has points, it is the share of the words.
///
/// About a third of the random boards of Boggle has each difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(
        description = "How difficult a board is: the share of its points that are in words of a small dictionary."
    )
)]
#[serde(rename_all = "kebab-case")]
pub enum Difficulty {
    /// Many of the points are in common words.
    Easy,
    /// About as many as on most boards.
    Medium,
    /// Most of the points are in rare words.
    Hard,
}

/// Why a text is not a [`Difficulty`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected easy, medium or hard")]
pub struct NotADifficulty;

impl Difficulty {
    /// All difficulties, the lowest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The rarest words that count as common.
    pub const COMMON: Commonness = Commonness::Size35;

    /// Returns the difficulty of a board whose dictionary has these classes.
    ///
    /// ```
    /// use wgs_config::commonness::CommonnessTable;
    /// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
    /// use wgs_play::{Difficulty, SolvedBoard};
    ///
    /// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    /// for (words, difficulty) in [
    ///     ("nest nets", Difficulty::Easy),
    ///     ("nest stens sent tens nets sten ents", Difficulty::Easy),
    ///     ("sten ents", Difficulty::Hard),
    /// ] {
    ///     let lexicon = Lexicon::from_text(words)?;
    ///     let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    ///     let board = SolvedBoard::new("NEST".parse()?, &mut solver.worker())?;
    ///     let commonness = CommonnessTable::embedded()?.by_word(&lexicon);
    ///     assert_eq!(Difficulty::of(&board, &commonness), difficulty);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(board: &SolvedBoard, commonness: &WordCommonness) -> Self {
        let words = board.words().iter();
        let common = words.filter(|word| commonness.of(word.word) <= Self::COMMON);
        match board.points() {
            // In a game without points, each word counts for one.
            0 => Self::of_points(common.count() as u64, board.words().len() as u64),
            points => {
                let common = common.map(|word| word.score.total);
                Self::of_points(common.fold(0, u64::saturating_add), points)
            }
        }
    }

    /// Returns the difficulty of a board with this number of points in common words and in all
    /// words.
    fn of_points(common: u64, all: u64) -> Self {
        let (common, all) = (u128::from(common), u128::from(all));
        match () {
            () if all > 0 && common * 100 >= all * 37 => Self::Easy,
            () if all > 0 && common * 100 >= all * 31 => Self::Medium,
            () => Self::Hard,
        }
    }

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = NotADifficulty;

    fn from_str(text: &str) -> Result<Self, NotADifficulty> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|difficulty| difficulty.name().eq_ignore_ascii_case(text));
        found.ok_or(NotADifficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_common_points_decides() {
        for (common, all, difficulty) in [
            (0, 0, Difficulty::Hard),
            (0, 9, Difficulty::Hard),
            (30, 100, Difficulty::Hard),
            (31, 100, Difficulty::Medium),
            (36, 100, Difficulty::Medium),
            (37, 100, Difficulty::Easy),
            (u64::MAX, u64::MAX, Difficulty::Easy),
        ] {
            assert_eq!(
                Difficulty::of_points(common, all),
                difficulty,
                "{common} of {all}"
            );
        }
    }

    #[test]
    fn a_difficulty_is_read_and_printed() {
        for difficulty in Difficulty::ALL {
            assert_eq!(difficulty.to_string().parse(), Ok(difficulty));
        }
        assert_eq!("Hard".parse(), Ok(Difficulty::Hard));
        assert_eq!("".parse::<Difficulty>(), Err(NotADifficulty));
    }
}
