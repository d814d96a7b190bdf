//! `wgs records`: the best boards that hunts have found, and checks of them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Subcommand;
use serde::Serialize;
use wgs_app::record_check::{RecordCheck, RecordChecker};
use wgs_app::reply::{RecordReply, RecordSource};
use wgs_engine::Count;
use wgs_records::record::RecordTable;

use crate::app::{App, ExitStatus, counted};
use crate::column::print_table;
use crate::record_file;
use crate::terminal::Stream;

/// List the best boards that hunts have found, or check them.
///
/// Lists the best board for each game, dictionary, choice of letters and goal: the records that come
/// with wgs, and yours from `wgs hunt`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<RecordsCommand>,

    #[command(flatten)]
    list: ListArgs,
}

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs records
  wgs records --game boggle-new
  wgs records check
  wgs records check --dictionary enable2k.txt";

#[derive(Debug, Subcommand)]
enum RecordsCommand {
    Check(CheckArgs),
}

/// The flags for which tables are read.
#[derive(Debug, clap::Args)]
struct TableArgs {
    /// Table to read instead of the one in your data folder.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Only the records of this game.
    #[arg(short, long)]
    game: Option<String>,

    /// Print one JSON object for each record.
    #[arg(short, long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    tables: TableArgs,
}

/// Score every record again.
///
/// Each record is scored with the dictionary that has its hash, among those of the configuration and
/// of --dictionary. The exit code is 1 if a record is wrong or a line cannot be read. Records whose
/// dictionary is missing are skipped and do not change the exit code.
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// Another dictionary for the check: a name in the configuration, a word list or a compiled
    /// dictionary (repeatable).
    #[arg(short, long, value_name = "NAME-OR-FILE")]
    dictionary: Vec<String>,

    #[command(flatten)]
    tables: TableArgs,
}

/// The records to print or check, and the table that the user has.
struct Records {
    replies: Vec<RecordReply>,
    /// The problems of lines of the table that cannot be read.
    problems: Vec<String>,
}

impl TableArgs {
    fn read(&self, app: &App) -> Result<Records> {
        let file = record_file::choose(self.table.as_deref())?;
        let local = file.read()?;
        let game = match &self.game {
            Some(name) => Some(app.catalogue()?.game(name)?.name().to_owned()),
            None => None,
        };
        let mut replies = RecordReply::of_tables(&RecordTable::shipped(), &local);
        replies.retain(|reply| game.as_ref().is_none_or(|game| *game == reply.record.game));
        let problems = local.problems().map(|(line, problem)| {
            let path = file.path().display();
            format!("{path}:{line}: the line cannot be read: {problem}")
        });
        Ok(Records {
            replies,
            problems: problems.collect(),
        })
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        Some(RecordsCommand::Check(args)) => check(&args, app, out),
        None => list(&args.list.tables, app, out),
    }
}

fn list(args: &TableArgs, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let records = args.read(app)?;
    for problem in &records.problems {
        crate::app::report(problem);
    }
    if args.json {
        for reply in &records.replies {
            writeln!(out, "{}", serde_json::to_string(reply)?)?;
        }
        return Ok(ExitStatus::Success);
    }
    let headings = [
        "Game",
        "Size",
        "Letters",
        "Dictionary",
        "Goal",
        "Points",
        "Words",
        "Long",
        "Met",
        "Board",
    ];
    let mut rows = vec![headings.map(str::to_owned)];
    let shown = |text: String| Stream::Output.shown(&text).into_owned();
    rows.extend(records.replies.iter().map(|reply| row(reply).map(shown)));
    print_table(&rows, out)?;
    Ok(ExitStatus::Success)
}

fn row(reply: &RecordReply) -> [String; 10] {
    let record = &reply.record;
    let long = record.long_words.map(|long| long.to_string());
    let long = long.filter(|_| matches!(record.goal.count(), Count::LongWords(_)));
    let long = long.unwrap_or_else(|| "-".to_owned());
    [
        record.game.clone(),
        record.size().to_string(),
        record.letters.clone(),
        record.dictionary.clone(),
        record.goal.to_string(),
        record.points.to_string(),
        record.words.to_string(),
        long,
        format!("{}/{}", reply.met, reply.climbs),
        record.board.clone(),
    ]
}

/// The result of checking a record.
#[derive(Debug, Serialize)]
struct CheckReply<'r> {
    #[serde(flatten)]
    record: &'r RecordReply,
    /// `correct`, `wrong` or `unchecked`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
}

fn check(args: &CheckArgs, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let records = args.tables.read(app)?;
    let mut checker = RecordChecker::new(app.loader()?);
    for dictionary in &args.dictionary {
        let added = checker.add_dictionary(dictionary);
        added.map_err(crate::app::with_flag)?;
    }
    let budget = app.budget()?;
    let (mut correct, mut wrong, mut unchecked) = (0u64, 0u64, 0u64);
    for reply in &records.replies {
        let checked = checker.check(&reply.record, budget);
        let checked = checked.context("not all records were checked")?;
        let (result, reason) = match &checked {
            RecordCheck::Correct => ("correct", None),
            RecordCheck::Wrong(reason) => ("wrong", Some(reason.as_str())),
            RecordCheck::Unchecked(reason) => ("unchecked", Some(reason.as_str())),
        };
        match checked {
            RecordCheck::Correct => correct += 1,
            RecordCheck::Wrong(_) => wrong += 1,
            RecordCheck::Unchecked(_) => unchecked += 1,
        }
        if args.tables.json {
            let record = reply;
            let reply = CheckReply {
                record,
                result,
                reason,
            };
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else if let Some(reason) = reason {
            let record = &reply.record;
            let table = match reply.source {
                RecordSource::Shipped => "shipped",
                RecordSource::Local => "local",
            };
            writeln!(
                out,
                "{result}: {} {} {} {} {} ({table}): {reason}",
                record.game,
                record.size(),
                record.letters,
                record.goal,
                record.board
            )?;
        }
    }
    app.end_searches();
    for problem in &records.problems {
        crate::app::report(problem);
    }
    if !args.tables.json {
        let unreadable = match records.problems.len() {
            0 => String::new(),
            number => format!(", {}", counted(number as u64, "unreadable line")),
        };
        writeln!(
            out,
            "{correct} correct, {wrong} wrong, {unchecked} not checked{unreadable}"
        )?;
    }
    Ok(match wrong == 0 && records.problems.is_empty() {
        true => ExitStatus::Success,
        false => ExitStatus::Negative,
    })
}
