//! The path of a word on a grid: a line behind the letters, with a disc at its start and an arrow
//! at its end. On a rack, where all tiles are neighbours, a line would say nothing that the step
//! numbers on the tiles do not, so none is drawn.

use std::fmt::Write;

use leptos::prelude::*;
use wgs_engine::Cell;
use wgs_play::{Arrangement, Point};

/// The length of the arrow, in tiles.
const ARROW: f64 = 0.2;

/// The distance of the arrow's tip from the centre of the last tile, which leaves its letter free.
const BEFORE_LETTER: f64 = 0.27;

/// The path of the word that is being spelled or is selected.
#[component]
pub fn PathLine(
    /// The path, as positions from 1.
    path: Signal<Vec<u32>>,
    /// Where the cells are drawn.
    arrangement: Signal<Arrangement>,
) -> impl IntoView {
    let line = Memo::new(move |_| {
        let path = path.get();
        arrangement.with(|arrangement| {
            let cells = cells(&path).into_iter();
            let points: Vec<Point> = cells.filter_map(|cell| arrangement.centre(cell)).collect();
            let has_line = arrangement.form.has_paths();
            PathDrawing::new(&points).filter(|_| has_line)
        })
    });
    let frame = move || {
        let (width, height) = arrangement.with(Arrangement::extent);
        format!("0 0 {width} {height}")
    };
    view! {
        <svg class="path" viewBox=frame aria-hidden="true" focusable="false">
            {move || line.get().map(|line| view! {
                <circle class="path-start" cx=line.start.0.to_string() cy=line.start.1.to_string() r="0.36"/>
                <path class="path-line" d=line.way pathLength="1"/>
                <path class="path-arrow" d=line.arrow/>
            })}
        </svg>
    }
}

/// The positions of cells, from 1.
pub fn positions(cells: &[Cell]) -> Vec<u32> {
    cells.iter().map(|cell| cell.position() as u32).collect()
}

/// The cells at positions, from 1.
pub fn cells(positions: &[u32]) -> Vec<Cell> {
    let cell = |position: &u32| Cell::new(*position as usize - 1);
    positions.iter().map(cell).collect()
}

#[derive(Clone, Debug, PartialEq)]
struct PathDrawing {
    start: Point,
    way: String,
    arrow: String,
}

impl PathDrawing {
    /// Returns the drawing of a path, or [`None`] if it has no points.
    fn new(points: &[Point]) -> Option<Self> {
        let start = *points.first()?;
        let mut way = format!("M{} {}", start.0, start.1);
        for (x, y) in &points[1..] {
            let _ = write!(way, "L{x} {y}");
        }
        let arrow = match points {
            [.., from, end] => arrow(*from, *end),
            _ => String::new(),
        };
        Some(Self { start, way, arrow })
    }
}

/// A triangle that points to the letter at the end of a line.
fn arrow(from: Point, end: Point) -> String {
    let (dx, dy) = (end.0 - from.0, end.1 - from.1);
    let length = dx.hypot(dy).max(f64::EPSILON);
    let (dx, dy) = (dx / length, dy / length);
    let tip = (end.0 - dx * BEFORE_LETTER, end.1 - dy * BEFORE_LETTER);
    let back = (tip.0 - dx * ARROW, tip.1 - dy * ARROW);
    let (dx, dy) = (dx * ARROW * 0.7, dy * ARROW * 0.7);
    format!(
        "M{:.3} {:.3}L{:.3} {:.3}L{:.3} {:.3}Z",
        tip.0,
        tip.1,
        back.0 - dy,
        back.1 + dx,
        back.0 + dy,
        back.1 - dx
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_the_centres() {
        let line = PathDrawing::new(&[(0.5, 0.5), (1.5, 1.5), (1.5, 0.5)]).unwrap();
        assert_eq!(line.way, "M0.5 0.5L1.5 1.5L1.5 0.5");
        assert!(line.arrow.starts_with("M1.500 0.770L"), "{}", line.arrow);
    }

    #[test]
    fn a_single_tile_has_no_arrow() {
        assert_eq!(PathDrawing::new(&[(0.5, 0.5)]).unwrap().arrow, "");
        assert_eq!(PathDrawing::new(&[]), None);
    }
}
