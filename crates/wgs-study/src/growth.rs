//! Random boards of increasing size. The dice of a game are made for one size, so each tile is
//! drawn from all faces of all dice, with replacement: the mix of letters is the same for every
//! size.
//!
//! ```
//! use wgs_engine::{LetterDistribution, parse_dice};
//! use wgs_study::GrowthBoards;
//!
//! let dice = parse_dice("AACIOT, AHMORS")?;
//! let boards = GrowthBoards::new(&LetterDistribution::Dice { dice, shuffle: true })?;
//! assert_eq!(boards.board(3, 0, 2014).len(), 9);
//! assert_eq!(boards.board(3, 0, 2014), boards.board(3, 0, 2014));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;
use wgs_engine::{Board, Face, Tile};

use wgs_dice::{Cup, Random};
use wgs_engine::LetterDistribution;

/// Random square boards of any size, with the letters of one distribution.
#[derive(Clone, Debug)]
pub struct GrowthBoards {
    letters: LetterDistribution,
}

/// Why a distribution cannot fill boards of any size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrowthError {
    /// The distribution is a word list, which has letters for boards of one size.
    #[error("the letters come from a word list, so boards of other sizes cannot be drawn")]
    WordList,
    /// The distribution contains a wildcard, for which moves are not defined.
    #[error("the letters include the wildcard {0}, but a study can only count moves over letters")]
    Wildcard(Face),
}

impl GrowthBoards {
    /// Prepares boards with the letters of a distribution.
    pub fn new(letters: &LetterDistribution) -> Result<Self, GrowthError> {
        let faces: Vec<Tile> = match letters {
            LetterDistribution::Dice { dice, .. } => {
                dice.iter().flat_map(|die| die.faces().to_vec()).collect()
            }
            LetterDistribution::Pool { faces, .. } => faces.clone(),
            LetterDistribution::WordList { .. } => return Err(GrowthError::WordList),
        };
        let mut all = faces.iter();
        if let Some(wildcard) = all.find(|tile| matches!(tile.face, Face::Wildcard(_))) {
            return Err(GrowthError::Wildcard(wildcard.face.clone()));
        }
        let letters = LetterDistribution::Pool {
            faces,
            without_replacement: false,
        };
        Ok(Self { letters })
    }

    /// Returns a board with `side` rows and columns. It depends only on its side, its number and
    /// the seed.
    pub fn board(&self, side: u32, number: u32, seed: u64) -> Board {
        let tiles = side as usize * side as usize;
        let cup = Cup::new(&self.letters, tiles).expect("the letters are a pool");
        let stream = u64::from(side) << 32 | u64::from(number);
        cup.board(&cup.roll(&mut Random::stream(seed, stream)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgs_engine::{WordList, parse_dice, parse_pool};

    #[test]
    fn a_board_may_have_more_tiles_than_there_are_dice() {
        let dice = parse_dice("AB, CD, Qu").unwrap();
        let letters = LetterDistribution::Dice {
            dice,
            shuffle: true,
        };
        let boards = GrowthBoards::new(&letters).unwrap();
        let board = boards.board(20, 3, 7);
        assert_eq!(board.len(), 400);
        for face in ["A", "B", "C", "D", "Qu"] {
            let shown = board.tiles().iter().filter(|tile| tile.to_string() == face);
            // 80 are expected, with a standard deviation of 8.
            assert!((40..120).contains(&shown.count()), "{face}: {board}");
        }
        assert_ne!(board, boards.board(20, 4, 7));
        assert_ne!(board, boards.board(20, 3, 8));
    }

    #[test]
    fn word_lists_and_wildcards_are_rejected() {
        let wild = LetterDistribution::Pool {
            faces: parse_pool("AB?h").unwrap(),
            without_replacement: true,
        };
        let list = LetterDistribution::WordList {
            list: WordList::File("words.txt".into()),
            shuffle: true,
        };
        for (letters, reason) in [
            (
                wild,
                "the letters include the wildcard ?h, but a study can only count moves over letters",
            ),
            (
                list,
                "the letters come from a word list, so boards of other sizes cannot be drawn",
            ),
        ] {
            assert_eq!(GrowthBoards::new(&letters).unwrap_err().to_string(), reason);
        }
    }
}
