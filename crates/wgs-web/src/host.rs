//! The host that the page came from, and its API: the token, the games, and the configuration file.
//! The editor loads and saves that file in `editor/save.rs`.

use std::collections::HashMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response, Storage};
use wgs_engine::message::Message;

use crate::engine_text::message_text;
use crate::session::{self, Host, ParsedConfiguration, Session};
use crate::text::{PageLanguage, language, tr};

/// How the fragment with a token starts.
const IN_FRAGMENT: &str = "#token=";

/// The key that the token is stored under while the tab is open.
const STORED_AS: &str = "wgs.token";

/// Returns the token from the address and removes it there, or returns the stored one.
pub fn take_token() -> Option<String> {
    let storage: Option<Storage> = window().session_storage().ok().flatten();
    let location = window().location();
    let fragment = location.hash().unwrap_or_default();
    if let Some(token) = fragment.strip_prefix(IN_FRAGMENT) {
        if let Some(storage) = &storage {
            let _ = storage.set_item(STORED_AS, token);
        }
        let path = location.pathname().unwrap_or_default();
        let search = location.search().unwrap_or_default();
        if let Ok(history) = window().history() {
            let address = format!("{path}{search}");
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
        return Some(token.to_owned());
    }
    storage?.get_item(STORED_AS).ok().flatten()
}

/// The content of `host.json`.
#[derive(Deserialize)]
pub struct HostDescription {
    api: Option<String>,
    /// Whether there are rooms.
    #[serde(default)]
    pub rooms: bool,
    /// Whether the public rooms are listed.
    #[serde(default)]
    pub list_rooms: bool,
    addresses: Option<Vec<String>>,
    #[serde(default)]
    missing_dictionaries: Vec<String>,
}

/// Asks the host what it offers, and notes its addresses.
pub async fn describe(session: Session) -> Option<HostDescription> {
    let found: HostDescription = load("host.json").await.ok()?;
    let known = session.host.get_untracked();
    // What depends on the host is not computed again for the same reply.
    let host = Host {
        api: found.api.clone(),
        addresses: found.addresses.clone(),
        missing_dictionaries: found.missing_dictionaries.clone(),
        ..known.clone()
    };
    if host != known {
        session.host.set(host);
    }
    Some(found)
}

/// The configuration of the host, as its API sends it.
#[derive(Deserialize)]
pub struct HostConfiguration {
    /// The text of the file.
    pub text: String,
    /// Its version, which changes with the text.
    pub version: String,
    /// Whether a client with the token may write the file.
    #[serde(default)]
    pub writable: bool,
    /// The name of the file.
    #[serde(default)]
    pub file: Option<String>,
}

/// The error of a save, as the API sends it.
#[derive(Deserialize)]
struct SaveProblem {
    /// The address of the kind of problem, which ends in its name.
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    detail: String,
    #[serde(default)]
    problems: Vec<FileProblem>,
}

/// A problem of the configuration, as the API sends it.
#[derive(Deserialize)]
struct FileProblem {
    #[serde(default)]
    line: usize,
    #[serde(default)]
    column: usize,
    #[serde(default)]
    message: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    values: HashMap<String, String>,
}

async fn load<T: for<'d> Deserialize<'d>>(address: &str) -> Result<T, String> {
    let response = session::load(address).await?;
    let text = session::text_of(&response).await?;
    serde_json::from_str(&text).map_err(|error| format!("{address}: {error}"))
}

/// Takes a token that arrives later, when the address with it is opened in the same tab.
pub fn watch_token(session: Session, on_token: impl Fn() + 'static) {
    let _ = window_event_listener(leptos::ev::hashchange, move |_| {
        let fragment = window().location().hash().unwrap_or_default();
        if fragment.starts_with(IN_FRAGMENT) {
            let token = take_token();
            session.host.update(|host| host.token = token);
            on_token();
        }
    });
}

/// Uses the games of the host, unless the browser has stored others.
pub fn load_games(session: Session) {
    spawn_local(async move {
        if let Some(found) = configuration_of_host(session).await
            && session
                .configuration
                .with_untracked(|own| own.is_embedded())
            && let Some(configuration) = ParsedConfiguration::new(&found.text)
        {
            session.apply(configuration);
        }
        session.is_configured.set(true);
    });
}

/// Uses the games of the host for as long as the user plays there. The user's own ones come back
/// with [`Session::restore_own`].
pub fn borrow_games(session: Session) {
    spawn_local(async move {
        if let Some(found) = configuration_of_host(session).await
            && session
                .configuration
                .with_untracked(|own| *own.text != *found.text)
            && let Some(configuration) = ParsedConfiguration::new(&found.text)
        {
            session.apply_shared(configuration);
        }
    });
}

/// The configuration of the host, if it has an API.
pub async fn configuration_of_host(session: Session) -> Option<HostConfiguration> {
    let api = describe(session).await?.api?;
    match load(&format!("{api}config")).await {
        Ok(found) => Some(found),
        Err(error) => {
            session.show_error(error);
            None
        }
    }
}

/// The outcome of saving a text on the host.
pub enum SaveOutcome {
    /// It is the content of the file.
    Saved {
        /// The version of the file.
        version: String,
    },
    /// The file has changed, and was not replaced.
    Conflict(HostConfiguration),
}

/// Saves a text on the host, in place of a version of the file.
pub async fn save(session: Session, text: &str, version: &str) -> Result<SaveOutcome, String> {
    let host = session.host.get_untracked();
    let (Some(api), Some(token)) = (host.api, host.token) else {
        return Err(tr("editor.save.token"));
    };
    let unreachable = |_: JsValue| tr("editor.save.unreachable");
    let headers = Headers::new().map_err(unreachable)?;
    headers
        .append("Content-Type", "application/json")
        .map_err(unreachable)?;
    headers
        .append("Authorization", &format!("Bearer {token}"))
        .map_err(unreachable)?;
    let body = json!({ "text": text, "version": version }).to_string();
    let init = RequestInit::new();
    init.set_method("PUT");
    init.set_headers(&headers);
    init.set_body(&body.into());
    let address = format!("{api}config");
    let response = JsFuture::from(window().fetch_with_str_and_init(&address, &init)).await;
    let response: Response = response.map_err(unreachable)?.unchecked_into();
    let answer = session::text_of(&response).await?;
    #[derive(Deserialize)]
    struct SavedVersion {
        version: String,
    }
    match response.status() {
        200 => {
            let saved: SavedVersion =
                serde_json::from_str(&answer).map_err(|error| error.to_string())?;
            Ok(SaveOutcome::Saved {
                version: saved.version,
            })
        }
        409 => Ok(SaveOutcome::Conflict(load(&address).await?)),
        401 => Err(tr("editor.save.token")),
        status => Err(error_text(untrack(language), status, &answer)),
    }
}

/// The text of an error in a language.
fn error_text(language: PageLanguage, status: u16, answer: &str) -> String {
    let Ok(error) = serde_json::from_str::<SaveProblem>(answer) else {
        return status.to_string();
    };
    let problems = error.problems.into_iter().map(|it| {
        let message = Message::received(it.code, it.message, it.values);
        let message = message_text(language, &message);
        format!("{}:{}: {message}", it.line, it.column)
    });
    let kind = error.kind.rsplit('#').next().unwrap_or_default();
    let texts = language.texts();
    let detail = texts.get(&format!("editor.save.problem.{kind}"));
    let detail = detail.cloned().unwrap_or(error.detail);
    let all: Vec<String> = std::iter::once(detail).chain(problems).collect();
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_lists_every_problem() {
        let answer =
            r#"{ "detail": "no", "problems": [{ "line": 2, "column": 3, "message": "odd" }] }"#;
        let english = PageLanguage::ENGLISH;
        assert_eq!(error_text(english, 422, answer), "no; 2:3: odd");
        assert_eq!(
            error_text(PageLanguage::GERMAN, 422, answer),
            "no; 2:3: odd"
        );
        assert_eq!(error_text(english, 502, "<html>"), "502");
    }

    #[test]
    fn an_error_is_in_the_language_of_the_page() {
        let answer = r#"{
            "type": "/api/#config",
            "detail": "the text is not a valid configuration",
            "problems": [{
                "line": 2,
                "column": 3,
                "message": "there is no file \"{found}\"",
                "code": "file.missing",
                "values": { "found": "\"{found}\"" }
            }]
        }"#;
        for (language, expected) in [
            (
                PageLanguage::ENGLISH,
                r#"the text is not a valid configuration; 2:3: there is no file "{found}""#,
            ),
            (
                PageLanguage::GERMAN,
                r#"der Text ist keine gültige Konfiguration; 2:3: die Datei "{found}" gibt es nicht"#,
            ),
        ] {
            assert_eq!(error_text(language, 422, answer), expected);
        }
    }
}
