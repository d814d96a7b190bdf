//! `wgs hunt`: looks for extreme boards, such as the one with the most points.
//!
//! The hunt itself is a [`HuntRun`]. `hunted_game.rs` prepares the game, `climb_device.rs`
//! opens a GPU, `display.rs` shows progress, and `result.rs` prints the result.

mod climb_device;
mod display;
mod hunted_game;
mod result;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wgs_engine::{BoardSize, Budget, Count, Stopped};
use wgs_records::hunt::{ClimbNumbers, HuntGoal, HuntLog, HuntRun};
use wgs_records::line_file::LineFile;
#[cfg(feature = "nats")]
use wgs_records::nats::TaskQueue;

use crate::app::{App, ExitStatus, counted, seed};
use crate::arguments::{DictionaryArgs, Shard, count, number, shard, size, threads, time_span};
use crate::feature::{self, Feature};
use crate::gpu::GpuError;
#[cfg(feature = "nats")]
use crate::job_notice;
use crate::record_file;
use crate::scoring_device::{DeviceChoice, fallback_note};
use crate::search_space;
use display::HuntDisplay;
use hunted_game::HuntStatement;
pub(crate) use hunted_game::HuntedGame;

/// Hunt for boards with the most points, words or long words, or with an exact number of points.
///
/// A hunt runs one climb after another. A climb starts with a random board, keeps a pool of the best boards
/// it has met, and tries every change of a letter and every swap of two letters on each of them, until
/// nothing better turns up. Boards that a rotation or another symmetry of the grid turns into each
/// other count once. A climb depends only on the seed and its number, so the same number of climbs
/// finds the same boards on any number of threads or machines.
///
/// Ctrl-C ends a hunt, prints its boards, and the exit code is 130. With --resume, the hunt writes
/// its results to a file, and the same command continues it. The best board goes into the table that
/// `wgs records` prints.
///
/// The exit code is 1 if the goal is an exact number of points and no board has it.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    game: String,

    /// Hunt for boards with as many of these as possible: points (the default), words, or
    /// words-of=8 (words of at least 8 letters).
    #[arg(long, visible_alias = "maximise", value_name = "WHAT", num_args = 0..=1,
          default_missing_value = "points")]
    maximize: Option<Count>,

    /// Hunt for boards with as few points as possible.
    #[arg(long, visible_alias = "minimise", conflicts_with = "maximize")]
    minimize: bool,

    /// Hunt for boards with exactly this number of points.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX),
          conflicts_with_all = ["maximize", "minimize"])]
    points: Option<u64>,

    /// The goal as the file of a hunt has it, such as max-points, max-long=8 or points=2500.
    #[arg(long, value_name = "GOAL", hide = true,
          conflicts_with_all = ["maximize", "minimize", "points"])]
    goal: Option<HuntGoal>,

    /// Letters that cells may have: dice (only boards that the game's dice can produce), free (all
    /// letters of the dictionary), or a list such as AEILNQuRST.
    #[arg(long, default_value = "dice")]
    letters: String,

    /// Hunt for boards of this size instead, with cells that touch at their sides and corners.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(search_space::SIDES))]
    size: Option<BoardSize>,

    /// Number of boards that a climb keeps; a hunt finds at most as many [default: 50].
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=100_000))]
    pool: Option<usize>,

    /// Time to hunt, such as 30s, 10m or 2h [default: 1m, unless --climbs is given].
    #[arg(long, value_name = "TIME", value_parser = time_span)]
    time: Option<Duration>,

    /// Number of climbs, including those in the file of --resume.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    climbs: Option<u64>,

    /// Random seed; the same seed always runs the same climbs.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Number of threads [default: one for each processor].
    #[arg(short, long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// Device that scores boards: cpu, gpu, or auto (a GPU for hunts of 30 seconds or more, if it is
    /// faster). A climb finds the same boards on each.
    #[arg(
        long,
        value_parser = feature::device(),
        default_value = "auto",
        hide_possible_values = true,
        conflicts_with = "nats"
    )]
    device: DeviceChoice,

    /// File for the results of the hunt, which continues if the file exists. The file has the seed and
    /// the pool.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Run only every N-th climb, beginning with the I-th (1/N to N/N; 0/N is the same as N/N).
    /// Concatenate the files of all shards to merge them.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// NATS server, such as nats://localhost:4222, whose workers run the climbs; `wgs worker` starts one.
    #[arg(long, value_name = "URL", value_parser = feature::nats_url(Feature::Nats),
          conflicts_with_all = ["threads", "shard"])]
    nats: Option<String>,

    /// Number of boards to print; --json prints all.
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<usize>(0..=100_000))]
    show: usize,

    /// Table to add the best board to, instead of your own.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Do not add the best board to a table.
    #[arg(long, conflicts_with = "table")]
    no_record: bool,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Print one JSON object.
    #[arg(short, long)]
    json: bool,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs hunt boggle-new
  wgs hunt boggle-new --letters free --time 10m --resume best.hunt
  wgs hunt boggle-new --maximize words-of=8 --climbs 100 --seed 1
  wgs hunt boggle-new --points 2500 --letters free
  wgs hunt boggle-new --size 5x5 --letters free --pool 500 --time 1h --threads 8";

/// The time of a hunt whose end is not given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// A hunt of this time is long enough to look for a GPU.
const LONG_HUNT: Duration = Duration::from_secs(30);

impl Args {
    /// What to look for.
    fn goal(&self) -> Result<HuntGoal> {
        Ok(match (self.goal, self.points) {
            (Some(goal), _) => goal,
            (None, Some(points)) => HuntGoal::exact_points(points),
            (None, None) if self.minimize => HuntGoal::MIN_POINTS,
            (None, None) => {
                let count = self.maximize.unwrap_or(Count::Points);
                HuntGoal::most(count).context("--maximize")?
            }
        })
    }

    /// The time that the hunt may take.
    fn time_limit(&self) -> Option<Duration> {
        match (self.time, self.climbs) {
            (Some(time), _) => Some(time),
            (None, Some(_)) => None,
            (None, None) => Some(DEFAULT_TIME),
        }
    }

    /// The climbs that this machine does.
    fn numbers(&self) -> ClimbNumbers {
        let (first, step) = (self.shard).map_or((0, 1), |part| (part.first as u64, part.of as u64));
        ClimbNumbers {
            first,
            step,
            end: self.climbs,
        }
    }
}

/// Why a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HuntEnd {
    /// All climbs are done, its time is over, or there is nothing better to find.
    Regular,
    /// It was interrupted, or the time limit of the whole command was reached.
    Stopped(Stopped),
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let start = Instant::now();
    let file = match &args.resume {
        Some(path) => Some(open(path)?),
        None => None,
    };
    let known = file.as_ref().and_then(|(_, log)| log.header());
    for (flag, given, found) in [
        ("--seed", args.seed, known.map(|header| header.seed)),
        (
            "--pool",
            args.pool.map(|pool| pool as u64),
            known.map(|header| header.pool as u64),
        ),
    ] {
        if let (Some(given), Some(found)) = (given, found)
            && given != found
        {
            bail!("{flag} is {given}, but the hunt to resume has {found}");
        }
    }
    let statement = HuntStatement {
        game: &args.game,
        dictionary: args.dictionary.dictionary.as_deref(),
        size: args.size,
        letters: &args.letters,
        goal: args.goal()?,
        pool: args.pool.or(known.map(|header| header.pool)),
        seed: known.map_or_else(|| seed(args.seed), |header| header.seed),
    };
    let game = HuntedGame::new(&statement, app.loader()?)?;
    let records = match args.no_record {
        true => None,
        false => Some(record_file::choose(args.table.as_deref())?),
    };
    if let Some(records) = &records {
        // An unusable table is reported before the hunt, not after it.
        records.read()?;
    }
    let mut run = HuntRun::new(game.prepared(), args.numbers());
    if let (Some((file, log)), Some(path)) = (file, &args.resume) {
        let damaged = run
            .resume(file, &log)
            .with_context(|| format!("cannot resume the hunt {}", path.display()))?;
        for (line, problem) in damaged {
            app.note(&format!(
                "line {line} of the hunt is damaged: {problem}; its climbs are done again"
            ));
        }
        let climbs = &run.standing().climbs;
        if !climbs.is_empty() {
            let climbs = counted(climbs.len(), "climb");
            app.note(&format!("{climbs} were already done"));
        }
    }
    let mut display = HuntDisplay::new(&game, start, args.time_limit(), args.climbs);
    let end = hunt(&args, &mut run, &mut display, app, start);
    display.finish();
    if end.as_ref().is_err_and(is_wrong_score) {
        run.discard();
    }
    if end.is_err() {
        // The first error is more important than a file that cannot be written either.
        let _ = run.finish();
    }
    let end = end?;
    app.end_searches();
    let saved = run.finish();
    let reply = result::reply(&game, &run, end, start.elapsed())?;
    result::print(&reply, args.show, args.json, out)?;
    out.flush()?;
    if let Some(records) = &records {
        result::add_record(&reply, &run, records, app)?;
    }
    saved?;
    match end {
        HuntEnd::Stopped(reason) => {
            let saved = match &args.resume {
                Some(path) => format!("; {} has the boards found so far", path.display()),
                None => String::new(),
            };
            Err(anyhow::Error::new(reason).context(format!("the hunt ended early{saved}")))
        }
        HuntEnd::Regular => Ok(result::status(&reply)),
    }
}

/// Opens the file of a hunt.
fn open(path: &std::path::Path) -> Result<(LineFile, HuntLog)> {
    let (file, bytes) = LineFile::open(path, "hunt")?;
    let log = HuntLog::read(&bytes)
        .with_context(|| format!("cannot resume the hunt {}", path.display()))?;
    Ok((file, log))
}

/// Returns whether an error means that a GPU returned wrong scores.
fn is_wrong_score(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(GpuError::is_mismatch)
}

/// Runs the climbs.
fn hunt(
    args: &Args,
    run: &mut HuntRun<'_>,
    display: &mut HuntDisplay<'_>,
    app: &App,
    start: Instant,
) -> Result<HuntEnd> {
    let whole = app.budget()?.clone();
    let deadline = args.time_limit().and_then(|time| start.checked_add(time));
    let stop = run.stop_flag();
    let outer = whole.clone();
    let budget = Budget::new(move || {
        let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_over = is_over || stop.load(Ordering::Relaxed);
        outer
            .check()
            .err()
            .or(is_over.then_some(Stopped::TimeLimit))
    });
    let budget = budget.with_memory(whole.memory());
    let stopped = match &args.nats {
        #[cfg(feature = "nats")]
        Some(nats) => {
            let queue = TaskQueue::connect(nats).context("--nats")?;
            run.run_on_workers(&queue, &budget, |run, event| {
                job_notice::report(event);
                display.update(run);
            })?
        }
        _ => hunt_here(args, run, display, app, &budget)?,
    };
    Ok(match stopped {
        None => HuntEnd::Regular,
        // The end of the hunt's own time is how it should end.
        Some(reason) => match whole.check() {
            Err(reason) => HuntEnd::Stopped(reason),
            Ok(()) if reason == Stopped::TimeLimit => HuntEnd::Regular,
            Ok(()) => HuntEnd::Stopped(reason),
        },
    })
}

/// Runs the climbs on this machine. Returns why this stopped, if it did before the end.
fn hunt_here(
    args: &Args,
    run: &mut HuntRun<'_>,
    display: &mut HuntDisplay<'_>,
    app: &App,
    budget: &Budget,
) -> Result<Option<Stopped>> {
    let threads = threads(args.threads);
    let hunt = &run.prepared().hunt;
    let is_long = args.time_limit().is_some_and(|time| time >= LONG_HUNT);
    if let Some(scorers) = climb_device::open(args.device, hunt, is_long, threads, app) {
        match run.run_on_device(scorers, budget, |run| display.update(run)) {
            Ok(stopped) => return Ok(stopped),
            Err(error) if error.is_mismatch() => {
                let error = anyhow::Error::new(error);
                return Err(match &args.resume {
                    Some(path) => error.context(format!(
                        "{} may have wrong boards of this run; begin again, with --device cpu",
                        path.display()
                    )),
                    None => error,
                });
            }
            Err(error) => {
                if !app.is_quiet() {
                    display.warn(&fallback_note(error));
                }
            }
        }
    }
    Ok(run.run_on_threads(threads, budget, |run| display.update(run)))
}
