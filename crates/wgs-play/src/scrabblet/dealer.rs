//! Draws hands from a game's bank of letters until one is good to play with. Chance comes from
//! a seed, so that the same seed deals the same hand.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_play::scrabblet::{DealOptions, Dealer};
//! use wgs_core::Solver;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = game.dictionary_for("play")?.load()?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//! let dealer = Dealer::new(game, DealOptions { seed: 7, ..DealOptions::default() })?;
//! let hand = dealer.deal(&mut solver.worker(), |_| ())?;
//! assert_eq!(hand.board().len(), 7);
//! assert!(hand.words().len() >= 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use thiserror::Error;
use wgs_core::{Board, Face, Worker, letter};
use wgs_lab::{Cup, CupError, Random};

use crate::solved_board::{SolvedBoard, SolvedBoardError};
use wgs_config::catalogue::{Game, MissingPart};

/// How many hands are drawn before the dealer gives up.
const MOST_DEALS: u64 = 1_000;

/// What hands to deal.
#[derive(Clone, Debug)]
pub struct DealOptions {
    /// Where chance begins.
    pub seed: u64,
    /// How many letters a hand has, if not as many as the game's random boards.
    pub tiles: Option<usize>,
    /// A hand with more vowels is dealt again.
    pub max_vowels: usize,
    /// A hand with fewer words is dealt again.
    pub min_words: usize,
    /// Which letters are vowels, in any case.
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

/// Draws hands from a game's bank.
#[derive(Debug)]
pub struct Dealer {
    cup: Cup,
    options: DealOptions,
}

/// A hand that was not good enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedHand {
    /// The hand.
    pub hand: Board,
    /// Why.
    pub shortcoming: HandDefect,
}

/// What a hand has too much or too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandDefect {
    /// Too many vowels.
    Vowels {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Too few words.
    Words {
        /// How many there are.
        found: usize,
        /// How many are wanted.
        fewest: usize,
    },
}

impl fmt::Display for HandDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vowels { found, most } => write!(f, "vowels: {found}, at most {most} wanted"),
            Self::Words { found, fewest } => write!(f, "words: {found}, at least {fewest} wanted"),
        }
    }
}

/// Why no hand can be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// The game lacks something.
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    /// The letters cannot be drawn.
    #[error(transparent)]
    Cup(#[from] CupError),
    /// Fewer letters than a hand has.
    #[error("a hand has {wanted} letters, but the bank has only {found}")]
    SmallBank {
        /// The letters of the bank.
        found: usize,
        /// The letters of a hand.
        wanted: usize,
    },
    /// What was drawn is no hand of the game.
    #[error(transparent)]
    Hand(#[from] SolvedBoardError),
    /// No hand was good enough.
    #[error("none of {deals} hands will do; the last was {hand}: {shortcoming}")]
    NoneWillDo {
        /// How many were drawn.
        deals: u64,
        /// The last of them.
        hand: String,
        /// What was wrong with it.
        shortcoming: HandDefect,
    },
}

impl Dealer {
    /// Prepares to deal from the bank of a game.
    pub fn new(game: Game<'_>, options: DealOptions) -> Result<Self, DealError> {
        let letters = game.distribution_for("scrabblet")?;
        let cells = game.grid_for("scrabblet")?.len();
        let size = game.scoring().and_then(|scoring| scoring.random_board_size);
        let size = size.map_or(cells, |size| cells.min(size as usize));
        let wanted = options.tiles.unwrap_or(size);
        if wanted > cells {
            let (found, most) = (wanted, cells);
            return Err(SolvedBoardError::TooManyTiles { found, most }.into());
        }
        let cup = Cup::new(letters, wanted)?;
        let found = cup.tile_count();
        if found < wanted {
            return Err(DealError::SmallBank { found, wanted });
        }
        Ok(Self { cup, options })
    }

    /// Deals a hand. Hands that are not good enough go to `passed_over`.
    pub fn deal(
        &self,
        worker: &mut Worker,
        mut passed_over: impl FnMut(&RejectedHand),
    ) -> Result<SolvedBoard, DealError> {
        let mut last = None;
        for number in 0..MOST_DEALS {
            let mut random = Random::stream(self.options.seed, number);
            let board = self.cup.board(&self.cup.roll(&mut random));
            let shortcoming = match self.vowels(&board) {
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
                shortcoming,
            };
            passed_over(&hand);
            last = Some(hand);
        }
        let last = last.expect("at least one hand was dealt");
        Err(DealError::NoneWillDo {
            deals: MOST_DEALS,
            hand: last.hand.to_string(),
            shortcoming: last.shortcoming,
        })
    }

    /// Whether a hand has too many vowels.
    fn vowels(&self, board: &Board) -> Option<HandDefect> {
        let vowels = letter::fold(&self.options.vowels);
        let is_vowel = |text: &&str| letter::letters(&vowels).any(|vowel| vowel == *text);
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
    use wgs_core::{Lexicon, Solver};

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
        let mut passed_over = Vec::new();
        let dealer = Dealer::new(game, options).unwrap();
        let hand = dealer.deal(&mut solver.worker(), |hand| passed_over.push(hand.clone()));
        (hand, passed_over)
    }

    #[test]
    fn a_bank_of_another_language_has_vowels_of_its_own() {
        let mut seen = 0;
        for seed in 0..20 {
            let options = DealOptions {
                seed,
                max_vowels: 1,
                min_words: 2,
                vowels: "é".to_owned(),
                ..DealOptions::default()
            };
            let (hand, passed_over) = deal(options.clone());
            let hand = hand.unwrap();
            assert_eq!(hand.to_string().matches('É').count(), 1, "{hand}");
            assert_eq!(hand.to_string(), deal(options).0.unwrap().to_string());
            for RejectedHand { hand, shortcoming } in passed_over {
                seen += 1;
                let vowels = hand.to_string().matches('É').count();
                let expected = match vowels {
                    2 => HandDefect::Vowels { found: 2, most: 1 },
                    _ => HandDefect::Words {
                        found: 0,
                        fewest: 2,
                    },
                };
                assert_eq!(shortcoming, expected, "{hand}");
            }
        }
        assert!(seen > 5, "{seen}");
    }

    #[test]
    fn no_letter_comes_oftener_than_the_bank_has_it() {
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
    fn a_dealer_gives_up_with_a_reason() {
        let options = DealOptions {
            min_words: 4,
            ..DealOptions::default()
        };
        let (hand, passed_over) = deal(options);
        let error = hand.unwrap_err().to_string();
        assert!(
            error.starts_with("none of 1000 hands will do; the last was "),
            "{error}"
        );
        assert!(error.ends_with(", at least 4 wanted"), "{error}");
        assert_eq!(passed_over.len(), 1000);
    }

    #[test]
    fn banks_that_cannot_be_dealt_from_are_refused() {
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
                "the hand has 6 letters, but the game takes at most 5",
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
