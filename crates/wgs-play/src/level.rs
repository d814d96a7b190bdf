//! The skill of a computer player: which words of a board it finds in a given time. The choice
//! is random, and the random numbers are a parameter.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wgs_lab::Random;

use crate::solved_board::BoardWord;

/// The skill of a computer player.
///
/// The computer knows each of the shortest words of the board with a certain probability, and
/// every further letter makes a word less likely to be known. It finds the words it knows at a
/// fixed pace and tends to find short ones first, so that on a board with too many words for its
/// time it mostly finds short ones.
///
/// | level | knows a shortest word | for each further letter | words per minute |
/// |---|---|---|---|
/// | easy | 30% | × 60% | 4 |
/// | medium | 50% | × 75% | 8 |
/// | hard | 90% | × 95% | 20 |
///
/// ```
/// use wgs_play::Level;
///
/// assert_eq!(Level::default().to_string(), "medium");
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Knows few words.
    Easy,
    /// About as good as a regular player.
    #[default]
    Medium,
    /// Hard to beat.
    Hard,
}

/// The probability of certainty: probabilities are whole numbers from 0 to this.
const CERTAIN: u64 = 1_000_000;

impl Level {
    /// The probability of knowing one of the shortest words, and the factor for each further
    /// letter, both in percent.
    fn knowledge(self) -> (u64, u64) {
        match self {
            Self::Easy => (30, 60),
            Self::Medium => (50, 75),
            Self::Hard => (90, 95),
        }
    }

    /// The number of words found in a minute.
    fn pace(self) -> u64 {
        match self {
            Self::Easy => 4,
            Self::Medium => 8,
            Self::Hard => 20,
        }
    }

    /// Returns the words found in a given time, as indices, in the order of finding.
    pub(super) fn found(
        self,
        words: &[BoardWord],
        time: Duration,
        random: &mut Random,
    ) -> Vec<usize> {
        let (shortest_known, left) = self.knowledge();
        let shortest = words
            .iter()
            .map(|word| word.score.length)
            .min()
            .unwrap_or(0);
        let mut known: Vec<(usize, usize)> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let further = word.score.length - shortest;
            let shortest_chance = CERTAIN * shortest_known / 100;
            let chance = (0..further).fold(shortest_chance, |chance, _| chance * left / 100);
            // Both are drawn for every word, so that a word's numbers depend only on its index.
            let (draw, late) = (
                random.below(CERTAIN as usize),
                random.below(CERTAIN as usize),
            );
            if (draw as u64) < chance {
                known.push((late * (further as usize + 2), index));
            }
        }
        known.sort_unstable();
        let most = time.as_secs().saturating_mul(self.pace()).div_ceil(60);
        known.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        known.into_iter().map(|(_, index)| index).collect()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        })
    }
}

#[cfg(test)]
mod tests {
    use wgs_core::{Solver, Word};

    use super::*;
    use crate::solved_board::SolvedBoard;
    use wgs_config::Catalogue;

    /// The words of a board with many words, in the default game.
    fn words() -> Vec<BoardWord> {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game("Boggle (New)").unwrap();
        let lexicon = game.dictionary().unwrap().load().unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let board = "STNDTEIELARSMRTO".parse().unwrap();
        SolvedBoard::new(board, &mut solver.worker())
            .unwrap()
            .words()
            .to_vec()
    }

    fn found(level: Level, words: &[BoardWord], minutes: u64, seed: u64) -> Vec<usize> {
        let time = Duration::from_secs(60 * minutes);
        level.found(words, time, &mut Random::new(seed))
    }

    #[test]
    fn a_higher_level_finds_more_and_longer_words() {
        let words = words();
        let measure = |level: Level| {
            let found = (0..20).flat_map(|seed| found(level, &words, 3, seed));
            let lengths: Vec<u32> = found.map(|index| words[index].score.length).collect();
            let letters: u32 = lengths.iter().sum();
            (
                lengths.len() / 20,
                f64::from(letters) / lengths.len() as f64,
            )
        };
        let levels = [Level::Easy, Level::Medium, Level::Hard].map(measure);
        assert_eq!(levels.map(|(words, _)| words), [12, 24, 60]);
        assert!(levels.is_sorted_by(|a, b| a.1 < b.1), "{levels:?}");
    }

    #[test]
    fn every_word_is_found_once_and_the_seed_decides_which_ones() {
        let words = words();
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let indices = found(level, &words, 3, 7);
            assert_eq!(indices, found(level, &words, 3, 7));
            assert_ne!(indices, found(level, &words, 3, 8));
            // More time adds words to those found in less time.
            let later = found(level, &words, 1000, 7);
            assert_eq!(later[..indices.len()], indices);
            let mut once: Vec<Word> = later.iter().map(|&index| words[index].word).collect();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), later.len());
            assert!(later.len() < words.len(), "{level} knows every word");
        }
        assert!(found(Level::Hard, &words, 0, 7).is_empty());
    }

    #[test]
    fn a_board_without_words_has_none_to_find() {
        let time = Duration::from_secs(60);
        assert!(Level::Hard.found(&[], time, &mut Random::new(1)).is_empty());
    }
}
