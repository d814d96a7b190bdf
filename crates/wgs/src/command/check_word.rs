//! `wgs check-word`: whether a game's dice or letters can spell a word.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use wgs_app::reply::{CheckWordReply, CountReply};
use wgs_config::spelling::Spelling;
use wgs_lab::{WordChecker, WordStatistics};

use super::check_board::{sign, tile_line};
use crate::app::{App, ExitStatus, counted};
use crate::line_source::LineSource;

/// Check whether the game's dice or letters can spell a word.
///
/// Prints each word after a + (possible) or a - (impossible). Characters other than letters
/// are printed but ignored. The words need not be in the dictionary or follow the rules. The
/// exit code is 1 if any word is impossible.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name of the game; `wgs games` lists all games.
    game: String,

    /// Information to print on standard error.
    #[arg(value_enum)]
    report: Option<CheckReport>,

    /// Word to check instead of reading words from standard input (repeatable).
    #[arg(long = "word", value_name = "WORD")]
    words: Vec<String>,

    /// File of words, one to a line, to check instead of standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,

    /// Print the dice that spell each word, or why it cannot be spelled.
    #[arg(long)]
    explain: bool,

    /// Only print the number of words that can (+) and cannot (-) be spelled; the exit code
    /// is 0.
    #[arg(long, conflicts_with = "explain")]
    count: bool,

    /// Print one JSON object for each word.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckReport {
    /// Print statistics at the end.
    Stats,
    /// Print how each word was checked.
    Verbose,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let game = app.catalogue()?.game(&args.game)?;
    let letters = game.distribution_for("check-word")?;
    let spelling = game.spelling();
    let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
    let mut checker = WordChecker::new(letters, q_is_qu)
        .with_context(|| format!("the game {:?} cannot be checked", game.name()))?;
    let lines = LineSource {
        given: &args.words,
        flag: "--word",
        file: args.file.as_deref(),
        prompt: "Enter word to check",
    };
    let mut status = lines.answer(out, |text, out| {
        let before = checker.statistics();
        let valid = if args.explain {
            explain(text, &mut checker, spelling, args.json, out)?
        } else {
            let valid = checker.check(&spelling.read(text));
            match (args.count, args.json) {
                (true, _) => {}
                (false, true) => {
                    let reply = CheckWordReply::new(text.to_owned(), valid);
                    writeln!(out, "{}", serde_json::to_string(&reply)?)?;
                }
                (false, false) => writeln!(out, "{}{text}", sign(valid))?,
            }
            valid
        };
        if args.report == Some(CheckReport::Verbose) {
            out.flush()?;
            let _ = writeln!(
                io::stderr(),
                "{text}: {}",
                details(&before, &checker.statistics())
            );
        }
        Ok(valid)
    })?;
    let statistics = checker.statistics();
    if args.count {
        let (spelled, unspelled) = (statistics.spelled, statistics.words - statistics.spelled);
        if args.json {
            let reply = CountReply { spelled, unspelled };
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else {
            writeln!(out, "+{spelled}\n-{unspelled}")?;
        }
        if status == ExitStatus::Negative {
            status = ExitStatus::Success;
        }
    }
    if args.report == Some(CheckReport::Stats) {
        out.flush()?;
        report(&statistics);
    }
    Ok(status)
}

fn explain(
    text: &str,
    checker: &mut WordChecker,
    spelling: &Spelling,
    json: bool,
    out: &mut dyn Write,
) -> Result<bool> {
    let reply = CheckWordReply::explained(text, checker, spelling);
    if json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(reply.valid);
    }
    writeln!(out, "{}{text}", sign(reply.valid))?;
    for tile in reply.tiles.iter().flatten() {
        writeln!(out, "{}", tile_line(tile))?;
    }
    if let Some(reason) = &reply.reason {
        writeln!(out, "    {reason}")?;
    }
    Ok(reply.valid)
}

/// Describes how the last word was checked.
fn details(before: &WordStatistics, after: &WordStatistics) -> String {
    let can = if after.spelled > before.spelled {
        "can be spelled"
    } else {
        "cannot be spelled"
    };
    if after.by_length > before.by_length {
        format!("{can} (decided by its length)")
    } else if after.by_letters > before.by_letters {
        format!("{can} (decided by the tiles with one letter)")
    } else {
        let steps = counted(after.steps - before.steps, "step");
        format!("{can} (decided by a search of {steps})")
    }
}

fn report(statistics: &WordStatistics) {
    for (name, number) in [
        ("words", statistics.words),
        ("can be spelled", statistics.spelled),
        ("decided by length", statistics.by_length),
        ("decided by tiles with one letter", statistics.by_letters),
        ("decided by search", statistics.by_search),
        ("search steps", statistics.steps),
    ] {
        let _ = writeln!(io::stderr(), "{name:<32} {number}");
    }
}
