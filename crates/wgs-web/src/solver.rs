//! The solver page, chapter 6.1 of the manual: a board, its words, and details about both.
//! This file puts the parts together; they share the [`state`].
//!
//! | module | content |
//! |---|---|
//! | [`state`] | the state of the page, which starts the searches |
//! | [`entered_board`] | the board that the user has entered |
//! | [`shown_result`] | the result of the last search |
//! | [`filter`] | the choice of the solutions to list |
//! | [`dictionary`] | the dictionary in use |
//! | [`search_queue`] | one search at a time, the latest request first |
//! | [`board`] | the board and its tools |
//! | [`board_zoom`] | zooming and panning a large board |
//! | [`cell_signals`] | the views of all cells, computed at once |
//! | [`board_input`] | pointer and keyboard input on the tiles |
//! | [`notation_input`] | the board as text |
//! | [`solution_list`] | the list of solutions |
//! | [`sheet`] | the sheet that holds the list on a phone |
//! | [`solution_detail`] | the parts of a solution's score |
//! | [`word_box`] | the word above the board, and the verdict on it |
//! | [`validity`] | whether the dice can produce the board |
//! | [`random_board`] | random boards |
//! | `board_search` | the search for a board with many words or points |
//! | [`chart`] | words by length |
//! | [`first_visit`] | an introduction for a first visit |
//! | [`export`] | files and printing |
//! | [`link`] | links to the board |
//! | [`saved_state`] | the state that survives a reload |
//! | [`history`] | the boards before, for Undo |
//! | [`word_link`] | the link to the selected word in Wiktionary |
//! | [`shortcut`] | keyboard shortcuts |

pub mod board;
pub mod board_input;
mod board_search;
pub mod board_zoom;
pub mod cell_signals;
pub mod chart;
pub mod dictionary;
pub mod entered_board;
pub mod export;
pub mod filter;
pub mod first_visit;
pub mod history;
pub mod link;
pub mod notation_input;
pub mod random_board;
pub mod saved_state;
pub mod search_queue;
pub mod sheet;
pub mod shortcut;
pub mod shown_result;
pub mod solution_detail;
pub mod solution_list;
pub mod state;
pub mod validity;
pub mod word_box;
pub mod word_link;

use leptos::prelude::*;

use crate::engine::reply::BoardSummary;
use crate::keyboard;
use crate::session::Session;
use crate::text::{language, tr, tr_with};

use board::BoardView;
use chart::Chart;
use export::Export;
use first_visit::FirstVisit;
use notation_input::NotationInput;
use random_board::RandomBoard;
use shortcut::KeyboardDialog;
use solution_detail::SolutionDetail;
use solution_list::SolutionPanel;
pub use state::SolverState;
use validity::Validity;
use word_box::WordBox;

/// The solver page.
#[component]
pub fn SolverPage() -> impl IntoView {
    let solver = SolverState::here();
    let session = Session::here();
    let keys = RwSignal::new(false);
    // Whether the list lies at the bottom of the screen, over the page.
    let is_sheet = RwSignal::new(false);
    let random_message = RwSignal::new(None::<String>);
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if keyboard::is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "/" => {
                event.prevent_default();
                keyboard::focus("pattern");
            }
            "?" => keys.set(true),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());

    let option = move |name: String| {
        let chosen = name.clone();
        let selected = move || solver.board.game.with(|game| *game == chosen);
        view! { <option value=name.clone() prop:selected=selected>{name.clone()}</option> }
    };
    let games = move || {
        let names = session.configuration.with(|configuration| {
            let games = configuration.catalogue.games();
            games.map(|game| game.name().to_owned()).collect::<Vec<_>>()
        });
        names.into_iter().map(option).collect_view()
    };
    let parts = move || solver.board.view.with(|view| view.visible);
    // Anywhere on the page; the frame keeps the browser from opening the file.
    let dropped = window_event_listener(leptos::ev::drop, move |event| {
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(file) = files.and_then(|files| files.item(0)) {
            solver.open_dictionary(file);
        }
    });
    on_cleanup(move || dropped.remove());

    view! {
        <div class="solver" class:is-stale=move || solver.is_stale()
            style:--font=move || solver.board.view.with(|view| view.font.clone())>
            <h1 class="unseen">{move || solver.board.game.get()}</h1>
            <Show when=move || session.own.with(Option::is_some)>
                <p class="visiting" role="status">
                    {move || tr("link.visiting")}
                    <button class="link" on:click=move |_| session.restore_own()>
                        {move || tr("link.home")}
                    </button>
                </p>
            </Show>
            <FirstVisit/>
            <section class="table" aria-label=move || tr("solver.table")>
                <div class="bar">
                    <label class="field grow game">
                        <span>{move || tr("solver.game")}</span>
                        <select id="game"
                            on:change=move |event| solver.board.choose_game(event_target_value(&event))>
                            {games}
                        </select>
                    </label>
                    <Show when=move || parts().random>
                        <RandomBoard message=random_message/>
                    </Show>
                </div>
                <p class="progress" role="status">{move || random_message.get()}</p>
                <div class="word-row">
                    <WordBox/>
                    <p class="summary" id="summary-1">
                        {move || solver.result.summary(BoardSummary::label_above)}
                    </p>
                    <Show when=move || parts().valid>
                        <Validity/>
                    </Show>
                </div>
                <BoardView/>
                <p class="summary" id="summary-2">
                    {move || solver.result.summary(|summary| summary.label_below(language()))}
                </p>
                <NotationInput/>
                <DictionaryLine/>
                <Show when=move || !is_sheet.get()>
                    <SolutionDetail/>
                </Show>
            </section>
            <section class="words" aria-label=move || tr("solver.solutions")>
                <SolutionPanel is_sheet/>
                <Chart/>
                <Export/>
                <p class="hint">
                    <button class="link" on:click=move |_| keys.set(true)>
                        {move || tr("keys.show")}
                    </button>
                    <Show when=move || session.host.with(|host| host.api.is_some())>
                        <a href="api/" target="_self">{move || tr("page.api")}</a>
                    </Show>
                </p>
            </section>
            <KeyboardDialog open=keys/>
        </div>
    }
}

/// The dictionary in use, with a way to open another one.
#[component]
fn DictionaryLine() -> impl IntoView {
    let solver = SolverState::here();
    let line = move || {
        let name = solver.dictionary_name();
        let count = solver
            .result
            .summary(|summary| crate::text::number(summary.dictionary_words));
        match solver.missing_dictionary() {
            Some(name) => tr_with("solver.words-missing", &[("name", &name)]),
            None => tr_with("solver.dictionary", &[("name", &name), ("n", &count)]),
        }
    };
    let is_own = move || solver.dictionary.name.with(Option::is_some);
    let chosen = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.item(0)) {
            solver.open_dictionary(file);
        }
        input.set_value("");
    };
    view! {
        <p class="dictionary" class:wrong=move || solver.missing_dictionary().is_some()>
            <span>{line}</span>
            <label class="link">
                <input class="unseen" type="file" id="dictionary-file" on:change=chosen/>
                {move || tr("solver.bring")}
            </label>
            <Show when=is_own>
                <button class="link" on:click=move |_| solver.restore_dictionary()>
                    {move || tr("solver.own-dictionary")}
                </button>
            </Show>
        </p>
    }
}
