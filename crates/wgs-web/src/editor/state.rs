//! What the parts of the editor share: the draft, what of it is saved, and what is asked of
//! the person. It lives as long as the page, so that going to the solver and back loses nothing.

use leptos::prelude::*;
use serde_json::Value;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{Draft, DraftError, Edit, Section, Severity};

use super::host;
use super::way::Way;
use crate::engine::line::Line;
use crate::session::{Configuration, Session};
use crate::solver::keys;
use crate::text::tr_with;

/// A text that is to replace the draft, once the person agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What it is, as a key of the texts.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// How many comments would be lost.
    pub comments: usize,
    /// Whether changes that are not saved would be.
    pub unsaved: bool,
}

/// The file on the server was changed by someone else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What is in it now.
    pub theirs: String,
    /// Its version.
    pub version: String,
}

/// The state of the editor. It is small, and copies mean the same.
#[derive(Clone, Copy)]
pub struct EditorState {
    session: Session,
    /// What is edited.
    pub draft: RwSignal<Draft>,
    /// The text as it was last saved or loaded.
    pub saved: RwSignal<String>,
    /// Asked before the draft is replaced.
    pub replacement: RwSignal<Option<Replacement>>,
    /// Asked when the file on the server was changed meanwhile.
    pub conflict: RwSignal<Option<Conflict>>,
    /// What came of saving, until the next change.
    pub outcome: RwSignal<Option<Result<String, String>>>,
    /// Whether the server has not answered yet to what was saved.
    pub is_saving: RwSignal<bool>,
    /// The id of what gets the focus on the next page.
    pub target: StoredValue<Option<String>>,
    /// Whether a page of the editor was shown before.
    pub was_shown: StoredValue<bool>,
    /// The worker of the preview, once it is needed.
    pub line: StoredValue<Option<Line>, LocalStorage>,
    /// Where chance begins in the preview.
    pub seed: RwSignal<u64>,
}

impl EditorState {
    /// Begins with the configuration in use, and asks the host of the page for its own.
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
            target: StoredValue::new(None),
            was_shown: StoredValue::new(false),
            line: StoredValue::new_local(None),
            seed: RwSignal::new(7),
        };
        // A configuration that comes from elsewhere, as by a link, is what is edited then.
        Effect::new(move |_| {
            let text = session.configuration.with(|it| it.text.to_string());
            if untrack(|| !state.is_unsaved()) && text != state.saved.get_untracked() {
                state.begin_with(text);
            }
        });
        let _ = window_event_listener(leptos::ev::beforeunload, move |event| {
            if untrack(|| state.is_unsaved()) {
                event.prevent_default();
            }
        });
        host::await_token(session, state);
        host::ask(session, state);
        state
    }

    /// The editor of the page that asks.
    pub fn here() -> Self {
        expect_context()
    }

    /// The session it belongs to.
    pub fn session(self) -> Session {
        self.session
    }

    /// Edits another text from now on, with nothing to undo.
    pub fn begin_with(self, text: String) {
        self.saved.set(text.clone());
        self.draft.set(Draft::new(text));
    }

    /// Whether there are changes that are not saved.
    pub fn is_unsaved(self) -> bool {
        self.draft
            .with(|draft| self.saved.with(|saved| draft.text() != saved))
    }

    /// Changes the draft. What is refused is shown as a notice.
    pub fn change<T>(self, change: impl FnOnce(&mut Draft) -> Result<T, DraftError>) -> Option<T> {
        self.outcome.set(None);
        let mut result = None;
        self.draft.update(|draft| result = Some(change(draft)));
        match result? {
            Ok(done) => Some(done),
            Err(error) => {
                self.session.notice.set(Some(error.to_string()));
                None
            }
        }
    }

    /// Gives a key another value, or removes it.
    pub fn set(self, section: Section, entry: &str, key: &str, value: Option<Value>) {
        self.change(|draft| draft.set(section, entry, key, value));
    }

    /// The value of a key, which only tells of its own changes.
    pub fn value(self, section: Section, entry: String, key: &'static str) -> Memo<Option<Value>> {
        Memo::new(move |_| {
            self.draft
                .with(|draft| draft.value(section, &entry, key).cloned())
        })
    }

    /// The names of a section's entries, with the worst that is said of each.
    pub fn entries(self, section: Section) -> Memo<Vec<(String, Option<Severity>)>> {
        Memo::new(move |_| {
            self.draft.with(|draft| {
                let entries = draft.entries(section);
                let marked = |name: &str| (name.to_owned(), draft.severity(section, name));
                entries.map(marked).collect()
            })
        })
    }

    /// How many errors and warnings there are.
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

    /// Ends a step of editing, as a field is left.
    pub fn settle(self) {
        self.draft.update_untracked(Draft::settle);
    }

    /// Takes the last change back.
    pub fn undo(self) {
        self.turn(Draft::undo, "editor.undone");
    }

    /// Makes a change again that was taken back.
    pub fn redo(self) {
        self.turn(Draft::redo, "editor.redone");
    }

    fn turn(self, turn: impl Fn(&mut Draft) -> Option<&Edit>, said: &str) {
        let mut change = None;
        self.outcome.set(None);
        self.draft.update(|draft| change = turn(draft).cloned());
        let Some(change) = change else { return };
        let label = untrack(|| label(&change));
        self.session
            .announce(untrack(|| tr_with(said, &[("what", &label)])));
        // All changes are seen in the text.
        if window().location().hash().unwrap_or_default() == Way::Text.address() {
            return;
        }
        // Whoever takes back one step after the other stays at the button.
        let focused = document().active_element().map(|element| element.id());
        let focused = focused.filter(|id| id == "undo" || id == "redo");
        let is_elsewhere =
            |way: &Way| way.address() != window().location().hash().unwrap_or_default();
        let go = |way: &Way| {
            if is_elsewhere(way) {
                self.target.set_value(focused.clone());
                go(way);
            }
        };
        // The page of an entry that is no more, or is again, is not the place to be.
        match change {
            Edit::Rename { section, from, to } => {
                let names = [from, to];
                let there = self.draft.with_untracked(|draft| {
                    names
                        .into_iter()
                        .find(|name| draft.entry(section, name).is_some())
                });
                if let Some(name) = there {
                    go(&Way::Entry(section, name));
                }
            }
            Edit::Set { section, entry, .. }
            | Edit::SetEntry { section, entry }
            | Edit::Remove { section, entry }
                if self.has(section, &entry) =>
            {
                go(&Way::Entry(section, entry));
            }
            _ => {}
        }
    }

    fn has(self, section: Section, entry: &str) -> bool {
        self.draft
            .with_untracked(|draft| draft.entry(section, entry).is_some())
    }

    /// Puts another text in place of the draft; asks first if something would be lost.
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

    /// Puts another text in place of the draft.
    pub fn replace_now(self, text: String) {
        self.outcome.set(None);
        self.draft.update(|draft| {
            draft.settle();
            draft.set_text(text);
            draft.settle();
        });
    }

    /// Puts the embedded games in place of the draft.
    pub fn start_over(self) {
        self.replace("editor.start-over", EMBEDDED.to_owned());
    }

    /// The draft as a configuration, if there is no error in it.
    pub fn configuration(self) -> Option<Configuration> {
        self.draft
            .with_untracked(|draft| Configuration::new(draft.text()))
    }

    /// Adds an entry of a section and goes there.
    pub fn add(self, section: Section) {
        let first = crate::text::tr(&format!("editor.new.{}", section.name()));
        let name = self.free_name(section, &first);
        if self.change(|draft| draft.add(section, &name)).is_some() {
            self.target.set_value(Some("entry-name".to_owned()));
            go(&Way::Entry(section, name));
        }
    }

    /// Adds a copy of an entry and goes there.
    pub fn copy(self, section: Section, entry: &str) {
        let first = untrack(|| tr_with("editor.copy-name", &[("name", entry)]));
        let name = self.free_name(section, &first);
        if self
            .change(|draft| draft.copy(section, entry, &name))
            .is_some()
        {
            self.target.set_value(Some("entry-name".to_owned()));
            go(&Way::Entry(section, name));
        }
    }

    fn free_name(self, section: Section, first: &str) -> String {
        self.draft.with_untracked(|draft| {
            let taken = |name: &String| draft.entry(section, name).is_some();
            let numbered = (2..).map(|n| format!("{first} {n}"));
            let mut names = std::iter::once(first.to_owned()).chain(numbered);
            names
                .find(|name| !taken(name))
                .expect("there is always another number")
        })
    }

    /// Goes to a place, and to an element there.
    pub fn go_to(self, way: &Way, id: String) {
        let here = window().location().hash().unwrap_or_default();
        match here == way.address() {
            true => keys::focus(&id),
            false => {
                self.target.set_value(Some(id));
                go(way);
            }
        }
    }
}

/// Goes to a place.
pub fn go(way: &Way) {
    let _ = window().location().set_hash(&way.address());
}

/// The name of a section for people.
pub fn section_name(section: Section) -> String {
    crate::text::tr(&format!("editor.section.{}", section.name()))
}

/// A change in the language in use.
pub fn label(change: &Edit) -> String {
    match change {
        Edit::Set { entry, key, .. } => {
            tr_with("editor.change.set", &[("key", key), ("name", entry)])
        }
        Edit::SetEntry { entry, .. } => tr_with("editor.change.entry", &[("name", entry)]),
        Edit::Add { entry, .. } => tr_with("editor.change.add", &[("name", entry)]),
        Edit::Copy { from, .. } => tr_with("editor.change.copy", &[("name", from)]),
        Edit::Rename { from, to, .. } => {
            tr_with("editor.change.rename", &[("name", from), ("to", to)])
        }
        Edit::Remove { entry, .. } => tr_with("editor.change.remove", &[("name", entry)]),
        _ => crate::text::tr("editor.change.text"),
    }
}
