//! Spelling a word on the board: by dragging over tiles, by tapping them, or by typing.
//!
//! A drag ends the word. Taps do not: the word ends with a second tap on its last tile, with the
//! button, or with Enter. Sliding back over the tile before the last removes the last one.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::device;
use super::state::PlayState;
use crate::solver::arrangement::{Arrangement, Point};
use crate::solver::keyboard::{is_letter, is_typing};
use crate::text::{tr, tr_with};

/// How close to the centre of a tile a drag must come, in tiles. The circle covers three quarters
/// of the side, and leaves the corners free, so that diagonals are easy.
const REACH: f64 = 0.38;

/// The distance between the points of a fast drag that are looked at, in tiles.
const STEP: f64 = 0.2;

/// The state of the pointer and the keyboard on the board.
#[derive(Clone, Copy)]
pub struct SpellingInput {
    play: PlayState,
    /// The board.
    pub board: NodeRef<html::Div>,
    /// The cell that the arrow keys move.
    pub cursor: RwSignal<usize>,
    /// Quarter turns of the board on the table.
    pub turns: RwSignal<u8>,
    /// Whether a drag is under way.
    pub is_dragging: RwSignal<bool>,
    /// The pointer that spells, and where it was last, in shares of the board.
    pointer: StoredValue<Option<(i32, Point)>>,
    /// The cell that it was pressed on.
    pressed: StoredValue<Option<usize>>,
}

impl SpellingInput {
    /// Creates the state, and listens to the keyboard.
    pub fn new(play: PlayState) -> Self {
        let input = Self {
            play,
            board: NodeRef::new(),
            cursor: RwSignal::new(0),
            turns: RwSignal::new(0),
            is_dragging: RwSignal::new(false),
            pointer: StoredValue::new(None),
            pressed: StoredValue::new(None),
        };
        let keys = window_event_listener(leptos::ev::keydown, move |event| input.key(&event));
        on_cleanup(move || keys.remove());
        input
    }

    /// Where an event is on the board, in shares of its width and height.
    fn point(self, event: &PointerEvent) -> Option<Point> {
        let bounds = self.board.get_untracked()?.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let y = (f64::from(event.client_y()) - bounds.top()) / bounds.height();
        Some(match self.turns.get_untracked() % 4 {
            0 => (x, y),
            1 => (y, 1.0 - x),
            2 => (1.0 - x, 1.0 - y),
            _ => (1.0 - y, x),
        })
    }

    fn cell_at(self, point: Point, reach: f64) -> Option<usize> {
        let arrangement = self.play.arrangement;
        arrangement.with_untracked(|board| board.cell_at(point, reach))
    }

    /// Begins a drag or a tap.
    pub fn press(self, event: &PointerEvent) {
        if event.button() != 0 || self.pointer.with_value(Option::is_some) {
            return;
        }
        let Some(point) = self.point(event) else {
            return;
        };
        let Some(cell) = self.cell_at(point, 1.0) else {
            return;
        };
        if let Some(board) = self.board.get_untracked() {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pointer.set_value(Some((event.pointer_id(), point)));
        self.pressed.set_value(Some(cell));
        self.is_dragging.set(false);
    }

    /// Continues a drag.
    pub fn drag(self, event: &PointerEvent) {
        let (Some((id, from)), Some(to)) = (self.pointer.get_value(), self.point(event)) else {
            return;
        };
        if id != event.pointer_id() {
            return;
        }
        self.pointer.set_value(Some((id, to)));
        let extent = self.play.arrangement.with_untracked(Arrangement::extent);
        let distance = ((to.0 - from.0) * extent.0).hypot((to.1 - from.1) * extent.1);
        // A fast finger passes several tiles between two events.
        let steps = (distance / STEP).ceil().clamp(1.0, 64.0) as u32;
        for step in 1..=steps {
            let share = f64::from(step) / f64::from(steps);
            let point = (
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            );
            if let Some(cell) = self.cell_at(point, REACH) {
                self.drag_to(cell);
            }
        }
    }

    fn drag_to(self, cell: usize) {
        if !self.is_dragging.get_untracked() {
            let Some(first) = self.pressed.get_value() else {
                return;
            };
            if cell == first {
                return;
            }
            self.is_dragging.set(true);
            self.play.clear();
            self.play.outcome.set(None);
            self.play.selected.set(None);
            self.play.spelled.set(vec![first as u32 + 1]);
        }
        self.extend(cell);
    }

    /// Extends the word to a cell, or goes back to the tile before.
    fn extend(self, cell: usize) -> bool {
        let position = cell as u32 + 1;
        let spelled = self.play.spelled.get_untracked();
        let reuses = self.play.view.with_untracked(|view| view.reuses_tiles);
        let before = spelled.len().checked_sub(2).map(|index| spelled[index]);
        if before == Some(position) && !reuses {
            self.play.spelled.update(|spelled| {
                spelled.pop();
            });
            return true;
        }
        let last = spelled.last().map(|last| *last as usize - 1);
        let touches = |last: usize| {
            let view = self.play.view;
            view.with_untracked(|view| view.touches(last, cell))
        };
        let is_tile = self.play.tiles.with_untracked(|tiles| {
            let tile = tiles.get(cell);
            tile.is_some_and(|tile| !tile.face.is_empty())
        });
        let is_free = reuses || !spelled.contains(&position);
        let is_next = is_tile && is_free && last != Some(cell) && last.is_none_or(touches);
        if is_next {
            self.play.spelled.update(|spelled| spelled.push(position));
            device::vibrate(5);
        }
        is_next
    }

    /// Ends a drag, and with it the word; or a tap.
    pub fn release(self, event: &PointerEvent) {
        let Some((id, _)) = self.pointer.get_value() else {
            return;
        };
        if id != event.pointer_id() {
            return;
        }
        let cell = self.pressed.get_value();
        let was_dragged = self.is_dragging.get_untracked();
        self.cancel();
        match cell {
            _ if was_dragged => {
                // A drag that slid back to its first tile is given up.
                match self.play.spelled.with_untracked(Vec::len) {
                    0 | 1 => self.play.clear(),
                    _ => self.play.submit(),
                }
            }
            Some(cell) => self.tap(cell),
            None => {}
        }
    }

    /// Ends a drag without a word.
    pub fn cancel(self) {
        self.pointer.set_value(None);
        self.pressed.set_value(None);
        self.is_dragging.set(false);
    }

    /// Gives up the word that is being dragged.
    pub fn abandon(self) {
        self.cancel();
        self.play.clear();
    }

    /// Adds a tile to the word. A second tap on the last tile ends the word, unless a tile may be
    /// used twice in a row; a tap elsewhere begins another word.
    pub fn tap(self, cell: usize) {
        self.play.set_typed(String::new());
        self.play.outcome.set(None);
        self.play.selected.set(None);
        self.cursor.set(cell);
        let position = cell as u32 + 1;
        let spelled = self.play.spelled.get_untracked();
        let reuses = self.play.view.with_untracked(|view| view.reuses_tiles);
        if spelled.last() == Some(&position) {
            match (reuses, spelled.len()) {
                (true, _) => self.play.spelled.update(|spelled| spelled.push(position)),
                (false, 1) => self.play.clear(),
                (false, _) => self.play.submit(),
            }
        } else if !self.extend(cell) {
            // On a rack, a used tile is put back with all that follow.
            let is_rack = self.play.view.with_untracked(|view| view.is_rack);
            let used = spelled.iter().position(|used| *used == position);
            match used.filter(|_| is_rack) {
                Some(index) => self.play.spelled.update(|spelled| spelled.truncate(index)),
                None => {
                    self.play.spelled.set(Vec::new());
                    self.extend(cell);
                }
            }
        }
    }

    /// Removes the last letter or tile.
    pub fn delete(self) {
        let mut typed = self.play.typed.get_untracked();
        match typed.pop() {
            Some(_) => self.play.set_typed(typed),
            None => self.play.spelled.update(|spelled| {
                spelled.pop();
            }),
        }
    }

    fn key(self, event: &KeyboardEvent) {
        let is_command = event.ctrl_key() || event.meta_key() || event.alt_key();
        let is_dialog = !matches!(document().query_selector("dialog[open]"), Ok(None));
        if event.default_prevented() || is_command || is_typing(event) || is_dialog {
            return;
        }
        let target = event.target();
        let target = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_on = |selector: &str| {
            let target = target.as_ref();
            target.is_some_and(|it| matches!(it.closest(selector), Ok(Some(_))))
        };
        let (on_board, on_control) = (is_on(".board"), is_on("button, a, input, summary"));
        match event.key().as_str() {
            "ArrowLeft" if on_board => self.step(-1, 0),
            "ArrowRight" if on_board => self.step(1, 0),
            "ArrowUp" if on_board => self.step(0, -1),
            "ArrowDown" if on_board => self.step(0, 1),
            " " if on_board => self.add_at_cursor(),
            "Enter" if !on_control => self.play.submit(),
            "Backspace" => self.delete(),
            "Escape" => self.play.clear(),
            key if is_letter(key) => {
                self.play.spelled.set(Vec::new());
                self.play.selected.set(None);
                let typed = self.play.typed.get_untracked();
                self.play.set_typed(format!("{typed}{key}"));
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Adds the tile under the cursor to the word, or takes it away.
    fn add_at_cursor(self) {
        let cell = self.cursor.get_untracked();
        self.play.set_typed(String::new());
        let is_added = self.extend(cell);
        if !is_added
            && self.play.spelled.with_untracked(|it| it.last().copied()) == Some(cell as u32 + 1)
        {
            self.delete();
        }
        self.play.session.announce(match is_added {
            true => untrack(|| self.play.word()),
            false => tr("play.not-next"),
        });
    }

    /// Moves the cursor, and announces what it is next to.
    fn step(self, right: i32, down: i32) {
        let cursor = self.cursor.get_untracked();
        let view = self.play.view.get_untracked();
        let next = self.play.arrangement;
        let next = next.with_untracked(|board| board.beyond(cursor, right, down));
        let Some(next) = next else {
            return;
        };
        self.cursor.set(next);
        let tile = document().get_element_by_id(&format!("tile-{}", next + 1));
        if let Some(tile) = tile {
            let _ = tile.unchecked_into::<web_sys::HtmlElement>().focus();
        }
        let faces = self.play.tiles.with_untracked(|tiles| {
            let next = view.neighbours.get(next).map_or(&[][..], Vec::as_slice);
            let faces = next.iter().filter_map(|cell| tiles.get(*cell));
            let faces = faces.map(|tile| tile.face.clone());
            faces.filter(|face| !face.is_empty()).collect::<Vec<_>>()
        });
        if !faces.is_empty() {
            let letters = faces.join(", ");
            let text = tr_with("play.neighbours", &[("letters", &letters)]);
            self.play.session.announce(text);
        }
    }
}
