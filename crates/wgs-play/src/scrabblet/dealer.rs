//! Deals hands: draws letters from a game's bank until a hand is suitable. The same seed always
//! deals the same hands, one after another.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_play::scrabblet::{DealOptions, Dealer};
//! use wgs_engine::Solver;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = game.dictionary_for("play")?.load()?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//! let mut dealer = Dealer::new(game, DealOptions { seed: 7, ..DealOptions::default() })?;
//! let hand = dealer.deal(&mut solver.worker(), |_| ())?;
//! assert_eq!(hand.board().len(), 7);
//! assert!(hand.words().len() >= 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;
use std::fmt;

use thiserror::Error;
use wgs_dice::{Cup, CupError, Random};
use wgs_engine::message::ToMessage;
use wgs_engine::{Board, Face, Worker, letter, messages};

use crate::solved_board::{SolvedBoard, SolvedBoardError};
use wgs_config::catalogue::{Game, MissingPart};

/// The number of hands drawn for one suitable hand before the dealer gives up.
const MOST_DEALS: u64 = 1_000;

/// The options of a dealer.
#[derive(Clone, Debug)]
pub struct DealOptions {
    /// The random seed.
    pub seed: u64,
    /// The number of letters in a hand; [`None`] for as many as the game's random boards have.
    pub tiles: Option<usize>,
    /// The largest number of vowels in a suitable hand.
    pub max_vowels: usize,
    /// The smallest number of words of a suitable hand.
    pub min_words: usize,
    /// The letters that are vowels, in upper or lower case.
    pub vowels: String,
}

impl Default for DealOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            tiles: None,
            max_vowels: 3,
            min_words: 10,
            vowels: "AEIOU".to_owned(),
        }
    }
}

/// Deals hands from a game's bank of letters.
#[derive(Debug)]
pub struct Dealer {
    cup: Cup,
    options: DealOptions,
    /// The vowels of the options, folded.
    vowels: HashSet<String>,
    /// The number of hands drawn so far.
    drawn: u64,
}

/// A hand that was not suitable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedHand {
    /// The hand.
    pub hand: Board,
    /// Why it was not suitable.
    pub defect: HandDefect,
}

/// Why a hand is not suitable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandDefect {
    /// Too many vowels.
    Vowels {
        /// The number found.
        found: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// Too few words.
    Words {
        /// The number found.
        found: usize,
        /// The smallest number allowed.
        fewest: usize,
    },
}

messages! {
    impl ToMessage for HandDefect {
        Self::Vowels { found: 1, most } => "hand.one-vowel":
            "1 vowel, expected at most {most}" (most);
        Self::Vowels { found, most } => "hand.vowels":
            "{found} vowels, expected at most {most}" (found, most);
        Self::Words { found: 1, fewest } => "hand.one-word":
            "1 word, expected at least {fewest}" (fewest);
        Self::Words { found, fewest } => "hand.words":
            "{found} words, expected at least {fewest}" (found, fewest);
    }
}

impl fmt::Display for HandDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_message().fmt(f)
    }
}

/// Why no hand can be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum DealError {
    /// The game has no letter distribution or no grid.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// The letters cannot be drawn.
    #[error(transparent)]
    Cup(#[from] CupError),
    /// The bank has fewer letters than a hand.
    BankTooSmall {
        /// The number of letters in the bank.
        found: usize,
        /// The number of letters in a hand.
        required: usize,
    },
    /// The letters drawn are not a valid hand of the game.
    #[error(transparent)]
    Hand(#[from] SolvedBoardError),
    /// The dictionary has fewer words than a hand should have.
    DictionaryTooSmall {
        /// The number of words in the dictionary.
        words: usize,
        /// The number of words that a hand should have.
        fewest: usize,
    },
    /// None of the hands was suitable.
    NoSuitableHand {
        /// The number of hands drawn.
        deals: u64,
        /// The last hand.
        hand: String,
        /// Why it was not suitable.
        defect: HandDefect,
    },
}

messages! {
    impl ToMessage for DealError {
        Self::BankTooSmall { found, required } => "deal.bank-too-small":
            "a hand has {required} letters, but the bank has only {found}" (required, found);
        Self::DictionaryTooSmall { words, fewest } => "deal.dictionary-too-small":
            "a hand should have at least {fewest} words, but the dictionary has only {words}"
            (fewest, words);
        Self::NoSuitableHand { deals, hand, defect } => "deal.no-suitable-hand":
            "none of {deals} hands was suitable; the last was {hand}: {defect}"
            (deals, hand, defect = defect.to_message());
    } else {
        Self::MissingPart(error) => error.to_message(),
        Self::Cup(error) => error.to_message(),
        Self::Hand(error) => error.to_message(),
    }
}

impl Dealer {
    /// Creates a dealer for the bank of a game.
    pub fn new(game: Game<'_>, options: DealOptions) -> Result<Self, DealError> {
        let letters = game.distribution_for("scrabblet")?;
        let cells = game.grid_for("scrabblet")?.len();
        let size = game.scoring().and_then(|scoring| scoring.random_board_size);
        let size = size.map_or(cells, |size| cells.min(size as usize));
        let required = options.tiles.unwrap_or(size);
        if required > cells {
            let (found, most) = (required, cells);
            return Err(SolvedBoardError::TooManyTiles { found, most }.into());
        }
        let cup = Cup::new(letters, required)?;
        let found = cup.tile_count();
        if found < required {
            return Err(DealError::BankTooSmall { found, required });
        }
        let vowels = letter::fold(&options.vowels);
        let vowels = letter::letters(&vowels).map(str::to_owned).collect();
        Ok(Self {
            cup,
            options,
            vowels,
            drawn: 0,
        })
    }

    /// Deals the next suitable hand. Unsuitable ones are passed to `rejected`.
    pub fn deal(
        &mut self,
        worker: &mut Worker,
        mut rejected: impl FnMut(&RejectedHand),
    ) -> Result<SolvedBoard, DealError> {
        let words = worker.solver().lexicon().len();
        if self.options.min_words > words {
            let fewest = self.options.min_words;
            return Err(DealError::DictionaryTooSmall { words, fewest });
        }
        let mut last = None;
        for _ in 0..MOST_DEALS {
            let budget = worker.budget().check();
            budget.map_err(SolvedBoardError::Stopped)?;
            let mut random = Random::stream(self.options.seed, self.drawn);
            self.drawn += 1;
            let board = self.cup.board(&self.cup.roll(&mut random));
            let defect = match self.too_many_vowels(&board) {
                Some(vowels) => vowels,
                None => {
                    let hand = SolvedBoard::new(board.clone(), worker)?;
                    let (found, fewest) = (hand.words().len(), self.options.min_words);
                    if found >= fewest {
                        return Ok(hand);
                    }
                    HandDefect::Words { found, fewest }
                }
            };
            let hand = RejectedHand {
                hand: board,
                defect,
            };
            rejected(&hand);
            last = Some(hand);
        }
        let last = last.expect("at least one hand was dealt");
        Err(DealError::NoSuitableHand {
            deals: MOST_DEALS,
            hand: last.hand.to_string(),
            defect: last.defect,
        })
    }

    /// Returns a defect if a hand has too many vowels.
    fn too_many_vowels(&self, board: &Board) -> Option<HandDefect> {
        let is_vowel = |text: &&str| self.vowels.contains(*text);
        let found = board.tiles().iter().map(|tile| match &tile.face {
            Face::Letters(letters) => letter::letters(letters).filter(is_vowel).count(),
            _ => 0,
        });
        let (found, most) = (found.sum(), self.options.max_vowels);
        (found > most).then_some(HandDefect::Vowels { found, most })
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Budget, Lexicon, Solver, Stopped};

    use super::*;
    use wgs_config::Catalogue;

    const CONFIG: &str = r#"{
        "Grids": { "Five": { "Size": [5, 1], "Adjacency": "Full", "ReuseTiles": true } },
        "ScoringRules": { "Plain": { "LetterValues": { "É": 3 }, "MinWordLength": 2 } },
        "LetterDistributions": {
            "Bag": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "ÉÉTTTSS",
                     "SampleWithoutReplacement": true },
            "Small": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "ÉT",
                       "SampleWithoutReplacement": true },
            "List": { "GenerationMethod": "WordList", "WordListFile": "list.txt" }
        },
        "GameRules": {
            "Bag": { "GridDesign": "Five", "ScoringRules": "Plain", "LetterDistribution": "Bag" },
            "Small": { "GridDesign": "Five", "LetterDistribution": "Small" },
            "List": { "GridDesign": "Five", "LetterDistribution": "List" },
            "None": { "GridDesign": "Five" }
        }
    }"#;

    fn deal(options: DealOptions) -> (Result<SolvedBoard, DealError>, Vec<RejectedHand>) {
        let (catalogue, _) = Catalogue::parse(CONFIG).unwrap();
        let game = catalogue.game("Bag").unwrap();
        let lexicon = Lexicon::from_text("été tés tests").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let mut rejected = Vec::new();
        let mut dealer = Dealer::new(game, options).unwrap();
        let hand = dealer.deal(&mut solver.worker(), |hand| rejected.push(hand.clone()));
        (hand, rejected)
    }

    #[test]
    fn the_vowels_of_another_language_can_be_set() {
        let mut seen = 0;
        for seed in 0..20 {
            let options = DealOptions {
                seed,
                max_vowels: 1,
                min_words: 2,
                vowels: "é".to_owned(),
                ..DealOptions::default()
            };
            let (hand, rejected) = deal(options.clone());
            let hand = hand.unwrap();
            assert_eq!(hand.to_string().matches('É').count(), 1, "{hand}");
            assert_eq!(hand.to_string(), deal(options).0.unwrap().to_string());
            for RejectedHand { hand, defect } in rejected {
                seen += 1;
                let vowels = hand.to_string().matches('É').count();
                let expected = match vowels {
                    2 => HandDefect::Vowels { found: 2, most: 1 },
                    _ => HandDefect::Words {
                        found: 0,
                        fewest: 2,
                    },
                };
                assert_eq!(defect, expected, "{hand}");
            }
        }
        assert!(seen > 5, "{seen}");
    }

    #[test]
    fn no_letter_is_drawn_more_often_than_the_bank_has_it() {
        for seed in 0..50 {
            let options = DealOptions {
                seed,
                min_words: 0,
                ..DealOptions::default()
            };
            let hand = deal(options).0.unwrap().to_string();
            for (letter, most) in [('É', 2), ('T', 3), ('S', 2)] {
                assert!(hand.matches(letter).count() <= most, "{hand}");
            }
        }
    }

    #[test]
    fn hands_are_dealt_one_after_another() {
        let (catalogue, _) = Catalogue::parse(CONFIG).unwrap();
        let game = catalogue.game("Bag").unwrap();
        let lexicon = Lexicon::from_text("été tés tests").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let options = DealOptions {
            seed: 3,
            min_words: 2,
            ..DealOptions::default()
        };
        let hands = |number: usize| -> Vec<String> {
            let mut dealer = Dealer::new(game, options.clone()).unwrap();
            let mut worker = solver.worker();
            let hands = (0..number).map(|_| dealer.deal(&mut worker, |_| ()).unwrap());
            hands.map(|hand| hand.to_string()).collect()
        };
        let ten = hands(10);
        assert_eq!(hands(3), ten[..3]);
        let different: HashSet<&String> = ten.iter().collect();
        assert!(different.len() > 5, "{ten:?}");
    }

    #[test]
    fn a_dealer_stops_when_its_budget_is_used_up() {
        let (catalogue, _) = Catalogue::parse(CONFIG).unwrap();
        let game = catalogue.game("Bag").unwrap();
        let lexicon = Lexicon::from_text("été").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        // Every hand has a T or an S, so none is searched.
        let options = DealOptions {
            max_vowels: 0,
            vowels: "ts".to_owned(),
            min_words: 0,
            ..DealOptions::default()
        };
        let mut worker = solver.worker();
        worker.set_budget(Budget::new(|| Some(Stopped::TimeLimit)));
        let mut rejected = 0;
        let mut dealer = Dealer::new(game, options).unwrap();
        let hand = dealer.deal(&mut worker, |_| rejected += 1);
        let stopped = SolvedBoardError::Stopped(Stopped::TimeLimit);
        assert_eq!(hand.unwrap_err(), DealError::Hand(stopped));
        assert_eq!(rejected, 0);
    }

    #[test]
    fn a_dealer_gives_up_and_says_why() {
        // Every hand has a T or an S.
        let options = DealOptions {
            max_vowels: 0,
            vowels: "ts".to_owned(),
            min_words: 0,
            ..DealOptions::default()
        };
        let (hand, rejected) = deal(options);
        let error = hand.unwrap_err().to_string();
        assert!(
            error.starts_with("none of 1000 hands was suitable; the last was "),
            "{error}"
        );
        assert!(error.ends_with(", expected at most 0"), "{error}");
        assert_eq!(rejected.len(), 1000);

        let options = DealOptions {
            min_words: 4,
            ..DealOptions::default()
        };
        let (hand, rejected) = deal(options);
        assert_eq!(
            hand.unwrap_err().to_string(),
            "a hand should have at least 4 words, but the dictionary has only 3"
        );
        assert!(rejected.is_empty());
    }

    #[test]
    fn unsuitable_banks_are_rejected() {
        let (catalogue, _) = Catalogue::parse(CONFIG).unwrap();
        for (game, tiles, message) in [
            (
                "Small",
                None,
                "a hand has 5 letters, but the bank has only 2",
            ),
            ("List", None, "the letters come from a word list"),
            ("None", None, "the game \"None\" has no LetterDistribution"),
            (
                "Bag",
                Some(6),
                "the hand has 6 letters, but the game allows at most 5",
            ),
        ] {
            let options = DealOptions {
                tiles,
                ..DealOptions::default()
            };
            let game = catalogue.game(game).unwrap();
            let error = Dealer::new(game, options).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
