//! Random boards with a minimum of words and points, or with as many as possible: the button and its
//! options. The search is in `board_search`.

use leptos::html;
use leptos::prelude::*;
use wgs_app::creator::CreateOptions;
use wgs_engine::{BoardScore, BoardSize, Count};

use super::board_search::{BoardSearch, SearchDevice, SearchProgress};
use super::state::SolverState;
use crate::engine::request::{CreateBoard, RequestError};
use crate::text::{number, tr, tr_count, tr_with};

/// The button for a random board, with its options.
#[component]
pub fn RandomBoard(
    /// How far the search has come, or what it missed.
    message: RwSignal<Option<String>>,
) -> impl IntoView {
    let solver = SolverState::here();
    let session = solver.session();
    let min_words = RwSignal::new(0_u64);
    let min_points = RwSignal::new(0_u64);
    let maximize = RwSignal::new(None::<Count>);
    let device = RwSignal::new(SearchDevice::Auto);
    let missed = RwSignal::new(None::<String>);

    let on_end = Callback::new(
        move |(progress, error): (SearchProgress, Option<RequestError>)| {
            if let Some(error) = error {
                return session.show_error(error.text());
            }
            let goal = maximize.get_untracked();
            let summary = described(&progress, goal);
            if let Some(board) = progress.best {
                let has_minimum = min_words.get_untracked() > 0 || min_points.get_untracked() > 0;
                missed.set(match goal {
                    Some(_) => Some(summary),
                    None => (has_minimum && !board.is_met).then(|| {
                        let (words, points) = numbers(board.totals);
                        tr_with("random.missed", &[("words", &words), ("points", &points)])
                    }),
                });
                solver.board.modes.set(Vec::new());
                solver.board.text.set(board.board);
            }
        },
    );
    let search = BoardSearch::new(session, on_end);
    let is_size_wrong = RwSignal::new(false);
    let size_input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        solver.board.game.track();
        if is_size_wrong.get_untracked() {
            is_size_wrong.set(false);
            if let Some(input) = size_input.get_untracked() {
                input.set_value("");
            }
        }
    });
    let start = move |_| {
        if is_size_wrong.get_untracked() {
            return missed.set(Some(tr("random.size-wrong")));
        }
        missed.set(None);
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
            ..CreateBoard::default()
        };
        search.start(request, device.get_untracked());
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
        let text = move || solver.board.size.get().map(|size| size.to_string());
        let set = move |event| {
            let text = event_target_value(&event);
            let size = BoardSize::read(text.trim(), CreateOptions::SIDES).ok();
            is_size_wrong.set(size.is_none() && !text.trim().is_empty());
            match is_size_wrong.get_untracked() {
                true => missed.set(Some(tr("random.size-wrong"))),
                false => {
                    missed.set(None);
                    solver.board.set_size(size);
                }
            }
        };
        let usual = move || solver.board.view.with(|view| view.grid.size().to_string());
        view! {
            <label class="field least size">
                <span>{move || tr("random.size")}</span>
                <input id="size" node_ref=size_input type="text" inputmode="text" size="6" maxlength="7" autocomplete="off"
                    placeholder=usual aria-invalid=move || is_size_wrong.get().to_string()
                    prop:value=move || text().unwrap_or_default() on:change=set/>
            </label>
        }
    };
    let progress = move || {
        let progress = search.progress.get().filter(|search| search.turns > 0);
        progress.map(|progress| described(&progress, maximize.get()))
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
    let device_field = move || {
        let choices = [
            ("auto", "random.device-auto", SearchDevice::Auto),
            ("cpu", "random.device-cpu", SearchDevice::Cpu),
            ("gpu", "random.device-gpu", SearchDevice::Gpu),
        ];
        let options = choices.map(|(value, key, choice)| {
            view! {
                <option value=value prop:selected=move || device.get() == choice>{move || tr(key)}</option>
            }
        });
        let choose = move |event| {
            let value = event_target_value(&event);
            let chosen = choices.iter().find(|(name, ..)| *name == value);
            device.set(chosen.map_or(SearchDevice::Auto, |(.., choice)| *choice));
        };
        view! {
            <label class="field least device">
                <span>{move || tr("random.device")}</span>
                <select id="device" on:change=choose>{options}</select>
            </label>
        }
    };
    let may_use_gpu = BoardSearch::may_use_gpu();
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
            <Show when=move || may_use_gpu && maximize.get().is_some()>
                {device_field}
            </Show>
            <Show when=move || solver.board.view.with(|view| view.visible.size)>
                {size_field}
            </Show>
        </div>
        <Show
            when=move || search.progress.with(Option::is_none)
            fallback=move || view! {
                <button class="primary roll" id="stop-random" on:click=move |_| search.stop()>{move || tr("random.stop")}</button>
            }>
            <button class="primary roll" id="random" on:click=start>{move || tr("solver.random")}</button>
        </Show>
    }
}

/// Describes how far a search has come.
fn described(progress: &SearchProgress, goal: Option<Count>) -> String {
    let tries = number(progress.tries);
    let best = progress.best.as_ref();
    let text = match goal {
        Some(Count::LongWords(_)) => {
            let long = tr_count("solver.words", best.map_or(0, |best| best.reached));
            tr_with("random.long-progress", &[("n", &tries), ("long", &long)])
        }
        _ => {
            let (words, points) = numbers(best.map(|best| best.totals).unwrap_or_default());
            tr_with(
                "random.progress",
                &[("n", &tries), ("words", &words), ("points", &points)],
            )
        }
    };
    match &progress.gpu_problem {
        Some(reason) => tr_with("random.without-gpu", &[("text", &text), ("reason", reason)]),
        None if progress.uses_gpu => tr_with("random.with-gpu", &[("text", &text)]),
        None => text,
    }
}

/// Describes the number of words and points.
fn numbers(totals: BoardScore) -> (String, String) {
    let words = tr_count("solver.words", totals.words);
    (words, tr_count("solver.points", totals.points))
}
