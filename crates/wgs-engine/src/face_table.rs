//! Boards as numbers of faces: what searches for boards keep, compare and send to devices.

use std::ops::{Deref, DerefMut};

use crate::board::Board;
use crate::grid::Grid;
use crate::multiplier::Multiplier;
use crate::rules::Rules;
use crate::tile::{Face, Tile};

/// The different faces that the cells of some boards may have. Each has a number, from 0.
///
/// Faces with the same letters but other multipliers are separate.
///
/// ```
/// use wgs_engine::{Adjacency, Face, FaceTable, Grid, Rules};
///
/// let rules = Rules::boggle();
/// let faces = FaceTable::spelled(&["e", "q", "t", "qu"].map(Face::letters), &rules);
/// assert_eq!(faces.faces(), ["e", "qu", "t"].map(Face::letters));
///
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let board = faces.numbers(&"TEQE".parse()?, &grid, &rules).unwrap();
/// assert_eq!(board[..], [2, 0, 1, 0]);
/// assert_eq!(faces.board(&board).to_string(), "TEQuE");
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FaceTable {
    faces: Vec<Face>,
    /// The letter multiplier and the word multiplier of each face.
    multipliers: Vec<(Multiplier, Multiplier)>,
}

/// A board as the number of each cell's face in a [`FaceTable`] of at most 256 faces. It
/// dereferences to these numbers.
///
/// ```
/// use wgs_engine::FaceBoard;
///
/// let mut board = FaceBoard::from(vec![2, 0, 1]);
/// board.swap(0, 2);
/// assert!(board < FaceBoard::from(vec![2, 0, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FaceBoard(Vec<u8>);

impl FaceTable {
    /// Creates a table of these faces as the rules [spell](Face::as_spelled) them, each once, in
    /// their order.
    pub fn spelled(faces: &[Face], rules: &Rules) -> Self {
        let mut table = Self::default();
        for face in faces {
            table.add(&Tile::plain(face.as_spelled(rules.q_is_qu)));
        }
        table
    }

    /// Adds the face of a tile, with its multipliers, unless the table has it. Returns its number.
    pub fn add(&mut self, tile: &Tile) -> usize {
        self.number(tile).unwrap_or_else(|| {
            self.faces.push(tile.face.clone());
            self.multipliers
                .push((tile.letter_multiplier, tile.word_multiplier));
            self.faces.len() - 1
        })
    }

    /// Returns the faces in the order of their numbers, without multipliers.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Returns the number of faces.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Returns whether there are no faces.
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Returns whether any face has a multiplier.
    pub fn has_multipliers(&self) -> bool {
        self.multipliers
            .iter()
            .any(|(letter, word)| !letter.is_one() || !word.is_one())
    }

    /// Returns the number of a tile's face, if the table has it with these multipliers.
    pub fn number(&self, tile: &Tile) -> Option<usize> {
        let multipliers = (tile.letter_multiplier, tile.word_multiplier);
        let mut known = self.faces.iter().zip(&self.multipliers);
        known.position(|known| known == (&tile.face, &multipliers))
    }

    /// Returns the table with its faces in another order: first that with the number `order[0]`.
    ///
    /// # Panics
    ///
    /// If there is no face with one of the numbers.
    #[must_use]
    pub fn reordered(&self, order: &[usize]) -> Self {
        Self {
            faces: order.iter().map(|&face| self.faces[face].clone()).collect(),
            multipliers: order.iter().map(|&face| self.multipliers[face]).collect(),
        }
    }

    /// Returns a tile with a face.
    ///
    /// # Panics
    ///
    /// If there is no face with the number.
    pub fn tile(&self, number: usize) -> Tile {
        let (letter_multiplier, word_multiplier) = self.multipliers[number];
        Tile {
            face: self.faces[number].clone(),
            letter_multiplier,
            word_multiplier,
        }
    }

    /// Returns the board with these faces.
    ///
    /// # Panics
    ///
    /// If there is no face with one of the numbers.
    pub fn board(&self, numbers: &[u8]) -> Board {
        let tiles = numbers.iter().map(|&number| self.tile(number.into()));
        Board::new(tiles.collect::<Vec<_>>())
    }

    /// Returns the numbers of a board's faces, as the rules [spell](Face::as_spelled) them, if the
    /// board fills the grid and the table has all of them.
    pub fn numbers(&self, board: &Board, grid: &Grid, rules: &Rules) -> Option<FaceBoard> {
        let number = |tile: &Tile| {
            let face = tile.face.as_spelled(rules.q_is_qu);
            let number = self.number(&Tile { face, ..*tile })?;
            u8::try_from(number).ok()
        };
        board.check_fit(grid).ok()?;
        board.tiles().iter().map(number).collect()
    }
}

impl From<Vec<u8>> for FaceBoard {
    fn from(numbers: Vec<u8>) -> Self {
        Self(numbers)
    }
}

impl FromIterator<u8> for FaceBoard {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl Deref for FaceBoard {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for FaceBoard {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Adjacency;

    #[test]
    fn faces_that_differ_in_their_multipliers_have_numbers_of_their_own() {
        let mut table = FaceTable::default();
        let board: Board = "A:A;AAB".parse().unwrap();
        let numbers: Vec<usize> = board.tiles().iter().map(|tile| table.add(tile)).collect();
        assert_eq!(numbers, [0, 1, 2, 0, 3]);
        assert!(table.has_multipliers());
        assert_eq!(table.board(&[0, 1, 2, 0, 3]), board);
        assert_eq!(table.reordered(&[3, 1]).board(&[1, 0]).to_string(), ":AB");
    }

    #[test]
    fn only_a_board_of_the_faces_that_fills_the_grid_has_numbers() {
        let grid = Grid::rectangle(3, 1, Adjacency::Diagonal);
        let letters = ["q", "qu", "a"].map(Face::letters);
        for (q_is_qu, expected) in [(true, [0, 1, 0]), (false, [0, 2, 1])] {
            let rules = Rules {
                q_is_qu,
                ..Rules::default()
            };
            let table = FaceTable::spelled(&letters, &rules);
            let numbers = |text: &str| table.numbers(&text.parse().unwrap(), &grid, &rules);
            assert_eq!(numbers("QAQu"), Some(FaceBoard::from(expected.to_vec())));
            for text in ["QA", "QAQuA", "QAX", "QA:Q", "QA?", "QA."] {
                assert_eq!(numbers(text), None, "{text}");
            }
        }
    }
}
