//! The subject of a hunt: a game, and the hunt for its boards.

use std::sync::Arc;

use anyhow::{Context, Result};
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_engine::{BoardSize, FaceBoard};
#[cfg(feature = "nats")]
use wgs_records::hunt::HuntHeader;
use wgs_records::hunt::{HuntGoal, HuntOptions, PreparedHunt};

use crate::search_space::{load_game, searched_game};

/// A hunt as it is written on the command line or in a task.
pub(super) struct HuntStatement<'s> {
    pub(super) game: &'s str,
    pub(super) dictionary: Option<&'s str>,
    pub(super) size: Option<BoardSize>,
    pub(super) letters: &'s str,
    pub(super) goal: HuntGoal,
    pub(super) pool: Option<usize>,
    pub(super) seed: u64,
}

/// A game, and the hunt for its boards.
pub(crate) struct HuntedGame {
    loaded: Arc<LoadedGame>,
    prepared: PreparedHunt,
}

impl HuntedGame {
    pub(super) fn new(statement: &HuntStatement<'_>, loader: &GameLoader) -> Result<Self> {
        let request = GameRequest {
            dictionary: statement.dictionary,
            ..GameRequest::named(statement.game)
        };
        let loaded = load_game(loader, &request, statement.size, "hunt")?;
        let searched = searched_game(&loaded, statement.size, statement.letters, "hunt")?;
        let defaults = HuntOptions::default();
        let options = HuntOptions {
            goal: statement.goal,
            pool: statement.pool.unwrap_or(defaults.pool),
            seed: statement.seed,
        };
        let prepared = PreparedHunt::new(&searched, options)
            .with_context(|| format!("cannot hunt for boards of {:?}", statement.game))?;
        Ok(Self { loaded, prepared })
    }

    /// Prepares the hunt of a header on another machine. The name of a dictionary may differ there;
    /// its words may not.
    #[cfg(feature = "nats")]
    pub(crate) fn of_header(
        header: &HuntHeader,
        dictionary: Option<&str>,
        loader: &GameLoader,
    ) -> Result<Self> {
        let named = Some(header.dictionary.as_str()).filter(|&name| name != "-");
        let statement = HuntStatement {
            game: &header.game,
            dictionary: dictionary.or(named),
            size: header.size,
            letters: &header.letters,
            goal: header.goal,
            pool: Some(header.pool),
            seed: header.seed,
        };
        let mut game = Self::new(&statement, loader)?;
        header
            .check(&game.prepared.header)
            .context("--dictionary names another dictionary")?;
        game.prepared.header = header.clone();
        Ok(game)
    }

    pub(crate) fn prepared(&self) -> &PreparedHunt {
        &self.prepared
    }

    pub(super) fn loaded(&self) -> &LoadedGame {
        &self.loaded
    }

    /// Returns a board as the user reads it.
    pub(super) fn board_text(&self, faces: &FaceBoard) -> String {
        let board = self.prepared.hunt.board(faces).to_string();
        self.loaded.spelling().show(&board).into_owned()
    }
}
