//! Pointer and keyboard input on the tiles of a board.

use std::time::Duration;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::InputEvent;
use wgs_engine::{Cell, Face, Multiplier, Tile};
use wgs_play::Tap;

use super::state::{SolverState, Tool};
use crate::board::pointer::{BoardPointer, Drag, Release};
use crate::keyboard::{focus, is_letter};
use crate::text::language;

/// The highest multiplier that a key sets.
const MOST_MULTIPLIER: u8 = 3;

/// Returns the next multiplier that a key selects, the first one after the last.
fn next_multiplier(multiplier: Multiplier) -> Multiplier {
    Multiplier::new(multiplier.get() % MOST_MULTIPLIER + 1).unwrap_or_default()
}

/// How long a tile is touched until its details appear.
const LONG_PRESS: Duration = Duration::from_millis(500);

/// The content of the text field while nothing was typed. An on-screen keyboard reports Backspace
/// only if there is something to delete.
const NOTHING_TYPED: &str = " ";

/// The state of the pointer and the keyboard on a board.
#[derive(Clone, Copy)]
pub struct BoardInput {
    pub(super) solver: SolverState,
    /// The cell that the keyboard acts on.
    pub(super) cursor: RwSignal<usize>,
    /// The cell that was typed on last, if no other was selected since: Shift adds letters to it.
    pub(super) typed: RwSignal<Option<usize>>,
    pub(super) pointer: BoardPointer,
    /// The cell whose details are shown after a long press.
    pub(super) detailed: RwSignal<Option<usize>>,
    /// Receives letters from an on-screen keyboard.
    pub(super) text_field: NodeRef<html::Input>,
    /// The text that it had after the last letter.
    text: StoredValue<String>,
    /// The timer of a long press.
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl BoardInput {
    /// Creates the state for a board whose first cell has the cursor.
    pub(super) fn new(solver: SolverState) -> Self {
        let input = Self {
            solver,
            cursor: RwSignal::new(0),
            typed: RwSignal::new(None),
            pointer: BoardPointer::new(solver.board.view, solver.board.arrangement),
            detailed: RwSignal::new(None),
            text_field: NodeRef::new(),
            text: StoredValue::new(String::new()),
            timer: StoredValue::new(None),
        };
        // A press anywhere hides the details.
        let listener = window_event_listener(leptos::ev::pointerdown, move |_| {
            if input.pointer.pressed.with_untracked(Option::is_none) {
                input.detailed.set(None);
            }
        });
        on_cleanup(move || {
            listener.remove();
            input.stop_timer();
        });
        input
    }

    pub(super) fn press(self, event: &PointerEvent) {
        let Some(cell) = self.pointer.press(event) else {
            return;
        };
        self.detailed.set(None);
        self.stop_timer();
        if event.pointer_type() == "touch" {
            let show = move || {
                if !self.pointer.is_dragging.get_untracked() {
                    self.show_details(cell.index());
                }
            };
            let timer = set_timeout_with_handle(show, LONG_PRESS);
            self.timer.set_value(timer.ok());
        }
    }

    fn stop_timer(self) {
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
        self.timer.set_value(None);
    }

    /// Shows the details of a tile, as a mouse over it does.
    fn show_details(self, cell: usize) {
        let details = untrack(|| {
            self.solver
                .result
                .summary(|summary| summary.tool_tip(language(), cell))
        });
        self.detailed.set(Some(cell));
        self.solver.session().announce(details.unwrap_or_default());
    }

    /// Keeps the browser's menu away from a tile that is pressed for its details.
    pub(super) fn context_menu(self, event: &leptos::ev::MouseEvent) {
        if self.pointer.pressed.with_untracked(Option::is_some) {
            event.prevent_default();
        }
    }

    pub(super) fn drag(self, event: &PointerEvent) {
        if self.pointer.drag(event, self.solver.spelled, |_| true) == Drag::Started {
            self.detailed.set(None);
            self.solver.selected.set(None);
            self.solver.verdict.set(None);
        }
    }

    pub(super) fn release(self, event: &PointerEvent) {
        let Some(release) = self.pointer.release(event) else {
            return;
        };
        self.stop_timer();
        let Release::Tap(cell) = release else {
            return self.judge();
        };
        let cell = cell.index();
        if self.detailed.with_untracked(Option::is_some) {
            return;
        }
        let tool = match self.solver.tool.get_untracked() {
            // An empty tile has nothing to filter by.
            Tool::Filter if untrack(|| self.solver.board.is_empty(cell)) => Tool::Type,
            tool => tool,
        };
        if tool == Tool::Type
            && event.pointer_type() == "touch"
            && let Some(field) = self.text_field.get_untracked()
        {
            let _ = field.focus();
        }
        self.select(cell);
        match tool {
            Tool::Filter => self.solver.change_mode(cell),
            Tool::Type => {}
            Tool::Spell => self.spell(cell),
        }
    }

    pub(super) fn cancel(self) {
        self.stop_timer();
        self.pointer.cancel();
    }

    /// Adds a cell to the word that is being spelled, or removes the last one.
    fn spell(self, cell: usize) {
        let solver = self.solver;
        solver.selected.set(None);
        let grid = solver.board.view.with_untracked(|view| view.grid.clone());
        solver.spelled.update(|spelled| {
            if spelled.tap(Cell::new(cell), &grid) == Tap::Complete {
                spelled.remove_last();
            }
        });
        self.judge();
    }

    /// Judges the word that is being spelled.
    fn judge(self) {
        let solver = self.solver;
        let word = untrack(|| {
            solver
                .spelled
                .with(|spelled| solver.board.letters(spelled.path()))
        });
        super::word_box::judge(solver, word);
    }

    /// Whether the text field has the focus: letters come from an on-screen keyboard, which closes
    /// when the focus goes elsewhere.
    fn has_text_focus(self) -> bool {
        let field = self.text_field.get_untracked();
        let field = field.map(|field| field.unchecked_into::<web_sys::Element>());
        field.is_some() && field == document().active_element()
    }

    /// Selects a cell: typing continues there.
    fn select(self, cell: usize) {
        self.typed.set(None);
        self.move_to(cell);
    }

    /// Moves the cursor, and with it the focus, unless that would close the on-screen keyboard.
    fn move_to(self, cell: usize) {
        self.cursor.set(cell);
        if self.has_text_focus() {
            return;
        }
        focus(&format!("tile-{}", cell + 1));
    }

    fn step(self, right: i32, down: i32) {
        let cursor = self.cursor.get_untracked();
        let next = self
            .solver
            .board
            .view
            .with_untracked(|view| view.beyond(cursor, right, down));
        if let Some(next) = next {
            self.select(next);
        }
    }

    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let solver = self.solver;
        let cursor = self.cursor.get_untracked();
        let cells = solver.board.view.with_untracked(|view| view.cells());
        match event.key().as_str() {
            "ArrowLeft" => self.step(-1, 0),
            "ArrowRight" => self.step(1, 0),
            "ArrowUp" => self.step(0, -1),
            "ArrowDown" => self.step(0, 1),
            "Home" => self.select(0),
            "End" => self.select(cells.saturating_sub(1)),
            " " => solver.change_mode(cursor),
            "Enter" => self.spell(cursor),
            "Escape" => {
                self.detailed.set(None);
                solver.clear();
            }
            "Delete" => solver.board.change_tile(cursor, |tile| *tile = Tile::EMPTY),
            "Backspace" => self.clear_previous(),
            ":" => solver.board.change_tile(cursor, |tile| {
                tile.letter_multiplier = next_multiplier(tile.letter_multiplier);
            }),
            ";" => solver.board.change_tile(cursor, |tile| {
                tile.word_multiplier = next_multiplier(tile.word_multiplier);
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
            key if is_letter(key) => self.solver.board.view.with_untracked(|view| view.face(key)),
            _ => return false,
        };
        // A Q is a Qu, and people type the U that they see. They type another one for a tile U.
        if let Some(typed) = self.typed.get_untracked()
            && self.completes_qu(typed, &face)
        {
            let board = self.solver.board;
            board.change_tile(typed, |tile| tile.face = Face::letters("qu"));
            return true;
        }
        if joins && let Face::Letters(letters) = &face {
            let joined = self.typed.get_untracked().unwrap_or(cursor);
            self.solver.board.change_tile(joined, |tile| {
                tile.face = match &tile.face {
                    Face::Empty => Face::letters(letters),
                    Face::Letters(before) => Face::letters(&format!("{before}{letters}")),
                    Face::Wildcard(before) => Face::wildcard(&format!("{before}{letters}")),
                };
            });
            return true;
        }
        // The filter belonged to the letter before.
        self.solver.board.reset_mode(cursor);
        self.solver
            .board
            .change_tile(cursor, |tile| tile.face = face);
        let cells = self.solver.board.view.with_untracked(|view| view.cells());
        if cursor + 1 < cells {
            self.move_to(cursor + 1);
        }
        self.typed.set(Some(cursor));
        true
    }

    /// Whether a letter is the U of a Q that stands for a Qu.
    fn completes_qu(self, cell: usize, letter: &Face) -> bool {
        let board = self.solver.board;
        let face = board
            .tiles
            .with_untracked(|tiles| tiles.get(cell).map(|it| it.face.clone()));
        *letter == Face::letters("u")
            && face.is_some_and(|face| face == Face::letters("q"))
            && board.view.with_untracked(|view| view.rules.q_is_qu)
    }

    /// Types a letter onto the first tile.
    pub(super) fn start_typing(self, letter: &str) {
        self.select(0);
        self.type_key(letter, false);
    }

    /// Clears the tile that was typed on last; else the tile under the cursor or, if that is
    /// already empty, the one before it.
    fn clear_previous(self) {
        let cursor = self.cursor.get_untracked();
        let cell = match self.typed.get_untracked() {
            Some(typed) => typed,
            None if untrack(|| self.solver.board.is_empty(cursor)) => cursor.saturating_sub(1),
            None => cursor,
        };
        self.solver
            .board
            .change_tile(cell, |tile| *tile = Tile::EMPTY);
        self.select(cell);
    }

    /// Prepares the text field for the next letter.
    pub(super) fn start_text(self) {
        if let Some(field) = self.text_field.get_untracked() {
            field.set_value(NOTHING_TYPED);
        }
        self.text.set_value(NOTHING_TYPED.to_owned());
    }

    /// Types what an on-screen keyboard has changed in the text field; it sends no key events for
    /// letters. While it composes a word, it may also replace letters that were typed before.
    pub(super) fn text_input(self, event: &web_sys::Event) {
        let Some(field) = self.text_field.get_untracked() else {
            return;
        };
        let (before, now) = (self.text.get_value(), field.value());
        let pairs = before.chars().zip(now.chars());
        let same = pairs.take_while(|(before, now)| before == now).count();
        for _ in before.chars().skip(same) {
            self.clear_previous();
        }
        for letter in now.chars().skip(same) {
            self.type_key(&letter.to_string(), false);
        }
        let is_composing = event
            .dyn_ref::<InputEvent>()
            .is_some_and(InputEvent::is_composing);
        match is_composing {
            true => self.text.set_value(now),
            false => self.start_text(),
        }
    }

    /// Handles the keys of the text field that type no letters.
    pub(super) fn text_key(self, event: &KeyboardEvent) {
        if event.is_composing() {
            return;
        }
        match event.key().as_str() {
            // Closes the on-screen keyboard.
            "Enter" => {
                let field = self.text_field.get_untracked();
                let _ = field.map(|field| field.blur());
            }
            key if key.chars().count() == 1 => {}
            _ => self.key(event),
        }
    }
}
