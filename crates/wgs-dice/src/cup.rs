//! Rolls random boards. All letter distributions are treated as dice in a cup: a pool is a cup
//! of dice with one face each, and a pool with replacement is a cup of equal dice that show
//! every letter. A cup knows nothing about grids and dictionaries.
//!
//! ```
//! use wgs_dice::{Cup, Random};
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("AACIOT, AHMORS, EGKLUY, ABILTY")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let cup = Cup::new(&letters, 4)?;
//! let roll = cup.roll(&mut Random::new(2014));
//! assert_eq!(cup.board(&roll).to_string(), "BEOH");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod placement;

use thiserror::Error;
use wgs_engine::message::ToMessage;
use wgs_engine::neighbour::BoardChange;
use wgs_engine::{Board, Cell, Face, FaceBoard, FaceTable, Tile, messages};

use crate::random::Random;
use wgs_engine::LetterDistribution;

pub use placement::{PlacementError, RequiredWords};

/// The dice of a game, ready to roll boards with a certain number of tiles.
#[derive(Clone, Debug)]
pub struct Cup {
    faces: FaceTable,
    /// The faces as text.
    texts: Vec<String>,
    /// Whether all faces are plain ASCII, so that the text of a board is the texts of its
    /// faces, one after another.
    is_ascii: bool,
    /// The faces of the different dice, as indices into `faces`.
    kinds: Vec<Vec<u32>>,
    /// The kind of each die.
    dice: Vec<u32>,
    /// Whether any die may land on any cell.
    shuffle: bool,
    tiles: usize,
}

/// Dice on a board: which die is on which cell, and the face that it shows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Roll {
    /// All dice. The first are on the cells, in order; the others are left in the cup.
    order: Vec<u32>,
    /// The face that the die on each cell shows, as an index into the faces of the cup.
    shown: Vec<u32>,
    /// Whether each cell must keep its face; empty if none must.
    fixed: Vec<bool>,
}

/// A change of one or two cells of a [`Roll`]; the result is a roll of the same dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Move {
    /// The die on a cell shows another of its faces.
    Reroll {
        /// The cell.
        cell: Cell,
        /// The index of the new face among [`Cup::faces`].
        face: u32,
    },
    /// The dice on two cells change places.
    Swap {
        /// One cell.
        a: Cell,
        /// The other cell.
        b: Cell,
    },
    /// A die that was left in the cup replaces the one on a cell.
    Replace {
        /// The cell.
        cell: Cell,
        /// The index of the new die among all dice.
        spare: usize,
        /// The index of its face among [`Cup::faces`].
        face: u32,
    },
}

/// Why a distribution has no cup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum CupError {
    /// The distribution is a word list.
    WordList,
}

messages! {
    impl ToMessage for CupError {
        Self::WordList => "cup.word-list":
            "the letters come from a word list, so there are no dice or letters to draw";
    }
}

impl Cup {
    /// Creates the cup of a distribution, for boards with this many tiles, or fewer if there
    /// are not enough dice or letters.
    pub fn new(letters: &LetterDistribution, tiles: usize) -> Result<Self, CupError> {
        let mut cup = Self {
            faces: FaceTable::default(),
            texts: Vec::new(),
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
                    cup.add_dice(die.faces(), 1);
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
        let plain =
            |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'?' | b'.' | b':' | b';');
        cup.is_ascii = cup.texts.iter().all(|text| text.bytes().all(plain));
        Ok(cup)
    }

    fn add_dice(&mut self, faces: &[Tile], count: usize) {
        let kind: Vec<u32> = faces.iter().map(|face| self.add_face(face)).collect();
        let known = self.kinds.iter().position(|known| *known == kind);
        let kind = known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        self.dice.extend(std::iter::repeat_n(kind as u32, count));
    }

    fn add_face(&mut self, tile: &Tile) -> u32 {
        let face = self.faces.add(tile);
        if face == self.texts.len() {
            self.texts.push(tile.to_string());
        }
        face as u32
    }

    /// The faces of a die, as indices into all faces.
    fn faces_of(&self, die: u32) -> &[u32] {
        &self.kinds[self.dice[die as usize] as usize]
    }

    /// The number of tiles on a board.
    pub fn tile_count(&self) -> usize {
        self.tiles
    }

    /// All different faces. Those with the same letters but other multipliers are separate.
    pub fn faces(&self) -> &FaceTable {
        &self.faces
    }

    /// Returns whether any face has a multiplier.
    pub fn has_multipliers(&self) -> bool {
        self.faces.has_multipliers()
    }

    /// Rolls the dice.
    pub fn roll(&self, random: &mut Random) -> Roll {
        let mut roll = Roll::default();
        self.roll_into(&mut roll, random);
        roll
    }

    /// Rolls the dice into an existing roll, reusing its memory.
    pub fn roll_into(&self, roll: &mut Roll, random: &mut Random) {
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

    /// Returns the board of a roll.
    pub fn board(&self, roll: &Roll) -> Board {
        let tiles = roll.shown.iter();
        let tiles = tiles.map(|&face| self.faces.tile(face as usize));
        Board::new(tiles.collect::<Vec<_>>())
    }

    /// Appends the board of a roll to a text, in board notation.
    pub fn write(&self, roll: &Roll, text: &mut String) {
        if !self.is_ascii {
            text.push_str(&self.board(roll).to_string());
            return;
        }
        for &face in &roll.shown {
            text.push_str(&self.texts[face as usize]);
        }
    }

    /// Returns a random move that changes the board. [`None`] if some attempts found none.
    pub fn propose(&self, roll: &Roll, random: &mut Random) -> Option<Move> {
        const ATTEMPTS: usize = 64;
        (0..ATTEMPTS).find_map(|_| self.random_move(roll, random))
    }

    fn random_move(&self, roll: &Roll, random: &mut Random) -> Option<Move> {
        if self.tiles == 0 {
            return None;
        }
        let index = random.below(self.tiles);
        if roll.is_fixed(index) {
            return None;
        }
        let (cell, shown) = (Cell::new(index), roll.shown[index]);
        let percent = random.below(100);
        if self.shuffle && percent < SWAP_PERCENT {
            let other = random.below(self.tiles);
            let is_change = roll.shown[other] != shown && !roll.is_fixed(other);
            let (a, b) = (cell, Cell::new(other));
            return is_change.then_some(Move::Swap { a, b });
        }
        let spares = self.dice.len() - self.tiles;
        let faces = self.faces_of(roll.order[index]);
        let replaces = percent < SWAP_PERCENT + REPLACE_PERCENT || faces.len() == 1;
        if self.shuffle && spares > 0 && replaces {
            let spare = self.tiles + random.below(spares);
            let faces = self.faces_of(roll.order[spare]);
            let face = faces[random.below(faces.len())];
            return (face != shown).then_some(Move::Replace { cell, spare, face });
        }
        let face = faces[random.below(faces.len())];
        (face != shown).then_some(Move::Reroll { cell, face })
    }

    /// Returns the cells that a move changes, with their new faces but without multipliers.
    pub fn changes(&self, roll: &Roll, change: Move) -> Vec<(Cell, Face)> {
        let set = |cell: Cell, face: u32| (cell, self.faces.faces()[face as usize].clone());
        match change {
            Move::Reroll { cell, face } | Move::Replace { cell, face, .. } => vec![set(cell, face)],
            Move::Swap { a, b } => {
                let shown = |cell: Cell| roll.shown[cell.index()];
                vec![set(a, shown(b)), set(b, shown(a))]
            }
        }
    }
}

/// Percentage of moves that swap two dice, where any die may land on any cell. On Boggle
/// boards, 30 to 50 percent finds boards with many words in the fewest tries.
const SWAP_PERCENT: usize = 40;

/// Percentage of moves that replace a die by another, where there are more dice than cells.
const REPLACE_PERCENT: usize = 20;

impl Move {
    /// Returns what the move changes on the board, in the form for devices. [`None`] if a die shows
    /// a face after the first 256 of the cup.
    pub(crate) fn board_change(self) -> Option<BoardChange> {
        Some(match self {
            Self::Reroll { cell, face } | Self::Replace { cell, face, .. } => {
                BoardChange::Face(cell, face.try_into().ok()?)
            }
            Self::Swap { a, b } => BoardChange::Swap(a, b),
        })
    }
}

impl Roll {
    fn is_fixed(&self, cell: usize) -> bool {
        self.fixed.get(cell).copied().unwrap_or(false)
    }

    /// The faces that the dice on each cell show, as indices into the faces of the cup.
    pub fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// What the die on each cell shows, in the form for devices and hunts. [`None`] if it is a face
    /// after the first 256 of the cup.
    pub fn face_board(&self) -> Option<FaceBoard> {
        let faces = self.shown.iter().map(|&face| u8::try_from(face).ok());
        faces.collect()
    }

    /// Returns the roll after a move.
    #[must_use]
    pub fn after(&self, change: Move) -> Self {
        let mut changed = self.clone();
        changed.apply(change);
        changed
    }

    /// Makes a move.
    pub fn apply(&mut self, change: Move) {
        match change {
            Move::Reroll { cell, face } => self.shown[cell.index()] = face,
            Move::Swap { a, b } => {
                self.order.swap(a.index(), b.index());
                self.shown.swap(a.index(), b.index());
            }
            Move::Replace { cell, spare, face } => {
                self.order.swap(cell.index(), spare);
                self.shown[cell.index()] = face;
            }
        }
    }
}
