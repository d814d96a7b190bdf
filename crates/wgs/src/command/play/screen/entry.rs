//! The word that is being entered: typed, tapped tile by tile, or dragged over the board.

use wgs_engine::{Cell, Grid, letter};
use wgs_play::{PathSpeller, Tap, TypedPath, typed_path};

use super::super::shown_board::ShownBoard;

/// The most letters that can be typed.
const MAX_LETTERS: usize = 64;

/// The word that is being entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The text that was typed; [`None`] if tiles were chosen.
    text: Option<String>,
    /// The tiles that were chosen, or those that spell the typed text.
    path: PathSpeller,
    /// The number of typed letters at the end that no tiles spell.
    pathless: usize,
}

impl Entry {
    pub(super) fn is_empty(&self) -> bool {
        self.text.as_ref().is_none_or(String::is_empty) && self.path.is_empty()
    }

    /// The text that was typed, if the word was not entered by its tiles.
    pub(super) fn typed(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The tiles.
    pub(super) fn path(&self) -> &[Cell] {
        self.path.path()
    }

    /// The number of letters at the end that no tiles spell.
    pub(super) fn pathless(&self) -> usize {
        self.pathless
    }

    /// Replaces the word by typed text.
    pub(super) fn set_text(&mut self, text: String, board: ShownBoard<'_>) {
        let text: String = text.chars().take(MAX_LETTERS).collect();
        let TypedPath { path, letters, .. } = typed_path(
            &text,
            board.board,
            board.grid,
            board.rules.q_is_qu,
            board.spelling,
        );
        let read = board.spelling.read(&text);
        let folded = letter::fold(&read);
        self.pathless = letter::letters(&folded).count().saturating_sub(letters);
        self.path = path.into();
        self.text = Some(text);
    }

    /// Removes the last letter or tile.
    pub(super) fn remove_last(&mut self, board: ShownBoard<'_>) {
        match self.text.take() {
            Some(text) => {
                let mut letters: Vec<&str> = letter::letters(&text).collect();
                letters.pop();
                self.set_text(letters.concat(), board);
            }
            None => self.path.remove_last(),
        }
    }

    /// Starts a path with a tile.
    pub(super) fn start_path(&mut self, cell: Cell) {
        *self = Self {
            path: PathSpeller::starting_at(cell),
            ..Self::default()
        };
    }

    /// Adds a tile, removes those after it, or completes the word.
    pub(super) fn tap(&mut self, cell: Cell, grid: &Grid) -> Tap {
        // Typed text can be continued with tiles if all of it has a path.
        if self.text.take().is_some() && self.pathless > 0 {
            *self = Self::default();
        }
        self.path.tap(cell, grid)
    }

    /// Goes on to a tile while dragging, or back to the one before.
    pub(super) fn drag_to(&mut self, cell: Cell, grid: &Grid) {
        self.path.drag_to(cell, grid);
    }
}
