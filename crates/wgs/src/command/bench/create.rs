//! `wgs bench create`: how fast boards are created, with the table of section 7.2 of the
//! manual.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wgs_app::creator::{CreateOptions, Creator, CreatorWorker};
use wgs_config::Game;
use wgs_core::Solver;
use wgs_lab::{Aim, Goal, Measure};

use crate::app::{App, Outcome};
use crate::command::create::{BLOCK, block_of_scored};
use crate::in_order::in_order;
use crate::question::{count, dictionary};

/// The fewest words wanted, and the boards a second that the manual tells of for Boggle
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

/// A round takes at least so many seconds.
const ROUND: f64 = 0.25;

/// Measure how many boards a second are created, with a rising number of words wanted.
///
/// The manual's figures are for Boggle (Old) with TWL06, so name that dictionary to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    #[arg(default_value = "Boggle (Old)")]
    game: String,

    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(long, value_name = "NAME-OR-FILE")]
    dictionary: Option<String>,

    /// Compare one thread with so many.
    #[arg(long, value_name = "N", default_value = "2", value_parser = count)]
    threads: usize,

    /// How often; the fastest round counts.
    #[arg(long, value_name = "N", default_value = "3", value_parser = count)]
    rounds: usize,

    /// Stop at boards of so many words.
    #[arg(long, value_name = "N", default_value = "600")]
    most_words: u64,

    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// One row of the table.
#[derive(Serialize)]
struct CreateRow {
    operation: &'static str,
    min_words: u64,
    /// What the manual tells, for its machine.
    manual_boards_per_second: f64,
    boards_per_second: f64,
    threads: usize,
    boards_per_second_with_threads: f64,
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let catalogue = app.catalogue()?;
    let game = catalogue.game(&args.game)?;
    let lexicon = dictionary("bench", game, args.dictionary.as_deref(), catalogue)?.load()?;
    let grid = game.grid_for("bench")?;
    let solver = Solver::new(&lexicon, grid, game.rules_for("bench")?);
    if !args.json {
        writeln!(
            out,
            "{}: {} words in the dictionary, engine {}, best of {}\n\n\
             {:>9}  {:>12}  {:>12}  {:>9}  {:>12}  {:>8}",
            game.name(),
            lexicon.len(),
            solver.engine(),
            args.rounds,
            "min words",
            "manual",
            "boards/s",
            "to manual",
            format!("{} threads", args.threads),
            "to one",
        )?;
    }
    for (min_words, manual) in ROWS {
        if min_words > args.most_words {
            break;
        }
        let speed = |threads| speed(game, min_words, &solver, threads, args.rounds);
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
    Ok(Outcome::Fine)
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

/// The boards a second of the fastest round.
fn speed(
    game: Game<'_>,
    min_words: u64,
    solver: &Solver,
    threads: usize,
    rounds: usize,
) -> Result<f64> {
    let aims = match min_words {
        0 => Vec::new(),
        words => vec![(Measure::Words, Aim::Within(words..=u64::MAX))],
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
        if seconds < ROUND {
            // Too short to tell: a round of more boards.
            boards *= 2;
            continue;
        }
        best = best.max(boards as f64 / seconds);
        round += 1;
    }
    Ok(best)
}

/// Creates boards as `wgs create` does, but for printing.
fn create(creator: &Creator<'_>, boards: u64, solver: &Solver, threads: usize) -> Result<()> {
    let block = match creator.has_goal() {
        true => block_of_scored(boards, threads),
        false => BLOCK,
    };
    let numbers = |part: u64| part * block..boards.min((part + 1) * block);
    let work = |worker: &mut CreatorWorker<'_>, part| -> Result<u64> {
        if creator.has_goal() {
            let boards = worker.create(numbers(part), || false)?;
            return Ok(boards.iter().filter(|board| !board.is_met).count() as u64);
        }
        let mut text = String::new();
        creator.write_boards(numbers(part), &mut text)?;
        Ok(0)
    };
    let mut missed = 0;
    let take = |_, boards: Result<u64>| {
        missed += boards?;
        Ok(ControlFlow::Continue(()))
    };
    let parts = boards.div_ceil(block);
    in_order(parts, threads, || creator.worker(solver), work, take, || ())?;
    if missed > 0 {
        bail!("{missed} of {boards} boards were not as wanted");
    }
    Ok(())
}
