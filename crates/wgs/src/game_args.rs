//! The choice of the game: by its name as the first argument, by `--game` or `WGS_GAME`, or by
//! the number of tiles of a board.

use std::env;

use anyhow::{Context, Result, bail};
use wgs_config::{Catalogue, Game};
use wgs_core::notation;

use crate::app::{App, counted};

/// The environment variable with the name of the default game.
const VARIABLE: &str = "WGS_GAME";

/// The games that a number of tiles chooses.
const GAMES_BY_TILES: [(usize, &str); 3] = [
    (16, "Boggle (New)"),
    (25, "Big Boggle (2011)"),
    (36, "Super Big Boggle"),
];

/// The arguments that choose the game.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// Name of the game, such as boggle-new; `wgs games` lists all games. Without it, --game,
    /// WGS_GAME or the number of tiles of a board (16, 25 or 36) chooses the game.
    #[arg(value_name = "GAME", id = "game")]
    first: Option<String>,

    /// Game to use if the first argument does not name it [default: the value of WGS_GAME].
    #[arg(short = 'g', long = "game", value_name = "GAME", id = "named-game")]
    named: Option<String>,
}

/// The game that the arguments choose.
#[derive(Debug)]
pub(crate) struct GameChoice {
    /// The name of the game.
    pub(crate) game: String,
    /// The first argument, unless it is the name of the game.
    pub(crate) argument: Option<String>,
}

impl GameArgs {
    /// Chooses the game. `boards` are those of the flags.
    pub(crate) fn choose(self, boards: &[String], app: &App) -> Result<GameChoice> {
        let catalogue = app.catalogue()?;
        let Self { first, named } = self;
        let chosen = |game: Game<'_>, argument| GameChoice {
            game: game.name().to_owned(),
            argument,
        };
        let unknown = match first.as_deref().map(|first| catalogue.game(first)) {
            Some(Ok(game)) => {
                if let Some(named) = named {
                    bail!(
                        "the game is named twice, as {:?} and as --game {named:?}",
                        game.name()
                    );
                }
                return Ok(chosen(game, None));
            }
            Some(Err(unknown)) => Some(unknown),
            None => None,
        };
        if let Some(named) = named {
            let game = catalogue.game(&named).context("--game")?;
            return Ok(chosen(game, first));
        }
        if let Some(first) = &first
            && !reads_as_board(first)
            && !is_format(first)
        {
            return Err(unknown.expect("the argument is not a game").into());
        }
        if let Some(name) = env::var(VARIABLE).ok().filter(|name| !name.is_empty()) {
            let game = catalogue.game(&name).context(VARIABLE)?;
            return Ok(chosen(game, first));
        }
        let Some(board) = first.iter().chain(boards).find(|text| reads_as_board(text)) else {
            bail!(
                "which game? Name one, such as boggle-new, or set {VARIABLE}; `wgs games` lists \
                 all games"
            );
        };
        let tiles = notation::parse(board)?.len();
        let Some(game) = game_by_tiles(catalogue, tiles) else {
            // What looks like a misspelt game is more likely that than a board.
            if let Some(unknown) = unknown
                && board.contains(char::is_lowercase)
            {
                return Err(unknown.into());
            }
            bail!(
                "{board:?} is not a game, and as a board of {} it does not choose one, as 16, 25 \
                 or 36 tiles would; name the game before it, such as boggle-new",
                counted(tiles as u64, "tile")
            );
        };
        app.note(&format!(
            "the board has {}, so the game is {}; --game chooses another one",
            counted(tiles as u64, "tile"),
            game.name()
        ));
        Ok(chosen(game, first))
    }
}

/// Returns the game that a number of tiles chooses: one of the usual games, or else the first
/// game with a grid of this size that is not a rack.
fn game_by_tiles(catalogue: &Catalogue, tiles: usize) -> Option<Game<'_>> {
    let fits = |game: &Game<'_>| {
        let grid = game.grid().filter(|grid| !grid.is_full());
        grid.is_some_and(|grid| grid.len() == tiles)
            && game.rules().is_some()
            && game.dictionary().is_some()
    };
    let mut usual = GAMES_BY_TILES
        .iter()
        .filter(|(number, _)| *number == tiles)
        .filter_map(|(_, name)| catalogue.game(name).ok());
    usual.find(fits).or_else(|| catalogue.games().find(fits))
}

/// Returns whether an argument is a format rather than a board.
fn is_format(argument: &str) -> bool {
    argument.contains(['%', '\\'])
}

/// Returns whether an argument is a board: tiles, and nothing that only a format has.
pub(crate) fn reads_as_board(argument: &str) -> bool {
    !is_format(argument) && notation::parse(argument).is_ok_and(|tiles| !tiles.is_empty())
}
