//! Chooses the file of a dictionary, chapter 6.2 of the manual. Its words are loaded into the
//! browser at once and stored there, and its name becomes the path of the entry.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;
use wgs_config::Section;
use wgs_config::share_link::Fingerprint;

use super::field::typed;
use super::state::EditorState;
use super::toolbar::chosen_file;
use crate::engine::request::RequestError;
use crate::session;
use crate::session::MOST_BYTES;
use crate::storage;
use crate::text::{number, tr, tr_with};

/// The key that the name of the file is written to.
const PATH: &str = "Path";

/// The outcome of opening the file of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedDictionary {
    /// Its words are loaded.
    Loaded {
        /// The number of words.
        words: u64,
        /// The name of the file.
        name: String,
    },
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

/// Opens a file as the dictionary of an entry.
fn open(state: EditorState, entry: String, file: File) {
    if file.size() > MOST_BYTES {
        let too_large = OpenedDictionary::TooLarge;
        return state.opened.set(Some((entry, too_large)));
    }
    spawn_local(async move {
        match session::bytes_of(file.array_buffer()).await {
            Ok(content) => load(state, entry, file.name(), content),
            Err(error) => {
                let unreadable = OpenedDictionary::Unreadable(error);
                state.opened.set(Some((entry, unreadable)));
            }
        }
    });
}

/// Loads the content of a file as the dictionary of an entry, and writes its name as the path.
pub fn load(state: EditorState, entry: String, file: String, content: Vec<u8>) {
    let stored = content.clone();
    let name = entry.clone();
    let on_loaded = move |loaded: Result<Fingerprint, RequestError>| match loaded {
        Ok(Fingerprint { words, .. }) => {
            let old = state.draft.with_untracked(|draft| {
                let old = draft.value(Section::Dictionaries, &entry, PATH);
                old.map(typed).unwrap_or_default()
            });
            let path = path_with(&old, &file);
            state.settle();
            state.set(Section::Dictionaries, &entry, PATH, Some(path.into()));
            state.settle();
            let loaded = OpenedDictionary::Loaded { words, name: file };
            state.session().announce(untrack(|| text(&loaded)));
            state.opened.set(Some((entry.clone(), loaded)));
            spawn_local(async move {
                storage::dictionary::set(&entry, &stored).await;
            });
        }
        Err(error) => {
            let invalid = OpenedDictionary::Invalid(error);
            state.opened.set(Some((entry, invalid)));
        }
    };
    state.session().provide(&name, content, on_loaded);
}

/// The text of an outcome in the current language.
fn text(outcome: &OpenedDictionary) -> String {
    match outcome {
        OpenedDictionary::Loaded { words, name } => tr_with(
            "editor.picked-dictionary",
            &[("n", &number(*words)), ("name", name)],
        ),
        OpenedDictionary::TooLarge => tr("solver.too-large"),
        OpenedDictionary::Unreadable(error) => error.clone(),
        OpenedDictionary::Invalid(error) => error.text(),
    }
}

/// The button that chooses the file of a dictionary, below its path.
#[component]
pub fn DictionaryPicker(
    /// The entry of the dictionary.
    entry: String,
) -> impl IntoView {
    let state = EditorState::here();
    let outcome = {
        let entry = entry.clone();
        Memo::new(move |_| {
            let opened = state.opened.get().filter(|(of, _)| *of == entry);
            opened.map(|(_, outcome)| outcome)
        })
    };
    let chosen = move |event: leptos::ev::Event| {
        if let Some(file) = chosen_file(&event) {
            open(state, entry.clone(), file);
        }
    };
    let is_wrong =
        move || outcome.with(|it| !matches!(it, None | Some(OpenedDictionary::Loaded { .. })));
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
