//! `wgs create`: random boards of a game, or boards that meet a target.

mod board_parts;
mod dealt_boards;
mod device_search;

pub(super) use board_parts::BoardParts;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wgs_app::creator::{CreateOptions, CreatedBoard, Creator, CreatorWorker, DifficultyCheck};
use wgs_app::reply::CreateReply;
use wgs_app::target::{Difficulty, Target, read_range};
use wgs_app::{GameRequest, LoadedGame};
use wgs_dice::{Aim, ClimbState, Goal, Scorer};
use wgs_engine::spelling::Spelling;
use wgs_engine::{BoardMeasure, BoardSize, Budget, Count, Lexicon, Stopped};

use crate::app::{self, App, ExitStatus, counted};
use crate::arguments::{DictionaryArgs, SearchArgs, size};
use crate::feature;
use crate::ordered_threads::{Threads, in_order};
use crate::progress::Progress;
use crate::scoring_device::DeviceChoice;
use crate::terminal;
use device_search::{DeviceSearch, SearchSize};

/// The number of boards to draw in one pass over a word list.
const DRAWN_BOARDS: u64 = 1 << 16;

/// Create random boards of a game, or boards that meet a target.
///
/// Prints each board and, if there is a target, its number of words and its points. Boards
/// come from the game's dice, letters or word list. If no board meets the target, it
/// prints the best one, and the reason on standard error, and the exit code is 1. Ctrl-C does the
/// same, with the exit code 130. Without --timeout, the search for a board ends after a million
/// tries, or 100,000 with --maximize.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true, after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    game: String,

    /// Number of boards.
    #[arg(default_value = "1", value_parser = boards)]
    boards: u64,

    /// Minimum number of words; with minimize, the maximum.
    #[arg(value_name = "MIN-WORDS", value_parser = amount)]
    min_words: Option<u64>,

    /// Minimum number of points; with minimize, the maximum.
    #[arg(value_name = "MIN-POINTS", value_parser = amount)]
    min_points: Option<u64>,

    /// Create boards with few words and points; the same as --minimize.
    #[arg(value_name = "minimize", value_parser = ["minimize", "minimise"])]
    keyword: Option<String>,

    /// Create boards with few words and points: at most MIN-WORDS and MIN-POINTS, or none.
    #[arg(long, visible_alias = "minimise")]
    minimize: bool,

    /// Number of words: a range such as 80..120, 80.. or ..120, or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range, conflicts_with_all = ["min_words", "minimize"])]
    words: Option<RangeInclusive<u64>>,

    /// Number of points: a range or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range, conflicts_with_all = ["min_points", "minimize"])]
    points: Option<RangeInclusive<u64>>,

    /// Number of letters of the longest word: a range or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range)]
    longest: Option<RangeInclusive<u64>>,

    /// Search for boards with the most points (the default), words, words-of=8 (words of at least 8
    /// letters) or longest (letters of the longest word).
    #[arg(long, visible_alias = "maximise", value_name = "WHAT", num_args = 0..=1,
        default_missing_value = "points",
        conflicts_with_all = ["min_words", "min_points", "keyword", "minimize", "words", "points", "longest"])]
    maximize: Option<Count>,

    /// How difficult the boards are for people: easy (at least 37% of the points are in words of a
    /// small dictionary, the class 35 of `solve --common`), medium (31% to 37%) or hard.
    #[arg(long, value_name = "DIFFICULTY", conflicts_with = "maximize")]
    difficulty: Option<Difficulty>,

    /// Deal boards as for a round: within the limits that MinWords and other keys of the game set,
    /// or as close to them as possible. The first board is the one that `wgs play` deals with the
    /// same seed; each further board has the next seed.
    #[arg(long, conflicts_with_all = ["min_words", "min_points", "keyword", "minimize", "words",
        "points", "longest", "maximize", "must_contain", "device"])]
    deal: bool,

    /// Rows and columns of the boards, such as 5x6, instead of the game's grid. If the game has
    /// too few dice or letters, each tile shows any of their faces.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(CreateOptions::SIDES))]
    size: Option<BoardSize>,

    /// Word that every board must contain (repeatable).
    #[arg(long = "must-contain", value_name = "WORD")]
    must_contain: Vec<String>,

    /// Random seed; the same seed always creates the same boards.
    #[arg(short, long, value_name = "N", value_parser = amount)]
    seed: Option<u64>,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Print one JSON object for each board.
    #[arg(short, long)]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,

    /// Device that scores boards in the search for a target: cpu, gpu, or auto (a GPU for 100,000
    /// boards or more, if it is much faster). The boards are the same.
    #[arg(long, value_parser = feature::device(), default_value = "auto", hide_possible_values = true)]
    device: DeviceChoice,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs create boggle-new
  wgs create boggle-new 3 500 2000
  wgs create boggle-new 3 0 0 minimize
  wgs create boggle-new --words 80..120 --difficulty easy
  wgs create boggle-new --maximize --timeout 10";

const MAX_BOARDS: u64 = 1_000_000_000_000;

/// Parses a number of boards.
fn boards(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(boards) if (1..=MAX_BOARDS).contains(&boards) => Ok(boards),
        _ => Err(format!("expected a whole number from 1 to {MAX_BOARDS}")),
    }
}

/// Parses a number of words or points, or a seed.
fn amount(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        match text {
            "minimize" | "minimise" => {
                "minimize must come after MIN-WORDS and MIN-POINTS; or use --minimize"
            }
            _ => "expected a whole number",
        }
        .to_owned()
    })
}

impl Args {
    fn target(&self) -> Target {
        Target {
            min_words: self.min_words,
            min_points: self.min_points,
            minimize: self.minimize || self.keyword.is_some(),
            words: self.words.clone(),
            points: self.points.clone(),
            longest: self.longest.clone(),
            maximize: self.maximize,
        }
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let catalogue = app.catalogue()?;
    let game = catalogue.game(&args.game)?;
    let seed = app::seed(args.seed);
    if args.deal {
        return dealt_boards::write(&args, seed, app, out);
    }
    let options = CreateOptions {
        seed,
        must_contain: args.must_contain.clone(),
        // A time limit replaces the limit of tries.
        tries: app.has_timeout().then_some(u64::MAX),
        size: args.size,
        budget: app.budget()?.clone(),
        ..CreateOptions::for_target(&args.target())
    };
    let context = || format!("cannot create boards of {:?}", game.name());
    let creator = Creator::with_loader(game, options, app.loader()?).with_context(context)?;
    let creation = Creation {
        args: &args,
        creator: &creator,
        seed,
        budget: app.budget()?,
        device: None,
        is_quiet: app.is_quiet(),
    };
    if !creator.has_goal() && args.difficulty.is_none() {
        let letters = report_letters(&creator, None);
        let boards = creation.write_boards(out).with_context(context)?;
        report_list(&creator, app);
        return Ok(letters.max(boards));
    }
    let request = GameRequest {
        game: &args.game,
        dictionary: args.dictionary.dictionary.as_deref(),
        engine: args.search.engine,
    };
    let loaded = app.game(&request, "create")?;
    let letters = report_letters(&creator, Some(loaded.lexicon()));
    report_words(&args.must_contain, game.spelling(), &loaded, app);
    let solver = creator.solver(&loaded);
    let scoring = scoring_budget(creation.budget);
    let check = || {
        args.difficulty.map(|difficulty| {
            let check = DifficultyCheck::new(difficulty, &loaded, &solver, scoring.clone());
            check.expect("the table of common words is embedded")
        })
    };
    let size = SearchSize {
        boards: args.boards,
        threads: args.search.threads(),
    };
    let device = match creator.has_goal() {
        true => DeviceSearch::open(args.device, &creator, &solver, size, app),
        false => None,
    };
    let boards = match &device {
        Some(device) => {
            let worker = || {
                let mut worker = solver.worker();
                worker.set_budget(scoring.clone());
                let scorer = device.scorer(worker);
                (creator.worker_with(solver.lexicon(), scorer), check())
            };
            let creation = Creation {
                device: Some(device),
                ..creation
            };
            creation.create_boards(worker, out)
        }
        None => {
            let worker = || {
                let mut worker = creator.worker(&solver);
                worker.set_budget(scoring.clone());
                (worker, check())
            };
            creation.create_boards(worker, out)
        }
    };
    let boards = boards.with_context(context)?;
    report_list(&creator, app);
    Ok(letters.max(boards))
}

/// How long a board is scored after the time limit was reached. An ordinary board takes some
/// microseconds, so that there is a best one even if the time limit is 0.
const SCORING_TIME: Duration = Duration::from_millis(100);

/// Returns the budget of the scoring of a board.
fn scoring_budget(budget: &Budget) -> Budget {
    let (run, end) = (budget.clone(), OnceLock::new());
    let scoring = Budget::new(move || {
        let reason = run.check().err()?;
        let end = end.get_or_init(|| Instant::now() + SCORING_TIME);
        (Instant::now() >= *end).then_some(reason)
    });
    scoring.with_memory(budget.memory())
}

/// Reports the problems of the game's letters, and whether the goal is impossible.
fn report_letters(creator: &Creator<'_>, lexicon: Option<&Lexicon>) -> ExitStatus {
    let warnings = creator.warnings(lexicon);
    for warning in &warnings {
        let _ = writeln!(terminal::error_output(), "{warning}");
    }
    if let Some(reason) = lexicon.and_then(|lexicon| creator.check_goal(lexicon).err()) {
        let _ = writeln!(
            terminal::error_output(),
            "no board can meet the target: {reason}"
        );
    }
    match warnings.as_slice() {
        [] => ExitStatus::Success,
        _ => ExitStatus::Negative,
    }
}

/// Reports the ignored lines of the word list that the boards come from.
fn report_list(creator: &Creator<'_>, app: &App) {
    if let Some(warning) = creator.list_warning()
        && !app.is_quiet()
    {
        let _ = writeln!(terminal::error_output(), "{warning}");
    }
}

/// Reports required words that do not count.
fn report_words(words: &[String], spelling: &Spelling, game: &LoadedGame, app: &App) {
    if app.is_quiet() {
        return;
    }
    let (lexicon, rules) = (game.lexicon(), game.rules());
    for word in words {
        let letters: String = spelling
            .read(word)
            .chars()
            .filter(|c| c.is_alphabetic())
            .collect();
        let why = match lexicon.find(&letters) {
            None => "is not in the dictionary",
            Some(found) if lexicon.letters(found).len() < rules.min_word_length as usize => {
                "is too short"
            }
            Some(_) => continue,
        };
        let _ = writeln!(
            terminal::error_output(),
            "{word} {why}, so it does not count"
        );
    }
}

/// A run of the command.
struct Creation<'r> {
    args: &'r Args,
    creator: &'r Creator<'r>,
    seed: u64,
    budget: &'r Budget,
    /// The GPU that scores the boards, if it is not the processor.
    device: Option<&'r DeviceSearch>,
    is_quiet: bool,
}

/// The boards of a part that were created.
struct CreatedPart {
    boards: Vec<CreatedBoard>,
    /// The number after the last board of the part, which is more than those created if the search
    /// was stopped.
    end: u64,
    /// Whether Ctrl-C was pressed when the part ended.
    is_interrupted: bool,
    /// The note about the device.
    note: Option<String>,
}

/// Creates boards on one thread, and checks their difficulty if that was asked for.
type BoardWorker<'w, S> = (CreatorWorker<'w, S>, Option<DifficultyCheck<'w>>);

/// How far the search for boards has come, on all threads.
#[derive(Default)]
struct SearchState {
    /// The number of boards that were scored.
    tries: AtomicU64,
    /// The best board that was not printed yet.
    best: Mutex<Option<BoardMeasure>>,
}

impl SearchState {
    fn best(&self) -> MutexGuard<'_, Option<BoardMeasure>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the state of a climb that had scored `before` boards when it was last noted.
    fn note(&self, state: &ClimbState, before: &mut u64, goal: &Goal) {
        // A search for another board begins at 0 again.
        let new = state.tries.checked_sub(*before).unwrap_or(state.tries);
        *before = state.tries;
        self.tries.fetch_add(new, Ordering::Relaxed);
        let mut best = self.best();
        let is_better = |best: &BoardMeasure| goal.distance(&state.best) < goal.distance(best);
        if best.as_ref().is_none_or(is_better) {
            *best = Some(state.best);
        }
    }

    /// Describes the best board so far and the number of boards scored per second.
    fn describe(&self, target: &Target, elapsed: Duration) -> String {
        let Some(best) = *self.best() else {
            return String::new();
        };
        let (words, points) = (counted(best.words, "word"), counted(best.points, "point"));
        let mut text = format!("best so far: {words}, {points}");
        if target.longest.is_some() || target.maximize == Some(Count::Longest) {
            let _ = write!(text, ", longest {} letters", best.longest);
        }
        if let Some(Count::LongWords(letters)) = target.maximize {
            let _ = write!(text, ", {} of {letters} letters or more", best.long_words);
        }
        let rate = self.tries.load(Ordering::Relaxed) as f64 / elapsed.as_secs_f64().max(1e-3);
        let _ = write!(text, "; {rate:.0} boards/s");
        text
    }
}

impl Creation<'_> {
    fn is_time_up(&self) -> bool {
        self.budget.check() == Err(Stopped::TimeLimit)
    }

    fn is_interrupted(&self) -> bool {
        self.budget.check() == Err(Stopped::Cancelled)
    }

    fn is_stopped(&self) -> bool {
        self.budget.check().is_err()
    }

    fn parts(&self) -> BoardParts {
        match self.creator.is_from_word_list() {
            true => BoardParts::of_size(self.args.boards, DRAWN_BOARDS),
            false => BoardParts::by_time(self.args.boards),
        }
    }

    fn threads(&self) -> Threads {
        Threads::new(match self.creator.is_from_word_list() {
            true => 1,
            false if self.device.is_some() => device_search::SEARCHES,
            false => self.args.search.threads(),
        })
    }

    /// Writes boards that need not be scored.
    fn write_boards(&self, out: &mut dyn Write) -> Result<ExitStatus> {
        let parts = self.parts();
        let progress = Progress::new(self.args.boards, "boards");
        let out = RefCell::new(out);
        let mut written = 0;
        let work = |(): &mut (), part: Range<u64>| -> Result<Option<(u64, String)>> {
            if self.is_stopped() {
                return Ok(None);
            }
            let (start, end) = (Instant::now(), part.end);
            let boards = end - part.start;
            let mut text = String::new();
            self.creator.write_boards(part, &mut text)?;
            parts.note(boards, start.elapsed());
            if self.args.json {
                text = self.as_json(&text)?;
            }
            Ok(Some((end, text)))
        };
        let take = |part: Result<Option<(u64, String)>>| {
            let Some((end, text)) = part? else {
                return Ok(ControlFlow::Break(()));
            };
            let out = &mut *out.borrow_mut();
            progress.write(out, &text)?;
            out.flush()?;
            written = end;
            progress.set(written);
            Ok(ControlFlow::Continue(()))
        };
        let tick = || {
            // An error will occur again with the next board.
            let _ = progress.flush(*out.borrow_mut());
            progress.tick();
        };
        let done = in_order(parts.source(), self.threads(), || (), work, take, tick);
        let flushed = progress.flush(*out.borrow_mut());
        progress.finish();
        done?;
        flushed?;
        Ok(self.end(written))
    }

    /// Converts boards to JSON, line by line.
    fn as_json(&self, lines: &str) -> Result<String> {
        let mut text = String::new();
        for board in lines.lines() {
            let reply = CreateReply::unscored(board.to_owned(), self.seed);
            writeln!(text, "{}", serde_json::to_string(&reply)?)?;
        }
        Ok(text)
    }

    /// Creates boards that meet the target.
    fn create_boards<'w, S: Scorer>(
        &self,
        worker: impl Fn() -> BoardWorker<'w, S> + Sync,
        out: &mut dyn Write,
    ) -> Result<ExitStatus> {
        let threads = self.threads();
        let parts = self.parts();
        let progress = Progress::described(self.args.boards, "boards");
        let out = RefCell::new(out);
        let target = self.args.target();
        let goal = target.goal();
        let state = SearchState::default();
        let start = Instant::now();
        let (mut written, mut missed) = (0, 0);
        let work = |(worker, check): &mut BoardWorker<'_, S>, part: Range<u64>| -> Result<_> {
            let (start, end) = (Instant::now(), part.end);
            let created = |boards| CreatedPart {
                boards,
                end,
                is_interrupted: self.is_interrupted(),
                note: None,
            };
            if self.creator.is_from_word_list() && check.is_none() {
                return Ok(created(worker.create(part, || self.is_stopped())?));
            }
            let mut before = 0;
            let mut stop = |climb: &ClimbState| {
                state.note(climb, &mut before, &goal);
                self.is_stopped()
            };
            let mut boards = Vec::new();
            for number in part {
                // The first board is always begun, so that there is a best one to show.
                if number > 0 && self.is_stopped() {
                    break;
                }
                let is_stopped = || self.is_stopped();
                match check {
                    Some(check) => {
                        boards.extend(check.create(number, worker, &mut stop, is_stopped)?)
                    }
                    None => boards.extend(worker.create_watched(number..number + 1, &mut stop)?),
                }
            }
            parts.note(boards.len() as u64, start.elapsed());
            Ok(CreatedPart {
                note: self.check_device()?,
                ..created(boards)
            })
        };
        let take = |part: Result<CreatedPart>| {
            let part = part?;
            let out = &mut *out.borrow_mut();
            if let Some(note) = &part.note {
                progress.warn(note);
            }
            for (board, left) in part.boards.iter().zip((0..part.boards.len()).rev()) {
                written += 1;
                *state.best() = None;
                progress.write(out, &self.line(board, &goal)?)?;
                // The last board of a part may have been in work when Ctrl-C was pressed. What is
                // said about a board follows it.
                let is_cut = part.is_interrupted && left == 0;
                if !board.is_met && target.maximize.is_none() {
                    missed += 1;
                    progress.flush(out)?;
                    progress.warn(&self.shortcoming(written, board, &goal));
                } else if is_cut && target.maximize.is_some() {
                    progress.flush(out)?;
                    let best = "this is the best board so far; interrupted";
                    progress.warn(&format!("board {written}: {best}"));
                }
            }
            // A program at the other end of a pipe may wait for each board.
            out.flush()?;
            progress.set(written);
            Ok(match written < part.end {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        };
        let wait = || {
            // An error will occur again with the next board.
            let _ = progress.flush(*out.borrow_mut());
            progress.describe(state.describe(&target, start.elapsed()));
            progress.tick();
        };
        let done = in_order(parts.source(), threads, worker, work, take, wait);
        let flushed = progress.flush(*out.borrow_mut());
        progress.finish();
        // Also if the part with the wrong score was not taken any more.
        self.check_device()?;
        done?;
        flushed?;
        if self.is_interrupted() {
            return Ok(self.end(written).max(ExitStatus::Interrupted));
        }
        let status = self.end(written);
        Ok(if missed > 0 {
            ExitStatus::Negative
        } else {
            status
        })
    }

    /// Returns an error if the scores of the device were wrong, or a note about it.
    fn check_device(&self) -> Result<Option<String>> {
        match self.device {
            Some(device) => Ok(device.check()?.filter(|_| !self.is_quiet)),
            None => Ok(None),
        }
    }

    fn line(&self, created: &CreatedBoard, goal: &Goal) -> Result<String> {
        let spelling = self.creator.spelling();
        if !self.args.json {
            let (words, points) = (created.measure.words, created.measure.points);
            let board = created.board.to_string();
            let board = spelling.show(&board);
            return Ok(format!("{board} {words} {points}\n"));
        }
        let reply = CreateReply::scored(created, goal, spelling, self.seed);
        Ok(serde_json::to_string(&reply)? + "\n")
    }

    /// Describes why a board does not meet the target.
    fn shortcoming(&self, number: u64, created: &CreatedBoard, goal: &Goal) -> String {
        let missed = goal.aims().iter().filter(|aim| {
            let goal = Goal::new([**aim]);
            !goal.is_met(&created.measure)
        });
        let mut missed: Vec<String> = missed
            .map(|(measure, aim)| {
                let found = measure.of(&created.measure);
                format!("expected {}, found {found}", expected(*measure, *aim))
            })
            .collect();
        if let (true, Some(difficulty)) = (missed.is_empty(), self.args.difficulty) {
            missed.push(format!("found no board that is {difficulty}"));
        }
        let end = match created.tries {
            _ if self.is_interrupted() => "interrupted".to_owned(),
            _ if self.is_time_up() => "the time is up".to_owned(),
            tries => format!("gave up after {tries} tries"),
        };
        format!("board {number}: {}; {end}", missed.join(", "))
    }

    /// Returns the status after a number of boards, and reports if there are too few.
    fn end(&self, written: u64) -> ExitStatus {
        end(written, self.args.boards, self.is_interrupted())
    }
}

/// Returns the status after a number of boards, and reports if there are too few.
fn end(written: u64, boards: u64, is_interrupted: bool) -> ExitStatus {
    if written == boards {
        return ExitStatus::Success;
    }
    let reason = match is_interrupted {
        true => "interrupted",
        false => "the time is up",
    };
    let _ = writeln!(
        terminal::error_output(),
        "{reason} after {written} of {boards} boards"
    );
    match is_interrupted {
        true => ExitStatus::Interrupted,
        false => ExitStatus::Negative,
    }
}

/// Describes an aim.
fn expected(count: Count, aim: Aim) -> String {
    // The noun agrees with the last number.
    let (range, last) = match aim {
        Aim::Within { least, most } => match (least, most) {
            (least, most) if least == most => (least.to_string(), most),
            (least, u64::MAX) => (format!("at least {least}"), least),
            (0, most) => (format!("at most {most}"), most),
            (least, most) => (format!("{least} to {most}"), most),
        },
        Aim::Maximise => ("as many as possible".to_owned(), 0),
        Aim::Minimise => ("as few as possible".to_owned(), 0),
    };
    let plural = if last == 1 { "" } else { "s" };
    match count {
        Count::Words => format!("{range} word{plural}"),
        Count::Points => format!("{range} point{plural}"),
        Count::Longest => format!("a longest word of {range} letter{plural}"),
        _ => format!("{range} long word{plural}"),
    }
}
