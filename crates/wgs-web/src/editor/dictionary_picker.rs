//! Chooses the file of a dictionary, chapter 6.2 of the manual. Its words are loaded into the
//! browser at once and stored there, and its name becomes the path of the entry.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use web_sys::File;
use wgs_config::share_link::Fingerprint;

use super::field::{EditedKey, typed};
use super::state::EditorState;
use crate::engine::request::RequestError;
use crate::session;
use crate::session::MOST_BYTES;
use crate::storage;
use crate::text::{number, tr, tr_with};

/// The outcome of opening the file that was chosen last.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// Its words are loaded.
    Loaded { words: u64, name: String },
    /// It is too large.
    TooLarge,
    /// The browser cannot read it.
    Unreadable(String),
    /// It is not a dictionary.
    Invalid(RequestError),
}

/// Returns the path of an entry after a file was chosen. A browser reveals only the file's name,
/// so a path that already ends with it is kept.
fn path_with(old: &str, name: &str) -> String {
    let last = old.rsplit(['/', '\\']).next();
    match last == Some(name) {
        true => old.to_owned(),
        false => name.to_owned(),
    }
}

/// Loads a file as the dictionary of an entry, and writes its name as the path.
fn open(state: EditorState, edited: EditedKey, file: File, outcome: RwSignal<Option<Outcome>>) {
    if file.size() > MOST_BYTES {
        return outcome.set(Some(Outcome::TooLarge));
    }
    spawn_local(async move {
        let name = file.name();
        let content = match session::bytes_of(file.array_buffer()).await {
            Ok(content) => content,
            Err(error) => return outcome.set(Some(Outcome::Unreadable(error))),
        };
        let entry = edited.entry.clone();
        let stored = (entry.clone(), content.clone());
        let on_loaded = move |loaded: Result<Fingerprint, RequestError>| match loaded {
            Ok(Fingerprint { words, .. }) => {
                let old = untrack(|| edited.value(state).get());
                let path = path_with(&old.as_ref().map(typed).unwrap_or_default(), &name);
                state.settle();
                edited.set(state, Some(Value::from(path)));
                state.settle();
                let loaded = Outcome::Loaded { words, name };
                state.session().announce(untrack(|| text(&loaded)));
                outcome.set(Some(loaded));
                spawn_local(async move {
                    storage::dictionary::set(&stored.0, &stored.1).await;
                });
            }
            Err(error) => outcome.set(Some(Outcome::Invalid(error))),
        };
        state.session().provide(&entry, content, on_loaded);
    });
}

/// The text of an outcome in the current language.
fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Loaded { words, name } => tr_with(
            "editor.picked-dictionary",
            &[("n", &number(*words)), ("name", name)],
        ),
        Outcome::TooLarge => tr("solver.too-large"),
        Outcome::Unreadable(error) => error.clone(),
        Outcome::Invalid(error) => error.text(),
    }
}

/// The button that chooses the file of a dictionary, below its path.
#[component]
pub fn DictionaryPicker(
    /// The path of the dictionary.
    edited: EditedKey,
) -> impl IntoView {
    let state = EditorState::here();
    let outcome = RwSignal::new(None::<Outcome>);
    let chosen = move |event: leptos::ev::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        if let Some(file) = input.files().and_then(|files| files.item(0)) {
            open(state, edited.clone(), file, outcome);
        }
        input.set_value("");
    };
    let is_wrong =
        move || outcome.with(|outcome| !matches!(outcome, None | Some(Outcome::Loaded { .. })));
    view! {
        <p class="dictionary-picker">
            <label class="link">
                <input class="unseen" type="file" id="dictionary-picker"
                    aria-describedby="dictionary-picker-help dictionary-picked" on:change=chosen/>
                {move || tr("editor.pick-dictionary")}
            </label>
            <span id="dictionary-picked" role="status" class:wrong=is_wrong>
                {move || outcome.with(|outcome| outcome.as_ref().map(text))}
            </span>
        </p>
        <p class="hint" id="dictionary-picker-help">{move || tr("editor.pick-help")}</p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_ends_with_the_chosen_file_is_kept() {
        for (old, name, path) in [
            ("", "mine.txt", "mine.txt"),
            ("lists/mine.txt", "mine.txt", "lists/mine.txt"),
            ("lists/other.txt", "mine.txt", "mine.txt"),
            ("C:\\lists\\mine.txt", "mine.txt", "C:\\lists\\mine.txt"),
            ("builtin:wordnik", "mine.txt", "mine.txt"),
        ] {
            assert_eq!(path_with(old, name), path);
        }
    }
}
