//! Random square boards of any size. Boards of a game's own size are
//! [`Creator`](crate::creator::Creator)'s matter.

use wgs_core::{Board, Face};
use wgs_lab::{Cup, CupError, LetterDistribution, Random};

/// A board of `size` rows and columns, each tile drawn from all the faces that the dice or the
/// pool have. There are never too few, as each is put back.
///
/// ```
/// use wgs_config::Catalogue;
/// use wgs_play::random_square_board;
/// use wgs_lab::Random;
///
/// let catalogue = Catalogue::embedded();
/// let letters = catalogue.game("Boggle (New)")?.distribution_for("play")?;
/// let board = random_square_board(letters, 32, &mut Random::new(2006))?;
/// assert_eq!(board.len(), 32 * 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_square_board(
    letters: &LetterDistribution,
    size: u32,
    random: &mut Random,
) -> Result<Board, CupError> {
    let faces: Vec<Face> = match letters {
        LetterDistribution::Dice { dice, .. } => {
            dice.iter().flat_map(|die| die.faces.clone()).collect()
        }
        LetterDistribution::Pool { faces, .. } => faces.clone(),
        LetterDistribution::WordList { .. } => return Err(CupError::WordList),
    };
    let pool = LetterDistribution::Pool {
        faces,
        without_replacement: false,
    };
    let cup = Cup::new(&pool, size as usize * size as usize)?;
    Ok(cup.board(&cup.roll(random)))
}
