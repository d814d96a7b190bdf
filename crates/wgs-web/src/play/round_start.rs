//! The start of a round: the board is dealt, and a missing dictionary is looked for first.

use leptos::prelude::*;

use super::message::{StartRound, send};
use super::round_origin::RoundOrigin;
use super::state::PlayState;
use crate::engine::request::RequestError;
use crate::session::{self, MOST_BYTES};
use crate::storage;
use crate::text::tr;

/// A dictionary that is not on this device, and the round that needs it.
#[derive(Clone, Debug)]
pub struct MissingDictionary {
    /// Its name.
    pub name: String,
    request: StartRound,
}

/// The round that is about to start. Copies refer to the same round.
#[derive(Clone, Copy)]
pub struct RoundStart {
    /// A board that the player has entered.
    pub own_board: RwSignal<String>,
    /// Whether a board is being dealt.
    pub is_dealing: RwSignal<bool>,
    /// The dictionary that the game lacks.
    pub missing: RwSignal<Option<MissingDictionary>>,
}

impl RoundStart {
    /// Starts no round yet.
    pub fn new() -> Self {
        Self {
            own_board: RwSignal::new(String::new()),
            is_dealing: RwSignal::new(false),
            missing: RwSignal::new(None),
        }
    }
}

impl Default for RoundStart {
    fn default() -> Self {
        Self::new()
    }
}

impl PlayState {
    /// Chooses a game, with its own clock. A board for another game is of no use.
    pub fn choose_game(self, game: String) {
        let clock = self
            .session
            .configuration
            .with_untracked(|it| it.seconds(&game));
        self.options.update(|options| {
            options.game = game;
            options.clock = clock;
        });
        self.next.own_board.set(String::new());
    }

    /// Deals a board and starts a round with the options chosen.
    pub fn start(self) {
        if self.next.is_dealing.get_untracked() {
            return;
        }
        let options = self.options.get_untracked();
        options.store();
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let mut setup = options.setup(seed);
        setup.board = self.next.own_board.get_untracked().trim().to_owned();
        self.origin.set(RoundOrigin::Dealt);
        self.start_with(StartRound {
            setup,
            difficulty: options.difficulty,
            daily: None,
        });
    }

    /// Starts a round. A dictionary that the worker lacks is looked for first.
    pub fn start_with(self, request: StartRound) {
        self.next.is_dealing.set(true);
        self.next.missing.set(None);
        let again = request.clone();
        self.session.engine.with_value(|engine| {
            send(engine, request, move |reply| match reply {
                Ok(reply) => self.begin(reply),
                Err(RequestError::DictionaryMissing(name)) => self.find_dictionary(name, again),
                Err(error) => self.fail_to_start(&error),
            });
        });
    }

    /// Shows why no round starts.
    pub(super) fn fail_to_start(self, error: &RequestError) {
        self.next.is_dealing.set(false);
        self.session.show_error(error.text());
    }

    fn find_dictionary(self, name: String, request: StartRound) {
        leptos::task::spawn_local(async move {
            match self.session.find_dictionary(&name).await {
                Some(content) => self.provide(&name, content, request),
                None => {
                    self.next.is_dealing.set(false);
                    let missing = MissingDictionary { name, request };
                    self.next.missing.set(Some(missing));
                }
            }
        });
    }

    /// Loads the content of a dictionary, and starts the round that it was missing for.
    fn provide(self, name: &str, content: Vec<u8>, request: StartRound) {
        self.session
            .provide(name, content, move |loaded| match loaded {
                Ok(_) => {
                    self.next.missing.set(None);
                    self.ask(request, move |reply| self.begin(reply));
                }
                Err(error) => self.fail_to_start(&error),
            });
    }

    /// Takes a file as the dictionary that is missing.
    pub fn open_dictionary(self, file: web_sys::File) {
        let Some(missing) = self.next.missing.get_untracked() else {
            return;
        };
        if file.size() > MOST_BYTES {
            return self.session.show_error(tr("solver.too-large"));
        }
        leptos::task::spawn_local(async move {
            match session::bytes_of(file.array_buffer()).await {
                Ok(content) => {
                    storage::dictionary::set(&missing.name, &content).await;
                    self.provide(&missing.name, content, missing.request);
                }
                Err(error) => self.session.show_error(error),
            }
        });
    }
}
