//! The solver page, chapter 6.1 of the manual: a board, its words, and everything that can be
//! said of them. This file puts the parts together; the state they share is [`state`]'s.
//!
//! | module | what it holds |
//! |---|---|
//! | [`state`] | the board, the filters, what was found |
//! | [`game_view`] | what the page knows of a game |
//! | [`search`] | one search at a time, the latest question first |
//! | [`board`] | the board and its tools |
//! | [`tile`] | a tile |
//! | [`hand`] | what pointers and keys do to the tiles |
//! | [`path`] | the line of a solution over the tiles |
//! | [`entry`] | the notation box |
//! | [`solutions`] | the list |
//! | [`explorer`] | what a solution's score is made of |
//! | [`word_box`] | is it there, and if not, why not? |
//! | [`validity`] | whether the dice can lay the board |
//! | [`random`] | random boards |
//! | [`chart`] | words by length |
//! | [`export`] | files and sheets |
//! | [`link`] | links that show another person the same |
//! | [`keys`] | which keys do what |

pub mod board;
pub mod chart;
pub mod entry;
pub mod explorer;
pub mod export;
pub mod game_view;
pub mod hand;
pub mod keys;
pub mod link;
pub mod path;
pub mod random;
pub mod search;
pub mod solutions;
pub mod state;
pub mod tile;
pub mod validity;
pub mod word_box;

use leptos::prelude::*;

use crate::session::Session;
use crate::text::{tr, tr_with};

use board::BoardView;
use chart::Chart;
use entry::Entry;
use explorer::Explorer;
use export::Export;
use keys::KeysDialog;
use random::RandomBoard;
use solutions::Solutions;
pub use state::Solver;
use validity::Validity;
use word_box::WordBox;

/// The solver.
#[component]
pub fn SolverPage() -> impl IntoView {
    let solver = Solver::here();
    let session = Session::here();
    let keys = RwSignal::new(false);
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if keys::is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "/" => {
                event.prevent_default();
                keys::focus("pattern");
            }
            "?" => keys.set(true),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());

    let option = move |name: String| {
        let chosen = name.clone();
        let selected = move || solver.game.with(|game| *game == chosen);
        view! { <option value=name.clone() selected=selected>{name.clone()}</option> }
    };
    let games = move || {
        let names = session.configuration.with(|configuration| {
            let games = configuration.catalogue.games();
            games.map(|game| game.name().to_owned()).collect::<Vec<_>>()
        });
        names.into_iter().map(option).collect_view()
    };
    let preferences = move || solver.view.with(|view| view.shown);
    let dropped = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(file) = files.and_then(|files| files.item(0)) {
            solver.bring_file(file);
        }
    };

    view! {
        <div class="solver" on:dragover=|event| event.prevent_default() on:drop=dropped>
            <h1 class="unseen">{move || solver.game.get()}</h1>
            <Show when=move || session.own.with(Option::is_some)>
                <p class="visiting" role="status">
                    {move || tr("link.visiting")}
                    <button class="link" on:click=move |_| session.return_home()>
                        {move || tr("link.home")}
                    </button>
                </p>
            </Show>
            <section class="table" aria-label=move || tr("solver.table")>
                <div class="bar">
                    <label class="field grow game">
                        <span>{move || tr("solver.game")}</span>
                        <select id="game"
                            on:change=move |event| solver.choose_game(event_target_value(&event))>
                            {games}
                        </select>
                    </label>
                    <Show when=move || preferences().random>
                        <RandomBoard/>
                    </Show>
                </div>
                <WordBox/>
                <div class="over">
                    <p class="summary" id="summary-1">
                        {move || solver.said(|solved| solved.summary_1.clone())}
                    </p>
                    <Show when=move || preferences().valid>
                        <Validity/>
                    </Show>
                </div>
                <BoardView/>
                <p class="summary" id="summary-2">
                    {move || solver.said(|solved| solved.summary_2.clone())}
                </p>
                <Entry/>
                <DictionaryLine/>
                <Explorer/>
            </section>
            <section class="words" aria-label=move || tr("solver.solutions")>
                <Solutions/>
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
            <KeysDialog open=keys/>
        </div>
    }
}

/// Which words are in use, and how to bring others.
#[component]
fn DictionaryLine() -> impl IntoView {
    let solver = Solver::here();
    let line = move || {
        let name = solver.dictionary_name();
        let count = solver.said(|solved| crate::text::number(solved.dictionary_words));
        match solver.missing_words() {
            Some(name) => tr_with("solver.words-missing", &[("name", &name)]),
            None => tr_with("solver.dictionary", &[("name", &name), ("n", &count)]),
        }
    };
    let is_own = move || solver.dictionary.with(Option::is_some);
    let chosen = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.item(0)) {
            solver.bring_file(file);
        }
        input.set_value("");
    };
    view! {
        <p class="dictionary" class:wrong=move || solver.missing_words().is_some()>
            <span>{line}</span>
            <label class="link">
                <input class="unseen" type="file" id="dictionary-file" on:change=chosen/>
                {move || tr("solver.bring")}
            </label>
            <Show when=is_own>
                <button class="link" on:click=move |_| solver.dictionary.set(None)>
                    {move || tr("solver.own-dictionary")}
                </button>
            </Show>
        </p>
    }
}
