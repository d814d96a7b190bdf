//! Rolls random boards. Whatever letters come from, it is dice in a cup: a pool is a cup of
//! dice with one face each, and a pool with replacement one of equal dice, each with every
//! face. Which cells touch, and what words there are, is not asked.
//!
//! ```
//! use wgs_lab::{Cup, LetterDistribution, Random, parse_dice};
//!
//! let dice = parse_dice("AACIOT, AHMORS, EGKLUY, ABILTY")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let cup = Cup::new(&letters, 4)?;
//! let roll = cup.roll(&mut Random::new(2014));
//! assert_eq!(cup.board(&roll).to_string(), "BEOH");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod laying;

use thiserror::Error;
use wgs_core::{Board, Cell, Face, Tile};

use crate::distribution::LetterDistribution;
use crate::random::Random;

pub use laying::{LaidWords, LayingError};

/// The dice of a game, ready to be rolled for boards of a certain size.
#[derive(Clone, Debug)]
pub struct Cup {
    /// All different faces, and as they are written.
    faces: Vec<Face>,
    written: Vec<String>,
    /// Whether boards are written by writing one face behind the other.
    is_ascii: bool,
    /// The different dice: what they show, as places in `faces`.
    kinds: Vec<Vec<u32>>,
    /// The kind of each die.
    dice: Vec<u32>,
    /// Whether any die may land on any cell.
    shuffle: bool,
    tiles: usize,
}

/// Dice on a board: which lies where and what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Roll {
    /// All dice. The first lie on the cells in order, the others are left in the cup.
    order: Vec<u32>,
    /// What the die on each cell shows, as a place among the cup's faces.
    shown: Vec<u32>,
    /// The cells that stay as they are, if there are any.
    fixed: Vec<bool>,
}

/// A change of one or two cells of a [`Roll`] that leaves a roll of the same dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Move {
    /// The die on a cell shows another of its faces.
    Reroll {
        /// The cell.
        cell: usize,
        /// The face.
        face: u32,
    },
    /// The dice of two cells change places.
    Swap {
        /// One cell.
        a: usize,
        /// The other.
        b: usize,
    },
    /// A die from the cup takes the place of the one on a cell.
    Replace {
        /// The cell.
        cell: usize,
        /// The place of the die among all.
        spare: usize,
        /// The face it shows.
        face: u32,
    },
}

/// Why there is no cup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CupError {
    /// A word list is drawn from, not rolled.
    #[error("the letters come from a word list, so there are no dice or letters to draw")]
    WordList,
}

impl Cup {
    /// The dice of a distribution, for boards of so many tiles, or of fewer if there are too
    /// few dice or letters.
    pub fn new(letters: &LetterDistribution, tiles: usize) -> Result<Self, CupError> {
        let mut cup = Self {
            faces: Vec::new(),
            written: Vec::new(),
            is_ascii: true,
            kinds: Vec::new(),
            dice: Vec::new(),
            shuffle: true,
            tiles,
        };
        match letters {
            LetterDistribution::Dice { dice, shuffle } => {
                cup.shuffle = *shuffle;
                for die in dice {
                    cup.add_dice(&die.faces, 1);
                }
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                if *without_replacement {
                    for face in faces {
                        cup.add_dice(std::slice::from_ref(face), 1);
                    }
                } else {
                    cup.add_dice(faces, tiles);
                    cup.shuffle = false;
                }
            }
            LetterDistribution::WordList { .. } => return Err(CupError::WordList),
        }
        cup.tiles = tiles.min(cup.dice.len());
        let plain = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'?' | b'.');
        cup.is_ascii = cup.written.iter().all(|written| written.bytes().all(plain));
        Ok(cup)
    }

    fn add_dice(&mut self, faces: &[Face], count: usize) {
        let kind: Vec<u32> = faces.iter().map(|face| self.add_face(face)).collect();
        let known = self.kinds.iter().position(|known| *known == kind);
        let kind = known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        self.dice.extend(std::iter::repeat_n(kind as u32, count));
    }

    fn add_face(&mut self, face: &Face) -> u32 {
        let known = self.faces.iter().position(|known| known == face);
        known.unwrap_or_else(|| {
            self.faces.push(face.clone());
            self.written.push(face.to_string());
            self.faces.len() - 1
        }) as u32
    }

    /// What a die shows, as places among all faces.
    fn faces_of(&self, die: u32) -> &[u32] {
        &self.kinds[self.dice[die as usize] as usize]
    }

    /// How many tiles a board has.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many dice or letters there are.
    pub fn dice(&self) -> usize {
        self.dice.len()
    }

    /// All different faces.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Rolls the dice.
    pub fn roll(&self, random: &mut Random) -> Roll {
        let mut roll = Roll::default();
        self.roll_again(&mut roll, random);
        roll
    }

    /// Rolls the dice, in memory that is kept.
    pub fn roll_again(&self, roll: &mut Roll, random: &mut Random) {
        roll.fixed.clear();
        roll.order.clear();
        roll.order.extend(0..self.dice.len() as u32);
        if self.shuffle {
            random.shuffle_first(&mut roll.order, self.tiles);
        }
        roll.shown.clear();
        for &die in &roll.order[..self.tiles] {
            let faces = self.faces_of(die);
            roll.shown.push(faces[random.below(faces.len())]);
        }
    }

    /// The board of a roll.
    pub fn board(&self, roll: &Roll) -> Board {
        let tile = |&face: &u32| Tile::from(self.faces[face as usize].clone());
        Board::new(roll.shown.iter().map(tile).collect::<Vec<_>>())
    }

    /// Appends the board of a roll as it is written.
    pub fn write(&self, roll: &Roll, text: &mut String) {
        if !self.is_ascii {
            text.push_str(&self.board(roll).to_string());
            return;
        }
        for &face in &roll.shown {
            text.push_str(&self.written[face as usize]);
        }
    }

    /// A random move, if one was found that changes something.
    pub fn propose(&self, roll: &Roll, random: &mut Random) -> Option<Move> {
        const ATTEMPTS: usize = 64;
        (0..ATTEMPTS).find_map(|_| self.attempt(roll, random))
    }

    fn attempt(&self, roll: &Roll, random: &mut Random) -> Option<Move> {
        if self.tiles == 0 {
            return None;
        }
        let cell = random.below(self.tiles);
        if roll.is_fixed(cell) {
            return None;
        }
        let chance = random.below(100);
        if self.shuffle && chance < SWAPS {
            let b = random.below(self.tiles);
            let differs = roll.shown[cell] != roll.shown[b];
            return (differs && !roll.is_fixed(b)).then_some(Move::Swap { a: cell, b });
        }
        let spares = self.dice.len() - self.tiles;
        let die = self.faces_of(roll.order[cell]);
        if self.shuffle && spares > 0 && (chance < SWAPS + REPLACEMENTS || die.len() == 1) {
            let spare = self.tiles + random.below(spares);
            let faces = self.faces_of(roll.order[spare]);
            let face = faces[random.below(faces.len())];
            return (face != roll.shown[cell]).then_some(Move::Replace { cell, spare, face });
        }
        let face = die[random.below(die.len())];
        (face != roll.shown[cell]).then_some(Move::Reroll { cell, face })
    }

    /// What a move changes.
    pub fn changes(&self, roll: &Roll, change: Move) -> Vec<(Cell, Face)> {
        let put = |cell: usize, face: u32| (Cell::new(cell), self.faces[face as usize].clone());
        match change {
            Move::Reroll { cell, face } | Move::Replace { cell, face, .. } => vec![put(cell, face)],
            Move::Swap { a, b } => vec![put(a, roll.shown[b]), put(b, roll.shown[a])],
        }
    }
}

/// How many moves of a hundred swap two dice, where any die may land anywhere. On Boggle
/// boards, 30 to 50 lead to wordy boards with the fewest tries.
const SWAPS: usize = 40;

/// How many moves of a hundred replace a die by another, where there are more than cells.
const REPLACEMENTS: usize = 20;

impl Roll {
    fn is_fixed(&self, cell: usize) -> bool {
        self.fixed.get(cell).copied().unwrap_or(false)
    }

    /// Makes a move.
    pub fn apply(&mut self, change: Move) {
        match change {
            Move::Reroll { cell, face } => self.shown[cell] = face,
            Move::Swap { a, b } => {
                self.order.swap(a, b);
                self.shown.swap(a, b);
            }
            Move::Replace { cell, spare, face } => {
                self.order.swap(cell, spare);
                self.shown[cell] = face;
            }
        }
    }
}
