//! `wgs check-board`: whether boards can be laid with a game's dice or letters.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use wgs_app::reply::{CheckBoardReply, CheckedTileReply};
use wgs_core::Board;
use wgs_lab::BoardChecker;

use super::line::Lines;
use crate::app::{App, Outcome};

/// Tell whether boards can be laid with the game's dice or letters.
///
/// Prints each board with a leading + or -. A board may have more or fewer tiles than the
/// grid; multipliers do not count. Ends with code 1 if some board cannot be laid.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    /// Check this board instead of reading boards from standard input (repeatable).
    #[arg(long = "board", visible_alias = "tiles", value_name = "BOARD")]
    boards: Vec<String>,

    /// Check the boards of this file, one a line, instead of standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    file: Option<PathBuf>,

    /// Tell which die shows each tile, or which tiles compete for too few dice.
    #[arg(long)]
    explain: bool,

    /// Print one JSON object for each board.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let game = app.catalogue()?.game(&args.game)?;
    let letters = game.distribution_for("check-board")?;
    let spelling = game.spelling();
    let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
    let mut checker = BoardChecker::new(letters, q_is_qu)
        .with_context(|| format!("the game {:?} cannot be checked", game.name()))?;
    let lines = Lines {
        given: &args.boards,
        flag: "--board",
        file: args.file.as_deref(),
        prompt: "Enter board to check",
    };
    lines.answer(out, |text, out| {
        let board: Board = spelling.read(text).parse()?;
        if !args.explain {
            let valid = checker.check(&board);
            if args.json {
                let reply = CheckBoardReply::new(text.to_owned(), valid);
                writeln!(out, "{}", serde_json::to_string(&reply)?)?;
            } else {
                writeln!(out, "{}{text}", sign(valid))?;
            }
            return Ok(valid);
        }
        let reply = CheckBoardReply::explained(text.to_owned(), &board, &mut checker, spelling);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
            return Ok(reply.valid);
        }
        writeln!(out, "{}{text}", sign(reply.valid))?;
        for tile in reply.tiles.iter().flatten().flatten() {
            writeln!(out, "{}", tile_line(tile))?;
        }
        if let Some(reason) = &reply.reason {
            writeln!(out, "    {reason}")?;
        }
        Ok(reply.valid)
    })
}

/// How an answer begins.
pub(super) fn sign(valid: bool) -> char {
    if valid { '+' } else { '-' }
}

/// A tile and the die that shows it, under an answer.
pub(super) fn tile_line(tile: &CheckedTileReply) -> String {
    let CheckedTileReply { face, die, faces } = tile;
    match die {
        Some(die) => format!("    {face:<4} die {die} ({faces})"),
        None => format!("    {face:<4} {faces} of the pool"),
    }
}
