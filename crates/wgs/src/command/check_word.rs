//! `wgs check-word`: whether a game's dice or letters can spell words.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use wgs_app::reply::{CheckWordReply, CountReply};
use wgs_config::spelling::Spelling;
use wgs_lab::{WordChecker, WordStatistics};

use super::check_board::{sign, tile_line};
use super::line::Lines;
use crate::app::{App, Outcome};

/// Tell whether the game's dice or letters can spell words.
///
/// Prints each word with a leading + or -. Characters that are no letters are ignored but
/// printed; neither the dictionary nor the rules are asked. Ends with code 1 if some word
/// cannot be spelled.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game, as `wgs games` lists them.
    game: String,

    /// What to tell on standard error.
    #[arg(value_enum)]
    report: Option<Report>,

    /// Check this word instead of reading words from standard input (repeatable).
    #[arg(long = "word", value_name = "WORD")]
    words: Vec<String>,

    /// Check the words of this file, one a line, instead of standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,

    /// Tell which dice spell the word, or why none do.
    #[arg(long)]
    explain: bool,

    /// Print only how many words can be spelled (+) and how many cannot (-), and end with
    /// code 0.
    #[arg(long, conflicts_with = "explain")]
    count: bool,

    /// Print one JSON object for each word.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Report {
    /// Statistics at the end.
    Stats,
    /// How each word was answered.
    Verbose,
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<Outcome> {
    let game = app.catalogue()?.game(&args.game)?;
    let letters = game.distribution_for("check-word")?;
    let spelling = game.spelling();
    let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
    let mut checker = WordChecker::new(letters, q_is_qu)
        .with_context(|| format!("the game {:?} cannot be checked", game.name()))?;
    let lines = Lines {
        given: &args.words,
        flag: "--word",
        file: args.file.as_deref(),
        prompt: "Enter word to check",
    };
    let mut outcome = lines.answer(out, |text, out| {
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
        if args.report == Some(Report::Verbose) {
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
        if outcome == Outcome::No {
            outcome = Outcome::Fine;
        }
    }
    if args.report == Some(Report::Stats) {
        out.flush()?;
        report(&statistics);
    }
    Ok(outcome)
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

/// How the last word was answered.
fn details(before: &WordStatistics, after: &WordStatistics) -> String {
    let can = if after.spelled > before.spelled {
        "can be spelled"
    } else {
        "cannot be spelled"
    };
    if after.by_length > before.by_length {
        format!("{can}, by its length")
    } else if after.by_letters > before.by_letters {
        format!("{can}, by tiles of one letter")
    } else {
        let steps = after.steps - before.steps;
        format!("{can}, by search, steps: {steps}")
    }
}

fn report(statistics: &WordStatistics) {
    for (name, number) in [
        ("words", statistics.words),
        ("can be spelled", statistics.spelled),
        ("answered by their length", statistics.by_length),
        ("answered by tiles of one letter", statistics.by_letters),
        ("answered by search", statistics.by_search),
        ("steps of all searches", statistics.steps),
    ] {
        let _ = writeln!(io::stderr(), "{name:<32} {number}");
    }
}
