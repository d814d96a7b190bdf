//! The configuration of the host in the editor: it is loaded at the start, and the draft is saved to
//! it. If the host serves only static files, the browser stores the configuration.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::{Conflict, EditorState};
use crate::host::{self, SaveOutcome};
use crate::session::{ParsedConfiguration, ServerFile, Session};
use crate::text::{tr, tr_with};

/// Loads the configuration of the host, again when a token arrives.
pub fn follow_host(session: Session, state: EditorState) {
    host::watch_token(session, move || {
        state.outcome.set(None);
        load_configuration(session, state);
    });
    load_configuration(session, state);
}

/// Loads the configuration of the host. One that the user may write is always used; otherwise
/// one that the browser has stored takes precedence.
fn load_configuration(session: Session, state: EditorState) {
    spawn_local(async move {
        use_configuration(session, state).await;
        session.is_configured.set(true);
    });
}

async fn use_configuration(session: Session, state: EditorState) {
    let Some(found) = host::configuration_of_host(session).await else {
        return;
    };
    let has_token = session.host.with_untracked(|host| host.token.is_some());
    let may_write = found.writable && has_token;
    let is_unsaved = untrack(|| state.is_unsaved());
    if may_write {
        let name = found.file.clone().unwrap_or_default();
        // Without a version, saving changes to another text asks before it replaces this one.
        let is_other_text = state.saved.with_untracked(|saved| *saved != found.text);
        let version = match is_unsaved && is_other_text {
            true => String::new(),
            false => found.version,
        };
        session
            .host
            .update(|host| host.file = Some(ServerFile { name, version }));
    }
    // While the rules of a link are in use, this replaces the user's own configuration.
    let own_for_later = session.own.get_untracked();
    let own = own_for_later.clone();
    let own = own.unwrap_or_else(|| session.configuration.get_untracked());
    let is_own = !own.is_embedded();
    if (is_own && !may_write) || is_unsaved {
        return;
    }
    match ParsedConfiguration::new(&found.text) {
        Some(configuration) => {
            match own_for_later {
                Some(_) => session.own.set(Some(configuration)),
                None => session.apply(configuration),
            }
            state.start_with(found.text);
        }
        // It has errors, which the user can fix in the editor.
        None => state.start_with(found.text),
    }
}

/// Uses the draft from now on, and saves it: to the file on the server if there is one,
/// otherwise in the browser.
pub fn save(state: EditorState) {
    let session = state.session();
    if state.is_saving.get_untracked() || untrack(|| !state.is_unsaved()) {
        return;
    }
    state.settle();
    let Some(configuration) = state.configuration() else {
        return state.outcome.set(Some(Err(tr("editor.save.errors"))));
    };
    let text = configuration.text.to_string();
    session.own.set(None);
    session.apply(configuration);
    match session.host.with_untracked(|host| host.file.clone()) {
        Some(file) => put(state, text, file.version),
        None => {
            let outcome = match session.store() {
                true => Ok(tr("editor.save.browser")),
                false => Err(tr("editor.save.refused")),
            };
            finish(state, text, outcome);
        }
    }
}

fn finish(state: EditorState, text: String, outcome: Result<String, String>) {
    let (Ok(message) | Err(message)) = &outcome;
    state.session().announce(message.clone());
    if outcome.is_ok() {
        state.saved.set(text);
    }
    state.outcome.set(Some(outcome));
}

/// Saves a text to the server, in place of the version that was edited.
fn put(state: EditorState, text: String, version: String) {
    let session = state.session();
    state.is_saving.set(true);
    spawn_local(async move {
        let outcome = host::save(session, &text, &version).await;
        state.is_saving.set(false);
        match outcome {
            Ok(SaveOutcome::Saved { version }) => {
                let mut name = String::new();
                session.host.update(|host| {
                    if let Some(file) = &mut host.file {
                        file.version = version;
                        name.clone_from(&file.name);
                    }
                });
                let message = tr_with("editor.save.server", &[("name", &name)]);
                finish(state, text, Ok(message));
            }
            Ok(SaveOutcome::Conflict(found)) => {
                state.outcome.set(Some(Err(tr("editor.conflict.title"))));
                state.conflict.set(Some(Conflict {
                    theirs: found.text,
                    version: found.version,
                }));
            }
            Err(error) => finish(state, text, Err(error)),
        }
    });
}

/// Replaces the draft with the text on the server.
pub fn take_theirs(state: EditorState, conflict: Conflict) {
    // The next save replaces the version that the user has seen.
    state.session().host.update(|host| {
        if let Some(file) = &mut host.file {
            file.version.clone_from(&conflict.version);
        }
    });
    state.saved.set(conflict.theirs.clone());
    // The draft was applied before it was saved; it is not in the file.
    if let Some(theirs) = ParsedConfiguration::new(&conflict.theirs) {
        state.session().apply(theirs);
    }
    state.replace_now(conflict.theirs);
}

/// Replaces the text on the server with the draft.
pub fn overwrite(state: EditorState, conflict: Conflict) {
    let text = state.draft.with_untracked(|draft| draft.text().to_owned());
    put(state, text, conflict.version);
}
