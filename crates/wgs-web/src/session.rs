//! What the pages share: the configuration in use, the words that were brought, the worker,
//! and what is known of the host that the page came from.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;

use crate::editor::host;
use crate::engine::line::Line;
use crate::engine::message::{Answer, Ask, Words};
use crate::storage;

/// Under which key the browser keeps a configuration.
const CONFIGURATION: &str = "configuration";

/// A configuration that can be used.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// As it is written.
    pub text: Arc<str>,
    /// What it means.
    pub catalogue: Arc<Catalogue>,
}

impl Configuration {
    /// The embedded games.
    pub fn embedded() -> Self {
        Self::new(EMBEDDED).expect("the embedded configuration is tested")
    }

    /// A configuration that can be used, if this is one.
    pub fn new(text: &str) -> Option<Self> {
        let (catalogue, _) = Catalogue::parse(text).ok()?;
        Some(Self {
            text: text.into(),
            catalogue: Arc::new(catalogue),
        })
    }

    /// Whether it is the embedded one, to the letter.
    pub fn is_embedded(&self) -> bool {
        *self.text == *EMBEDDED
    }
}

/// Where the page came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Where its interface for programs begins, if it has one.
    pub api: Option<String>,
    /// What it wants to be shown before it writes anything.
    pub token: Option<String>,
    /// The configuration file there, if it may be written.
    pub file: Option<ServerFile>,
}

/// A configuration file on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFile {
    /// Its name.
    pub name: String,
    /// Tells whether it changed meanwhile.
    pub version: String,
}

/// Words that a person brought, or that came from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// The name of the dictionary, of the configuration or of the file.
    pub name: String,
    /// How many there are.
    pub words: Words,
    /// The file, for workers that are started later.
    pub content: Arc<[u8]>,
}

/// What the pages share. It is small, and copies mean the same.
#[derive(Clone, Copy)]
pub struct Session {
    /// The configuration in use.
    pub configuration: RwSignal<Configuration>,
    /// Where the page came from.
    pub host: RwSignal<Host>,
    /// Dictionaries that were brought.
    pub brought: RwSignal<Vec<Brought>>,
    /// The worker that solves.
    pub line: StoredValue<Line, LocalStorage>,
    /// What everyone who listens is told next.
    pub announcement: RwSignal<String>,
    /// The person's own configuration, while one that came with a link is in use.
    pub own: RwSignal<Option<Configuration>>,
    /// Something that went well, said beside what did it.
    pub said: RwSignal<Option<String>>,
    /// Something that went wrong, shown until it is dismissed.
    pub notice: RwSignal<Option<String>>,
}

impl Session {
    /// Begins with what the browser kept, else with the embedded games.
    pub fn new() -> Self {
        let kept = storage::get(CONFIGURATION);
        let kept = kept.and_then(|text| Configuration::new(&text));
        let session = Self {
            configuration: RwSignal::new(Configuration::embedded()),
            host: RwSignal::new(Host {
                token: host::take_token(),
                ..Host::default()
            }),
            brought: RwSignal::new(Vec::new()),
            line: StoredValue::new_local(Line::new()),
            announcement: RwSignal::new(String::new()),
            own: RwSignal::new(None),
            said: RwSignal::new(None),
            notice: RwSignal::new(None),
        };
        if let Some(kept) = kept {
            session.apply(kept);
        }
        session
    }

    /// The session of the page that asks.
    pub fn here() -> Self {
        expect_context()
    }

    /// Uses a configuration from now on.
    pub fn apply(self, configuration: Configuration) {
        let ask = Ask::Configure(configuration.text.to_string());
        self.line.with_value(|line| line.ask(&ask, drop));
        self.configuration.set(configuration);
    }

    /// Another worker that knows the configuration and all words.
    pub fn new_line(self) -> Line {
        let line = Line::new();
        let configuration = self.configuration.get_untracked();
        if !configuration.is_embedded() {
            line.ask(&Ask::Configure(configuration.text.to_string()), drop);
        }
        for brought in self.brought.get_untracked() {
            let ask = Ask::Bring {
                name: brought.name,
                content: brought.content.to_vec(),
            };
            line.ask(&ask, drop);
        }
        line
    }

    /// Uses a configuration that came with a link, and remembers the person's own.
    pub fn visit(self, configuration: Configuration) {
        if self.own.with_untracked(Option::is_none) {
            self.own.set(Some(self.configuration.get_untracked()));
        }
        self.apply(configuration);
    }

    /// Uses the person's own configuration again.
    pub fn return_home(self) {
        if let Some(own) = self.own.get_untracked() {
            self.own.set(None);
            self.apply(own);
        }
    }

    /// Keeps the configuration in the browser. False if the browser refuses.
    pub fn keep(self) -> bool {
        let configuration = self.configuration.get_untracked();
        if configuration.is_embedded() {
            storage::remove(CONFIGURATION);
            return true;
        }
        storage::set(CONFIGURATION, &configuration.text)
    }

    /// Takes in the words of a file, and tells how many there are, or what is wrong with it.
    pub fn bring(
        self,
        name: &str,
        content: Vec<u8>,
        told: impl FnOnce(Result<Words, String>) + 'static,
    ) {
        let name = name.to_owned();
        let kept: Arc<[u8]> = content.as_slice().into();
        let ask = Ask::Bring {
            name: name.clone(),
            content,
        };
        let take = move |answer: Answer| {
            let words = match answer {
                Answer::Brought(words) => words,
                Answer::Failed(reason) => Err(reason),
                _ => return,
            };
            if let Ok(words) = &words {
                let words = words.clone();
                self.brought.update(|brought| {
                    brought.retain(|known| known.name != name);
                    brought.push(Brought {
                        name,
                        words,
                        content: kept,
                    });
                });
            }
            told(words);
        };
        self.line.with_value(|line| line.ask(&ask, take));
    }

    /// Says something to everyone who listens.
    pub fn announce(self, text: String) {
        self.announcement.set(text);
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// Loads something from the host of the page. An answer that is no success is an error too.
pub async fn load(address: &str) -> Result<Response, String> {
    let told = |error: JsValue| match error.dyn_into::<js_sys::Error>() {
        Ok(error) => String::from(error.message()),
        Err(_) => "the host does not answer".to_owned(),
    };
    let response = JsFuture::from(window().fetch_with_str(address)).await;
    let response: Response = response.map_err(told)?.unchecked_into();
    match response.ok() {
        true => Ok(response),
        false => Err(format!("{address}: {}", response.status())),
    }
}

/// The text of an answer.
pub async fn text_of(response: &Response) -> Result<String, String> {
    let lost = |_| "the answer was cut off".to_owned();
    let text = JsFuture::from(response.text().map_err(lost)?).await;
    Ok(text.map_err(lost)?.as_string().unwrap_or_default())
}

/// The bytes of an answer or a file.
pub async fn bytes_of(buffer: js_sys::Promise) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(buffer).await;
    let buffer = buffer.map_err(|_| "the file cannot be read".to_owned())?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
