//! The indicator that shows whether the game's dice or letters can produce the board, with an
//! explanation on request.

use leptos::html;
use leptos::prelude::*;

use super::keyboard;
use super::state::SolverState;
use crate::dismiss::on_press_outside;
use crate::engine::reply::{BoardExplanation, TileSource};
use crate::engine::request::{CheckBoard, RequestError};
use crate::engine_text::tr_message;
use crate::text::{tr, tr_with};

/// The valid-board indicator. The explanation opens over the page and moves nothing.
#[component]
pub fn Validity() -> impl IntoView {
    let solver = SolverState::here();
    let explanation = RwSignal::new(None::<BoardExplanation>);
    Effect::new(move |_| {
        solver.board.text.track();
        solver.board.game.track();
        explanation.set(None);
    });
    let panel = NodeRef::<html::Div>::new();
    on_press_outside(panel, move || explanation.set(None));
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && explanation.with_untracked(Option::is_some) {
            event.stop_propagation();
            explanation.set(None);
            keyboard::focus("validity");
        }
    };
    let explain = move |_| {
        if explanation.with_untracked(Option::is_some) {
            return explanation.set(None);
        }
        let request = CheckBoard {
            choice: untrack(|| solver.choice()),
            board: solver.board.text.get_untracked(),
        };
        let on_reply = move |reply: Result<BoardExplanation, RequestError>| match reply {
            Ok(reply) => explanation.set(Some(reply)),
            Err(error) => solver.session().show_error(error.text()),
        };
        let engine = solver.session().engine;
        engine.with_value(|engine| engine.send(request, on_reply));
    };
    let valid = move || solver.result.summary(|summary| summary.is_valid);
    let text = move || match valid() {
        Some(true) => tr("valid.yes"),
        Some(false) => tr("valid.no"),
        None if solver.board.is_blank() => tr("valid.unknown"),
        None => String::new(),
    };
    let item = |tile: TileSource| {
        let faces = ("faces", tile.faces.as_str());
        let origin = match tile.die {
            Some(die) => tr_with("valid.die", &[("die", &die.to_string()), faces]),
            None => tr_with("valid.pool", &[faces]),
        };
        view! { <li><b>{tile.face}</b>" "{tile.position}": "{origin}</li> }
    };
    view! {
        <div class="validity" node_ref=panel on:keydown=key>
            <button class="quiet" id="validity" on:click=explain
                disabled=move || valid().is_none()
                style:visibility=move || text().is_empty().then_some("hidden")
                class:good=move || valid() == Some(true)
                class:wrong=move || valid() == Some(false)
                aria-expanded=move || explanation.with(Option::is_some).to_string()>
                <span class="validity-mark">{move || match valid() {
                    Some(true) => "✓ ",
                    Some(false) => "✗ ",
                    None => "",
                }}</span>
                <span class="validity-text">{text}</span>
            </button>
            {move || explanation.get().map(|explanation| view! {
                <div class="explained" id="explained" role="region" tabindex="0"
                    aria-label=tr("valid.explained")>
                    {explanation.reason.clone().map(|reason| view! { <p>{tr_message(&reason)}</p> })}
                    <ol class="dice">{explanation.tiles.into_iter().map(item).collect_view()}</ol>
                </div>
            })}
        </div>
    }
}
