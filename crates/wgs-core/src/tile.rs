//! What lies on one cell of a board. How tiles are written is
//! [`notation`](crate::notation)'s matter.

use smol_str::SmolStr;

use crate::letter;

/// The letters on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Face {
    /// Nothing: no word uses the cell.
    #[default]
    Empty,
    /// One folded letter or more, all used, in order.
    Letters(SmolStr),
    /// Any one letter, followed by the given folded letters, often none.
    Wildcard(SmolStr),
}

impl Face {
    /// The face with these letters, in any case.
    ///
    /// ```
    /// use wgs_core::Face;
    /// assert_eq!(Face::letters("QU"), Face::letters("qu"));
    /// assert_eq!(Face::letters(""), Face::Empty);
    /// ```
    pub fn letters(text: &str) -> Self {
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Letters(SmolStr::new(letter::fold(text)))
        }
    }

    /// The face with any one letter, then these, in any case.
    ///
    /// ```
    /// use wgs_core::Face;
    /// assert_eq!(Face::wildcard("H").to_string(), "?h");
    /// ```
    pub fn wildcard(rest: &str) -> Self {
        Self::Wildcard(SmolStr::new(letter::fold(rest)))
    }
}

/// A face with the multipliers of its cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The letters.
    pub face: Face,
    /// By how much the tile's letter points are multiplied, at least 1.
    pub letter_multiplier: u8,
    /// By how much words through the tile are multiplied, at least 1.
    pub word_multiplier: u8,
}

impl Tile {
    /// A tile no word can use.
    pub const EMPTY: Self = Self::plain(Face::Empty);

    /// A face without multipliers.
    pub const fn plain(face: Face) -> Self {
        Self {
            face,
            letter_multiplier: 1,
            word_multiplier: 1,
        }
    }

    /// Whether nothing lies here.
    pub fn is_empty(&self) -> bool {
        self.face == Face::Empty
    }
}

impl Default for Tile {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl From<Face> for Tile {
    fn from(face: Face) -> Self {
        Self::plain(face)
    }
}
