//! A game of Scrabblet in progress: guesses go in, verdicts come out. Nothing is read, printed
//! or left to chance here.

use wgs_engine::{Solver, letter};

use crate::judgement::judge;
use crate::solved_board::{BoardWord, SolvedBoard};
use crate::tally::tally;
use crate::verdict::Verdict;

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ScrabbletOptions {
    /// The points that a guess loses if it is not in the dictionary.
    pub penalty: Penalty,
    /// The length of the shortest words in the dictionary. Shorter guesses are rejected as too
    /// short, which costs nothing.
    pub shortest_word: u32,
}

/// The points that a guess loses if it is not in the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Penalty {
    /// The points that its tiles would score.
    #[default]
    TileScore,
    /// A fixed number of points.
    Points(u64),
}

/// A guess that was judged and counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedGuess {
    /// Whether the guess counts, and if not, why.
    pub verdict: Verdict,
    /// The points that were lost because the guess is not in the dictionary.
    pub penalty: u64,
}

/// A clue about a word that was not found yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The number of letters of the word.
    pub letters: usize,
    /// The first letters of the word, in upper case.
    pub start: String,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct ScrabbletGame {
    hand: SolvedBoard,
    solver: Solver,
    options: ScrabbletOptions,
    /// The words found so far, as indices into the hand's words, in the order of finding.
    found: Vec<usize>,
    score: i64,
    /// The word of the last hint, and the number of its letters that were shown.
    hinted: Option<(usize, usize)>,
}

impl ScrabbletGame {
    /// Starts a game with a hand that this solver solved.
    pub fn new(hand: SolvedBoard, solver: &Solver, options: ScrabbletOptions) -> Self {
        Self {
            hand,
            solver: solver.clone(),
            options,
            found: Vec::new(),
            score: 0,
            hinted: None,
        }
    }

    /// The hand with all its words.
    pub fn hand(&self) -> &SolvedBoard {
        &self.hand
    }

    /// The points so far, which penalties may bring below 0.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// The words found so far, in the order of finding.
    pub fn found(&self) -> impl ExactSizeIterator<Item = &BoardWord> {
        self.found.iter().map(|&index| &self.hand.words()[index])
    }

    /// Judges a guess, and adds its points or subtracts its penalty.
    pub fn guess(&mut self, guess: &str) -> JudgedGuess {
        let signed = |points: u64| i64::try_from(points).unwrap_or(i64::MAX);
        let shortest = self.options.shortest_word;
        let min_length = self.solver.rules().min_word_length.max(shortest);
        match judge(guess, &self.hand, &self.solver, &self.found, min_length) {
            Ok(index) => {
                let word = &self.hand.words()[index];
                self.found.push(index);
                self.score = self.score.saturating_add(signed(word.score.total));
                JudgedGuess {
                    verdict: Verdict::new_word(word),
                    penalty: 0,
                }
            }
            Err(verdict) => {
                let penalty = match (&verdict, self.options.penalty) {
                    (Verdict::NotInDictionary, Penalty::Points(points)) => points,
                    (Verdict::NotInDictionary, Penalty::TileScore) => {
                        tally(guess, self.solver.rules()).letter_points
                    }
                    _ => 0,
                };
                self.score = self.score.saturating_sub(signed(penalty));
                JudgedGuess { verdict, penalty }
            }
        }
    }

    /// Returns a hint about a word that was not found yet: the shortest one, and among equals
    /// the alphabetically first. Each further hint about the same word shows one letter more,
    /// but never the last one. [`None`] when all words are found.
    pub fn hint(&mut self) -> Option<Hint> {
        let words = self.hand.words().iter().enumerate();
        let (index, word) = words
            .filter(|(index, _)| !self.found.contains(index))
            .min_by_key(|(_, word)| word.score.length)?;
        let letters = letter::letters(&word.text).count();
        let shown = match self.hinted {
            Some((hinted, shown)) if hinted == index => shown + 1,
            _ => 1,
        };
        let shown = shown.min(letters - 1);
        let start = letter::letters(&word.text).take(shown).collect();
        self.hinted = Some((index, shown));
        Some(Hint { letters, start })
    }
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;
    use wgs_engine::{Adjacency, Grid, Lexicon};

    use super::*;
    use crate::scrabblet::read_hand;

    /// The text of each verdict, with its penalty if there is one, and the final score.
    fn verdicts(
        grid: &Grid,
        hand: &str,
        options: ScrabbletOptions,
        guesses: &[&str],
    ) -> (Vec<String>, i64) {
        let catalogue = Catalogue::embedded();
        let rules = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        let words = "front loot loft troll turf turn plot flout floor runt on o";
        let lexicon = Lexicon::from_text(words).unwrap();
        let solver = Solver::new(&lexicon, grid, rules);
        let hand = SolvedBoard::new(read_hand(hand).unwrap(), &mut solver.worker()).unwrap();
        let mut game = ScrabbletGame::new(hand, &solver, options);
        let verdicts = guesses.iter().map(|guess| match game.guess(guess) {
            JudgedGuess {
                verdict,
                penalty: 0,
            } => verdict.to_string(),
            JudgedGuess { verdict, penalty } => format!("{verdict}, minus {penalty}"),
        });
        let verdicts = verdicts.collect();
        (verdicts, game.score())
    }

    #[test]
    fn only_guesses_that_are_not_in_the_dictionary_cost_points() {
        let rack = Grid::rack(26).with_reuse(true);
        let too_short = "is too short: it counts for 1 letter, but 2 are needed";
        for (guess, verdict, expected) in [
            ("front", "counts: 8 points", 8),
            ("FRONT", "counts: 8 points", 8),
            ("troll", "counts: 5 points", 5),
            ("on", "counts: 2 points", 2),
            ("o", too_short, 0),
            ("x", too_short, 0),
            ("trunt", "is not in the dictionary, minus 5", -5),
            ("quartz", "is not in the dictionary, minus 24", -24),
            (
                "plot",
                "is a word, but needs letters that are not in the hand: P",
                0,
            ),
        ] {
            let options = ScrabbletOptions::default();
            let (found, score) = verdicts(&rack, "RUOLFNT", options, &[guess]);
            assert_eq!((&*found[0], score), (verdict, expected), "{guess}");
        }
        let options = ScrabbletOptions {
            penalty: Penalty::Points(3),
            shortest_word: 4,
        };
        let guesses = ["loot", "not", "loot", "trunt", "trunt"];
        let (found, score) = verdicts(&rack, "RUOLFNT", options, &guesses);
        assert_eq!(
            found,
            [
                "counts: 4 points",
                "is too short: it counts for 3 letters, but 4 are needed",
                "was already found",
                "is not in the dictionary, minus 3",
                "is not in the dictionary, minus 3",
            ]
        );
        assert_eq!(score, 4 - 3 - 3);
    }

    #[test]
    fn a_word_whose_letters_do_not_touch_has_no_path() {
        let square = Grid::rectangle(2, 2, Adjacency::Straight).with_reuse(true);
        let options = ScrabbletOptions::default;
        let (found, _) = verdicts(&square, "LTOX", options(), &["loot"]);
        assert_eq!(found, ["is a word, but has no path on the board"]);
        let rack = Grid::rack(7);
        let (found, _) = verdicts(&rack, "LOTFXXX", options(), &["loft", "loot"]);
        let missing = "is a word, but needs another O in the hand";
        assert_eq!(found, ["counts: 7 points", missing]);
    }

    #[test]
    fn hints_show_more_and_more_letters_but_never_a_whole_word() {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game("Scrabblet").unwrap();
        let lexicon = Lexicon::from_text("loft on not").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let hand = SolvedBoard::new("LOFNT".parse().unwrap(), &mut solver.worker()).unwrap();
        let mut game = ScrabbletGame::new(hand, &solver, ScrabbletOptions::default());
        let mut hint = || {
            let hint = game.hint()?;
            let found = format!("{} {}", hint.letters, hint.start);
            if hint.start.len() + 1 == hint.letters {
                let word = ["on", "not", "loft"][hint.letters - 2];
                assert!(game.guess(word).verdict.counts());
            }
            Some(found)
        };
        let hints: Vec<String> = std::iter::from_fn(&mut hint).collect();
        assert_eq!(hints, ["2 O", "3 N", "3 NO", "4 L", "4 LO", "4 LOF"]);
        assert_eq!(game.found().len(), 3);
    }
}
