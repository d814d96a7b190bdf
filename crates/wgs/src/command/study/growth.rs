//! `wgs study --growth`: how moves, time and words grow with the board, which curves fit best,
//! and their predictions for larger boards.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Context, Result};
use wgs_engine::{Adjacency, Board, Budget, Grid};
use wgs_study::{Fit, GrowthBoards, Pruning, SearchOrder, Study, count_paths, path_bound_log10};

use super::reply::{FitReply, GrowthReply, MeanSearchReply, SeriesReply, SizeReply};
use super::{Args, SEARCHES, duration, grouped, plot, projection, saving, unless_stopped};
use crate::app::{App, ExitStatus};
use crate::progress::Progress;

/// The searches that are measured on every board: all but the one without pruning.
const MEASURED: [(Pruning, SearchOrder); 4] = {
    let [_, substring, prefix, suffix, longest_first] = SEARCHES;
    [substring, prefix, suffix, longest_first]
};

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
    // From here on, Ctrl-C is noticed, also while the study is prepared.
    let budget = app.budget()?;
    let dictionary = args.load(app)?;
    let study = Study::with_suffixes(dictionary.lexicon(), &args.suffixes);
    let next = projection::next_sides(*sides.end(), args.project);
    let count = u64::from(args.boards) * sides.clone().count() as u64;
    let progress = Progress::new(count, "boards");
    let mut sizes = Vec::new();
    for side in sides {
        let board = |number| boards.board(side, number, args.seed);
        let measured = measure(side, board, &study, args, budget, &progress);
        if measured.is_err() {
            progress.finish();
        }
        sizes.push(measured?);
    }
    progress.finish();
    let reply = GrowthReply {
        boards: args.boards,
        seed: args.seed,
        fits: fits(&sizes, &next),
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

/// The sums over the boards of a size.
#[derive(Clone, Copy, Default)]
struct SearchSums {
    moves: u64,
    longest_after: u64,
    boards_with_words: u32,
    seconds: f64,
}

/// Searches all boards of a size.
fn measure(
    side: u32,
    board: impl Fn(u32) -> Board,
    study: &Study,
    args: &Args,
    budget: &Budget,
    progress: &Progress,
) -> Result<SizeReply> {
    let grid = Grid::rectangle(side, side, Adjacency::Diagonal);
    let first_side = args.growth.as_ref().map_or(side, |sides| *sides.start());
    let done = u64::from(side - first_side) * u64::from(args.boards);
    let mut words = 0;
    let mut sums = [SearchSums::default(); MEASURED.len()];
    for number in 0..args.boards {
        let board = board(number);
        for ((pruning, order), sums) in MEASURED.into_iter().zip(&mut sums) {
            let options = args.options(pruning, order, budget);
            let start = Instant::now();
            let search = study.search(&grid, &board, &options)?;
            unless_stopped(&search, budget)?;
            sums.seconds += start.elapsed().as_secs_f64();
            sums.moves += search.moves;
            sums.boards_with_words += u32::from(search.longest_after.is_some());
            sums.longest_after += search.longest_after.unwrap_or(0);
            if !search.is_complete {
                anyhow::bail!(
                    "the board {board} takes more than {} moves with {pruning} pruning; set a \
                     higher --limit",
                    grouped(args.limit.into())
                );
            }
            if pruning == Pruning::Suffix {
                words += search.words.len();
            }
        }
        progress.set(done + u64::from(number) + 1);
    }
    let mean = |sum: f64| sum / f64::from(args.boards);
    let paths = count_paths(&grid, |_| true);
    let mut searches = vec![MeanSearchReply {
        pruning: Pruning::None.to_string(),
        order: SearchOrder::DepthFirst.to_string(),
        moves: paths.map(|paths| paths as f64),
        longest_after: None,
        seconds: time_all_paths(&grid, &board(0), study, args, budget, paths)?,
    }];
    for ((pruning, order), sums) in MEASURED.into_iter().zip(sums) {
        let with_words = sums.boards_with_words;
        let longest_after = sums.longest_after as f64 / f64::from(with_words);
        searches.push(MeanSearchReply {
            pruning: pruning.to_string(),
            order: order.to_string(),
            moves: Some(mean(sums.moves as f64)),
            longest_after: (with_words > 0).then_some(longest_after),
            seconds: Some(mean(sums.seconds)),
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
    budget: &Budget,
    paths: Option<u128>,
) -> Result<Option<f64>> {
    if paths.is_none_or(|paths| paths > args.limit.into()) {
        return Ok(None);
    }
    let (search, time) = super::timed(
        study,
        grid,
        board,
        &args.options(Pruning::None, SearchOrder::DepthFirst, budget),
    )?;
    unless_stopped(&search, budget)?;
    Ok(Some(time.as_secs_f64()))
}

/// Fits curves to everything that grows, and predicts the values of the next sides.
fn fits(sizes: &[SizeReply], next: &RangeInclusive<u32>) -> Vec<SeriesReply> {
    let mut all = Vec::new();
    let mut add =
        |measure: &str, pruning: Option<Pruning>, value: &dyn Fn(&SizeReply) -> Option<f64>| {
            let points: Vec<(f64, f64)> = points(sizes, value);
            // A curve with two parameters goes through any two points.
            if points.len() >= 3 {
                let fits = Fit::all(&points);
                let curve = |fit| FitReply::new(fit, next.clone());
                all.push(SeriesReply {
                    measure: measure.to_owned(),
                    pruning: pruning.map(|pruning| pruning.to_string()),
                    curves: fits.iter().map(curve).collect(),
                });
            }
        };
    for pruning in Pruning::ALL {
        add("moves", Some(pruning), &|size| {
            depth_first(size, pruning)?.moves
        });
    }
    for pruning in Pruning::ALL {
        add("seconds", Some(pruning), &|size| {
            depth_first(size, pruning)?.seconds
        });
    }
    add("words", None, &|size| Some(size.words));
    all
}

/// The cost of a depth-first search, if it was measured.
pub(super) fn depth_first(size: &SizeReply, pruning: Pruning) -> Option<&MeanSearchReply> {
    size.search(pruning, SearchOrder::DepthFirst)
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
        let moves = |pruning| depth_first(size, pruning).and_then(|search| search.moves);
        let time = |pruning| {
            let seconds = depth_first(size, pruning).and_then(|search| search.seconds);
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
    print_savings(reply, out)?;
    print_bounds(reply, out)?;
    print_fits(reply, out)?;
    print_projections(reply, out)
}

/// Prints the savings of looking for suffixes and of searching longest first.
fn print_savings(reply: &GrowthReply, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "\nmoves with prefix pruning and with suffix pruning, and moves to the first of the longest\n\
         words, depth first and longest first\n\
         size         prefix        suffix              depth first  longest first"
    )?;
    for size in &reply.sizes {
        let prefix = depth_first(size, Pruning::Prefix);
        let suffix = depth_first(size, Pruning::Suffix);
        let longest_first = size.search(Pruning::Prefix, SearchOrder::LongestFirst);
        let moves = |search: Option<&MeanSearchReply>| search.and_then(|search| search.moves);
        let after =
            |search: Option<&MeanSearchReply>| search.and_then(|search| search.longest_after);
        let number = |value: Option<f64>| value.map_or("-".to_owned(), mean);
        let saved = |cost: Option<f64>, before: Option<f64>| {
            let pair = cost.zip(before);
            pair.map_or("-".to_owned(), |(cost, before)| saving(cost, before))
        };
        writeln!(
            out,
            "{:<5} {:>13} {:>13} {:>10} {:>13} {:>14} {:>10}",
            format!("{0}x{0}", size.side),
            number(moves(prefix)),
            number(moves(suffix)),
            saved(moves(suffix), moves(prefix)),
            number(after(prefix)),
            number(after(longest_first)),
            saved(after(longest_first), after(prefix)),
        )?;
    }
    Ok(())
}

/// Prints the predictions of the curves for the next sizes.
fn print_projections(reply: &GrowthReply, out: &mut dyn Write) -> Result<()> {
    let curves = || reply.fits.iter().flat_map(|series| &series.curves);
    let Some(first) = curves().find(|fit| !fit.projected.is_empty()) else {
        return Ok(());
    };
    writeln!(
        out,
        "\npredictions of these curves for larger boards\n\
         measure  pruning    curve       {}",
        projection::heading(&first.projected)
    )?;
    for series in &reply.fits {
        for (place, fit) in series.curves.iter().enumerate() {
            let (measure, pruning) = names(series, place);
            let values = projection::row(&fit.projected, projection::measured(&series.measure));
            writeln!(out, "{measure:<8} {pruning:<10} {:<12}{values}", fit.curve)?;
        }
    }
    Ok(())
}

/// The measure and the pruning of a series, in the first row of its curves only.
fn names(series: &SeriesReply, place: usize) -> (&str, &str) {
    match place {
        0 => (&series.measure, series.pruning.as_deref().unwrap_or("")),
        _ => ("", ""),
    }
}

/// Formats R².
pub(super) fn share(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{share:.4}"))
}

fn print_bounds(reply: &GrowthReply, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "\nupper bounds on the number of paths, and how many times too high they are\n\
         size        paths  6 neighbours   times too high  8 neighbours   times too high"
    )?;
    for size in &reply.sizes {
        let paths = depth_first(size, Pruning::None).and_then(|search| search.moves);
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
            let (measure, pruning) = names(series, place);
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
pub(super) fn mean(value: f64) -> String {
    let tenths = (value * 10.0).round() as u128;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

/// Formats a number by its common logarithm: in full while it is short, then as `1.2e9`.
pub(super) fn power_of_ten(log10: Option<f64>) -> String {
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
