//! A plot over the side of the board: points, what goes through them, a legend, and an upright
//! axis in powers of ten. What is plotted is for others to say.

use wgs_app::reply::SizeReply;
use wgs_lab::Fit;

use super::drawing::{Anchor, Colour, Drawing, Line, Point, Text};
use super::lettering;
use super::{INK, RULE, SOFT, SURFACE};

/// How wide a panel is, and how high.
pub(super) const PANEL: (f64, f64) = (548.0, 392.0);

/// How many straight pieces make a curve.
const PIECES: usize = 96;

/// Powers of ten between two labels of the upright axis, and the most such steps.
const STEPS: [i32; 7] = [1, 2, 5, 10, 20, 50, 100];
const MOST_STEPS: i32 = 7;

/// Points of one kind, and the curve through them.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) colour: Colour,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) trace: Trace,
}

/// What goes through the points.
pub(super) enum Trace {
    /// The curve that fits best, if there is one.
    Curve(Option<Fit>),
    /// Straight lines.
    Steps,
    /// Dashes, without the points: what is a bound and was not measured.
    Dashes,
}

/// One of the plots of a drawing.
pub(super) struct Panel {
    pub(super) title: &'static str,
    pub(super) series: Vec<Series>,
    /// How a power of ten is written on the upright axis.
    pub(super) label: fn(i32) -> String,
}

impl Panel {
    /// Draws the panel with its upper left corner at a point.
    pub(super) fn draw(&self, drawing: &mut Drawing, sizes: &[SizeReply], corner: Point) {
        draw_panel(drawing, self, sizes, corner);
    }
}

/// Where values are on a panel.
struct Axes {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    sides: (f64, f64),
    exponents: (i32, i32),
}

impl Axes {
    fn point(&self, side: f64, value: f64) -> Point {
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

fn draw_panel(drawing: &mut Drawing, panel: &Panel, sizes: &[SizeReply], corner: Point) {
    let (x, y) = corner;
    drawing.panel(corner, PANEL, SURFACE, RULE);
    let title = Text::new((x + 20.0, y + 30.0), 15.0, panel.title);
    drawing.text(title.bold().colour(INK));
    let legend = draw_legend(drawing, panel, (x + 20.0, y + 54.0), x + PANEL.0 - 16.0);
    let values = panel.series.iter().flat_map(|series| &series.points);
    let exponents = values.filter(|(_, value)| *value > 0.0);
    let exponents: Vec<f64> = exponents.map(|(_, value)| value.log10()).collect();
    let lowest = exponents.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (sizes.first(), sizes.last()) else {
        return;
    };
    if exponents.is_empty() {
        let nothing = Text::new((x + 20.0, y + PANEL.1 / 2.0), 15.0, "nothing to show");
        drawing.text(nothing.colour(SOFT));
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
    draw_axes(drawing, panel, &axes, sizes);
    for series in &panel.series {
        draw_series(drawing, series, &axes);
    }
}

/// Draws a legend, as wide as the panel, and says where it ends.
fn draw_legend(drawing: &mut Drawing, panel: &Panel, start: Point, right: f64) -> f64 {
    const SIZE: f64 = 13.0;
    let (mut x, mut y) = start;
    for series in &panel.series {
        // Other faces are a little wider than our own lettering.
        let width = 34.0 + lettering::width(&series.name, SIZE) * 1.1;
        if x > start.0 && x + width > right {
            (x, y) = (start.0, y + 21.0);
        }
        let middle = y - 4.5;
        drawing.line(Line {
            points: vec![(x, middle), (x + 24.0, middle)],
            width: 2.0,
            colour: series.colour,
            dashed: matches!(series.trace, Trace::Dashes),
        });
        if !matches!(series.trace, Trace::Dashes) {
            drawing.dot((x + 12.0, middle), 4.0, series.colour, SURFACE);
        }
        drawing.text(Text::new((x + 32.0, y), SIZE, series.name.as_str()).colour(SOFT));
        x += width + 18.0;
    }
    y
}

fn draw_axes(drawing: &mut Drawing, panel: &Panel, axes: &Axes, sizes: &[SizeReply]) {
    let (lowest, highest) = axes.exponents;
    let few = |step: &i32| (highest - lowest) / step <= MOST_STEPS;
    let step = STEPS.into_iter().find(few).unwrap_or(200);
    for exponent in (lowest..=highest).filter(|exponent| exponent % step == 0) {
        let (_, y) = axes.point(axes.sides.0, 10_f64.powi(exponent));
        drawing.line(Line {
            points: vec![(axes.left, y), (axes.right, y)],
            width: 1.0,
            colour: RULE,
            dashed: false,
        });
        let label = Text::new((axes.left - 12.0, y + 4.5), 13.0, (panel.label)(exponent));
        drawing.text(label.colour(SOFT).anchor(Anchor::End));
    }
    for size in sizes {
        let (x, _) = axes.point(size.side.into(), 1.0);
        drawing.line(Line {
            points: vec![(x, axes.bottom), (x, axes.bottom + 5.0)],
            width: 1.0,
            colour: SOFT,
            dashed: false,
        });
        let label = format!("{0}×{0}", size.side);
        let label = Text::new((x, axes.bottom + 24.0), 13.0, label);
        drawing.text(label.colour(SOFT).anchor(Anchor::Middle));
    }
    let middle = (axes.left + axes.right) / 2.0;
    let label = Text::new((middle, axes.bottom + 46.0), 13.0, "size of the board");
    drawing.text(label.colour(SOFT).anchor(Anchor::Middle));
    drawing.line(Line {
        points: vec![(axes.left, axes.bottom), (axes.right, axes.bottom)],
        width: 1.0,
        colour: SOFT,
        dashed: false,
    });
}

fn draw_series(drawing: &mut Drawing, series: &Series, axes: &Axes) {
    let marks: Vec<Point> = series
        .points
        .iter()
        .filter(|(_, value)| axes.holds(*value))
        .map(|&(side, value)| axes.point(side, value))
        .collect();
    let runs = match &series.trace {
        Trace::Curve(Some(fit)) => curve(fit, &series.points, axes),
        Trace::Curve(None) => Vec::new(),
        Trace::Steps | Trace::Dashes => vec![marks.clone()],
    };
    let is_bound = matches!(series.trace, Trace::Dashes);
    for points in runs {
        drawing.line(Line {
            points,
            width: 2.0,
            colour: series.colour,
            dashed: is_bound,
        });
    }
    if !is_bound {
        for mark in marks {
            drawing.dot(mark, 4.5, series.colour, SURFACE);
        }
    }
}

/// A curve over the sides that have points, in pieces where it leaves the panel.
fn curve(fit: &Fit, points: &[(f64, f64)], axes: &Axes) -> Vec<Vec<Point>> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let mut runs = vec![Vec::new()];
    for piece in 0..=PIECES {
        let side = first.0 + (last.0 - first.0) * piece as f64 / PIECES as f64;
        let value = fit.curve.at(side);
        match (axes.holds(value), runs.last_mut()) {
            (true, Some(run)) => run.push(axes.point(side, value)),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| run.len() > 1);
    runs
}
