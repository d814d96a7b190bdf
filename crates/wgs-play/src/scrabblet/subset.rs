//! The subsets of a hand, each with its signature and the words that use exactly its tiles.
//!
//! The words are found by one search for the whole hand, and each belongs to the subset of the
//! tiles it uses. Subsets come in the order of binary numbers: the first tile, the second, both,
//! the third, and so on. Tiles that are alike make the same subsets, which come only once. A
//! blank has no prime, so it does not change a signature.
//!
//! ```
//! use wgs_config::Catalogue;
//! use wgs_engine::{Lexicon, Solver};
//! use wgs_play::SolvedBoard;
//! use wgs_play::scrabblet::{HandSubsets, LetterPrimes, read_hand};
//!
//! let catalogue = Catalogue::embedded();
//! let game = catalogue.game("Scrabblet")?;
//! let lexicon = Lexicon::from_text("able label babe bee")?;
//! let solver = Solver::new(&lexicon, game.grid_for("play")?, game.rules_for("play")?);
//! let hand = SolvedBoard::new(read_hand("able")?, &mut solver.worker())?;
//!
//! let primes = LetterPrimes::new(lexicon.alphabet());
//! let subsets: Vec<_> = HandSubsets::new(&hand, &primes)?.collect();
//! assert_eq!(subsets.len(), 15);
//! assert_eq!(subsets[14].letters, "ABLE");
//! assert_eq!(subsets[14].signature.to_string(), "2442");
//! assert_eq!(subsets[14].words.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;

use thiserror::Error;
use wgs_engine::{Board, Face, SolvedWord, Tile};

use super::signature::{LetterPrimes, Signature, SignatureError};
use crate::solved_board::SolvedBoard;

/// The maximum number of tiles that make different subsets: a subset is a set of bits.
const MOST_TILES: usize = 63;

/// Why the subsets of a hand cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubsetError {
    /// There are too many tiles.
    #[error("the hand has {found} tiles, but subsets can be listed for at most {MOST_TILES}")]
    TooManyTiles {
        /// The number of tiles that make different subsets.
        found: usize,
    },
    /// The hand has no signature.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}

/// Some of the tiles of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandSubset<'h> {
    /// The tiles in board notation, in the order of the hand.
    pub letters: String,
    /// The product of the primes of their distinct letters.
    pub signature: Signature,
    /// The words that use all of these tiles and no others, in alphabetical order.
    pub words: Vec<&'h SolvedWord>,
}

/// Returns the subsets of a hand one by one, without the empty one.
#[derive(Debug)]
pub struct HandSubsets<'h> {
    primes: &'h LetterPrimes,
    /// The tiles, without those that make no further subsets.
    tiles: Vec<SubsetTile<'h>>,
    /// The words of each subset that has any.
    words: HashMap<u64, Vec<&'h SolvedWord>>,
    /// The next subset: bit 0 is the first tile.
    next: u64,
}

/// A tile that subsets may have.
#[derive(Debug)]
struct SubsetTile<'h> {
    tile: &'h Tile,
    /// Its letters, as they count for the signature.
    letters: &'h str,
    /// The tile before it that is alike. A subset with the later one also has the earlier one.
    equal: Option<usize>,
}

impl<'h> HandSubsets<'h> {
    /// Prepares the subsets of a hand.
    pub fn new(hand: &'h SolvedBoard, primes: &'h LetterPrimes) -> Result<Self, SubsetError> {
        let mut tiles: Vec<SubsetTile<'h>> = Vec::new();
        // The index among `tiles` of each tile of the hand, or of the one it is like.
        let mut indices = Vec::new();
        for tile in hand.board().tiles() {
            let letters = match &tile.face {
                Face::Letters(_) => tile.face.spelled(hand.q_is_qu()),
                Face::Empty | Face::Wildcard(_) => "",
            };
            let is_wildcard = matches!(tile.face, Face::Wildcard(_));
            let equal = tiles.iter().rposition(|other| other.tile == tile);
            match equal {
                // Where tiles can be used again, only the first of several is ever needed.
                Some(equal) if hand.reuses_tiles() && !is_wildcard => indices.push(equal),
                _ if tile.is_empty() => indices.push(usize::MAX),
                equal => {
                    indices.push(tiles.len());
                    tiles.push(SubsetTile {
                        tile,
                        letters,
                        equal,
                    });
                }
            }
        }
        if tiles.len() > MOST_TILES {
            let found = tiles.len();
            return Err(SubsetError::TooManyTiles { found });
        }
        let letters: Vec<&str> = tiles.iter().map(|tile| tile.letters).collect();
        primes.signature(&letters.concat())?;
        let mut subsets = Self {
            primes,
            tiles,
            words: HashMap::new(),
            next: 1,
        };
        for word in hand.words() {
            let used = word.path.iter().map(|cell| indices[cell.index()]);
            let used = used.fold(0, |used, index| used | 1 << index);
            let used = subsets.with_first_of_equals(used);
            subsets.words.entry(used).or_default().push(word);
        }
        Ok(subsets)
    }

    /// Replaces tiles by the first of those that are alike, as many as before.
    fn with_first_of_equals(&self, mut used: u64) -> u64 {
        let has = |used: u64, index: usize| used >> index & 1 == 1;
        for index in 0..self.tiles.len() {
            if !has(used, index) {
                continue;
            }
            let mut first = index;
            while let Some(equal) = self.tiles[first].equal
                && !has(used, equal)
            {
                first = equal;
            }
            used ^= 1 << index;
            used |= 1 << first;
        }
        used
    }

    /// The number of words of all subsets together.
    pub fn word_count(&self) -> usize {
        self.words.values().map(Vec::len).sum()
    }
}

impl<'h> Iterator for HandSubsets<'h> {
    type Item = HandSubset<'h>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.next >> self.tiles.len() == 0 {
            let subset = self.next;
            self.next += 1;
            if subset != self.with_first_of_equals(subset) {
                continue;
            }
            let tiles = (0..self.tiles.len()).filter(|index| subset >> index & 1 == 1);
            let tiles: Vec<&SubsetTile<'h>> = tiles.map(|index| &self.tiles[index]).collect();
            let letters: Vec<&str> = tiles.iter().map(|tile| tile.letters).collect();
            let signature = self.primes.signature(&letters.concat());
            let board = tiles.iter().map(|tile| tile.tile.clone());
            return Some(HandSubset {
                letters: Board::new(board.collect::<Vec<_>>()).to_string(),
                signature: signature.expect("that of the whole hand is a multiple"),
                words: self.words.remove(&subset).unwrap_or_default(),
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;
    use wgs_engine::{Grid, Lexicon, Rules, Solver};

    use super::*;
    use crate::scrabblet::{anagrams, read_hand};

    const WORDS: &str = "able label babe bee be bale at tea teat table a cab abba baba té ab aa";

    /// Calls `check` with the subsets of a hand.
    fn with_subsets(
        hand: &str,
        reuse: bool,
        check: impl FnOnce(Vec<HandSubset<'_>>, &Lexicon, &SolvedBoard),
    ) {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let rules = Catalogue::embedded();
        let rules = rules
            .game("Scrabblet")
            .unwrap()
            .rules()
            .unwrap()
            .clone()
            .with_min_word_length(1);
        let solver = Solver::new(&lexicon, &Grid::rack(26).with_reuse(reuse), &rules);
        let hand = SolvedBoard::new(read_hand(hand).unwrap(), &mut solver.worker()).unwrap();
        let primes = LetterPrimes::new(lexicon.alphabet());
        let subsets = HandSubsets::new(&hand, &primes).unwrap();
        assert_eq!(subsets.word_count(), hand.words().len());
        check(subsets.collect(), &lexicon, &hand);
    }

    #[test]
    fn subsets_come_in_the_order_of_the_paper() {
        with_subsets("ABLET", true, |subsets, _, _| {
            let letters: Vec<&str> = subsets.iter().map(|subset| &*subset.letters).collect();
            assert_eq!(letters[..4], ["A", "B", "AB", "L"]);
            assert_eq!(letters[14..17], ["ABLE", "T", "AT"]);
            assert_eq!(letters.len(), 31);
        });
    }

    #[test]
    fn every_word_belongs_to_the_subset_with_its_signature() {
        for hand in ["ABLET", "TABTAB", "E", "XYZ", "ABÉT"] {
            with_subsets(hand, true, |subsets, lexicon, hand| {
                let mut words = 0;
                for subset in subsets {
                    let found: Vec<&str> = subset.words.iter().map(|word| &*word.text).collect();
                    assert_eq!(found, anagrams(&subset.letters, lexicon), "{hand}");
                    words += found.len();
                }
                assert_eq!(words, hand.words().len(), "{hand}");
            });
        }
    }

    #[test]
    fn tiles_that_are_alike_make_each_subset_once() {
        for (hand, reuse, expected) in [
            ("ABA", true, "A B AB"),
            ("ABA", false, "A B AB AA ABA"),
            ("A??", true, "A ? A? ?? A??"),
            ("??", false, "? ??"),
            ("A.B", true, "A B AB"),
        ] {
            with_subsets(hand, reuse, |subsets, _, _| {
                let letters: Vec<&str> = subsets.iter().map(|subset| &*subset.letters).collect();
                assert_eq!(letters.join(" "), expected, "{hand}");
            });
        }
    }

    #[test]
    fn a_blank_has_no_prime() {
        with_subsets("A?", true, |subsets, _, _| {
            let signatures = subsets.iter().map(|subset| subset.signature.to_string());
            assert_eq!(signatures.collect::<Vec<_>>(), ["2", "1", "2"]);
            let words = |index: usize| -> Vec<&str> {
                let words = subsets[index].words.iter();
                words.map(|word| word.text.as_str()).collect()
            };
            assert_eq!(words(0), ["A", "AA"]);
            assert_eq!(words(2), ["AB", "ABBA", "AT", "BABA"]);
        });
    }

    #[test]
    fn hands_without_primes_and_with_too_many_tiles_are_errors() {
        let lexicon = Lexicon::from_text("cat").unwrap();
        let primes = LetterPrimes::new(lexicon.alphabet());
        let solver = Solver::new(&lexicon, &Grid::rack(70), &Rules::word_game_solver());
        for (hand, message) in [
            (
                "CAÏ".to_owned(),
                "no word of the dictionary has the letter Ï",
            ),
            (
                "C".repeat(64),
                "the hand has 64 tiles, but subsets can be listed for at most 63",
            ),
        ] {
            let hand = SolvedBoard::new(read_hand(&hand).unwrap(), &mut solver.worker()).unwrap();
            let error = HandSubsets::new(&hand, &primes).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
