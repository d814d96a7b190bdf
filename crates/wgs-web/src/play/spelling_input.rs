//! Spelling a word on the board: by dragging over tiles, by tapping them, or by typing.
//!
//! A drag ends the word. Taps do not: the word ends with a second tap on its last tile, with the
//! button, or with Enter. What a word may consist of is decided by a [`PathSpeller`].

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wgs_engine::Cell;
use wgs_play::{PathSpeller, Tap};

use super::device;
use super::state::PlayState;
use crate::board::pointer::{BoardPointer, Drag, Release};
use crate::keyboard::{focus, focus_in_place, is_letter, is_on, is_typing};
use crate::text::{tr, tr_with};

/// The state of the pointer and the keyboard on the board.
#[derive(Clone, Copy)]
pub struct SpellingInput {
    play: PlayState,
    /// The pointer.
    pub pointer: BoardPointer,
    /// The cell that the arrow keys move.
    pub cursor: RwSignal<usize>,
}

impl SpellingInput {
    /// Creates the state, and listens to the keyboard. After a click on a button, the focus returns
    /// to the board, where the next key belongs.
    pub fn new(play: PlayState) -> Self {
        let input = Self {
            play,
            pointer: BoardPointer::new(play.view, play.arrangement),
            cursor: RwSignal::new(0),
        };
        let keys = window_event_listener(leptos::ev::keydown, move |event| input.key(&event));
        let clicks = window_event_listener(leptos::ev::click, move |event| {
            // Keys and assistive technology press buttons without a pointer, and stay there.
            let pointer = event
                .dyn_ref::<PointerEvent>()
                .map(PointerEvent::pointer_type);
            let is_mouse = pointer.is_some_and(|pointer| pointer == "mouse");
            if is_mouse && is_on(&event, ".round :is(button, summary)") {
                focus_in_place(&format!("tile-{}", input.cursor.get_untracked() + 1));
            }
        });
        on_cleanup(move || {
            keys.remove();
            clicks.remove();
        });
        input
    }

    /// Begins a drag or a tap.
    pub fn press(self, event: &PointerEvent) {
        self.pointer.press(event);
    }

    /// Continues a drag.
    pub fn drag(self, event: &PointerEvent) {
        let is_tile = |cell| self.is_tile(cell);
        match self.pointer.drag(event, self.play.entry.spelled, is_tile) {
            Drag::Unchanged => {}
            Drag::Changed => device::vibrate(5),
            Drag::Started => {
                self.begin();
                device::vibrate(5);
            }
        }
    }

    /// Shows the word that is being spelled instead of anything else.
    fn begin(self) {
        self.play.entry.set_typed(String::new());
        self.play.entry.outcome.set(None);
        self.play.selected.set(None);
    }

    fn is_tile(self, cell: Cell) -> bool {
        self.play.tiles.with_untracked(|tiles| {
            let tile = tiles.get(cell.index());
            tile.is_some_and(|tile| !tile.face.is_empty())
        })
    }

    /// Ends a drag, and with it the word; or a tap.
    pub fn release(self, event: &PointerEvent) {
        match self.pointer.release(event) {
            Some(Release::Tap(cell)) => self.tap(cell),
            // A drag that slid back to its first tile is given up.
            Some(Release::Drag) => {
                match self.play.entry.spelled.with_untracked(|it| it.path().len()) {
                    0 | 1 => self.play.entry.clear(),
                    _ => self.play.submit(),
                }
            }
            None => {}
        }
    }

    /// Gives up the word that is being dragged.
    pub fn abandon(self) {
        self.pointer.cancel();
        self.play.entry.clear();
    }

    /// Adds a tile to the word, or goes back to one. A second tap on the last tile ends the word,
    /// unless a tile may be used twice in a row; a tap elsewhere begins another word.
    pub fn tap(self, cell: Cell) {
        self.begin();
        self.cursor.set(cell.index());
        if !self.is_tile(cell) {
            return self.play.entry.clear();
        }
        let grid = self.play.view.with_untracked(|view| view.grid.clone());
        let mut word = self.play.entry.spelled.get_untracked();
        match word.tap(cell, &grid) {
            Tap::Changed => {
                self.play.entry.spelled.set(word);
                device::vibrate(5);
            }
            Tap::Complete if word.path().len() == 1 => self.play.entry.clear(),
            Tap::Complete => self.play.submit(),
        }
    }

    /// Removes the last letter or tile.
    pub fn delete(self) {
        let mut typed = self.play.entry.typed.get_untracked();
        match typed.pop() {
            Some(_) => self.play.entry.set_typed(typed),
            None => self.play.entry.spelled.update(PathSpeller::remove_last),
        }
    }

    fn key(self, event: &KeyboardEvent) {
        let is_command = event.ctrl_key() || event.meta_key() || event.alt_key();
        let is_dialog = !matches!(document().query_selector("dialog[open]"), Ok(None));
        if event.default_prevented() || is_command || is_typing(event) || is_dialog {
            return;
        }
        let on_board = is_on(event, ".board");
        let on_control = is_on(event, "button, a, input, summary");
        let typed = self.play.entry.typed.get_untracked();
        match event.key().as_str() {
            "ArrowLeft" if on_board => self.step(-1, 0),
            "ArrowRight" if on_board => self.step(1, 0),
            "ArrowUp" if on_board => self.step(0, -1),
            "ArrowDown" if on_board => self.step(0, 1),
            // While a word is typed, these keys press no button, whatever has the focus.
            " " if !typed.is_empty() => {}
            " " if on_board => self.add_at_cursor(),
            "Enter" if !on_control || !typed.is_empty() => self.play.submit(),
            "Backspace" => self.delete(),
            "Escape" => self.play.entry.clear(),
            key if is_letter(key) => {
                // Letters continue a word that was begun by its tiles.
                let begun = untrack(|| self.play.entry.word());
                let begun = Some(begun).filter(|word| word.chars().all(char::is_alphabetic));
                self.play.entry.spelled.set(PathSpeller::default());
                self.play.selected.set(None);
                let word = if typed.is_empty() {
                    begun.unwrap_or_default()
                } else {
                    typed
                };
                self.play.entry.set_typed(format!("{word}{key}"));
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Adds the tile under the cursor to the word, or takes it away.
    fn add_at_cursor(self) {
        let cell = Cell::new(self.cursor.get_untracked());
        self.play.entry.set_typed(String::new());
        let grid = self.play.view.with_untracked(|view| view.grid.clone());
        let mut word = self.play.entry.spelled.get_untracked();
        let is_added = self.is_tile(cell) && word.drag_to(cell, &grid);
        if !is_added && word.path().last() == Some(&cell) {
            word.remove_last();
        }
        self.play.entry.spelled.set(word);
        self.play.session.announce(match is_added {
            true => untrack(|| self.play.entry.word()),
            false => tr("play.not-next"),
        });
    }

    /// Moves the cursor, and announces what it is next to.
    fn step(self, right: i32, down: i32) {
        let cursor = Cell::new(self.cursor.get_untracked());
        let next = self.play.arrangement;
        let next = next.with_untracked(|board| board.beyond(cursor, right, down));
        let Some(next) = next else {
            return;
        };
        self.cursor.set(next.index());
        focus(&format!("tile-{}", next.position()));
        let grid = self.play.view.with_untracked(|view| view.grid.clone());
        // On a rack, these would be all others.
        if grid.is_full() {
            return;
        }
        let faces = self.play.tiles.with_untracked(|tiles| {
            let faces = grid
                .neighbours(next)
                .filter_map(|cell| tiles.get(cell.index()));
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
