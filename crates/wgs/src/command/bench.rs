//! `wgs bench`: how fast boards are scored, solved and analysed.
//!
//! Absolute times mean little on a busy machine, so all engines are measured in one run and
//! compared with the plain search. `wgs bench create`, `wgs bench check`,
//! `wgs bench neighbours` and `wgs bench start` have their own files.

mod board_set;
mod check;
mod create;
#[cfg(feature = "gpu")]
mod gpu;
mod neighbours;
mod start;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use serde::Serialize;
use wgs_app::GameRequest;
use wgs_engine::Analysis;
use wgs_engine::{Board, BoardScore, Engine, Grid, Solver, Stopped, Worker};

use crate::app::{App, ExitStatus, counted, with_flag};
use crate::arguments::{DictionaryArgs, count};
use crate::feature::Feature;
use crate::progress::Progress;
use board_set::BoardSetArgs;

/// The number of boards that a thread takes at a time.
const PART: usize = 256;

/// The maximum number of boards for the engine that looks for one word after another, if it is
/// measured as one of all engines. It takes a hundred times as long as the others.
const DICTIONARY_BOARDS: usize = 1_000;

/// Measure the number of boards scored, solved and analysed per second.
///
/// The total words and points are a signature: they must be the same for all engines. With
/// `--engine all`, the engine that looks for one word after another only gets the first 1,000 boards,
/// because it is much slower than the others.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<BenchCommand>,

    /// Name of the game; `wgs games` lists all games.
    #[arg(default_value = "Boggle (New)")]
    game: String,

    #[command(flatten)]
    boards: BoardSetArgs,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Operation to measure (repeatable) [default: all].
    #[arg(long = "operation", value_enum)]
    operations: Vec<Operation>,

    /// Engine to measure, or all engines that work with the grid on this machine (repeatable)
    /// [default: the fastest and plain].
    #[arg(long = "engine", value_name = "ENGINE|all")]
    engines: Vec<String>,

    /// Number of threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    threads: usize,

    /// Also benchmark scoring on the GPU, and print its utilisation and memory use.
    #[arg(long, value_name = "DEVICE", value_enum)]
    device: Option<MeasuredDevice>,

    /// Number of rounds; the fastest one counts.
    #[arg(long, value_name = "N", default_value = "5", value_parser = count)]
    rounds: usize,

    /// Print one JSON object per line.
    #[arg(short, long)]
    json: bool,
}

/// What to measure instead.
#[derive(Debug, Subcommand)]
enum BenchCommand {
    Create(create::Args),
    Check(check::Args),
    Neighbours(neighbours::Args),
    Start(start::Args),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Score,
    Solve,
    Analyze,
}

/// A device that can be measured beside the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MeasuredDevice {
    Gpu,
}

/// The speed of one operation with one engine.
#[derive(Serialize)]
struct BenchReply {
    operation: Operation,
    engine: &'static str,
    threads: usize,
    boards: usize,
    words: u64,
    points: u64,
    boards_per_second: f64,
    /// The work of the searches, if a GPU was measured.
    #[cfg(feature = "gpu")]
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<gpu::ProfileReply>,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        Some(BenchCommand::Create(args)) => return create::run(&args, app, out),
        Some(BenchCommand::Check(args)) => return check::run(&args, app, out),
        Some(BenchCommand::Neighbours(args)) => return neighbours::run(&args, app, out),
        Some(BenchCommand::Start(args)) => return start::run(&args, app, out),
        None => {}
    }
    let game = app.catalogue()?.game(&args.game)?;
    let square = args.boards.grid();
    let grid = match &square {
        Some(grid) => grid,
        None => game.grid_for("bench")?,
    };
    let boards = args.boards.load(game)?;
    let load = |engine: Engine| -> Result<Solver> {
        let request = GameRequest {
            game: &args.game,
            dictionary: args.dictionary.dictionary.as_deref(),
            engine: Some(engine),
        };
        let loaded = app.loader()?.game_on_grid(&request, grid, "bench");
        Ok(loaded.map_err(with_flag)?.solver().clone())
    };
    let is_all = args.engines.iter().any(|name| name == ALL);
    let subjects = engines(&args.engines, grid)?.into_iter().map(|engine| {
        let few = is_all && engine == Engine::Dictionary;
        let count = if few { DICTIONARY_BOARDS } else { usize::MAX };
        Ok(Subject {
            solver: load(engine)?,
            boards: &boards[..boards.len().min(count)],
        })
    });
    let subjects: Vec<Subject<'_>> = subjects.collect::<Result<_>>()?;
    let reference = &subjects[0].solver;
    let operations: &[Operation] = match args.operations.as_slice() {
        [] => Operation::value_variants(),
        chosen => chosen,
    };
    if args.device.is_some() {
        Feature::Gpu.require()?;
    }
    if args.device.is_some() && !operations.contains(&Operation::Score) {
        bail!("--device measures the operation score, which --operation leaves out");
    }
    if !args.json {
        writeln!(
            out,
            "{}: {}, {} in the dictionary, {}, best of {}\n\n\
             operation  engine        boards/s  to plain       words        points",
            game.name(),
            counted(boards.len() as u64, "board"),
            counted(reference.lexicon().len() as u64, "word"),
            counted(args.threads as u64, "thread"),
            counted(args.rounds as u64, "round"),
        )?;
        // The progress comes after it.
        out.flush()?;
    }
    let rounds: usize = subjects.iter().map(|subject| subject.boards.len()).sum();
    let total = rounds * args.rounds * operations.len();
    let progress = BenchProgress {
        progress: Progress::new(total as u64, "boards"),
        done: AtomicUsize::new(0),
    };
    for &operation in operations {
        let mut measured = Vec::new();
        #[cfg(feature = "gpu")]
        if let (Operation::Score, Some(MeasuredDevice::Gpu)) = (operation, args.device) {
            measured.push(gpu::measure(reference, &boards, args.rounds)?);
        }
        measured.extend(measure(operation, &subjects, &args, &progress));
        let mut text = Vec::new();
        print(&measured, boards.len(), args.json, &mut text)?;
        progress
            .progress
            .write(out, &String::from_utf8_lossy(&text))?;
        out.flush()?;
        for reply in &measured[1..] {
            let expected = match reply.boards == boards.len() {
                true => (measured[0].words, measured[0].points),
                false => {
                    let worker = OperationWorker::new(reference, operation);
                    let total = run_round(&mut [worker], &boards[..reply.boards], None);
                    (total.words, total.points)
                }
            };
            if (reply.words, reply.points) != expected {
                progress.progress.finish();
                bail!(
                    "the engines {} and {} disagree",
                    measured[0].engine,
                    reply.engine
                );
            }
        }
    }
    progress.progress.finish();
    Ok(ExitStatus::Success)
}

/// The name that stands for all engines.
const ALL: &str = "all";

/// An engine, and the boards that it is measured with.
struct Subject<'b> {
    solver: Solver,
    boards: &'b [Board],
}

/// The progress of all measurements.
struct BenchProgress {
    progress: Progress,
    /// The number of boards in the rounds that are done.
    done: AtomicUsize,
}

impl BenchProgress {
    /// Shows how many boards of a round are done.
    fn set(&self, in_round: usize) {
        let done = self.done.load(Ordering::Relaxed) + in_round;
        self.progress.set(done as u64);
    }

    fn end_round(&self, boards: usize) {
        self.done.fetch_add(boards, Ordering::Relaxed);
        self.set(0);
    }
}

/// The engines that the user named, else the fastest and the plain one.
fn engines(named: &[String], grid: &Grid) -> Result<Vec<Engine>> {
    let mut engines = Vec::new();
    for name in named {
        if name == ALL {
            engines.extend(
                Engine::ALL
                    .iter()
                    .copied()
                    .filter(|engine| engine.check(grid).is_ok()),
            );
        } else {
            engines.push(name.parse().context("--engine")?);
        }
    }
    if engines.is_empty() {
        engines = vec![Engine::fastest(grid), Engine::Plain];
        engines.dedup();
    }
    Ok(engines)
}

/// Measures all engines in turn, so that a slow moment affects them all.
fn measure(
    operation: Operation,
    subjects: &[Subject<'_>],
    args: &Args,
    progress: &BenchProgress,
) -> Vec<BenchReply> {
    let threads = args.threads;
    let mut best = vec![f64::INFINITY; subjects.len()];
    let mut totals = vec![BoardScore::default(); subjects.len()];
    let mut workers: Vec<Vec<OperationWorker>> = subjects
        .iter()
        .map(|subject| {
            (0..threads)
                .map(|_| OperationWorker::new(&subject.solver, operation))
                .collect()
        })
        .collect();
    for _ in 0..args.rounds {
        let results = best.iter_mut().zip(&mut totals);
        for ((workers, subject), (best, total)) in workers.iter_mut().zip(subjects).zip(results) {
            let start = Instant::now();
            *total = run_round(workers, subject.boards, Some(progress));
            *best = best.min(start.elapsed().as_secs_f64());
            progress.end_round(subject.boards.len());
        }
    }
    let reply = |((subject, best), total): ((&Subject<'_>, f64), BoardScore)| BenchReply {
        operation,
        engine: subject.solver.engine().name(),
        threads,
        boards: subject.boards.len(),
        words: total.words,
        points: total.points,
        boards_per_second: subject.boards.len() as f64 / best,
        #[cfg(feature = "gpu")]
        profile: None,
    };
    subjects.iter().zip(best).zip(totals).map(reply).collect()
}

/// Runs an operation on all boards once. The first thread shows the progress.
fn run_round(
    workers: &mut [OperationWorker],
    boards: &[Board],
    progress: Option<&BenchProgress>,
) -> BoardScore {
    let next = AtomicUsize::new(0);
    let work = |worker: &mut OperationWorker, progress: Option<&BenchProgress>| {
        let mut total = BoardScore::default();
        loop {
            let start = next.fetch_add(PART, Ordering::Relaxed);
            let Some(rest) = boards.get(start..).filter(|rest| !rest.is_empty()) else {
                return total;
            };
            if let Some(progress) = progress {
                progress.set(start);
            }
            for board in &rest[..rest.len().min(PART)] {
                total += worker.run(board);
            }
        }
    };
    let (first, others) = workers
        .split_first_mut()
        .expect("there is at least one thread");
    thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .map(|worker| scope.spawn(|| work(worker, None)))
            .collect();
        let mut total = work(first, progress);
        for other in others {
            total += other.join().expect("measuring does not panic");
        }
        total
    })
}

/// Runs an operation on one thread.
struct OperationWorker {
    worker: Worker,
    analysis: Analysis,
    operation: Operation,
}

impl OperationWorker {
    fn new(solver: &Solver, operation: Operation) -> Self {
        Self {
            worker: solver.worker(),
            analysis: Analysis::default(),
            operation,
        }
    }

    fn run(&mut self, board: &Board) -> BoardScore {
        self.try_run(board).expect("the budget is unlimited")
    }

    fn try_run(&mut self, board: &Board) -> Result<BoardScore, Stopped> {
        match self.operation {
            Operation::Score => self.worker.score(board),
            Operation::Solve => {
                let mut total = BoardScore::default();
                self.worker.solve(board, |solution| {
                    total += BoardScore::new(1, solution.score.total);
                    ControlFlow::Continue(())
                })?;
                Ok(total)
            }
            Operation::Analyze => {
                self.analysis.update(&mut self.worker, board)?;
                Ok(self.analysis.total())
            }
        }
    }
}

/// Prints measurements. `boards` is the number of all boards.
fn print(measured: &[BenchReply], boards: usize, json: bool, out: &mut dyn Write) -> Result<()> {
    let plain = measured.iter().find(|reply| reply.engine == "plain");
    for reply in measured {
        if json {
            writeln!(out, "{}", serde_json::to_string(reply)?)?;
            continue;
        }
        let ratio = plain.map_or(String::new(), |plain| {
            format!("{:.2}x", reply.boards_per_second / plain.boards_per_second)
        });
        // A large board takes seconds, so there are few per second.
        let digits = if reply.boards_per_second < 100.0 {
            2
        } else {
            0
        };
        let first = match reply.boards == boards {
            true => String::new(),
            false => format!("  first {} boards", reply.boards),
        };
        writeln!(
            out,
            "{:<10} {:<10} {:>11.digits$} {ratio:>9} {:>11} {:>13}{first}",
            format!("{:?}", reply.operation).to_lowercase(),
            reply.engine,
            reply.boards_per_second,
            reply.words,
            reply.points,
        )?;
    }
    #[cfg(feature = "gpu")]
    if !json {
        for profile in measured.iter().filter_map(|reply| reply.profile.as_ref()) {
            write!(out, "{profile}")?;
        }
    }
    Ok(())
}
