//! The state of the solver page: the board, the filters, the word that is shown on the board, and
//! the result of the last search. Every change starts a new search at once;
//! [`search_queue`](super::search_queue) decides when it is sent.

use leptos::prelude::*;
use wgs_play::PathSpeller;

use super::dictionary::DictionaryChoice;
use super::entered_board::EnteredBoard;
use super::filter::ListFilter;
use super::search_queue::SearchQueue;
use super::shown_result::ShownResult;
use crate::board::cell_view::{Heat, TileMode};
use crate::board::path::positions;
use crate::engine::reply::{BoardResult, SolutionRow, WordVerdict};
use crate::engine::request::{GameChoice, RequestError, SolveBoard};
use crate::session::Session;
use crate::text::{tr, tr_count, tr_with};

/// The effect of a click on a tile.
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

/// The state of the solver page. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct SolverState {
    session: Session,
    queue: StoredValue<SearchQueue, LocalStorage>,
    /// The board.
    pub board: EnteredBoard,
    /// The dictionary to use instead of the game's.
    pub dictionary: DictionaryChoice,
    /// Which solutions are listed.
    pub filter: ListFilter,
    /// The result of the last search.
    pub result: ShownResult,
    /// This state in the address: the fragment of a link, or nothing.
    pub(super) saved: RwSignal<String>,
    /// The solution that is selected.
    pub selected: RwSignal<Option<SolutionRow>>,
    /// The word that is being spelled.
    pub spelled: RwSignal<PathSpeller>,
    /// The last verdict on a word.
    pub verdict: RwSignal<Option<WordVerdict>>,
    /// The effect of a click on a tile.
    pub tool: RwSignal<Tool>,
    /// The numbers of the heat map.
    pub heat: RwSignal<Heat>,
}

impl SolverState {
    /// Creates the state, with a first board.
    pub fn new(session: Session) -> Self {
        let filter = ListFilter::new();
        let result = ShownResult::new(filter.order);
        let queue = SearchQueue::new(session.engine, result.is_searching);
        let board = EnteredBoard::new(session);
        let solver = Self {
            session,
            queue: StoredValue::new_local(queue),
            board,
            dictionary: DictionaryChoice::new(),
            filter,
            result,
            saved: RwSignal::new(String::new()),
            selected: RwSignal::new(None),
            spelled: RwSignal::new(PathSpeller::default()),
            verdict: RwSignal::new(None),
            tool: RwSignal::new(Tool::default()),
            heat: RwSignal::new(Heat::default()),
        };
        Effect::new(move |_| {
            session.configuration.track();
            let request = solver.request();
            if board.mistake.with(Option::is_none) {
                solver.search(request);
            }
        });
        board.follow(session);
        solver.search_dictionaries_again();
        // A path belongs to the letters that it was found on.
        Effect::new(move |_| {
            board.text.track();
            board.game.track();
            board.size.track();
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
            game: self.board.game.get(),
            dictionary: self.dictionary.name.get(),
            size: self.board.size.get(),
        }
    }

    /// The request for what the page shows now.
    pub fn request(self) -> SolveBoard {
        SolveBoard {
            choice: self.choice(),
            board: self.board.text.get(),
            duplicates: self.filter.duplicates.get(),
            pattern: Some(self.filter.pattern.get()).filter(|pattern| !pattern.is_empty()),
            commonness: self.filter.commonness.get(),
            starts_with: self.board.positions(TileMode::StartsWith),
            contains: self.board.positions(TileMode::Contains),
        }
    }

    /// Whether the result belongs to what the page shows now.
    pub fn is_current(self) -> bool {
        self.result.answers(&self.request())
    }

    /// Whether the page shows the result of an earlier board, because the search of this one has
    /// been running for a while.
    pub fn is_stale(self) -> bool {
        self.result.is_searching.get() && !self.is_current()
    }

    /// Shows the reply to a search.
    fn show_result(self, request: SolveBoard, reply: Result<BoardResult, RequestError>) {
        match reply {
            Ok(reply) => {
                let is_gone = |row: &SolutionRow| !reply.rows.contains(row);
                if self
                    .selected
                    .with_untracked(|row| row.as_ref().is_some_and(is_gone))
                {
                    self.selected.set(None);
                }
                let text = announcement(&reply);
                self.result.show(request, reply);
                self.session.announce(text);
            }
            Err(error) => {
                // The last list stays while a pattern is being typed.
                if !matches!(error, RequestError::Pattern(_)) {
                    self.result.reply.set(None);
                }
                let is_being_looked_for = match &error {
                    RequestError::DictionaryMissing(name) => self.find_dictionary(name.clone()),
                    _ => false,
                };
                self.result
                    .error
                    .set(Some(error).filter(|_| !is_being_looked_for));
            }
        }
    }

    /// Searches a board, as soon as an earlier search has ended.
    fn search(self, request: SolveBoard) {
        self.result.has_stopped.set(false);
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
        self.result.stop();
        self.session.announce(tr("list.stopped"));
    }

    /// Changes a cell to its next mode, and announces that.
    pub fn change_mode(self, cell: usize) {
        let Some(mode) = self.board.change_mode(cell) else {
            return;
        };
        self.session.announce(tr(match mode {
            TileMode::Normal => "tile.normal",
            TileMode::StartsWith => "tile.starts-with",
            TileMode::Contains => "tile.contains",
        }));
    }

    /// Selects the listed solution that was spelled along a path or, if that path is not listed,
    /// another one of the same word.
    pub fn select_word(self, word: &str, spelled: &[u32], path: &[u32]) {
        if untrack(|| !self.is_current()) {
            return;
        }
        let word = word.to_uppercase();
        let row = self.result.rows.with_untracked(|rows| {
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

    /// Clears the path; if there is none, the filters of the tiles.
    pub fn clear(self) {
        if untrack(|| self.path().is_empty()) {
            self.board.modes.set(Vec::new());
        }
        self.spelled.set(PathSpeller::default());
        self.selected.set(None);
        self.verdict.set(None);
    }
}

/// A result in words, for screen readers.
fn announcement(reply: &BoardResult) -> String {
    let (totals, listed) = (reply.summary.totals, reply.rows.len() as u64);
    let words = tr_count("solver.words", totals.words);
    let points = tr_count("solver.points", totals.points);
    let values = [("words", words.as_str()), ("points", points.as_str())];
    let text = tr_with("solver.announce", &values);
    match listed == totals.words {
        true => text,
        false => format!("{text}. {}", tr_count("solver.listed", listed)),
    }
}
