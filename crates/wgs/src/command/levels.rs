//! `wgs levels`: how strong the levels of the computer are.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;
use wgs_app::GameRequest;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_dice::Random;
use wgs_engine::Stopped;
use wgs_play::{Level, SolvedBoard, SolvedBoardError, Vocabulary};

use crate::app::{App, ExitStatus};
use crate::arguments::{DictionaryArgs, number};
use crate::progress::Progress;

/// Measure how strong the levels of the computer are.
///
/// Every level plays on the same random boards of a game. Prints the mean number of words and points
/// per board, and the share of all points.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    #[arg(default_value = "Boggle (New)")]
    game: String,

    /// Number of boards.
    #[arg(short, long, value_name = "N", default_value = "1000", value_parser = number::<u64>(1..=1_000_000))]
    boards: u64,

    /// Seconds on the clock.
    #[arg(long, value_name = "N", default_value = "180", value_parser = number::<u64>(1..=86_400))]
    seconds: u64,

    /// Random seed of the boards and of the words of the computer.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Print one JSON object for each level.
    #[arg(short, long)]
    json: bool,
}

/// The finds of a level on all boards.
#[derive(Clone, Copy, Debug, Default)]
struct LevelTotal {
    words: u64,
    points: u64,
}

/// The finds of a level on a board, on average.
#[derive(Debug, Serialize)]
struct LevelReply {
    level: Level,
    boards: u64,
    words: f64,
    points: f64,
    /// The share of all points of the boards, in percent.
    share: f64,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let request = GameRequest {
        dictionary: args.dictionary.dictionary.as_deref(),
        ..GameRequest::named(&args.game)
    };
    let game = app.game(&request, "levels")?;
    let context = || format!("cannot create boards of {:?}", game.game().name());
    let options = CreateOptions {
        seed: args.seed,
        ..CreateOptions::default()
    };
    let creator = Creator::with_loader(game.game(), options, app.loader()?);
    let creator = creator.with_context(context)?;
    let vocabulary = Vocabulary::with_commonness(game.dictionary().commonness()?.clone());
    let clock = Duration::from_secs(args.seconds);
    let progress = Progress::new(args.boards, "boards");
    let mut totals = [LevelTotal::default(); Level::ALL.len()];
    let mut all_points: u64 = 0;
    for number in 0..args.boards {
        let board = creator.board(number).with_context(context)?;
        let board = game.with_worker(app.budget()?, |worker| SolvedBoard::new(board, worker));
        let board = match board {
            // Stopped before the end: the figures would not be those of the boards asked for.
            Err(SolvedBoardError::Stopped(reason)) => return Err(stopped(reason, number, &args)),
            board => board?,
        };
        all_points = all_points.saturating_add(board.points());
        for (level, total) in Level::ALL.into_iter().zip(&mut totals) {
            let mut random = Random::stream(args.seed, u64::MAX - number);
            for find in level.finds(board.words(), &vocabulary, clock, &mut random) {
                let points = board.words()[find.word].score.total;
                total.words += 1;
                total.points = total.points.saturating_add(points);
            }
        }
        progress.set(number + 1);
    }
    progress.finish();
    let boards = args.boards as f64;
    if !args.json {
        writeln!(out, "level      words  points   share")?;
    }
    for (level, total) in Level::ALL.into_iter().zip(totals) {
        let reply = LevelReply {
            level,
            boards: args.boards,
            words: rounded(total.words as f64 / boards),
            points: rounded(total.points as f64 / boards),
            share: rounded(total.points as f64 * 100.0 / all_points.max(1) as f64),
        };
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&reply)?)?,
            false => writeln!(
                out,
                "{level:<8} {:>7.1} {:>7.1} {:>6.1}%",
                reply.words, reply.points, reply.share
            )?,
        }
    }
    Ok(ExitStatus::Success)
}

fn stopped(reason: Stopped, boards: u64, args: &Args) -> anyhow::Error {
    let after = format!(
        "the levels were measured on {boards} of {} boards only",
        args.boards
    );
    anyhow::Error::new(reason).context(after)
}

/// Rounds to one digit after the point.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
