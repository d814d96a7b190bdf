//! The word above the board: the one that is being spelled or is selected, and a box to check
//! whether any other word counts, and if not, why not.

use leptos::prelude::*;
use wgs_play::PathSpeller;

use super::state::SolverState;
use crate::board::path;
use crate::engine::reply::WordVerdict;
use crate::engine::request::{JudgeWord, RequestError};
use crate::engine_text::tr_message;
use crate::text::{tr, tr_count};

/// Judges a word on the board, and draws its path if it counts.
pub fn judge(solver: SolverState, word: String) {
    if word.trim().is_empty() {
        solver.verdict.set(None);
        return;
    }
    let request = JudgeWord {
        choice: untrack(|| solver.choice()),
        board: solver.board.text.get_untracked(),
        word,
    };
    let board = request.board.clone();
    let on_reply = move |reply: Result<WordVerdict, RequestError>| match reply {
        // The board has changed since.
        Ok(_) if solver.board.text.get_untracked() != board => {}
        Ok(verdict) => {
            solver
                .session()
                .announce(format!("{} {}", verdict.word, tr_message(&verdict.message)));
            if let Some(positions) = &verdict.positions {
                let spelled = solver.spelled.get_untracked();
                let along = path::positions(spelled.path());
                solver.select_word(&verdict.word, &along, positions);
                if spelled.is_empty() {
                    solver.spelled.set(path::cells(positions).into());
                }
            }
            solver.verdict.set(Some(verdict));
        }
        Err(error) => solver.session().show_error(error.text()),
    };
    let engine = solver.session().engine;
    engine.with_value(|engine| engine.send(request, on_reply));
}

/// The word box.
#[component]
pub fn WordBox() -> impl IntoView {
    let solver = SolverState::here();
    let entered = RwSignal::new(String::new());
    let word = move || {
        let spelled = solver.spelled.get();
        match spelled.is_empty() {
            false => Some(solver.board.letters(spelled.path())),
            true => solver
                .selected
                .with(|row| row.as_ref().map(|row| row.word.clone())),
        }
    };
    let verdict = move || {
        if let Some(verdict) = solver.verdict.get() {
            let good = verdict.positions.is_some();
            let mut text = tr_message(&verdict.message);
            if let Some(reason) = verdict.unspellable {
                text = format!("{text}; {} {}", tr("word.dice"), tr_message(&reason));
            }
            return Some((good, Some(verdict.word), text));
        }
        let row = solver.selected.get()?;
        Some((true, None, tr_count("solver.points", row.score)))
    };
    // On a narrow screen, the field takes the whole row while a word is typed.
    let is_typing = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        is_typing.set(false);
        solver.spelled.set(PathSpeller::default());
        solver.selected.set(None);
        judge(solver, entered.get_untracked().trim().to_owned());
    };
    let verdict_text = move || {
        verdict().map(|(good, word, text)| {
            let sign = if good { "✓ " } else { "✗ " };
            let word = word
                .filter(|_| !good)
                .map(|word| format!("{} ", word.to_uppercase()));
            format!("{sign}{}{text}", word.unwrap_or_default())
        })
    };
    view! {
        <div class="word-line" class:is-empty=move || word().is_none() && verdict().is_none()>
            <output class="word" id="word">{move || word().unwrap_or_default()}</output>
            <p class="verdict" id="verdict" title=verdict_text
                class:good=move || verdict().is_some_and(|(good, ..)| good)
                class:wrong=move || verdict().is_some_and(|(good, ..)| !good)>
                {verdict_text}
            </p>
        </div>
        <form class="ask" class:is-typing=move || is_typing.get() on:submit=submit>
            <label class="unseen" for="ask">{move || tr("word.ask")}</label>
            <input id="ask" type="text" autocomplete="off" autocapitalize="off"
                spellcheck="false" enterkeyhint="go" placeholder=move || tr("word.placeholder")
                prop:value=move || entered.get()
                on:focus=move |_| is_typing.set(true)
                on:blur=move |_| is_typing.set(false)
                on:input=move |event| {
                    is_typing.set(true);
                    entered.set(event_target_value(&event));
                }/>
            // The button must not take the focus, or the row would change before it is clicked.
            <button type="submit" on:pointerdown=|event| event.prevent_default()
                on:mousedown=|event| event.prevent_default()>
                {move || tr("word.check")}
            </button>
        </form>
    }
}
