//! `wgs bench start`: how long it takes to open a dictionary, and how long a new process takes to
//! answer.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wgs_config::dictionary::BUILTIN;

use crate::app::{App, ExitStatus, counted};
use crate::arguments::count;

const GAME: &str = "Boggle (New)";
const BOARD: &str = "STNDTEIELARSMRTO";

/// Measure the time to open a dictionary, and the time of a whole process that scores one board.
///
/// The times are medians. The time of a process that only prints its version is part of the time
/// of every other process.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Dictionary to open: a name in the configuration, a word list or a compiled dictionary
    /// (repeatable) [default: the embedded one].
    #[arg(short, long = "dictionary", value_name = "NAME-OR-FILE")]
    dictionaries: Vec<String>,

    /// Another wgs program to compare with (repeatable).
    #[arg(long = "program", value_name = "FILE")]
    programs: Vec<PathBuf>,

    /// Number of rounds; the median counts.
    #[arg(long, value_name = "N", default_value = "25", value_parser = count)]
    rounds: usize,

    /// Print one JSON object per line.
    #[arg(short, long)]
    json: bool,
}

/// One row of the table.
#[derive(Serialize)]
struct StartRow {
    operation: &'static str,
    dictionary: String,
    words: usize,
    open_seconds: f64,
    programs: Vec<ProgramTime>,
}

/// The time of a process.
#[derive(Serialize)]
struct ProgramTime {
    program: String,
    version_seconds: f64,
    answer_seconds: f64,
}

pub(crate) fn run(args: &Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let own = env::current_exe().context("cannot find this program")?;
    let programs: Vec<&Path> = [own.as_path()]
        .into_iter()
        .chain(args.programs.iter().map(PathBuf::as_path))
        .collect();
    let dictionaries = match args.dictionaries.as_slice() {
        [] => vec![BUILTIN.to_owned()],
        named => named.to_vec(),
    };
    for (index, dictionary) in dictionaries.into_iter().enumerate() {
        let row = measure(dictionary, &programs, args.rounds, app)?;
        if index == 0 && !args.json {
            let rounds = counted(args.rounds as u64, "round");
            writeln!(out, "{GAME}, one board, median of {rounds}\n")?;
        }
        print(&row, args.json, out)?;
    }
    Ok(ExitStatus::Success)
}

/// Measures all programs in turn, so that a slow moment affects them all.
fn measure(dictionary: String, programs: &[&Path], rounds: usize, app: &App) -> Result<StartRow> {
    let source = app.catalogue()?.dictionary(&dictionary)?;
    let mut open = Vec::new();
    let mut version = vec![Vec::new(); programs.len()];
    let mut answer = vec![Vec::new(); programs.len()];
    let mut words = 0;
    for _ in 0..rounds {
        let start = Instant::now();
        let lexicon = source.load()?;
        open.push(start.elapsed().as_secs_f64());
        words = lexicon.len();
        let times = version.iter_mut().zip(&mut answer);
        for (program, (version, answer)) in programs.iter().zip(times) {
            version.push(time(program, &["--version"])?);
            let score = ["score", GAME, "--board", BOARD, "--dictionary", &dictionary];
            answer.push(time(program, &score)?);
        }
    }
    let times = version.into_iter().zip(answer);
    Ok(StartRow {
        operation: "start",
        dictionary,
        words,
        open_seconds: median(open),
        programs: (programs.iter().zip(times))
            .map(|(program, (version, answer))| ProgramTime {
                program: program.display().to_string(),
                version_seconds: median(version),
                answer_seconds: median(answer),
            })
            .collect(),
    })
}

/// Returns the time of a process, in seconds.
fn time(program: &Path, arguments: &[&str]) -> Result<f64> {
    let start = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {}", program.display()))?;
    if !status.success() {
        bail!("{} {} failed", program.display(), arguments.join(" "));
    }
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn print(row: &StartRow, json: bool, out: &mut dyn Write) -> Result<()> {
    if json {
        writeln!(out, "{}", serde_json::to_string(row)?)?;
        return Ok(());
    }
    let StartRow {
        dictionary, words, ..
    } = row;
    writeln!(out, "{dictionary}, {words} words")?;
    let mut line = |what: &str, seconds: f64| {
        let milliseconds = seconds * 1000.0;
        writeln!(out, "  {what:<16} {milliseconds:>8.2} ms")
    };
    line("open", row.open_seconds)?;
    for time in &row.programs {
        line("print version", time.version_seconds)?;
        line("score a board", time.answer_seconds)?;
    }
    out.flush()?;
    Ok(())
}
