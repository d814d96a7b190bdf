//! Pointer and keyboard input on the tiles of a board.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_core::{Face, Tile};

use super::state::{SolverState, Tool};

/// How close to the centre of a tile a drag must come, in tiles. The circle covers 70% of the
/// side, so that diagonals are easy.
const REACH: f64 = 0.35;

/// The highest multiplier that a key sets.
const MOST_MULTIPLIER: u8 = 3;

/// The state of the pointer and the keyboard on a board.
#[derive(Clone, Copy)]
pub struct BoardInput {
    pub(super) solver: SolverState,
    /// The cell that the keyboard acts on.
    pub(super) cursor: RwSignal<usize>,
    /// The cell that was typed on last, to which Shift adds letters.
    pub(super) typed: RwSignal<Option<usize>>,
    /// The cell that the pointer is pressed on.
    pub(super) pressed: RwSignal<Option<usize>>,
    /// Whether the pointer has left the tile that it was pressed on.
    pub(super) is_dragging: RwSignal<bool>,
    pub(super) board: NodeRef<html::Div>,
    /// Receives letters from an on-screen keyboard.
    pub(super) text_field: NodeRef<html::Input>,
}

impl BoardInput {
    /// The cell under the pointer, if it is within `reach` of the centre; from 0.5 on, anywhere on
    /// the cell.
    fn cell_at(self, event: &PointerEvent, reach: f64) -> Option<usize> {
        let bounds = self.board.get_untracked()?.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let y = (f64::from(event.client_y()) - bounds.top()) / bounds.height();
        self.solver
            .view
            .with_untracked(|view| view.arrangement.cell_at((x, y), reach))
    }

    pub(super) fn press(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let Some(cell) = self.cell_at(event, 1.0) else {
            return;
        };
        if let Some(board) = self.board.get_untracked() {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pressed.set(Some(cell));
        self.is_dragging.set(false);
    }

    pub(super) fn drag(self, event: &PointerEvent) {
        let Some(first) = self.pressed.get_untracked() else {
            return;
        };
        let Some(cell) = self.cell_at(event, REACH) else {
            return;
        };
        if !self.is_dragging.get_untracked() {
            if cell == first {
                return;
            }
            self.is_dragging.set(true);
            self.solver.selected.set(None);
            self.solver.verdict.set(None);
            self.solver.spelled.set(vec![first as u32 + 1]);
        }
        self.extend(cell);
    }

    /// Extends the word that is being spelled to a cell, or goes back to the previous one.
    fn extend(self, cell: usize) {
        let view = self.solver.view.get_untracked();
        self.solver.spelled.update(|spelled| {
            let position = cell as u32 + 1;
            let before = spelled.len().checked_sub(2).map(|index| spelled[index]);
            if before == Some(position) && !view.reuses_tiles {
                spelled.pop();
                return;
            }
            let is_free = view.reuses_tiles || !spelled.contains(&position);
            let last = spelled.last().map(|last| *last as usize - 1);
            if is_free && last != Some(cell) && last.is_none_or(|last| view.touches(last, cell)) {
                spelled.push(position);
            }
        });
    }

    pub(super) fn release(self, event: &PointerEvent) {
        let Some(cell) = self.pressed.get_untracked() else {
            return;
        };
        let dragged = self.is_dragging.get_untracked();
        self.cancel();
        if dragged {
            self.judge();
            return;
        }
        self.focus(cell);
        match self.solver.tool.get_untracked() {
            Tool::Filter => self.solver.change_mode(cell),
            Tool::Type => {
                if event.pointer_type() == "touch"
                    && let Some(input) = self.text_field.get_untracked()
                {
                    let _ = input.focus();
                }
            }
            Tool::Spell => self.spell(cell),
        }
    }

    pub(super) fn cancel(self) {
        self.pressed.set(None);
        self.is_dragging.set(false);
    }

    /// Adds a cell to the word that is being spelled, or removes the last one.
    fn spell(self, cell: usize) {
        self.solver.selected.set(None);
        let position = cell as u32 + 1;
        let reuses = self.solver.view.with_untracked(|view| view.reuses_tiles);
        let is_last = self
            .solver
            .spelled
            .with_untracked(|spelled| spelled.last() == Some(&position));
        if is_last && !reuses {
            self.solver.spelled.update(|spelled| {
                spelled.pop();
            });
        } else if is_last {
            self.solver.spelled.update(|spelled| spelled.push(position));
        } else {
            self.extend(cell);
        }
        self.judge();
    }

    /// Judges the word that is being spelled.
    fn judge(self) {
        let solver = self.solver;
        let word = untrack(|| solver.letters(&solver.spelled.get()));
        super::word_box::judge(solver, word);
    }

    fn focus(self, cell: usize) {
        self.cursor.set(cell);
        let tile = document().get_element_by_id(&format!("tile-{}", cell + 1));
        if let Some(tile) = tile {
            let _ = tile.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    }

    fn step(self, right: i32, down: i32) {
        let cursor = self.cursor.get_untracked();
        let next = self
            .solver
            .view
            .with_untracked(|view| view.beyond(cursor, right, down));
        if let Some(next) = next {
            self.typed.set(None);
            self.focus(next);
        }
    }

    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let solver = self.solver;
        let cursor = self.cursor.get_untracked();
        let cells = solver.view.with_untracked(|view| view.cells());
        match event.key().as_str() {
            "ArrowLeft" => self.step(-1, 0),
            "ArrowRight" => self.step(1, 0),
            "ArrowUp" => self.step(0, -1),
            "ArrowDown" => self.step(0, 1),
            "Home" => self.focus(0),
            "End" => self.focus(cells.saturating_sub(1)),
            " " => solver.change_mode(cursor),
            "Enter" => self.spell(cursor),
            "Escape" => solver.clear(),
            "Delete" => solver.change_tile(cursor, |tile| *tile = Tile::EMPTY),
            "Backspace" => self.clear_previous(),
            ":" => solver.change_tile(cursor, |tile| {
                tile.letter_multiplier = tile.letter_multiplier % MOST_MULTIPLIER + 1;
            }),
            ";" => solver.change_tile(cursor, |tile| {
                tile.word_multiplier = tile.word_multiplier % MOST_MULTIPLIER + 1;
            }),
            key => {
                if !self.type_key(key, event.shift_key()) {
                    return;
                }
            }
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// Types onto the tile under the cursor, and moves to the next one. Returns false for a key
    /// that types nothing.
    fn type_key(self, key: &str, joins: bool) -> bool {
        let cursor = self.cursor.get_untracked();
        let face = match key {
            "." => Face::Empty,
            "?" | "*" => Face::wildcard(""),
            key if key.chars().count() == 1 && key.chars().all(char::is_alphabetic) => {
                self.solver.view.with_untracked(|view| view.face(key))
            }
            _ => return false,
        };
        if joins && let Face::Letters(letters) = &face {
            let joined = self.typed.get_untracked().unwrap_or(cursor);
            self.solver.change_tile(joined, |tile| {
                tile.face = match &tile.face {
                    Face::Empty => Face::letters(letters),
                    Face::Letters(before) => Face::letters(&format!("{before}{letters}")),
                    Face::Wildcard(before) => Face::wildcard(&format!("{before}{letters}")),
                };
            });
            return true;
        }
        self.solver.change_tile(cursor, |tile| tile.face = face);
        let cells = self.solver.view.with_untracked(|view| view.cells());
        if cursor + 1 < cells {
            self.focus(cursor + 1);
        }
        self.typed.set(Some(cursor));
        true
    }

    /// Clears the tile under the cursor or, if that is already empty, the one before it.
    fn clear_previous(self) {
        let cursor = self.cursor.get_untracked();
        let is_empty = |cell: usize| {
            let tile = |tiles: &Vec<Tile>| tiles.get(cell).is_none_or(Tile::is_empty);
            self.solver.tiles.with_untracked(tile)
        };
        let cell = match is_empty(cursor) && cursor > 0 {
            true => cursor - 1,
            false => cursor,
        };
        self.solver.change_tile(cell, |tile| *tile = Tile::EMPTY);
        self.typed.set(None);
        self.focus(cell);
    }

    /// Types letters from an on-screen keyboard, which sends no key events for them.
    pub(super) fn touch_input(self, text: String) {
        for letter in text.chars() {
            self.type_key(&letter.to_string(), false);
        }
        if let Some(input) = self.text_field.get_untracked() {
            input.set_value("");
            let _ = input.focus();
        }
    }

    pub(super) fn touch_key(self, event: &KeyboardEvent) {
        if event.key() == "Backspace" {
            event.prevent_default();
            self.clear_previous();
            if let Some(input) = self.text_field.get_untracked() {
                let _ = input.focus();
            }
        }
    }
}
