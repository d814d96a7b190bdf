//! The word above the board: the one that is spelled or chosen, or one that someone asks
//! about. Is it there, and if not, why not?

use leptos::prelude::*;

use super::state::Solver;
use crate::engine::message::{Answer, Ask};
use crate::text::{tr, tr_count};

/// Asks what becomes of a word on the board. A word that is there is drawn.
pub fn judge(solver: Solver, word: String) {
    if word.trim().is_empty() {
        solver.judgement.set(None);
        return;
    }
    let ask = Ask::Judge {
        setting: untrack(|| solver.setting()),
        board: solver.board.get_untracked(),
        word,
    };
    let take = move |answer: Answer| match answer {
        Answer::Judged(Ok(judgement)) => {
            solver
                .session()
                .announce(format!("{} {}", judgement.word, judgement.says));
            if let Some(positions) = &judgement.positions
                && solver.spelled.with_untracked(Vec::is_empty)
            {
                solver.selected.set(None);
                solver.spelled.set(positions.clone());
            }
            solver.judgement.set(Some(judgement));
        }
        Answer::Judged(Err(error)) | Answer::Failed(error) => {
            solver.session().notice.set(Some(error));
        }
        _ => {}
    };
    solver
        .session()
        .line
        .with_value(|line| line.ask(&ask, take));
}

/// The word box.
#[component]
pub fn WordBox() -> impl IntoView {
    let solver = Solver::here();
    let asked = RwSignal::new(String::new());
    let word = move || {
        let spelled = solver.spelled.get();
        match spelled.is_empty() {
            false => Some(solver.letters(&spelled)),
            true => solver
                .selected
                .with(|row| row.as_ref().map(|row| row.word.clone())),
        }
    };
    let verdict = move || {
        if let Some(judgement) = solver.judgement.get() {
            let good = judgement.positions.is_some();
            let mut text = judgement.says;
            if let Some(reason) = judgement.unspellable {
                text = format!("{text}; {} {reason}", tr("word.dice"));
            }
            return Some((good, Some(judgement.word), text));
        }
        let row = solver.selected.get()?;
        Some((true, None, tr_count("solver.points", row.score)))
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        solver.spelled.set(Vec::new());
        judge(solver, asked.get_untracked().trim().to_owned());
    };
    view! {
        <div class="word-line">
            <output class="word" id="word">{move || word().unwrap_or_default()}</output>
            <p class="verdict" id="verdict"
                class:good=move || verdict().is_some_and(|(good, ..)| good)
                class:wrong=move || verdict().is_some_and(|(good, ..)| !good)>
                {move || verdict().map(|(good, asked, text)| {
                    let sign = if good { "✓ " } else { "✗ " };
                    let asked = asked.filter(|_| !good).map(|word| format!("{} ", word.to_uppercase()));
                    format!("{sign}{}{text}", asked.unwrap_or_default())
                })}
            </p>
            <form class="ask" on:submit=submit>
                <label class="unseen" for="ask">{move || tr("word.ask")}</label>
                <input id="ask" type="text" autocomplete="off" autocapitalize="off"
                    spellcheck="false" placeholder=move || tr("word.placeholder")
                    prop:value=move || asked.get()
                    on:input=move |event| asked.set(event_target_value(&event))/>
                <button type="submit">{move || tr("word.check")}</button>
            </form>
        </div>
    }
}
