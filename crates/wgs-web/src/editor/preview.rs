//! The game that is being edited, as it plays: a board, its words and points, solved by the
//! engine in a worker of the preview's own. What is wrong keeps the last good one in view.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_config::Catalogue;
use wgs_config::{Draft, Section, ValueKind};

use super::state::EditorState;
use super::way::Way;
use crate::engine::line::Line;
use crate::engine::message::{Answer, Ask, Setting, SolveAsk, Solved, Trouble};
use crate::solver::game_view::{GameView, TileView};
use crate::text::{tr, tr_count, tr_with};

/// After so long without a change the preview follows.
const PAUSE: Duration = Duration::from_millis(250);

/// How many of the best words are shown.
const BEST: usize = 8;

/// The most cells that are shown and solved here.
const MOST_CELLS: usize = 144;

/// Letters for games that have none of their own.
const LETTERS: &str = "STNDTEIELARSMRTO";

/// The game of entries that none uses yet.
const UNNAMED: &str = "Preview";

/// A game to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Play {
    /// A configuration with that game alone.
    text: String,
    game: String,
    /// Whether it is a game of the draft.
    is_real: bool,
}

impl Play {
    /// The game that shows an entry best: itself, the first that uses it, or one made for it.
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
                game,
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
            game: UNNAMED.to_owned(),
            is_real: false,
        })
    }

    /// A board of the game; [`None`] if something is wrong with the game.
    fn staged(&self, seed: u64) -> Option<Stage> {
        let (catalogue, _) = Catalogue::parse(&self.text).ok()?;
        let game = catalogue.game(&self.game).ok()?;
        game.grid()?;
        let view = GameView::new(&catalogue, &self.game);
        let cells = view.cells();
        let rolled = (cells <= MOST_CELLS).then(|| {
            let options = CreateOptions {
                seed,
                ..CreateOptions::default()
            };
            let mut board = String::new();
            let creator = Creator::new(game, options).ok()?;
            creator.write_boards(0..1, &mut board).ok()?;
            Some(board.trim_end().to_owned())
        });
        let board = rolled.flatten();
        let is_rolled = board.is_some();
        let board = board.unwrap_or_else(|| LETTERS.chars().cycle().take(cells).collect());
        let tiles = view.read(&board).ok()?;
        let tiles = tiles.iter().map(|tile| view.tile(tile)).collect();
        Some(Stage {
            view,
            board,
            tiles,
            is_rolled,
        })
    }
}

/// The games that use an entry. The preference set `Default` serves those that name none.
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

/// A board that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Stage {
    view: GameView,
    board: String,
    tiles: Vec<TileView>,
    is_rolled: bool,
}

/// The preview of an entry.
#[component]
pub fn Preview(
    /// Which.
    section: Section,
    /// Its name.
    entry: String,
) -> impl IntoView {
    let state = EditorState::here();
    let play = Memo::new(move |_| state.draft.with(|draft| Play::of(draft, section, &entry)));
    let shown = RwSignal::new(None::<(Play, Arc<Stage>)>);
    let solved = RwSignal::new(None::<Arc<Solved>>);
    let trouble = RwSignal::new(None::<String>);
    let is_stale = RwSignal::new(false);
    let pointed = RwSignal::new(None::<usize>);
    let turn = StoredValue::new(0_u64);

    let follow = move || {
        let Some(play) = play.try_get_untracked().flatten() else {
            return;
        };
        let Some(stage) = play.staged(state.seed.get_untracked()) else {
            return is_stale.set(true);
        };
        is_stale.set(false);
        let ask = SolveAsk {
            setting: Setting {
                game: play.game.clone(),
                dictionary: None,
            },
            board: stage.board.clone(),
            ..SolveAsk::default()
        };
        let text = play.text.clone();
        let is_small = stage.view.cells() <= MOST_CELLS;
        pointed.set(None);
        shown.set(Some((play, Arc::new(stage))));
        if !is_small {
            return solved.set(None);
        }
        let mine = turn.get_value();
        let take = move |answer: Answer| {
            if turn.try_get_value() != Some(mine) {
                return;
            }
            match answer {
                Answer::Solved(Ok(found)) => {
                    trouble.set(None);
                    solved.set(Some(Arc::from(found)));
                }
                Answer::Solved(Err(error)) => {
                    solved.set(None);
                    trouble.set(Some(match error {
                        Trouble::WordsMissing(name) => {
                            untrack(|| tr_with("editor.preview-words", &[("name", &name)]))
                        }
                        Trouble::Pattern(error) | Trouble::Other(error) => error,
                    }));
                }
                _ => {}
            }
        };
        ask_line(state, text, ask, take);
    };
    Effect::new(move |before: Option<()>| {
        play.track();
        state.seed.track();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        let later = move || {
            if turn.try_get_value() == Some(mine) {
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
        Some((play, _)) if play.is_real => play.game,
        _ => tr("editor.preview"),
    };
    let link = move || {
        let (play, _) = shown.get()?;
        let is_other = play.is_real && section != Section::GameRules;
        let address = Way::Entry(Section::GameRules, play.game).address();
        is_other.then(|| view! { <a href=address>{tr("editor.edit-short")}</a> })
    };
    let note = move || match (is_stale.get(), play.get(), shown.get()) {
        (true, _, Some(_)) => Some(tr("editor.preview-stale")),
        (true, _, None) => Some(tr("editor.preview-wrong")),
        (false, Some(play), _) if !play.is_real => Some(tr("editor.preview-unused")),
        (false, _, Some((_, stage))) if stage.view.cells() > MOST_CELLS => {
            Some(tr("editor.preview-large"))
        }
        (false, _, Some((_, stage))) if !stage.is_rolled => Some(tr("editor.preview-letters")),
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
            {move || shown.get().filter(|(_, stage)| stage.view.cells() <= MOST_CELLS)
                .map(|(_, stage)| view! { <SmallBoard stage pointed/> })}
            <p class="wrong">{move || trouble.get()}</p>
            {move || solved.get().map(|solved| view! { <Findings solved has_labels=section == Section::Preferences/> })}
        </aside>
    }
}

/// Asks the worker of the preview, which is started for the first question.
fn ask_line(state: EditorState, text: String, ask: SolveAsk, take: impl FnOnce(Answer) + 'static) {
    let session = state.session();
    let line = state.line.get_value().unwrap_or_else(|| {
        let line = Line::new();
        state.line.set_value(Some(line.clone()));
        line
    });
    line.ask(&Ask::Configure(text), drop);
    for brought in session.brought.get_untracked() {
        let ask = Ask::Bring {
            name: brought.name,
            content: brought.content.to_vec(),
        };
        line.ask(&ask, drop);
    }
    line.ask(&Ask::Solve(ask), take);
}

/// A board with the neighbours of the tile that is pointed at.
#[component]
fn SmallBoard(stage: Arc<Stage>, pointed: RwSignal<Option<usize>>) -> impl IntoView {
    let (columns, rows) = stage.view.size;
    let is_long = columns > 9;
    let label = stage.board.clone();
    let tile = {
        let stage = stage.clone();
        move |cell: usize| {
            let (x, y) = stage.view.places[cell];
            let tile = stage.tiles.get(cell).cloned().unwrap_or_default();
            let letters = tile.face.chars().count().max(1);
            let is_empty = tile.face.is_empty();
            let stage = stage.clone();
            let touched = move || {
                let from = pointed.get();
                from.is_some_and(|from| from != cell && stage.view.touches(from, cell))
            };
            view! {
                <div class="small-cell" class:is-touched=touched
                    class:is-pointed=move || pointed.get() == Some(cell)
                    style:grid-column=(x + 1).to_string() style:grid-row=(y + 1).to_string()
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
        <div class="small-frame" class:is-long=is_long style:--columns=columns.to_string()
            style:--rows=rows.to_string()>
            <div class="small-board" role="img" id="preview-board"
                aria-label=tr_with("editor.preview-board", &[("board", &label)])
                on:pointerleave=move |_| pointed.set(None)>
                {(0..stage.view.cells()).map(tile).collect_view()}
            </div>
        </div>
    }
}

/// What was found.
#[component]
fn Findings(solved: Arc<Solved>, has_labels: bool) -> impl IntoView {
    let mut best: Vec<(u64, String)> = solved
        .rows
        .iter()
        .map(|row| (row.score, row.word.clone()))
        .collect();
    best.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    best.dedup();
    best.truncate(BEST);
    let row =
        |(score, word): (u64, String)| view! { <li><span>{word}</span><span>{score}</span></li> };
    let (words, points) = (solved.words, solved.points);
    view! {
        {has_labels.then(|| view! { <p class="hint summary">{solved.summary_1.clone()}</p> })}
        <p class="totals" id="preview-totals">
            {move || format!("{}, {}", tr_count("solver.words", words), tr_count("solver.points", points))}
        </p>
        <ol class="best">{best.into_iter().map(row).collect_view()}</ol>
        {has_labels.then(|| view! { <p class="hint summary">{solved.summary_2.clone()}</p> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft::new(wgs_config::catalogue::EMBEDDED)
    }

    #[test]
    fn a_game_shows_itself_and_a_part_the_first_game_that_uses_it() {
        let play = Play::of(&draft(), Section::GameRules, "Boggle (New)").unwrap();
        assert_eq!(play.game, "Boggle (New)");
        let play = Play::of(&draft(), Section::Grids, "5x5").unwrap();
        assert!(play.is_real);
        let stage = play.staged(7).unwrap();
        assert_eq!(stage.tiles.len(), 25);
        assert!(stage.is_rolled);
    }

    #[test]
    fn what_no_game_uses_is_shown_in_a_game_made_for_it() {
        let mut draft = draft();
        draft.add(Section::Grids, "Mine").unwrap();
        let play = Play::of(&draft, Section::Grids, "Mine").unwrap();
        assert!(!play.is_real);
        assert_eq!(play.staged(7).unwrap().tiles.len(), 16);
        assert!(Play::of(&draft, Section::Grids, "Nobody's").is_none());
    }

    #[test]
    fn an_error_elsewhere_does_not_keep_a_game_from_being_shown() {
        let mut draft = draft();
        let odd = Some("odd".into());
        draft.set(Section::Grids, "5x5", "Adjacency", odd).unwrap();
        assert!(draft.catalogue().is_none());
        let play = Play::of(&draft, Section::GameRules, "Boggle (New)").unwrap();
        assert!(play.staged(7).is_some());
        let play = Play::of(&draft, Section::Grids, "5x5").unwrap();
        assert!(play.staged(7).is_none());
    }
}
