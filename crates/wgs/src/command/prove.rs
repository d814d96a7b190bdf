//! `wgs prove`: all boards of a game with at least some number of points, and a ledger that proves
//! that there are no others.
//!
//! `class_threads.rs` runs the search here and `class_tasks.rs` on other machines, `ledger_file.rs` keeps the ledger, `estimate.rs` extrapolates
//! from a sample, and `verify.rs` checks a ledger.

#[cfg(feature = "cluster")]
mod class_tasks;
mod class_threads;
mod estimate;
mod ledger_file;
mod verify;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_dice::{BoardChecker, Random};
use wgs_engine::{Board, BoardSize, Stopped, Tile};
use wgs_records::Fingerprint;
use wgs_records::proof::{Class, Coverage, LedgerHeader, Outcome, ProofGame, Survivor, class_line};

use crate::app::{App, ExitStatus, counted, seed};
use crate::arguments::{DictionaryArgs, Shard, count, number, shard, size, threads};
use crate::feature;
use crate::progress::Progress;
use crate::search_space::{self, BoardLetters};
#[cfg(feature = "cluster")]
pub(crate) use class_tasks::{ClassTask, prove_task};
use estimate::{Sample, duration_text};
use ledger_file::LedgerFile;

/// Find all boards with at least N points, and prove that there are no others.
///
/// The boards of a game are divided into classes. Each class is searched until a bound shows that
/// none of its remaining boards can reach N points. Boards that a rotation or another symmetry of the
/// grid turns into each other count once. With --ledger, every class is written to a file as soon
/// as it is done; the same command continues it after an interruption.
///
/// The exit code is 0 if the proof is complete, or the part of --shard, and 3 if classes are
/// missing.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games. With --verify, that of the ledger.
    game: Option<String>,

    /// Number of points that a board must have to be found.
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

    /// Number of cells whose letter is the same in all boards of a class [default: by the grid].
    #[arg(long, value_name = "CELLS", value_parser = number::<usize>(0..=8))]
    classes: Option<usize>,

    /// Number of threads [default: one for each processor].
    #[arg(short, long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// File to write what is known about each class to, or to continue.
    #[arg(short, long, value_name = "FILE", conflicts_with = "verify")]
    ledger: Option<PathBuf>,

    /// Prove only every N-th class, beginning with the I-th, on one of N machines, which may be
    /// counted from 1 or from 0; the ledgers of all machines are one proof when they are written
    /// one after the other.
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "verify")]
    shard: Option<Shard>,

    /// NATS server, such as nats://localhost:4222, whose workers prove the classes; `wgs worker`
    /// starts one.
    #[arg(long, value_name = "URL", value_parser = feature::nats_url,
          conflicts_with_all = ["estimate", "threads", "verify"])]
    nats: Option<String>,

    /// Measure K random classes, and estimate the time of all of them on one processor core.
    #[arg(long, value_name = "K", value_parser = number::<usize>(1..=1_000_000),
          conflicts_with_all = ["ledger", "shard", "verify"])]
    estimate: Option<usize>,

    /// Random seed of --estimate and of the sample of --verify.
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Check a ledger: that its classes cover all boards, the points of the boards it lists, and a
    /// random sample of its classes, which are searched again with a plain search.
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

/// A game, and what is to be proved about it.
pub(crate) struct Proof {
    loaded: Arc<LoadedGame>,
    game: ProofGame,
    header: LedgerHeader,
    /// Tells whether dice can produce a board, if only such boards are wanted.
    checker: Option<BoardChecker>,
}

/// What is proved, as it is written on the command line or in a ledger.
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
        let loaded = search_space::load_game(loader, &request, statement.size, "prove")?;
        let letters = BoardLetters::read(statement.letters, &loaded, "prove")?;
        let checker = match letters {
            BoardLetters::Dice(_) => loaded
                .board_checker()
                .transpose()
                .context("--letters dice")?,
            BoardLetters::Faces(_) => None,
        };
        let faces = letters.faces();
        let game = ProofGame::new(loaded.solver(), &faces, statement.cutoff)
            .with_context(|| format!("cannot prove anything about {:?}", statement.game))?;
        let header = header(statement, &loaded, &game);
        Ok(Self {
            loaded,
            game,
            header,
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
        let size = match value("size")? {
            "-" => None,
            text => Some(turned(BoardSize::read(text, search_space::SIDES)?)),
        };
        let statement = Statement {
            game: value("game")?,
            dictionary,
            size,
            letters: value("letters")?,
            cutoff: value("cutoff")?.parse().context("its cutoff")?,
        };
        let proof = Self::new(&statement, loader)?;
        let header = match ledger.get("dictionary") {
            Some(name) => proof.header.clone().with("dictionary", name),
            None => proof.header.clone(),
        };
        let checked = ledger.check(&header);
        match dictionary {
            Some(_) => checked?,
            None => checked.context("--dictionary names another dictionary")?,
        }
        Ok(proof)
    }

    /// What is proved.
    #[cfg(feature = "cluster")]
    pub(crate) fn game(&self) -> &ProofGame {
        &self.game
    }

    /// Returns the boards that the user asked for.
    fn boards(&mut self, survivors: &[Survivor]) -> Vec<BoardReply> {
        let mut boards = Vec::new();
        for survivor in survivors {
            let board = self.game.board(&survivor.faces);
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

/// Exchanges rows and columns: a ledger says how many columns there are, and then how many rows.
fn turned(size: BoardSize) -> BoardSize {
    BoardSize {
        rows: size.columns,
        columns: size.rows,
    }
}

/// Returns what a ledger of this proof says at its beginning.
fn header(statement: &Statement<'_>, loaded: &LoadedGame, game: &ProofGame) -> LedgerHeader {
    // In alphabetical order: that of the game depends on the dictionary.
    let mut faces = game.faces().to_vec();
    faces.sort_by_key(ToString::to_string);
    let letters = Board::new(faces.into_iter().map(Tile::from).collect::<Vec<_>>());
    let size = match statement.size {
        Some(size) => turned(size).to_string(),
        None => "-".to_owned(),
    };
    LedgerHeader::new()
        .with("game", loaded.game().name())
        .with("size", size)
        .with("grid", Fingerprint::of_grid(game.solver().grid()))
        .with("rules", Fingerprint::of_rules(game.solver().rules()))
        .with("dictionary", loaded.dictionary().label())
        .with("words", Fingerprint::of_lexicon(game.solver().lexicon()))
        .with("letters", letters)
        .with("cutoff", game.cutoff())
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
    let game = &proof.game;
    let mut outcomes: BTreeMap<Class, Outcome> = BTreeMap::new();
    let mut ledger = None;
    if let Some(path) = &args.ledger {
        let (file, lines) = LedgerFile::open(path, &proof.header)?;
        let cannot = || format!("cannot continue the ledger {}", path.display());
        outcomes = lines.outcomes(game).with_context(cannot)?;
        ledger = Some(file);
    }
    if outcomes.is_empty() {
        let cells = args.classes.unwrap_or_else(|| game.plan_cells());
        if game.is_plan_too_large(cells) {
            bail!("--classes {cells} makes too many classes; choose a smaller number");
        }
        let (splits, _) = game.plan(cells);
        let mut lines = String::new();
        for (class, cell) in splits {
            let outcome = Outcome::Split(cell);
            lines.push_str(&class_line(game, &class, &outcome));
            outcomes.insert(class, outcome);
        }
        if let Some(ledger) = &mut ledger {
            ledger.add(&lines)?;
        }
    }
    let coverage = Coverage::of(game, &outcomes);
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
    let mut best = coverage.survivors();
    let known = coverage.known().count();
    if known > 0 {
        app.note(&format!(
            "{known} of {} classes were already done",
            coverage.classes.len()
        ));
    }
    let take = |proved: class_threads::Proved| {
        let class = &open[proved.index];
        if let Some(ledger) = &mut ledger {
            ledger.add(&class_line(game, class, &proved.outcome))?;
        }
        best.extend_from_slice(proved.outcome.survivors());
        best.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.faces.cmp(&b.faces)));
        best.dedup();
        outcomes.insert(class.clone(), proved.outcome);
        done += 1;
        progress.describe(found_text(game, &best));
        progress.set(done);
        Ok(())
    };
    let budget = app.budget()?;
    let wait = || progress.tick();
    let stopped = match &args.nats {
        #[cfg(feature = "cluster")]
        Some(nats) => class_tasks::prove(nats, &proof.header, game, &open, budget, take, wait),
        _ => class_threads::prove(game, &open, threads(args.threads), budget, take, wait),
    };
    progress.finish();
    let stopped = stopped?;
    if let Some(ledger) = &ledger {
        ledger.sync()?;
    }
    app.end_searches();
    let coverage = Coverage::of(&proof.game, &outcomes);
    let reply = ProofReply {
        game: proof.loaded.game().name().to_owned(),
        at_least: proof.game.cutoff(),
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

/// Returns what was found so far, for the progress bar.
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

fn estimate_time(
    args: &Args,
    sampled: usize,
    proof: &Proof,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let game = &proof.game;
    let cells = args.classes.unwrap_or_else(|| game.plan_cells());
    let seed = seed(args.seed);
    let sample = Sample::of(game, cells, sampled, &mut Random::new(seed));
    let classes = &sample.classes;
    let progress = Progress::described(classes.len() as u64, "classes");
    let mut times: Vec<(usize, Duration)> = Vec::new();
    let take = |proved: class_threads::Proved| {
        times.push((proved.index, proved.time));
        let estimate = sample.estimate(&times);
        progress.describe(format!("about {} in all", duration_text(estimate.seconds)));
        progress.set(times.len() as u64);
        Ok(())
    };
    let budget = app.budget()?;
    let stopped = class_threads::prove(game, classes, threads(args.threads), budget, take, || {
        progress.tick()
    });
    progress.finish();
    let stopped: Option<Stopped> = stopped?;
    if let Some(reason) = stopped {
        // The classes that were finished are the short ones: no estimate.
        let done = format!("{} of {} classes were measured", times.len(), classes.len());
        return Err(anyhow::Error::new(reason).context(done));
    }
    let estimate = sample.estimate(&times);
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&estimate)?)?,
        false => writeln!(
            out,
            "All {} classes take about {} on one core (95%: {} to {}), from {} with seed {seed}.",
            estimate.classes,
            duration_text(estimate.seconds),
            duration_text(estimate.low),
            duration_text(estimate.high),
            classes.len(),
        )?,
    }
    Ok(ExitStatus::Success)
}
