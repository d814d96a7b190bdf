//! The choice of the game: by its name as the first argument, by `--game` or `WGS_GAME`, or by
//! the number of tiles of a board.

use std::env;

use anyhow::{Context, Result, bail};
use wgs_config::{Catalogue, Game};
use wgs_engine::notation;

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
    /// WGS_GAME or the size of a board (16, 25 or 36 tiles) chooses the game.
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
    /// Chooses the game of a command that takes boards. `boards` are those of the flags.
    pub(crate) fn choose(self, boards: &[String], app: &App) -> Result<GameChoice> {
        if let Some(first) = &self.first
            && self.named.is_none()
            && looks_like_board(first)
            && let Err(error) = notation::parse(first)
            && app.catalogue()?.game(first).is_err()
        {
            bail!("{first:?} is neither a game nor a board: {error}");
        }
        let is_board_or_format = |text: &str| reads_as_board(text) || is_format(text);
        let first = match self.by_name(is_board_or_format, app)? {
            Ok(choice) => return Ok(choice),
            Err(first) => first,
        };
        let Some(board) = first.iter().chain(boards).find(|text| reads_as_board(text)) else {
            bail!(
                "expected a game, such as boggle-new, or a board of 16, 25 or 36 tiles; `wgs games` \
                 lists the games, and {VARIABLE} sets a default"
            );
        };
        let tiles = notation::parse(board)?.len();
        let catalogue = app.catalogue()?;
        let Some(game) = game_by_tiles(catalogue, tiles) else {
            // A text that looks like a misspelt game is more likely that than a board.
            if board.contains(char::is_lowercase) && first.is_some() {
                catalogue.game(board)?;
            }
            bail!(
                "{board:?} is not a game, and no game is chosen for a board of {}; name the game \
                 first, such as boggle-new",
                counted(tiles as u64, "tile")
            );
        };
        app.note(&format!(
            "the board has {}, so the game is {}; --game chooses another one",
            counted(tiles as u64, "tile"),
            game.name()
        ));
        Ok(GameChoice::new(game, first))
    }

    /// Chooses the game of a command that takes words.
    pub(crate) fn choose_for_words(self, app: &App) -> Result<GameChoice> {
        let is_word = |text: &str| text.chars().all(char::is_alphabetic);
        match self.by_name(is_word, app)? {
            Ok(choice) => Ok(choice),
            Err(first) => {
                if let Some(first) = first {
                    app.catalogue()?.game(&first)?;
                }
                bail!(
                    "expected a game, such as boggle-new; `wgs games` lists the games, and \
                     {VARIABLE} sets a default"
                )
            }
        }
    }

    /// Chooses the game by its name: the first argument, `--game` or the environment variable.
    /// If there is none of them, returns the first argument, which `is_input` accepts.
    fn by_name(
        self,
        is_input: impl Fn(&str) -> bool,
        app: &App,
    ) -> Result<Result<GameChoice, Option<String>>> {
        let catalogue = app.catalogue()?;
        let Self { first, named } = self;
        let variable = env::var(VARIABLE).ok().filter(|name| !name.is_empty());
        // The first words of a name are that game only if nothing else names one: `word` may be
        // Word Hero, or a word to check.
        let has_other = named.is_some() || variable.is_some();
        let is_argument = |first: &&str| has_other && is_input(first) && !catalogue.has_game(first);
        let name = first.as_deref().filter(|first| !is_argument(first));
        let game = name.map(|name| catalogue.game(name));
        match (game, named) {
            (Some(Ok(game)), Some(named)) => bail!(
                "the game is named twice, as {:?} and as --game {named:?}",
                game.name()
            ),
            (Some(Ok(game)), None) => return Ok(Ok(GameChoice::new(game, None))),
            (_, Some(named)) => {
                let game = catalogue.game(&named).context("--game")?;
                return Ok(Ok(GameChoice::new(game, first)));
            }
            (Some(Err(unknown)), None) if !first.as_deref().is_some_and(is_input) => {
                return Err(unknown.into());
            }
            _ => {}
        }
        let Some(name) = variable else {
            return Ok(Err(first));
        };
        let game = catalogue.game(&name).context(VARIABLE)?;
        Ok(Ok(GameChoice::new(game, first)))
    }
}

impl GameChoice {
    fn new(game: Game<'_>, argument: Option<String>) -> Self {
        Self {
            game: game.name().to_owned(),
            argument,
        }
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
pub(crate) fn is_format(argument: &str) -> bool {
    argument.contains(['%', '\\'])
}

/// Returns whether an argument was probably meant to be a board: it is written in capitals.
fn looks_like_board(argument: &str) -> bool {
    let capitals = argument.chars().filter(|c| c.is_uppercase()).count();
    let is_other = |c: char| c.is_lowercase() || c.is_whitespace();
    capitals >= 3 && !argument.contains(is_other) && !is_format(argument)
}

/// Returns whether an argument is a board: tiles, and nothing that only a format has.
pub(crate) fn reads_as_board(argument: &str) -> bool {
    !is_format(argument) && notation::parse(argument).is_ok_and(|tiles| !tiles.is_empty())
}
