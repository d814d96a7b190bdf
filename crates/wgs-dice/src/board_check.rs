//! Checks whether the dice or letters of a game can produce a board. Finding its words is the
//! job of [`wgs_engine::Solver`].
//!
//! - Each tile needs a separate die that shows it. A letter of a pool without replacement can be
//!   drawn once, a letter of a pool with replacement any number of times.
//! - A wildcard needs a `?` face if any die has a face with a wildcard. Otherwise none can be rolled,
//!   and it stands for a letter of any die: `?` for any face, `?h` for one that ends in `h`.
//! - An empty cell needs a `.` face if any die has one; otherwise it needs no die.
//! - Multipliers are ignored, and a board may have more or fewer tiles than its grid has cells.
//!
//! ```
//! use wgs_dice::BoardChecker;
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("ABBJOO, AFFKPS, ELRTTY")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let mut checker = BoardChecker::new(&letters, true)?;
//! assert!(checker.check(&"FAT".parse()?));
//! assert!(!checker.check(&"BAB".parse()?));
//!
//! let shortage = checker.explain(&"BAB".parse()?).unwrap_err();
//! assert_eq!(shortage.to_string(), "2 tiles show B, but only 1 die can");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};

use thiserror::Error;
use wgs_engine::message::{Message, ToMessage, alternatives};
use wgs_engine::search::Meter;
use wgs_engine::{Board, Budget, Face, Stopped, messages};

use crate::die_kind::{CheckError, DieKinds, TileOrigin};
use crate::matching::{EitherWidth, Mask, Matching, WideMask, either_width};
use wgs_engine::LetterDistribution;

/// Checks boards against a letter distribution, about two million small boards per second.
#[derive(Clone, Debug)]
pub struct BoardChecker {
    kinds: DieKinds,
    matcher: EitherWidth<BoardMatcher<u64>, BoardMatcher<WideMask>>,
}

/// A set of tiles for which there are too few dice or letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
#[non_exhaustive]
pub struct Shortage {
    /// The positions of the tiles on the board, or of their first letters in the word, from 1.
    pub positions: Vec<usize>,
    /// The faces they show, each once, in the order of the positions.
    pub faces: Vec<String>,
    /// How many dice or letters there are for them: one less than they need.
    pub dice: usize,
    /// Whether the letters come from a pool.
    pub is_pool: bool,
}

messages! {
    impl ToMessage for Shortage {
        Self { positions, faces, dice, is_pool } if positions.len() == 1 => "shortage.one":
            "1 tile shows {faces}, {available}"
            (faces = alternatives(faces), available = but_only(*dice as u64, *is_pool));
        Self { positions, faces, dice, is_pool } => "shortage.many":
            "{tiles} tiles show {faces}, {available}"
            (
                tiles = positions.len(),
                faces = alternatives(faces),
                available = but_only(*dice as u64, *is_pool)
            );
    }
}

messages! {
    fn no_letter() => "available.no-letter": "but the pool has none";
    fn some_letters(letters) => "available.some-letters": "but the pool has only {letters}";
    fn no_die() => "available.no-die": "but no die can";
    fn one_die() => "available.one-die": "but only 1 die can";
    fn some_dice(dice) => "available.some-dice": "but only {dice} dice can";
}

/// Says how few dice or letters are available, to complete a sentence such as `2 tiles show B`.
pub(crate) fn but_only(dice: u64, is_pool: bool) -> Message {
    match (is_pool, dice) {
        (true, 0) => no_letter(),
        (true, letters) => some_letters(letters),
        (false, 0) => no_die(),
        (false, 1) => one_die(),
        (false, dice) => some_dice(dice),
    }
}

impl Shortage {
    /// A shortage of these tiles, given by their positions, from 1, and faces.
    pub(crate) fn new(tiles: Vec<(usize, String)>, is_pool: bool) -> Self {
        let (positions, mut faces): (Vec<usize>, Vec<String>) = tiles.into_iter().unzip();
        remove_repeated(&mut faces);
        Self {
            dice: positions.len() - 1,
            positions,
            faces,
            is_pool,
        }
    }
}

/// Removes repeated faces, also those that are not adjacent.
pub(crate) fn remove_repeated(faces: &mut Vec<String>) {
    let mut seen = HashSet::new();
    faces.retain(|face| seen.insert(face.clone()));
}

impl BoardChecker {
    /// Creates a checker for the boards of a distribution. With `q_is_qu`, Q and Qu are the
    /// same.
    pub fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let kinds = DieKinds::new(letters, q_is_qu)?;
        let (narrow, wide) = (|| BoardMatcher::new(&kinds), || BoardMatcher::new(&kinds));
        let matcher = EitherWidth::new(kinds.kinds.len(), narrow, wide);
        Ok(Self { kinds, matcher })
    }

    /// Returns whether the dice or letters can produce the board.
    pub fn check(&mut self, board: &Board) -> bool {
        either_width!(&mut self.matcher, matcher => matcher.check(board))
    }

    /// Returns the die or letter for each tile, [`None`] for an empty cell that needs no die.
    ///
    /// # Errors
    ///
    /// Returns a set of tiles for which there are too few dice. No tile can be left out of it.
    pub fn explain(&mut self, board: &Board) -> Result<Vec<Option<TileOrigin>>, Shortage> {
        let answer = self.explain_within(board, &Budget::UNLIMITED);
        answer.expect("a check without limits has an answer")
    }

    /// Like [`Self::check`], within a budget. The time grows with the square of the number of
    /// tiles at most, so only boards of many thousand tiles need one.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget was used up before there was an answer.
    pub fn check_within(&mut self, board: &Board, budget: &Budget) -> Result<bool, Stopped> {
        let meter = &mut Meter::new(budget);
        either_width!(&mut self.matcher, matcher => matcher.check_within(board, meter))
    }

    /// Like [`Self::explain`], within a budget.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget was used up before there was an answer. If it is used up
    /// later, there may be a smaller set of tiles for which there are too few dice.
    pub fn explain_within(
        &mut self,
        board: &Board,
        budget: &Budget,
    ) -> Result<Result<Vec<Option<TileOrigin>>, Shortage>, Stopped> {
        let meter = &mut Meter::new(budget);
        either_width!(&mut self.matcher, matcher => matcher.explain(board, &self.kinds, meter))
    }
}

/// Matches boards to dice, with masks of one width.
#[derive(Clone, Debug)]
struct BoardMatcher<M> {
    matching: Matching<M>,
    /// The kinds that show each ASCII letter, by its code.
    ascii: [M; 128],
    /// The kinds that show each face.
    faces: HashMap<Face, M>,
    /// The kinds with an empty face, if there are any.
    empty: Option<M>,
    /// Whether any face has a wildcard.
    has_wildcards: bool,
}

impl<M: Mask> BoardMatcher<M> {
    fn new(dice: &DieKinds) -> Self {
        let mut faces: HashMap<Face, M> = dice.faces().into_iter().collect();
        // The faces of the dice are as spelled; a board may have a Q for a Qu.
        let q = Face::letters("q");
        if let Some(&kinds) = faces.get(&q.as_spelled(dice.q_is_qu)) {
            faces.insert(q, kinds);
        }
        let mut ascii = [M::default(); 128];
        for (face, &kinds) in &faces {
            if let Face::Letters(letters) = face
                && let &[letter] = letters.as_bytes()
            {
                ascii[usize::from(letter)] = kinds;
            }
        }
        Self {
            matching: Matching::new(dice.capacity()),
            ascii,
            empty: faces.get(&Face::Empty).copied(),
            has_wildcards: faces.keys().any(|face| matches!(face, Face::Wildcard(_))),
            faces,
        }
    }

    /// The kinds that show a face; [`None`] if it needs no die.
    #[inline]
    fn kinds(&self, face: &Face) -> Option<M> {
        match face {
            Face::Empty => self.empty,
            Face::Letters(letters) => match letters.as_bytes() {
                &[letter] => Some(self.ascii[usize::from(letter)]),
                _ => Some(self.faces.get(face).copied().unwrap_or_default()),
            },
            Face::Wildcard(rest) if !self.has_wildcards => Some(self.kinds_ending_in(rest)),
            Face::Wildcard(_) => Some(self.faces.get(face).copied().unwrap_or_default()),
        }
    }

    /// The kinds with a face that has these letters at its end, and others before them.
    fn kinds_ending_in(&self, rest: &str) -> M {
        let faces = self.faces.iter().filter(|(face, _)| match face {
            Face::Letters(letters) => letters.strip_suffix(rest).is_some_and(|it| !it.is_empty()),
            Face::Empty | Face::Wildcard(_) => false,
        });
        faces.fold(M::default(), |all, (_, &kinds)| all.or(kinds))
    }

    fn check(&mut self, board: &Board) -> bool {
        self.matching.clear();
        board
            .tiles()
            .iter()
            .all(|tile| match self.kinds(&tile.face) {
                Some(kinds) => self.matching.push(kinds),
                None => true,
            })
    }

    fn check_within(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        self.matching.clear();
        for tile in board.tiles() {
            if let Some(kinds) = self.kinds(&tile.face)
                && !self.matching.push(kinds)
            {
                return Ok(false);
            }
            if !meter.spend(1 + self.matching.take_work()) {
                meter.result()?;
            }
        }
        Ok(true)
    }

    fn explain(
        &mut self,
        board: &Board,
        dice: &DieKinds,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Vec<Option<TileOrigin>>, Shortage>, Stopped> {
        let needs: Vec<Option<M>> = board.tiles().iter().map(|t| self.kinds(&t.face)).collect();
        let needed: Vec<usize> = (0..needs.len()).filter(|&i| needs[i].is_some()).collect();
        let kinds: Vec<M> = needs.into_iter().flatten().collect();
        if let Some(short) = self.matching.shortage(&kinds, meter) {
            let cells = short.into_iter().map(|index| needed[index]);
            let tiles = cells.map(|cell| (cell + 1, board.tiles()[cell].face.to_string()));
            return Ok(Err(Shortage::new(tiles.collect(), dice.is_pool)));
        }
        meter.result()?;
        self.matching.clear();
        for &kinds in &kinds {
            self.matching.push(kinds);
            if !meter.spend(1 + self.matching.take_work()) {
                meter.result()?;
            }
        }
        let matched = (0..kinds.len()).map(|tile| self.matching.kind_of(tile));
        let mut origins = vec![None; board.len()];
        for (cell, origin) in needed.into_iter().zip(dice.origins(matched)) {
            origins[cell] = Some(origin);
        }
        Ok(Ok(origins))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgs_engine::{WordList, parse_dice, parse_pool};

    fn dice(text: &str) -> LetterDistribution {
        let dice = parse_dice(text).unwrap();
        LetterDistribution::Dice {
            dice,
            shuffle: true,
        }
    }

    fn pool(text: &str, without_replacement: bool) -> LetterDistribution {
        LetterDistribution::Pool {
            faces: parse_pool(text).unwrap(),
            without_replacement,
        }
    }

    #[test]
    fn boards_are_matched_to_dice_or_explained() {
        for (letters, board, expected) in [
            (dice("AB, AB, CD"), "ABC", Ok("1 2 3")),
            (
                dice("AB, A, C"),
                "BAA",
                Err("3 tiles show B or A, but only 2"),
            ),
            (dice("AB, A"), "BAB", Err("2 tiles show B, but only 1 die")),
            (dice("AB, A"), "A:B", Ok("2 1")),
            (dice("AB, A"), "X", Err("1 tile shows X, but no die can")),
            (dice("QA, B"), "QuB", Ok("1 2")),
            (dice("QuA, B"), "QB", Ok("1 2")),
            (dice("Th, ?, ?h"), "?h?Th", Ok("3 2 1")),
            (dice("A, ?"), "AB", Err("1 tile shows B")),
            (
                dice("A, ?"),
                "??",
                Err("2 tiles show ?, but only 1 die can"),
            ),
            // Without wildcards on the dice, a wildcard stands for any letter.
            (dice("AB, C"), "?B", Ok("2 1")),
            (dice("AB, C"), "?AC", Err("but only 2 dice can")),
            (dice("A, Th, Qu"), "??h?", Ok("1 2 3")),
            (dice("A, H"), "?h", Err("1 tile shows ?h, but no die can")),
            (
                dice("., A"),
                "??",
                Err("2 tiles show ?, but only 1 die can"),
            ),
            (pool("AB", true), "?A", Ok("- -")),
            (dice("A, B"), "A.B.", Ok("1 - 2 -")),
            (
                dice("A., B"),
                "A.B.",
                Err("2 tiles show A or ., but only 1 die can"),
            ),
            (dice("ÉA, É"), "éa", Ok("2 1")),
            (
                pool("AAB", true),
                "AAA",
                Err("3 tiles show A, but the pool has only 2"),
            ),
            (
                pool("AAB", true),
                "C",
                Err("1 tile shows C, but the pool has none"),
            ),
            (pool("AB", false), "AAAABBA", Ok("- - - - - - -")),
        ] {
            let mut checker = BoardChecker::new(&letters, true).unwrap();
            let tiles: Board = board.parse().unwrap();
            assert_eq!(
                checker.check(&tiles),
                expected.is_ok(),
                "{letters}: {board}"
            );
            match (checker.explain(&tiles), expected) {
                (Ok(origins), Ok(expected)) => {
                    let die = |origin: &Option<TileOrigin>| {
                        origin.as_ref()?.die.map(|die| die.to_string())
                    };
                    let dice = origins.iter().map(|o| die(o).unwrap_or("-".to_owned()));
                    let dice: Vec<String> = dice.collect();
                    assert_eq!(dice.join(" "), expected, "{letters}: {board}");
                }
                (Err(shortage), Err(expected)) => {
                    let shortage = shortage.to_string();
                    assert!(shortage.contains(expected), "{shortage}, not {expected}");
                }
                (found, _) => panic!("{letters}: {board}: {found:?}"),
            }
        }
    }

    #[test]
    fn q_and_qu_differ_when_the_rules_say_so() {
        let mut checker = BoardChecker::new(&dice("QuA, B"), false).unwrap();
        assert!(checker.check(&"Qu".parse().unwrap()));
        assert!(!checker.check(&"Q".parse().unwrap()));
    }

    #[test]
    fn hundreds_of_different_dice_are_accepted_but_word_lists_are_not() {
        let die = |n: usize| format!("{}{}", ('A'..='Z').nth(n % 26).unwrap(), "x".repeat(n / 26));
        let many = |n: usize| dice(&(0..n).map(die).collect::<Vec<_>>().join(", "));
        let mut checker = BoardChecker::new(&many(300), true).unwrap();
        assert!(checker.check(&"AAxAxxBCD".parse().unwrap()));
        assert!(!checker.check(&"AAxAxxBCDAx".parse().unwrap()));
        let error = BoardChecker::new(&many(1025), true).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there are 1025 different dice, but at most 1024 can be checked"
        );
        let numbered = |n: u32| {
            let digits = n.to_string();
            let letters = digits.bytes().map(|digit| char::from(b'a' + digit - b'0'));
            letters.collect::<String>()
        };
        let dice_of_digits: Vec<String> =
            (0..100_000).map(|n| format!("X{}", numbered(n))).collect();
        let error = BoardChecker::new(&dice(&dice_of_digits.join(", ")), true).unwrap_err();
        assert_eq!(
            error,
            CheckError::TooManyDice {
                found: 100_000,
                most: 1024
            }
        );
        let list = LetterDistribution::WordList {
            list: WordList::File("list.txt".into()),
            shuffle: true,
        };
        assert_eq!(
            BoardChecker::new(&list, true).unwrap_err(),
            CheckError::WordList
        );
    }
}
