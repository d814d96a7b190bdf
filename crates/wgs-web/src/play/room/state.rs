//! The room that the page is in, as the server described it, and the connection, which comes back
//! by itself.

mod message;

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{
    Dealing, MemberId, MemberView, PhaseView, RoomAction, RoomCode, RoomSettings, RoomView,
    RunningRound, Scoring, ServerClock,
};

use super::connection::{RoomSocket, delay, socket_address};
use super::heartbeat::{Beat, Heartbeat};
use super::pending_guess::{PendingGuess, PendingGuesses};
use super::room_link::RoomLink;
use super::{identity, room_round};
use crate::page;
use crate::play::state::{PlayScreen, PlayState};
use crate::text::{tr, tr_count};

/// The number of questions for the time right after connecting, and the time between them.
const FIRST_PINGS: u64 = 4;
const FIRST_PING: u64 = 400;

/// How often the clock and the connection are looked at.
const TICK: Duration = Duration::from_millis(250);

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

/// A screen of the room.
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
    /// Whether nothing comes on the connection, which may be lost.
    pub is_silent: RwSignal<bool>,
    /// The room, as the server described it last.
    pub view: RwSignal<Option<RoomView>>,
    /// Why the server closed the connection for a while.
    pub trouble: RwSignal<Option<CloseReason>>,
    /// Guesses without an answer.
    pub pending: PendingGuesses,
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
    heartbeat: StoredValue<Heartbeat>,
    /// The error that the room has shown last.
    error: StoredValue<Option<String>>,
}

impl RoomState {
    /// Creates the state of the page, which lasts as long as the page, unless it is there.
    pub fn prepare() {
        let link = RoomLink::here();
        if use_context::<Self>().is_some() {
            return;
        }
        let play = PlayState::here();
        let page = link.page.get_value();
        page.unwrap_or_default().with(|| {
            let room = Self::new(play);
            room.follow(link);
            provide_context(room);
        });
    }

    /// Opens the rooms that addresses name, now and later, and tells the page its room.
    fn follow(self, link: RoomLink) {
        if let Some(room) = link.wanted.get_untracked() {
            self.open(room);
        }
        Effect::new(move |before: Option<()>| {
            let wanted = link.wanted.get();
            if let Some(room) = wanted.filter(|_| before.is_some()) {
                untrack(|| self.open(room));
            }
        });
        let current = Memo::new(move |_| self.with(|view| view.code));
        Effect::new(move |_| link.current.set(current.get()));
    }

    /// Creates the state of a page in no room.
    fn new(play: PlayState) -> Self {
        let room = Self {
            play,
            connection: RwSignal::new(ConnectionState::Idle),
            is_silent: RwSignal::new(false),
            view: RwSignal::new(None),
            trouble: RwSignal::new(None),
            pending: PendingGuesses::new(),
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
            heartbeat: StoredValue::new(Heartbeat::default()),
            error: StoredValue::new(None),
        };
        room_round::show(room);
        room.keep_connection();
        room
    }

    /// The state of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// The screen to show, as a reactive value.
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
        self.play.show_screen(PlayScreen::Room);
        if self.current_code() == Some(room) {
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

    /// The code of the room that the page is in.
    fn current_code(self) -> Option<RoomCode> {
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
        if let Some(room) = self.current_code() {
            identity::forget_seat(room);
        }
        self.exit_room();
    }

    /// Forgets the room, and shows the page on which rooms are chosen.
    pub fn exit_room(self) {
        // The message that leaves the room is sent first.
        self.reset();
        self.code.set(None);
        self.play.session.restore_own();
        page::set_fragment("/rooms");
        self.play.screen.set(PlayScreen::Rooms);
    }

    fn reset(self) {
        self.connection.set(ConnectionState::Idle);
        self.is_silent.set(false);
        self.dismiss_error();
        self.entrance.set_value(None);
        self.generation.update_value(|generation| *generation += 1);
        self.drop_socket();
        self.view.set(None);
        self.trouble.set(None);
        self.pending.clear();
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
        let now = js_sys::Date::now();
        self.heartbeat.set_value(Heartbeat::starting_at(now));
        self.is_silent.set(false);
        let on_open = move || {
            if is_current()
                && let Some(message) = self.entrance.get_value()
            {
                self.send(&message);
            }
        };
        let on_message = move |text: String| {
            if is_current() {
                let now = js_sys::Date::now();
                self.heartbeat.update_value(|heartbeat| heartbeat.hear(now));
                if self.is_silent.get_untracked() {
                    self.is_silent.set(false);
                    self.play.session.announce(tr("room.back-again"));
                }
                match ServerMessage::from_json(&text) {
                    Ok(message) => self.receive(message),
                    // The server was updated while the page was open. The seat is kept, so the
                    // round goes on after a reload.
                    Err(error) => {
                        leptos::logging::log!("{error}");
                        self.on_closed(CloseReason::Version);
                    }
                }
            }
        };
        let on_close = move || {
            if is_current() {
                self.on_disconnect();
            }
        };
        match RoomSocket::open(&address, on_open, on_message, on_close) {
            Some(socket) => self.socket.set_value(Some(socket)),
            None => self.on_disconnect(),
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

    /// Notes a lost connection, and connects again after a while.
    fn on_disconnect(self) {
        if !self.is_wanted() {
            return;
        }
        self.drop_socket();
        self.generation.update_value(|generation| *generation += 1);
        let generation = self.generation.get_value();
        let is_open = self.connection.get_untracked() == ConnectionState::Open;
        if is_open && !self.is_silent.get_untracked() {
            self.play.session.announce(tr("room.lost"));
        }
        self.is_silent.set(false);
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

    /// Connects again at once, if the connection is lost or may be.
    pub fn connect_now(self) {
        if self.is_silent.get_untracked() {
            self.on_disconnect();
        }
        if self.connection.get_untracked() == ConnectionState::Lost {
            self.connect();
        }
    }

    /// Asks for the time regularly, and notices a connection on which nothing comes.
    fn keep_connection(self) {
        let tick = move || {
            if self.connection.get_untracked() == ConnectionState::Open {
                self.check_connection();
            }
            if self.view.with_untracked(Option::is_some) {
                self.now.set(self.server_now());
            }
        };
        if let Ok(interval) = set_interval_with_handle(tick, TICK) {
            on_cleanup(move || interval.clear());
        }
        // A page of this machine may still have a connection.
        let offline = window_event_listener_untyped("offline", move |_| {
            if self.connection.get_untracked() == ConnectionState::Open {
                self.ping();
            }
        });
        on_cleanup(move || offline.remove());
        let online = window_event_listener_untyped("online", move |_| self.connect_now());
        on_cleanup(move || online.remove());
        // The browser may have slept.
        let shown = window_event_listener_untyped("visibilitychange", move |_| self.connect_now());
        on_cleanup(move || shown.remove());
    }

    fn check_connection(self) {
        let (now, is_hidden) = (js_sys::Date::now(), document().hidden());
        let beat = self
            .heartbeat
            .try_update_value(|heartbeat| heartbeat.beat(now, is_hidden));
        match beat {
            Some(Beat::Ask) => self.ping(),
            Some(Beat::Silent) if !self.is_silent.get_untracked() => {
                self.is_silent.set(true);
                self.play.session.announce(tr("room.lost"));
            }
            Some(Beat::GiveUp) => self.on_disconnect(),
            _ => {}
        }
    }

    fn ping(self) {
        let now = js_sys::Date::now();
        self.heartbeat.update_value(|heartbeat| heartbeat.ask(now));
        self.send(&ClientMessage::Ping { sent: now as u64 });
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
        let id = self.next_id();
        self.connection.get_untracked() == ConnectionState::Open
            && self.send(&ClientMessage::Act { id, action })
    }

    /// The number of the next message.
    fn next_id(self) -> u64 {
        self.last_id.update_value(|id| *id += 1);
        self.last_id.get_value()
    }

    /// Guesses a word. The guess is kept until it is answered.
    pub(super) fn guess(self, text: String, action: RoomAction) {
        if self.pending.has(&text) {
            return;
        }
        let id = self.next_id();
        self.pending.add(PendingGuess {
            id,
            text,
            action: action.clone(),
        });
        if self.connection.get_untracked() == ConnectionState::Open {
            self.send(&ClientMessage::Act { id, action });
        }
    }

    /// Comes back to a room whose connection the server has closed.
    pub fn come_back(self) {
        let Some(room) = self.code.get_untracked() else {
            return self.exit_room();
        };
        self.reset();
        self.open(room);
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

/// The key of the text that says who is missing before a round can start, if anybody is.
pub fn missing_players(view: &RoomView) -> Option<&'static str> {
    let (_, players) = ready_count(view);
    let is_dealt = view.settings.dealing == Dealing::Member;
    let computers = match is_dealt {
        true => 0,
        false => view.settings.computers.len() as u64,
    };
    let can_add_computer = !is_dealt && view.owner == Some(view.member);
    match (players, players + computers) {
        (1.., 2..) => None,
        (_, _) if can_add_computer && players > 0 => Some("room.alone-owner"),
        _ => Some("room.alone"),
    }
}

/// A number of seconds in words.
pub fn seconds_text(seconds: u32) -> String {
    match seconds % 60 {
        0 => tr_count("play.clock.minutes", (seconds / 60).into()),
        _ => tr_count("room.seconds", seconds.into()),
    }
}
