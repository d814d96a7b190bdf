//! A game in progress: guesses in, verdicts out. Nothing is read or printed here, and nothing
//! is left to chance.

use wgs_core::{Solver, letter};

use super::{Hand, HandWord, tally};

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlayOptions {
    /// What a guess that is no word costs.
    pub penalty: Penalty,
    /// The dictionary has no words of fewer letters, so that a shorter guess is too short
    /// and costs nothing.
    pub shortest_word: u32,
}

/// What a guess that is no word costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Penalty {
    /// What its tiles would score.
    #[default]
    TileScore,
    /// Always the same.
    Points(u64),
}

/// What becomes of a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// A new word of the hand.
    Accepted {
        /// What it scores.
        points: u64,
    },
    /// A word of the hand that was guessed before.
    AlreadyGuessed,
    /// Too few letters to count.
    TooShort {
        /// How many letters it counts for.
        found: u32,
        /// How many it needs.
        wanted: u32,
    },
    /// No word.
    NotInDictionary {
        /// What that costs.
        penalty: u64,
    },
    /// A word, but not of this hand.
    NotInHand {
        /// The letters that the hand lacks, in upper case.
        letters: Vec<String>,
    },
    /// A word whose letters are all there, but that cannot be laid.
    NoPath,
}

/// What is given away of a word that was not found yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How many letters it has.
    pub letters: usize,
    /// What it begins with, in upper case.
    pub start: String,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Play {
    hand: Hand,
    solver: Solver,
    options: PlayOptions,
    /// The words that were found, as places in the hand, in the order they were found.
    found: Vec<usize>,
    score: i64,
    /// The word of the last hint, and how many of its letters were given away.
    hinted: Option<(usize, usize)>,
}

impl Play {
    /// Begins a game with a hand of this solver.
    pub fn new(hand: Hand, solver: &Solver, options: PlayOptions) -> Self {
        Self {
            hand,
            solver: solver.clone(),
            options,
            found: Vec::new(),
            score: 0,
            hinted: None,
        }
    }

    /// The hand.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The points so far. Penalties may bring them below 0.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// The words that were found, in the order they were found.
    pub fn found(&self) -> impl ExactSizeIterator<Item = &HandWord> {
        self.found.iter().map(|&place| &self.hand.words()[place])
    }

    /// Judges a guess and counts it.
    pub fn guess(&mut self, guess: &str) -> Verdict {
        let verdict = self.judge(guess);
        let points = |points: u64| i64::try_from(points).unwrap_or(i64::MAX);
        match &verdict {
            Verdict::Accepted { points: won } => {
                self.score = self.score.saturating_add(points(*won));
                self.found.extend(self.place(guess));
            }
            Verdict::NotInDictionary { penalty } => {
                self.score = self.score.saturating_sub(points(*penalty));
            }
            _ => {}
        }
        verdict
    }

    /// Where a guess stands among the words of the hand.
    fn place(&self, guess: &str) -> Option<usize> {
        self.hand.place(self.solver.lexicon().find(guess)?)
    }

    fn judge(&self, guess: &str) -> Verdict {
        if let Some(place) = self.place(guess) {
            if self.found.contains(&place) {
                return Verdict::AlreadyGuessed;
            }
            let points = self.hand.words()[place].score.total;
            return Verdict::Accepted { points };
        }
        let tally = tally(guess, self.solver.rules());
        let wanted = self
            .solver
            .rules()
            .min_word_length
            .max(self.options.shortest_word);
        if tally.length < wanted {
            let found = tally.length;
            return Verdict::TooShort { found, wanted };
        }
        if !self.solver.lexicon().contains(guess) {
            let penalty = match self.options.penalty {
                Penalty::TileScore => tally.letter_points,
                Penalty::Points(points) => points,
            };
            return Verdict::NotInDictionary { penalty };
        }
        match self.hand.lacking(guess) {
            letters if letters.is_empty() => Verdict::NoPath,
            letters => Verdict::NotInHand { letters },
        }
    }

    /// Gives away a little of a word that was not found yet: the shortest, and among equals
    /// the alphabetically first. Asked again before it is found, it gives away a letter more,
    /// but never the last. [`None`] when all are found.
    pub fn hint(&mut self) -> Option<Hint> {
        let words = self.hand.words().iter().enumerate();
        let (place, word) = words
            .filter(|(place, _)| !self.found.contains(place))
            .min_by_key(|(_, word)| word.score.length)?;
        let letters = letter::letters(&word.text).count();
        let shown = match self.hinted {
            Some((hinted, shown)) if hinted == place => shown + 1,
            _ => 1,
        };
        let shown = shown.min(letters - 1);
        let start = letter::letters(&word.text).take(shown).collect();
        self.hinted = Some((place, shown));
        Some(Hint { letters, start })
    }
}

#[cfg(test)]
mod tests {
    use wgs_core::{Adjacency, Grid};

    use wgs_core::Lexicon;

    use super::*;
    use crate::scrabblet::read_hand;
    use wgs_config::Catalogue;

    /// What the verdicts on some guesses are, and the score in the end.
    fn verdicts(
        grid: &Grid,
        hand: &str,
        options: PlayOptions,
        guesses: &[&str],
    ) -> (Vec<Verdict>, i64) {
        let catalogue = Catalogue::embedded();
        let rules = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        let words = "front loot loft troll turf turn plot flout floor runt on o";
        let lexicon = Lexicon::from_text(words).unwrap();
        let solver = Solver::new(&lexicon, grid, rules);
        let hand = Hand::new(read_hand(hand).unwrap(), &mut solver.worker()).unwrap();
        let mut play = Play::new(hand, &solver, options);
        let verdicts = guesses.iter().map(|guess| play.guess(guess)).collect();
        (verdicts, play.score())
    }

    #[test]
    fn reasons_are_told_apart_and_only_non_words_cost_points() {
        let rack = Grid::rack(26).with_reuse(true);
        let accepted = |points| Verdict::Accepted { points };
        let letters = |letters: &[&str]| Verdict::NotInHand {
            letters: letters.iter().map(|&letter| letter.to_owned()).collect(),
        };
        for (guess, verdict) in [
            ("front", accepted(8)),
            ("FRONT", accepted(8)),
            ("troll", accepted(5)),
            ("on", accepted(2)),
            (
                "o",
                Verdict::TooShort {
                    found: 1,
                    wanted: 2,
                },
            ),
            (
                "x",
                Verdict::TooShort {
                    found: 1,
                    wanted: 2,
                },
            ),
            ("trunt", Verdict::NotInDictionary { penalty: 5 }),
            ("quartz", Verdict::NotInDictionary { penalty: 24 }),
            ("plot", letters(&["P"])),
        ] {
            let options = PlayOptions::default();
            let (found, score) = verdicts(&rack, "RUOLFNT", options, &[guess]);
            let expected = match verdict {
                Verdict::Accepted { points } => points as i64,
                Verdict::NotInDictionary { penalty } => -(penalty as i64),
                _ => 0,
            };
            assert_eq!((found, score), (vec![verdict], expected), "{guess}");
        }
        let options = PlayOptions {
            penalty: Penalty::Points(3),
            shortest_word: 4,
        };
        let guesses = ["loot", "not", "loot", "trunt", "trunt"];
        let (found, score) = verdicts(&rack, "RUOLFNT", options, &guesses);
        assert_eq!(
            found,
            [
                accepted(4),
                Verdict::TooShort {
                    found: 3,
                    wanted: 4
                },
                Verdict::AlreadyGuessed,
                Verdict::NotInDictionary { penalty: 3 },
                Verdict::NotInDictionary { penalty: 3 },
            ]
        );
        assert_eq!(score, 4 - 3 - 3);
    }

    #[test]
    fn a_word_whose_letters_do_not_touch_has_no_path() {
        let square = Grid::rectangle(2, 2, Adjacency::Straight).with_reuse(true);
        let options = PlayOptions::default;
        let (found, _) = verdicts(&square, "LTOX", options(), &["loot"]);
        assert_eq!(found, [Verdict::NoPath]);
        let rack = Grid::rack(7);
        let (found, _) = verdicts(&rack, "LOTFXXX", options(), &["loft", "loot"]);
        let lacking = Verdict::NotInHand {
            letters: vec!["O".to_owned()],
        };
        assert_eq!(found, [Verdict::Accepted { points: 7 }, lacking]);
    }

    #[test]
    fn hints_give_away_more_and_more_but_never_a_whole_word() {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game("Scrabblet").unwrap();
        let lexicon = Lexicon::from_text("loft on not").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let hand = Hand::new("LOFNT".parse().unwrap(), &mut solver.worker()).unwrap();
        let mut play = Play::new(hand, &solver, PlayOptions::default());
        let mut hint = || {
            let hint = play.hint()?;
            let found = format!("{} {}", hint.letters, hint.start);
            if hint.start.len() + 1 == hint.letters {
                let word = ["on", "not", "loft"][hint.letters - 2];
                assert!(matches!(play.guess(word), Verdict::Accepted { .. }));
            }
            Some(found)
        };
        let hints: Vec<String> = std::iter::from_fn(&mut hint).collect();
        assert_eq!(hints, ["2 O", "3 N", "3 NO", "4 L", "4 LO", "4 LOF"]);
        assert_eq!(play.found().len(), 3);
    }
}
