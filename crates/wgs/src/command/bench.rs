//! `wgs bench`: how fast boards are scored, solved and analysed here.
//!
//! Absolute times mean little on a busy machine, so all engines are measured in one run and
//! compared with the plain search. What else can be measured is in files of its own.

mod boards;
mod check;
mod create;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use serde::Serialize;
use wgs_core::{Board, BoardScore, Engine, Solver, Worker};
use wgs_lab::Analysis;

use crate::app::{App, Outcome};
use crate::question::{count, dictionary};
use boards::BoardsArgs;

/// Boards a thread takes at a time.
const PORTION: usize = 256;

/// Measure how many boards a second are scored, solved and analysed.
///
/// The totals of words and points are a signature: they must not depend on the engine.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    other: Option<Other>,

    /// The game, as `wgs games` lists them.
    #[arg(default_value = "Boggle (New)")]
    game: String,

    #[command(flatten)]
    boards: BoardsArgs,

    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(long, value_name = "NAME-OR-FILE")]
    dictionary: Option<String>,

    /// What to measure (repeatable) [default: all].
    #[arg(long = "operation", value_enum)]
    operations: Vec<Operation>,

    /// Which engine, or all that serve the grid on this machine (repeatable) [default: the
    /// fastest and plain].
    #[arg(long = "engine", value_name = "ENGINE|all")]
    engines: Vec<String>,

    /// With how many threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    threads: usize,

    /// How often; the fastest round counts.
    #[arg(long, value_name = "N", default_value = "5", value_parser = count)]
    rounds: usize,

    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// What to measure instead of solving.
#[derive(Debug, Subcommand)]
enum Other {
    Create(create::Args),
    Check(check::Args),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Score,
    Solve,
    Analyze,
}

/// One measurement.
#[derive(Serialize)]
struct BenchReply {
    operation: Operation,
    engine: &'static str,
    threads: usize,
    boards: usize,
    words: u64,
    points: u64,
    boards_per_second: f64,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    match args.other {
        Some(Other::Create(args)) => return create::run(&args, app, out),
        Some(Other::Check(args)) => return check::run(&args, app, out),
        None => {}
    }
    let catalogue = app.catalogue()?;
    let game = catalogue.game(&args.game)?;
    let square = args.boards.grid();
    let grid = match &square {
        Some(grid) => grid,
        None => game.grid_for("bench")?,
    };
    let rules = game.rules_for("bench")?;
    let lexicon = dictionary("bench", game, args.dictionary.as_deref(), catalogue)?.load()?;
    let boards = args.boards.load(game)?;
    let engines = engines(
        &args.engines,
        |engine| engine.check(grid).is_ok(),
        Engine::fastest(grid),
    )?;
    let solvers = engines
        .iter()
        .map(|&engine| Solver::with_engine(&lexicon, grid, rules, engine))
        .collect::<Result<Vec<_>, _>>()?;
    let operations: &[Operation] = match args.operations.as_slice() {
        [] => Operation::value_variants(),
        chosen => chosen,
    };
    if !args.json {
        let (boards, words, threads) = (boards.len(), lexicon.len(), args.threads);
        writeln!(
            out,
            "{}: {boards} boards, {words} words in the dictionary, {threads} {}, best of {}\n\n\
             operation  engine        boards/s  to plain       words        points",
            game.name(),
            if threads == 1 { "thread" } else { "threads" },
            args.rounds
        )?;
    }
    for &operation in operations {
        let measured = measure(operation, &solvers, &boards, &args);
        print(&measured, args.json, out)?;
        if let Some(pair) = measured
            .windows(2)
            .find(|pair| (pair[0].words, pair[0].points) != (pair[1].words, pair[1].points))
        {
            bail!(
                "the engines {} and {} disagree",
                pair[0].engine,
                pair[1].engine
            );
        }
    }
    Ok(Outcome::Fine)
}

fn engines(
    named: &[String],
    serves: impl Fn(Engine) -> bool,
    fastest: Engine,
) -> Result<Vec<Engine>> {
    let mut engines = Vec::new();
    for name in named {
        if name == "all" {
            engines.extend(Engine::ALL.iter().copied().filter(|&engine| serves(engine)));
        } else {
            engines.push(name.parse().context("--engine")?);
        }
    }
    if engines.is_empty() {
        engines = vec![fastest, Engine::Plain];
        engines.dedup();
    }
    Ok(engines)
}

/// Measures all solvers in turns, so that a slow moment hits them all.
fn measure(
    operation: Operation,
    solvers: &[Solver],
    boards: &[Board],
    args: &Args,
) -> Vec<BenchReply> {
    let threads = args.threads;
    let mut best = vec![f64::INFINITY; solvers.len()];
    let mut totals = vec![BoardScore::default(); solvers.len()];
    let mut workers: Vec<Vec<Bencher>> = solvers
        .iter()
        .map(|solver| {
            (0..threads)
                .map(|_| Bencher::new(solver, operation))
                .collect()
        })
        .collect();
    for _ in 0..args.rounds {
        for ((workers, best), total) in workers.iter_mut().zip(&mut best).zip(&mut totals) {
            let start = Instant::now();
            *total = run_round(workers, boards);
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let reply = |((solver, best), total): ((&Solver, f64), BoardScore)| BenchReply {
        operation,
        engine: solver.engine().name(),
        threads,
        boards: boards.len(),
        words: total.words,
        points: total.points,
        boards_per_second: boards.len() as f64 / best,
    };
    solvers.iter().zip(best).zip(totals).map(reply).collect()
}

fn run_round(workers: &mut [Bencher], boards: &[Board]) -> BoardScore {
    let next = AtomicUsize::new(0);
    let work = |worker: &mut Bencher| {
        let mut total = BoardScore::default();
        loop {
            let start = next.fetch_add(PORTION, Ordering::Relaxed);
            let Some(rest) = boards.get(start..).filter(|rest| !rest.is_empty()) else {
                return total;
            };
            for board in &rest[..rest.len().min(PORTION)] {
                total += worker.work(board);
            }
        }
    };
    let (first, others) = workers.split_first_mut().expect("there is a thread");
    thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .map(|worker| scope.spawn(|| work(worker)))
            .collect();
        let mut total = work(first);
        for other in others {
            total += other.join().expect("measuring does not panic");
        }
        total
    })
}

/// One thread's share of a measurement.
struct Bencher {
    worker: Worker,
    analysis: Analysis,
    operation: Operation,
}

impl Bencher {
    fn new(solver: &Solver, operation: Operation) -> Self {
        Self {
            worker: solver.worker(),
            analysis: Analysis::default(),
            operation,
        }
    }

    fn work(&mut self, board: &Board) -> BoardScore {
        match self.operation {
            Operation::Score => self.worker.score(board),
            Operation::Solve => {
                let mut total = BoardScore::default();
                self.worker.solve(board, |solution| {
                    total += BoardScore::new(1, solution.score.total);
                    ControlFlow::Continue(())
                });
                total
            }
            Operation::Analyze => {
                self.analysis.update(&mut self.worker, board);
                self.analysis.total()
            }
        }
    }
}

fn print(measured: &[BenchReply], json: bool, out: &mut dyn Write) -> Result<()> {
    let plain = measured.iter().find(|reply| reply.engine == "plain");
    for reply in measured {
        if json {
            writeln!(out, "{}", serde_json::to_string(reply)?)?;
            continue;
        }
        let ratio = plain.map_or(String::new(), |plain| {
            format!("{:.2}x", reply.boards_per_second / plain.boards_per_second)
        });
        // A large board takes seconds.
        let digits = if reply.boards_per_second < 100.0 {
            2
        } else {
            0
        };
        writeln!(
            out,
            "{:<10} {:<10} {:>11.digits$} {ratio:>9} {:>11} {:>13}",
            format!("{:?}", reply.operation).to_lowercase(),
            reply.engine,
            reply.boards_per_second,
            reply.words,
            reply.points,
        )?;
    }
    out.flush()?;
    Ok(())
}
