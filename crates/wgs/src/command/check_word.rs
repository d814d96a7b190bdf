//! `wgs check-word`: whether a game's dice or letters can spell a word.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wgs_app::creator::CreateOptions;
use wgs_app::reply::{CheckWordReply, CountReply};
use wgs_dice::{WordChecker, WordStatistics};
use wgs_engine::BoardSize;

use super::check_board::{letters_of_size, sign, tile_line};
use crate::app::{App, ExitStatus, counted};
use crate::arguments::size;
use crate::game_args::GameArgs;
use crate::line_source::{BLOCK_LINES, LineSource, Prompt};
use crate::terminal;

/// Check whether the game's dice or letters can spell a word.
///
/// Prints each word after a + (possible) or a - (impossible). Characters other than letters
/// are printed but ignored. The words need not be in the dictionary or follow the rules. The
/// exit code is 1 if any word is impossible. If the limits of time and steps end a check, which only
/// happens with contrived dice and words of fifty letters, the word is printed after a ?, and the
/// exit code is 3.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Words to check instead of reading words from standard input. Before them, `stats` prints
    /// statistics on standard error at the end, and `verbose` prints the steps of each check.
    #[arg(value_name = "stats | verbose | WORD")]
    arguments: Vec<String>,

    /// Word to check instead of reading words from standard input (repeatable).
    #[arg(long = "word", value_name = "WORD")]
    words: Vec<String>,

    /// File of words, one to a line, to check instead of standard input.
    #[arg(short, long, value_name = "FILE", conflicts_with = "words")]
    file: Option<PathBuf>,

    /// Rows and columns of the boards, such as 5x6, instead of the game's grid. If the game has too
    /// few dice or letters, each tile shows any of their faces.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = size(CreateOptions::SIDES))]
    size: Option<BoardSize>,

    /// Print the dice that spell each word, or why it cannot be spelled.
    #[arg(long)]
    explain: bool,

    /// Only print the number of words that can (+) and cannot (-) be spelled, and that of
    /// undecided words (?) if there are any; the exit code is 0.
    #[arg(long, conflicts_with = "explain")]
    count: bool,

    /// Print one JSON object for each word.
    #[arg(short, long)]
    json: bool,
}

/// The notes for standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckReport {
    /// Statistics at the end.
    Stats,
    /// How each word was checked.
    Verbose,
}

impl CheckReport {
    /// Returns the report with this keyword. A word in upper case is never a keyword.
    fn from_keyword(text: &str) -> Option<Self> {
        match text {
            "stats" => Some(Self::Stats),
            "verbose" => Some(Self::Verbose),
            _ => None,
        }
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let choice = args.game.choose_for_words(app)?;
    let mut arguments = choice.argument.into_iter().chain(args.arguments).peekable();
    let report = arguments
        .peek()
        .and_then(|first| CheckReport::from_keyword(first));
    let words: Vec<String> = arguments
        .skip(usize::from(report.is_some()))
        .chain(args.words)
        .collect();
    if let (Some(word), Some(_)) = (words.first(), &args.file) {
        bail!("the words are in --file, but {word:?} is a word too");
    }
    let game = app.catalogue()?.game(&choice.game)?;
    let letters = game.distribution_for("check-word")?;
    let spelling = game.spelling();
    let letters = letters_of_size(letters, args.size);
    let mut checker = WordChecker::new(&letters, game.q_is_qu())
        .with_context(|| format!("the game {:?} cannot be checked", game.name()))?;
    let budget = app.budget()?;
    let lines = LineSource {
        given: &words,
        given_as: "word",
        file: args.file.as_deref(),
        prompt: Prompt::Once("Enter word to check"),
        shape: None,
        budget,
        block_lines: BLOCK_LINES,
    };
    let mut status = lines.answer(out, |text, out| {
        let before = checker.statistics();
        let reply = if args.explain {
            CheckWordReply::explained(text, &mut checker, spelling, budget)
        } else {
            let valid = checker.check_within(&spelling.read(text), budget);
            CheckWordReply::new(text.to_owned(), valid)
        };
        match (args.count, args.json) {
            (true, _) => {}
            (false, true) => writeln!(out, "{}", serde_json::to_string(&reply)?)?,
            (false, false) => print_answer(&reply, args.explain, out)?,
        }
        if report == Some(CheckReport::Verbose) {
            out.flush()?;
            let _ = writeln!(
                terminal::error_output(),
                "{text}: {}",
                details(&reply, &before, &checker.statistics())
            );
        }
        if reply.valid.is_none() {
            budget.check().context("could not be decided")?;
        }
        Ok(reply.valid != Some(false))
    })?;
    let statistics = checker.statistics();
    if statistics.undecided > 0 {
        status = status.max(ExitStatus::Undecided);
    }
    if args.count {
        let reply = CountReply::from(statistics);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        } else {
            writeln!(out, "+{}\n-{}", reply.spelled, reply.unspelled)?;
            if reply.undecided > 0 {
                writeln!(out, "?{}", reply.undecided)?;
            }
        }
        if matches!(status, ExitStatus::Negative | ExitStatus::Undecided) {
            status = ExitStatus::Success;
        }
    }
    if report == Some(CheckReport::Stats) {
        out.flush()?;
        print_statistics(&statistics);
    }
    Ok(status)
}

fn print_answer(reply: &CheckWordReply, explain: bool, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}{}", sign(reply.valid), reply.word)?;
    if explain {
        for tile in reply.tiles.iter().flatten() {
            writeln!(out, "{}", tile_line(tile))?;
        }
        for reason in reply.reason.iter().chain(&reply.undecided) {
            writeln!(out, "    {reason}")?;
        }
    }
    Ok(())
}

/// Describes how the last word was checked.
fn details(reply: &CheckWordReply, before: &WordStatistics, after: &WordStatistics) -> String {
    if let Some(reason) = &reply.undecided {
        let steps = counted(after.steps - before.steps, "step");
        return format!("could not be decided: {reason} (after a search of {steps})");
    }
    let can = match reply.valid {
        Some(true) => "can be spelled",
        _ => "cannot be spelled",
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

fn print_statistics(statistics: &WordStatistics) {
    for (name, number) in [
        ("words", statistics.words),
        ("can be spelled", statistics.spelled),
        ("decided by length", statistics.by_length),
        ("decided by tiles with one letter", statistics.by_letters),
        ("decided by search", statistics.by_search),
        ("undecided", statistics.undecided),
        ("search steps", statistics.steps),
    ] {
        if name != "undecided" || number > 0 {
            let _ = writeln!(terminal::error_output(), "{name:<32} {number}");
        }
    }
}
