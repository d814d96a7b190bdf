//! `wgs bench create`: how fast boards are created. It repeats the table in section 7.2 of the
//! original manual.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wgs_app::GameRequest;
use wgs_app::creator::{CreateOptions, Creator, CreatorWorker};
use wgs_config::Game;
use wgs_dice::{Aim, Goal};
use wgs_engine::Count;
use wgs_engine::Solver;

use crate::app::{App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, count};
use crate::command::create::BoardParts;
use crate::ordered_threads::{Threads, in_order};

/// The minimum number of words, and the boards per second according to the manual: Boggle
/// (Old) with TWL06 on a processor of 2012.
const ROWS: [(u64, f64); 8] = [
    (0, 56_034.0),
    (1, 1_771.0),
    (100, 690.0),
    (200, 83.0),
    (300, 49.0),
    (400, 22.0),
    (500, 9.0),
    (600, 3.5),
];

/// The minimum time of a round, in seconds.
const MIN_ROUND: f64 = 0.25;

/// Measure the number of boards created per second, for a rising number of words.
///
/// The figures of the original manual are for Boggle (Old) with TWL06; use that dictionary to
/// compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    #[arg(default_value = "Boggle (Old)")]
    game: String,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Number of threads to compare with one thread.
    #[arg(long, value_name = "N", default_value = "2", value_parser = count)]
    threads: usize,

    /// Number of rounds; the fastest one counts.
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    rounds: usize,

    /// Highest number of words to require.
    #[arg(long, value_name = "N", default_value = "600")]
    most_words: u64,

    /// Print one JSON object per line.
    #[arg(short, long)]
    json: bool,
}

/// One row of the table.
#[derive(Serialize)]
struct CreateRow {
    operation: &'static str,
    min_words: u64,
    /// The figure of the manual, for its machine.
    manual_boards_per_second: f64,
    boards_per_second: f64,
    threads: usize,
    boards_per_second_with_threads: f64,
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let request = GameRequest {
        dictionary: args.dictionary.dictionary.as_deref(),
        ..GameRequest::named(&args.game)
    };
    let loaded = app.game(&request, "bench")?;
    let (game, solver) = (loaded.game(), loaded.solver());
    if !args.json {
        writeln!(
            out,
            "{}: {} in the dictionary, engine {}, best of {}\n\n\
             {:>9}  {:>12}  {:>12}  {:>9}  {:>12}  {:>8}",
            game.name(),
            counted(loaded.lexicon().len() as u64, "word"),
            solver.engine(),
            counted(args.rounds as u64, "round"),
            "min words",
            "manual",
            "boards/s",
            "to manual",
            counted(args.threads as u64, "thread"),
            "to one",
        )?;
    }
    for (min_words, manual) in ROWS {
        if min_words > args.most_words {
            break;
        }
        let speed = |threads| speed(game, min_words, solver, threads, args.rounds);
        let boards_per_second = speed(1)?;
        let row = CreateRow {
            operation: "create",
            min_words,
            manual_boards_per_second: manual,
            boards_per_second,
            threads: args.threads,
            boards_per_second_with_threads: speed(args.threads)?,
        };
        print(&row, args.json, out)?;
    }
    Ok(ExitStatus::Success)
}

fn print(row: &CreateRow, json: bool, out: &mut dyn Write) -> Result<()> {
    if json {
        writeln!(out, "{}", serde_json::to_string(row)?)?;
    } else {
        writeln!(
            out,
            "{:>9}  {:>12.1}  {:>12.0}  {:>8.0}x  {:>12.0}  {:>7.2}x",
            row.min_words,
            row.manual_boards_per_second,
            row.boards_per_second,
            row.boards_per_second / row.manual_boards_per_second,
            row.boards_per_second_with_threads,
            row.boards_per_second_with_threads / row.boards_per_second,
        )?;
    }
    out.flush()?;
    Ok(())
}

/// The number of boards per second in the fastest round.
fn speed(
    game: Game<'_>,
    min_words: u64,
    solver: &Solver,
    threads: usize,
    rounds: usize,
) -> Result<f64> {
    let aims = match min_words {
        0 => Vec::new(),
        words => vec![(Count::Words, Aim::within(words..=u64::MAX))],
    };
    let options = CreateOptions {
        seed: 2014,
        goal: Goal::new(aims),
        ..CreateOptions::default()
    };
    let creator = Creator::new(game, options)?;
    let mut boards = 64;
    let mut best: f64 = 0.0;
    let mut round = 0;
    while round < rounds {
        let start = Instant::now();
        create(&creator, boards, solver, threads)?;
        let seconds = start.elapsed().as_secs_f64();
        if seconds < MIN_ROUND {
            // Too short to measure: try more boards.
            boards *= 2;
            continue;
        }
        best = best.max(boards as f64 / seconds);
        round += 1;
    }
    Ok(best)
}

/// Creates boards as `wgs create` does, but does not print them.
fn create(creator: &Creator<'_>, boards: u64, solver: &Solver, threads: usize) -> Result<()> {
    let parts = BoardParts::by_time(boards);
    let work = |worker: &mut CreatorWorker<'_>, part: Range<u64>| -> Result<u64> {
        let (start, count) = (Instant::now(), part.end - part.start);
        let missed = if creator.has_goal() {
            let boards = worker.create(part, || false)?;
            boards.iter().filter(|board| !board.is_met).count() as u64
        } else {
            creator.write_boards(part, &mut String::new())?;
            0
        };
        parts.note(count, start.elapsed());
        Ok(missed)
    };
    let mut missed = 0;
    let take = |boards: Result<u64>| {
        missed += boards?;
        Ok(ControlFlow::Continue(()))
    };
    in_order(
        parts.source(),
        Threads::new(threads),
        || creator.worker(solver),
        work,
        take,
        || (),
    )?;
    if missed > 0 {
        bail!("{missed} of {boards} boards did not meet the target");
    }
    Ok(())
}
