//! `wgs score`: the number of words of a board, and their total score.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use wgs_app::reply::ScoreReply;
use wgs_engine::{Board, BoardScore};

use crate::app::{App, ExitStatus};
use crate::board_args::{BoardArgs, BoardArguments, push_json, unanswered, worker};
use crate::feature;
use crate::game_args::GameArgs;
use crate::scoring_device::{DeviceChoice, DeviceScorer};

/// Count the words of boards and add up their points.
///
/// Prints the number of different words and their total score, separated by a space, for each
/// board.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Boards to use instead of reading boards from standard input.
    #[arg(value_name = "BOARD")]
    arguments: Vec<String>,

    #[command(flatten)]
    boards: BoardArgs,

    /// Device that scores the boards: cpu, gpu, or auto (a GPU for large files, if it is faster).
    #[arg(long, value_parser = feature::device(), default_value = "auto", hide_possible_values = true)]
    device: DeviceChoice,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let mut boards = args.boards;
    let all = BoardArguments::All;
    let (game, _) = boards.load(args.game, args.arguments, all, "score", app)?;
    let budget = app.budget()?;
    let json = boards.json;
    let print = |text: &str, score: BoardScore, answer: &mut String| {
        if json {
            let reply = ScoreReply {
                board: text.to_owned(),
                words: score.words,
                points: score.points,
            };
            push_json(&reply, None, answer)?;
        } else {
            writeln!(answer, "{} {}", score.words, score.points)?;
        }
        Ok(())
    };
    let are_many = boards.are_many(&game, app)?;
    let threads = boards.threads();
    if let Some(device) = args.device.open(app, || are_many)
        && let Some(scorer) = DeviceScorer::new(&device, args.device, game.solver(), threads, app)
    {
        return boards.answer_on_device(&game, app, scorer, print, out);
    }
    let make_worker = || {
        let mut worker = worker(&game, budget);
        move |text: &str, board: &Board, answer: &mut String| {
            let score = match worker.score(board) {
                Ok(score) => score,
                Err(reason) => return unanswered(text, reason, json, answer),
            };
            print(text, score, answer)?;
            Ok(score.words > 0)
        }
    };
    boards.answer(&game, app, make_worker, out)
}
