//! What is hunted for: a game, and the hunt for its boards.

use std::sync::Arc;

use anyhow::{Context, Result};
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_engine::BoardSize;
use wgs_records::Fingerprint;
use wgs_records::hunt::{Hunt, HuntGoal, HuntHeader, HuntLetters, HuntOptions};

use crate::search_space::{self, BoardLetters};

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
    hunt: Hunt,
    header: HuntHeader,
}

impl HuntedGame {
    pub(super) fn new(statement: &HuntStatement<'_>, loader: &GameLoader) -> Result<Self> {
        let request = GameRequest {
            dictionary: statement.dictionary,
            ..GameRequest::named(statement.game)
        };
        let loaded = search_space::load_game(loader, &request, statement.size, "hunt")?;
        let letters = BoardLetters::read(statement.letters, &loaded, "hunt")?;
        let defaults = HuntOptions::default();
        let options = HuntOptions {
            goal: statement.goal,
            pool: statement.pool.unwrap_or(defaults.pool),
            seed: statement.seed,
        };
        let hunted = match &letters {
            BoardLetters::Faces(faces) => HuntLetters::Free(faces),
            BoardLetters::Dice(dice) => HuntLetters::Dice(dice),
        };
        let hunt = Hunt::new(loaded.solver(), hunted, options)
            .with_context(|| format!("cannot hunt for boards of {:?}", statement.game))?;
        let all: Vec<u8> = (0..hunt.faces().len() as u8).collect();
        let faces = hunt.board(&all).to_string();
        let header = HuntHeader {
            version: HuntHeader::VERSION,
            game: loaded.game().name().to_owned(),
            size: statement.size,
            grid_hash: Fingerprint::of_grid(loaded.grid()),
            rules_hash: Fingerprint::of_rules(loaded.rules()),
            dictionary: loaded.dictionary().label(),
            dictionary_hash: Fingerprint::of_lexicon(loaded.lexicon()),
            letters: match statement.letters {
                name @ ("free" | "dice") => name.to_owned(),
                _ => faces.clone(),
            },
            letters_hash: match &letters {
                BoardLetters::Faces(_) => Fingerprint::of_text(&faces),
                BoardLetters::Dice(dice) => Fingerprint::of_text(&dice.to_string()),
            },
            goal: options.goal,
            pool: options.pool,
            seed: options.seed,
        };
        Ok(Self {
            hunt,
            header,
            loaded,
        })
    }

    /// Prepares the hunt of a header on another machine. The name of a dictionary may differ there;
    /// its words may not.
    #[cfg(feature = "cluster")]
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
        let game = Self::new(&statement, loader)?;
        header
            .check(&game.header)
            .context("--dictionary names another dictionary")?;
        Ok(Self {
            header: header.clone(),
            ..game
        })
    }

    pub(crate) fn hunt(&self) -> &Hunt {
        &self.hunt
    }

    pub(super) fn loaded(&self) -> &LoadedGame {
        &self.loaded
    }

    /// Which hunt it is.
    pub(crate) fn header(&self) -> &HuntHeader {
        &self.header
    }

    /// Returns a board as the user reads it.
    pub(super) fn board_text(&self, faces: &[u8]) -> String {
        let board = self.hunt.board(faces).to_string();
        self.loaded.spelling().show(&board).into_owned()
    }
}
