//! The preview of the game that is edited: a sample board with its words and points, solved by
//! a separate engine. While there are errors, the last valid preview stays.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::{GameLoader, LoaderOptions};
use wgs_config::Catalogue;
use wgs_config::{Draft, Section, ValueKind};
use wgs_engine::Cell;
use wgs_play::BoardForm;

use super::route::EditorRoute;
use super::state::EditorState;
use crate::board::game_view::{GameView, TileView};
use crate::board::sorted_rows::{Column, Order, SortedRows};
use crate::engine::client::EngineClient;
use crate::engine::reply::BoardResult;
use crate::engine::request::{Configure, GameChoice, RequestError, SolveBoard};
use crate::text::{language, tr, tr_count, tr_with};

/// How long the preview waits after a change.
const PAUSE: Duration = Duration::from_millis(250);

/// The number of best words to show.
const BEST: usize = 8;

/// The most cells of a board that the preview shows and solves.
const MOST_CELLS: usize = 144;

/// The letters for games without dice or letters.
const LETTERS: &str = "STNDTEIELARSMRTO";

/// The name of the game that is made for an unused entry.
const UNNAMED: &str = "Preview";

/// The game that the preview shows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PreviewGame {
    /// A configuration with only that game.
    text: String,
    name: String,
    /// Whether the draft has the game, and it was not made for the preview.
    is_real: bool,
}

impl PreviewGame {
    /// Chooses the game for an entry: the entry itself, the first game that uses it, or one made
    /// for it.
    fn of(draft: &Draft, section: Section, entry: &str) -> Option<Self> {
        draft.entry(section, entry)?;
        let games = match section {
            Section::GameRules => vec![entry.to_owned()],
            section => users(draft, section, entry),
        };
        if let Some(game) = games.into_iter().next() {
            let text = draft.game_only(&game).ok()?;
            return Some(Self {
                text,
                name: game,
                is_real: true,
            });
        }
        let mut keys = Section::GameRules.keys().iter();
        let key =
            keys.find(|key| matches!(key.kind, ValueKind::Name(named) if named == section))?;
        let mut trial = Draft::new(draft.text());
        let _ = trial.remove(Section::GameRules, UNNAMED);
        trial.add(Section::GameRules, UNNAMED).ok()?;
        let name = Some(entry.into());
        trial
            .set(Section::GameRules, UNNAMED, key.name, name)
            .ok()?;
        Some(Self {
            text: trial.game_only(UNNAMED).ok()?,
            name: UNNAMED.to_owned(),
            is_real: false,
        })
    }

    /// Rolls a board of the game; returns [`None`] if the game has errors.
    fn board(&self, seed: u64) -> Option<PreviewBoard> {
        let (catalogue, _) = Catalogue::parse(&self.text).ok()?;
        let game = catalogue.game(&self.name).ok()?;
        game.grid()?;
        let view = GameView::new(&catalogue, &self.name, None);
        let cells = view.cells();
        let rolled = (cells <= MOST_CELLS).then(|| {
            let options = CreateOptions {
                seed,
                ..CreateOptions::default()
            };
            let mut board = String::new();
            // Without dictionaries: loading one would make the page wait.
            let loader = GameLoader::new(Catalogue::default(), LoaderOptions::default());
            let creator = Creator::with_loader(game, options, &loader).ok()?;
            creator.write_boards(0..1, &mut board).ok()?;
            Some(board.trim_end().to_owned())
        });
        let rolled = rolled.flatten();
        let is_rolled = rolled.is_some();
        let text = rolled.unwrap_or_else(|| LETTERS.chars().cycle().take(cells).collect());
        let tiles = view.read(&text).ok()?;
        let tiles = tiles.iter().map(|tile| view.tile(tile)).collect();
        Some(PreviewBoard {
            view,
            text,
            tiles,
            is_rolled,
        })
    }
}

/// The games that use an entry. Games without preferences use the set named `Default`.
pub fn users(draft: &Draft, section: Section, entry: &str) -> Vec<String> {
    let mut games = draft.references(section, entry);
    if section == Section::Preferences && entry == "Default" {
        let all = draft.entries(Section::GameRules);
        let names_none = |game: &&str| {
            draft
                .value(Section::GameRules, game, "Preferences")
                .is_none()
        };
        games.extend(all.filter(names_none).map(str::to_owned));
    }
    games
}

/// The board that the preview shows.
#[derive(Clone, Debug, PartialEq)]
struct PreviewBoard {
    view: GameView,
    text: String,
    tiles: Vec<TileView>,
    is_rolled: bool,
}

/// The preview of an entry.
#[component]
pub fn Preview(
    /// The section of the entry.
    section: Section,
    /// The name of the entry.
    entry: String,
) -> impl IntoView {
    let state = EditorState::here();
    let game = Memo::new(move |_| {
        state
            .draft
            .with(|draft| PreviewGame::of(draft, section, &entry))
    });
    let shown = RwSignal::new(None::<(PreviewGame, Arc<PreviewBoard>)>);
    let result = RwSignal::new(None::<BoardResult>);
    let error = RwSignal::new(None::<String>);
    let is_stale = RwSignal::new(false);
    let pointed = RwSignal::new(None::<usize>);
    // The number of changes, by which a late reply is recognised.
    let version = StoredValue::new(0_u64);

    let follow = move || {
        let Some(game) = game.try_get_untracked().flatten() else {
            return;
        };
        let Some(board) = game.board(state.seed.get_untracked()) else {
            return is_stale.set(true);
        };
        is_stale.set(false);
        let request = SolveBoard {
            choice: GameChoice {
                game: game.name.clone(),
                ..GameChoice::default()
            },
            board: board.text.clone(),
            ..SolveBoard::default()
        };
        let text = game.text.clone();
        let is_small = board.view.cells() <= MOST_CELLS;
        pointed.set(None);
        shown.set(Some((game, Arc::new(board))));
        if !is_small {
            return result.set(None);
        }
        let mine = version.get_value();
        let on_reply = move |reply: Result<BoardResult, RequestError>| {
            if version.try_get_value() != Some(mine) {
                return;
            }
            let message = |failure: &RequestError| match failure {
                RequestError::DictionaryMissing(name) => {
                    find_dictionary(state, name.clone());
                    untrack(|| tr_with("editor.preview-words", &[("name", name)]))
                }
                failure => untrack(|| failure.text()),
            };
            error.set(reply.as_ref().err().map(message));
            result.set(reply.ok());
        };
        solve(state, text, request, on_reply);
    };
    Effect::new(move |before: Option<()>| {
        game.track();
        state.seed.track();
        state.session().dictionaries.track();
        state.session().is_configured.track();
        version.update_value(|version| *version += 1);
        let mine = version.get_value();
        let later = move || {
            if version.try_get_value() == Some(mine) {
                follow();
            }
        };
        set_timeout(
            later,
            if before.is_some() {
                PAUSE
            } else {
                Duration::ZERO
            },
        );
    });

    let title = move || match shown.get() {
        Some((game, _)) if game.is_real => game.name,
        _ => tr("editor.preview"),
    };
    let link = move || {
        let (game, _) = shown.get()?;
        let is_other = game.is_real && section != Section::GameRules;
        let address = EditorRoute::Entry(Section::GameRules, game.name).address();
        is_other.then(|| view! { <a href=address>{tr("editor.edit-short")}</a> })
    };
    let note = move || match (is_stale.get(), game.get(), shown.get()) {
        (true, _, Some(_)) => Some(tr("editor.preview-stale")),
        (true, _, None) => Some(tr("editor.preview-wrong")),
        (false, Some(game), _) if !game.is_real => Some(tr("editor.preview-unused")),
        (false, _, Some((_, board))) if board.view.cells() > MOST_CELLS => {
            Some(tr("editor.preview-large"))
        }
        (false, _, Some((_, board))) if !board.is_rolled => Some(tr("editor.preview-letters")),
        _ => None,
    };
    let roll = move |_| state.seed.update(|seed| *seed += 1);
    view! {
        <aside class="preview panel" id="preview" aria-label=move || tr("editor.preview")
            class:is-stale=move || is_stale.get()>
            <div class="preview-head">
                <h2>{title}</h2>
                {link}
                <button class="quiet" id="roll" on:click=roll>{move || tr("editor.roll")}</button>
            </div>
            <p class="hint preview-note" id="preview-note">{note}</p>
            {move || shown.get().filter(|(_, board)| board.view.cells() <= MOST_CELLS)
                .map(|(_, board)| view! { <SmallBoard board pointed/> })}
            <p class="wrong">{move || error.get()}</p>
            {move || result.get().map(|result| view! { <PreviewResults result has_labels=section == Section::Preferences/> })}
        </aside>
    }
}

/// Solves a board with the engine of the preview, which is started for the first request.
fn solve(
    state: EditorState,
    text: String,
    request: SolveBoard,
    on_reply: impl FnOnce(Result<BoardResult, RequestError>) + 'static,
) {
    let engine = state.engine.get_value().unwrap_or_else(|| {
        let engine = EngineClient::new();
        state.engine.set_value(Some(engine.clone()));
        engine
    });
    engine.send(Configure { text }, drop);
    state.session().send_dictionaries(&engine);
    engine.send(request, on_reply);
}

/// Looks for a dictionary of the preview in the browser and on the server, once. A dictionary that
/// is found is provided to the session, which the preview follows.
fn find_dictionary(state: EditorState, name: String) {
    let is_new = state
        .searched
        .try_update_value(|searched| searched.insert(name.clone()));
    if is_new != Some(true) {
        return;
    }
    spawn_local(async move {
        let session = state.session();
        loop {
            // Before, the page does not know whether the host has it.
            let is_configured = session.is_configured.get_untracked();
            if let Some(content) = session.find_dictionary(&name).await {
                return session.provide(&name, content, drop);
            }
            if is_configured {
                return;
            }
            if !session.is_configured.get_untracked() {
                break;
            }
        }
        state.searched.update_value(|searched| {
            searched.remove(&name);
        });
    });
}

/// A board. Pointing at a tile shows its neighbours.
#[component]
fn SmallBoard(board: Arc<PreviewBoard>, pointed: RwSignal<Option<usize>>) -> impl IntoView {
    let arrangement = board.view.arrangement.clone();
    let (columns, rows) = arrangement.extent();
    let is_long = columns > 9.5;
    let form = arrangement.form;
    let label = board.text.clone();
    let tile = {
        let board = board.clone();
        move |cell: usize| {
            let grid = board.view.grid.clone();
            let (x, y) = arrangement.corner(Cell::new(cell)).unwrap_or_default();
            let tile = board.tiles.get(cell).cloned().unwrap_or_default();
            let letters = tile.face.chars().count().max(1);
            let is_empty = tile.face.is_empty();
            let touched = move || {
                let from = pointed.get().filter(|from| *from != cell);
                from.is_some_and(|from| {
                    let mut next = grid.neighbours(Cell::new(from));
                    next.any(|next| next.index() == cell)
                })
            };
            view! {
                <div class="cell small-cell" class:is-touched=touched
                    class:is-pointed=move || pointed.get() == Some(cell)
                    style:--column=x.to_string() style:--row=y.to_string()
                    on:pointerenter=move |_| pointed.set(Some(cell))>
                    <div class="tile" class:is-empty=is_empty>
                        <span class="small-number">{cell + 1}</span>
                        <span class="tile-face" style:--letters=letters.to_string()>{tile.face}</span>
                        <span class="tile-points">{tile.points}</span>
                    </div>
                </div>
            }
        }
    };
    view! {
        <div class="small-frame" class:is-long=is_long class:is-hexagonal=form.is_hexagonal()
            class:is-hive={form == BoardForm::Hive} style:--columns=columns.to_string()
            style:--rows=rows.to_string()>
            <div class="small-board" role="img" id="preview-board"
                aria-label=tr_with("editor.preview-board", &[("board", &label)])
                on:pointerleave=move |_| pointed.set(None)>
                {(0..board.view.cells()).map(tile).collect_view()}
            </div>
        </div>
    }
}

/// The words and points of the board.
#[component]
fn PreviewResults(result: BoardResult, has_labels: bool) -> impl IntoView {
    let highest_first = Order {
        column: Column::Score,
        descending: true,
    };
    let mut best: Vec<(u64, String)> = SortedRows::new(result.rows, highest_first)
        .iter()
        .map(|row| (row.score, row.word.clone()))
        .collect();
    best.dedup();
    best.truncate(BEST);
    let row =
        |(score, word): (u64, String)| view! { <li><span>{word}</span><span>{score}</span></li> };
    let summary = result.summary;
    let (words, points) = (summary.totals.words, summary.totals.points);
    view! {
        {has_labels.then(|| view! { <p class="hint summary">{summary.label_above()}</p> })}
        <p class="totals" id="preview-totals">
            {move || format!("{}, {}", tr_count("solver.words", words), tr_count("solver.points", points))}
        </p>
        <ol class="best">{best.into_iter().map(row).collect_view()}</ol>
        {has_labels.then(|| view! { <p class="hint summary">{summary.label_below(language())}</p> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft::new(wgs_config::catalogue::EMBEDDED)
    }

    #[test]
    fn a_part_is_shown_in_the_first_game_that_uses_it() {
        let game = PreviewGame::of(&draft(), Section::GameRules, "Boggle (New)").unwrap();
        assert_eq!(game.name, "Boggle (New)");
        let game = PreviewGame::of(&draft(), Section::Grids, "5x5").unwrap();
        assert!(game.is_real);
        let board = game.board(7).unwrap();
        assert_eq!(board.tiles.len(), 25);
        assert!(board.is_rolled);
    }

    #[test]
    fn an_unused_part_is_shown_in_a_game_made_for_it() {
        let mut draft = draft();
        draft.add(Section::Grids, "Mine").unwrap();
        let game = PreviewGame::of(&draft, Section::Grids, "Mine").unwrap();
        assert!(!game.is_real);
        assert_eq!(game.board(7).unwrap().tiles.len(), 16);
        assert!(PreviewGame::of(&draft, Section::Grids, "Nobody's").is_none());
    }

    #[test]
    fn an_error_elsewhere_does_not_hide_a_game() {
        let mut draft = draft();
        let odd = Some("odd".into());
        draft.set(Section::Grids, "5x5", "Adjacency", odd).unwrap();
        assert!(draft.catalogue().is_none());
        let game = PreviewGame::of(&draft, Section::GameRules, "Boggle (New)").unwrap();
        assert!(game.board(7).is_some());
        let game = PreviewGame::of(&draft, Section::Grids, "5x5").unwrap();
        assert!(game.board(7).is_none());
    }
}
