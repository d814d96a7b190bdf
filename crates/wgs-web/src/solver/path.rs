//! The path of a word over the tiles: a line through their centres, with a dot at the start and
//! an arrow at the end. On a rack, where all tiles are neighbours, the line is made of arcs.

use std::fmt::Write;

use leptos::prelude::*;

use super::state::SolverState;

/// A point, in tiles from the upper left corner of the board.
type Point = (f64, f64);

/// The length of the arrow, in tiles.
const ARROW: f64 = 0.17;

/// The path of the word that is being spelled or is selected.
#[component]
pub fn PathLine() -> impl IntoView {
    let solver = SolverState::here();
    let line = Memo::new(move |_| {
        let path = solver.path();
        solver.view.with(|view| {
            let centre = |position: &u32| {
                let (column, row) = view.places.get(*position as usize - 1)?;
                Some((f64::from(*column) + 0.5, f64::from(*row) + 0.5))
            };
            let points: Vec<Point> = path.iter().filter_map(centre).collect();
            (!points.is_empty()).then(|| PathDrawing::new(&points, view.is_rack))
        })
    });
    let frame = move || {
        solver
            .view
            .with(|view| format!("0 0 {} {}", view.size.0, view.size.1))
    };
    view! {
        <svg class="path" viewBox=frame aria-hidden="true" focusable="false">
            {move || line.get().map(|line| view! {
                <g class="path-way">
                <circle class="path-start" cx=line.start.0.to_string() cy=line.start.1.to_string() r="0.1"/>
                <path class="path-line" d=line.way pathLength="1"/>
                <path class="path-arrow" d=line.arrow/>
                </g>
                {line.steps.into_iter().map(|((x, y), step)| view! {
                    <text class="path-step" x=(x - 0.4).to_string() y=(y - 0.28).to_string()>{step}</text>
                }).collect_view()}
            })}
        </svg>
    }
}

#[derive(Clone, Debug, PartialEq)]
struct PathDrawing {
    start: Point,
    way: String,
    arrow: String,
    /// The step number at each tile; several numbers where a tile is used again.
    steps: Vec<(Point, String)>,
}

impl PathDrawing {
    fn new(points: &[Point], in_arcs: bool) -> Self {
        let start = points[0];
        let mut way = format!("M{} {}", start.0, start.1);
        // The point that the last step comes from, for the arrow.
        let mut from = start;
        for (index, pair) in points.windows(2).enumerate() {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            from = (x0, y0);
            if in_arcs {
                let bend = if index % 2 == 0 { -0.45 } else { 0.45 };
                from = ((x0 + x1) / 2.0, (y0 + y1) / 2.0 + bend);
                let _ = write!(way, "Q{} {} {x1} {y1}", from.0, from.1);
            } else {
                let _ = write!(way, "L{x1} {y1}");
            }
        }
        let end = *points.last().unwrap_or(&start);
        let arrow = if points.len() > 1 {
            arrow(from, end)
        } else {
            String::new()
        };
        let mut steps: Vec<(Point, String)> = Vec::new();
        for (&point, step) in points.iter().zip(1..) {
            match steps.iter_mut().find(|(at, _)| *at == point) {
                Some((_, text)) => *text = format!("{text},{step}"),
                None => steps.push((point, step.to_string())),
            }
        }
        Self {
            start,
            way,
            arrow,
            steps,
        }
    }
}

/// A triangle at the end of a line.
fn arrow(from: Point, end: Point) -> String {
    let (dx, dy) = (end.0 - from.0, end.1 - from.1);
    let length = dx.hypot(dy).max(f64::EPSILON);
    let (dx, dy) = (dx / length * ARROW, dy / length * ARROW);
    let tip = (end.0 + dx * 0.6, end.1 + dy * 0.6);
    let back = (end.0 - dx * 0.6, end.1 - dy * 0.6);
    format!(
        "M{:.3} {:.3}L{:.3} {:.3}L{:.3} {:.3}Z",
        tip.0,
        tip.1,
        back.0 - dy * 0.7,
        back.1 + dx * 0.7,
        back.0 + dy * 0.7,
        back.1 - dx * 0.7
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_the_centres() {
        let line = PathDrawing::new(&[(0.5, 0.5), (1.5, 1.5), (1.5, 0.5)], false);
        assert_eq!(line.way, "M0.5 0.5L1.5 1.5L1.5 0.5");
        assert!(line.arrow.starts_with("M1.500 0.398L"), "{}", line.arrow);
    }

    #[test]
    fn a_single_tile_has_no_arrow() {
        assert_eq!(PathDrawing::new(&[(0.5, 0.5)], false).arrow, "");
    }
}
