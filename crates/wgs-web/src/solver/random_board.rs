//! Random boards with a minimum of words and points, or with as many as possible. A second
//! engine searches for them in turns, each longer than the one before, so that the page can
//! show the best board so far and the user can stop the search.

use std::time::Duration;

use leptos::prelude::*;
use wgs_app::target::Maximum;
use wgs_core::BoardScore;

use super::state::SolverState;
use crate::engine::client::EngineClient;
use crate::engine::reply::CreatedBoardReply;
use crate::engine::request::{CreateBoard, RequestError};
use crate::session::Session;
use crate::text::{number, tr, tr_count, tr_with};

/// The length of the first turn, in milliseconds; each further one is twice as long.
const FIRST_TURN: u32 = 60;

/// The length of the longest turn.
const LONGEST_TURN: u32 = 2_000;

/// The number of turns of a search for as many words or points as possible: about eight
/// seconds.
const CLIMB_TURNS: u64 = 8;

/// The progress of a search.
#[derive(Clone, Debug)]
struct RandomSearch {
    best: Option<CreatedBoardReply>,
    tries: u64,
    turns: u64,
}

/// The button for a random board, with its options.
#[component]
pub fn RandomBoard(
    /// How far the search has come, or what it missed.
    message: RwSignal<Option<String>>,
) -> impl IntoView {
    let solver = SolverState::here();
    let session = solver.session();
    let engine = StoredValue::new_local(None::<EngineClient>);
    let min_words = RwSignal::new(0_u64);
    let min_points = RwSignal::new(0_u64);
    let maximize = RwSignal::new(None::<Maximum>);
    let search = RwSignal::new(None::<RandomSearch>);
    let missed = RwSignal::new(None::<String>);

    let end_engine = move || {
        if search.try_with_untracked(Option::is_none).unwrap_or(true) {
            let _ = engine.try_set_value(None);
        }
    };
    // A callback of the component, because the button that starts a search is gone when the
    // search ends.
    let finish = Callback::new(move |board: Option<CreatedBoardReply>| {
        let goal = maximize.get_untracked();
        let summary = search
            .get_untracked()
            .map(|search| described(&search, goal));
        search.set(None);
        // Deferred, because this may run inside a callback of that engine.
        set_timeout(end_engine, Duration::ZERO);
        if let Some(board) = board {
            let has_minimum = min_words.get_untracked() > 0 || min_points.get_untracked() > 0;
            missed.set(match maximize.get_untracked() {
                Some(_) => summary,
                None => (has_minimum && !board.is_met).then(|| {
                    let (words, points) = numbers(board.totals);
                    tr_with("random.missed", &[("words", &words), ("points", &points)])
                }),
            });
            solver.modes.set(Vec::new());
            solver.board.set(board.board);
        }
    });
    on_cleanup(move || {
        let _ = engine.try_set_value(None);
    });
    let start = move |_| {
        missed.set(None);
        search.set(Some(RandomSearch {
            best: None,
            tries: 0,
            turns: 0,
        }));
        engine.set_value(Some(session.new_engine()));
        let maximize = maximize.get_untracked();
        let minimum = |field: RwSignal<u64>| match maximize {
            Some(_) => 0,
            None => field.get_untracked(),
        };
        let request = CreateBoard {
            choice: untrack(|| solver.choice()),
            min_words: minimum(min_words),
            min_points: minimum(min_points),
            maximize,
            seed: (js_sys::Math::random() * 9e15) as u64,
            number: 0,
            milliseconds: FIRST_TURN,
        };
        run_turn(request, engine, search, finish, session);
    };
    let stop = move |_| {
        let best = search.get_untracked().and_then(|search| search.best);
        finish.run(best);
    };
    let field = move |id: &'static str, key: &'static str, value: RwSignal<u64>| {
        let set = move |event| value.set(event_target_value(&event).parse().unwrap_or(0));
        view! {
            <label class=format!("field least {id}")>
                <span>{move || tr(key)}</span>
                <input id=id type="number" min="0" max="100000" inputmode="numeric"
                    prop:value=move || value.get().to_string() on:input=set/>
            </label>
        }
    };
    let size_field = move || {
        let text = move || solver.size.get().map(|size| size.to_string());
        let is_wrong = RwSignal::new(false);
        let set = move |event| {
            let text = event_target_value(&event);
            let size = text.trim().parse().ok();
            is_wrong.set(size.is_none() && !text.trim().is_empty());
            match is_wrong.get_untracked() {
                true => missed.set(Some(tr("random.size-wrong"))),
                false => {
                    missed.set(None);
                    solver.set_size(size);
                }
            }
        };
        let usual = move || {
            let (columns, rows) = solver.view.with(|view| view.size);
            format!("{rows}x{columns}")
        };
        view! {
            <label class="field least size">
                <span>{move || tr("random.size")}</span>
                <input id="size" type="text" inputmode="text" size="6" maxlength="7" autocomplete="off"
                    placeholder=usual aria-invalid=move || is_wrong.get().to_string()
                    prop:value=move || text().unwrap_or_default() on:change=set/>
            </label>
        }
    };
    let progress = move || {
        search
            .get()
            .filter(|search| search.turns > 0)
            .map(|search| described(&search, maximize.get()))
    };
    Effect::new(move |_| message.set(progress().or_else(|| missed.get())));
    on_cleanup(move || {
        let _ = message.try_set(None);
    });
    let options = [
        ("", "random.any"),
        ("words", "random.most-words"),
        ("points", "random.most-points"),
        ("words-of=8", "random.most-long-words"),
    ];
    let options =
        options.map(|(value, key)| view! { <option value=value>{move || tr(key)}</option> });
    view! {
        <div class="random-options">
            <label class="field least goal">
                <span>{move || tr("random.goal")}</span>
                <select id="maximize"
                    on:change=move |event| maximize.set(event_target_value(&event).parse().ok())>
                    {options}
                </select>
            </label>
            <Show when=move || maximize.get().is_none()>
                {field("min-words", "random.words", min_words)}
                {field("min-points", "random.points", min_points)}
            </Show>
            <Show when=move || solver.view.with(|view| view.visible.size)>
                {size_field}
            </Show>
        </div>
        <Show
            when=move || search.with(Option::is_none)
            fallback=move || view! {
                <button class="primary roll" id="stop-random" on:click=stop>{move || tr("random.stop")}</button>
            }>
            <button class="primary roll" id="random" on:click=start>{move || tr("solver.random")}</button>
        </Show>
    }
}

/// Describes how far a search has come.
fn described(search: &RandomSearch, goal: Option<Maximum>) -> String {
    let tries = number(search.tries);
    if let Some(Maximum::LongWords(_)) = goal {
        let long = search.best.as_ref().map_or(0, |best| best.reached);
        let long = tr_count("solver.words", long);
        return tr_with("random.long-progress", &[("n", &tries), ("long", &long)]);
    }
    let totals = search.best.as_ref().map(|best| best.totals);
    let (words, points) = numbers(totals.unwrap_or_default());
    tr_with(
        "random.progress",
        &[("n", &tries), ("words", &words), ("points", &points)],
    )
}

/// Describes the number of words and points.
fn numbers(totals: BoardScore) -> (String, String) {
    let words = tr_count("solver.words", totals.words);
    (words, tr_count("solver.points", totals.points))
}

/// Searches for a board, turn by turn.
fn run_turn(
    request: CreateBoard,
    engine: StoredValue<Option<EngineClient>, LocalStorage>,
    search: RwSignal<Option<RandomSearch>>,
    finish: Callback<Option<CreatedBoardReply>>,
    session: Session,
) {
    let Some(client) = engine.get_value() else {
        return;
    };
    let next = CreateBoard {
        number: request.number + 1,
        milliseconds: (request.milliseconds * 2).min(LONGEST_TURN),
        ..request.clone()
    };
    let on_reply = move |created: Result<CreatedBoardReply, RequestError>| match created {
        Ok(created) => {
            let is_met = created.is_met;
            let minimum = BoardScore::new(next.min_words, next.min_points);
            search.update(|search| {
                if let Some(search) = search {
                    search.turns += 1;
                    search.tries += created.tries;
                    let share = |board: &CreatedBoardReply| match next.maximize {
                        Some(_) => board.reached,
                        None => reached(board.totals, minimum),
                    };
                    let best = search.best.as_ref().map(share);
                    if is_met || best.is_none_or(|best| share(&created) > best) {
                        search.best = Some(created);
                    }
                }
            });
            let is_climb_over = next.maximize.is_some() && next.number >= CLIMB_TURNS;
            match is_met || is_climb_over {
                true => finish.run(search.get_untracked().and_then(|search| search.best)),
                false => run_turn(next, engine, search, finish, session),
            }
        }
        Err(error) => {
            finish.run(None);
            session.show_error(error.text());
        }
    };
    client.send(request, on_reply);
}

/// The share of the minimum that a board reaches, in millionths: the smaller of words and
/// points.
fn reached(totals: BoardScore, minimum: BoardScore) -> u64 {
    let share = |found: u64, minimum: u64| match minimum {
        0 => u64::MAX,
        minimum => found.saturating_mul(1_000_000) / minimum,
    };
    share(totals.words, minimum.words).min(share(totals.points, minimum.points))
}
