//! The plots of a study over the side of the board, in an SVG file: four panels with a logarithmic
//! axis for a growth study, and one with a linear axis for given points.
//!
//! The crate `plotters` would save about 250 of the 730 lines, but its pictures are worse. It rounds
//! the coordinates of an SVG file to whole pixels, which makes smooth curves uneven. Its legend lies
//! on the curves, because it can only be inside the axes.

mod panel;
mod svg;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wgs_study::{Fit, Pruning};

use super::growth::{depth_first, points, random_boards};
use super::projection::amount;
use super::reply::{GrowthReply, PointReply, SizeReply};
use super::{duration, grouped};
use crate::terminal;
use panel::{PANEL, PlotPanel, Scale, Series, Trace};
use svg::{Colour, Label, Svg};

const BACKGROUND: Colour = Colour(0xfa, 0xf8, 0xf2);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);
const BLACK: Colour = Colour(0x1a, 0x20, 0x29);
const GREY: Colour = Colour(0x57, 0x5e, 0x69);
const LIGHT_GREY: Colour = Colour(0xe0, 0xde, 0xd7);
const BLUE: Colour = Colour(0x1f, 0x6c, 0xb0);
const GREEN: Colour = Colour(0x18, 0x7c, 0x49);
const PURPLE: Colour = Colour(0x7a, 0x3f, 0xa0);
const RED: Colour = Colour(0xba, 0x36, 0x2e);

/// The space around panels and between them.
const GAP: f64 = 24.0;

/// The top of the panels, below the title.
const TOP: f64 = 92.0;

/// Parses the name of a file that a plot is written to.
pub(super) fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let extension = path
        .extension()
        .map(|extension| extension.to_ascii_lowercase());
    match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(path),
        _ => Err("plots are SVG files, so expected a name that ends in .svg".to_owned()),
    }
}

/// Draws a growth study and writes it to a file.
pub(super) fn write(reply: &GrowthReply, game: &str, path: &Path) -> Result<()> {
    save(draw(reply, game), path)
}

/// Draws given points with the curves through them, up to the sizes of the predictions, and writes
/// them to a file.
pub(super) fn write_points(
    points: &[PointReply],
    fits: &[Fit],
    last: u32,
    path: &Path,
) -> Result<()> {
    save(draw_points(points, fits, last), path)
}

/// Writes a plot, and says so.
fn save(svg: Svg, path: &Path) -> Result<()> {
    fs::write(path, svg.finish()).with_context(|| format!("cannot write {}", path.display()))?;
    let _ = writeln!(
        terminal::error_output(),
        "the plot was written to {}",
        path.display()
    );
    Ok(())
}

fn draw_points(points: &[PointReply], fits: &[Fit], last: u32) -> Svg {
    let (width, height) = (PANEL.0 + 2.0 * GAP, TOP + PANEL.1 + GAP);
    let mut svg = Svg::new(width, height, BACKGROUND);
    let title = Label::new((GAP + 4.0, 44.0), 24.0, "Values and predictions");
    svg.label(&title.bold().colour(BLACK));
    let subtitle = "the given values, and the curves through them";
    svg.label(&Label::new((GAP + 4.0, 70.0), 15.0, subtitle).colour(GREY));
    let known: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (f64::from(point.side), point.value))
        .collect();
    let largest = points.last().map_or(last, |point| point.side);
    let colours = [BLUE, GREEN, PURPLE, RED].into_iter().cycle();
    let mut series: Vec<Series> = fits
        .iter()
        .zip(colours)
        .map(|(fit, colour)| {
            let predicted = (largest + 1..=last).map(f64::from);
            let predicted = predicted.map(|side| (side, fit.curve.at(side)));
            Series {
                name: format!("{}: {}", fit.curve.name(), fit.curve),
                colour,
                points: known.iter().copied().chain(predicted).collect(),
                trace: Trace::Curve(Some(*fit)),
            }
        })
        .collect();
    // The given values are drawn over the dots of the curves.
    series.push(Series {
        name: "given values".to_owned(),
        colour: BLACK,
        points: known,
        trace: Trace::Curve(None),
    });
    let panel = PlotPanel {
        title: "Value by size",
        series,
        scale: Scale::Linear(amount),
    };
    let sides = points.iter().map(|point| point.side);
    let sides: Vec<u32> = sides.chain(largest + 1..=last).collect();
    panel.draw(&mut svg, &sides, (GAP, TOP));
    svg
}

fn draw(reply: &GrowthReply, game: &str) -> Svg {
    let (width, height) = (2.0 * PANEL.0 + 3.0 * GAP, TOP + 2.0 * PANEL.1 + 2.0 * GAP);
    let mut svg = Svg::new(width, height, BACKGROUND);
    let title = "The cost of a search as the board grows";
    let title = Label::new((GAP + 4.0, 44.0), 24.0, title);
    svg.label(&title.bold().colour(BLACK));
    let subtitle = format!(
        "means of {} of each size with the letters of {game}, seed {}, and the best curves \
         with R² of the logarithms",
        random_boards(reply.boards),
        reply.seed
    );
    svg.label(&Label::new((GAP + 4.0, 70.0), 15.0, subtitle).colour(GREY));
    let sides: Vec<u32> = reply.sizes.iter().map(|size| size.side).collect();
    for (place, panel) in panels(reply).iter().enumerate() {
        let column = (place % 2) as f64;
        let row = (place / 2) as f64;
        let corner = (GAP + column * (PANEL.0 + GAP), TOP + row * (PANEL.1 + GAP));
        panel.draw(&mut svg, &sides, corner);
    }
    svg
}

fn panels(reply: &GrowthReply) -> [PlotPanel; 4] {
    let sizes = &reply.sizes;
    let colour = |pruning| match pruning {
        Pruning::None => RED,
        Pruning::Substring => GREEN,
        Pruning::Prefix => BLUE,
        Pruning::Suffix => PURPLE,
    };
    let fitted = |pruning: Pruning, value: &dyn Fn(&SizeReply) -> Option<f64>| {
        let points = points(sizes, value);
        let best = Fit::all(&points)
            .first()
            .copied()
            .filter(|_| points.len() >= 3);
        Series {
            name: named(&pruning_name(pruning), best.as_ref()),
            colour: colour(pruning),
            points,
            trace: Trace::Curve(best),
        }
    };
    let moves = |pruning| fitted(pruning, &move |size| depth_first(size, pruning)?.moves);
    let seconds = |pruning| fitted(pruning, &move |size| depth_first(size, pruning)?.seconds);
    let plain = |name: &str, colour, trace, value: &dyn Fn(&SizeReply) -> Option<f64>| Series {
        name: name.to_owned(),
        colour,
        points: points(sizes, value),
        trace,
    };
    let known = |pruning: Pruning, name| {
        plain(name, colour(pruning), Trace::Steps, &move |size| {
            depth_first(size, pruning)?.moves
        })
    };
    let mut words = fitted(Pruning::Prefix, &|size| Some(size.words));
    words.name = match &words.trace {
        Trace::Curve(fit) => named("words", fit.as_ref()),
        _ => words.name,
    };
    let power = |log10: Option<f64>| log10.map(|log10| 10_f64.powf(log10));
    [
        PlotPanel {
            title: "Moves per board",
            series: [Pruning::Substring, Pruning::Prefix, Pruning::Suffix]
                .map(moves)
                .into(),
            scale: Scale::PowersOfTen(number_label),
        },
        PlotPanel {
            title: "Moves, all paths, and upper bounds on the paths",
            series: vec![
                plain("bound, 8 neighbours", GREY, Trace::Dashes, &|size| {
                    power(size.bound_8_log10)
                }),
                plain("bound, 6 neighbours", BLACK, Trace::Dashes, &|size| {
                    power(size.bound_6_log10)
                }),
                known(Pruning::None, "all paths"),
                known(Pruning::Substring, "substring"),
                known(Pruning::Prefix, "prefix"),
                known(Pruning::Suffix, "suffix"),
            ],
            scale: Scale::PowersOfTen(number_label),
        },
        PlotPanel {
            title: "Time per board",
            series: Pruning::ALL.map(seconds).into(),
            scale: Scale::PowersOfTen(duration_label),
        },
        PlotPanel {
            title: "Words per board",
            series: vec![words],
            scale: Scale::PowersOfTen(number_label),
        },
    ]
}

fn pruning_name(pruning: Pruning) -> String {
    match pruning {
        Pruning::None => "no pruning".to_owned(),
        pruning => format!("{pruning} pruning"),
    }
}

/// Describes a series with its curve. R² is that of the logarithms, like the axis.
fn named(name: &str, fit: Option<&Fit>) -> String {
    let Some(fit) = fit else {
        return name.to_owned();
    };
    let share = fit.log_r_squared.map(|share| format!(", R² {share:.4}"));
    format!("{name}: {}{}", fit.curve.name(), share.unwrap_or_default())
}

/// Formats a power of ten: in full while it is short.
fn number_label(exponent: i32) -> String {
    match exponent {
        0..=4 => grouped(10_u128.pow(exponent as u32)),
        _ => {
            let digit = |digit: char| match digit {
                '-' => '\u{207b}',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                digit => char::from_u32(digit as u32 - '0' as u32 + 0x2070).unwrap_or(digit),
            };
            let exponent: String = exponent.to_string().chars().map(digit).collect();
            format!("10{exponent}")
        }
    }
}

/// Formats a power of ten in seconds, without decimal places.
fn duration_label(exponent: i32) -> String {
    // Slightly more, so that rounding does not turn a millisecond into 1000 microseconds.
    duration(10_f64.powi(exponent) * (1.0 + 1e-9)).replace(".0 ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_in_full_while_they_are_short() {
        for (exponent, number, time) in [
            (-6, "10⁻⁶", "1 µs"),
            (-3, "10⁻³", "1 ms"),
            (0, "1", "1 s"),
            (4, "10,000", "2.8 hours"),
            (5, "10⁵", "27.8 hours"),
        ] {
            assert_eq!(number_label(exponent), number);
            assert_eq!(duration_label(exponent), time);
        }
        assert_eq!(number_label(30), "10³⁰");
    }

    #[test]
    fn a_plot_is_an_svg_file() {
        for text in ["a.svg", "b/c.SVG"] {
            assert_eq!(file(text), Ok(PathBuf::from(text)));
        }
        for text in ["a", "a.png", ".svg"] {
            let expected = "plots are SVG files, so expected a name that ends in .svg";
            assert_eq!(file(text), Err(expected.to_owned()));
        }
    }
}
