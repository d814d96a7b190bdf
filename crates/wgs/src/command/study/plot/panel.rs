//! A panel of a plot: points over the side of the board, curves or lines through them, a legend,
//! and a vertical axis in powers of ten.

use wgs_study::Fit;

use super::super::reply::SizeReply;
use super::svg::{Anchor, Colour, Label, Polyline, Svg};
use super::{BLACK, GREY, LIGHT_GREY, WHITE};

/// The width and the height of a panel.
pub(super) const PANEL: (f64, f64) = (548.0, 392.0);

/// The number of straight segments of a curve.
const SEGMENTS: usize = 96;

/// The possible numbers of powers of ten between two labels of the vertical axis.
const STEPS: [i32; 7] = [1, 2, 5, 10, 20, 50, 100];

/// The maximum number of steps between labels.
const MAX_STEPS: i32 = 7;

/// Points of one kind, and the line through them.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) colour: Colour,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) trace: Trace,
}

/// The line through the points.
pub(super) enum Trace {
    /// The curve that fits best, if there is one.
    Curve(Option<Fit>),
    /// Straight lines.
    Steps,
    /// A dashed line without the points: a bound, which was not measured.
    Dashes,
}

/// A panel of a plot.
pub(super) struct PlotPanel {
    pub(super) title: &'static str,
    pub(super) series: Vec<Series>,
    /// Formats a power of ten for the vertical axis.
    pub(super) label: fn(i32) -> String,
}

impl PlotPanel {
    /// Draws the panel with its top left corner at a point.
    pub(super) fn draw(&self, svg: &mut Svg, sizes: &[SizeReply], corner: (f64, f64)) {
        draw_panel(svg, self, sizes, corner);
    }
}

/// The axes of a panel.
struct Axes {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    sides: (f64, f64),
    exponents: (i32, i32),
}

impl Axes {
    fn point(&self, side: f64, value: f64) -> (f64, f64) {
        let (first, last) = self.sides;
        let (lowest, highest) = (f64::from(self.exponents.0), f64::from(self.exponents.1));
        let across = (side - first) / (last - first);
        let up = (value.log10() - lowest) / (highest - lowest);
        (
            self.left + across * (self.right - self.left),
            self.bottom - up * (self.bottom - self.top),
        )
    }

    fn holds(&self, value: f64) -> bool {
        let exponent = value.log10();
        value > 0.0
            && exponent >= f64::from(self.exponents.0)
            && exponent <= f64::from(self.exponents.1)
    }
}

fn draw_panel(svg: &mut Svg, panel: &PlotPanel, sizes: &[SizeReply], corner: (f64, f64)) {
    let (x, y) = corner;
    svg.rectangle(corner, PANEL, WHITE, LIGHT_GREY);
    let title = Label::new((x + 20.0, y + 30.0), 15.0, panel.title);
    svg.label(&title.bold().colour(BLACK));
    let legend = draw_legend(svg, panel, (x + 20.0, y + 54.0), x + PANEL.0 - 16.0);
    let values = panel.series.iter().flat_map(|series| &series.points);
    let exponents = values.filter(|(_, value)| *value > 0.0);
    let exponents: Vec<f64> = exponents.map(|(_, value)| value.log10()).collect();
    let lowest = exponents.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else {
        return;
    };
    if exponents.is_empty() {
        let nothing = Label::new((x + 20.0, y + PANEL.1 / 2.0), 15.0, "no data");
        svg.label(&nothing.colour(GREY));
        return;
    }
    let lowest = lowest.floor() as i32;
    let axes = Axes {
        left: x + 84.0,
        right: x + PANEL.0 - 36.0,
        top: legend + 20.0,
        bottom: y + PANEL.1 - 58.0,
        sides: (first.side.into(), last.side.into()),
        exponents: (lowest, (highest.ceil() as i32).max(lowest + 1)),
    };
    draw_axes(svg, panel, &axes, sizes);
    for series in &panel.series {
        draw_series(svg, series, &axes);
    }
}

/// Draws a legend and returns where it ends.
fn draw_legend(svg: &mut Svg, panel: &PlotPanel, start: (f64, f64), right: f64) -> f64 {
    const SIZE: f64 = 13.0;
    const LETTER_WIDTH: f64 = 0.56;
    let (mut x, mut y) = start;
    for series in &panel.series {
        // The viewer chooses the font, so the width of the text is an estimate.
        let width = 34.0 + series.name.chars().count() as f64 * SIZE * LETTER_WIDTH;
        if x > start.0 && x + width > right {
            (x, y) = (start.0, y + 21.0);
        }
        let middle = y - 4.5;
        svg.polyline(&Polyline {
            points: vec![(x, middle), (x + 24.0, middle)],
            width: 2.0,
            colour: series.colour,
            is_dashed: matches!(series.trace, Trace::Dashes),
        });
        if !matches!(series.trace, Trace::Dashes) {
            svg.dot((x + 12.0, middle), 4.0, series.colour, WHITE);
        }
        svg.label(&Label::new((x + 32.0, y), SIZE, series.name.as_str()).colour(GREY));
        x += width + 18.0;
    }
    y
}

fn draw_axes(svg: &mut Svg, panel: &PlotPanel, axes: &Axes, sizes: &[SizeReply]) {
    let (lowest, highest) = axes.exponents;
    let few = |step: &i32| (highest - lowest) / step <= MAX_STEPS;
    let step = STEPS.into_iter().find(few).unwrap_or(200);
    for exponent in (lowest..=highest).filter(|exponent| exponent % step == 0) {
        let (_, y) = axes.point(axes.sides.0, 10_f64.powi(exponent));
        svg.polyline(&Polyline {
            points: vec![(axes.left, y), (axes.right, y)],
            width: 1.0,
            colour: LIGHT_GREY,
            is_dashed: false,
        });
        let label = Label::new((axes.left - 12.0, y + 4.5), 13.0, (panel.label)(exponent));
        svg.label(&label.colour(GREY).anchor(Anchor::End));
    }
    for size in sizes {
        let (x, _) = axes.point(size.side.into(), 1.0);
        svg.polyline(&Polyline {
            points: vec![(x, axes.bottom), (x, axes.bottom + 5.0)],
            width: 1.0,
            colour: GREY,
            is_dashed: false,
        });
        let label = format!("{0}×{0}", size.side);
        let label = Label::new((x, axes.bottom + 24.0), 13.0, label);
        svg.label(&label.colour(GREY).anchor(Anchor::Middle));
    }
    let middle = (axes.left + axes.right) / 2.0;
    let label = Label::new((middle, axes.bottom + 46.0), 13.0, "size of the board");
    svg.label(&label.colour(GREY).anchor(Anchor::Middle));
    svg.polyline(&Polyline {
        points: vec![(axes.left, axes.bottom), (axes.right, axes.bottom)],
        width: 1.0,
        colour: GREY,
        is_dashed: false,
    });
}

fn draw_series(svg: &mut Svg, series: &Series, axes: &Axes) {
    let marks: Vec<(f64, f64)> = series
        .points
        .iter()
        .filter(|(_, value)| axes.holds(*value))
        .map(|&(side, value)| axes.point(side, value))
        .collect();
    let parts = match &series.trace {
        Trace::Curve(Some(fit)) => curve(fit, &series.points, axes),
        Trace::Curve(None) => Vec::new(),
        Trace::Steps | Trace::Dashes => vec![marks.clone()],
    };
    let is_bound = matches!(series.trace, Trace::Dashes);
    for points in parts {
        svg.polyline(&Polyline {
            points,
            width: 2.0,
            colour: series.colour,
            is_dashed: is_bound,
        });
    }
    if !is_bound {
        for mark in marks {
            svg.dot(mark, 4.5, series.colour, WHITE);
        }
    }
}

/// The parts of a curve that are inside the panel, between the first and the last point.
fn curve(fit: &Fit, points: &[(f64, f64)], axes: &Axes) -> Vec<Vec<(f64, f64)>> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let mut parts = vec![Vec::new()];
    for segment in 0..=SEGMENTS {
        let side = first.0 + (last.0 - first.0) * segment as f64 / SEGMENTS as f64;
        let value = fit.curve.at(side);
        match (axes.holds(value), parts.last_mut()) {
            (true, Some(part)) => part.push(axes.point(side, value)),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| part.len() > 1);
    parts
}
