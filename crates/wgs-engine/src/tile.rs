//! Tiles: the letters on one cell of a board, and its multipliers. For how tiles are
//! written, see [`notation`](crate::notation).

use crate::letter::FoldedText;
use crate::multiplier::Multiplier;
use crate::with_methods::with_methods;

/// The letters on a tile.
///
/// ```
/// use wgs_engine::{Board, Face};
///
/// let board: Board = "Qu.?".parse()?;
/// let faces = [Face::letters("qu"), Face::Empty, Face::wildcard("")];
/// assert!(board.tiles().iter().map(|tile| &tile.face).eq(&faces));
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
///
/// It is exhaustive: a reader of tiles has to handle every kind, and a new one would change the
/// notation of boards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Face {
    /// No letters: words cannot use the cell.
    #[default]
    Empty,
    /// One letter or more. A word that uses the tile uses all of them, in order.
    Letters(FoldedText),
    /// Any one letter, followed by these letters. Usually there are none.
    Wildcard(FoldedText),
}

impl Face {
    /// Creates a face with these letters, given in upper or lower case.
    ///
    /// ```
    /// use wgs_engine::Face;
    /// assert_eq!(Face::letters("QU"), Face::letters("qu"));
    /// assert_eq!(Face::letters(""), Face::Empty);
    /// ```
    pub fn letters(text: &str) -> Self {
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Letters(FoldedText::new(text))
        }
    }

    /// Creates a face with a wildcard followed by these letters, given in upper or lower case.
    ///
    /// ```
    /// use wgs_engine::Face;
    /// assert_eq!(Face::wildcard("H").to_string(), "?h");
    /// ```
    pub fn wildcard(rest: &str) -> Self {
        Self::Wildcard(FoldedText::new(rest))
    }

    /// Returns the letters with which the tile takes part in a word, folded: those of a wildcard are
    /// the ones after it. With `q_is_qu`, a Q alone spells `qu`.
    ///
    /// ```
    /// use wgs_engine::Face;
    /// assert_eq!(Face::letters("Q").spelled(true), "qu");
    /// assert_eq!(Face::letters("Q").spelled(false), "q");
    /// assert_eq!(Face::wildcard("Q").spelled(true), "q");
    /// ```
    #[inline]
    pub fn spelled(&self, q_is_qu: bool) -> &str {
        match self {
            Self::Empty => "",
            Self::Letters(letters) if q_is_qu && letters == "q" => "qu",
            Self::Letters(letters) | Self::Wildcard(letters) => letters,
        }
    }

    /// Returns the face with the letters that it [spells](Self::spelled): with `q_is_qu`, a `Qu`
    /// tile for a Q. Two faces that words use in the same way become equal.
    ///
    /// ```
    /// use wgs_engine::Face;
    /// assert_eq!(Face::letters("Q").as_spelled(true), Face::letters("Qu"));
    /// assert_eq!(Face::letters("Q").as_spelled(false), Face::letters("Q"));
    /// ```
    #[must_use]
    pub fn as_spelled(&self, q_is_qu: bool) -> Self {
        match self {
            Self::Letters(letters) if self.spelled(q_is_qu) != letters.as_str() => {
                Self::letters(self.spelled(q_is_qu))
            }
            _ => self.clone(),
        }
    }
}

/// A face, with the multipliers of its cell.
///
/// ```
/// use wgs_engine::{Face, Tile};
///
/// let tile: Tile = "::Qu".parse()?;
/// assert_eq!((tile.letter_multiplier.get(), tile.word_multiplier.get()), (3, 1));
/// assert_eq!(Tile::plain(tile.face), Tile::from(Face::letters("qu")));
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tile {
    /// The letters.
    pub face: Face,
    /// The factor for the points of the tile's letters.
    pub letter_multiplier: Multiplier,
    /// The factor for the score of words that use the tile.
    pub word_multiplier: Multiplier,
}

impl Tile {
    /// A tile without letters.
    pub const EMPTY: Self = Self::plain(Face::Empty);

    /// Creates a tile without multipliers.
    pub const fn plain(face: Face) -> Self {
        Self {
            face,
            letter_multiplier: Multiplier::ONE,
            word_multiplier: Multiplier::ONE,
        }
    }

    /// Returns whether the tile has no multipliers.
    pub fn is_plain(&self) -> bool {
        self.letter_multiplier.is_one() && self.word_multiplier.is_one()
    }

    /// Returns whether the tile has no letters.
    pub fn is_empty(&self) -> bool {
        self.face == Face::Empty
    }
}

with_methods!(Tile {
    with_letter_multiplier => letter_multiplier: Multiplier,
    with_word_multiplier => word_multiplier: Multiplier,
});

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
