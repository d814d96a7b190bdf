//! The board as text, in step with the tiles. A board file can be pasted here or onto the
//! tiles.

use leptos::prelude::*;
use wgs_play::boggle::BoggleBoard;

use super::state::SolverState;
use crate::engine_text::tr_message;
use crate::text::{tr, tr_with};

/// The input for the notation, with its mistake marked.
#[component]
pub fn NotationInput() -> impl IntoView {
    let solver = SolverState::here();
    let mistake = move || {
        let (column, problem) = solver.board.mistake.get()?;
        Some(tr_with(
            "entry.mistake",
            &[
                ("column", &column.to_string()),
                ("problem", &tr_message(&problem)),
            ],
        ))
    };
    // The text before the mistake, the wrong character, and the rest.
    let marked = move || {
        let (column, _) = solver.board.mistake.get()?;
        Some(solver.board.text.with(|text| mark(text, column)))
    };
    let pasted = move |event: leptos::ev::Event| {
        let event: web_sys::Event = event;
        let Some(text) = clipboard_text(&event) else {
            return;
        };
        if let Some(board) = from_board_file(&text, solver) {
            event.prevent_default();
            solver.board.text.set(board);
        }
    };
    view! {
        <div class="entry">
            <label class="field grow">
                <span>{move || tr("entry.label")}</span>
                <input id="notation" class="notation" type="text" autocomplete="off"
                    autocapitalize="off" spellcheck="false"
                    prop:value=move || solver.board.text.get()
                    aria-invalid=move || solver.board.mistake.with(Option::is_some).to_string()
                    aria-describedby="notation-help notation-mistake"
                    on:paste=move |event| pasted(event.into())
                    on:input=move |event| solver.board.text.set(event_target_value(&event))/>
            </label>
            <button class="quiet" on:click=move |_| solver.board.clear()>
                {move || tr("entry.clear")}
            </button>
            <button class="quiet" id="undo-board" disabled=move || !solver.board.history.can_undo()
                on:click=move |_| solver.board.undo()>
                {move || tr("entry.undo")}
            </button>
            <p class="hint" id="notation-help">{move || tr("entry.help")}</p>
            <p class="wrong" id="notation-mistake" role="alert">
                {move || marked().map(|(before, wrong, after)| view! {
                    <code class="marked">{before}<mark>{wrong}</mark>{after}</code>
                    <span>{mistake}</span>
                })}
            </p>
        </div>
    }
}

/// Splits a text at the wrong character, counted from 1. Past the end, a space stands for it.
fn mark(text: &str, column: usize) -> (String, String, String) {
    let letters: Vec<&str> = wgs_engine::letter::letters(text).collect();
    let at = column.saturating_sub(1).min(letters.len());
    let wrong = letters.get(at).map_or(" ", |letter| *letter);
    let after = letters.get(at + 1..).unwrap_or_default();
    (letters[..at].concat(), wrong.to_owned(), after.concat())
}

fn clipboard_text(event: &web_sys::Event) -> Option<String> {
    let get = |of: &wasm_bindgen::JsValue, key: &str| js_sys::Reflect::get(of, &key.into()).ok();
    let data = get(event, "clipboardData").filter(|data| !data.is_undefined())?;
    let data: web_sys::DataTransfer = wasm_bindgen::JsCast::unchecked_into(data);
    data.get_data("text").ok()
}

/// Pastes a board onto the tiles, as notation or as a board file. Anything else goes into the
/// input too, which shows the mistake.
pub fn paste(event: &web_sys::Event, solver: SolverState) {
    if let Some(text) = clipboard_text(event) {
        event.prevent_default();
        let board = from_board_file(&text, solver);
        solver
            .board
            .text
            .set(board.unwrap_or_else(|| text.trim().to_owned()));
    }
}

/// The notation of a board file of the Boggle assignment; [`None`] if the text is something
/// else.
fn from_board_file(text: &str, solver: SolverState) -> Option<String> {
    let board: BoggleBoard = text.trim().parse().ok()?;
    solver
        .board
        .view
        .with_untracked(|view| Some(view.write(board.tiles().tiles().to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_character_is_marked() {
        let parts = |column| {
            let (before, wrong, after) = mark("CH3T", column);
            format!("{before}[{wrong}]{after}")
        };
        assert_eq!(parts(3), "CH[3]T");
        assert_eq!(parts(1), "[C]H3T");
        assert_eq!(parts(5), "CH3T[ ]");
    }
}
