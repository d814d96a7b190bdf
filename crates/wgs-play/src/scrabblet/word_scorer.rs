//! Scores single words without a hand: whether a word is in the dictionary, and what its letters
//! are worth.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_engine::{Lexicon, Solver};
//! use wgs_play::Verdict;
//! use wgs_play::scrabblet::WordScorer;
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("trap trapezoid")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//! let scorer = WordScorer::new(&solver, 0);
//!
//! let (score, signature) = scorer.score("Trapezoid").unwrap();
//! assert_eq!((score.total, signature.unwrap().to_string().as_str()), (21, "3859507079582"));
//! assert_eq!(scorer.score("TRAPZOID"), Err(Verdict::NotInDictionary));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use wgs_engine::{Solver, WordScore};

use super::signature::{LetterPrimes, Signature};
use crate::verdict::Verdict;
use crate::word_tally::word_tally;

/// Scores single words by the dictionary and the rules of a game.
#[derive(Debug)]
pub struct WordScorer<'s> {
    solver: &'s Solver,
    primes: LetterPrimes,
    min_length: u32,
}

impl<'s> WordScorer<'s> {
    /// Creates a scorer. `shortest_word` is the length of the shortest words that were loaded;
    /// shorter ones are rejected as too short, and so are those that the rules do not count.
    pub fn new(solver: &'s Solver, shortest_word: u32) -> Self {
        Self {
            solver,
            primes: LetterPrimes::new(solver.lexicon().alphabet()),
            min_length: solver.rules().min_word_length.max(shortest_word),
        }
    }

    /// Returns the score and the signature of a word, or a verdict that says why it does not count.
    /// A word has no signature if the product of its primes exceeds 128 bits.
    pub fn score(&self, word: &str) -> Result<(WordScore, Option<Signature>), Verdict> {
        let rules = self.solver.rules();
        let tally = word_tally(word, rules);
        if tally.length < self.min_length {
            return Err(Verdict::TooShort {
                found: tally.length,
                required: self.min_length,
            });
        }
        let is_word = self.solver.lexicon().contains(word);
        let score = rules.score(&tally).filter(|_| is_word);
        let score = score.ok_or(Verdict::NotInDictionary)?;
        // Every letter of a word in the dictionary has a prime.
        Ok((score, self.primes.signature(word).ok()))
    }
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;
    use wgs_engine::Lexicon;

    use super::*;

    #[test]
    fn words_that_do_not_count_get_the_reason() {
        let catalogue = Catalogue::embedded();
        let game = catalogue.game("Scrabblet").unwrap();
        let lexicon = Lexicon::from_text("a on trap").unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let too_short = |found, required| Err(Verdict::TooShort { found, required });
        for (word, shortest, expected) in [
            ("on", 0, Ok(2)),
            ("ON", 0, Ok(2)),
            ("a", 0, too_short(1, 2)),
            ("", 0, too_short(0, 2)),
            ("on", 4, too_short(2, 4)),
            ("trap", 4, Ok(6)),
            ("tarp", 4, Err(Verdict::NotInDictionary)),
            ("tr ap", 0, Err(Verdict::NotInDictionary)),
            ("ťŕàp", 0, Err(Verdict::NotInDictionary)),
        ] {
            let scored = WordScorer::new(&solver, shortest).score(word);
            assert_eq!(scored.map(|(score, _)| score.total), expected, "{word}");
        }
    }
}
