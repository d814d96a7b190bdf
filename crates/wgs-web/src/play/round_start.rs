//! The start of a round: the board is dealt, and a missing dictionary is looked for first.

use leptos::prelude::*;

use super::message::{AnyPlayRequest, RestoreRound, StartRound, send_any};
use super::round_origin::RoundOrigin;
use super::saved_round::{self, KeptRound};
use super::state::{PlayState, round_address};
use crate::engine::request::RequestError;
use crate::page;
use crate::session::{self, MOST_BYTES};
use crate::storage;
use crate::text::tr;

/// A round that is about to be shown.
#[derive(Clone, Debug)]
pub enum NextRound {
    /// A new one, with the origin of its board.
    New(RoundOrigin, StartRound),
    /// One that the browser keeps.
    Kept(KeptRound),
}

/// A dictionary that is not on this device, and the round that needs it.
#[derive(Clone, Debug)]
pub struct MissingDictionary {
    /// Its name.
    pub name: String,
    round: NextRound,
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
        let request = StartRound {
            setup,
            difficulty: options.difficulty,
            daily: None,
        };
        self.load_round(NextRound::New(RoundOrigin::Dealt, request));
    }

    /// Starts a round, or shows one that the browser keeps. A dictionary that the worker lacks is
    /// looked for first.
    pub fn load_round(self, round: NextRound) {
        self.next.is_dealing.set(true);
        self.next.missing.set(None);
        let request: AnyPlayRequest = match &round {
            NextRound::New(_, request) => request.clone().into(),
            NextRound::Kept(kept) => RestoreRound {
                saved: kept.saved.clone(),
                time: saved_round::time(kept.id),
            }
            .into(),
        };
        self.session.engine.with_value(|engine| {
            send_any(engine, request, move |reply| match (reply, round) {
                (Ok(reply), NextRound::New(origin, _)) => self.begin(origin, reply),
                (Ok(reply), NextRound::Kept(kept)) => self.resume(kept, reply),
                (Err(RequestError::DictionaryMissing(name)), round) => {
                    self.find_dictionary(name, round);
                }
                (Err(error), round) => {
                    self.fail_to_start(&error);
                    if let NextRound::Kept(_) = round {
                        self.show_start();
                    }
                }
            });
        });
    }

    /// Shows why no round starts.
    pub(super) fn fail_to_start(self, error: &RequestError) {
        self.next.is_dealing.set(false);
        self.session.show_error(error.text());
    }

    fn find_dictionary(self, name: String, round: NextRound) {
        leptos::task::spawn_local(async move {
            match self.session.find_dictionary(&name).await {
                Some(content) => self.provide(&name, content, round),
                None => {
                    self.next.is_dealing.set(false);
                    let missing = MissingDictionary { name, round };
                    self.next.missing.set(Some(missing));
                    // The start page asks for it.
                    self.show_start();
                }
            }
        });
    }

    /// Loads the content of a dictionary, and shows the round that it was missing for.
    fn provide(self, name: &str, content: Vec<u8>, round: NextRound) {
        self.session
            .provide(name, content, move |loaded| match loaded {
                Ok(_) => match round {
                    // The address loads it.
                    NextRound::Kept(kept) if page::fragment() != round_address(kept.id) => {
                        page::go(&round_address(kept.id));
                    }
                    round => self.load_round(round),
                },
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
                    self.provide(&missing.name, content, missing.round);
                }
                Err(error) => self.session.show_error(error),
            }
        });
    }
}
