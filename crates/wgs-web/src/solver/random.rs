//! Random boards, with at least so many words and points. A worker of its own looks for them,
//! a while longer each time, so that the best so far can be told and the search be stopped.

use std::time::Duration;

use leptos::prelude::*;

use super::state::Solver;
use crate::engine::line::Line;
use crate::engine::message::{Answer, Ask, CreateAsk, Created};
use crate::text::{number, tr, tr_with};

/// The first turn takes so long, each other twice as long as the one before.
const FIRST_TURN: u32 = 60;

/// No turn takes longer.
const LONGEST_TURN: u32 = 2_000;

/// A search for a board.
#[derive(Clone, Debug)]
struct Hunt {
    best: Option<Created>,
    tries: u64,
    turns: u64,
}

/// The button, its options, and the search that they start.
#[component]
pub fn RandomBoard() -> impl IntoView {
    let solver = Solver::here();
    let session = solver.session();
    let line = StoredValue::new_local(None::<Line>);
    let min_words = RwSignal::new(0_u64);
    let min_points = RwSignal::new(0_u64);
    let hunt = RwSignal::new(None::<Hunt>);
    let missed = RwSignal::new(None::<String>);

    // The worker ends with its line.
    let give_up = move || {
        if hunt.try_with_untracked(Option::is_none).unwrap_or(true) {
            let _ = line.try_set_value(None);
        }
    };
    // It belongs to the component: the button that begins a search is gone when that ends.
    let finish = Callback::new(move |board: Option<Created>| {
        hunt.set(None);
        // Later, because the worker's own answer may be what ends it.
        set_timeout(give_up, Duration::ZERO);
        if let Some(board) = board {
            let wanted = min_words.get_untracked() > 0 || min_points.get_untracked() > 0;
            missed.set((wanted && !board.is_met).then(|| {
                let (words, points) = (number(board.words), number(board.points));
                tr_with("random.missed", &[("words", &words), ("points", &points)])
            }));
            solver.modes.set(Vec::new());
            solver.board.set(board.board);
        }
    });
    // Nothing is left to tell of it on another page.
    on_cleanup(move || {
        let _ = line.try_set_value(None);
    });
    let begin = move |_| {
        missed.set(None);
        let fresh = session.new_line();
        hunt.set(Some(Hunt {
            best: None,
            tries: 0,
            turns: 0,
        }));
        line.set_value(Some(fresh));
        let ask = CreateAsk {
            setting: untrack(|| solver.setting()),
            min_words: min_words.get_untracked(),
            min_points: min_points.get_untracked(),
            seed: (js_sys::Math::random() * 9e15) as u64,
            number: 0,
            milliseconds: FIRST_TURN,
        };
        turn(ask, line, hunt, finish, session);
    };
    let stop = move |_| {
        let best = hunt.get_untracked().and_then(|hunt| hunt.best);
        finish.run(best);
    };
    let field = move |id: &'static str, key: &'static str, value: RwSignal<u64>| {
        let set = move |event| value.set(event_target_value(&event).parse().unwrap_or(0));
        view! {
            <label class="field least">
                <span>{move || tr(key)}</span>
                <input id=id type="number" min="0" max="100000" inputmode="numeric"
                    prop:value=move || value.get().to_string() on:input=set/>
            </label>
        }
    };
    let progress = move || {
        hunt.get().filter(|hunt| hunt.turns > 0).map(|hunt| {
            let (words, points) = match &hunt.best {
                Some(best) => (number(best.words), number(best.points)),
                None => (number(0), number(0)),
            };
            let tries = number(hunt.tries);
            tr_with(
                "random.progress",
                &[("n", &tries), ("words", &words), ("points", &points)],
            )
        })
    };
    view! {
        {field("min-words", "random.words", min_words)}
        {field("min-points", "random.points", min_points)}
        <Show
            when=move || hunt.with(Option::is_none)
            fallback=move || view! {
                <button class="primary roll" id="stop-random" on:click=stop>{move || tr("random.stop")}</button>
            }>
            <button class="primary roll" id="random" on:click=begin>{move || tr("solver.random")}</button>
        </Show>
        <p class="progress" role="status">{move || progress().or_else(|| missed.get())}</p>
    }
}

/// Looks on for a board, turn by turn.
fn turn(
    ask: CreateAsk,
    line: StoredValue<Option<Line>, LocalStorage>,
    hunt: RwSignal<Option<Hunt>>,
    finish: Callback<Option<Created>>,
    session: crate::session::Session,
) {
    let Some(to) = line.get_value() else {
        return;
    };
    let next = CreateAsk {
        number: ask.number + 1,
        milliseconds: (ask.milliseconds * 2).min(LONGEST_TURN),
        ..ask.clone()
    };
    let take = move |answer: Answer| {
        let created = match answer {
            Answer::Created(created) => created,
            Answer::Failed(reason) => Err(reason),
            _ => return,
        };
        match created {
            Ok(created) => {
                let is_met = created.is_met;
                let wanted = (next.min_words, next.min_points);
                hunt.update(|hunt| {
                    if let Some(hunt) = hunt {
                        hunt.turns += 1;
                        hunt.tries += created.tries;
                        let best = hunt.best.as_ref().map(|best| nearness(best, wanted));
                        if is_met || best.is_none_or(|best| nearness(&created, wanted) > best) {
                            hunt.best = Some(created);
                        }
                    }
                });
                match is_met {
                    true => finish.run(hunt.get_untracked().and_then(|hunt| hunt.best)),
                    false => turn(next, line, hunt, finish, session),
                }
            }
            Err(error) => {
                finish.run(None);
                session.notice.set(Some(error));
            }
        }
    };
    to.ask(&Ask::Create(ask), take);
}

/// How near a board comes to what is wanted: the smaller share of the two.
fn nearness(board: &Created, (words, points): (u64, u64)) -> u64 {
    let share = |found: u64, wanted: u64| match wanted {
        0 => u64::MAX,
        wanted => found.saturating_mul(1_000_000) / wanted,
    };
    share(board.words, words).min(share(board.points, points))
}
