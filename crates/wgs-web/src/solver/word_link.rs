//! A link that looks the selected word up in Wiktionary, in the language of the page.

use leptos::prelude::*;

use super::state::SolverState;
use crate::text::{language, tr_with};
use crate::wiktionary::address;

/// The link for the selected word.
#[component]
pub fn WordLink() -> impl IntoView {
    let solver = SolverState::here();
    let word = Memo::new(move |_| {
        let of = |row: &crate::engine::reply::SolutionRow| row.word.clone();
        solver.selected.with(|row| row.as_ref().map(of))
    });
    move || {
        word.get().map(|word| {
            view! {
                <a class="look-up" id="look-up" target="_blank" rel="external noopener noreferrer"
                    href=address(&word, language())>
                    {tr_with("explorer.look-up", &[("word", &word)])}
                </a>
            }
        })
    }
}
