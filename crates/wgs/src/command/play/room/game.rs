//! The games of a server: what this program needs to draw a board and to spell on it. The server
//! judges the words, so no dictionary is loaded.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use wgs_client::ServerAddress;
use wgs_config::Catalogue;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, BoardSize, Grid, Rules};
use wgs_play::ScoreUnit;

use super::super::shown_board::ShownBoard;

/// The games of a server.
pub(in super::super) struct RoomGames {
    catalogue: Catalogue,
}

/// The board of a round.
#[derive(Clone, Debug)]
pub(in super::super) struct RoomBoard {
    board: Board,
    grid: Grid,
    rules: Rules,
    spelling: Spelling,
}

/// The game of a round, as a room names it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct RoomGame<'g> {
    pub(in super::super) game: &'g str,
    /// The dictionary, if it is not the game's.
    pub(in super::super) dictionary: Option<&'g str>,
    /// The number of rows and columns, if it is not that of the game's grid.
    pub(in super::super) size: Option<&'g str>,
}

/// The part of the reply to `GET config` that is needed.
#[derive(Deserialize)]
struct ServerConfiguration {
    text: String,
}

impl RoomGames {
    /// Asks the server for its games.
    pub(in super::super) fn load(server: &ServerAddress) -> Result<Self> {
        let reply = server.get_blocking("api/v1/config");
        let reply = reply.with_context(|| format!("cannot reach {server}"))?;
        if reply.status != 200 {
            bail!(
                "{server} has no games: it answers with the status {}",
                reply.status
            );
        }
        let configuration = serde_json::from_str::<ServerConfiguration>(&reply.body);
        let configuration = configuration
            .with_context(|| format!("{server} is not the address of a wgs server"))?;
        // A newer server may have games that this program cannot read; it can still know the one
        // that is played.
        let catalogue = match Catalogue::parse(&configuration.text) {
            Ok((catalogue, _)) => catalogue,
            Err(_) => Catalogue::embedded(),
        };
        Ok(Self { catalogue })
    }

    /// What the scores of a game are counted in.
    pub(in super::super) fn unit(&self, game: &str) -> ScoreUnit {
        let game = self.catalogue.game(game).ok();
        let rules = game.and_then(|game| game.rules());
        rules.map(ScoreUnit::of).unwrap_or_default()
    }

    /// Reads the board of a round.
    pub(in super::super) fn board(&self, game: RoomGame<'_>, text: &str) -> Result<RoomBoard> {
        let RoomGame {
            game,
            dictionary,
            size,
        } = game;
        let found = self.catalogue.game(game)?;
        let grid = match size {
            Some(size) => size.parse::<BoardSize>()?.grid(),
            None => found.grid_for("join")?.clone(),
        };
        let spelling = match dictionary.and_then(|name| self.catalogue.dictionaries().find(name)) {
            Some((_, source)) => found.apply_spelling(source.clone()).spelling().clone(),
            None => found.spelling().clone(),
        };
        let board = spelling.read(text).parse();
        Ok(RoomBoard {
            board: board.with_context(|| format!("the board {text:?} of the room"))?,
            grid,
            rules: found.rules_for("join")?.clone(),
            spelling,
        })
    }
}

impl RoomBoard {
    /// The board, to be drawn.
    pub(in super::super) fn shown(&self) -> ShownBoard<'_> {
        ShownBoard {
            board: &self.board,
            grid: &self.grid,
            rules: &self.rules,
            spelling: &self.spelling,
        }
    }
}
