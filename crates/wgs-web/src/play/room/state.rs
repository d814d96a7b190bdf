//! The room that the page is in: what the server said, what it has not answered yet, and the
//! connection, which comes back by itself.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use wgs_play::RoundAction;
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{
    LeaveReason, MemberId, MemberView, PhaseView, RoomAction, RoomAnswer, RoomCode, RoomError,
    RoomEvent, RoomSettings, RoomView, RunningRound, Scoring,
};

use super::connection::{RoomSocket, delay, socket_address};
use super::server_clock::ServerClock;
use super::{identity, room_text, round_reply};
use crate::host;
use crate::page;
use crate::play::device::Sound;
use crate::play::message::RoundReply;
use crate::play::round_source::RoundSource;
use crate::play::state::{PlayScreen, PlayState};
use crate::text::{tr, tr_count, tr_with};

/// How often the server is asked for its time.
const PING: Duration = Duration::from_secs(5);

/// The number of questions for the time right after connecting, and the time between them.
const FIRST_PINGS: u64 = 4;
const FIRST_PING: u64 = 400;

/// A connection on which nothing came for this time is given up, in milliseconds.
const SILENCE: f64 = 20_000.0;

/// The connection to the server.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionState {
    /// The page is in no room.
    Idle,
    /// It is being opened for the first time.
    Connecting,
    /// It is open.
    Open,
    /// It was lost, and will be opened again.
    Lost,
    /// The server closed it for good.
    Closed(CloseReason),
}

/// A guess that the server has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingGuess {
    /// The number of the message.
    pub id: u64,
    /// The word in upper case.
    pub text: String,
    action: RoomAction,
}

/// What happens in the room, as a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomScreen {
    /// Not in a room.
    Entrance,
    /// On the way into a room.
    Connecting,
    /// The server closed the connection.
    Closed,
    /// Between rounds, before the first.
    Lobby,
    /// The board is being dealt.
    Dealing,
    /// A round will start.
    Countdown,
    /// A round is running.
    Round,
    /// A round has ended.
    Report,
}

/// The room that the page is in. Copies refer to the same room.
#[derive(Clone, Copy)]
pub struct RoomState {
    /// The state of the play page.
    pub play: PlayState,
    /// The connection.
    pub connection: RwSignal<ConnectionState>,
    /// The room, as the server described it last.
    pub view: RwSignal<Option<RoomView>>,
    /// Why the server closed the connection for a while.
    pub trouble: RwSignal<Option<CloseReason>>,
    /// Guesses without an answer.
    pub pending: RwSignal<Vec<PendingGuess>>,
    /// The number of messages that were not seen yet.
    pub unread: RwSignal<u64>,
    /// Whether the messages are shown.
    pub is_chat_open: RwSignal<bool>,
    /// Whether the lobby is shown although there is a report.
    pub hides_report: RwSignal<bool>,
    /// The server's time, in milliseconds since 1970; it changes several times a second.
    pub now: RwSignal<u64>,
    /// The room that a link names.
    pub code: RwSignal<Option<RoomCode>>,
    clock: StoredValue<ServerClock>,
    socket: StoredValue<Option<RoomSocket>, LocalStorage>,
    /// The number of the socket. Events of older ones are ignored.
    generation: StoredValue<u64>,
    /// The message that enters the room.
    entrance: StoredValue<Option<ClientMessage>>,
    failed: StoredValue<u32>,
    last_id: StoredValue<u64>,
    received: StoredValue<f64>,
}

/// The round of a room. The server judges it.
struct RoomRound(RoomState);

impl RoundSource for RoomRound {
    fn act(self: Rc<Self>, _: PlayState, action: RoundAction) {
        self.0.play_action(action);
    }

    fn is_kept(&self, _: PlayState) -> bool {
        false
    }
}

impl RoomState {
    /// Creates the state of a page in no room.
    pub fn new(play: PlayState) -> Self {
        let room = Self {
            play,
            connection: RwSignal::new(ConnectionState::Idle),
            view: RwSignal::new(None),
            trouble: RwSignal::new(None),
            pending: RwSignal::new(Vec::new()),
            unread: RwSignal::new(0),
            is_chat_open: RwSignal::new(false),
            hides_report: RwSignal::new(false),
            now: RwSignal::new(0),
            code: RwSignal::new(None),
            clock: StoredValue::new(ServerClock::default()),
            socket: StoredValue::new_local(None),
            generation: StoredValue::new(0),
            entrance: StoredValue::new(None),
            failed: StoredValue::new(0),
            last_id: StoredValue::new(0),
            received: StoredValue::new(0.0),
        };
        room.show_round();
        room.keep_connection();
        room
    }

    /// The state of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// What happens in the room, as a reactive value.
    pub fn screen(self) -> RoomScreen {
        let hides_report = self.hides_report.get();
        let screen = self.view.with(|view| {
            let view = view.as_ref()?;
            Some(match &view.phase {
                PhaseView::Waiting if view.report.is_some() && !hides_report => RoomScreen::Report,
                PhaseView::Waiting => RoomScreen::Lobby,
                PhaseView::Dealing { .. } => RoomScreen::Dealing,
                PhaseView::Countdown { .. } => RoomScreen::Countdown,
                PhaseView::Playing { .. } => RoomScreen::Round,
            })
        });
        match (self.connection.get(), screen) {
            (ConnectionState::Closed(_), _) => RoomScreen::Closed,
            (_, Some(screen)) => screen,
            (ConnectionState::Idle, None) => RoomScreen::Entrance,
            (_, None) => RoomScreen::Connecting,
        }
    }

    /// Uses the room, if the page is in one, as a reactive value.
    pub fn with<T>(self, read: impl FnOnce(&RoomView) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// Uses the running round, if there is one, as a reactive value.
    pub fn with_round<T>(self, read: impl FnOnce(&RoomView, &RunningRound) -> T) -> Option<T> {
        self.view.with(|view| {
            let view = view.as_ref()?;
            match &view.phase {
                PhaseView::Playing { round } => Some(read(view, round)),
                _ => None,
            }
        })
    }

    /// This member, as a reactive value.
    pub fn you(self) -> Option<MemberView> {
        self.with(|view| member(view, view.member).cloned())
            .flatten()
    }

    /// Whether this member owns the room, as a reactive value.
    pub fn is_owner(self) -> bool {
        self.with(|view| view.owner == Some(view.member))
            .unwrap_or(false)
    }

    /// Whether the round is co-operative, as a reactive value.
    pub fn is_team(self) -> bool {
        self.with(|view| view.settings.scoring == Scoring::Cooperative)
            .unwrap_or(false)
    }

    /// Opens a new room.
    pub fn create(self, settings: RoomSettings) {
        self.code.set(None);
        self.enter(ClientMessage::Create {
            version: VERSION,
            name: named(),
            identity: identity::key(),
            settings: Box::new(settings),
        });
    }

    /// Enters a room.
    pub fn join(self, room: RoomCode, is_spectator: bool) {
        self.code.set(Some(room));
        self.enter(ClientMessage::Join {
            version: VERSION,
            room,
            name: named(),
            identity: identity::key(),
            is_spectator,
        });
    }

    /// Shows the room that a link names: comes back to a seat there, or asks for a name.
    pub fn open(self, room: RoomCode) {
        self.play.screen.set(PlayScreen::Room);
        if self.with_untracked_code() == Some(room) {
            return;
        }
        self.reset();
        self.code.set(Some(room));
        if let Some(token) = identity::token(room) {
            self.enter(ClientMessage::Resume {
                version: VERSION,
                room,
                token,
            });
        }
    }

    fn with_untracked_code(self) -> Option<RoomCode> {
        self.view
            .with_untracked(|view| view.as_ref().map(|view| view.code))
    }

    fn enter(self, message: ClientMessage) {
        self.reset();
        self.entrance.set_value(Some(message));
        self.play.screen.set(PlayScreen::Room);
        self.connection.set(ConnectionState::Connecting);
        self.connect();
    }

    /// Leaves the room for good.
    pub fn leave(self) {
        self.act(RoomAction::Leave);
        if let Some(room) = self.with_untracked_code() {
            identity::forget_seat(room);
        }
        self.go_out();
    }

    /// Forgets the room, and shows where rooms are chosen.
    pub fn go_out(self) {
        // The message that leaves the room is sent first.
        self.reset();
        self.code.set(None);
        self.play.session.restore_own();
        page::set_fragment("/rooms");
        self.play.screen.set(PlayScreen::Rooms);
    }

    fn reset(self) {
        self.connection.set(ConnectionState::Idle);
        self.entrance.set_value(None);
        self.generation.update_value(|generation| *generation += 1);
        self.drop_socket();
        self.view.set(None);
        self.trouble.set(None);
        self.pending.set(Vec::new());
        self.unread.set(0);
        self.is_chat_open.set(false);
        self.hides_report.set(false);
        self.failed.set_value(0);
        self.clock.set_value(ServerClock::default());
    }

    /// Closes the socket a moment later, because this may be called by the socket itself.
    fn drop_socket(self) {
        let mut old = None;
        self.socket
            .update_value(|socket| old = std::mem::take(socket));
        set_timeout(move || drop(old), Duration::ZERO);
    }

    fn connect(self) {
        let api = self
            .play
            .session
            .host
            .with_untracked(|host| host.api.clone());
        // The page asks its host for the address first.
        let Some(address) = api.as_deref().and_then(socket_address) else {
            let again = move || {
                if self.is_wanted() {
                    self.connect();
                }
            };
            return set_timeout(again, Duration::from_millis(100));
        };
        self.drop_socket();
        self.generation.update_value(|generation| *generation += 1);
        let generation = self.generation.get_value();
        let is_current = move || self.generation.try_get_value() == Some(generation);
        self.received.set_value(js_sys::Date::now());
        let on_open = move || {
            if is_current()
                && let Some(message) = self.entrance.get_value()
            {
                self.send(&message);
            }
        };
        let on_message = move |text: String| {
            if is_current() {
                self.received.set_value(js_sys::Date::now());
                match ServerMessage::from_json(&text) {
                    Ok(message) => self.receive(message),
                    Err(error) => leptos::logging::warn!("{error}"),
                }
            }
        };
        let on_close = move || {
            if is_current() {
                self.lose();
            }
        };
        match RoomSocket::open(&address, on_open, on_message, on_close) {
            Some(socket) => self.socket.set_value(Some(socket)),
            None => self.lose(),
        }
    }

    /// Whether the page is in a room, or wants to be.
    fn is_wanted(self) -> bool {
        let is_over =
            |it: &ConnectionState| matches!(it, ConnectionState::Idle | ConnectionState::Closed(_));
        self.connection
            .try_with_untracked(|connection| !is_over(connection))
            .unwrap_or(false)
    }

    /// Connects again after a while.
    fn lose(self) {
        if !self.is_wanted() {
            return;
        }
        self.drop_socket();
        self.generation.update_value(|generation| *generation += 1);
        let generation = self.generation.get_value();
        if self.connection.get_untracked() == ConnectionState::Open {
            self.play.session.announce(tr("room.lost"));
        }
        self.connection.set(ConnectionState::Lost);
        let failed = self.failed.get_value();
        self.failed.set_value(failed + 1);
        let wait = delay(failed, js_sys::Math::random());
        let again = move || {
            if self.generation.try_get_value() == Some(generation) && self.is_wanted() {
                self.connect();
            }
        };
        set_timeout(again, Duration::from_millis(wait as u64));
    }

    /// Connects again at once.
    pub fn connect_now(self) {
        if self.connection.get_untracked() == ConnectionState::Lost {
            self.connect();
        }
    }

    /// Asks for the time regularly, and notices a connection that died without a word.
    fn keep_connection(self) {
        let ping = move || {
            if self.connection.get_untracked() != ConnectionState::Open {
                return;
            }
            match js_sys::Date::now() - self.received.get_value() > SILENCE {
                true => self.lose(),
                false => self.ping(),
            }
        };
        if let Ok(interval) = set_interval_with_handle(ping, PING) {
            on_cleanup(move || interval.clear());
        }
        let tick = move || {
            if self.view.with_untracked(Option::is_some) {
                self.now.set(self.server_now());
            }
        };
        if let Ok(interval) = set_interval_with_handle(tick, Duration::from_millis(250)) {
            on_cleanup(move || interval.clear());
        }
        let online = window_event_listener_untyped("online", move |_| self.connect_now());
        on_cleanup(move || online.remove());
        // The browser may have slept.
        let shown = window_event_listener_untyped("visibilitychange", move |_| self.connect_now());
        on_cleanup(move || shown.remove());
    }

    fn ping(self) {
        self.send(&ClientMessage::Ping {
            sent: js_sys::Date::now() as u64,
        });
    }

    /// The server's time.
    pub fn server_now(self) -> u64 {
        self.clock
            .with_value(|clock| clock.now(js_sys::Date::now()))
    }

    fn send(self, message: &ClientMessage) -> bool {
        let text = message.to_json();
        self.socket
            .with_value(|socket| socket.as_ref().is_some_and(|socket| socket.send(&text)))
    }

    /// Does something in the room. Returns false if there is no connection.
    pub fn act(self, action: RoomAction) -> bool {
        self.last_id.update_value(|id| *id += 1);
        let id = self.last_id.get_value();
        self.connection.get_untracked() == ConnectionState::Open
            && self.send(&ClientMessage::Act { id, action })
    }

    /// Takes what the player does on the board.
    fn play_action(self, action: RoundAction) {
        match action {
            RoundAction::Guess(text) => self.guess(text.to_uppercase(), RoomAction::Guess(text)),
            RoundAction::GuessPath(cells) => {
                let text = self
                    .play
                    .entry
                    .letters(cells.iter().map(|cell| cell.index()));
                self.guess(text, RoomAction::GuessPath(cells));
            }
            _ => {}
        }
    }

    /// Guesses a word. It is kept until it is answered, so that it survives a lost connection.
    fn guess(self, text: String, action: RoomAction) {
        let is_known = self
            .pending
            .with_untracked(|pending| pending.iter().any(|guess| guess.text == text));
        if is_known {
            return;
        }
        self.last_id.update_value(|id| *id += 1);
        let id = self.last_id.get_value();
        self.pending.update(|pending| {
            let action = action.clone();
            pending.push(PendingGuess { id, text, action });
        });
        if self.connection.get_untracked() == ConnectionState::Open {
            self.send(&ClientMessage::Act { id, action });
        }
    }

    fn take_pending(self, id: u64) -> Option<PendingGuess> {
        let mut taken = None;
        self.pending.update(|pending| {
            let index = pending.iter().position(|guess| guess.id == id);
            taken = index.map(|index| pending.remove(index));
        });
        taken
    }

    fn receive(self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome {
                room,
                token,
                now,
                view,
                ..
            } => self.welcome(room, &token, now, *view),
            ServerMessage::Snapshot { now, view } => {
                self.note_time(now);
                self.take_view(*view);
            }
            ServerMessage::Event {
                sequence, event, ..
            } => self.take_event(sequence, event),
            ServerMessage::Answer { id, answer } => self.take_answer(id, answer),
            ServerMessage::Refused { id, error, .. } => self.take_refusal(id, &error),
            ServerMessage::Pong { sent, now } => {
                let received = js_sys::Date::now();
                self.clock
                    .update_value(|clock| clock.measure(sent as f64, received, now));
                self.set_round_clock();
            }
            ServerMessage::Closed { reason, .. } => self.take_close(reason),
        }
    }

    fn note_time(self, now: u64) {
        self.clock
            .update_value(|clock| clock.guess(js_sys::Date::now(), now));
        self.now.set(self.server_now());
    }

    fn welcome(self, room: RoomCode, token: &str, now: u64, view: RoomView) {
        let is_back = self.connection.get_untracked() == ConnectionState::Lost;
        if self.view.with_untracked(Option::is_none) {
            host::borrow_games(self.play.session);
        }
        identity::keep_seat(room, token);
        self.entrance.set_value(Some(ClientMessage::Resume {
            version: VERSION,
            room,
            token: token.to_owned(),
        }));
        self.failed.set_value(0);
        self.trouble.set(None);
        self.note_time(now);
        self.code.set(Some(room));
        let you = member(&view, view.member);
        if let Some(player) = you.and_then(|you| you.player.as_ref()) {
            identity::set_player(player);
        }
        self.connection.set(ConnectionState::Open);
        self.take_view(view);
        if is_back {
            self.play.session.announce(tr("room.back-again"));
        }
        page::set_fragment(&format!("room={room}"));
        self.play.screen.set(PlayScreen::Room);
        for number in 0..FIRST_PINGS {
            let ping = move || {
                self.ping();
            };
            set_timeout(ping, Duration::from_millis(1 + number * FIRST_PING));
        }
        // What was not answered is sent again.
        for PendingGuess { id, action, .. } in self.pending.get_untracked() {
            self.send(&ClientMessage::Act { id, action });
        }
    }

    /// Takes the whole room. Guesses that were counted meanwhile need no answer any more.
    fn take_view(self, view: RoomView) {
        let is_playing = matches!(view.phase, PhaseView::Playing { .. });
        self.pending.update(|pending| {
            let is_counted =
                |guess: &PendingGuess| view.words.iter().any(|word| word.word == guess.text);
            pending.retain(|guess| is_playing && !is_counted(guess));
        });
        self.view.set(Some(view));
        self.set_round_clock();
    }

    fn take_event(self, sequence: u64, event: RoomEvent) {
        let known = self
            .view
            .with_untracked(|view| view.as_ref().map(|view| view.sequence));
        if known.is_some_and(|known| sequence == known + 1) {
            self.announce(&event);
            self.before(&event);
        }
        let mut is_missing = false;
        self.view.update(|view| {
            is_missing = view
                .as_mut()
                .is_some_and(|view| view.apply(sequence, event).is_err());
        });
        if is_missing {
            self.send(&ClientMessage::Resync);
        }
    }

    /// What an event does besides changing the room.
    fn before(self, event: &RoomEvent) {
        match event {
            RoomEvent::Started { .. } => {
                self.pending.set(Vec::new());
                self.hides_report.set(false);
                self.play.clear_board();
            }
            RoomEvent::Ended { .. } => {
                self.pending.set(Vec::new());
                self.hides_report.set(false);
                self.play.clear_board();
                self.play.make_sound(Sound::Ended);
            }
            RoomEvent::Chat { line } => {
                let is_own = self
                    .view
                    .with_untracked(|view| view.as_ref().map(|view| view.member))
                    == Some(line.member);
                if !is_own && !self.is_chat_open.get_untracked() {
                    self.unread.update(|unread| *unread += 1);
                }
            }
            RoomEvent::DealFailed { reason } => self
                .play
                .session
                .show_error(tr_with("room.deal-failed", &[("reason", reason)])),
            _ => {}
        }
    }

    /// Announces who comes and goes, the countdown, and the result, but not the words of others.
    fn announce(self, event: &RoomEvent) {
        let text = self.view.with_untracked(|view| {
            let view = view.as_ref()?;
            let name = |id: &MemberId| member(view, *id).map(|member| member.name.clone());
            Some(match event {
                RoomEvent::Member { member: new } => match member(view, new.member) {
                    None => tr_with("room.joined", &[("name", &new.name)]),
                    Some(old) if old.is_connected && !new.is_connected => {
                        tr_with("room.disconnected-name", &[("name", &new.name)])
                    }
                    Some(old) if !old.is_ready && new.is_ready && new.member != view.member => {
                        tr_with("room.ready-name", &[("name", &new.name)])
                    }
                    Some(_) => return None,
                },
                RoomEvent::Left { member, reason } => {
                    let key = match reason {
                        LeaveReason::Removed => "room.removed-name",
                        LeaveReason::Left | LeaveReason::Gone => "room.left-name",
                    };
                    tr_with(key, &[("name", &name(member)?)])
                }
                RoomEvent::Owner { member } if *member == Some(view.member) => {
                    tr("room.you-are-owner")
                }
                RoomEvent::Countdown { number, starts_at } => {
                    let left = starts_at.saturating_sub(self.server_now());
                    let seconds = left.div_ceil(1000).to_string();
                    let number = number.to_string();
                    let values = [("number", number.as_str()), ("seconds", &seconds)];
                    tr_with("room.countdown-announced", &values)
                }
                RoomEvent::Started { .. } => tr("play.started"),
                RoomEvent::Ended { report, .. } => room_text::winner(report),
                _ => return None,
            })
        });
        if let Some(text) = text {
            self.play.session.announce(text);
        }
    }

    fn take_answer(self, id: u64, answer: RoomAnswer) {
        let RoomAnswer::Judged {
            guess,
            verdict,
            penalty,
            word,
        } = answer
        else {
            return;
        };
        let pending = self.take_pending(id);
        if let Some(word) = word
            && !self.is_team_untracked()
        {
            self.view.update(|view| {
                if let Some(view) = view
                    && !view.words.iter().any(|known| known.word == word.word)
                {
                    view.words.push(word);
                }
            });
        }
        // An answer that came twice shows nothing new.
        if pending.is_some() {
            self.play.show_verdict(guess, &verdict, penalty);
        }
    }

    fn is_team_untracked(self) -> bool {
        untrack(|| self.is_team())
    }

    fn take_refusal(self, id: u64, error: &RoomError) {
        let text = room_text::error(error);
        match self.take_pending(id) {
            Some(guess) => {
                let text = format!("{}: {text}", guess.text);
                self.play.session.announce(text);
            }
            None => self.play.session.show_error(text),
        }
    }

    fn take_close(self, reason: CloseReason) {
        if reason.is_temporary() {
            self.trouble.set(Some(reason));
            return self.lose();
        }
        let room = self.code.get_untracked();
        let is_over = matches!(
            reason,
            CloseReason::Left
                | CloseReason::Removed
                | CloseReason::Gone
                | CloseReason::NoSuchRoom
                | CloseReason::BadToken
        );
        if let (true, Some(room)) = (is_over, room) {
            identity::forget_seat(room);
        }
        self.generation.update_value(|generation| *generation += 1);
        self.drop_socket();
        self.connection.set(ConnectionState::Closed(reason));
        self.view.set(None);
        self.pending.set(Vec::new());
    }

    /// Comes back to a room whose connection the server has closed.
    pub fn come_back(self) {
        let Some(room) = self.code.get_untracked() else {
            return self.go_out();
        };
        self.reset();
        self.open(room);
    }

    /// Shows the round of the room on the board of the play page, as long as the room is shown.
    fn show_round(self) {
        let source = Rc::new(RoomRound(self));
        let reply = Memo::new(move |_| {
            let is_shown = self.play.screen.get() == PlayScreen::Room;
            self.view.with(|view| -> Option<RoundReply> {
                round_reply::round_reply(view.as_ref().filter(|_| is_shown)?)
            })
        });
        Effect::new(move |was_shown: Option<bool>| {
            let reply = reply.get();
            let is_shown = reply.is_some();
            if is_shown || was_shown == Some(true) {
                match reply {
                    Some(reply) => self.play.play_in(&source, reply),
                    None => self.play.leave_source(&source),
                }
                self.set_round_clock();
            }
            is_shown
        });
    }

    /// Sets the clock of the round to the server's.
    fn set_round_clock(self) {
        let started = self
            .view
            .with_untracked(|view| match &view.as_ref()?.phase {
                PhaseView::Playing { round } => Some(round.started_at),
                _ => None,
            });
        if let Some(started) = started
            && self.play.screen.get_untracked() == PlayScreen::Room
        {
            self.play
                .clock
                .set(self.server_now().saturating_sub(started));
        }
    }
}

/// The member with a number.
pub fn member(view: &RoomView, id: MemberId) -> Option<&MemberView> {
    view.members.iter().find(|member| member.member == id)
}

/// The player's name, or one to begin with.
fn named() -> String {
    match identity::name().trim() {
        "" => tr("room.somebody"),
        name => name.to_owned(),
    }
}

/// The number of people who play and are ready, and of all who play.
pub fn ready_count(view: &RoomView) -> (u64, u64) {
    let players = view.members.iter().filter(|member| !member.is_spectator);
    let players = players.filter(|member| member.is_connected);
    let ready = players.clone().filter(|member| member.is_ready).count();
    (ready as u64, players.count() as u64)
}

/// A number of seconds in words.
pub fn seconds_text(seconds: u32) -> String {
    match seconds % 60 {
        0 => tr_count("play.clock.minutes", (seconds / 60).into()),
        _ => tr_count("room.seconds", seconds.into()),
    }
}
