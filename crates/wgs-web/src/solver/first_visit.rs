//! A line for a first visit to the solver: what the page does, what it shows, and what to do next. It
//! disappears for good once it is dismissed, or the board is changed in any way.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::entered_board::FIRST_BOARD;
use super::keyboard;
use super::state::{SolverState, Tool};
use crate::storage;
use crate::text::tr;

/// The key that the browser stores it under that the line is gone.
const STORED_AS: &str = "first-visit";

/// The field that receives letters from the keyboard of a phone.
const TEXT_FIELD: &str = ".table > input[aria-hidden=true]";

/// Clears the board, and waits for letters on its first tile.
fn type_board(solver: SolverState, event: &MouseEvent) {
    solver.tool.set(Tool::Type);
    solver.board.clear();
    keyboard::focus("tile-1");
    let pointer = event.dyn_ref::<web_sys::PointerEvent>();
    if pointer.is_some_and(|event| event.pointer_type() == "touch")
        && let Some(field) = element(TEXT_FIELD)
    {
        let _ = field.focus();
    }
}

/// Returns the first element that matches a selector.
fn element(selector: &str) -> Option<web_sys::HtmlElement> {
    let element = document().query_selector(selector).ok().flatten();
    element?.dyn_into().ok()
}

/// The line for a first visit.
#[component]
pub fn FirstVisit() -> impl IntoView {
    let solver = SolverState::here();
    let is_open = RwSignal::new(storage::get(STORED_AS).is_none());
    let close = move || {
        is_open.set(false);
        storage::set(STORED_AS, "done");
    };
    // A board that was typed, created, or opened with a link shows that it is no longer needed.
    Effect::new(move |_| {
        let is_sample = solver.board.text.with(|board| board == FIRST_BOARD);
        if is_open.get() && !is_sample {
            close();
        }
    });
    view! {
        <Show when=move || is_open.get()>
            <section class="first-visit" id="first-visit" aria-label=move || tr("first-visit.label")>
                <p>
                    <b>{move || tr("first-visit.what")}</b>" "
                    {move || tr("first-visit.sample")}
                </p>
                <div class="first-visit-choices">
                    <button class="primary" id="first-visit-type" on:click=move |event| {
                        close();
                        type_board(solver, &event);
                    }>{move || tr("first-visit.type")}</button>
                    <a class="button" id="first-visit-play" href="play.html">
                        {move || tr("first-visit.play")}
                    </a>
                    <button class="quiet" id="first-visit-dismiss" on:click=move |_| close()
                        aria-label=move || tr("page.dismiss")>"✕"</button>
                </div>
            </section>
        </Show>
    }
}
