//! Whether the game's dice or letters can lay the board, and on demand how, or why not.

use leptos::prelude::*;

use super::state::Solver;
use crate::engine::message::{Answer, Ask, Checked};
use crate::text::{tr, tr_with};

/// The valid-board indicator.
#[component]
pub fn Validity() -> impl IntoView {
    let solver = Solver::here();
    let checked = RwSignal::new(None::<Checked>);
    Effect::new(move |_| {
        solver.board.track();
        solver.game.track();
        checked.set(None);
    });
    let explain = move |_| {
        if checked.with_untracked(Option::is_some) {
            return checked.set(None);
        }
        let ask = Ask::CheckBoard {
            setting: untrack(|| solver.setting()),
            board: solver.board.get_untracked(),
        };
        let take = move |answer: Answer| match answer {
            Answer::Checked(Ok(told)) => checked.set(Some(told)),
            Answer::Checked(Err(error)) | Answer::Failed(error) => {
                solver.session().notice.set(Some(error));
            }
            _ => {}
        };
        solver
            .session()
            .line
            .with_value(|line| line.ask(&ask, take));
    };
    let valid = move || solver.said(|found| found.is_valid);
    let text = move || match valid() {
        Some(true) => tr("valid.yes"),
        Some(false) => tr("valid.no"),
        None => tr("valid.unknown"),
    };
    let die = |(position, face, die, faces): (usize, String, Option<usize>, String)| {
        let from = match die {
            Some(die) => tr_with("valid.die", &[("die", &die.to_string()), ("faces", &faces)]),
            None => tr_with("valid.pool", &[("faces", &faces)]),
        };
        view! { <li><b>{face}</b>" "{position}": "{from}</li> }
    };
    view! {
        <div class="validity">
            <button class="quiet" id="validity" on:click=explain
                disabled=move || valid().is_none()
                class:good=move || valid() == Some(true)
                class:wrong=move || valid() == Some(false)
                aria-expanded=move || checked.with(Option::is_some).to_string()>
                {move || match valid() {
                    Some(true) => "✓ ",
                    Some(false) => "✗ ",
                    None => "",
                }}
                {text}
            </button>
            {move || checked.get().map(|told| view! {
                <div class="explained" id="explained">
                    {told.reason.clone().map(|reason| view! { <p>{reason}</p> })}
                    <ol class="dice">{told.tiles.into_iter().map(die).collect_view()}</ol>
                </div>
            })}
        </div>
    }
}
