//! The game of Scrabblet: make words of a hand of letters, each letter as often as one likes.
//! Reading guesses and printing answers is a face's job.
//!
//! The hand is a board of a game, the bank its letter distribution, and the words are those
//! that a solver finds; so any game of the catalogue can be played so, with its own letters,
//! values and dictionary.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_play::scrabblet::{SolvedBoard, ScrabbletGame, ScrabbletOptions, Verdict, read_hand};
//! use wgs_core::{Lexicon, Solver};
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("front loot plot troll")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//!
//! let hand = SolvedBoard::new(read_hand("ruolfnt")?, &mut solver.worker())?;
//! assert_eq!((hand.words().len(), hand.points()), (3, 17));
//!
//! let mut play = ScrabbletGame::new(hand, &solver, ScrabbletOptions::default());
//! assert_eq!(play.guess("loot"), Verdict::Accepted { points: 4 });
//! assert_eq!(play.guess("Loot"), Verdict::AlreadyGuessed);
//! assert_eq!(play.guess("plot"), Verdict::NotInHand { letters: vec!["P".to_owned()] });
//! assert_eq!(play.guess("torf"), Verdict::NotInDictionary { penalty: 7 });
//! assert_eq!(play.score(), 4 - 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | what it is |
//! |---|---|
//! | [`Dealer`] | draws hands from a bank until one is good to play with |
//! | [`SolvedBoard`] | letters, and all the words they make |
//! | [`ScrabbletGame`] | a game in progress: guesses in, verdicts out |
//! | [`Signature`] | the product of a word's primes, the same for all words of the same letters |
//! | [`LoadingRule`] | which words of a list the original program kept |

mod dealer;
mod game;
mod loading_rule;
mod signature;

pub use dealer::{DealError, DealOptions, Dealer, HandDefect, RejectedHand};
pub use game::{Hint, JudgedGuess, Penalty, ScrabbletGame, ScrabbletOptions};
pub use loading_rule::LoadingRule;
pub use signature::{LetterPrimes, Signature, UnknownLetter, anagrams};

use wgs_core::notation::NotationError;
use wgs_core::{Board, Rules, Tally, letter};

/// Reads a hand as people type it: in the notation of boards, or letter by letter when
/// nothing is in upper case.
///
/// ```
/// use wgs_play::scrabblet::read_hand;
///
/// assert_eq!(read_hand("?abc")?.to_string(), "?ABC");
/// assert_eq!(read_hand("QuIT")?.len(), 3);
/// # Ok::<(), wgs_core::notation::NotationError>(())
/// ```
pub fn read_hand(text: &str) -> Result<Board, NotationError> {
    if text.contains(char::is_uppercase) {
        return text.parse();
    }
    let capitals: String = letter::letters(text).map(letter::upper).collect();
    capitals.parse()
}

/// What the letters of a word add up to without a board: its tiles, each with the value that
/// the rules give it.
///
/// ```
/// use wgs_config::Catalogue;
/// use wgs_play::scrabblet::tally;
///
/// let catalogue = Catalogue::embedded();
/// let rules = catalogue.game("Scrabblet")?.rules_for("score")?;
/// assert_eq!(tally("Creepie", rules).letter_points, 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tally(word: &str, rules: &Rules) -> Tally {
    let folded = letter::fold(word);
    let mut tally = Tally::default();
    let mut letters = letter::letters(&folded).peekable();
    while let Some(text) = letters.next() {
        tally.letter_points += u64::from(rules.letter_value(text));
        tally.length += match rules.q_is_qu && text == "q" && letters.next_if_eq(&"u").is_some() {
            true => rules.qu_length,
            false => 1,
        };
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_a_board_score_as_in_the_original_game() {
        let catalogue = wgs_config::Catalogue::embedded();
        let rules = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        for (word, points) in [
            ("CREEPIE", 11),
            ("CRAP", 8),
            ("TARP", 6),
            ("TRAPEZOID", 21),
            ("TWITTER", 10),
            ("SCRABBLE", 14),
            ("SCRIBBLE", 14),
            ("", 0),
        ] {
            assert_eq!(tally(word, rules).letter_points, points, "{word}");
        }
    }

    #[test]
    fn a_qu_tile_counts_as_the_rules_say() {
        let values = [("q", 10), ("u", 2), ("i", 1)];
        let mut rules = Rules {
            letter_values: values.map(|(letter, value)| (letter.into(), value)).into(),
            qu_length: 1,
            ..Rules::default()
        };
        let quiu = tally("quiu", &rules);
        assert_eq!((quiu.letter_points, quiu.length), (13, 3));
        rules.q_is_qu = false;
        let quiu = tally("quiu", &rules);
        assert_eq!((quiu.letter_points, quiu.length), (15, 4));
    }
}
