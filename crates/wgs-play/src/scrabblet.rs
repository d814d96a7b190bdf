//! Scrabblet: make as many words as possible from a hand of letters, each of which may be used
//! any number of times. Words that are not in the dictionary cost points.
//!
//! The hand is a board of a game, the bank is the game's letter distribution, and the words are
//! those that a solver finds. So Scrabblet can be played with the letters, letter values and
//! dictionary of any game of the catalogue.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_engine::{Lexicon, Solver};
//! use wgs_play::scrabblet::{ScrabbletGame, ScrabbletOptions, read_hand};
//! use wgs_play::{SolvedBoard, Verdict};
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("front loot plot troll")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//!
//! let hand = SolvedBoard::new(read_hand("ruolfnt")?, &mut solver.worker())?;
//! assert_eq!((hand.words().len(), hand.points()), (3, 17));
//!
//! let mut game = ScrabbletGame::new(hand, &solver, ScrabbletOptions::default());
//! assert!(matches!(game.guess("loot").verdict, Verdict::Counts { points: 4, .. }));
//! assert_eq!(game.guess("Loot").verdict, Verdict::AlreadyFound);
//! assert!(matches!(game.guess("plot").verdict, Verdict::LettersMissing { .. }));
//! assert_eq!(game.guess("torf").penalty, 7);
//! assert_eq!(game.score(), 4 - 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`Dealer`] | draws hands from the bank until one is suitable |
//! | [`ScrabbletGame`] | a game in progress: guesses go in, verdicts come out |
//! | [`HandSubsets`] | the subsets of a hand, each with its signature and its words |
//! | [`WordScorer`] | scores single words without a hand |
//! | [`Signature`] | the product of a word's primes, the same for all words with the same letters |
//! | [`LoadingRule`] | which words of a list the original program kept |

mod dealer;
mod game;
mod loading_rule;
mod signature;
mod subset;
mod word_scorer;

pub use dealer::{DealError, DealOptions, Dealer, HandDefect, RejectedHand};
pub use game::{Hint, JudgedGuess, Penalty, ScrabbletGame, ScrabbletOptions};
pub use loading_rule::LoadingRule;
pub use signature::{LetterPrimes, Signature, UnknownLetter, anagrams};
pub use subset::{HandSubset, HandSubsets, SubsetError};
pub use word_scorer::{ScoredWord, WordScorer};

use wgs_engine::notation::NotationError;
use wgs_engine::{Board, letter};

/// Parses a hand as people type it: in board notation, or letter by letter if nothing is in
/// upper case.
///
/// ```
/// use wgs_play::scrabblet::read_hand;
///
/// assert_eq!(read_hand("?abc")?.to_string(), "?ABC");
/// assert_eq!(read_hand("QuIT")?.len(), 3);
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
pub fn read_hand(text: &str) -> Result<Board, NotationError> {
    if text.contains(char::is_uppercase) {
        return text.parse();
    }
    let capitals: String = letter::letters(text).map(letter::upper).collect();
    capitals.parse()
}
