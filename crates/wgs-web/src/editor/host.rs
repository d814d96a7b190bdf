//! The host that the page came from: whether it has a configuration file, and saving it there.
//! A host of static files only is as good; then the browser keeps the configuration.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response, Storage};

use super::state::{Conflict, EditorState};
use crate::session::{self, Configuration, ServerFile, Session};
use crate::text::{tr, tr_with};

/// How a token stands in the fragment.
const IN_FRAGMENT: &str = "#token=";

/// Under which key the token is kept for as long as the tab is open.
const KEPT_AS: &str = "wgs.token";

/// Takes the token out of the address, where it should not stay, or remembers it from before.
pub fn take_token() -> Option<String> {
    let kept: Option<Storage> = window().session_storage().ok().flatten();
    let location = window().location();
    let fragment = location.hash().unwrap_or_default();
    if let Some(token) = fragment.strip_prefix(IN_FRAGMENT) {
        if let Some(kept) = &kept {
            let _ = kept.set_item(KEPT_AS, token);
        }
        let path = location.pathname().unwrap_or_default();
        let search = location.search().unwrap_or_default();
        if let Ok(history) = window().history() {
            let address = format!("{path}{search}");
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
        return Some(token.to_owned());
    }
    kept?.get_item(KEPT_AS).ok().flatten()
}

/// What `host.json` says.
#[derive(Deserialize)]
struct Said {
    api: Option<String>,
}

/// The configuration of the server.
#[derive(Deserialize)]
struct Kept {
    text: String,
    version: String,
    #[serde(default)]
    writable: bool,
    #[serde(default)]
    file: Option<String>,
}

/// Why something is not saved.
#[derive(Deserialize)]
struct Refused {
    #[serde(default)]
    detail: String,
    #[serde(default)]
    problems: Vec<Wrong>,
}

#[derive(Deserialize)]
struct Wrong {
    #[serde(default)]
    line: usize,
    #[serde(default)]
    column: usize,
    #[serde(default)]
    message: String,
}

async fn loaded<T: for<'d> Deserialize<'d>>(address: &str) -> Result<T, String> {
    let response = session::load(address).await?;
    let text = session::text_of(&response).await?;
    serde_json::from_str(&text).map_err(|error| format!("{address}: {error}"))
}

/// Takes a token that comes later, as when its address is opened where the page is already.
pub fn await_token(session: Session, state: EditorState) {
    let _ = window_event_listener(leptos::ev::hashchange, move |_| {
        let fragment = window().location().hash().unwrap_or_default();
        if fragment.starts_with(IN_FRAGMENT) {
            let token = take_token();
            session.host.update(|host| host.token = token);
            state.outcome.set(None);
            ask(session, state);
        }
    });
}

/// Asks the host for its configuration. One that the person may write is used; else one that
/// the browser kept goes before it.
pub fn ask(session: Session, state: EditorState) {
    spawn_local(async move {
        let Ok(Said { api: Some(api) }) = loaded::<Said>("host.json").await else {
            return;
        };
        session.host.update(|host| host.api = Some(api.clone()));
        let kept = match loaded::<Kept>(&format!("{api}config")).await {
            Ok(kept) => kept,
            Err(error) => return session.notice.set(Some(error)),
        };
        let has_token = session.host.with_untracked(|host| host.token.is_some());
        let may_write = kept.writable && has_token;
        let is_unsaved = untrack(|| state.is_unsaved());
        if may_write {
            let name = kept.file.clone().unwrap_or_default();
            // What was made of another text is not saved over this one without asking.
            let is_of_another = state.saved.with_untracked(|saved| *saved != kept.text);
            let version = match is_unsaved && is_of_another {
                true => String::new(),
                false => kept.version,
            };
            session
                .host
                .update(|host| host.file = Some(ServerFile { name, version }));
        }
        // While rules of a link are in use, the person's own wait.
        let visited_from = session.own.get_untracked();
        let own = visited_from.clone();
        let own = own.unwrap_or_else(|| session.configuration.get_untracked());
        let is_own = !own.is_embedded();
        if (is_own && !may_write) || is_unsaved {
            return;
        }
        match Configuration::new(&kept.text) {
            Some(configuration) => {
                match visited_from {
                    Some(_) => session.own.set(Some(configuration)),
                    None => session.apply(configuration),
                }
                state.begin_with(kept.text);
            }
            // Broken by someone: there to be put right.
            None => state.begin_with(kept.text),
        }
    });
}

/// Uses the draft from now on, and keeps it: in the file on the server if there is one, else
/// in the browser.
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
            let outcome = match session.keep() {
                true => Ok(tr("editor.save.browser")),
                false => Err(tr("editor.save.refused")),
            };
            finish(state, text, outcome);
        }
    }
}

fn finish(state: EditorState, text: String, outcome: Result<String, String>) {
    let (Ok(said) | Err(said)) = &outcome;
    state.session().announce(said.clone());
    if outcome.is_ok() {
        state.saved.set(text);
    }
    state.outcome.set(Some(outcome));
}

/// Writes the file on the server over the version that was edited.
pub fn put(state: EditorState, text: String, version: String) {
    let session = state.session();
    state.is_saving.set(true);
    spawn_local(async move {
        let sent = sent(session, &text, &version).await;
        state.is_saving.set(false);
        match sent {
            Ok(Sent::Done { version }) => {
                let mut name = String::new();
                session.host.update(|host| {
                    if let Some(file) = &mut host.file {
                        file.version = version;
                        name.clone_from(&file.name);
                    }
                });
                let said = tr_with("editor.save.server", &[("name", &name)]);
                finish(state, text, Ok(said));
            }
            Ok(Sent::Conflict { theirs }) => {
                state.outcome.set(Some(Err(tr("editor.conflict.title"))));
                state.conflict.set(Some(theirs));
            }
            Err(error) => finish(state, text, Err(error)),
        }
    });
}

enum Sent {
    Done { version: String },
    Conflict { theirs: Conflict },
}

async fn sent(session: Session, text: &str, version: &str) -> Result<Sent, String> {
    let host = session.host.get_untracked();
    let (Some(api), Some(token)) = (host.api, host.token) else {
        return Err(tr("editor.save.token"));
    };
    let odd = |_: JsValue| tr("editor.save.unreachable");
    let headers = Headers::new().map_err(odd)?;
    headers
        .append("Content-Type", "application/json")
        .map_err(odd)?;
    headers
        .append("Authorization", &format!("Bearer {token}"))
        .map_err(odd)?;
    let body = json!({ "text": text, "version": version }).to_string();
    let init = RequestInit::new();
    init.set_method("PUT");
    init.set_headers(&headers);
    init.set_body(&body.into());
    let address = format!("{api}config");
    let response = JsFuture::from(window().fetch_with_str_and_init(&address, &init)).await;
    let response: Response = response.map_err(odd)?.unchecked_into();
    let answer = session::text_of(&response).await?;
    #[derive(Deserialize)]
    struct Written {
        version: String,
    }
    match response.status() {
        200 => {
            let written: Written =
                serde_json::from_str(&answer).map_err(|error| error.to_string())?;
            Ok(Sent::Done {
                version: written.version,
            })
        }
        409 => {
            let kept: Kept = loaded(&address).await?;
            Ok(Sent::Conflict {
                theirs: Conflict {
                    theirs: kept.text,
                    version: kept.version,
                },
            })
        }
        401 => Err(tr("editor.save.token")),
        status => Err(told(status, &answer)),
    }
}

/// What a refusal says.
fn told(status: u16, answer: &str) -> String {
    let Ok(refused) = serde_json::from_str::<Refused>(answer) else {
        return status.to_string();
    };
    let problems = refused.problems.iter();
    let problems = problems.map(|it| format!("{}:{}: {}", it.line, it.column, it.message));
    let all: Vec<String> = std::iter::once(refused.detail).chain(problems).collect();
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_tells_every_problem() {
        let answer =
            r#"{ "detail": "no", "problems": [{ "line": 2, "column": 3, "message": "odd" }] }"#;
        assert_eq!(told(422, answer), "no; 2:3: odd");
        assert_eq!(told(502, "<html>"), "502");
    }
}
