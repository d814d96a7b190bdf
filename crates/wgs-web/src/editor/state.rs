//! The state of the editor: the draft, the text that was last saved, and the open dialog. It
//! lives as long as the page, and a visit to the solver loses nothing.

use std::collections::HashSet;

use leptos::prelude::*;
use serde_json::Value;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{Draft, DraftError, Edit, Section, Severity};

use super::dictionary_picker::OpenedDictionary;
use super::field::key_label;
use super::route::EditorRoute;
use super::save;
use crate::engine::client::EngineClient;
use crate::engine_text::tr_message;
use crate::keyboard;
use crate::session::{ParsedConfiguration, Session};
use crate::text::{tr, tr_with};

/// A text that replaces the draft once the user confirms it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text key of the command.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The number of comments that would be lost.
    pub comments: usize,
    /// Whether unsaved changes would be replaced.
    pub unsaved: bool,
}

/// The file on the server, if it has changed since it was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its content.
    pub theirs: String,
    /// Its version.
    pub version: String,
}

/// The state of the editor. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct EditorState {
    session: Session,
    /// The configuration that is edited.
    pub draft: RwSignal<Draft>,
    /// The text that was last saved or loaded.
    pub saved: RwSignal<String>,
    /// The replacement that the user is asked to confirm.
    pub replacement: RwSignal<Option<Replacement>>,
    /// The conflict that the user is asked to resolve.
    pub conflict: RwSignal<Option<Conflict>>,
    /// The outcome of saving, until the next change.
    pub outcome: RwSignal<Option<Result<String, String>>>,
    /// Whether a save is waiting for the server.
    pub is_saving: RwSignal<bool>,
    /// The entry for which a dictionary file was opened last, with the outcome.
    pub opened: RwSignal<Option<(String, OpenedDictionary)>>,
    /// The id of the element that gets the focus on the next page.
    pub target: StoredValue<Option<String>>,
    /// Whether a page of the editor was shown before.
    pub was_shown: StoredValue<bool>,
    /// The engine of the preview, started on first use.
    pub engine: StoredValue<Option<EngineClient>, LocalStorage>,
    /// The random seed of the preview.
    pub seed: RwSignal<u64>,
    /// The dictionaries that the preview has looked for.
    pub searched: StoredValue<HashSet<String>>,
}

impl EditorState {
    /// Starts with the configuration in use, and loads that of the host.
    pub fn new(session: Session) -> Self {
        let text = session
            .configuration
            .with_untracked(|it| it.text.to_string());
        let state = Self {
            session,
            draft: RwSignal::new(Draft::new(text.clone())),
            saved: RwSignal::new(text),
            replacement: RwSignal::new(None),
            conflict: RwSignal::new(None),
            outcome: RwSignal::new(None),
            is_saving: RwSignal::new(false),
            opened: RwSignal::new(None),
            target: StoredValue::new(None),
            was_shown: StoredValue::new(false),
            engine: StoredValue::new_local(None),
            seed: RwSignal::new(7),
            searched: StoredValue::new(HashSet::new()),
        };
        // A configuration from elsewhere, such as a link, replaces a draft without changes.
        Effect::new(move |_| {
            let text = session.configuration.with(|it| it.text.to_string());
            if untrack(|| !state.is_unsaved()) && text != state.saved.get_untracked() {
                state.start_with(text);
            }
        });
        let _ = window_event_listener(leptos::ev::beforeunload, move |event| {
            if untrack(|| state.is_unsaved()) {
                event.prevent_default();
            }
        });
        save::follow_host(session, state);
        state
    }

    /// The editor state of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// The session that it belongs to.
    pub fn session(self) -> Session {
        self.session
    }

    /// Starts with another text, without anything to undo.
    pub fn start_with(self, text: String) {
        self.saved.set(text.clone());
        self.draft.set(Draft::new(text));
    }

    /// Whether there are unsaved changes.
    pub fn is_unsaved(self) -> bool {
        self.draft
            .with(|draft| self.saved.with(|saved| draft.text() != saved))
    }

    /// Changes the draft, or shows why it cannot be changed.
    pub fn change<T>(self, change: impl FnOnce(&mut Draft) -> Result<T, DraftError>) -> Option<T> {
        self.outcome.set(None);
        let mut result = None;
        self.draft.update(|draft| result = Some(change(draft)));
        match result? {
            Ok(done) => Some(done),
            Err(error) => {
                let text = untrack(|| tr_message(&error));
                self.session.show_error(text);
                None
            }
        }
    }

    /// Sets the value of a key, or removes the key.
    pub fn set(self, section: Section, entry: &str, key: &str, value: Option<Value>) {
        self.change(|draft| draft.set(section, entry, key, value));
    }

    /// The value of a key. The signal notifies only when it changes.
    pub fn value(self, section: Section, entry: String, key: &'static str) -> Memo<Option<Value>> {
        Memo::new(move |_| {
            self.draft
                .with(|draft| draft.value(section, &entry, key).cloned())
        })
    }

    /// The names of a section's entries, each with the severity of its worst problem.
    pub fn entries(self, section: Section) -> Memo<Vec<(String, Option<Severity>)>> {
        Memo::new(move |_| {
            self.draft.with(|draft| {
                let entries = draft.entries(section);
                let marked = |name: &str| (name.to_owned(), draft.severity(section, name));
                entries.map(marked).collect()
            })
        })
    }

    /// The numbers of errors and warnings.
    pub fn counts(self) -> (u64, u64) {
        self.draft.with(|draft| {
            let problems = draft.problems();
            let errors = problems
                .iter()
                .filter(|it| it.severity == Severity::Error)
                .count() as u64;
            (errors, problems.len() as u64 - errors)
        })
    }

    /// Ends an undo step, as when a field loses the focus.
    pub fn settle(self) {
        self.draft.update_untracked(Draft::end_edit);
    }

    /// Undoes the last change.
    pub fn undo(self) {
        self.undo_or_redo(Draft::undo, "editor.undone");
    }

    /// Redoes the change that was undone last.
    pub fn redo(self) {
        self.undo_or_redo(Draft::redo, "editor.redone");
    }

    /// Undoes or redoes a change, announces it, and shows the page that it concerns.
    fn undo_or_redo(self, step: impl Fn(&mut Draft) -> Option<&Edit>, announcement: &str) {
        let mut change = None;
        self.outcome.set(None);
        self.draft.update(|draft| change = step(draft).cloned());
        let Some(change) = change else { return };
        let label = untrack(|| label(&change));
        self.session
            .announce(untrack(|| tr_with(announcement, &[("what", &label)])));
        // The text page shows every change.
        if window().location().hash().unwrap_or_default() == EditorRoute::Text.address() {
            return;
        }
        // The focus stays on the button, because several steps may be undone in a row.
        let focused = document().active_element().map(|element| element.id());
        let focused = focused.filter(|id| id == "undo" || id == "redo");
        let is_elsewhere =
            |route: &EditorRoute| route.address() != window().location().hash().unwrap_or_default();
        let go = |route: &EditorRoute| {
            if is_elsewhere(route) {
                self.target.set_value(focused.clone());
                go(route);
            }
        };
        // Go to the page of the entry, if the entry exists.
        match change {
            Edit::Rename { section, from, to } => {
                let names = [from, to];
                let there = self.draft.with_untracked(|draft| {
                    names
                        .into_iter()
                        .find(|name| draft.entry(section, name).is_some())
                });
                if let Some(name) = there {
                    go(&EditorRoute::Entry(section, name));
                }
            }
            Edit::Set { section, entry, .. }
            | Edit::SetEntry { section, entry }
            | Edit::Remove { section, entry }
                if self.has(section, &entry) =>
            {
                go(&EditorRoute::Entry(section, entry));
            }
            _ => {}
        }
    }

    fn has(self, section: Section, entry: &str) -> bool {
        self.draft
            .with_untracked(|draft| draft.entry(section, entry).is_some())
    }

    /// Replaces the draft with another text; asks first if something would be lost.
    pub fn replace(self, what: &'static str, text: String) {
        let comments = self
            .draft
            .with_untracked(|draft| draft.comments_lost(&text));
        let unsaved = untrack(|| self.is_unsaved());
        match comments > 0 || unsaved {
            true => self.replacement.set(Some(Replacement {
                what,
                text,
                comments,
                unsaved,
            })),
            false => self.replace_now(text),
        }
    }

    /// Replaces the draft with another text.
    pub fn replace_now(self, text: String) {
        self.outcome.set(None);
        self.draft.update(|draft| {
            draft.end_edit();
            draft.set_text(text);
            draft.end_edit();
        });
    }

    /// Replaces the draft with the embedded games.
    pub fn start_over(self) {
        self.replace("editor.start-over", EMBEDDED.to_owned());
    }

    /// The draft as a configuration, if it has no errors.
    pub fn configuration(self) -> Option<ParsedConfiguration> {
        self.draft
            .with_untracked(|draft| ParsedConfiguration::new(draft.text()))
    }

    /// Adds an entry to a section and opens its page.
    pub fn add(self, section: Section) {
        let first = tr(&format!("editor.new.{}", section.name()));
        let name = self.free_name(section, &first);
        if self.change(|draft| draft.add(section, &name)).is_some() {
            self.target.set_value(Some("entry-name".to_owned()));
            go(&EditorRoute::Entry(section, name));
        }
    }

    /// Adds a copy of an entry and opens its page.
    pub fn copy(self, section: Section, entry: &str) {
        let first = untrack(|| tr_with("editor.copy-name", &[("name", entry)]));
        let name = self.free_name(section, &first);
        if self
            .change(|draft| draft.copy(section, entry, &name))
            .is_some()
        {
            self.target.set_value(Some("entry-name".to_owned()));
            go(&EditorRoute::Entry(section, name));
        }
    }

    /// Adds a copy of an entry that other games use too, for one of them, and opens its page.
    pub fn copy_for_game(self, section: Section, entry: &str, game: &str) {
        let name = self.free_name(section, &format!("{entry} ({game})"));
        if self
            .change(|draft| draft.copy_for_game(section, entry, game, &name))
            .is_some()
        {
            go(&EditorRoute::Entry(section, name));
        }
    }

    /// Adds all games of a configuration, with everything that they need.
    pub fn add_games(self, text: String) {
        let file = Draft::new(text);
        if let Err(error) = file.editable() {
            return self.session.show_error(untrack(|| tr_message(&error)));
        }
        let added: Vec<String> = file
            .entries(Section::GameRules)
            .filter_map(|game| self.change(|draft| draft.add_game(&file, game)))
            .collect();
        match added.first() {
            None => self.session.show_error(untrack(|| tr("editor.no-games"))),
            Some(first) => {
                let names = added.join(", ");
                let text = untrack(|| tr_with("editor.imported-games", &[("names", &names)]));
                self.session.announce(text);
                go(&EditorRoute::Entry(Section::GameRules, first.clone()));
            }
        }
    }

    fn free_name(self, section: Section, first: &str) -> String {
        self.draft
            .with_untracked(|draft| draft.free_name(section, first))
    }

    /// Opens a page, and moves the focus to an element there.
    pub fn go_to(self, route: &EditorRoute, id: String) {
        let here = window().location().hash().unwrap_or_default();
        match here == route.address() {
            true => keyboard::focus(&id),
            false => {
                self.target.set_value(Some(id));
                go(route);
            }
        }
    }
}

/// Opens a page of the editor.
pub fn go(route: &EditorRoute) {
    let _ = window().location().set_hash(&route.address());
}

/// The name of a section in the current language.
pub fn section_name(section: Section) -> String {
    tr(&format!("editor.section.{}", section.name()))
}

/// The description of a change in the current language.
pub fn label(change: &Edit) -> String {
    match change {
        Edit::Set { entry, key, .. } => {
            let key = key_label(key);
            tr_with("editor.change.set", &[("key", &key), ("name", entry)])
        }
        Edit::SetEntry { entry, .. } => tr_with("editor.change.entry", &[("name", entry)]),
        Edit::Add { entry, .. } => tr_with("editor.change.add", &[("name", entry)]),
        Edit::Copy { from, .. } => tr_with("editor.change.copy", &[("name", from)]),
        Edit::Rename { from, to, .. } => {
            tr_with("editor.change.rename", &[("name", from), ("to", to)])
        }
        Edit::Remove { entry, .. } => tr_with("editor.change.remove", &[("name", entry)]),
        _ => tr("editor.change.text"),
    }
}
