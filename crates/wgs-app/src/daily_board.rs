//! The daily board of a loaded game. The rule is in [`wgs_play::daily_board`]; this creates the
//! boards that it chooses from.
//!
//! ```
//! use wgs_app::daily_board::daily_board;
//! use wgs_app::{GameLoader, GameRequest};
//! use wgs_core::Budget;
//!
//! let loader = GameLoader::default();
//! let game = loader.game(&GameRequest::named("Boggle (New)"), "play")?;
//! let board = daily_board(&game, "2026-05-17".parse()?, &loader, &Budget::UNLIMITED)?;
//! assert_eq!(board.to_string(), "ARETELSTEHTNINBA");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;
use wgs_core::Budget;
use wgs_core::notation::NotationError;
use wgs_play::{Date, SolvedBoard, SolvedBoardError, daily_seed};

use crate::creator::{CreateError, CreateOptions, Creator};
use crate::game_loader::GameLoader;
use crate::loaded_game::LoadedGame;

/// Why a game has no daily board.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DailyBoardError {
    /// No board can be created.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// A created board is not in board notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The boards cannot be played on, or the budget was used up.
    #[error(transparent)]
    Board(#[from] SolvedBoardError),
}

/// Returns the daily board of a game with its words.
pub fn daily_board(
    game: &LoadedGame,
    date: Date,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<SolvedBoard, DailyBoardError> {
    let name = game.game().name();
    let options = CreateOptions {
        seed: daily_seed(name, date),
        budget: budget.clone(),
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), options, loader)?;
    game.with_worker(budget, |worker| {
        wgs_play::daily_board(name, date, worker, |_, number| {
            let mut text = String::new();
            creator.write_boards(number..number + 1, &mut text)?;
            Ok::<_, DailyBoardError>(game.read(text.trim_end())?)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_loader::GameRequest;

    /// These boards are the same in all versions and on all machines.
    #[test]
    fn games_with_dice_letters_or_word_lists_have_daily_boards() {
        let loader = GameLoader::default();
        let date: Date = "2026-05-17".parse().unwrap();
        let boards = [
            "Boggle (New)",
            "Scramble",
            "Scrabblet",
            "Quarrel",
            "7 Little Words",
        ]
        .map(|name| {
            let game = loader.game(&GameRequest::named(name), "play").unwrap();
            let board = daily_board(&game, date, &loader, &Budget::UNLIMITED).unwrap();
            assert!(board.words().len() >= 30, "{name}");
            board.to_string()
        });
        assert_eq!(
            boards,
            [
                "ARETELSTEHTNINBA",
                "HJISNILCLVGUTAFT",
                "NAINSIR",
                "RFTEAENF",
                "EsEasGglImEstScrSurSmuSedExoRelNyEesEssCurLinWeeIaErRd"
            ]
        );
    }

    #[test]
    fn every_game_has_a_daily_board_on_every_day() {
        let loader = GameLoader::default();
        let first: Date = "2026-01-01".parse().unwrap();
        for game in loader.catalogue().games() {
            if game.dictionary_name() != Some("Wordnik") {
                continue;
            }
            let loaded = loader
                .game(&GameRequest::named(game.name()), "play")
                .unwrap();
            for day in 0..5 {
                let board = daily_board(&loaded, first.plus(day), &loader, &Budget::UNLIMITED);
                let board = board.unwrap_or_else(|error| panic!("{}: {error}", game.name()));
                assert!(!board.words().is_empty(), "{} {board}", game.name());
            }
        }
    }
}
