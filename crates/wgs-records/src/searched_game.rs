//! The boards that a hunt or a proof searches: those of a game, with some letters. Loading the game
//! is the caller's job.

use wgs_engine::{Face, LetterDistribution, Lexicon, Solver, Tile};

/// The letters that cells may have.
#[derive(Clone, Debug)]
pub enum BoardLetters<'l> {
    /// All letters of the dictionary.
    All,
    /// Any of these faces.
    Listed(Vec<Face>),
    /// Those of dice or of a pool, which must be able to produce the board.
    Dice(&'l LetterDistribution),
}

impl BoardLetters<'_> {
    /// Returns the faces, in no particular order; some may be there more than once.
    pub fn faces(&self, lexicon: &Lexicon) -> Vec<Face> {
        let face = |tile: &Tile| tile.face.clone();
        match self {
            Self::All => {
                let letters = lexicon.alphabet().letters();
                letters.map(|(_, text)| Face::letters(text)).collect()
            }
            Self::Listed(faces) => faces.clone(),
            Self::Dice(LetterDistribution::Dice { dice, .. }) => {
                let tiles = dice.iter().flat_map(|die| die.faces());
                tiles.map(face).collect()
            }
            Self::Dice(LetterDistribution::Pool { faces, .. }) => faces.iter().map(face).collect(),
            Self::Dice(LetterDistribution::WordList { .. }) => Vec::new(),
        }
    }
}

/// A game whose boards are searched.
#[derive(Clone, Debug)]
pub struct SearchedGame<'g> {
    /// The name of the game.
    pub name: &'g str,
    /// The name of its dictionary.
    pub dictionary: String,
    /// The game's solver.
    pub solver: &'g Solver,
    /// Whether the grid is a rectangle of another size than the game's own.
    pub is_resized: bool,
    /// The letters that cells may have.
    pub letters: BoardLetters<'g>,
}
