//! How good the computer is: which of a board's words it finds in a time. Which these are is
//! left to chance, and chance is an input.

use std::fmt;
use std::time::Duration;

use wgs_lab::Random;

use crate::solved_board::BoardWord;

/// How good the computer is.
///
/// A word of the fewest letters on the board is known with a certain chance, and each further
/// letter makes it less likely. Of the words it knows it finds so many a minute, and short
/// ones rather earlier: on a board with more words than it has time for, those are found.
///
/// | level | knows of the shortest words | and for each letter more | finds a minute |
/// |---|---|---|---|
/// | easy | 30% | 60% of that | 4 |
/// | medium | 50% | 75% of that | 8 |
/// | hard | 90% | 95% of that | 20 |
///
/// ```
/// use wgs_play::Level;
///
/// assert_eq!(Level::default().to_string(), "medium");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Level {
    /// Knows few words.
    Easy,
    /// About as good as people who like to play.
    #[default]
    Medium,
    /// Hard to beat.
    Hard,
}

/// How likely a word is to be known, out of so many.
const CERTAIN: u64 = 1_000_000;

impl Level {
    /// The chance to know one of the shortest words, and how much of it each letter more
    /// leaves, in percent.
    fn knowledge(self) -> (u64, u64) {
        match self {
            Self::Easy => (30, 60),
            Self::Medium => (50, 75),
            Self::Hard => (90, 95),
        }
    }

    /// Words found in a minute.
    fn pace(self) -> u64 {
        match self {
            Self::Easy => 4,
            Self::Medium => 8,
            Self::Hard => 20,
        }
    }

    /// The words that are found in some time, as places, in the order they are found.
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
        for (place, word) in words.iter().enumerate() {
            let more = word.score.length - shortest;
            let shortest_chance = CERTAIN * shortest_known / 100;
            let chance = (0..more).fold(shortest_chance, |chance, _| chance * left / 100);
            // Both are always drawn, so that a word hangs on its place alone.
            let (draw, late) = (
                random.below(CERTAIN as usize),
                random.below(CERTAIN as usize),
            );
            if (draw as u64) < chance {
                known.push((late * (more as usize + 2), place));
            }
        }
        known.sort_unstable();
        let most = time.as_secs().saturating_mul(self.pace()).div_ceil(60);
        known.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        known.into_iter().map(|(_, place)| place).collect()
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

    /// The words of a rich board of the default game.
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
    fn a_better_computer_finds_more_words_and_longer_ones() {
        let words = words();
        let measure = |level: Level| {
            let found = (0..20).flat_map(|seed| found(level, &words, 3, seed));
            let lengths: Vec<u32> = found.map(|place| words[place].score.length).collect();
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
    fn every_word_is_found_once_and_the_seed_decides_which() {
        let words = words();
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let places = found(level, &words, 3, 7);
            assert_eq!(places, found(level, &words, 3, 7));
            assert_ne!(places, found(level, &words, 3, 8));
            // More time finds more, and all that less time finds.
            let later = found(level, &words, 1000, 7);
            assert_eq!(later[..places.len()], places);
            let mut once: Vec<Word> = later.iter().map(|&place| words[place].word).collect();
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
