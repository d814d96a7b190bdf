//! The boards that a command searches, as the command line names them: a game on a grid of some size
//! and, for hunts and proofs, the letters that its cells may have.

use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_engine::{BoardSize, notation};
use wgs_records::{BoardLetters, SearchedGame};

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
        Some(size) => loader.game_of_size(request, size, purpose),
        None => loader.game(request, purpose),
    };
    loaded.map_err(crate::app::with_flag)
}

/// Returns the searched game: a loaded game with the letters of `--letters`.
pub(crate) fn searched_game<'g>(
    loaded: &'g LoadedGame,
    size: Option<BoardSize>,
    letters: &str,
    purpose: &str,
) -> Result<SearchedGame<'g>> {
    Ok(SearchedGame {
        name: loaded.game().name(),
        dictionary: loaded.dictionary().label(),
        solver: loaded.solver(),
        is_resized: size.is_some(),
        letters: read_letters(letters, loaded, purpose)?,
    })
}

/// Reads the value of `--letters`: `free`, `dice` or a list of letters.
fn read_letters<'l>(text: &str, loaded: &'l LoadedGame, purpose: &str) -> Result<BoardLetters<'l>> {
    match text {
        "free" => Ok(BoardLetters::All),
        "dice" => {
            let purpose = format!("{purpose} --letters dice");
            let distribution = loaded.game().distribution_for(&purpose)?;
            if !distribution.has_faces() {
                bail!("--letters dice: the game has a word list instead of dice");
            }
            Ok(BoardLetters::Dice(distribution))
        }
        list => {
            let tiles = notation::parse(&loaded.spelling().read(list)).context("--letters")?;
            let faces = tiles.into_iter().map(|tile| tile.face);
            Ok(BoardLetters::Listed(faces.collect()))
        }
    }
}
