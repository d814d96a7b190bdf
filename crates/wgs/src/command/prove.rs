//! `wgs prove`: all boards of a game with at least some number of points, and a ledger that proves
//! that there are no others.
//!
//! The proof itself is a [`ProofRun`]. `estimate.rs` extrapolates from a sample, and `verify.rs`
//! checks a ledger.

mod estimate;
mod verify;

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_dice::BoardChecker;
use wgs_engine::BoardSize;
use wgs_records::BoardLetters;
#[cfg(feature = "nats")]
use wgs_records::nats::TaskQueue;
#[cfg(feature = "nats")]
use wgs_records::proof::prove_on_workers;
use wgs_records::proof::{
    Class, LedgerHeader, PreparedProof, ProofGame, ProofRun, ProofRunError, ProvedClass, Survivor,
    prove_on_threads,
};

use crate::app::{App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, Shard, count, number, shard, size, threads};
use crate::feature::{self, Feature};
#[cfg(feature = "nats")]
use crate::job_notice;
use crate::progress::Progress;
use crate::search_space::{self, load_game, searched_game};
use estimate::{duration_text, estimate_time};

/// Find all boards with at least N points, and prove that there are no others.
///
/// The boards of a game are divided into classes. Each class is searched until a bound shows that
/// none of its remaining boards can reach N points. Boards that a rotation or another symmetry of the
/// grid turns into each other count once. --ledger writes each class to a file as soon as it
/// is done; after an interruption, the same command continues the proof.
///
/// The exit code is 0 if the proof (or the shard) is complete, and 3 if classes are missing.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games. With --verify, that of the ledger.
    game: Option<String>,

    /// Minimum number of points of a board.
    #[arg(short = 'n', long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX),
          required_unless_present = "verify")]
    at_least: Option<u64>,

    /// Prove boards of this size instead, with cells that touch at their sides and corners.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(search_space::SIDES))]
    size: Option<BoardSize>,

    /// Letters that cells may have: free (all letters of the dictionary), dice (the faces of the
    /// game's dice; only boards that they can produce are printed), or a list such as AEILNQuRST.
    #[arg(long, default_value = "free")]
    letters: String,

    /// Number of cells with the same letter in all boards of a class [default: depends on the grid].
    #[arg(long, value_name = "CELLS", value_parser = number::<usize>(0..=8))]
    classes: Option<usize>,

    /// Number of threads [default: one for each processor].
    #[arg(short, long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// File for the result of each class; if it exists, the proof continues.
    #[arg(short, long, value_name = "FILE", conflicts_with = "verify")]
    ledger: Option<PathBuf>,

    /// Prove only every N-th class, beginning with the I-th (1/N to N/N; 0/N is the same as N/N).
    /// Concatenate the ledgers of all shards to merge them.
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "verify")]
    shard: Option<Shard>,

    /// NATS server, such as nats://localhost:4222, whose workers prove the classes; `wgs worker`
    /// starts one.
    #[arg(long, value_name = "URL", value_parser = feature::nats_url(Feature::Nats),
          conflicts_with_all = ["estimate", "threads", "verify"])]
    nats: Option<String>,

    /// Measure K random classes, and estimate the time of all of them on one processor core.
    #[arg(long, value_name = "K", value_parser = number::<usize>(1..=1_000_000),
          conflicts_with_all = ["ledger", "shard", "verify"])]
    estimate: Option<usize>,

    /// Random seed of --estimate and of the sample of --verify.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Check a ledger: its classes must cover all boards, and its boards must have their points. A
    /// plain search repeats a random sample of the classes.
    #[arg(long, value_name = "LEDGER")]
    verify: Option<PathBuf>,

    /// With --verify: number of classes to search again.
    #[arg(long, value_name = "N", default_value = "20", requires = "verify",
          value_parser = number::<usize>(0..=usize::MAX as u64))]
    sample: usize,

    /// With --verify: search all classes again.
    #[arg(long, requires = "verify", conflicts_with = "sample")]
    all: bool,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Print one JSON object.
    #[arg(short, long)]
    json: bool,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs prove boggle-new --size 2x2 --at-least 15
  wgs prove boggle-new --size 3x3 --at-least 500 --ledger 3x3.ledger
  wgs prove --verify 3x3.ledger
  wgs prove boggle-new --at-least 3500 --estimate 200";

/// A game, and the claim about it.
pub(crate) struct Proof {
    loaded: Arc<LoadedGame>,
    prepared: PreparedProof,
    /// Tells whether dice can produce a board, if only such boards are wanted.
    checker: Option<BoardChecker>,
}

/// The claim, as it is written on the command line or in a ledger.
struct Statement<'s> {
    game: &'s str,
    dictionary: Option<&'s str>,
    size: Option<BoardSize>,
    letters: &'s str,
    cutoff: u64,
}

impl Proof {
    fn new(statement: &Statement<'_>, loader: &GameLoader) -> Result<Self> {
        let request = GameRequest {
            dictionary: statement.dictionary,
            ..GameRequest::named(statement.game)
        };
        let loaded = load_game(loader, &request, statement.size, "prove")?;
        let searched = searched_game(&loaded, statement.size, statement.letters, "prove")?;
        let checker = match searched.letters {
            BoardLetters::Dice(_) => loaded
                .board_checker()
                .transpose()
                .context("--letters dice")?,
            BoardLetters::All | BoardLetters::Listed(_) => None,
        };
        let prepared = PreparedProof::new(&searched, statement.cutoff)
            .with_context(|| format!("cannot prove anything about {:?}", statement.game))?;
        Ok(Self {
            loaded,
            prepared,
            checker,
        })
    }

    /// Creates the proof that a ledger is about. The name of a dictionary may differ between machines; its words
    /// may not.
    pub(crate) fn of_ledger(
        ledger: &LedgerHeader,
        dictionary: Option<&str>,
        loader: &GameLoader,
    ) -> Result<Self> {
        let value = |key: &str| {
            let value = ledger.get(key);
            value.with_context(|| format!("it does not say its {key}"))
        };
        let statement = Statement {
            game: value("game")?,
            dictionary,
            size: ledger.size(search_space::SIDES)?,
            letters: value("letters")?,
            cutoff: value("cutoff")?.parse().context("its cutoff")?,
        };
        let proof = Self::new(&statement, loader)?;
        let header = match ledger.get("dictionary") {
            Some(name) => proof.prepared.header.clone().with("dictionary", name),
            None => proof.prepared.header.clone(),
        };
        let checked = ledger.check(&header);
        match dictionary {
            Some(_) => checked?,
            None => checked.context("--dictionary names another dictionary")?,
        }
        Ok(proof)
    }

    /// The claim.
    pub(crate) fn game(&self) -> &ProofGame {
        &self.prepared.game
    }

    /// Returns the boards that the user asked for.
    fn boards(&mut self, survivors: &[Survivor]) -> Vec<BoardReply> {
        let mut boards = Vec::new();
        for survivor in survivors {
            let board = self.prepared.game.board(&survivor.faces);
            let checker = self.checker.as_mut();
            if checker.is_none_or(|checker| checker.check(&board)) {
                boards.push(BoardReply {
                    board: self.loaded.spelling().show(&board.to_string()).into_owned(),
                    points: survivor.points,
                });
            }
        }
        boards
    }
}

/// A board that was found.
#[derive(Debug, Serialize)]
struct BoardReply {
    board: String,
    points: u64,
}

/// The result of a proof.
#[derive(Debug, Serialize)]
struct ProofReply {
    game: String,
    at_least: u64,
    classes: usize,
    classes_done: usize,
    complete: bool,
    seconds: f64,
    boards: Vec<BoardReply>,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    if let Some(ledger) = &args.verify {
        return verify::run(&args, ledger, app, out);
    }
    let Some(name) = &args.game else {
        bail!("expected a game, such as boggle-new; `wgs games` lists the games");
    };
    let statement = Statement {
        game: name,
        dictionary: args.dictionary.dictionary.as_deref(),
        size: args.size,
        letters: &args.letters,
        cutoff: args.at_least.unwrap_or(1),
    };
    let proof = Proof::new(&statement, app.loader()?)?;
    match args.estimate {
        Some(sampled) => estimate_time(&args, sampled, &proof, app, out),
        None => prove(&args, proof, app, out),
    }
}

impl Args {
    /// Returns whether a class belongs to the part of this machine.
    fn is_mine(&self, index: usize) -> bool {
        self.shard.is_none_or(|part| index % part.of == part.first)
    }
}

fn prove(args: &Args, mut proof: Proof, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let start = Instant::now();
    let game = &proof.prepared.game;
    let run = ProofRun::new(&proof.prepared, args.ledger.as_deref(), args.classes);
    let mut run = match run {
        Err(ProofRunError::TooManyClasses(cells)) => {
            bail!("--classes {cells} makes too many classes; choose a smaller number")
        }
        run => run?,
    };
    let coverage = run.coverage();
    let mut open: Vec<Class> = coverage
        .classes
        .iter()
        .enumerate()
        .filter(|(index, (_, outcome))| outcome.is_none() && args.is_mine(*index))
        .map(|(_, (class, _))| class.clone())
        .collect();
    // The letters with the most points are last, and their classes take longest.
    open.reverse();
    let progress = Progress::described(open.len() as u64, "classes");
    let mut done: u64 = 0;
    let known = coverage.known().count();
    if known > 0 {
        app.note(&format!(
            "{known} of {} classes were already done",
            coverage.classes.len()
        ));
    }
    let take = |proved: ProvedClass| -> Result<()> {
        run.add(&open[proved.index], proved.outcome)?;
        done += 1;
        progress.describe(found_text(game, run.found()));
        progress.set(done);
        Ok(())
    };
    let budget = app.budget()?;
    let stopped = match &args.nats {
        #[cfg(feature = "nats")]
        Some(nats) => {
            let queue = TaskQueue::connect(nats).context("--nats");
            queue.and_then(|queue| {
                prove_on_workers(&queue, &proof.prepared, &open, budget, take, |event| {
                    job_notice::report(event);
                    progress.tick();
                })
            })
        }
        _ => {
            let threads = threads(args.threads);
            prove_on_threads(game, &open, threads, budget, take, || progress.tick())
        }
    };
    progress.finish();
    let stopped = stopped?;
    run.finish()?;
    app.end_searches();
    let coverage = run.coverage();
    let reply = ProofReply {
        game: proof.loaded.game().name().to_owned(),
        at_least: game.cutoff(),
        classes: coverage.classes.len(),
        classes_done: coverage.known().count(),
        complete: coverage.is_complete(),
        seconds: start.elapsed().as_secs_f64(),
        boards: proof.boards(&coverage.survivors()),
    };
    print(&reply, args, out)?;
    if let Some(reason) = stopped {
        let saved = match &args.ledger {
            Some(path) => format!("; {} has the classes that were done", path.display()),
            None => String::new(),
        };
        let context = format!("the proof is incomplete{saved}");
        out.flush()?;
        return Err(anyhow::Error::new(reason).context(context));
    }
    // Nothing stopped the search, so a part of the proof is as complete as it can be.
    Ok(match reply.complete || args.shard.is_some() {
        true => ExitStatus::Success,
        false => ExitStatus::Undecided,
    })
}

/// Returns the results so far, for the progress bar.
fn found_text(game: &ProofGame, survivors: &[Survivor]) -> String {
    let mut text = format!(
        "{} with at least {}",
        counted(survivors.len() as u64, "board"),
        counted(game.cutoff(), "point")
    );
    if let Some(best) = survivors.first() {
        let _ = write!(text, "; best {} {}", game.board(&best.faces), best.points);
    }
    text
}

fn print(reply: &ProofReply, args: &Args, out: &mut dyn Write) -> Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(reply)?)?;
        return Ok(());
    }
    for board in &reply.boards {
        writeln!(out, "{} {}", board.board, board.points)?;
    }
    let boards = counted(reply.boards.len() as u64, "board");
    let points = counted(reply.at_least, "point");
    let seconds = duration_text(reply.seconds);
    let kind = if args.letters == "dice" {
        " that the dice can produce"
    } else {
        ""
    };
    match reply.complete {
        true => writeln!(
            out,
            "Proved in {seconds}: {boards}{kind} with at least {points}, up to symmetry, and no others."
        )?,
        false => writeln!(
            out,
            "{} of {} classes are done: {boards}{kind} with at least {points} so far.",
            reply.classes_done, reply.classes
        )?,
    }
    Ok(())
}
