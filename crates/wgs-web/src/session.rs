//! The session, which all pages share: the configuration in use, the dictionaries of the user, the
//! engine, and the host that the page came from.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::share_link::Fingerprint;

use crate::engine::client::EngineClient;
use crate::engine::request::{Configure, ProvideCommonness, ProvideDictionary, RequestError};
use crate::text::{tr, tr_with};
use crate::{host, storage};

/// The key that the browser stores the configuration under.
const CONFIGURATION: &str = "configuration";

/// The game that the page starts with.
const FIRST_GAME: &str = "Boggle (New)";

/// The largest file that is read as a dictionary, about ten times the size of the longest list
/// of English words.
pub const MOST_BYTES: f64 = 32.0 * 1024.0 * 1024.0;

/// A configuration without errors.
#[derive(Clone, Debug)]
pub struct ParsedConfiguration {
    /// The text of the file.
    pub text: Arc<str>,
    /// The games and their parts.
    pub catalogue: Arc<Catalogue>,
}

impl ParsedConfiguration {
    /// The embedded games.
    pub fn embedded() -> Self {
        Self::new(EMBEDDED).expect("the embedded configuration is tested")
    }

    /// Parses a configuration; returns [`None`] if it has errors.
    pub fn new(text: &str) -> Option<Self> {
        let (catalogue, _) = Catalogue::parse(text).ok()?;
        Some(Self {
            text: text.into(),
            catalogue: Arc::new(catalogue),
        })
    }

    /// The game to start with: the usual one, or the first of a configuration without it.
    pub fn first_game(&self) -> String {
        let names = || self.catalogue.games().map(|game| game.name());
        let usual = names().find(|name| *name == FIRST_GAME);
        usual
            .or_else(|| names().next())
            .unwrap_or_default()
            .to_owned()
    }

    /// The time limit of a game in seconds, unless the player chooses another one.
    pub fn seconds(&self, game: &str) -> Option<u64> {
        let minutes = self.catalogue.game(game).ok()?.minutes()?;
        Some(u64::from(minutes.get()) * 60)
    }

    /// Whether this is the embedded configuration, unchanged.
    pub fn is_embedded(&self) -> bool {
        *self.text == *EMBEDDED
    }
}

/// The host that the page came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// The address of its API, if it has one.
    pub api: Option<String>,
    /// The addresses of the host for other machines, the most useful one first; [`None`] unless the
    /// page was opened on the host's own machine.
    pub addresses: Option<Vec<String>>,
    /// The dictionaries that its API does not have.
    pub missing_dictionaries: Vec<String>,
    /// The token that allows the user to write there.
    pub token: Option<String>,
    /// The configuration file there, if the user may write it.
    pub file: Option<ServerFile>,
}

/// A configuration file on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFile {
    /// The file name.
    pub name: String,
    /// The version that was loaded, which differs from the server's once the file has changed.
    pub version: String,
}

/// A dictionary that the user opened, or that came from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvidedDictionary {
    /// Its name, in the configuration or of the file.
    pub name: String,
    /// The content of the file, for workers that are started later.
    pub content: Arc<[u8]>,
}

/// The state that all pages share. Copies refer to the same session.
#[derive(Clone, Copy)]
pub struct Session {
    /// The configuration in use.
    pub configuration: RwSignal<ParsedConfiguration>,
    /// The host that the page came from.
    pub host: RwSignal<Host>,
    /// Whether the host was asked for its configuration, and any that it has is in use.
    pub is_configured: RwSignal<bool>,
    /// The dictionaries that were provided.
    pub dictionaries: RwSignal<Vec<ProvidedDictionary>>,
    /// The engine that solves boards.
    pub engine: StoredValue<EngineClient, LocalStorage>,
    /// The text that screen readers announce next.
    pub announcement: RwSignal<String>,
    /// The user's own configuration, while one from a link is in use.
    pub own: RwSignal<Option<ParsedConfiguration>>,
    /// A success message, shown beside the button that was pressed.
    pub confirmation: RwSignal<Option<String>>,
    /// An error message, shown until it is dismissed.
    pub notice: RwSignal<Option<String>>,
}

impl Session {
    /// Starts with the configuration that the browser stored, else with the embedded games.
    pub fn new() -> Self {
        let stored = storage::get(CONFIGURATION);
        let stored = stored.and_then(|text| ParsedConfiguration::new(&text));
        let session = Self {
            configuration: RwSignal::new(ParsedConfiguration::embedded()),
            host: RwSignal::new(Host {
                token: host::take_token(),
                ..Host::default()
            }),
            is_configured: RwSignal::new(false),
            dictionaries: RwSignal::new(Vec::new()),
            engine: StoredValue::new_local(EngineClient::new()),
            announcement: RwSignal::new(String::new()),
            own: RwSignal::new(None),
            confirmation: RwSignal::new(None),
            notice: RwSignal::new(None),
        };
        if let Some(stored) = stored {
            session.apply(stored);
        }
        session
    }

    /// The session of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Uses a configuration from now on.
    pub fn apply(self, configuration: ParsedConfiguration) {
        let text = configuration.text.to_string();
        self.engine
            .with_value(|engine| engine.send(Configure { text }, drop));
        self.configuration.set(configuration);
    }

    /// Starts another engine with the same configuration and dictionaries, in the page's module or
    /// in another one.
    pub fn new_engine(self, program: Option<&'static str>) -> EngineClient {
        let engine = program.map_or_else(EngineClient::new, EngineClient::of_program);
        let configuration = self.configuration.get_untracked();
        if !configuration.is_embedded() {
            let text = configuration.text.to_string();
            engine.send(Configure { text }, drop);
        }
        self.send_dictionaries(&engine);
        engine
    }

    /// Sends all dictionaries to another engine.
    pub fn send_dictionaries(self, engine: &EngineClient) {
        for dictionary in self.dictionaries.get_untracked() {
            let request = ProvideDictionary {
                name: dictionary.name,
                content: dictionary.content.to_vec(),
            };
            engine.send(request, drop);
        }
    }

    /// Uses a configuration that came with a link, and keeps the user's own for later.
    pub fn apply_shared(self, configuration: ParsedConfiguration) {
        if self.own.with_untracked(Option::is_none) {
            self.own.set(Some(self.configuration.get_untracked()));
        }
        self.apply(configuration);
    }

    /// Uses the user's own configuration again.
    pub fn restore_own(self) {
        if let Some(own) = self.own.get_untracked() {
            self.own.set(None);
            self.apply(own);
        }
    }

    /// Stores the configuration in the browser. Returns false if the browser refuses.
    pub fn store(self) -> bool {
        let configuration = self.configuration.get_untracked();
        if configuration.is_embedded() {
            storage::remove(CONFIGURATION);
            return true;
        }
        storage::set(CONFIGURATION, &configuration.text)
    }

    /// Loads the content of a dictionary into the engine. `on_loaded` receives its fingerprint,
    /// or the error.
    pub fn provide(
        self,
        name: &str,
        content: Vec<u8>,
        on_loaded: impl FnOnce(Result<Fingerprint, RequestError>) + 'static,
    ) {
        let name = name.to_owned();
        let dictionary = ProvidedDictionary {
            name: name.clone(),
            content: content.as_slice().into(),
        };
        let on_reply = move |loaded: Result<Fingerprint, RequestError>| {
            if loaded.is_ok() {
                self.dictionaries.update(|dictionaries| {
                    dictionaries.retain(|known| known.name != dictionary.name);
                    dictionaries.push(dictionary);
                });
            }
            on_loaded(loaded);
        };
        let request = ProvideDictionary { name, content };
        self.engine
            .with_value(|engine| engine.send(request, on_reply));
    }

    /// The dictionary of a game that neither this page nor its host has, as a reactive value. The
    /// browser may have stored it.
    pub fn missing_dictionary(self, game: &str) -> Option<String> {
        let name = self.configuration.with(|it| {
            let game = it.catalogue.game(game).ok()?;
            game.dictionary()?.file()?;
            game.dictionary_name().map(str::to_owned)
        })?;
        let is_provided = self
            .dictionaries
            .with(|known| known.iter().any(|it| it.name == name));
        let has_host = self
            .host
            .with(|host| host.api.is_some() && !host.missing_dictionaries.contains(&name));
        (!is_provided && !has_host).then_some(name)
    }

    /// Returns the content of a dictionary that the browser stored, or that the server has, if the
    /// page came from one.
    pub async fn find_dictionary(self, name: &str) -> Option<Vec<u8>> {
        if let Some(content) = storage::dictionary::get(name).await {
            return Some(content);
        }
        let api = self.host.with_untracked(|host| host.api.clone())?;
        let address = format!("{api}dictionaries/{}", js_sys::encode_uri_component(name));
        let response = load(&address).await.ok()?;
        bytes_of(response.array_buffer().ok()?).await.ok()
    }

    /// Loads the table of how common words are into the engine.
    pub async fn load_commonness(self) -> Result<(), String> {
        let response = load("commonness.bin").await?;
        let buffer = response
            .array_buffer()
            .map_err(|_| tr("page.answer-cut-off"))?;
        let content = bytes_of(buffer).await?;
        // A damaged table is reported when it is used.
        self.engine
            .with_value(|engine| engine.send(ProvideCommonness { content }, drop));
        Ok(())
    }

    /// Provides a dictionary by another name too, if it was provided.
    pub fn rename_dictionary(self, from: &str, to: &str) {
        let dictionaries = self.dictionaries.get_untracked();
        if let Some(dictionary) = dictionaries.iter().find(|known| known.name == from) {
            self.provide(to, dictionary.content.to_vec(), drop);
        }
    }

    /// Announces a text to screen readers.
    pub fn announce(self, text: String) {
        self.announcement.set(text);
    }

    /// Shows an error until it is dismissed.
    pub fn show_error(self, error: impl ToString) {
        self.notice.set(Some(error.to_string()));
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// Loads a file from the host. A status other than success is an error too.
pub async fn load(address: &str) -> Result<Response, String> {
    let text = |error: JsValue| match error.dyn_into::<js_sys::Error>() {
        Ok(error) => String::from(error.message()),
        Err(_) => tr("page.no-answer"),
    };
    let response = JsFuture::from(window().fetch_with_str(address)).await;
    let response: Response = response.map_err(text)?.unchecked_into();
    match response.ok() {
        true => Ok(response),
        false => {
            let status = response.status().to_string();
            Err(tr_with(
                "page.load-failed",
                &[("address", address), ("status", &status)],
            ))
        }
    }
}

/// The text of a response.
pub async fn text_of(response: &Response) -> Result<String, String> {
    let cut_off = |_| tr("page.answer-cut-off");
    let text = JsFuture::from(response.text().map_err(cut_off)?).await;
    Ok(text.map_err(cut_off)?.as_string().unwrap_or_default())
}

/// The bytes of a response or a file.
pub async fn bytes_of(buffer: js_sys::Promise) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(buffer).await;
    let buffer = buffer.map_err(|_| tr("page.file-unreadable"))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
