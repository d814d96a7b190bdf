//! A panel of a plot: points over the side of the board, curves or lines through them, a legend,
//! and a vertical axis, which is logarithmic or linear.

use wgs_study::Fit;

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
    pub(super) scale: Scale,
}

/// The vertical axis.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    /// Logarithmic. The function formats a power of ten.
    PowersOfTen(fn(i32) -> String),
    /// From 0 on. The function formats a value.
    Linear(fn(f64) -> String),
}

impl Scale {
    /// The place of a value on the axis; [`None`] if there is none.
    fn place(self, value: f64) -> Option<f64> {
        match self {
            Self::PowersOfTen(_) => (value > 0.0).then(|| value.log10()),
            Self::Linear(_) => (value >= 0.0).then_some(value),
        }
    }

    /// The ends of an axis for these places.
    fn ends(self, lowest: f64, highest: f64) -> (f64, f64) {
        match self {
            Self::PowersOfTen(_) => (lowest.floor(), highest.ceil().max(lowest.floor() + 1.0)),
            Self::Linear(_) if highest > 0.0 => {
                let step = linear_step(highest);
                (0.0, (highest / step).ceil() * step)
            }
            Self::Linear(_) => (0.0, 1.0),
        }
    }

    /// The labels of an axis, with their places.
    fn labels(self, (lowest, highest): (f64, f64)) -> Vec<(f64, String)> {
        match self {
            Self::PowersOfTen(label) => {
                let (lowest, highest) = (lowest as i32, highest as i32);
                let few = |step: &i32| (highest - lowest) / step <= MAX_STEPS;
                let step = STEPS.into_iter().find(few).unwrap_or(200);
                let exponents = (lowest..=highest).filter(|exponent| exponent % step == 0);
                let labels = exponents.map(|exponent| (f64::from(exponent), label(exponent)));
                labels.collect()
            }
            Self::Linear(label) => {
                let step = linear_step(highest);
                let steps = (highest / step).round() as i32;
                let values = (0..=steps).map(|number| f64::from(number) * step);
                values.map(|value| (value, label(value))).collect()
            }
        }
    }
}

/// The distance between two labels of a linear axis: 1, 2 or 5 times a power of ten.
fn linear_step(highest: f64) -> f64 {
    let least = highest / f64::from(MAX_STEPS);
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| *step >= least);
    step.unwrap_or(10.0 * power)
}

impl PlotPanel {
    /// Draws the panel with its top left corner at a point.
    pub(super) fn draw(&self, svg: &mut Svg, sides: &[u32], corner: (f64, f64)) {
        draw_panel(svg, self, sides, corner);
    }
}

/// The axes of a panel.
struct Axes {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    sides: (f64, f64),
    scale: Scale,
    /// The places of the ends of the vertical axis.
    ends: (f64, f64),
}

impl Axes {
    /// The point of a value; [`None`] if it is not inside the panel.
    fn point(&self, side: f64, value: f64) -> Option<(f64, f64)> {
        let (lowest, highest) = self.ends;
        let place = self.scale.place(value)?;
        (lowest..=highest)
            .contains(&place)
            .then(|| (self.across(side), self.up(place)))
    }

    fn across(&self, side: f64) -> f64 {
        let (first, last) = self.sides;
        self.left + (side - first) / (last - first) * (self.right - self.left)
    }

    fn up(&self, place: f64) -> f64 {
        let (lowest, highest) = self.ends;
        self.bottom - (place - lowest) / (highest - lowest) * (self.bottom - self.top)
    }
}

fn draw_panel(svg: &mut Svg, panel: &PlotPanel, sides: &[u32], corner: (f64, f64)) {
    let (x, y) = corner;
    svg.rectangle(corner, PANEL, WHITE, LIGHT_GREY);
    let title = Label::new((x + 20.0, y + 30.0), 15.0, panel.title);
    svg.label(&title.bold().colour(BLACK));
    let legend = draw_legend(svg, panel, (x + 20.0, y + 54.0), x + PANEL.0 - 16.0);
    let values = panel.series.iter().flat_map(|series| &series.points);
    let places = values.filter_map(|(_, value)| panel.scale.place(*value));
    let places: Vec<f64> = places.collect();
    let lowest = places.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (sides.first(), sides.last()) else {
        return;
    };
    if places.is_empty() {
        let nothing = Label::new((x + 20.0, y + PANEL.1 / 2.0), 15.0, "no data");
        svg.label(&nothing.colour(GREY));
        return;
    }
    let axes = Axes {
        left: x + 84.0,
        right: x + PANEL.0 - 36.0,
        top: legend + 20.0,
        bottom: y + PANEL.1 - 58.0,
        sides: (f64::from(*first), f64::from(*last)),
        scale: panel.scale,
        ends: panel.scale.ends(lowest, highest),
    };
    draw_axes(svg, &axes, sides);
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

fn draw_axes(svg: &mut Svg, axes: &Axes, sides: &[u32]) {
    for (place, label) in axes.scale.labels(axes.ends) {
        let y = axes.up(place);
        svg.polyline(&Polyline {
            points: vec![(axes.left, y), (axes.right, y)],
            width: 1.0,
            colour: LIGHT_GREY,
            is_dashed: false,
        });
        let label = Label::new((axes.left - 12.0, y + 4.5), 13.0, label);
        svg.label(&label.colour(GREY).anchor(Anchor::End));
    }
    for &side in sides {
        let x = axes.across(side.into());
        svg.polyline(&Polyline {
            points: vec![(x, axes.bottom), (x, axes.bottom + 5.0)],
            width: 1.0,
            colour: GREY,
            is_dashed: false,
        });
        let label = format!("{side}×{side}");
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
        .filter_map(|&(side, value)| axes.point(side, value))
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
        match (axes.point(side, value), parts.last_mut()) {
            (Some(point), Some(part)) => part.push(point),
            _ => parts.push(Vec::new()),
        }
    }
    parts.retain(|part| part.len() > 1);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_axis_begins_at_0_and_ends_after_the_highest_value() {
        let scale = Scale::Linear(|value| value.to_string());
        for (highest, end, labels) in [
            (66.54, 70.0, "0 10 20 30 40 50 60 70"),
            (5_750.0, 6_000.0, "0 1000 2000 3000 4000 5000 6000"),
            (0.5, 0.5, "0 0.1 0.2 0.30000000000000004 0.4 0.5"),
            (0.0, 1.0, "0 0.2 0.4 0.6000000000000001 0.8 1"),
        ] {
            let ends = scale.ends(0.0, highest);
            assert_eq!(ends, (0.0, end), "{highest}");
            let found: Vec<String> = scale.labels(ends).into_iter().map(|(_, l)| l).collect();
            assert_eq!(found.join(" "), labels);
        }
    }
}
