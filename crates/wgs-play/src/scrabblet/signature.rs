//! Signatures: each letter has a prime, and the signature of a word is the product of the primes
//! of its distinct letters. Words have the same signature if they consist of the same letters,
//! no matter how often each occurs.
//!
//! A is 2, B is 3, and so on up to Z, which is 101. The other letters of a dictionary follow in
//! their order with 103, 107 and so on. The product of A to Z nearly fills 128 bits. In larger
//! alphabets, more than about sixteen distinct letters may exceed them: then there is no signature.
//!
//! ```
//! use wgs_play::scrabblet::{LetterPrimes, anagrams};
//! use wgs_engine::Lexicon;
//!
//! let lexicon = Lexicon::from_text("price piercer crepe recipe")?;
//! let primes = LetterPrimes::new(lexicon.alphabet());
//! assert_eq!(primes.signature("CRPEI")?.to_string(), "4089745");
//! assert_eq!(primes.signature("piercer")?, primes.signature("CRPEI")?);
//! assert_eq!(anagrams("CRPEI", &lexicon), ["PIERCER", "PRICE", "RECIPE"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;
use wgs_engine::alphabet::Alphabet;
use wgs_engine::{Board, Face, Grid, Lexicon, Rules, Solver, Tile, letter};

/// The letters whose primes do not depend on the dictionary.
const BASIC: &str = "abcdefghijklmnopqrstuvwxyz";

/// An exact product of primes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature(u128);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why letters have no signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// A letter has no prime because no word of the dictionary contains it.
    #[error("no word of the dictionary has the letter {}", letter::upper(.0))]
    UnknownLetter(String),
    /// There are too many distinct letters.
    #[error("there are too many distinct letters for a signature of 128 bits")]
    TooLarge,
}

/// The primes of letters.
#[derive(Clone, Debug)]
pub struct LetterPrimes(HashMap<String, u32>);

impl LetterPrimes {
    /// Assigns primes to A to Z and to the other letters of a dictionary.
    pub fn new(alphabet: &Alphabet) -> Self {
        let others = alphabet.letters().map(|(_, text)| text);
        let others = others.filter(|text| !BASIC.contains(text));
        let letters: Vec<&str> = letter::letters(BASIC).chain(others).collect();
        let primes = first_primes(letters.len());
        Self(letters.into_iter().map(str::to_owned).zip(primes).collect())
    }

    /// Returns the signature of a word or of any letters.
    pub fn signature(&self, text: &str) -> Result<Signature, SignatureError> {
        let folded = letter::fold(text);
        let mut product: u128 = 1;
        for letter in distinct_letters(&folded) {
            let prime = self.0.get(letter).copied();
            let prime = prime.ok_or_else(|| SignatureError::UnknownLetter(letter.to_owned()))?;
            let next = product.checked_mul(prime.into());
            product = next.ok_or(SignatureError::TooLarge)?;
        }
        Ok(Signature(product))
    }
}

fn first_primes(count: usize) -> Vec<u32> {
    let mut primes: Vec<u32> = Vec::with_capacity(count);
    for number in 2.. {
        if primes.len() == count {
            break;
        }
        let mut small = primes.iter().take_while(|&&prime| prime * prime <= number);
        if small.all(|prime| number % prime != 0) {
            primes.push(number);
        }
    }
    primes
}

/// Returns the distinct letters of a folded text in order. They determine its signature.
pub(super) fn distinct_letters(folded: &str) -> Vec<&str> {
    let mut letters: Vec<&str> = letter::letters(folded).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Returns the words with the same signature as some letters, in alphabetical order: those that a
/// hand of these letters makes and that use all of them.
pub fn anagrams(letters: &str, lexicon: &Lexicon) -> Vec<String> {
    let folded = letter::fold(letters);
    let letters = distinct_letters(&folded);
    let tiles = letters
        .iter()
        .map(|letter| Tile::from(Face::letters(letter)));
    let board = Board::new(tiles.collect::<Vec<_>>());
    let grid = Grid::rack(letters.len() as u32).with_reuse(true);
    let rules = Rules::new();
    let mut words = Vec::new();
    let solver = Solver::new(lexicon, &grid, &rules);
    let searched = solver.worker().solve(&board, |solution| {
        let mut used = solution.path.to_vec();
        used.sort_unstable();
        used.dedup();
        if used.len() == letters.len() {
            words.push(solution.text());
        }
        ControlFlow::Continue(())
    });
    searched.expect("the budget is unlimited");
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn primes(words: &str) -> LetterPrimes {
        LetterPrimes::new(Lexicon::from_text(words).unwrap().alphabet())
    }

    #[test]
    fn the_signatures_of_the_original_game_are_exact() {
        for (word, signature) in [
            ("CREEPIE", "4089745"),
            ("CRAP", "32330"),
            ("TARP", "459086"),
            ("TRAP", "459086"),
            ("TRAPEZOID", "3859507079582"),
            ("TWITTER", "90946669"),
            ("SCRABBLE", "49902270"),
            ("SCRIBBLE", "573876105"),
            ("ABLE", "2442"),
            ("", "1"),
        ] {
            assert_eq!(primes("").signature(word).unwrap().to_string(), signature);
        }
    }

    #[test]
    fn signatures_may_have_up_to_128_bits() {
        let primes = primes("é è ß");
        let word = primes.signature("uncopyrightables").unwrap().to_string();
        let product: u128 = [
            2, 3, 5, 11, 17, 19, 23, 37, 43, 47, 53, 61, 67, 71, 73, 97u128,
        ]
        .iter()
        .product();
        assert!(product > u64::MAX.into());
        assert_eq!(word, product.to_string());
        let all = primes.signature(BASIC).unwrap().to_string();
        assert_eq!(all, "232862364358497360900063316880507363070");
        // È comes before É, so these are 103 and 107.
        let more = primes.signature("ÉÈ").unwrap().to_string();
        assert_eq!(more, (103 * 107).to_string());
        let all = primes.signature(&format!("{BASIC}ÉÈ"));
        assert_eq!(all, Err(SignatureError::TooLarge));
        assert_eq!(primes.signature("ß").unwrap().to_string(), "67");
    }

    #[test]
    fn a_letter_that_no_word_contains_is_an_error() {
        let error = primes("cat").signature("naïve").unwrap_err();
        assert_eq!(
            error.to_string(),
            "no word of the dictionary has the letter Ï"
        );
        assert!(primes("cat").signature("z").is_ok());
    }

    #[test]
    fn anagrams_are_the_words_with_the_same_signature() {
        let text = "able label babel bale cable été tête té cat act attacca at a";
        let lexicon = Lexicon::from_text(text).unwrap();
        let primes = LetterPrimes::new(lexicon.alphabet());
        for letters in lexicon.words().chain(["BEAL".to_owned(), "QT".to_owned()]) {
            let signature = primes.signature(&letters).unwrap();
            let same = |word: &String| primes.signature(word).unwrap() == signature;
            let expected: Vec<String> = lexicon.words().filter(same).collect();
            assert_eq!(anagrams(&letters, &lexicon), expected);
        }
    }

    #[test]
    fn there_are_primes_for_the_largest_alphabet() {
        let primes = first_primes(Alphabet::MAX_LETTERS);
        assert_eq!(primes[..6], [2, 3, 5, 7, 11, 13]);
        assert_eq!(primes.last(), Some(&821_603));
    }
}
