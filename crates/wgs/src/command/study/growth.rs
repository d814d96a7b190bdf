//! `wgs study --growth`: how moves, time and words grow with the board, and which curves fit
//! best.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Context, Result};
use wgs_app::reply::{FitReply, GrowthReply, MeanSearchReply, SeriesReply, SizeReply};
use wgs_core::{Adjacency, Board, Grid};
use wgs_lab::{Fit, GrowthBoards, Pruning, Study, count_paths, path_bound_log10};

use super::{Args, duration, grouped, plot};
use crate::app::{App, ExitStatus};
use crate::progress::Progress;

/// The prunings that are measured on every board.
const MEASURED: [Pruning; 2] = [Pruning::Substring, Pruning::Prefix];

pub(super) fn run(
    args: &Args,
    sides: RangeInclusive<u32>,
    app: &App,
    out: &mut dyn Write,
) -> Result<ExitStatus> {
    let game = app.catalogue()?.game(&args.game)?;
    let letters = game.distribution_for("study --growth")?;
    let boards = GrowthBoards::new(letters)
        .with_context(|| format!("the game {:?} cannot be studied", game.name()))?;
    let dictionary = args.load(app)?;
    let study = Study::new(dictionary.lexicon());
    let count = u64::from(args.boards) * sides.clone().count() as u64;
    let progress = Progress::new(count, "boards");
    let mut sizes = Vec::new();
    for side in sides {
        let board = |number| boards.board(side, number, args.seed);
        let measured = measure(side, board, &study, args, &progress);
        if measured.is_err() {
            progress.finish();
        }
        sizes.push(measured?);
    }
    progress.finish();
    let reply = GrowthReply {
        boards: args.boards,
        seed: args.seed,
        fits: fits(&sizes),
        sizes,
    };
    if let Some(path) = &args.plot {
        plot::write(&reply, game.name(), path)?;
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    } else {
        print(&reply, game.name(), out)?;
    }
    Ok(ExitStatus::Success)
}

/// Searches all boards of a size.
fn measure(
    side: u32,
    board: impl Fn(u32) -> Board,
    study: &Study,
    args: &Args,
    progress: &Progress,
) -> Result<SizeReply> {
    let grid = Grid::rectangle(side, side, Adjacency::Diagonal);
    let first_side = args.growth.as_ref().map_or(side, |sides| *sides.start());
    let done = u64::from(side - first_side) * u64::from(args.boards);
    let (mut words, mut moves, mut seconds) = (0, [0; MEASURED.len()], [0.0; MEASURED.len()]);
    for number in 0..args.boards {
        let board = board(number);
        for (at, pruning) in MEASURED.into_iter().enumerate() {
            let options = args.options(pruning);
            let start = Instant::now();
            let search = study.search(&grid, &board, &options)?;
            seconds[at] += start.elapsed().as_secs_f64();
            moves[at] += search.moves;
            if !search.is_complete {
                anyhow::bail!(
                    "the board {board} takes more than {} moves with {pruning} pruning; set a \
                     higher --limit",
                    grouped(args.limit.into())
                );
            }
            if pruning == Pruning::Prefix {
                words += search.words.len();
            }
        }
        progress.set(done + u64::from(number) + 1);
    }
    let mean = |sum: f64| sum / f64::from(args.boards);
    let paths = count_paths(&grid, |_| true);
    let mut searches = vec![MeanSearchReply {
        pruning: Pruning::None.to_string(),
        moves: paths.map(|paths| paths as f64),
        seconds: time_all_paths(&grid, &board(0), study, args, paths)?,
    }];
    for (at, pruning) in MEASURED.into_iter().enumerate() {
        searches.push(MeanSearchReply {
            pruning: pruning.to_string(),
            moves: Some(mean(moves[at] as f64)),
            seconds: Some(mean(seconds[at])),
        });
    }
    Ok(SizeReply {
        side,
        words: mean(words as f64),
        searches,
        bound_6_log10: path_bound_log10(side, 6),
        bound_8_log10: path_bound_log10(side, 8),
    })
}

/// Measures a search without pruning on one board, if the limit allows it.
fn time_all_paths(
    grid: &Grid,
    board: &Board,
    study: &Study,
    args: &Args,
    paths: Option<u128>,
) -> Result<Option<f64>> {
    if paths.is_none_or(|paths| paths > args.limit.into()) {
        return Ok(None);
    }
    let (_, time) = super::timed(study, grid, board, &args.options(Pruning::None))?;
    Ok(Some(time.as_secs_f64()))
}

/// Fits curves to everything that grows.
fn fits(sizes: &[SizeReply]) -> Vec<SeriesReply> {
    let mut all = Vec::new();
    let mut add =
        |measure: &str, pruning: Option<Pruning>, value: &dyn Fn(&SizeReply) -> Option<f64>| {
            let points: Vec<(f64, f64)> = points(sizes, value);
            // A curve with two parameters goes through any two points.
            if points.len() >= 3 {
                all.push(SeriesReply {
                    measure: measure.to_owned(),
                    pruning: pruning.map(|pruning| pruning.to_string()),
                    curves: Fit::all(&points).iter().map(FitReply::new).collect(),
                });
            }
        };
    for pruning in Pruning::ALL {
        add("moves", Some(pruning), &|size| size.search(pruning)?.moves);
    }
    for pruning in Pruning::ALL {
        add("seconds", Some(pruning), &|size| {
            size.search(pruning)?.seconds
        });
    }
    add("words", None, &|size| Some(size.words));
    all
}

/// The known values by side.
pub(super) fn points(
    sizes: &[SizeReply],
    value: &dyn Fn(&SizeReply) -> Option<f64>,
) -> Vec<(f64, f64)> {
    let points = sizes
        .iter()
        .filter_map(|size| Some((f64::from(size.side), value(size)?)));
    points.collect()
}

/// Describes the number of boards.
pub(super) fn random_boards(boards: u32) -> String {
    match boards {
        1 => "1 random board".to_owned(),
        _ => format!("{} random boards", grouped(boards.into())),
    }
}

fn print(reply: &GrowthReply, game: &str, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "means of {} of each size with the letters of {game}, seed {}\n",
        random_boards(reply.boards),
        reply.seed
    )?;
    writeln!(
        out,
        "{:>43} {:>35}\n\
         size       none     substring        prefix        none   substring      prefix     words",
        "moves without and with pruning", "time"
    )?;
    for size in &reply.sizes {
        let moves = |pruning| size.search(pruning).and_then(|search| search.moves);
        let time = |pruning| {
            let seconds = size.search(pruning).and_then(|search| search.seconds);
            seconds.map_or("-".to_owned(), duration)
        };
        writeln!(
            out,
            "{:<5} {:>9} {:>13} {:>13} {:>11} {:>11} {:>11} {:>9.1}",
            format!("{0}x{0}", size.side),
            power_of_ten(moves(Pruning::None).map(f64::log10)),
            moves(Pruning::Substring).map_or("-".to_owned(), mean),
            moves(Pruning::Prefix).map_or("-".to_owned(), mean),
            time(Pruning::None),
            time(Pruning::Substring),
            time(Pruning::Prefix),
            size.words
        )?;
    }
    print_bounds(reply, out)?;
    print_fits(reply, out)
}

fn print_bounds(reply: &GrowthReply, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "\nupper bounds on the number of paths, and how many times too high they are\n\
         size        paths  6 neighbours   times too high  8 neighbours   times too high"
    )?;
    for size in &reply.sizes {
        let paths = size.search(Pruning::None).and_then(|search| search.moves);
        let paths = paths.map(f64::log10);
        let times = |bound: Option<f64>| power_of_ten(bound.zip(paths).map(|(b, p)| b - p));
        let (six, eight) = (size.bound_6_log10, size.bound_8_log10);
        writeln!(
            out,
            "{:<7} {:>9} {:>13} {:>16} {:>13} {:>16}",
            format!("{0}x{0}", size.side),
            power_of_ten(paths),
            power_of_ten(six),
            times(six),
            power_of_ten(eight),
            times(eight)
        )?;
    }
    Ok(())
}

fn print_fits(reply: &GrowthReply, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "\ncurves over the side N, the best fit first: R² of the values, of their logarithms,\n\
         and of the logarithms adjusted for the number of parameters, which decides\n\
         measure  pruning    curve          values      logs  adjusted  formula"
    )?;
    for series in &reply.fits {
        for (place, fit) in series.curves.iter().enumerate() {
            let pruning = series.pruning.as_deref().unwrap_or("");
            let (measure, pruning) = match place {
                0 => (series.measure.as_str(), pruning),
                _ => ("", ""),
            };
            let share =
                |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.4}"));
            writeln!(
                out,
                "{measure:<8} {pruning:<10} {:<12} {:>8.4} {:>9} {:>9}  {}",
                fit.curve,
                fit.r_squared,
                share(fit.log_r_squared),
                share(fit.adjusted_log_r_squared),
                fit.formula
            )?;
        }
    }
    Ok(())
}

/// Formats a mean with one decimal place.
fn mean(value: f64) -> String {
    let tenths = (value * 10.0).round() as u128;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

/// Formats a number by its common logarithm: in full while it is short, then as `1.2e9`.
fn power_of_ten(log10: Option<f64>) -> String {
    let Some(log10) = log10.filter(|log10| log10.is_finite()) else {
        return "-".to_owned();
    };
    if log10 < 0.0 {
        return format!("{:.2}", 10_f64.powf(log10));
    }
    if log10 < 6.0 {
        return grouped(10_f64.powf(log10).round() as u128);
    }
    let (mut exponent, mut factor) = (log10.floor(), 10_f64.powf(log10.fract()));
    if factor >= 9.95 {
        (exponent, factor) = (exponent + 1.0, 1.0);
    }
    format!("{factor:.1}e{exponent}")
}
