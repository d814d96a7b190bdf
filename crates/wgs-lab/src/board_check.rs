//! Whether a board can be laid with the dice or letters of a game. Whether its words are any
//! good is for a solver to say.
//!
//! - Each tile needs a die that shows it, and a die shows one tile; a letter of a pool
//!   without replacement is drawn once, of a pool with replacement as often as one likes.
//! - A wildcard on the board is a tile like any other: it needs a `?` face.
//! - An empty cell needs a `.` face if any die has one; else it needs no die.
//! - Multipliers do not count, and a board may have more or fewer tiles than its grid.
//!
//! ```
//! use wgs_lab::{BoardChecker, LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("ABBJOO, AFFKPS, ELRTTY")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let mut checker = BoardChecker::new(&letters, true)?;
//! assert!(checker.check(&"FAT".parse()?));
//! assert!(!checker.check(&"BAB".parse()?));
//!
//! let shortage = checker.explain(&"BAB".parse()?).unwrap_err();
//! assert_eq!(shortage.to_string(), "2 tiles show B, only 1 die can");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};
use std::fmt;

use wgs_core::{Board, Face};

use crate::distribution::LetterDistribution;
use crate::matching::{Fitted, Mask, Matching, Wide, fitted};
use crate::stock::{CheckError, Origin, Stock};

/// Checks boards against a letter distribution, two million small ones a second.
#[derive(Clone, Debug)]
pub struct BoardChecker {
    stock: Stock,
    checker: Fitted<Checker<u64>, Checker<Wide>>,
}

/// Tiles that compete for too few dice or letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The positions of the tiles, or the places of the letters in a word, from 1.
    pub positions: Vec<usize>,
    /// What they show, each once, in the order of the positions.
    pub faces: Vec<String>,
    /// How many dice or letters there are for them, one less than they need.
    pub dice: usize,
    /// Whether they come from a pool of letters.
    pub is_pool: bool,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.positions.len();
        let (tiles, show) = match count {
            1 => ("tile", "shows"),
            _ => ("tiles", "show"),
        };
        write!(f, "{count} {tiles} {show} {}, ", alternatives(&self.faces))?;
        f.write_str(&only(self.dice as u64, self.is_pool))
    }
}

/// `A, B or C`.
pub(crate) fn alternatives(faces: &[String]) -> String {
    match faces.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// How few dice can show something, or letters of the pool are there.
pub(crate) fn only(dice: u64, is_pool: bool) -> String {
    match (is_pool, dice) {
        (true, 0) => "the pool has none".to_owned(),
        (true, dice) => format!("the pool has only {dice}"),
        (false, 0) => "no die can".to_owned(),
        (false, 1) => "only 1 die can".to_owned(),
        (false, dice) => format!("only {dice} dice can"),
    }
}

impl Shortage {
    /// Tiles by their positions, from 1, and what they show.
    pub(crate) fn new(tiles: Vec<(usize, String)>, is_pool: bool) -> Self {
        let (positions, mut faces): (Vec<usize>, Vec<String>) = tiles.into_iter().unzip();
        keep_first(&mut faces);
        Self {
            dice: positions.len() - 1,
            positions,
            faces,
            is_pool,
        }
    }
}

/// Keeps the first of equal faces.
pub(crate) fn keep_first(faces: &mut Vec<String>) {
    let mut seen = HashSet::new();
    faces.retain(|face| seen.insert(face.clone()));
}

impl BoardChecker {
    /// A checker for the boards of a distribution. With `q_is_qu`, Q and Qu are the same.
    pub fn new(letters: &LetterDistribution, q_is_qu: bool) -> Result<Self, CheckError> {
        let stock = Stock::new(letters, q_is_qu)?;
        let (narrow, wide) = (|| Checker::new(&stock), || Checker::new(&stock));
        let checker = Fitted::new(stock.kinds.len(), narrow, wide);
        Ok(Self { stock, checker })
    }

    /// Whether the board can be laid.
    pub fn check(&mut self, board: &Board) -> bool {
        fitted!(&mut self.checker, checker => checker.check(board))
    }

    /// The die or letter of each tile, none for an empty cell that needs none; or the
    /// smallest set of tiles that cannot all be laid.
    pub fn explain(&mut self, board: &Board) -> Result<Vec<Option<Origin>>, Shortage> {
        fitted!(&mut self.checker, checker => checker.explain(board, &self.stock))
    }
}

#[derive(Clone, Debug)]
struct Checker<M> {
    matching: Matching<M>,
    /// The kinds that show a letter of ASCII, by its code.
    ascii: [M; 128],
    /// The kinds that show a face.
    faces: HashMap<Face, M>,
    /// The kinds that show nothing, if there are any.
    empty: Option<M>,
}

impl<M: Mask> Checker<M> {
    fn new(stock: &Stock) -> Self {
        let mut faces: HashMap<Face, M> = stock.faces().into_iter().collect();
        if stock.q_is_qu
            && let Some(&kinds) = faces.get(&Face::letters("qu"))
        {
            faces.insert(Face::letters("q"), kinds);
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
            matching: Matching::new(stock.capacity()),
            ascii,
            empty: faces.get(&Face::Empty).copied(),
            faces,
        }
    }

    /// The kinds that show a face; none if it needs no die.
    #[inline]
    fn kinds(&self, face: &Face) -> Option<M> {
        match face {
            Face::Empty => self.empty,
            Face::Letters(letters) => match letters.as_bytes() {
                &[letter] => Some(self.ascii[usize::from(letter)]),
                _ => Some(self.faces.get(face).copied().unwrap_or_default()),
            },
            Face::Wildcard(_) => Some(self.faces.get(face).copied().unwrap_or_default()),
        }
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

    fn explain(&mut self, board: &Board, stock: &Stock) -> Result<Vec<Option<Origin>>, Shortage> {
        let needs: Vec<Option<M>> = board.tiles().iter().map(|t| self.kinds(&t.face)).collect();
        let needed: Vec<usize> = (0..needs.len()).filter(|&i| needs[i].is_some()).collect();
        let kinds: Vec<M> = needs.into_iter().flatten().collect();
        if let Some(short) = self.matching.shortage(&kinds) {
            let place = short.into_iter().map(|index| needed[index]);
            let tiles = place.map(|place| (place + 1, board.tiles()[place].face.to_string()));
            return Err(Shortage::new(tiles.collect(), stock.is_pool));
        }
        self.matching.clear();
        for &kinds in &kinds {
            self.matching.push(kinds);
        }
        let owners = (0..kinds.len()).map(|tile| self.matching.owner(tile));
        let mut origins = vec![None; board.len()];
        for (place, origin) in needed.into_iter().zip(stock.origins(owners)) {
            origins[place] = Some(origin);
        }
        Ok(origins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::{parse_dice, parse_pool};

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
    fn boards_are_laid_or_not() {
        for (letters, board, expected) in [
            (dice("AB, AB, CD"), "ABC", Ok("1 2 3")),
            (dice("AB, A, C"), "BAA", Err("3 tiles show B or A, only 2")),
            (dice("AB, A"), "BAB", Err("2 tiles show B, only 1 die")),
            (dice("AB, A"), "A:B", Ok("2 1")),
            (dice("AB, A"), "X", Err("1 tile shows X, no die can")),
            (dice("QA, B"), "QuB", Ok("1 2")),
            (dice("QuA, B"), "QB", Ok("1 2")),
            (dice("Th, ?, ?h"), "?h?Th", Ok("3 2 1")),
            (dice("A, ?"), "AB", Err("1 tile shows B")),
            (dice("A, B"), "A.B.", Ok("1 - 2 -")),
            (
                dice("A., B"),
                "A.B.",
                Err("2 tiles show A or ., only 1 die can"),
            ),
            (dice("ÉA, É"), "éa", Ok("2 1")),
            (
                pool("AAB", true),
                "AAA",
                Err("3 tiles show A, the pool has only 2"),
            ),
            (
                pool("AAB", true),
                "C",
                Err("1 tile shows C, the pool has none"),
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
                    let die =
                        |origin: &Option<Origin>| origin.as_ref()?.die.map(|die| die.to_string());
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
    fn hundreds_of_different_dice_are_fine_and_word_lists_are_not() {
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
        let list = LetterDistribution::WordList {
            path: "list.txt".into(),
            shuffle: true,
        };
        assert_eq!(
            BoardChecker::new(&list, true).unwrap_err(),
            CheckError::WordList
        );
    }
}
