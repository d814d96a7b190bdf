//! The dictionary that words are looked up in: the game's, or one that the user has opened or a
//! link refers to.

use std::collections::HashMap;

use leptos::prelude::*;
use wgs_config::share_link::{Fingerprint, SharedDictionary};

use super::state::SolverState;
use crate::engine::request::RequestError;
use crate::session::{self, MOST_BYTES};
use crate::storage;
use crate::text::{tr, tr_with};

/// How far the search for a missing dictionary has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DictionarySearch {
    /// The browser and the server are being asked.
    Running,
    /// Neither of them has it.
    Failed,
}

/// Why a dictionary is provided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DictionaryUse {
    /// The game's dictionary is missing.
    Missing,
    /// It is to be used instead of the game's.
    Instead,
}

/// The dictionary to use instead of the game's. Copies refer to the same choice.
#[derive(Clone, Copy)]
pub struct DictionaryChoice {
    /// Its name.
    pub name: RwSignal<Option<String>>,
    /// The fingerprint of the dictionary that a link refers to, if the user has to provide it.
    pub linked: RwSignal<Option<Fingerprint>>,
    /// The dictionary as a link contains it.
    pub shared: RwSignal<SharedDictionary>,
    /// The missing dictionaries that were searched for.
    searches: StoredValue<HashMap<String, DictionarySearch>>,
}

impl DictionaryChoice {
    /// Uses the game's dictionary.
    pub(super) fn new() -> Self {
        Self {
            name: RwSignal::new(None),
            linked: RwSignal::new(None),
            shared: RwSignal::new(SharedDictionary::OfTheGame),
            searches: StoredValue::new(HashMap::new()),
        }
    }
}

impl SolverState {
    /// Searches for missing dictionaries again once the host has answered. Before, the page does
    /// not know whether the host has them.
    pub(super) fn search_dictionaries_again(self) {
        Effect::new(move |_| {
            if self.session().is_configured.get() {
                self.dictionary.searches.update_value(|searches| {
                    searches.retain(|_, search| *search == DictionarySearch::Running);
                });
                if untrack(|| self.missing_dictionary().is_some()) {
                    self.search_again();
                }
            }
        });
    }

    /// Looks for a missing dictionary: among those that the browser stored, then on the server, if
    /// the page came from one. Returns false if it was not found before.
    pub(super) fn find_dictionary(self, name: String) -> bool {
        let search = self
            .dictionary
            .searches
            .with_value(|searches| searches.get(&name).copied());
        if let Some(search) = search {
            return search == DictionarySearch::Running;
        }
        let set = move |name: &str, search: DictionarySearch| {
            self.dictionary.searches.update_value(|searches| {
                searches.insert(name.to_owned(), search);
            });
        };
        set(&name, DictionarySearch::Running);
        leptos::task::spawn_local(async move {
            let found = self.session().find_dictionary(&name).await;
            set(&name, DictionarySearch::Failed);
            match found {
                Some(content) => self.provide(name, content, DictionaryUse::Missing),
                None => self.search_again(),
            }
        });
        true
    }

    /// Opens a dictionary file: as the missing dictionary if there is one, else instead of the
    /// game's.
    pub fn open_dictionary(self, file: web_sys::File) {
        if file.size() > MOST_BYTES {
            return self.session().show_error(tr("solver.too-large"));
        }
        leptos::task::spawn_local(async move {
            match session::bytes_of(file.array_buffer()).await {
                Ok(bytes) => {
                    let (name, purpose) = match untrack(|| self.missing_dictionary()) {
                        Some(name) => (name, DictionaryUse::Missing),
                        None => (file.name(), DictionaryUse::Instead),
                    };
                    let stored = (name.clone(), bytes.clone());
                    self.provide_then(name, bytes, purpose, move || {
                        leptos::task::spawn_local(async move {
                            storage::dictionary::set(&stored.0, &stored.1).await;
                        });
                    });
                }
                Err(error) => self.session().show_error(error),
            }
        });
    }

    /// Provides the content of a dictionary, and uses it.
    pub fn provide(self, name: String, content: Vec<u8>, purpose: DictionaryUse) {
        self.provide_then(name, content, purpose, || {});
    }

    fn provide_then(
        self,
        name: String,
        content: Vec<u8>,
        purpose: DictionaryUse,
        on_loaded: impl FnOnce() + 'static,
    ) {
        let provided = name.clone();
        self.session()
            .provide(&name, content, move |loaded| match loaded {
                Ok(fingerprint) => {
                    let linked = self.dictionary.linked.get_untracked();
                    if linked.is_some_and(|linked| linked != fingerprint) {
                        let text = tr_with("solver.other-words", &[("name", &provided)]);
                        self.session().show_error(text);
                    }
                    self.dictionary.linked.set(None);
                    match purpose {
                        DictionaryUse::Instead => {
                            self.dictionary.shared.set(SharedDictionary::Named {
                                name: provided.clone(),
                                fingerprint: Some(fingerprint),
                            });
                            self.dictionary.name.set(Some(provided));
                        }
                        DictionaryUse::Missing => self.result.error.set(None),
                    }
                    on_loaded();
                    self.search_again();
                }
                Err(error) => {
                    self.session().show_error(error.text());
                    self.search_again();
                }
            });
    }

    /// Uses the dictionary of the game again.
    pub fn restore_dictionary(self) {
        if let Some(name) = self.dictionary.name.get_untracked() {
            leptos::task::spawn_local(async move { storage::dictionary::remove(&name).await });
        }
        self.dictionary.name.set(None);
    }

    /// The name of the dictionary that is missing, if one is.
    pub fn missing_dictionary(self) -> Option<String> {
        self.result.error.with(|error| match error {
            Some(RequestError::DictionaryMissing(name)) => Some(name.clone()),
            _ => None,
        })
    }

    /// The name of the dictionary in use.
    pub fn dictionary_name(self) -> String {
        if let Some(name) = self.dictionary.name.get() {
            return name;
        }
        self.session().configuration.with(|configuration| {
            let game = self.board.game.with(|game| {
                let game = configuration.catalogue.game(game).ok()?;
                game.dictionary_name().map(str::to_owned)
            });
            game.unwrap_or_else(|| tr("solver.built-in"))
        })
    }
}
