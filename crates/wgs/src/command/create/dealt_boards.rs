//! `wgs create --deal`: boards as they are dealt for rounds, with their words and points.

use std::io::Write;

use anyhow::{Context, Result};
use wgs_app::GameRequest;
use wgs_app::reply::CreateReply;
use wgs_app::round_board::{DealtBoardOptions, RoundBoardError, deal_board};
use wgs_engine::Stopped;

use super::Args;
use crate::app::{App, ExitStatus};

/// Deals the boards, each with the seed after the last one.
pub(super) fn write(args: &Args, seed: u64, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let request = GameRequest {
        game: &args.game,
        dictionary: args.dictionary.dictionary.as_deref(),
        engine: args.search.engine,
    };
    let loader = app.loader()?;
    let game = match args.size {
        Some(size) => loader.game_on_grid(&request, &size.grid(), "create")?,
        None => app.game(&request, "create")?,
    };
    let budget = app.budget()?;
    for number in 0..args.boards {
        let seed = seed.wrapping_add(number);
        let options = DealtBoardOptions {
            seed,
            size: args.size,
            difficulty: args.difficulty,
        };
        let board = deal_board(&game, options, loader, budget);
        if let Some(reason) = board.as_ref().err().and_then(RoundBoardError::stopped) {
            return Ok(super::end(
                number,
                args.boards,
                reason == Stopped::Cancelled,
            ));
        }
        let board = board.with_context(|| format!("cannot deal a board of {:?}", args.game))?;
        let reply = CreateReply::dealt(&board, game.spelling(), seed);
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&reply)?)?,
            false => {
                let (words, points) = (board.words().len(), board.points());
                writeln!(out, "{} {words} {points}", reply.board)?;
            }
        }
    }
    Ok(ExitStatus::Success)
}
