//! Deals the board of a round.

use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::{GameLoader, LoadedGame};
use wgs_core::Budget;
use wgs_play::scrabblet::{DealOptions, Dealer};
use wgs_play::{Difficulty, SolvedBoard};

use super::worker::solved;
use crate::engine::request::RequestError;

/// The number of boards that are dealt until one has words and the difficulty asked for.
const ATTEMPTS: u64 = 100;

/// The fewest words of a board whose difficulty was chosen.
const FEWEST_WORDS: usize = 20;

/// Deals a board: always the same one for the same seed.
pub(super) fn deal(
    game: &LoadedGame,
    loader: &GameLoader,
    seed: u64,
    difficulty: Option<Difficulty>,
    budget: &Budget,
) -> Result<SolvedBoard, RequestError> {
    let grid = game.grid();
    if grid.is_full() && grid.reuses_tiles() && game.rules().required_positions.is_empty() {
        // A hand of letters, as in Scrabblet: dealt again until it is suitable.
        let options = DealOptions {
            seed,
            ..DealOptions::default()
        };
        let mut dealer = Dealer::new(game.game(), options).map_err(RequestError::other)?;
        let hand = game.with_worker(budget, |worker| dealer.deal(worker, |_| ()));
        return hand.map_err(RequestError::other);
    }
    let options = CreateOptions {
        seed,
        budget: budget.clone(),
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), options, loader);
    let creator = creator.map_err(RequestError::other)?;
    let deal = |number: u64| {
        let mut text = String::new();
        let written = creator.write_boards(number..number + 1, &mut text);
        written.map_err(RequestError::other)?;
        solved(text.trim_end(), game, budget)
    };
    // Without the table of common words, boards have no difficulty.
    let commonness = game.dictionary().commonness().ok();
    let commonness = commonness.filter(|commonness| commonness.is_english());
    let is_suitable = |board: &SolvedBoard| {
        let is_as_difficult = match (difficulty, commonness) {
            (Some(difficulty), Some(commonness)) => {
                Difficulty::of(board, commonness) == difficulty
                    && board.words().len() >= FEWEST_WORDS
            }
            _ => true,
        };
        !board.words().is_empty() && is_as_difficult
    };
    let mut board = deal(0)?;
    for number in 1..ATTEMPTS {
        if is_suitable(&board) || budget.check().is_err() {
            break;
        }
        board = match deal(number) {
            Ok(next) => next,
            // The time is up: the last board has to do.
            Err(_) if budget.check().is_err() => break,
            Err(error) => return Err(error),
        };
    }
    Ok(board)
}
