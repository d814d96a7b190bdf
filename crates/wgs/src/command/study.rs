//! `wgs study`: the cost of searching a board, and how it grows with the board.
//!
//! This file searches one board with each pruning, move by move. `growth.rs` compares boards of
//! different sizes, and `plot.rs` draws the result.

mod growth;
mod plot;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wgs_app::LoadedDictionary;
use wgs_app::reply::{SearchReply, StudyReply, WordsOfLengthReply};
use wgs_core::{Adjacency, Board, Grid};
use wgs_lab::{Pruning, SearchOptions, SearchOutcome, Study, count_paths};

use crate::app::{App, ExitStatus, counted, with_flag};
use crate::arguments::DictionaryArgs;

/// A search is repeated until this time has passed; the fastest one counts.
const MIN_TIME: Duration = Duration::from_millis(10);

/// The maximum number of times that a search is repeated.
const MAX_ROUNDS: usize = 5;

/// Measure the cost of searching a board, and how it grows with the board.
///
/// A board is searched tile by tile in three ways: without pruning, turning back when the
/// letters so far are not part of any word (substring pruning), and turning back when no word
/// begins with them (prefix pruning). Every step onto a tile is a move.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Board, row by row; it must be square unless --columns is set.
    #[arg(required_unless_present = "growth")]
    board: Option<String>,

    /// Number of columns of the board.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_COLUMNS), conflicts_with = "growth")]
    columns: Option<u32>,

    /// Search random boards from AxA to BxB tiles instead, and fit curves to the cost.
    #[arg(long, value_name = "A..B", value_parser = sides, conflicts_with = "board")]
    growth: Option<RangeInclusive<u32>>,

    /// With --growth: number of boards of each size.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "board", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    boards: u32,

    /// With --growth: random seed; the same seed always gives the same boards.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "board")]
    seed: u64,

    /// With --growth: SVG file to draw the curves to.
    #[arg(long, value_name = "FILE", conflicts_with = "board", value_parser = plot::file)]
    plot: Option<PathBuf>,

    /// Game whose letters and dictionary to use.
    #[arg(long, default_value = "Boggle (New)")]
    game: String,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Minimum number of letters of a word.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..))]
    min_length: u32,

    /// A Q tile stands for Qu.
    #[arg(long)]
    qu: bool,

    /// Maximum number of moves of a search.
    #[arg(long, value_name = "MOVES", default_value = "20000000",
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

const MAX_COLUMNS: i64 = 4_096;

/// Parses a range of sizes.
fn sides(text: &str) -> Result<RangeInclusive<u32>, String> {
    const MAX: u32 = 16;
    let expected = || format!("expected two sizes from 1 to {MAX}, such as 2..6");
    let ends = text.split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.parse().ok().filter(|size| (1..=MAX).contains(size));
    let (start, end) = number(ends.0).zip(number(ends.1)).ok_or_else(expected)?;
    if end < start + 2 {
        return Err(format!(
            "{text} has fewer than three sizes, too few for a curve"
        ));
    }
    Ok(start..=end)
}

impl Args {
    fn options(&self, pruning: Pruning) -> SearchOptions {
        SearchOptions {
            pruning,
            min_length: self.min_length as usize,
            q_is_qu: self.qu,
            limit: self.limit,
        }
    }

    /// Loads the dictionary that the user named, which needs no game, else the game's.
    fn load(&self, app: &App) -> Result<Arc<LoadedDictionary>> {
        let loader = app.loader()?;
        let loaded = match &self.dictionary.dictionary {
            Some(name) => loader.named_dictionary(name),
            None => loader.dictionary(loader.catalogue().game(&self.game)?, None, "study"),
        };
        loaded.map_err(with_flag)
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    match (&args.growth, &args.board) {
        (Some(sides), _) => growth::run(&args, sides.clone(), app, out),
        (None, Some(text)) => study_board(&args, text, app, out),
        (None, None) => bail!("expected a board or --growth"),
    }
}

fn study_board(args: &Args, text: &str, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let dictionary = args.load(app)?;
    let board = dictionary.source().spelling().read(text).parse();
    let board: Board = board.with_context(|| format!("the board {text:?}"))?;
    let (columns, rows) = size(&board, args.columns)?;
    let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
    let study = Study::new(dictionary.lexicon());
    let mut searches = Vec::new();
    let mut words = Vec::new();
    for pruning in Pruning::ALL {
        let (search, time) = timed(&study, &grid, &board, &args.options(pruning))?;
        searches.push(SearchReply {
            pruning: pruning.to_string(),
            moves: search.moves,
            words: search.words.len() as u64,
            seconds: time.as_secs_f64(),
            complete: search.is_complete,
        });
        // The last pruning is the strongest, so it gets furthest before the limit.
        words = search.words;
    }
    let is_filled = |cell: wgs_core::Cell| {
        let tile = board.tiles().get(cell.index());
        tile.is_some_and(|tile| !tile.is_empty())
    };
    let paths = count_paths(&grid, is_filled);
    let reply = StudyReply {
        board: text.to_owned(),
        columns,
        rows,
        searches,
        paths_log10: paths
            .filter(|&paths| paths > 0)
            .map(|paths| (paths as f64).log10()),
        words: words.len() as u64,
        lengths: by_length(&words),
        alphabetical: words,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    } else {
        print(&reply, paths, args, out)?;
    }
    Ok(ExitStatus::Success)
}

/// Returns the number of columns and rows of a board.
fn size(board: &Board, columns: Option<u32>) -> Result<(u32, u32)> {
    let tiles = board.len();
    if tiles == 0 {
        bail!("the board has no tiles");
    }
    if tiles > Grid::MAX_CELLS {
        bail!(
            "the board has {tiles} tiles, but a grid has at most {}",
            Grid::MAX_CELLS
        );
    }
    let columns = match columns {
        Some(columns) => columns as usize,
        None => {
            let side = tiles.isqrt();
            if side * side != tiles {
                bail!(
                    "the board has {tiles} tiles, which do not make a square; set the number of \
                     columns with --columns"
                );
            }
            side
        }
    };
    if !tiles.is_multiple_of(columns) {
        bail!("the board has {tiles} tiles, which --columns {columns} does not divide");
    }
    Ok((columns as u32, (tiles / columns) as u32))
}

/// Searches a board and measures the time.
fn timed(
    study: &Study,
    grid: &Grid,
    board: &Board,
    options: &SearchOptions,
) -> Result<(SearchOutcome, Duration)> {
    let first = Instant::now();
    let mut best = Duration::MAX;
    for round in 1.. {
        let start = Instant::now();
        let search = study.search(grid, board, options)?;
        best = best.min(start.elapsed());
        if round == MAX_ROUNDS || first.elapsed() > MIN_TIME {
            return Ok((search, best));
        }
    }
    unreachable!("the last round returns")
}

fn by_length(words: &[String]) -> Vec<WordsOfLengthReply> {
    let mut lengths = std::collections::BTreeMap::<usize, Vec<String>>::new();
    for word in words {
        let letters = wgs_core::letter::letters(word).count();
        lengths.entry(letters).or_default().push(word.clone());
    }
    let lengths = lengths.into_iter();
    lengths
        .map(|(length, words)| WordsOfLengthReply { length, words })
        .collect()
}

fn print(reply: &StudyReply, paths: Option<u128>, args: &Args, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "pruning            moves      words        time")?;
    for search in &reply.searches {
        let (moves, stopped) = (grouped(search.moves.into()), !search.complete);
        writeln!(
            out,
            "{:<10} {moves:>13} {:>10} {:>11}{}",
            search.pruning,
            grouped(search.words.into()),
            duration(search.seconds),
            if stopped { "  stopped by --limit" } else { "" },
        )?;
    }
    let stopped = reply.searches.iter().find(|search| !search.complete);
    if let Some(search) = stopped {
        match paths {
            Some(paths) if search.pruning == "none" => {
                let speed = search.seconds / search.moves.max(1) as f64;
                writeln!(
                    out,
                    "\nThere are {} paths, which would take {} at this speed.",
                    grouped(paths),
                    duration(paths as f64 * speed)
                )?;
            }
            _ => writeln!(out, "\nThe limit is {} moves.", grouped(args.limit.into()))?,
        }
    }
    let letters = counted(args.min_length, "letter");
    match reply.words {
        0 => writeln!(out, "\nno words of at least {letters}")?,
        1 => writeln!(out, "\n1 word of at least {letters}")?,
        words => writeln!(
            out,
            "\n{} words of at least {letters}",
            grouped(words.into())
        )?,
    }
    for length in &reply.lengths {
        let words = &length.words;
        let letters = counted(length.length as u64, "letter");
        writeln!(out, "{letters} ({}): {}", words.len(), words.join(" "))?;
    }
    if reply.words > 0 {
        writeln!(
            out,
            "in alphabetical order: {}",
            reply.alphabetical.join(" ")
        )?;
    }
    Ok(())
}

/// Formats a number with thousands separators.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a time in a suitable unit.
fn duration(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    let units = [
        (1e-6, 1e-9, "ns"),
        (1e-3, 1e-6, "µs"),
        (1.0, 1e-3, "ms"),
        (120.0, 1.0, "s"),
        (7_200.0, 60.0, "minutes"),
        (172_800.0, 3_600.0, "hours"),
        (2.0 * YEAR, 86_400.0, "days"),
    ];
    let unit = units.into_iter().find(|&(below, ..)| seconds < below);
    let (_, unit, name) = unit.unwrap_or((0.0, YEAR, "years"));
    let count = seconds / unit;
    match count {
        count if count < 100.0 => format!("{count:.1} {name}"),
        count => format!("{} {name}", grouped(count.round() as u128)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_formatted_in_a_suitable_unit() {
        for (seconds, text) in [
            (2.5e-8, "25.0 ns"),
            (4.25e-5, "42.5 µs"),
            (0.48, "480 ms"),
            (26.62, "26.6 s"),
            (3_000.0, "50.0 minutes"),
            (100_000.0, "27.8 hours"),
            (1e6, "11.6 days"),
            (1e12, "31,688 years"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn sizes_are_a_range_of_three_or_more() {
        assert_eq!(sides("2..6"), Ok(2..=6));
        for (text, message) in [
            (
                "2..3",
                "2..3 has fewer than three sizes, too few for a curve",
            ),
            (
                "6..2",
                "6..2 has fewer than three sizes, too few for a curve",
            ),
            ("0..4", "expected two sizes from 1 to 16, such as 2..6"),
            ("2..17", "expected two sizes from 1 to 16, such as 2..6"),
            ("4", "expected two sizes from 1 to 16, such as 2..6"),
        ] {
            assert_eq!(sides(text), Err(message.to_owned()));
        }
    }
}
