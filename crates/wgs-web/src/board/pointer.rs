//! The finger or the mouse on a board: it presses a tile, drags over others, and lets go.

use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use wgs_engine::Cell;
use wgs_play::{Arrangement, PathSpeller, Point};

use super::game_view::GameView;

/// The pointer on a board. Copies refer to the same pointer.
#[derive(Clone, Copy)]
pub struct BoardPointer {
    /// The board.
    pub board: NodeRef<html::Div>,
    /// Quarter turns of the board on the table.
    pub turns: RwSignal<u8>,
    /// The cell that is pressed.
    pub pressed: RwSignal<Option<Cell>>,
    /// Whether the pointer has reached another tile than the one that it was pressed on.
    pub is_dragging: RwSignal<bool>,
    view: Memo<GameView>,
    arrangement: Memo<Arrangement>,
    /// The pointer that is down, and where it was last.
    pointer: StoredValue<Option<(i32, Point)>>,
}

/// The effect of a drag on the word that it spells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    /// Nothing: no drag is under way, or it has not reached another tile.
    Unchanged,
    /// It started the word.
    Started,
    /// It added or removed tiles.
    Changed,
}

/// The gesture of a pointer that was lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// It tapped a tile.
    Tap(Cell),
    /// It dragged over tiles.
    Drag,
}

impl BoardPointer {
    /// The pointer on the board of a game.
    pub fn new(view: Memo<GameView>, arrangement: Memo<Arrangement>) -> Self {
        Self {
            board: NodeRef::new(),
            turns: RwSignal::new(0),
            pressed: RwSignal::new(None),
            is_dragging: RwSignal::new(false),
            view,
            arrangement,
            pointer: StoredValue::new(None),
        }
    }

    /// Where an event is on the board.
    fn point(self, event: &PointerEvent) -> Option<Point> {
        let bounds = self.board.get_untracked()?.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let y = (f64::from(event.client_y()) - bounds.top()) / bounds.height();
        let (x, y) = match self.turns.get_untracked() % 4 {
            0 => (x, y),
            1 => (y, 1.0 - x),
            2 => (1.0 - x, 1.0 - y),
            _ => (1.0 - y, x),
        };
        let (width, height) = self.arrangement.with_untracked(Arrangement::extent);
        Some((x * width, y * height))
    }

    /// Begins a drag or a tap, and returns its cell. Other pointers are ignored meanwhile.
    pub fn press(self, event: &PointerEvent) -> Option<Cell> {
        if event.button() != 0 || self.pointer.with_value(Option::is_some) {
            return None;
        }
        let point = self.point(event)?;
        let cell = self.arrangement.with_untracked(|it| it.cell_at(point))?;
        if let Some(board) = self.board.get_untracked() {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pointer.set_value(Some((event.pointer_id(), point)));
        self.pressed.set(Some(cell));
        self.is_dragging.set(false);
        Some(cell)
    }

    /// Continues a drag, which spells a word with the cells that `is_tile` accepts.
    pub fn drag(
        self,
        event: &PointerEvent,
        spelled: RwSignal<PathSpeller>,
        is_tile: impl Fn(Cell) -> bool,
    ) -> Drag {
        let (Some((id, from)), Some(to), Some(first)) = (
            self.pointer.get_value(),
            self.point(event),
            self.pressed.get_untracked(),
        ) else {
            return Drag::Unchanged;
        };
        if id != event.pointer_id() {
            return Drag::Unchanged;
        }
        self.pointer.set_value(Some((id, to)));
        let grid = self.view.with_untracked(|view| view.grid.clone());
        let was_dragging = self.is_dragging.get_untracked();
        let mut word = match was_dragging {
            true => spelled.get_untracked(),
            false => PathSpeller::starting_at(first),
        };
        let mut has_changed = false;
        self.arrangement.with_untracked(|board| {
            for cell in board.dragged_over(from, to).filter(|cell| is_tile(*cell)) {
                has_changed |= word.drag_to(cell, &grid);
            }
        });
        if !has_changed {
            return Drag::Unchanged;
        }
        spelled.set(word);
        self.is_dragging.set(true);
        match was_dragging {
            true => Drag::Changed,
            false => Drag::Started,
        }
    }

    /// Ends a drag or a tap.
    pub fn release(self, event: &PointerEvent) -> Option<Release> {
        let (id, _) = self.pointer.get_value()?;
        if id != event.pointer_id() {
            return None;
        }
        let (cell, was_dragged) = (
            self.pressed.get_untracked()?,
            self.is_dragging.get_untracked(),
        );
        self.cancel();
        Some(match was_dragged {
            true => Release::Drag,
            false => Release::Tap(cell),
        })
    }

    /// Forgets the pointer that is down.
    pub fn cancel(self) {
        self.pointer.set_value(None);
        self.pressed.set(None);
        self.is_dragging.set(false);
    }
}
