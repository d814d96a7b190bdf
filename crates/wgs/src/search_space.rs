//! The boards that a hunt or a proof searches: a game on a grid of some size, and the letters that its
//! cells may have.

use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_engine::{BoardSize, Face, LetterDistribution, notation};

/// The numbers of rows and of columns that boards of another size may have.
pub(crate) const SIDES: RangeInclusive<u32> = 1..=16;

/// Loads a game on its own grid, or on a rectangle of another size.
pub(crate) fn load_game(
    loader: &GameLoader,
    request: &GameRequest<'_>,
    size: Option<BoardSize>,
    purpose: &str,
) -> Result<Arc<LoadedGame>> {
    let loaded = match size {
        Some(size) => loader.game_on_grid(request, &size.grid(), purpose),
        None => loader.game(request, purpose),
    };
    loaded.map_err(crate::app::with_flag)
}

/// The letters that cells may have.
pub(crate) enum BoardLetters<'l> {
    /// Any of these faces.
    Faces(Vec<Face>),
    /// Those of dice or of a pool, which must be able to produce the board.
    Dice(&'l LetterDistribution),
}

impl<'l> BoardLetters<'l> {
    /// Reads the value of `--letters`: `free`, `dice` or a list of letters.
    pub(crate) fn read(text: &str, loaded: &'l LoadedGame, purpose: &str) -> Result<Self> {
        match text {
            "free" => {
                let alphabet = loaded.lexicon().alphabet();
                let faces = alphabet.letters().map(|(_, text)| Face::letters(text));
                Ok(Self::Faces(faces.collect()))
            }
            "dice" => {
                let purpose = format!("{purpose} --letters dice");
                let distribution = loaded.game().distribution_for(&purpose)?;
                if !distribution.has_faces() {
                    bail!("--letters dice: the game has a word list instead of dice");
                }
                Ok(Self::Dice(distribution))
            }
            list => {
                let tiles = notation::parse(&loaded.spelling().read(list)).context("--letters")?;
                Ok(Self::Faces(
                    tiles.into_iter().map(|tile| tile.face).collect(),
                ))
            }
        }
    }

    /// Returns all faces.
    pub(crate) fn faces(&self) -> Vec<Face> {
        let face = |tile: &wgs_engine::Tile| tile.face.clone();
        match self {
            Self::Faces(faces) => faces.clone(),
            Self::Dice(LetterDistribution::Dice { dice, .. }) => {
                let tiles = dice.iter().flat_map(|die| &die.faces);
                tiles.map(face).collect()
            }
            Self::Dice(LetterDistribution::Pool { faces, .. }) => faces.iter().map(face).collect(),
            Self::Dice(LetterDistribution::WordList { .. }) => Vec::new(),
        }
    }
}
