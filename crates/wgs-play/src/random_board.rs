//! Random boards of any size. Boards of a game's own size are rolled with its dice, by
//! [`Cup`].

use wgs_dice::{Cup, CupError, Random};
use wgs_engine::{Board, BoardSize, LetterDistribution, Tile};

/// Draws a board of any size. Each tile is any face of the dice or the pool. Faces are drawn with
/// replacement, because a large board needs more than there are.
///
/// ```
/// use wgs_config::Catalogue;
/// use wgs_dice::Random;
/// use wgs_engine::BoardSize;
/// use wgs_play::random_board;
///
/// let catalogue = Catalogue::embedded();
/// let letters = catalogue.game("Boggle (New)")?.distribution_for("play")?;
/// let board = random_board(letters, BoardSize::square(32), &mut Random::new(2006))?;
/// assert_eq!(board.len(), 32 * 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_board(
    letters: &LetterDistribution,
    size: BoardSize,
    random: &mut Random,
) -> Result<Board, CupError> {
    let faces: Vec<Tile> = match letters {
        LetterDistribution::Dice { dice, .. } => {
            dice.iter().flat_map(|die| die.faces().to_vec()).collect()
        }
        LetterDistribution::Pool { faces, .. } => faces.clone(),
        LetterDistribution::WordList { .. } => return Err(CupError::WordList),
    };
    let pool = LetterDistribution::Pool {
        faces,
        without_replacement: false,
    };
    let cup = Cup::new(&pool, size.tiles())?;
    Ok(cup.board(&cup.roll(random)))
}
