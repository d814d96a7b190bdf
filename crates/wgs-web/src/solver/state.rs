//! The state of the solver page: the board, the filters, and the result of the last search.
//! Every change starts a new search at once; [`search_queue`](super::search_queue) decides when
//! it is sent.

use leptos::prelude::*;
use wgs_app::target::BoardSize;
use wgs_config::share_link::Fingerprint;
use wgs_core::Tile;

use super::game_view::{GameView, TileView};
use super::search_queue::SearchQueue;
use super::sorted_rows::{Column, Order, SortedRows};
use crate::engine::message::EngineMessage;
use crate::engine::reply::{BoardResult, BoardSummary, SolutionRow, WordVerdict};
use crate::engine::request::{GameChoice, RequestError, SolveBoard};
use crate::session::{self, ParsedConfiguration, Session};
use crate::text::{tr, tr_count, tr_with};

/// How a tile filters the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileMode {
    /// Not at all.
    #[default]
    Normal,
    /// Listed words start at this tile, or at another one of this mode.
    StartsWith,
    /// Listed words use this tile, and all others of this mode.
    Contains,
}

impl TileMode {
    /// The mode after another click.
    pub fn next(self) -> Self {
        match self {
            Self::Normal => Self::StartsWith,
            Self::StartsWith => Self::Contains,
            Self::Contains => Self::Normal,
        }
    }
}

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

/// What the heat map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    /// Nothing; the tiles have no heat colours.
    #[default]
    Off,
    /// The number of words that use each tile.
    Words,
    /// The points of those words.
    Points,
}

/// The game that the page starts with.
const FIRST_GAME: &str = "Boggle (New)";

/// The board that the page starts with.
pub(super) const FIRST_BOARD: &str = "STNDTEIELARSMRTO";

/// The game to start with: the usual one, or the first of a configuration without it.
fn first_game(configuration: &ParsedConfiguration) -> String {
    let names = || configuration.catalogue.games().map(|game| game.name());
    let usual = names().find(|name| *name == FIRST_GAME);
    usual
        .or_else(|| names().next())
        .unwrap_or_default()
        .to_owned()
}

/// The largest file that is read as a dictionary, about ten times the size of the longest list
/// of English words.
pub(crate) const MOST_BYTES: f64 = 32.0 * 1024.0 * 1024.0;

/// Why a dictionary is provided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DictionaryUse {
    /// The game's dictionary is missing.
    Missing,
    /// It is to be used instead of the game's.
    Instead,
}

/// The state of the solver page. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct SolverState {
    session: Session,
    search: StoredValue<SearchQueue, LocalStorage>,
    /// The dictionaries that were requested from the server, whether it has them or not.
    requested_dictionaries: StoredValue<Vec<String>>,
    /// The name of the game.
    pub game: RwSignal<String>,
    /// The name of a dictionary to use instead of the game's.
    pub dictionary: RwSignal<Option<String>>,
    /// The size of a board to use instead of the game's grid.
    pub size: RwSignal<Option<BoardSize>>,
    /// The fingerprint of the dictionary that a link refers to, if the user has to provide it.
    pub linked_dictionary: RwSignal<Option<Fingerprint>>,
    /// The board in its notation.
    pub board: RwSignal<String>,
    /// The mode of each tile.
    pub modes: RwSignal<Vec<TileMode>>,
    /// Whether to list every path of a word.
    pub duplicates: RwSignal<bool>,
    /// Whether to show solutions.
    pub is_shown: RwSignal<bool>,
    /// The regular expression that listed words match.
    pub pattern: RwSignal<String>,
    /// The order of the list.
    pub order: RwSignal<Order>,
    /// The solution that is selected.
    pub selected: RwSignal<Option<SolutionRow>>,
    /// The positions of a word that is being spelled, from 1.
    pub spelled: RwSignal<Vec<u32>>,
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
    /// The tiles of the board; the last valid ones, while there is a mistake.
    pub tiles: Memo<Vec<Tile>>,
    /// The mistake in the notation: the character, from 1, and the message.
    pub mistake: Memo<Option<(usize, EngineMessage)>>,
    /// The listed solutions in their order.
    pub rows: Memo<SortedRows>,
}

impl SolverState {
    /// Creates the state, with a first board.
    pub fn new(session: Session) -> Self {
        let first = session.configuration.with_untracked(first_game);
        let game = RwSignal::new(first);
        let board = RwSignal::new(FIRST_BOARD.to_owned());
        let result = RwSignal::new(None::<BoardResult>);
        let order = RwSignal::new(Order {
            column: Column::Score,
            descending: true,
        });
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
            Some((error.column, EngineMessage::from(&error.problem)))
        });
        let rows = Memo::new(move |_| {
            let rows = result.with(|result| result.as_ref().map(|result| result.rows.clone()));
            SortedRows::new(rows.unwrap_or_default(), order.get())
        });
        let solver = Self {
            session,
            search: StoredValue::new_local(SearchQueue::default()),
            requested_dictionaries: StoredValue::new(Vec::new()),
            game,
            dictionary: RwSignal::new(None),
            size,
            linked_dictionary: RwSignal::new(None),
            board,
            modes: RwSignal::new(Vec::new()),
            duplicates: RwSignal::new(false),
            is_shown: RwSignal::new(true),
            pattern: RwSignal::new(String::new()),
            order,
            selected: RwSignal::new(None),
            spelled: RwSignal::new(Vec::new()),
            verdict: RwSignal::new(None),
            tool: RwSignal::new(Tool::default()),
            heat: RwSignal::new(Heat::default()),
            result,
            answered: RwSignal::new(None),
            has_stopped: RwSignal::new(false),
            error: RwSignal::new(None),
            is_searching: RwSignal::new(false),
            view,
            tiles,
            mistake,
            rows,
        };
        Effect::new(move |_| {
            session.configuration.track();
            let request = solver.request();
            if mistake.with(Option::is_none) {
                solver
                    .search
                    .with_value(|search| search.request(request, solver));
            }
        });
        // If a new configuration lacks the current game, switch to its first game.
        Effect::new(move |was_known: Option<bool>| {
            session.configuration.with(|configuration| {
                let is_known = || {
                    let is_game = |game: &String| configuration.catalogue.game(game).is_ok();
                    game.with_untracked(is_game)
                };
                if was_known == Some(true) && !is_known() {
                    solver.choose_game(first_game(configuration));
                }
                is_known()
            })
        });
        // A path belongs to the letters that it was found on.
        Effect::new(move |_| {
            board.track();
            game.track();
            size.track();
            solver.selected.set(None);
            solver.spelled.set(Vec::new());
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
            dictionary: self.dictionary.get(),
            size: self.size.get(),
        }
    }

    /// The request for what the page shows now.
    pub fn request(self) -> SolveBoard {
        let (cells, modes) = (self.view.with(GameView::cells), self.modes.get());
        let of_mode = |searched: TileMode| {
            let modes = modes.iter().take(cells).zip(1..);
            let positions = modes.filter(|(mode, _)| **mode == searched);
            positions.map(|(_, position)| position).collect()
        };
        SolveBoard {
            choice: self.choice(),
            board: self.board.get(),
            duplicates: self.duplicates.get(),
            pattern: Some(self.pattern.get()).filter(|pattern| !pattern.is_empty()),
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

    /// Shows that the search was stopped.
    pub fn show_stopped(self) {
        self.result.set(None);
        self.answered.set(None);
        self.error.set(None);
        self.has_stopped.set(true);
        self.session.announce(tr("list.stopped"));
    }

    /// Shows the reply to a search.
    pub fn show_result(self, request: SolveBoard, reply: Result<BoardResult, RequestError>) {
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
                        self.load_dictionary(name.clone());
                    }
                    RequestError::WorkerFailed(_) | RequestError::Other(_) => {
                        self.result.set(None);
                    }
                }
                self.error.set(Some(error));
            }
        }
    }

    /// Loads a missing dictionary from the server, if the page came from one. It is requested
    /// only once.
    fn load_dictionary(self, name: String) {
        if self
            .requested_dictionaries
            .with_value(|requested| requested.contains(&name))
        {
            return;
        }
        let Some(api) = self.session.host.with_untracked(|host| host.api.clone()) else {
            return;
        };
        self.requested_dictionaries
            .update_value(|requested| requested.push(name.clone()));
        let address = format!("{api}dictionaries/{}", js_sys::encode_uri_component(&name));
        leptos::task::spawn_local(async move {
            let loaded = match session::load(&address).await {
                Ok(response) => match response.array_buffer() {
                    Ok(buffer) => session::bytes_of(buffer).await,
                    Err(_) => return,
                },
                Err(error) => Err(error),
            };
            match loaded {
                Ok(bytes) => self.provide(name, bytes, DictionaryUse::Missing),
                Err(error) => self.session.show_error(error),
            }
        });
    }

    /// Repeats the last request.
    pub fn search_again(self) {
        let request = untrack(|| self.request());
        self.search
            .with_value(|search| search.request(request, self));
    }

    /// Stops a search that takes too long.
    pub fn stop(self) {
        self.search.with_value(|search| search.stop(self));
    }

    /// Opens a dictionary file: as the missing dictionary if there is one, else instead of the
    /// game's.
    pub fn open_dictionary(self, file: web_sys::File) {
        if file.size() > MOST_BYTES {
            return self.session.show_error(tr("solver.too-large"));
        }
        leptos::task::spawn_local(async move {
            match session::bytes_of(file.array_buffer()).await {
                Ok(bytes) => match untrack(|| self.missing_dictionary()) {
                    Some(name) => self.provide(name, bytes, DictionaryUse::Missing),
                    None => self.provide(file.name(), bytes, DictionaryUse::Instead),
                },
                Err(error) => self.session.show_error(error),
            }
        });
    }

    /// Provides the content of a dictionary, and uses it.
    pub fn provide(self, name: String, content: Vec<u8>, purpose: DictionaryUse) {
        let provided = name.clone();
        self.session
            .provide(&name, content, move |loaded| match loaded {
                Ok(fingerprint) => {
                    let linked = self.linked_dictionary.get_untracked();
                    if linked.is_some_and(|linked| linked != fingerprint) {
                        let text = tr_with("solver.other-words", &[("name", &provided)]);
                        self.session.show_error(text);
                    }
                    self.linked_dictionary.set(None);
                    match purpose {
                        DictionaryUse::Instead => self.dictionary.set(Some(provided)),
                        DictionaryUse::Missing => self.error.set(None),
                    }
                    self.search_again();
                }
                Err(error) => self.session.show_error(error.text()),
            });
    }

    /// The name of the dictionary that is missing, if one is.
    pub fn missing_dictionary(self) -> Option<String> {
        self.error.with(|error| match error {
            Some(RequestError::DictionaryMissing(name)) => Some(name.clone()),
            _ => None,
        })
    }

    /// The name of the dictionary in use.
    pub fn dictionary_name(self) -> String {
        if let Some(name) = self.dictionary.get() {
            return name;
        }
        self.session.configuration.with(|configuration| {
            let game = self.game.with(|game| {
                let game = configuration.catalogue.game(game).ok()?;
                game.dictionary_name().map(str::to_owned)
            });
            game.unwrap_or_else(|| tr("solver.built-in"))
        })
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
        self.modes
            .with(|modes| modes.get(cell).copied().unwrap_or_default())
    }

    /// Changes a cell to the next mode.
    pub fn change_mode(self, cell: usize) {
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

    /// The positions of the path that is drawn, from 1: of the word that is being spelled, else
    /// of the selected solution.
    pub fn path(self) -> Vec<u32> {
        let spelled = self.spelled.get();
        match spelled.is_empty() {
            false => spelled,
            true => self
                .selected
                .with(|row| row.as_ref().map(|row| row.positions.clone()))
                .unwrap_or_default(),
        }
    }

    /// The letters along a path.
    pub fn letters(self, positions: &[u32]) -> String {
        let face = |position: &u32| self.tile(*position as usize - 1).face;
        positions
            .iter()
            .map(face)
            .collect::<String>()
            .to_uppercase()
    }

    /// Clears the path; if there is none, the filters of the tiles.
    pub fn clear(self) {
        if untrack(|| self.path().is_empty()) {
            self.modes.set(Vec::new());
        }
        self.spelled.set(Vec::new());
        self.selected.set(None);
        self.verdict.set(None);
    }
}
