//! The boards before the current one, for Undo and Redo.

use leptos::prelude::*;
use wgs_engine::BoardSize;

use crate::board::cell_view::TileMode;

/// The most boards that are kept.
const MOST_BOARDS: usize = 500;

/// A board with its game and its filters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardSnapshot {
    /// The name of the game.
    pub game: String,
    /// The size of the board, if it is not on the game's grid.
    pub size: Option<BoardSize>,
    /// The board in its notation.
    pub board: String,
    /// The mode of each tile.
    pub modes: Vec<TileMode>,
}

impl BoardSnapshot {
    /// Whether the other one differs in more than its filters.
    fn is_other_board(&self, other: &Self) -> bool {
        (&self.game, self.size, &self.board) != (&other.game, other.size, &other.board)
    }
}

/// The boards before the current one. Copies refer to the same history.
#[derive(Clone, Copy)]
pub struct BoardHistory {
    past: RwSignal<Vec<BoardSnapshot>>,
    future: RwSignal<Vec<BoardSnapshot>>,
    /// The current board.
    current: StoredValue<Option<BoardSnapshot>>,
    /// Whether the next change is not one of the user.
    is_skipping: StoredValue<bool>,
}

impl BoardHistory {
    /// Creates an empty history.
    pub fn new() -> Self {
        Self {
            past: RwSignal::new(Vec::new()),
            future: RwSignal::new(Vec::new()),
            current: StoredValue::new(None),
            is_skipping: StoredValue::new(false),
        }
    }

    /// Records the current board. The one before it can be restored if `is_known` accepts it.
    pub fn record(self, now: BoardSnapshot, is_known: impl Fn(&BoardSnapshot) -> bool) {
        let before = self.current.get_value();
        self.current.set_value(Some(now.clone()));
        let is_skipping = self.is_skipping.get_value();
        self.is_skipping.set_value(false);
        let Some(before) = before.filter(|before| before.is_other_board(&now)) else {
            return;
        };
        if is_skipping || !is_known(&before) {
            return;
        }
        self.future.update(Vec::clear);
        self.past.update(|past| {
            if past.len() == MOST_BOARDS {
                past.remove(0);
            }
            past.push(before);
        });
    }

    /// Ignores the change that is recorded next.
    pub fn skip(self) {
        self.is_skipping.set_value(true);
    }

    /// Whether there is a board to go back to.
    pub fn can_undo(self) -> bool {
        self.past.with(|past| !past.is_empty())
    }

    /// Returns the board before the current one, which becomes the next one.
    pub fn undo(self) -> Option<BoardSnapshot> {
        self.step(self.past, self.future)
    }

    /// Returns the board after the current one, which was undone.
    pub fn redo(self) -> Option<BoardSnapshot> {
        self.step(self.future, self.past)
    }

    fn step(
        self,
        from: RwSignal<Vec<BoardSnapshot>>,
        to: RwSignal<Vec<BoardSnapshot>>,
    ) -> Option<BoardSnapshot> {
        let now = self.current.get_value()?;
        let board = from.try_update(Vec::pop)??;
        to.update(|to| to.push(now));
        self.skip();
        Some(board)
    }
}

impl Default for BoardHistory {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(board: &str) -> BoardSnapshot {
        BoardSnapshot {
            board: board.to_owned(),
            ..BoardSnapshot::default()
        }
    }

    /// The boards that the steps lead to; `-` for none.
    fn steps(history: BoardHistory, steps: &str) -> String {
        let step = |step: char| {
            let board = match step {
                'u' => history.undo(),
                _ => history.redo(),
            };
            match board {
                Some(board) => {
                    history.record(board.clone(), |_| true);
                    board.board
                }
                None => "-".to_owned(),
            }
        };
        steps.chars().map(step).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn boards_are_undone_and_redone_in_order() {
        let owner = Owner::new();
        owner.set();
        let history = BoardHistory::new();
        for board in ["A", "B", "B", "C"] {
            history.record(snapshot(board), |_| true);
        }
        assert_eq!(steps(history, "uuurrr"), "B A - B C -");
        assert_eq!(steps(history, "u"), "B");
        history.record(snapshot("D"), |_| true);
        assert_eq!(steps(history, "ruu"), "- B A");
    }

    #[test]
    fn a_change_that_is_not_the_users_or_of_an_unknown_game_is_not_recorded() {
        let owner = Owner::new();
        owner.set();
        let history = BoardHistory::new();
        history.record(snapshot("A"), |_| true);
        history.skip();
        history.record(snapshot("B"), |_| true);
        history.record(snapshot("C"), |_| false);
        assert!(!history.can_undo());
        // A filter alone is not a step, but belongs to its board.
        let filtered = BoardSnapshot {
            modes: vec![TileMode::Contains],
            ..snapshot("C")
        };
        history.record(filtered.clone(), |_| true);
        assert!(!history.can_undo());
        history.record(snapshot("D"), |_| true);
        assert_eq!(history.undo(), Some(filtered));
    }
}
