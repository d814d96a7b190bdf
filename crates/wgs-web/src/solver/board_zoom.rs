//! Zooming and panning a large board. The wheel and the scroll bars pan it, the wheel with Ctrl
//! and two buttons zoom it, and two fingers do both. One finger spells words, as on any board.

use leptos::ev::{PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;
use wgs_engine::Cell;
use wgs_play::{Arrangement, Point};

use super::state::SolverState;

/// The most columns or rows of a board that needs no zoom.
const MOST_WITHOUT_ZOOM: u32 = 12;

/// The most columns or rows of a large board that are in view at first.
const MOST_IN_VIEW: u32 = 20;

/// The largest tiles, compared with those at first.
const MOST_SCALE: f64 = 4.0;

/// The factor of a press on a button.
pub const ZOOM_STEP: f64 = 1.5;

/// The zoom of a board.
#[derive(Clone, Copy)]
pub struct BoardZoom {
    solver: SolverState,
    /// The part of the page that the board is seen through.
    pub(super) viewport: NodeRef<html::Div>,
    /// The board in its full size.
    pub(super) canvas: NodeRef<html::Div>,
    /// The size of the tiles, compared with that at first.
    scale: StoredValue<f64>,
    /// The fingers on the board, and where they are.
    fingers: StoredValue<Vec<(i32, Point)>>,
}

impl BoardZoom {
    /// Creates the zoom of the solver's board. It starts again with each board of another shape,
    /// and follows the selected solution.
    pub fn new(solver: SolverState) -> Self {
        let zoom = Self {
            solver,
            viewport: NodeRef::new(),
            canvas: NodeRef::new(),
            scale: StoredValue::new(1.0),
            fingers: StoredValue::new(Vec::new()),
        };
        Effect::new(move |_| {
            solver.board.arrangement.with(|_| ());
            zoom.set_scale(1.0);
        });
        Effect::new(move |_| {
            let path = solver.selected.with(|row| {
                let positions = row.as_ref().map(|row| row.positions.clone());
                positions.unwrap_or_default()
            });
            zoom.reveal(&path);
        });
        zoom
    }

    /// Whether the board is large enough to be zoomed.
    pub fn is_enabled(self) -> bool {
        let view = self.solver.board.view;
        view.with(|view| is_large(&view.arrangement) && view.is_drawn())
    }

    fn set_scale(self, scale: f64) {
        self.scale.set_value(scale);
        if let Some(canvas) = self.canvas.get_untracked() {
            let style = web_sys::HtmlElement::style(&canvas);
            let _ = style.set_property("--zoom", &scale.to_string());
        }
    }

    /// The scale at which the whole board is in view.
    fn fitting_scale(self) -> Option<f64> {
        let (viewport, canvas) = (self.viewport.get_untracked()?, self.canvas.get_untracked()?);
        let bounds = canvas.get_bounding_client_rect();
        let across = f64::from(viewport.client_width()) / bounds.width();
        let down = f64::from(viewport.client_height()) / bounds.height();
        // Slightly less, because rounding would bring back the scroll bars.
        Some(self.scale.get_value() * across.min(down) * 0.999)
    }

    /// Shows the whole board.
    pub fn fit(self) {
        // Twice, because there is more room once the scroll bars are gone.
        for _ in 0..2 {
            if let Some(scale) = self.fitting_scale() {
                self.set_scale(scale);
            }
        }
    }

    /// Zooms by a factor, around the middle of the visible part.
    pub fn zoom_by(self, factor: f64) {
        if let Some(viewport) = self.viewport.get_untracked() {
            let bounds = viewport.get_bounding_client_rect();
            let middle = (
                bounds.left() + bounds.width() / 2.0,
                bounds.top() + bounds.height() / 2.0,
            );
            self.zoom_around(factor, middle);
        }
    }

    /// Zooms by a factor. The tile at a point of the window stays there.
    fn zoom_around(self, factor: f64, (x, y): Point) {
        let (Some(viewport), Some(canvas), Some(least)) = (
            self.viewport.get_untracked(),
            self.canvas.get_untracked(),
            self.fitting_scale(),
        ) else {
            return;
        };
        let before = canvas.get_bounding_client_rect();
        let share = (
            (x - before.left()) / before.width(),
            (y - before.top()) / before.height(),
        );
        let scale = self.scale.get_value() * factor;
        self.set_scale(scale.min(MOST_SCALE).max(least.min(1.0)));
        let after = canvas.get_bounding_client_rect();
        viewport.scroll_by_with_x_and_y(
            after.left() + share.0 * after.width() - x,
            after.top() + share.1 * after.height() - y,
        );
    }

    /// Zooms if Ctrl is held, which is also what a pinch on a touchpad sends.
    pub fn turn_wheel(self, event: &WheelEvent) {
        if event.ctrl_key() && untrack(|| self.is_enabled()) {
            event.prevent_default();
            let factor = (-event.delta_y() / 300.0).clamp(-1.0, 1.0).exp();
            let at = (event.client_x().into(), event.client_y().into());
            self.zoom_around(factor, at);
        }
    }

    /// Notes a finger. Returns whether two of them move the board now.
    pub fn press(self, event: &PointerEvent) -> bool {
        if event.pointer_type() != "touch" || !untrack(|| self.is_enabled()) {
            return false;
        }
        self.fingers.update_value(|fingers| {
            fingers.retain(|(id, _)| *id != event.pointer_id());
            fingers.push((event.pointer_id(), point(event)));
        });
        self.fingers.with_value(|fingers| fingers.len() > 1)
    }

    /// Moves the board with two fingers. Returns whether there are two.
    pub fn drag(self, event: &PointerEvent) -> bool {
        let before = self.fingers.get_value();
        self.fingers.update_value(|fingers| {
            for (id, at) in fingers {
                if *id == event.pointer_id() {
                    *at = point(event);
                }
            }
        });
        let after = self.fingers.get_value();
        let (Some((from, width)), Some((to, new_width))) = (span(&before), span(&after)) else {
            return false;
        };
        if let Some(viewport) = self.viewport.get_untracked() {
            viewport.scroll_by_with_x_and_y(from.0 - to.0, from.1 - to.1);
        }
        self.zoom_around(new_width / width.max(1.0), to);
        true
    }

    /// Forgets a finger that was lifted.
    pub fn release(self, event: &PointerEvent) {
        self.fingers
            .update_value(|fingers| fingers.retain(|(id, _)| *id != event.pointer_id()));
    }

    /// Scrolls to a path, given by its positions from 1, if it is not in view.
    fn reveal(self, path: &[u32]) {
        let bounds = self.solver.board.view.with_untracked(|view| {
            let is_large = is_large(&view.arrangement);
            bounds(&view.arrangement, path).filter(|_| is_large)
        });
        let (Some((from, to)), Some(viewport), Some(canvas)) = (
            bounds,
            self.viewport.get_untracked(),
            self.canvas.get_untracked(),
        ) else {
            return;
        };
        let size = canvas.get_bounding_client_rect();
        let target = |from: f64, to: f64, size: f64, scrolled: i32, in_view: i32| {
            let (from, to) = (from * size, to * size);
            let (scrolled, in_view) = (f64::from(scrolled), f64::from(in_view));
            match from >= scrolled && to <= scrolled + in_view {
                true => scrolled,
                false => (from + to - in_view) / 2.0,
            }
        };
        let (left, top) = (viewport.scroll_left(), viewport.scroll_top());
        let (width, height) = (viewport.client_width(), viewport.client_height());
        viewport.scroll_to_with_x_and_y(
            target(from.0, to.0, size.width(), left, width),
            target(from.1, to.1, size.height(), top, height),
        );
    }
}

/// Whether a board is so large that it can be zoomed.
pub(super) fn is_large(board: &Arrangement) -> bool {
    board.form.has_paths() && board.size.0.max(board.size.1) > MOST_WITHOUT_ZOOM
}

/// The part of a board that is in view at first: its width and height in tiles.
pub(super) fn extent_in_view(board: &Arrangement) -> Point {
    let (width, height) = board.extent();
    match is_large(board) {
        true => (
            width.min(MOST_IN_VIEW.into()),
            height.min(MOST_IN_VIEW.into()),
        ),
        false => (width, height),
    }
}

fn point(event: &PointerEvent) -> Point {
    (event.client_x().into(), event.client_y().into())
}

/// The middle between two fingers, and their distance.
fn span(fingers: &[(i32, Point)]) -> Option<(Point, f64)> {
    let [(_, a), (_, b), ..] = fingers else {
        return None;
    };
    let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    Some((middle, (a.0 - b.0).hypot(a.1 - b.1)))
}

/// The corners of the rectangle around a path, as shares of the board's width and height.
fn bounds(arrangement: &Arrangement, path: &[u32]) -> Option<(Point, Point)> {
    let (width, height) = arrangement.extent();
    let centres = path
        .iter()
        .filter_map(|position| (*position as usize).checked_sub(1))
        .filter_map(|cell| arrangement.centre(Cell::new(cell)));
    let corners = centres.map(|(x, y)| {
        let share = |x: f64, y: f64| (x / width, y / height);
        (share(x - 0.5, y - 0.5), share(x + 0.5, y + 0.5))
    });
    corners.reduce(|(from, to), (next_from, next_to)| {
        let least = (from.0.min(next_from.0), from.1.min(next_from.1));
        (least, (to.0.max(next_to.0), to.1.max(next_to.1)))
    })
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Grid, Rules};

    use super::*;

    #[test]
    fn the_bounds_of_a_path_enclose_its_tiles() {
        let grid = Grid::rectangle(40, 20, Adjacency::Diagonal);
        let board = Arrangement::new(&grid, &Rules::new());
        // The last tile of row 1, and the one below its left neighbour.
        let (from, to) = bounds(&board, &[40, 79]).unwrap();
        assert_eq!(from, (38.0 / 40.0, 0.0));
        assert_eq!(to, (1.0, 2.0 / 20.0));
        assert_eq!(bounds(&board, &[]), None);
        assert_eq!(bounds(&board, &[801]), None);
    }

    #[test]
    fn only_a_part_of_a_large_board_is_in_view_at_first() {
        for (columns, rows, large, in_view) in [
            (0, 0, false, (1.0, 1.0)),
            (4, 4, false, (4.0, 4.0)),
            (12, 12, false, (12.0, 12.0)),
            (13, 2, true, (13.0, 2.0)),
            (40, 40, true, (20.0, 20.0)),
            (3, 100, true, (3.0, 20.0)),
        ] {
            let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
            let board = Arrangement::new(&grid, &Rules::new());
            assert_eq!(is_large(&board), large, "{columns}x{rows}");
            assert_eq!(extent_in_view(&board), in_view, "{columns}x{rows}");
        }
    }

    #[test]
    fn two_fingers_have_a_middle_and_a_distance() {
        let fingers = [(1, (0.0, 0.0)), (2, (6.0, 8.0)), (3, (99.0, 99.0))];
        assert_eq!(span(&fingers), Some(((3.0, 4.0), 10.0)));
        assert_eq!(span(&fingers[..1]), None);
    }
}
