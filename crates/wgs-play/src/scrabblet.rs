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
//! use wgs_engine::spelling::Spelling;
//! use wgs_play::scrabblet::{guess, read_hand, start_round};
//! use wgs_play::{Penalty, PlayerId, RoundContext, SolvedBoard, Verdict};
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("front loot plot troll")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//!
//! let hand = SolvedBoard::new(read_hand("ruolfnt")?, &mut solver.worker())?;
//! assert_eq!((hand.words().len(), hand.points()), (3, 17));
//!
//! let context = RoundContext::new(&solver, &Spelling::default());
//! let mut round = start_round(hand, context, Penalty::default());
//! assert!(matches!(guess(&mut round, "loot"), (Verdict::Counts { points: 4, .. }, 0)));
//! assert_eq!(guess(&mut round, "Loot"), (Verdict::AlreadyFound, 0));
//! assert!(matches!(guess(&mut round, "plot"), (Verdict::LettersMissing { .. }, 0)));
//! assert_eq!(guess(&mut round, "torf"), (Verdict::NotInDictionary, 7));
//! assert_eq!(round.points(PlayerId::default()), 4 - 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`Dealer`] | draws hands from the bank until one is suitable |
//! | [`start_round`], [`guess`] | a [`Round`] of one player, with penalties and without an end |
//! | [`HandSubsets`] | the subsets of a hand, each with its signature and its words |
//! | [`WordScorer`] | scores single words without a hand |
//! | [`Signature`] | the product of a word's primes, the same for all words with the same letters |
//! | [`LoadingRule`] | which words of a list the original program kept |

mod dealer;
mod loading_rule;
mod signature;
mod subset;
mod word_scorer;

pub use dealer::{DealError, DealOptions, Dealer, HandDefect, RejectedHand};
pub use loading_rule::LoadingRule;
pub use signature::{LetterPrimes, Signature, SignatureError, anagrams};
pub use subset::{HandSubset, HandSubsets, SubsetError};
pub use word_scorer::WordScorer;

use wgs_engine::notation::NotationError;
use wgs_engine::{Board, letter};

use crate::round::{Penalty, Round, RoundAction, RoundContext, RoundEvent, RoundGoal};
use crate::round::{RoundInput, RoundSetup};
use crate::solved_board::SolvedBoard;
use crate::verdict::Verdict;

/// Starts a round of one player with a hand that the solver of the context solved.
pub fn start_round(hand: SolvedBoard, context: RoundContext, penalty: Penalty) -> Round {
    let setup = RoundSetup {
        board: hand.to_string(),
        goal: RoundGoal::Endless,
        penalty: Some(penalty),
        ..RoundSetup::default()
    };
    Round::new(setup, hand, context).expect("one person can play without a time limit")
}

/// Judges and counts a guess of a round that [`start_round`] started. Returns the points that it
/// loses too.
pub fn guess(round: &mut Round, word: &str) -> (Verdict, u64) {
    let events = round.handle(RoundInput::new(0, RoundAction::Guess(word.to_owned())));
    match events.into_iter().next() {
        Some(RoundEvent::Judged {
            verdict, penalty, ..
        }) => (verdict, penalty),
        // It is longer than any word.
        _ => (Verdict::NotInDictionary, 0),
    }
}

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
