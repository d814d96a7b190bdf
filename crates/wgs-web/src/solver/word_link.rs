//! A link that looks the selected word up in Wiktionary, in the language of the page.

use leptos::prelude::*;

use super::state::SolverState;
use crate::text::{PageLanguage, language, tr_with};

/// The address of a word's entry in Wiktionary. The search leads to the entry itself, however its letters are
/// capitalised.
pub fn address(word: &str, language: PageLanguage) -> String {
    let set = percent_encoding::NON_ALPHANUMERIC;
    let word = word.to_lowercase();
    let word = percent_encoding::utf8_percent_encode(&word, set);
    let language = language.code();
    format!("https://{language}.wiktionary.org/wiki/Special:Search?go=Go&search={word}")
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_looked_up_in_the_language_of_the_page() {
        let start = "wiktionary.org/wiki/Special:Search?go=Go&search=";
        for (word, language, expected) in [
            (
                "ZOO",
                PageLanguage::English,
                format!("https://en.{start}zoo"),
            ),
            (
                "ÜBEL",
                PageLanguage::German,
                format!("https://de.{start}%C3%BCbel"),
            ),
            (
                "A&B",
                PageLanguage::English,
                format!("https://en.{start}a%26b"),
            ),
        ] {
            assert_eq!(address(word, language), expected);
        }
    }
}
