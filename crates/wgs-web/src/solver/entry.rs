//! The notation box: the board as text, in step with the tiles. Anything that is a board in
//! some form can be pasted.

use leptos::prelude::*;
use wgs_play::boggle::BoggleBoard;

use super::state::Solver;
use crate::text::{tr, tr_with};

/// The notation box, with what is wrong in it.
#[component]
pub fn Entry() -> impl IntoView {
    let solver = Solver::here();
    let mistake = move || {
        let (column, problem) = solver.mistake.get()?;
        Some(tr_with(
            "entry.mistake",
            &[("column", &column.to_string()), ("problem", &problem)],
        ))
    };
    // The text before the mistake, the character at fault, and the rest.
    let marked = move || {
        let (column, _) = solver.mistake.get()?;
        Some(solver.board.with(|text| mark(text, column)))
    };
    let pasted = move |event: leptos::ev::Event| {
        let event: web_sys::Event = event;
        let Some(text) = clipboard_text(&event) else {
            return;
        };
        if let Some(board) = from_board_file(&text, solver) {
            event.prevent_default();
            solver.board.set(board);
        }
    };
    view! {
        <div class="entry">
            <label class="field grow">
                <span>{move || tr("entry.label")}</span>
                <input id="notation" class="notation" type="text" autocomplete="off"
                    autocapitalize="off" spellcheck="false"
                    prop:value=move || solver.board.get()
                    aria-invalid=move || solver.mistake.with(Option::is_some).to_string()
                    aria-describedby="notation-help notation-mistake"
                    on:paste=move |event| pasted(event.into())
                    on:input=move |event| solver.board.set(event_target_value(&event))/>
            </label>
            <button class="quiet" on:click=move |_| solver.board.set(String::new())>
                {move || tr("entry.clear")}
            </button>
            <p class="hint" id="notation-help">{move || tr("entry.help")}</p>
            <p class="wrong" id="notation-mistake" role="alert">
                {move || marked().map(|(before, fault, after)| view! {
                    <code class="marked">{before}<mark>{fault}</mark>{after}</code>
                    <span>{mistake}</span>
                })}
            </p>
        </div>
    }
}

/// Splits a text at the character at fault, counted from 1; past its end, a space stands in.
fn mark(text: &str, column: usize) -> (String, String, String) {
    let letters: Vec<&str> = wgs_core::letter::letters(text).collect();
    let at = column.saturating_sub(1).min(letters.len());
    let fault = letters.get(at).map_or(" ", |letter| *letter);
    let after = letters.get(at + 1..).unwrap_or_default();
    (letters[..at].concat(), fault.to_owned(), after.concat())
}

fn clipboard_text(event: &web_sys::Event) -> Option<String> {
    let get = |of: &wasm_bindgen::JsValue, key: &str| js_sys::Reflect::get(of, &key.into()).ok();
    let data = get(event, "clipboardData").filter(|data| !data.is_undefined())?;
    let data: web_sys::DataTransfer = wasm_bindgen::JsCast::unchecked_into(data);
    data.get_data("text").ok()
}

/// Takes a board that is pasted onto the tiles, in any form; one that cannot be read comes
/// into the box, where its mistake is told.
pub fn paste(event: &web_sys::Event, solver: Solver) {
    if let Some(text) = clipboard_text(event) {
        event.prevent_default();
        let board = from_board_file(&text, solver);
        solver
            .board
            .set(board.unwrap_or_else(|| text.trim().to_owned()));
    }
}

/// The notation of a board file as the Boggle assignment has them, if this is one.
fn from_board_file(text: &str, solver: Solver) -> Option<String> {
    let board: BoggleBoard = text.trim().parse().ok()?;
    solver
        .view
        .with_untracked(|view| Some(view.write(board.tiles().tiles().to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_at_fault_is_marked() {
        let parts = |column| {
            let (before, fault, after) = mark("CH3T", column);
            format!("{before}[{fault}]{after}")
        };
        assert_eq!(parts(3), "CH[3]T");
        assert_eq!(parts(1), "[C]H3T");
        assert_eq!(parts(5), "CH3T[ ]");
    }
}
