//! `wgs create`: random boards of a game, or boards as one wants them.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wgs_app::creator::{CreateOptions, CreatedBoard, Creator, CreatorWorker};
use wgs_app::reply::CreateReply;
use wgs_app::target::{Target, read_range};
use wgs_config::spelling::Spelling;
use wgs_core::{Lexicon, Rules};
use wgs_lab::{Aim, Goal, Measure};

use crate::app::{self, App, Outcome};
use crate::in_order::in_order;
use crate::progress::Progress;
use crate::question::{WorkArgs, dictionary};

/// Boards that are not scored, written at a time.
pub(super) const BLOCK: u64 = 4096;

/// Boards that are scored, made at a time: so many that handing them over is no trouble, but
/// people like to see boards come.
pub(super) fn block_of_scored(boards: u64, threads: usize) -> u64 {
    (boards / (threads as u64 * 64)).clamp(1, 512)
}

/// Boards drawn from a word list at a time, with one pass over it.
const DRAWN: u64 = 1 << 16;

/// Create random boards of a game, or boards as you want them.
///
/// Prints each board, and if something is wanted of it, its words and points. Boards follow
/// the game's dice, letters or word list. If none is found that is as wanted, the best one
/// is printed, the reason goes to standard error, and the command ends with code 1.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    /// How many boards.
    #[arg(default_value = "1", value_parser = boards)]
    boards: u64,

    /// The fewest words, or with minimize the most.
    #[arg(value_name = "MIN-WORDS", value_parser = amount)]
    min_words: Option<u64>,

    /// The fewest points, or with minimize the most.
    #[arg(value_name = "MIN-POINTS", value_parser = amount)]
    min_points: Option<u64>,

    /// Make boards with few words and points.
    #[arg(value_name = "minimize", value_parser = ["minimize", "minimise"])]
    keyword: Option<String>,

    /// Make boards with few words and points: none, or as many as given.
    #[arg(long, visible_alias = "minimise")]
    minimize: bool,

    /// How many words: a range such as 80..120, 80.. or ..120, or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range, conflicts_with_all = ["min_words", "minimize"])]
    words: Option<RangeInclusive<u64>>,

    /// How many points: a range, or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range, conflicts_with_all = ["min_points", "minimize"])]
    points: Option<RangeInclusive<u64>>,

    /// How many letters the longest word has: a range, or a number.
    #[arg(long, value_name = "RANGE", value_parser = read_range)]
    longest: Option<RangeInclusive<u64>>,

    /// Lay this word on every board (repeatable).
    #[arg(long = "must-contain", value_name = "WORD")]
    must_contain: Vec<String>,

    /// Where chance begins: the same number gives the same boards.
    #[arg(long, value_name = "N", value_parser = amount)]
    seed: Option<u64>,

    /// Stop after so many seconds. Without it, a board is given up after a million tries.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Use this dictionary instead of the game's: a name in the configuration, a list of
    /// words or a compiled dictionary.
    #[arg(long, value_name = "NAME-OR-FILE")]
    dictionary: Option<String>,

    /// Print one JSON object for each board.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    work: WorkArgs,
}

const MOST_BOARDS: u64 = 1_000_000_000_000;

/// Reads a number of boards.
fn boards(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(boards) if (1..=MOST_BOARDS).contains(&boards) => Ok(boards),
        _ => Err(format!("wanted a whole number from 1 to {MOST_BOARDS}")),
    }
}

/// Reads a number of words or points, or a seed.
fn amount(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        match text {
            "minimize" | "minimise" => "it comes behind MIN-WORDS and MIN-POINTS, or as --minimize",
            _ => "wanted a whole number",
        }
        .to_owned()
    })
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "wanted a number of seconds".to_owned())
}

impl Args {
    fn goal(&self) -> Goal {
        let target = Target {
            min_words: self.min_words,
            min_points: self.min_points,
            minimize: self.minimize || self.keyword.is_some(),
            words: self.words.clone(),
            points: self.points.clone(),
            longest: self.longest.clone(),
        };
        target.goal()
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let catalogue = app.catalogue()?;
    let game = catalogue.game(&args.game)?;
    let seed = app::seed(args.seed);
    let options = CreateOptions {
        seed,
        goal: args.goal(),
        must_contain: args.must_contain.clone(),
        // Whoever sets a time means it.
        tries: args.timeout.map(|_| u64::MAX),
    };
    let context = || format!("cannot create boards of {:?}", game.name());
    let creator = Creator::new(game, options).with_context(context)?;
    // A time beyond all clocks is no limit.
    let deadline = args
        .timeout
        .and_then(|timeout| Instant::now().checked_add(timeout));
    let creation = Creation {
        args: &args,
        creator: &creator,
        seed,
        deadline,
    };
    if !creator.has_goal() {
        let odd = tell_remarks(&creator, None);
        let outcome = creation.write_boards(out).with_context(context)?;
        return Ok(if odd { Outcome::No } else { outcome });
    }
    let rules = game.rules_for("create")?;
    let grid = game.grid_for("create")?;
    let lexicon = dictionary("create", game, args.dictionary.as_deref(), catalogue)?.load()?;
    let odd = tell_remarks(&creator, Some(&lexicon));
    tell_of_words(&args.must_contain, game.spelling(), &lexicon, rules);
    let solver = args.work.solver(&lexicon, grid, rules)?;
    let worker = || creator.worker(&solver);
    let outcome = creation.create_boards(worker, out).with_context(context)?;
    Ok(if odd { Outcome::No } else { outcome })
}

/// Tells people what is odd about the game's letters, and whether anything is.
fn tell_remarks(creator: &Creator<'_>, lexicon: Option<&Lexicon>) -> bool {
    let remarks = creator.warnings(lexicon);
    for remark in &remarks {
        let _ = writeln!(io::stderr(), "{remark}");
    }
    if let Some(reason) = lexicon.and_then(|lexicon| creator.check_goal(lexicon).err()) {
        let _ = writeln!(io::stderr(), "no board can be as wanted: {reason}");
    }
    !remarks.is_empty()
}

/// Tells people of words that boards must have, but that count for nothing.
fn tell_of_words(words: &[String], spelling: &Spelling, lexicon: &Lexicon, rules: &Rules) {
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
        let _ = writeln!(io::stderr(), "{word} {why}, so it does not count");
    }
}

/// Boards in the making.
struct Creation<'r> {
    args: &'r Args,
    creator: &'r Creator<'r>,
    seed: u64,
    deadline: Option<Instant>,
}

impl Creation<'_> {
    fn is_over(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The boards of a part, when they are made so many at a time.
    fn numbers(&self, part: u64, block: u64) -> std::ops::Range<u64> {
        part * block..self.args.boards.min((part + 1) * block)
    }

    fn threads(&self) -> usize {
        match self.creator.is_from_word_list() {
            true => 1,
            false => self.args.work.threads(),
        }
    }

    /// Writes boards that need not be scored.
    fn write_boards(&self, out: &mut dyn Write) -> Result<Outcome> {
        let block = if self.creator.is_from_word_list() {
            DRAWN
        } else {
            BLOCK
        };
        let progress = Progress::new(self.args.boards, "boards");
        let mut written = 0;
        let work = |(): &mut (), part| -> Result<Option<String>> {
            if self.is_over() {
                return Ok(None);
            }
            let mut text = String::new();
            self.creator
                .write_boards(self.numbers(part, block), &mut text)?;
            if self.args.json {
                text = self.as_json(&text)?;
            }
            Ok(Some(text))
        };
        let take = |part, text: Result<Option<String>>| {
            let Some(text) = text? else {
                return Ok(ControlFlow::Break(()));
            };
            progress.write(out, &text)?;
            written = self.numbers(part, block).end;
            progress.set(written);
            Ok(ControlFlow::Continue(()))
        };
        let parts = self.args.boards.div_ceil(block);
        let done = in_order(parts, self.threads(), || (), work, take, || progress.tick());
        progress.finish();
        done?;
        self.end(written)
    }

    /// Each line as a reply.
    fn as_json(&self, lines: &str) -> Result<String> {
        let mut text = String::new();
        for board in lines.lines() {
            let reply = CreateReply {
                board: board.to_owned(),
                words: None,
                points: None,
                longest: None,
                met: None,
                seed: self.seed,
            };
            writeln!(text, "{}", serde_json::to_string(&reply)?)?;
        }
        Ok(text)
    }

    /// Creates boards that are as wanted.
    fn create_boards<'w>(
        &self,
        worker: impl Fn() -> CreatorWorker<'w> + Sync,
        out: &mut dyn Write,
    ) -> Result<Outcome> {
        let threads = self.threads();
        let block = match self.creator.is_from_word_list() {
            true => DRAWN,
            false => block_of_scored(self.args.boards, threads),
        };
        let progress = Progress::new(self.args.boards, "boards");
        let goal = self.args.goal();
        let (mut written, mut missed) = (0, 0);
        let work = |worker: &mut CreatorWorker<'_>, part| -> Result<Vec<CreatedBoard>> {
            let numbers = self.numbers(part, block);
            let stop = || self.is_over();
            if self.creator.is_from_word_list() {
                return Ok(worker.create(numbers, stop)?);
            }
            let mut boards = Vec::new();
            for number in numbers {
                // The first board is begun in any case: there is a best one to show.
                if number > 0 && self.is_over() {
                    break;
                }
                boards.extend(worker.create(number..number + 1, stop)?);
            }
            Ok(boards)
        };
        let take = |part, boards: Result<Vec<CreatedBoard>>| {
            let boards = boards?;
            for board in &boards {
                progress.write(out, &self.line(board, &goal)?)?;
                written += 1;
                if !board.is_met {
                    missed += 1;
                    progress.tell(&self.excuse(written, board, &goal));
                }
            }
            // Someone may wait for each at the other end of a pipe.
            out.flush()?;
            progress.set(written);
            let numbers = self.numbers(part, block);
            Ok(if (boards.len() as u64) < numbers.end - numbers.start {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        let parts = self.args.boards.div_ceil(block);
        let done = in_order(parts, threads, worker, work, take, || progress.tick());
        progress.finish();
        done?;
        let outcome = self.end(written)?;
        Ok(if missed > 0 { Outcome::No } else { outcome })
    }

    fn line(&self, created: &CreatedBoard, goal: &Goal) -> Result<String> {
        let measure = &created.measure;
        if !self.args.json {
            let (words, points) = (measure.words, measure.points);
            return Ok(format!("{} {words} {points}\n", created.board));
        }
        let reply = CreateReply {
            board: created.board.clone(),
            words: Some(measure.words),
            points: Some(measure.points),
            longest: goal.needs_word_lengths().then_some(measure.longest),
            met: Some(created.is_met),
            seed: self.seed,
        };
        Ok(serde_json::to_string(&reply)? + "\n")
    }

    /// Why a board is not as wanted.
    fn excuse(&self, number: u64, created: &CreatedBoard, goal: &Goal) -> String {
        let missed = goal.aims().iter().filter(|aim| {
            let goal = Goal::new([(*aim).clone()]);
            !goal.is_met(&created.measure)
        });
        let missed: Vec<String> = missed
            .map(|(measure, aim)| {
                let found = measure.of(&created.measure);
                format!("{} wanted, {found} found", wanted(*measure, aim))
            })
            .collect();
        let end = match self.is_over() {
            true => "the time was up".to_owned(),
            false => format!("given up after {} tries", created.tries),
        };
        format!("board {number}: {}; {end}", missed.join(", "))
    }

    /// How it all ended, after so many boards.
    fn end(&self, written: u64) -> Result<Outcome> {
        let wanted = self.args.boards;
        if written == wanted {
            return Ok(Outcome::Fine);
        }
        let _ = writeln!(
            io::stderr(),
            "the time was up after {written} of {wanted} boards"
        );
        Ok(Outcome::No)
    }
}

/// What was wanted, in words.
fn wanted(measure: Measure, aim: &Aim) -> String {
    let range = match aim {
        Aim::Within(range) => match (*range.start(), *range.end()) {
            (start, end) if start == end => start.to_string(),
            (start, u64::MAX) => format!("{start} or more"),
            (0, end) => format!("at most {end}"),
            (start, end) => format!("{start} to {end}"),
        },
        Aim::Maximise => "the most".to_owned(),
        _ => "the fewest".to_owned(),
    };
    match measure {
        Measure::Words => format!("{range} words"),
        Measure::Points => format!("{range} points"),
        Measure::Longest => format!("a longest word of {range} letters"),
        _ => format!("{range} long words"),
    }
}
