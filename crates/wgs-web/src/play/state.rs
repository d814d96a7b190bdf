//! The round as the page knows it: what was chosen, what happened, and what is being spelled.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use wgs_app::creator::CreateOptions;
use wgs_engine::BoardSize;
use wgs_engine::message::{Message, ToMessage};
use wgs_play::{
    Arrangement, HintKind, PathSpeller, PlayerId, RoundAction, RoundEvent, RoundGoal, RoundHint,
    RoundPhase, RoundSetup, TypedPath, Verdict, WordView,
};

use super::daily;
use super::device::{self, Sound};
use super::message::{PlayRequest, ResultReply, RoundReply, ShowResult, StartRound, send};
use super::play_options::PlayOptions;
use super::player_data::PlayerData;
use super::round_clock::RoundClock;
use super::round_origin::RoundOrigin;
use super::round_page::signed;
use super::round_source::{RoundSource, WorkerRound};
use super::saved_round;
use super::today::today;
use crate::board::game_view::{GameView, TileView};
use crate::board::path::positions;
use crate::engine::request::RequestError;
use crate::engine_text::tr_message;
use crate::session::{self, MOST_BYTES, ParsedConfiguration, Session};
use crate::storage;
use crate::text::{tr, tr_count, tr_with};

/// How often the round hears of the time, in milliseconds.
const TICK: Duration = Duration::from_millis(250);

/// The seconds left that are announced to screen readers.
const ANNOUNCED: [u64; 3] = [60, 30, 10];

/// A screen of the play page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayScreen {
    /// Choosing a game.
    Start,
    /// Playing a round.
    Round,
    /// The end of a round.
    Result,
    /// A challenge that a link brought.
    Challenge,
    /// Practising missed words.
    Practice,
    /// Statistics.
    Statistics,
    /// A board and a score sheet to print.
    Print,
    /// The best boards that are known.
    Records,
    /// Choosing a room.
    Rooms,
    /// A room.
    Room,
}

/// What became of the last guess.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessOutcome {
    /// The guess, as it was spelled.
    pub guess: String,
    /// Whether it counts.
    pub counts: bool,
    /// The points that it won.
    pub points: u64,
    /// The points that it cost.
    pub penalty: u64,
    /// Why it does not count.
    pub message: Message,
    /// The number of the guess in this round, so that two equal ones differ.
    pub number: u64,
}

/// A dictionary that is not on this device, and the round that needs it.
#[derive(Clone, Debug)]
pub struct MissingDictionary {
    /// Its name.
    pub name: String,
    request: StartRound,
}

/// A hint that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenHint {
    /// The hint.
    pub hint: RoundHint,
    /// The number of words that were found when it was given.
    pub found: usize,
}

/// The state of the page. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct PlayState {
    /// What all pages share.
    pub session: Session,
    /// The screen that is shown.
    pub screen: RwSignal<PlayScreen>,
    /// What the next round is played with.
    pub options: RwSignal<PlayOptions>,
    /// The round, after its last input.
    pub round: RwSignal<Option<RoundReply>>,
    /// Where the board of the round comes from.
    pub origin: RwSignal<RoundOrigin>,
    /// Statistics and practice deck.
    pub data: PlayerData,
    /// The words of the round after its end.
    pub result: RwSignal<Option<ResultReply>>,
    /// Whether a board is being dealt.
    pub is_dealing: RwSignal<bool>,
    /// The game of the round, as it is drawn; of the options before a round.
    pub view: Memo<GameView>,
    /// Where the cells are drawn.
    pub arrangement: Memo<Arrangement>,
    /// The tiles of the board.
    pub tiles: Memo<Vec<TileView>>,
    /// The number of times that the tiles of a rack were shuffled.
    pub shuffles: RwSignal<u32>,
    /// A board that the player has entered.
    pub own_board: RwSignal<String>,
    /// The dictionary that the game lacks.
    pub missing: RwSignal<Option<MissingDictionary>>,
    /// The word that is being spelled by its tiles.
    pub spelled: RwSignal<PathSpeller>,
    /// The text that is being typed.
    pub typed: RwSignal<String>,
    /// The tiles that spell it.
    pub typed_path: RwSignal<TypedPath>,
    /// What became of the last guess.
    pub outcome: RwSignal<Option<GuessOutcome>>,
    /// The hint that is shown.
    pub hint: RwSignal<Option<GivenHint>>,
    /// A word of a list whose path is drawn.
    pub selected: RwSignal<Option<WordView>>,
    /// The last word that each computer player found, by player.
    pub computer_words: RwSignal<BTreeMap<PlayerId, String>>,
    /// Where the round is played.
    source: StoredValue<Rc<dyn RoundSource>, LocalStorage>,
    /// The time on the clock of the round.
    pub time: RwSignal<u64>,
    clock: StoredValue<RoundClock>,
    guesses: StoredValue<u64>,
}

impl PlayState {
    /// Creates the state of a page without a round.
    pub fn new(session: Session) -> Self {
        let mut stored = PlayOptions::stored();
        let games = session.configuration.with_untracked(game_names);
        if !games.contains(&stored.game) {
            stored.game = session
                .configuration
                .with_untracked(ParsedConfiguration::first_game);
        }
        let options = RwSignal::new(stored);
        let round = RwSignal::new(None::<RoundReply>);
        let game = Memo::new(move |_| {
            let of_round = round.with(|round| round.as_ref().map(|round| round.setup.game.clone()));
            of_round.unwrap_or_else(|| options.with(|options| options.game.clone()))
        });
        let view = Memo::new(move |_| {
            let catalogue = session.configuration.with(|it| it.catalogue.clone());
            let size = round.with(|round| size_of(&round.as_ref()?.setup));
            GameView::new(&catalogue, &game.get(), size)
        });
        let board = Memo::new(move |_| {
            round.with(|round| round.as_ref().map(|round| round.setup.board.clone()))
        });
        let tiles = Memo::new(move |_| {
            let text = board.get().unwrap_or_default();
            view.with(|view| {
                let tiles = view.read(&text).unwrap_or_default();
                tiles.iter().map(|tile| view.tile(tile)).collect()
            })
        });
        let shuffles = RwSignal::new(0);
        let count = Memo::new(move |_| tiles.with(Vec::<TileView>::len));
        let arrangement = Memo::new(move |_| {
            let (shuffles, count) = (shuffles.get(), count.get());
            view.with(|view| {
                let board = view.arrangement.with_tiles(count);
                board.shuffled(view.required_positions(), shuffles.into())
            })
        });
        let play = Self {
            session,
            screen: RwSignal::new(PlayScreen::Start),
            options,
            round,
            origin: RwSignal::new(RoundOrigin::default()),
            data: PlayerData::new(),
            result: RwSignal::new(None),
            is_dealing: RwSignal::new(false),
            view,
            arrangement,
            tiles,
            shuffles,
            own_board: RwSignal::new(String::new()),
            missing: RwSignal::new(None),
            spelled: RwSignal::new(PathSpeller::default()),
            typed: RwSignal::new(String::new()),
            typed_path: RwSignal::new(TypedPath::default()),
            outcome: RwSignal::new(None),
            hint: RwSignal::new(None),
            selected: RwSignal::new(None),
            computer_words: RwSignal::new(BTreeMap::new()),
            source: StoredValue::new_local(Rc::new(WorkerRound)),
            time: RwSignal::new(0),
            clock: StoredValue::new(RoundClock::default()),
            guesses: StoredValue::new(0),
        };
        play.run_clock();
        play
    }

    /// The state of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Sends a request to the worker; an error is shown.
    pub(super) fn ask<R: PlayRequest>(self, request: R, on_reply: impl FnOnce(R::Reply) + 'static) {
        self.session.engine.with_value(|engine| {
            send(engine, request, move |reply| match reply {
                Ok(reply) => on_reply(reply),
                Err(error) => {
                    self.is_dealing.set(false);
                    self.session.show_error(error.text());
                }
            });
        });
    }

    /// Deals a board and starts a round with the options chosen.
    pub fn start(self) {
        if self.is_dealing.get_untracked() {
            return;
        }
        let options = self.options.get_untracked();
        options.store();
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let mut setup = options.setup(seed);
        setup.board = self.own_board.get_untracked().trim().to_owned();
        self.origin.set(RoundOrigin::Dealt);
        self.start_with(StartRound {
            setup,
            difficulty: options.difficulty,
            daily: None,
        });
    }

    /// Starts a round. A dictionary that the worker lacks is looked for first.
    pub fn start_with(self, request: StartRound) {
        self.is_dealing.set(true);
        self.missing.set(None);
        let again = request.clone();
        self.session.engine.with_value(|engine| {
            send(engine, request, move |reply| match reply {
                Ok(reply) => self.begin(reply),
                Err(RequestError::DictionaryMissing(name)) => self.find_dictionary(name, again),
                Err(error) => {
                    self.is_dealing.set(false);
                    self.session.show_error(error.text());
                }
            });
        });
    }

    fn find_dictionary(self, name: String, request: StartRound) {
        leptos::task::spawn_local(async move {
            match self.session.find_dictionary(&name).await {
                Some(content) => self.provide(&name, content, request),
                None => {
                    self.is_dealing.set(false);
                    self.missing.set(Some(MissingDictionary { name, request }));
                }
            }
        });
    }

    /// Loads the content of a dictionary, and starts the round that it was missing for.
    fn provide(self, name: &str, content: Vec<u8>, request: StartRound) {
        self.session
            .provide(name, content, move |loaded| match loaded {
                Ok(_) => {
                    self.missing.set(None);
                    self.ask(request, move |reply| self.begin(reply));
                }
                Err(error) => {
                    self.is_dealing.set(false);
                    self.session.show_error(error.text());
                }
            });
    }

    /// Takes a file as the dictionary that is missing.
    pub fn open_dictionary(self, file: web_sys::File) {
        let Some(missing) = self.missing.get_untracked() else {
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

    /// Shows a round from its beginning.
    pub(super) fn begin(self, reply: RoundReply) {
        self.source.set_value(Rc::new(WorkerRound));
        self.is_dealing.set(false);
        self.set_clock(0);
        self.clear();
        self.outcome.set(None);
        self.hint.set(None);
        self.computer_words.set(BTreeMap::new());
        self.guesses.set_value(0);
        self.shuffles.set(0);
        self.apply(reply);
        if !self.is_kept() {
            return;
        }
        self.origin.with_untracked(RoundOrigin::store);
        self.screen.set(PlayScreen::Round);
        self.session.announce(tr("play.started"));
    }

    /// Shows a round that was interrupted; it is paused.
    pub fn resume(self, reply: RoundReply) {
        self.source.set_value(Rc::new(WorkerRound));
        self.set_clock(reply.view.time);
        let is_running = reply.view.phase == RoundPhase::Running;
        self.apply(reply);
        if self.round.with_untracked(Option::is_some) {
            self.screen.set(PlayScreen::Round);
        }
        if is_running {
            self.act(RoundAction::Pause);
        }
    }

    /// Sets the clock of the round.
    pub(super) fn set_clock(self, time: u64) {
        let now = js_sys::Date::now();
        self.clock.set_value(RoundClock::starting_at(time, now));
        self.time.set(time);
    }

    fn run_clock(self) {
        let tick = move || {
            if !self.is_running() {
                return;
            }
            let before = self.time.get_untracked();
            let time = self.clock_time();
            self.time.set(time);
            if self.is_kept() && time / 1000 != before / 1000 {
                saved_round::store_time(time);
            }
            if let Some(left) = untrack(|| self.remaining()) {
                let passes = |seconds: &&u64| {
                    let moment = **seconds * 1000;
                    left <= moment && left + (time - before) > moment
                };
                if let Some(seconds) = ANNOUNCED.iter().find(passes) {
                    self.session
                        .announce(tr_count("play.seconds-left", *seconds));
                }
            }
            self.act(RoundAction::Tick);
        };
        if let Ok(interval) = set_interval_with_handle(tick, TICK) {
            on_cleanup(move || interval.clear());
        }
        // The screen stays on while the clock runs.
        let is_timed_now = Memo::new(move |_| {
            self.phase() == Some(RoundPhase::Running) && self.remaining().is_some()
        });
        Effect::new(move |_| device::keep_awake(is_timed_now.get()));
        // A round is not lost while nobody looks at it: the board is hidden and the clock stops.
        let _ = window_event_listener_untyped("visibilitychange", move |_| self.leave());
        let _ = window_event_listener(leptos::ev::pagehide, move |_| self.leave());
    }

    fn leave(self) {
        let is_timed = self.round.with_untracked(|round| {
            let setup = round.as_ref().map(|round| &round.setup);
            setup.is_some_and(|setup| setup.limit.is_some())
        });
        if document().hidden() && is_timed && self.is_running() {
            saved_round::store_time(self.clock_time());
            self.act(RoundAction::Pause);
        }
    }

    /// The phase of the round, as a reactive value.
    pub fn phase(self) -> Option<RoundPhase> {
        self.round
            .with(|round| round.as_ref().map(|round| round.view.phase))
    }

    /// Whether the clock runs now.
    fn is_running(self) -> bool {
        untrack(|| self.phase()) == Some(RoundPhase::Running)
    }

    /// The milliseconds left, if there is a clock, as a reactive value.
    pub fn remaining(self) -> Option<u64> {
        let (at, left, phase) = self.round.with(|round| {
            let view = &round.as_ref()?.view;
            Some((view.time, view.remaining?, view.phase))
        })?;
        let passed = match phase {
            RoundPhase::Running => self.time.get().saturating_sub(at),
            RoundPhase::Paused | RoundPhase::Ended(_) => 0,
        };
        Some(left.saturating_sub(passed))
    }

    /// Sends an input of the player to the round.
    pub fn act(self, action: RoundAction) {
        self.source.get_value().act(self, action);
    }

    /// The time on the clock now.
    pub(super) fn clock_time(self) -> u64 {
        self.clock.get_value().time(js_sys::Date::now())
    }

    /// Whether the browser keeps the round for a reload.
    pub(super) fn is_kept(self) -> bool {
        self.source.with_value(|source| source.is_kept(self))
    }

    /// Whether the round is played in a source, rather than in another one.
    pub(super) fn is_played_in(self, source: &Rc<impl RoundSource + 'static>) -> bool {
        let other: Rc<dyn RoundSource> = source.clone();
        self.source.with_value(|source| Rc::ptr_eq(source, &other))
    }

    /// Plays a round in another source than the worker.
    pub(super) fn play_in(self, source: &Rc<impl RoundSource + 'static>, round: RoundReply) {
        if !self.is_played_in(source) {
            self.source.set_value(source.clone());
            self.origin.set(RoundOrigin::Dealt);
        }
        self.round.set(Some(round));
    }

    /// Shows no round of a source any more; rounds are played in the worker again.
    pub(super) fn leave_source(self, source: &Rc<impl RoundSource + 'static>) {
        // Another round may be shown already.
        if self.is_played_in(source) {
            self.source.set_value(Rc::new(WorkerRound));
            self.round.set(None);
        }
    }

    /// Forgets what was spelled, guessed and selected on the last board.
    pub(super) fn clear_board(self) {
        self.clear();
        self.outcome.set(None);
        self.hint.set(None);
        self.selected.set(None);
        self.shuffles.set(0);
    }

    /// Shows the state of the round, and what happened.
    pub(super) fn apply(self, reply: RoundReply) {
        let is_kept = self.is_kept();
        if let Some(saved) = reply.saved.as_ref().filter(|_| is_kept) {
            saved_round::store(saved, reply.view.time);
        }
        let has_ended = matches!(reply.view.phase, RoundPhase::Ended(_));
        if let (true, Some(saved)) = (has_ended, &reply.saved) {
            daily::keep(self, &reply.setup.game, saved);
        }
        let found = reply.found.len();
        let events = reply.events.clone();
        self.time.set(reply.view.time);
        self.round.set(Some(reply));
        for event in events {
            self.handle(event, found);
        }
        if has_ended && is_kept && self.screen.get_untracked() != PlayScreen::Result {
            self.show_result();
        }
    }

    fn handle(self, event: RoundEvent, found: usize) {
        match event {
            RoundEvent::Judged {
                guess,
                verdict,
                penalty,
                ..
            } => self.show_verdict(guess, &verdict, penalty),
            RoundEvent::ComputerFound { player, word, .. } => {
                self.computer_words.update(|words| {
                    words.insert(player, word);
                });
            }
            RoundEvent::HintGiven { hint, .. } => {
                self.session.announce(hint_text(&hint));
                self.hint.set(Some(GivenHint { hint, found }));
            }
            RoundEvent::TimeUp => self.session.announce(tr("play.time-up")),
            _ => {}
        }
    }

    /// Shows what became of a guess.
    pub(super) fn show_verdict(self, guess: String, verdict: &Verdict, penalty: u64) {
        self.guesses.update_value(|guesses| *guesses += 1);
        let points = match verdict {
            Verdict::Counts { points, .. } => *points,
            _ => 0,
        };
        let outcome = GuessOutcome {
            guess,
            counts: verdict.counts(),
            points,
            penalty,
            message: verdict.to_message(),
            number: self.guesses.get_value(),
        };
        let total = self.round.with_untracked(|round| {
            let player = round.as_ref().and_then(|round| round.view.players.first());
            player.map_or(0, |player| player.points)
        });
        self.session.announce(match outcome.counts {
            true => tr_with(
                "play.announced",
                &[("outcome", &outcome.text()), ("points", &signed(total))],
            ),
            false => outcome.text(),
        });
        self.make_sound(match outcome.counts {
            true => Sound::Counts,
            false => Sound::Rejected,
        });
        self.outcome.set(Some(outcome));
    }

    /// Makes a sound, if the player wants sounds.
    pub(super) fn make_sound(self, sound: Sound) {
        if self.options.with_untracked(|options| options.sound) {
            device::play(sound);
        }
    }

    /// Shows the result of the round.
    pub fn show_result(self) {
        self.make_sound(Sound::Ended);
        saved_round::remove();
        self.clear();
        self.hint.set(None);
        let origin = self.origin.get_untracked();
        let request = ShowResult {
            date: origin.day().unwrap_or_else(today),
            finished: js_sys::Date::now() as u64,
            is_daily: origin.day().is_some(),
            challenge: origin.challenge().map(str::to_owned),
        };
        self.ask(request, move |result| {
            if let Some(record) = &result.record {
                self.data.add_round(record);
            }
            self.result.set(Some(result));
            self.selected.set(None);
            self.screen.set(PlayScreen::Result);
        });
    }

    /// Forgets the word that is being spelled or typed.
    pub fn clear(self) {
        self.spelled.set(PathSpeller::default());
        self.set_typed(String::new());
    }

    /// Changes the text that is being typed.
    pub fn set_typed(self, text: String) {
        if self.typed.with_untracked(|typed| *typed == text) {
            return;
        }
        self.typed.set(text.clone());
        if text.is_empty() {
            return self.typed_path.set(TypedPath::default());
        }
        self.outcome.set(None);
        let board = self.round.with_untracked(|round| {
            let round = round.as_ref();
            round.map_or(String::new(), |round| round.setup.board.clone())
        });
        let path = self
            .view
            .with_untracked(|view| view.typed_path(&text, &board));
        self.typed_path.set(path);
    }

    /// Guesses the word that is being spelled or typed.
    pub fn submit(self) {
        if !self.is_running() {
            return;
        }
        let (typed, spelled) = (self.typed.get_untracked(), self.spelled.get_untracked());
        let action = match (typed.is_empty(), spelled.is_empty()) {
            (false, _) => RoundAction::Guess(typed),
            (true, false) => RoundAction::GuessPath(spelled.path().to_vec()),
            (true, true) => return,
        };
        self.clear();
        self.act(action);
    }

    /// Asks for a hint.
    pub fn ask_hint(self, kind: HintKind) {
        self.act(RoundAction::Hint(kind));
    }

    /// The path to draw: of the word that is being spelled, typed or selected, or was guessed last;
    /// as positions from 1.
    pub fn path(self) -> Vec<u32> {
        let spelled = self.spelled.with(|spelled| positions(spelled.path()));
        if !spelled.is_empty() {
            return spelled;
        }
        let typed = self.typed_path.with(|typed| positions(&typed.path));
        if !typed.is_empty() {
            return typed;
        }
        if let Some(word) = self.selected.get() {
            return positions(&word.path);
        }
        match self.hint.get() {
            Some(GivenHint {
                hint: RoundHint::Path { path, .. },
                found,
            }) if self.found() == found => positions(&path),
            _ => Vec::new(),
        }
    }

    /// The number of words found, as a reactive value.
    pub fn found(self) -> usize {
        self.round
            .with(|round| round.as_ref().map_or(0, |round| round.found.len()))
    }

    /// Whether the goal of the round is to find everything, as a reactive value.
    pub fn finds_everything(self) -> bool {
        self.round.with(|round| {
            let setup = round.as_ref().map(|round| &round.setup);
            setup.is_some_and(|setup| setup.goal == RoundGoal::FindEverything)
        })
    }

    /// The word that is being spelled, as it is shown.
    pub fn word(self) -> String {
        let typed = self.typed.get();
        if !typed.is_empty() {
            return typed.to_uppercase();
        }
        self.spelled
            .with(|spelled| self.letters(spelled.path().iter().map(|cell| cell.index())))
    }

    /// The letters of cells, in upper case, as a reactive value.
    pub(super) fn letters(self, cells: impl Iterator<Item = usize>) -> String {
        self.tiles.with(|tiles| {
            let tiles = cells.filter_map(|cell| tiles.get(cell));
            tiles.map(|tile| tile.face.to_uppercase()).collect()
        })
    }
}

impl GuessOutcome {
    /// What became of the guess, in the language of the page, as a reactive value.
    pub fn text(&self) -> String {
        let guess = self.guess.to_uppercase();
        let text = match self.counts {
            true => tr_with(
                "play.counts",
                &[
                    ("word", &guess),
                    ("points", &tr_count("solver.points", self.points)),
                ],
            ),
            false => format!("{guess} {}", tr_message(&self.message)),
        };
        match self.penalty {
            0 => text,
            penalty => format!("{text} (−{penalty})"),
        }
    }
}

/// A hint in words, as a reactive value.
pub fn hint_text(hint: &RoundHint) -> String {
    match hint {
        RoundHint::Tiles(_) => tr("play.hint.tiles-shown"),
        RoundHint::Lengths(lengths) => {
            let lengths = lengths.iter().map(|hint| {
                let values = [
                    ("length", &*hint.length.to_string()),
                    ("words", &*hint.words.to_string()),
                ];
                tr_with("play.hint.length", &values)
            });
            lengths.collect::<Vec<_>>().join(", ")
        }
        RoundHint::Starts(starts) => {
            let starts = starts.iter().map(|hint| match hint.words {
                1 => hint.start.clone(),
                words => format!("{} ×{words}", hint.start),
            });
            starts.collect::<Vec<_>>().join(", ")
        }
        RoundHint::Path { word, .. } => tr_with("play.hint.word", &[("word", word)]),
    }
}

/// The games that can be played.
pub fn game_names(configuration: &ParsedConfiguration) -> Vec<String> {
    let games = configuration.catalogue.games();
    let games = games.filter(|game| game.grid().is_some() && game.distribution().is_some());
    games.map(|game| game.name().to_owned()).collect()
}

/// The size of the board of a round that is not on the game's grid.
fn size_of(setup: &RoundSetup) -> Option<BoardSize> {
    BoardSize::read(setup.size.as_ref()?, CreateOptions::SIDES).ok()
}
