//! The state of the solver page: the board, the filters, and the result of the last search.
//! Every change starts a new search at once; [`search_queue`](super::search_queue) decides when
//! it is sent.

use leptos::prelude::*;
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::{BoardSize, Cell, Tile};
use wgs_play::{Arrangement, PathSpeller};

use super::dictionary::DictionaryChoice;
use super::filter::ListFilter;
use super::history::{BoardHistory, BoardSnapshot};
use super::search_queue::SearchQueue;
use crate::board::cell_view::{Heat, TileMode};
use crate::board::game_view::{GameView, TileView};
use crate::board::path::positions;
use crate::board::sorted_rows::SortedRows;
use crate::engine::reply::{BoardResult, BoardSummary, SolutionRow, WordVerdict};
use crate::engine::request::{GameChoice, RequestError, SolveBoard};
use crate::session::{ParsedConfiguration, Session};
use crate::text::{tr, tr_count, tr_with};

/// What a click on a tile does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// It changes the tile's mode.
    #[default]
    Filter,
    /// It moves the cursor to the tile.
    Type,
    /// It adds the tile to a word.
    Spell,
}

/// The board that the page starts with.
pub(super) const FIRST_BOARD: &str = "STNDTEIELARSMRTO";

/// The state of the solver page. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct SolverState {
    session: Session,
    queue: StoredValue<SearchQueue, LocalStorage>,
    /// The boards before this one.
    pub history: BoardHistory,
    /// The name of the game.
    pub game: RwSignal<String>,
    /// The name of a game that the address names, and that a configuration may still bring.
    pub awaited_game: RwSignal<Option<String>>,
    /// The dictionary to use instead of the game's.
    pub dictionary: DictionaryChoice,
    /// The size of a board to use instead of the game's grid.
    pub size: RwSignal<Option<BoardSize>>,
    /// What the address shows of this state: the fragment of a link, or nothing.
    pub(super) saved: RwSignal<String>,
    /// The board in its notation.
    pub board: RwSignal<String>,
    /// The mode of each tile.
    pub modes: RwSignal<Vec<TileMode>>,
    /// Which solutions are listed.
    pub filter: ListFilter,
    /// The solution that is selected.
    pub selected: RwSignal<Option<SolutionRow>>,
    /// The word that is being spelled.
    pub spelled: RwSignal<PathSpeller>,
    /// The last verdict on a word.
    pub verdict: RwSignal<Option<WordVerdict>>,
    /// What a click on a tile does.
    pub tool: RwSignal<Tool>,
    /// What the heat map shows.
    pub heat: RwSignal<Heat>,
    /// The result of the last search that ended.
    pub result: RwSignal<Option<BoardResult>>,
    /// The request that the result answers.
    answered: RwSignal<Option<SolveBoard>>,
    /// Whether the last search was stopped.
    pub has_stopped: RwSignal<bool>,
    /// Why the last search failed, if it did.
    pub error: RwSignal<Option<RequestError>>,
    /// Whether a search has been running for a while.
    pub is_searching: RwSignal<bool>,
    /// The game as the page shows it.
    pub view: Memo<GameView>,
    /// Where the cells are drawn.
    pub arrangement: Memo<Arrangement>,
    /// The tiles of the board; the last valid ones, while there is a mistake.
    pub tiles: Memo<Vec<Tile>>,
    /// The mistake in the notation: the character, from 1, and the message.
    pub mistake: Memo<Option<(usize, Message)>>,
    /// The listed solutions in their order.
    pub rows: Memo<SortedRows>,
}

impl SolverState {
    /// Creates the state, with a first board.
    pub fn new(session: Session) -> Self {
        let first = session
            .configuration
            .with_untracked(ParsedConfiguration::first_game);
        let game = RwSignal::new(first);
        let board = RwSignal::new(FIRST_BOARD.to_owned());
        let result = RwSignal::new(None::<BoardResult>);
        let filter = ListFilter::new();
        let is_searching = RwSignal::new(false);
        let size = RwSignal::new(None);
        let view = Memo::new(move |_| {
            let (configuration, size) = (session.configuration, size.get());
            configuration
                .with(|known| game.with(|game| GameView::new(&known.catalogue, game, size)))
        });
        let read = Memo::new(move |_| view.with(|view| board.with(|board| view.read(board))));
        let tiles = Memo::new(move |old: Option<&Vec<Tile>>| match read.get() {
            Ok(tiles) => tiles,
            Err(_) => old.cloned().unwrap_or_default(),
        });
        let mistake = Memo::new(move |_| {
            let error = read.get().err()?;
            Some((error.column, error.problem.to_message()))
        });
        let rows = Memo::new(move |_| {
            let rows = result.with(|result| result.as_ref().map(|result| result.rows.clone()));
            SortedRows::new(rows.unwrap_or_default(), filter.order.get())
        });
        let solver = Self {
            session,
            queue: StoredValue::new_local(SearchQueue::new(session.engine, is_searching)),
            history: BoardHistory::new(),
            game,
            awaited_game: RwSignal::new(None),
            dictionary: DictionaryChoice::new(),
            size,
            saved: RwSignal::new(String::new()),
            board,
            modes: RwSignal::new(Vec::new()),
            filter,
            selected: RwSignal::new(None),
            spelled: RwSignal::new(PathSpeller::default()),
            verdict: RwSignal::new(None),
            tool: RwSignal::new(Tool::default()),
            heat: RwSignal::new(Heat::default()),
            result,
            answered: RwSignal::new(None),
            has_stopped: RwSignal::new(false),
            error: RwSignal::new(None),
            is_searching,
            view,
            arrangement: Memo::new(move |_| view.with(|view| view.arrangement.clone())),
            tiles,
            mistake,
            rows,
        };
        Effect::new(move |_| {
            session.configuration.track();
            let request = solver.request();
            if mistake.with(Option::is_none) {
                solver.search(request);
            }
        });
        // If a new configuration has the game that the address names, switch to that; if it lacks
        // the current game, to its first one.
        Effect::new(move |was_known: Option<bool>| {
            session.configuration.with(|configuration| {
                let awaited = solver.awaited_game.get_untracked();
                let is_there = |name: &String| configuration.catalogue.game(name).is_ok();
                if let Some(awaited) = awaited.filter(is_there) {
                    solver.awaited_game.set(None);
                    solver.history.skip();
                    solver.game.set(awaited);
                    return true;
                }
                let is_known = || {
                    let is_game = |game: &String| configuration.catalogue.game(game).is_ok();
                    game.with_untracked(is_game)
                };
                if was_known == Some(true) && !is_known() {
                    solver.choose_game(configuration.first_game());
                }
                is_known()
            })
        });
        Effect::new(move |_| {
            let now = BoardSnapshot {
                game: game.get(),
                size: size.get(),
                board: board.get(),
                modes: solver.modes.get(),
            };
            let configuration = session.configuration.get_untracked();
            let is_known = |before: &BoardSnapshot| {
                let game = configuration.catalogue.game(&before.game);
                game.is_ok()
            };
            solver.history.record(now, is_known);
        });
        // A filter belongs to a letter.
        Effect::new(move |_| {
            let is_empty = tiles.with(|tiles| tiles.iter().map(Tile::is_empty).collect::<Vec<_>>());
            let is_idle = |(cell, mode): (usize, &TileMode)| {
                *mode != TileMode::Normal && is_empty.get(cell).is_none_or(|is_empty| *is_empty)
            };
            if solver
                .modes
                .with_untracked(|modes| modes.iter().enumerate().any(is_idle))
            {
                solver.modes.update(|modes| {
                    for (cell, mode) in modes.iter_mut().enumerate() {
                        if is_idle((cell, mode)) {
                            *mode = TileMode::Normal;
                        }
                    }
                });
            }
        });
        solver.search_dictionaries_again();
        // A path belongs to the letters that it was found on.
        Effect::new(move |_| {
            board.track();
            game.track();
            size.track();
            solver.selected.set(None);
            solver.spelled.set(PathSpeller::default());
            solver.verdict.set(None);
        });
        solver
    }

    /// The solver state of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// The session that it belongs to.
    pub fn session(self) -> Session {
        self.session
    }

    /// The game, and the dictionary to play it with.
    pub fn choice(self) -> GameChoice {
        GameChoice {
            game: self.game.get(),
            dictionary: self.dictionary.name.get(),
            size: self.size.get(),
        }
    }

    /// The request for what the page shows now.
    pub fn request(self) -> SolveBoard {
        let (cells, modes) = (self.view.with(GameView::cells), self.modes.get());
        // An empty tile filters nothing.
        let has_letter = |cell: usize| {
            let has_letter = |tile: &Tile| !tile.is_empty();
            self.tiles
                .with(|tiles| tiles.get(cell).is_some_and(has_letter))
        };
        let of_mode = |searched: TileMode| {
            let modes = modes.iter().take(cells).enumerate();
            let cells = modes.filter(|(cell, mode)| **mode == searched && has_letter(*cell));
            cells.map(|(cell, _)| cell + 1).collect()
        };
        SolveBoard {
            choice: self.choice(),
            board: self.board.get(),
            duplicates: self.filter.duplicates.get(),
            pattern: Some(self.filter.pattern.get()).filter(|pattern| !pattern.is_empty()),
            commonness: self.filter.commonness.get(),
            starts_with: of_mode(TileMode::StartsWith),
            contains: of_mode(TileMode::Contains),
        }
    }

    /// Whether the result belongs to what the page shows now.
    pub fn is_current(self) -> bool {
        let request = self.request();
        self.answered.with(|answered| *answered == Some(request))
    }

    /// Whether the page shows the result of an earlier board, because the search of this one has
    /// been running for a while.
    pub fn is_stale(self) -> bool {
        self.is_searching.get() && !self.is_current()
    }

    /// Shows the reply to a search.
    fn show_result(self, request: SolveBoard, reply: Result<BoardResult, RequestError>) {
        match reply {
            Ok(result) => {
                self.answered.set(Some(request));
                let totals = result.summary.totals;
                let listed = result.rows.len() as u64;
                self.error.set(None);
                let is_gone = |row: &SolutionRow| !result.rows.contains(row);
                if self
                    .selected
                    .with_untracked(|row| row.as_ref().is_some_and(is_gone))
                {
                    self.selected.set(None);
                }
                self.result.set(Some(result));
                let words = tr_count("solver.words", totals.words);
                let points = tr_count("solver.points", totals.points);
                let values = [("words", words.as_str()), ("points", points.as_str())];
                let mut text = tr_with("solver.announce", &values);
                if listed != totals.words {
                    text = format!("{text}. {}", tr_count("solver.listed", listed));
                }
                self.session.announce(text);
            }
            Err(error) => {
                match &error {
                    // The last list stays while a pattern is being typed.
                    RequestError::Pattern(_) => {}
                    RequestError::DictionaryMissing(name) => {
                        self.result.set(None);
                        // It is reported as missing only if nobody has it.
                        if self.find_dictionary(name.clone()) {
                            return self.error.set(None);
                        }
                    }
                    RequestError::WorkerFailed(_) | RequestError::Other(_) => {
                        self.result.set(None);
                    }
                }
                self.error.set(Some(error));
            }
        }
    }

    /// Searches a board, as soon as an earlier search has ended.
    fn search(self, request: SolveBoard) {
        self.has_stopped.set(false);
        let on_reply = move |request, reply| self.show_result(request, reply);
        self.queue
            .with_value(|queue| queue.request(request, on_reply));
    }

    /// Repeats the last request.
    pub fn search_again(self) {
        self.search(untrack(|| self.request()));
    }

    /// Stops a search that takes too long.
    pub fn stop(self) {
        self.queue.with_value(SearchQueue::stop);
        self.result.set(None);
        self.answered.set(None);
        self.error.set(None);
        self.has_stopped.set(true);
        self.session.announce(tr("list.stopped"));
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

    /// A part of the board's summary; the default while there is no result.
    pub fn summary<T: Default>(self, part: impl FnOnce(&BoardSummary) -> T) -> T {
        self.result.with(|result| match result {
            Some(result) => part(&result.summary),
            None => T::default(),
        })
    }

    /// Whether the board has no letters.
    pub fn is_blank(self) -> bool {
        self.tiles
            .with(|tiles| tiles.iter().all(|tile| tile.is_empty()))
    }

    /// Empties the board, and with it the filters of its tiles.
    pub fn clear_board(self) {
        self.modes.set(Vec::new());
        self.board.set(String::new());
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
            self.board.set(snapshot.board);
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
        self.board
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

    /// Changes a cell to the next mode. An empty one has no other mode.
    pub fn change_mode(self, cell: usize) {
        if untrack(|| self.is_empty(cell)) {
            return;
        }
        self.modes.update(|modes| {
            if modes.len() <= cell {
                modes.resize(cell + 1, TileMode::Normal);
            }
            modes[cell] = modes[cell].next();
        });
        let mode = match untrack(|| self.mode(cell)) {
            TileMode::Normal => "tile.normal",
            TileMode::StartsWith => "tile.starts-with",
            TileMode::Contains => "tile.contains",
        };
        self.session.announce(tr(mode));
    }

    /// Selects the listed solution that was spelled along a path or, if that path is not listed,
    /// another one of the same word.
    pub fn select_word(self, word: &str, spelled: &[u32], path: &[u32]) {
        if untrack(|| !self.is_current()) {
            return;
        }
        let word = word.to_uppercase();
        let row = self.rows.with_untracked(|rows| {
            let along = |path: &[u32]| rows.iter().find(|row| row.positions == path);
            let of_word = || rows.iter().find(|row| row.word == word);
            along(spelled)
                .or_else(of_word)
                .or_else(|| along(path))
                .cloned()
        });
        self.selected.set(row);
    }

    /// The positions of the path that is drawn, from 1: of the word that is being spelled, else
    /// of the selected solution.
    pub fn path(self) -> Vec<u32> {
        let spelled = self.spelled.with(|spelled| positions(spelled.path()));
        match spelled.is_empty() {
            false => spelled,
            true => self
                .selected
                .with(|row| row.as_ref().map(|row| row.positions.clone()))
                .unwrap_or_default(),
        }
    }

    /// The letters along a path.
    pub fn letters(self, path: &[Cell]) -> String {
        let faces = path.iter().map(|cell| self.tile(cell.index()).face);
        faces.collect::<String>().to_uppercase()
    }

    /// Clears the path; if there is none, the filters of the tiles.
    pub fn clear(self) {
        if untrack(|| self.path().is_empty()) {
            self.modes.set(Vec::new());
        }
        self.spelled.set(PathSpeller::default());
        self.selected.set(None);
        self.verdict.set(None);
    }
}
