//! `wgs study`: the cost of searching a board, and how it grows with the board.
//!
//! This file searches one board in each way, move by move. `board_text.rs` reads the board,
//! `growth.rs` compares boards of different sizes, `plot.rs` draws the result, and
//! `projection.rs` predicts the cost of larger boards.

mod board_text;
mod growth;
mod plot;
mod projection;
mod reply;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wgs_app::LoadedDictionary;
use wgs_engine::{Adjacency, Board, Budget, Grid};
use wgs_study::{Pruning, SearchOptions, SearchOrder, SearchOutcome, Study, count_paths};

use crate::app::{App, ExitStatus, counted, with_flag};
use crate::arguments::{DictionaryArgs, number};
use board_text::BoardText;
use projection::Points;
use reply::{SearchReply, StudyReply, WordsOfLengthReply};

/// A search is repeated until this time has passed; the fastest one counts.
const MIN_TIME: Duration = Duration::from_millis(10);

/// The maximum number of times that a search is repeated.
const MAX_ROUNDS: usize = 5;

/// Measure the cost of searching a board, and how it grows with the board.
///
/// A board is searched tile by tile: without pruning, turning back when the letters so far are
/// not part of any word (substring pruning), and turning back when no word begins with them
/// (prefix pruning). Suffix pruning also looks around before it adds a suffix to a word, and
/// the last search follows the path to the longest possible word first. Every step onto a tile
/// is a move.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Board, row by row; it must be square unless --columns is set. Without it, or if it is -, the
    /// board is read from standard input, like a --file.
    board: Option<String>,

    /// File with the board, or - for standard input: a line for each row, or all rows on one
    /// line; an empty line ends the board.
    #[arg(short, long, value_name = "FILE", conflicts_with = "board")]
    file: Option<String>,

    /// Number of columns of the board.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_COLUMNS), conflicts_with_all = ["growth", "points"])]
    columns: Option<u32>,

    /// Search random boards from AxA to BxB tiles instead, and fit curves to the cost.
    #[arg(long, value_name = "A..B", value_parser = sides, conflicts_with_all = ["board", "file"])]
    growth: Option<RangeInclusive<u32>>,

    /// Fit curves to known values instead: sizes with their values, such as 2=50,3=356,4=2256.
    #[arg(long, value_name = "SIZE=VALUE,...", conflicts_with_all = ["board", "file", "growth"])]
    points: Option<Points>,

    /// With --growth or --points: predict the values of the next N sizes from the curves.
    #[arg(long, value_name = "N", conflicts_with_all = ["board", "file", "columns"], value_parser = number::<u32>(1..=projection::MAX_SIZES))]
    project: Option<u32>,

    /// With --growth: number of boards of each size.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with_all = ["board", "file", "points"], value_parser = number::<u32>(1..=10_000))]
    boards: u32,

    /// With --growth: random seed; the same seed always gives the same boards.
    #[arg(short, long, value_name = "N", default_value = "1", conflicts_with_all = ["board", "file", "points"], value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// With --growth or --points: SVG file to draw the curves to.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "file"], value_parser = plot::file)]
    plot: Option<PathBuf>,

    /// Game whose letters and dictionary to use.
    #[arg(long, default_value = "Boggle (New)")]
    game: String,

    #[command(flatten)]
    dictionary: DictionaryArgs,

    /// Minimum number of letters of a word.
    #[arg(long, value_name = "N", default_value = "2", value_parser = number::<u32>(1..=u32::MAX.into()))]
    min_length: u32,

    /// A Q tile stands for Qu.
    #[arg(long)]
    qu: bool,

    /// Suffixes that suffix pruning looks for, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = Study::SUFFIXES)]
    suffixes: Vec<String>,

    /// Maximum number of moves of a search.
    #[arg(long, value_name = "MOVES", default_value = "20000000",
          value_parser = number::<u64>(1..=u64::MAX))]
    limit: u64,

    /// Print one JSON object.
    #[arg(short, long)]
    json: bool,
}

const MAX_COLUMNS: u64 = 4_096;

/// The text after the options in `--help`.
const AFTER_HELP: &str = "\
Examples:
  wgs study TAXP
  wgs study --file board.txt
  wgs study --growth 2..6 --project 2
  wgs study --points 2=50,3=356,4=2256 --project 1 --plot searches.svg";

/// The searches that are compared on a board, from the most moves to the fewest; the last one
/// makes as many moves as the other with this pruning, in a different order.
const SEARCHES: [(Pruning, SearchOrder); 5] = [
    (Pruning::None, SearchOrder::DepthFirst),
    (Pruning::Substring, SearchOrder::DepthFirst),
    (Pruning::Prefix, SearchOrder::DepthFirst),
    (Pruning::Suffix, SearchOrder::DepthFirst),
    (Pruning::Prefix, SearchOrder::LongestFirst),
];

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
    fn options(&self, pruning: Pruning, order: SearchOrder, budget: &Budget) -> SearchOptions {
        SearchOptions {
            pruning,
            order,
            min_length: self.min_length as usize,
            q_is_qu: self.qu,
            limit: self.limit,
            budget: budget.clone(),
        }
    }

    /// Loads the dictionary that the user named, with the spelling of the game if there is one, else
    /// the game's.
    fn load(&self, app: &App) -> Result<Arc<LoadedDictionary>> {
        let loader = app.loader()?;
        let name = self.dictionary.dictionary.as_deref();
        let loaded = match (loader.catalogue().game(&self.game), name) {
            (Ok(game), name) => loader.dictionary(game, name, "study"),
            (Err(_), Some(name)) => loader.named_dictionary(name),
            (Err(unknown), None) => return Err(unknown.into()),
        };
        loaded.map_err(with_flag)
    }
}

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    if let Some(sides) = &args.growth {
        return growth::run(&args, sides.clone(), app, out);
    }
    if let Some(points) = &args.points {
        return projection::run(points, &args, out);
    }
    if args.project.is_some() {
        bail!("--project needs sizes to start from; set --growth or --points");
    }
    if args.plot.is_some() {
        bail!("--plot draws curves; set --growth or --points");
    }
    study_board(&args, app, out)
}

fn study_board(args: &Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    let text = match &args.board {
        Some(text) if text == "-" => BoardText::read(None)?,
        Some(text) => BoardText::argument(text),
        None => BoardText::read(args.file.as_deref())?,
    };
    // From here on, Ctrl-C is noticed, also while the study is prepared.
    let budget = app.budget()?;
    let dictionary = args.load(app)?;
    let (board, columns) = text.parse(dictionary.source().spelling())?;
    let (columns, rows) = size(&board, args.columns.or(columns))?;
    let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
    let study = Study::with_suffixes(dictionary.lexicon(), &args.suffixes);
    let mut searches = Vec::new();
    let mut words = Vec::new();
    for (pruning, order) in SEARCHES {
        let options = args.options(pruning, order, budget);
        let (search, time) = timed(&study, &grid, &board, &options)?;
        unless_stopped(&search, budget)?;
        searches.push(SearchReply {
            pruning: pruning.to_string(),
            order: order.to_string(),
            moves: search.moves,
            longest_after: search.longest_after,
            words: search.words.len() as u64,
            seconds: time.as_secs_f64(),
            complete: search.is_complete,
        });
        // The strongest pruning gets furthest before the limit.
        if pruning == Pruning::Suffix {
            words = search.words;
        }
    }
    let is_filled = |cell: wgs_engine::Cell| {
        let tile = board.tiles().get(cell.index());
        tile.is_some_and(|tile| !tile.is_empty())
    };
    let paths = count_paths(&grid, is_filled);
    let reply = StudyReply {
        board: text.to_string(),
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

/// Returns an error if a search was stopped by the budget of the run: its cost is not known.
fn unless_stopped(search: &SearchOutcome, budget: &Budget) -> Result<()> {
    match search.is_complete {
        true => Ok(()),
        false => budget.check().context("the study is incomplete"),
    }
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
        let letters = wgs_engine::letter::letters(word).count();
        lengths.entry(letters).or_default().push(word.clone());
    }
    let lengths = lengths.into_iter();
    lengths
        .map(|(length, words)| WordsOfLengthReply { length, words })
        .collect()
}

fn print(reply: &StudyReply, paths: Option<u128>, args: &Args, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "pruning            moves      words        time   longest after"
    )?;
    for search in &reply.searches {
        let (moves, stopped) = (grouped(search.moves.into()), !search.complete);
        let label = label(search);
        writeln!(
            out,
            "{label} {moves:>width$} {:>10} {:>11} {:>15}{}",
            grouped(search.words.into()),
            duration(search.seconds),
            search
                .longest_after
                .map_or("-".to_owned(), |moves| grouped(moves.into())),
            if stopped { "  stopped by --limit" } else { "" },
            width = 23_usize.saturating_sub(label.len()),
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
    print_savings(reply, out)?;
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

/// The name of a search in tables.
fn label(search: &SearchReply) -> &str {
    match search.order == SearchOrder::LongestFirst.to_string() {
        true => &search.order,
        false => &search.pruning,
    }
}

/// Prints the savings of looking for suffixes and of searching longest first.
fn print_savings(reply: &StudyReply, out: &mut dyn Write) -> Result<()> {
    let [_, _, prefix, suffix, longest_first] = reply.searches.as_slice() else {
        return Ok(());
    };
    if ![prefix, suffix, longest_first]
        .iter()
        .all(|search| search.complete)
    {
        return Ok(());
    }
    let moves = |moves: u64| grouped(moves.into());
    writeln!(
        out,
        "\nLooking for suffixes takes {} moves instead of {} ({}).",
        moves(suffix.moves),
        moves(prefix.moves),
        saving(suffix.moves as f64, prefix.moves as f64)
    )?;
    if let (Some(later), Some(sooner)) = (prefix.longest_after, longest_first.longest_after) {
        writeln!(
            out,
            "Longest first, the search finds a longest word after {} moves instead of {} ({}).",
            moves(sooner),
            moves(later),
            saving(sooner as f64, later as f64)
        )?;
    }
    Ok(())
}

/// Formats a change of the cost, in per cent.
fn saving(cost: f64, before: f64) -> String {
    let percent = (1.0 - cost / before.max(f64::MIN_POSITIVE)) * 100.0;
    match percent.round() {
        percent if percent < 0.0 => format!("{}% more", -percent),
        percent => format!("{}% fewer", percent.abs()),
    }
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
    fn a_saving_is_a_share_of_the_cost_before() {
        for (cost, before, text) in [
            (28.0, 36.0, "22% fewer"),
            (36.0, 36.0, "0% fewer"),
            (9.0, 6.0, "50% more"),
            (0.0, 0.0, "100% fewer"),
        ] {
            assert_eq!(saving(cost, before), text);
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
