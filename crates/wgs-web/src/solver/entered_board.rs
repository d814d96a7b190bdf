//! The board that the user has entered: its game and size, its notation and the modes of its tiles.
//! It knows nothing of its words.

use leptos::prelude::*;
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::{BoardSize, Cell, Tile};
use wgs_play::Arrangement;

use super::history::{BoardHistory, BoardSnapshot};
use crate::board::cell_view::TileMode;
use crate::board::game_view::{GameView, TileView};
use crate::session::{ParsedConfiguration, Session};

/// The board that the page starts with.
pub(super) const FIRST_BOARD: &str = "STNDTEIELARSMRTO";

/// The board that the user has entered. Copies refer to the same board.
#[derive(Clone, Copy)]
pub struct EnteredBoard {
    /// The name of the game.
    pub game: RwSignal<String>,
    /// The name of a game that the address names, and that a configuration may still bring.
    pub awaited_game: RwSignal<Option<String>>,
    /// The size of a board to use instead of the game's grid.
    pub size: RwSignal<Option<BoardSize>>,
    /// The board in its notation.
    pub text: RwSignal<String>,
    /// The mode of each tile.
    pub modes: RwSignal<Vec<TileMode>>,
    /// The boards before this one.
    pub history: BoardHistory,
    /// The game as the page shows it.
    pub view: Memo<GameView>,
    /// Where the cells are drawn.
    pub arrangement: Memo<Arrangement>,
    /// The tiles of the board; the last valid ones, while there is a mistake.
    pub tiles: Memo<Vec<Tile>>,
    /// The mistake in the notation: the character, from 1, and the message.
    pub mistake: Memo<Option<(usize, Message)>>,
}

impl EnteredBoard {
    /// Starts with a first board of the first game.
    pub fn new(session: Session) -> Self {
        let first = session
            .configuration
            .with_untracked(ParsedConfiguration::first_game);
        let game = RwSignal::new(first);
        let text = RwSignal::new(FIRST_BOARD.to_owned());
        let size = RwSignal::new(None);
        let view = Memo::new(move |_| {
            let (configuration, size) = (session.configuration, size.get());
            configuration
                .with(|known| game.with(|game| GameView::new(&known.catalogue, game, size)))
        });
        let read = Memo::new(move |_| view.with(|view| text.with(|text| view.read(text))));
        let tiles = Memo::new(move |old: Option<&Vec<Tile>>| match read.get() {
            Ok(tiles) => tiles,
            Err(_) => old.cloned().unwrap_or_default(),
        });
        let mistake = Memo::new(move |_| {
            let error = read.get().err()?;
            Some((error.column, error.problem.to_message()))
        });
        Self {
            game,
            awaited_game: RwSignal::new(None),
            size,
            text,
            modes: RwSignal::new(Vec::new()),
            history: BoardHistory::new(),
            view,
            arrangement: Memo::new(move |_| view.with(|view| view.arrangement.clone())),
            tiles,
            mistake,
        }
    }

    /// Follows the games of a configuration, records the history, and removes the filters of empty
    /// tiles.
    pub(super) fn follow(self, session: Session) {
        // If a new configuration has the game that the address names, switch to that; if it lacks
        // the current game, to its first one.
        Effect::new(move |was_known: Option<bool>| {
            session.configuration.with(|configuration| {
                let awaited = self.awaited_game.get_untracked();
                let is_there = |name: &String| configuration.catalogue.game(name).is_ok();
                if let Some(awaited) = awaited.filter(is_there) {
                    self.awaited_game.set(None);
                    self.history.skip();
                    self.game.set(awaited);
                    return true;
                }
                let is_known = || self.game.with_untracked(is_there);
                if was_known == Some(true) && !is_known() {
                    self.choose_game(configuration.first_game());
                }
                is_known()
            })
        });
        Effect::new(move |_| {
            let now = BoardSnapshot {
                game: self.game.get(),
                size: self.size.get(),
                board: self.text.get(),
                modes: self.modes.get(),
            };
            let configuration = session.configuration.get_untracked();
            let is_known = |before: &BoardSnapshot| {
                let game = configuration.catalogue.game(&before.game);
                game.is_ok()
            };
            self.history.record(now, is_known);
        });
        // A filter belongs to a letter.
        Effect::new(move |_| {
            let tiles = self.tiles;
            let is_empty = tiles.with(|tiles| tiles.iter().map(Tile::is_empty).collect::<Vec<_>>());
            let is_idle = |(cell, mode): (usize, &TileMode)| {
                *mode != TileMode::Normal && is_empty.get(cell).is_none_or(|is_empty| *is_empty)
            };
            if self
                .modes
                .with_untracked(|modes| modes.iter().enumerate().any(is_idle))
            {
                self.modes.update(|modes| {
                    for (cell, mode) in modes.iter_mut().enumerate() {
                        if is_idle((cell, mode)) {
                            *mode = TileMode::Normal;
                        }
                    }
                });
            }
        });
    }

    /// Changes to another game. The board stays, as far as it fits.
    pub fn choose_game(self, name: String) {
        self.modes.set(Vec::new());
        self.size.set(None);
        self.game.set(name);
    }

    /// Changes the size of the board, or returns to the game's grid.
    pub fn set_size(self, size: Option<BoardSize>) {
        self.modes.set(Vec::new());
        self.size.set(size);
    }

    /// Whether the board has no letters.
    pub fn is_blank(self) -> bool {
        self.tiles
            .with(|tiles| tiles.iter().all(|tile| tile.is_empty()))
    }

    /// Empties the board, and with it the filters of its tiles.
    pub fn clear(self) {
        self.modes.set(Vec::new());
        self.text.set(String::new());
    }

    /// Goes back to the board before this one.
    pub fn undo(self) {
        self.restore(self.history.undo());
    }

    /// Goes forward to the board that was undone last.
    pub fn redo(self) {
        self.restore(self.history.redo());
    }

    fn restore(self, snapshot: Option<BoardSnapshot>) {
        if let Some(snapshot) = snapshot {
            self.game.set(snapshot.game);
            self.size.set(snapshot.size);
            self.text.set(snapshot.board);
            self.modes.set(snapshot.modes);
        }
    }

    /// Whether a cell has no letters.
    pub fn is_empty(self, cell: usize) -> bool {
        self.tiles
            .with(|tiles| tiles.get(cell).is_none_or(Tile::is_empty))
    }

    /// The tile on a cell.
    pub fn tile(self, cell: usize) -> TileView {
        let tile = self
            .tiles
            .with(|tiles| tiles.get(cell).cloned().unwrap_or_default());
        self.view.with(|view| view.tile(&tile))
    }

    /// Changes the tile on a cell.
    pub fn change_tile(self, cell: usize, change: impl FnOnce(&mut Tile)) {
        let mut tiles = self.tiles.get_untracked();
        if tiles.len() <= cell {
            tiles.resize(cell + 1, Tile::EMPTY);
        }
        change(&mut tiles[cell]);
        self.text
            .set(self.view.with_untracked(|view| view.write(tiles)));
    }

    /// The mode of a cell.
    pub fn mode(self, cell: usize) -> TileMode {
        if self.is_empty(cell) {
            return TileMode::Normal;
        }
        self.modes
            .with(|modes| modes.get(cell).copied().unwrap_or_default())
    }

    /// Changes a cell back to the normal mode.
    pub fn reset_mode(self, cell: usize) {
        if untrack(|| self.mode(cell)) != TileMode::Normal {
            self.modes.update(|modes| modes[cell] = TileMode::Normal);
        }
    }

    /// Changes a cell to its next mode, and returns that. An empty one has no other mode.
    pub fn change_mode(self, cell: usize) -> Option<TileMode> {
        if untrack(|| self.is_empty(cell)) {
            return None;
        }
        self.modes.update(|modes| {
            if modes.len() <= cell {
                modes.resize(cell + 1, TileMode::Normal);
            }
            modes[cell] = modes[cell].next();
        });
        Some(untrack(|| self.mode(cell)))
    }

    /// The positions, from 1, of the tiles in a mode.
    pub fn positions(self, mode: TileMode) -> Vec<usize> {
        let (cells, modes) = (self.view.with(GameView::cells), self.modes.get());
        let modes = modes.iter().take(cells).enumerate();
        // An empty tile filters nothing.
        let cells = modes.filter(|(cell, it)| **it == mode && !self.is_empty(*cell));
        cells.map(|(cell, _)| cell + 1).collect()
    }

    /// The letters along a path.
    pub fn letters(self, path: &[Cell]) -> String {
        let faces = path.iter().map(|cell| self.tile(cell.index()).face);
        faces.collect::<String>().to_uppercase()
    }
}
