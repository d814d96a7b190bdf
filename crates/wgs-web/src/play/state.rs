//! The state of the play page: the options, the round and its board, and the result.

use std::rc::Rc;

use leptos::prelude::*;
use wgs_app::creator::CreateOptions;
use wgs_engine::BoardSize;
use wgs_play::{
    Arrangement, HintKind, RoundAction, RoundEvent, RoundGoal, RoundHint, RoundPhase, RoundSetup,
    ScoreUnit, Verdict, WordView,
};

use super::device::{self, Sound};
use super::given_hint::{GivenHint, hint_text};
use super::guess_entry::GuessEntry;
use super::message::{PlayRequest, ResultReply, RoundReply, ShowResult, send};
use super::play_clock::PlayClock;
use super::play_options::PlayOptions;
use super::player_data::PlayerData;
use super::result_page::end_text;
use super::round_origin::RoundOrigin;
use super::round_page::signed;
use super::round_source::{RoundSource, WorkerRound};
use super::round_start::{NextRound, RoundStart};
use super::saved_round::{self, KeptRound};
use super::today::today;
use crate::board::game_view::{GameView, TileView};
use crate::board::path::positions;
use crate::page;
use crate::session::{ParsedConfiguration, Session};
use crate::text::{tr, tr_with};

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

/// The state of the page. Copies refer to the same state.
#[derive(Clone, Copy)]
pub struct PlayState {
    /// The session, which all pages share.
    pub session: Session,
    /// The screen that is shown.
    pub screen: RwSignal<PlayScreen>,
    /// The options of the next round.
    pub options: RwSignal<PlayOptions>,
    /// The round, after its last input.
    pub round: RwSignal<Option<RoundReply>>,
    /// The number of the round, if the browser keeps it.
    pub id: RwSignal<Option<u64>>,
    /// The address of the start page, the round or the result that was shown last.
    pub back: RwSignal<String>,
    /// The rounds that the browser keeps.
    pub kept: Memo<Vec<KeptRound>>,
    /// Changes with them.
    kept_changes: RwSignal<u32>,
    /// Where the board of the round comes from.
    pub origin: RwSignal<RoundOrigin>,
    /// Statistics and practice deck.
    pub data: PlayerData,
    /// The words of the round after its end.
    pub result: RwSignal<Option<ResultReply>>,
    /// The round that is about to start.
    pub next: RoundStart,
    /// The game of the round, as it is drawn; of the options before a round.
    pub view: Memo<GameView>,
    /// Where the cells are drawn.
    pub arrangement: Memo<Arrangement>,
    /// The tiles of the board.
    pub tiles: Memo<Vec<TileView>>,
    /// The number of times that the tiles of a rack were shuffled.
    pub shuffles: RwSignal<u32>,
    /// The word that the player enters.
    pub entry: GuessEntry,
    /// The hint that is shown.
    pub hint: RwSignal<Option<GivenHint>>,
    /// A word of a list whose path is drawn.
    pub selected: RwSignal<Option<WordView>>,
    /// The clock of the round.
    pub clock: PlayClock,
    /// Where the round is played.
    source: StoredValue<Rc<dyn RoundSource>, LocalStorage>,
}

impl PlayState {
    /// Creates the state of a page without a round.
    pub fn new(session: Session) -> Self {
        let options = RwSignal::new(PlayOptions::stored());
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
                board.shuffled(view.required_cells(), shuffles.into())
            })
        });
        let kept_changes = RwSignal::new(0);
        let play = Self {
            session,
            screen: RwSignal::new(PlayScreen::Start),
            options,
            round,
            id: RwSignal::new(None),
            back: RwSignal::new("#".to_owned()),
            kept: Memo::new(move |_| {
                kept_changes.track();
                saved_round::all()
            }),
            kept_changes,
            origin: RwSignal::new(RoundOrigin::default()),
            data: PlayerData::new(),
            result: RwSignal::new(None),
            next: RoundStart::new(),
            view,
            arrangement,
            tiles,
            shuffles,
            entry: GuessEntry::new(view, board, tiles),
            hint: RwSignal::new(None),
            selected: RwSignal::new(None),
            clock: PlayClock::new(),
            source: StoredValue::new_local(Rc::new(WorkerRound::default())),
        };
        play.clock.run(play);
        untrack(|| play.choose_known_game());
        // The configuration of a server comes later.
        Effect::new(move |_| play.choose_known_game());
        play
    }

    /// Chooses another game if the configuration, which is tracked, does not have the chosen one.
    fn choose_known_game(self) {
        let configuration = self.session.configuration;
        let games = configuration.with(game_names);
        if !self
            .options
            .with_untracked(|options| games.contains(&options.game))
        {
            self.choose_game(configuration.with_untracked(ParsedConfiguration::first_game));
        }
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
                Err(error) => self.fail_to_start(&error),
            });
        });
    }

    /// Shows a round from its beginning. It has an address of its own.
    pub(super) fn begin(self, origin: RoundOrigin, reply: RoundReply) {
        // It was for this round only.
        self.next.own_board.set(String::new());
        let now = js_sys::Date::now() as u64;
        let id = origin.is_kept().then(|| saved_round::new_id(now));
        self.show(id, origin, reply);
        if let Some(id) = id {
            self.session.announce(tr("play.started"));
            page::go(&round_address(id));
        }
    }

    /// Shows a round that was interrupted, and pauses it; or one that has ended.
    pub(super) fn resume(self, kept: KeptRound, reply: RoundReply) {
        // The player may have gone elsewhere meanwhile.
        if page::fragment() != round_address(kept.id) {
            return self.next.is_dealing.set(false);
        }
        let is_running = reply.view.phase == RoundPhase::Running;
        self.show(Some(kept.id), kept.origin, reply);
        if is_running {
            self.act(RoundAction::Pause);
        }
    }

    fn show(self, id: Option<u64>, origin: RoundOrigin, reply: RoundReply) {
        let kept = id.map(|id| (id, origin.clone()));
        let source = Rc::new(WorkerRound { kept });
        source.store(self, &reply);
        self.source.set_value(source);
        self.id.set(id);
        self.origin.set(origin);
        self.next.is_dealing.set(false);
        self.result.set(None);
        self.clear_board();
        self.clock.set(reply.view.time);
        let has_ended = matches!(reply.view.phase, RoundPhase::Ended(_));
        self.apply(reply);
        if id.is_some() && !has_ended {
            // Even in place of another round: nothing of that remains.
            self.screen.set(PlayScreen::Round);
        }
    }

    /// Shows the round that an address names, or its result.
    pub(super) fn open_round(self, id: u64) {
        if self.id.get_untracked() == Some(id) {
            return self.show_screen(match self.result.with_untracked(Option::is_some) {
                true => PlayScreen::Result,
                false => PlayScreen::Round,
            });
        }
        // The worker has one round at a time.
        self.close_round();
        match saved_round::get(id) {
            Some(kept) => self.load_round(NextRound::Kept(kept)),
            None => {
                self.session.show_error(tr("play.gone"));
                self.show_start();
            }
        }
    }

    /// Leaves the round, which the browser keeps.
    pub(super) fn close_round(self) {
        if self.id.get_untracked().is_some() {
            self.source.set_value(Rc::new(WorkerRound::default()));
            self.id.set(None);
            self.origin.set(RoundOrigin::default());
            self.round.set(None);
            self.result.set(None);
            self.clear_board();
        }
    }

    /// Shows a screen, unless it is there already.
    pub(super) fn show_screen(self, screen: PlayScreen) {
        if self.screen.get_untracked() != screen {
            self.screen.set(screen);
        }
    }

    /// Shows the start page in place of a round that cannot be shown.
    pub(super) fn show_start(self) {
        page::set_fragment("");
        self.close_round();
        self.show_screen(PlayScreen::Start);
    }

    /// Another window has stored or removed a round. Leaves the round if it is this one.
    pub(super) fn kept_elsewhere(self, key: &str) {
        self.note_kept();
        let id = self.id.get_untracked();
        let has_ended = matches!(untrack(|| self.phase()), Some(RoundPhase::Ended(_)));
        if !has_ended && id.is_some_and(|id| saved_round::key(id) == key) {
            self.session.show_error(tr("play.elsewhere"));
            self.show_start();
        }
    }

    /// Notes that the rounds that the browser keeps have changed.
    pub(super) fn note_kept(self) {
        self.kept_changes.update(|changes| *changes += 1);
    }

    /// The phase of the round, as a reactive value.
    pub fn phase(self) -> Option<RoundPhase> {
        self.round
            .with(|round| round.as_ref().map(|round| round.view.phase))
    }

    /// What scores are counted in, as a reactive value.
    pub fn unit(self) -> ScoreUnit {
        self.view.with(|view| ScoreUnit::of(&view.rules))
    }

    /// Whether the clock runs now.
    pub(super) fn is_running(self) -> bool {
        untrack(|| self.phase()) == Some(RoundPhase::Running)
    }

    /// The milliseconds left, if there is a clock, as a reactive value.
    pub fn remaining(self) -> Option<u64> {
        let (at, left, phase) = self.round.with(|round| {
            let view = &round.as_ref()?.view;
            Some((view.time, view.remaining?, view.phase))
        })?;
        let passed = match phase {
            RoundPhase::Running => self.clock.shown.get().saturating_sub(at),
            RoundPhase::Paused | RoundPhase::Ended(_) => 0,
        };
        Some(left.saturating_sub(passed))
    }

    /// Sends an input of the player to the round.
    pub fn act(self, action: RoundAction) {
        self.source.get_value().act(self, action);
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
            self.id.set(None);
            self.origin.set(RoundOrigin::Dealt);
        }
        self.round.set(Some(round));
    }

    /// Shows no round of a source any more; rounds are played in the worker again.
    pub(super) fn leave_source(self, source: &Rc<impl RoundSource + 'static>) {
        // Another round may be shown already.
        if self.is_played_in(source) {
            self.source.set_value(Rc::new(WorkerRound::default()));
            self.round.set(None);
        }
    }

    /// Forgets the words that were spelled, guessed and selected on the last board.
    pub(super) fn clear_board(self) {
        self.entry.reset();
        self.hint.set(None);
        self.selected.set(None);
        self.shuffles.set(0);
    }

    /// Shows the state of the round, and what happened.
    pub(super) fn apply(self, reply: RoundReply) {
        let has_ended = matches!(reply.view.phase, RoundPhase::Ended(_));
        let found = reply.found.len();
        let events = reply.events.clone();
        self.clock.shown.set(reply.view.time);
        self.round.set(Some(reply));
        for event in events {
            self.handle(event, found);
        }
        if let (true, Some(id)) = (has_ended, self.id.get_untracked()) {
            self.show_result(id);
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
            RoundEvent::HintGiven { hint, .. } => {
                self.session.announce(hint_text(&hint));
                self.hint.set(Some(GivenHint { hint, found }));
            }
            _ => {}
        }
    }

    /// Shows the verdict on a guess.
    pub(super) fn show_verdict(self, guess: String, verdict: &Verdict, penalty: u64) {
        let outcome = self.entry.judge(guess, verdict, penalty);
        let total = self.round.with_untracked(|round| {
            let player = round.as_ref().and_then(|round| round.view.players.first());
            player.map_or(0, |player| player.points)
        });
        self.session.announce(match outcome.counts {
            true if outcome.points.is_none() => outcome.text(),
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
    }

    /// Makes a sound, if the player wants sounds.
    pub(super) fn make_sound(self, sound: Sound) {
        if self.options.with_untracked(|options| options.sound) {
            device::play(sound);
        }
    }

    /// Shows the result of the round, and adds it to the statistics when it has just ended.
    fn show_result(self, id: u64) {
        self.entry.clear();
        self.hint.set(None);
        let origin = self.origin.get_untracked();
        let request = ShowResult {
            date: origin.day().unwrap_or_else(today),
            finished: js_sys::Date::now() as u64,
            is_daily: origin.day().is_some(),
            challenge: origin.challenge().map(str::to_owned),
        };
        self.ask(request, move |mut result| {
            let mut kept = saved_round::get(id);
            let ended = kept.as_ref().and_then(|kept| kept.ended.clone());
            let has_just_ended = ended.is_none();
            match ended {
                Some(_) => result.finished = ended,
                None => {
                    self.data.add_round(result.finished.as_ref());
                    if let Some(kept) = &mut kept {
                        kept.ended = result.finished.clone();
                        kept.store();
                        self.note_kept();
                    }
                }
            }
            if self.id.get_untracked() != Some(id) {
                return;
            }
            self.result.set(Some(result));
            self.selected.set(None);
            self.screen.set(PlayScreen::Result);
            if has_just_ended {
                self.make_sound(Sound::Ended);
                self.session.announce(untrack(|| end_text(self)));
            }
        });
    }

    /// Guesses the word that is being spelled or typed.
    pub fn submit(self) {
        if !self.is_running() {
            return;
        }
        if let Some(guess) = self.entry.take() {
            self.act(guess);
        }
    }

    /// Asks for a hint.
    pub fn ask_hint(self, kind: HintKind) {
        self.act(RoundAction::Hint(kind));
    }

    /// The path to draw: of the word that is being spelled, typed or selected, or was guessed last;
    /// as positions from 1.
    pub fn path(self) -> Vec<u32> {
        let entered = self.entry.path();
        if !entered.is_empty() {
            return entered;
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
}

/// The fragment of the address of a round and its result.
pub fn round_address(id: u64) -> String {
    format!("#/round/{id}")
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
