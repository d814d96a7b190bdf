//! The host of rooms: gives each room a task that owns it, lets people in, deals boards, stores what
//! happens, and stops without losing anything. The rules of rooms are in [`wgs_play::room`].
//!
//! | module | what it holds |
//! |---|---|
//! | `handshake` | the beginning of a WebSocket |
//! | `connection` | a WebSocket: limits, keep-alive, messages in and out |
//! | `outgoing` | the messages on their way to a connection |
//! | `room_handle` | a local room, or one on another server |
//! | `relay` | connections of other servers, and to rooms of other servers |
//! | `room_task` | the task that owns a room |
//! | `room_board` | dealing boards and restoring rooms, in the worker pools |
//! | `round_archive` | rounds that have ended, and ratings |
//! | `room_list` | the public list |
//! | `secret` | codes, tokens and hashes |
//! | `clock` | the server's time |
//! | `metrics` | counters for Prometheus |

mod clock;
mod connection;
mod handshake;
mod metrics;
mod outgoing;
mod relay;
mod room_board;
mod room_handle;
mod room_list;
mod room_task;
mod round_archive;
mod secret;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::{Notify, Semaphore, mpsc, oneshot, watch};
use wgs_play::room::message::{ClientMessage, CloseReason};
use wgs_play::room::{Entrance, Room, RoomCode, RoomError, RoomSettings, SettingsError};

pub(crate) use connection::Connection;
pub(crate) use handshake::accept;
pub(crate) use room_list::{ListedRoom, RoomListReply};

use clock::RoomClock;
use connection::FIRST_MESSAGES;
use metrics::{RoomGauges, RoomMetrics};
use outgoing::{Closing, ConnectionId, OutgoingReceiver, outgoing};
use relay::Relay;
use room_handle::RoomHandle;
use room_list::RoomSummary;
use room_task::{Entry, EntryKind, RoomCommand, RoomStart, TaskSetup};
pub(crate) use secret::{is_player_id, player_id};
use secret::{random_code, token_hash};

use crate::address::Client;
use crate::client_budget::{Capacity, CapacityError, ClientBudgets, OpenPlayer, Resource};
use crate::cluster::{Claim, Cluster, ClusterError, ServerId};
use crate::metrics_text::MetricsText;
use crate::room_storage::{
    self, DatabaseLocation, ExpiryRule, QueueLimits, RoomStorage, StorageError, WriteQueue,
};
use crate::{ServerState, new_token};

/// The options of rooms.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RoomOptions {
    /// Where rooms are stored.
    pub database: DatabaseLocation,
    /// Whether everyone can get the list of the rooms that are public.
    pub is_listed: bool,
    /// The maximum number of connected members; members who come back do not count.
    pub max_players: usize,
    /// The maximum number of connected members from one address.
    pub max_players_per_client: usize,
    /// The maximum number of rooms in memory; empty rooms do not count.
    pub max_rooms: usize,
    /// The number of days after which an unused room is deleted.
    pub room_days: u32,
    /// The number of days after which a finished round is deleted.
    pub round_days: u32,
    /// The time after which a room without connections leaves memory. It stays in the database.
    pub unload_after: Duration,
    /// The address of NATS, over which several servers with the same database form one service.
    pub nats: Option<String>,
    /// The number of milliseconds by which the rooms' clock is ahead of the system's, for tests of
    /// servers whose clocks differ.
    pub clock_offset: i64,
}

/// Why there are no rooms.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum RoomHostError {
    /// The database cannot be used.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Several servers cannot work together.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// Each server has its own database.
    #[error("several servers need the same PostgreSQL database, but this one stores rooms in {0}")]
    OwnDatabase(String),
}

impl RoomOptions {
    /// Returns the default options with this database.
    pub fn new(database: DatabaseLocation) -> Self {
        Self {
            database,
            is_listed: false,
            max_players: 10_000,
            max_players_per_client: 500,
            max_rooms: 5_000,
            room_days: 30,
            round_days: 365,
            unload_after: room_task::UNLOAD_AFTER,
            nats: None,
            clock_offset: 0,
        }
    }
}

/// The number of commands that wait for a room.
const MAILBOX: usize = 64;

/// The epoch of a room's first owner, if there are no other servers.
const FIRST_EPOCH: u64 = 1;

/// The time between two checks whether the database can be written.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The time between two searches for old rooms.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// The time in which all rooms must be stored when the server is stopped.
const DRAIN_TIME: Duration = Duration::from_secs(8);

/// The host of rooms. Clones share everything.
#[derive(Clone)]
pub(crate) struct RoomHost {
    state: Arc<HostState>,
}

/// The state that the tasks of all rooms and connections share.
struct HostState {
    /// The server, whose worker pools and games the rooms use.
    server: Weak<ServerState>,
    options: RoomOptions,
    clock: RoomClock,
    storage: Arc<dyn RoomStorage>,
    queue: WriteQueue,
    budgets: ClientBudgets,
    metrics: RoomMetrics,
    rooms: Mutex<HashMap<RoomCode, RoomEntry>>,
    /// Tells that a room has left memory.
    forgotten: Notify,
    connections: AtomicU64,
    /// True when the server is being stopped.
    stop: watch::Sender<bool>,
    /// Permits for rooms that are loaded.
    loads: Semaphore,
    /// The connections to other servers, if there are any.
    relay: Option<Arc<Relay>>,
    /// When the database was last checked, and whether it could be written.
    last_check: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// Held while a round is stored again because another round has changed the ratings of its
    /// players.
    rating_turn: tokio::sync::Mutex<()>,
}

/// A room in memory.
struct RoomEntry {
    sender: mpsc::Sender<RoomCommand>,
    summary: Arc<RoomSummary>,
}

/// The server that owns a room.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Owner {
    Us,
    Server(ServerId),
}

/// When a room may be loaded although there are too many.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loading {
    /// For a member who comes back.
    Always,
    /// For a new member.
    IfNotFull,
}

impl HostState {
    fn lock_rooms(&self) -> MutexGuard<'_, HashMap<RoomCode, RoomEntry>> {
        // Nothing panics while it holds the lock.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that a room can have these settings, and that there is such a game.
    fn check_settings(&self, settings: &RoomSettings) -> Result<(), RoomError> {
        settings.check().map_err(RoomError::Settings)?;
        let Some(server) = self.server.upgrade() else {
            return Ok(());
        };
        let configuration = server.store.current();
        let game = configuration.loader.catalogue().game(&settings.game);
        game.map(drop).map_err(|_| {
            RoomError::Settings(SettingsError {
                key: "game".to_owned(),
                expected: "the name of a game of this server".to_owned(),
                found: settings.game.clone(),
            })
        })
    }

    /// Removes a room whose task ends.
    fn forget(&self, code: RoomCode) {
        self.lock_rooms().remove(&code);
        self.forgotten.notify_one();
    }

    /// Removes a room whose task ends, unless another sender of commands exists. Returns whether it
    /// was removed.
    fn forget_if_unused(&self, code: RoomCode, mailbox: &mpsc::Receiver<RoomCommand>) -> bool {
        let mut rooms = self.lock_rooms();
        // Senders are cloned only while the lock is held; the last one is in the map.
        let is_unused = mailbox.is_empty() && mailbox.sender_strong_count() <= 1;
        if is_unused {
            rooms.remove(&code);
            self.forgotten.notify_one();
        }
        is_unused
    }

    fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }
}

impl RoomHost {
    /// Opens the database of the options, unless there is another, and joins other servers.
    pub(crate) async fn open(
        options: RoomOptions,
        server: Weak<ServerState>,
        budgets: ClientBudgets,
        storage: Option<Arc<dyn RoomStorage>>,
    ) -> Result<Self, RoomHostError> {
        let storage = match storage {
            Some(storage) => storage,
            None => room_storage::open(&options.database).await?,
        };
        let (relay, messages) = match &options.nats {
            Some(_) if !matches!(options.database, DatabaseLocation::Postgres(_)) => {
                return Err(RoomHostError::OwnDatabase(options.database.to_string()));
            }
            Some(url) => {
                let (cluster, messages) = Cluster::join(url, ServerId::random()).await?;
                tracing::info!(server = %cluster.id(), "joined the other servers");
                (Some(Arc::new(Relay::new(cluster))), Some(messages))
            }
            None => (None, None),
        };
        let host = Self {
            state: Arc::new(HostState {
                server,
                clock: RoomClock::new(options.clock_offset),
                queue: WriteQueue::new(storage.clone(), QueueLimits::default()),
                storage,
                budgets,
                metrics: RoomMetrics::default(),
                rooms: Mutex::default(),
                forgotten: Notify::new(),
                connections: AtomicU64::new(0),
                stop: watch::Sender::new(false),
                loads: Semaphore::new(room_board::LOADS),
                relay: relay.clone(),
                last_check: tokio::sync::Mutex::default(),
                rating_turn: tokio::sync::Mutex::default(),
                options,
            }),
        };
        tokio::spawn(expire(Arc::downgrade(&host.state)));
        if let (Some(relay), Some(messages)) = (relay, messages) {
            tokio::spawn(relay.run(Arc::downgrade(&host.state), messages));
        }
        Ok(host)
    }

    /// The options.
    pub(crate) fn options(&self) -> &RoomOptions {
        &self.state.options
    }

    /// Where everything is stored.
    pub(crate) fn storage(&self) -> &Arc<dyn RoomStorage> {
        &self.state.storage
    }

    /// Returns whether the database can be written. It is asked at most once a second.
    pub(crate) async fn is_writable(&self) -> bool {
        let mut last = self.state.last_check.lock().await;
        match *last {
            Some((at, is_writable)) if at.elapsed() < CHECK_INTERVAL => is_writable,
            _ => {
                let checked = self.state.storage.check().await;
                if let Err(error) = &checked {
                    let error = wgs_config::error_chain(error);
                    tracing::error!("the database of rooms cannot be written: {error}");
                }
                *last = Some((Instant::now(), checked.is_ok()));
                checked.is_ok()
            }
        }
    }

    /// Returns the number of members with a connection.
    fn players(&self) -> usize {
        self.state.budgets.total(Resource::Players)
    }

    /// Counts a new connection.
    pub(crate) fn open_player(&self, client: Client) -> Option<OpenPlayer> {
        self.state.budgets.open_player(client).ok()
    }

    fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.state.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Checks that this server lets clients in: it is not being stopped, and may own rooms.
    fn check_open(&self) -> Result<(), Closing> {
        match (self.state.is_stopped(), self.is_leased()) {
            (true, _) => Err(CloseReason::Draining.into()),
            (false, false) => Err(CloseReason::Restart.into()),
            (false, true) => Ok(()),
        }
    }

    /// Lets a client into the room that its first message names.
    async fn enter(
        &self,
        message: ClientMessage,
        id: ConnectionId,
        open: &mut OpenPlayer,
    ) -> Result<(RoomHandle, OutgoingReceiver), Closing> {
        self.check_open()?;
        let (is_back, room) = match &message {
            ClientMessage::Create { .. } => (false, None),
            ClientMessage::Join { room, .. } => (false, Some(*room)),
            ClientMessage::Resume { room, .. } => (true, Some(*room)),
            ClientMessage::Act { .. } | ClientMessage::Resync | ClientMessage::Ping { .. } => {
                return Err(Closing::new(CloseReason::Malformed).with_text(FIRST_MESSAGES));
            }
        };
        let capacity = Capacity {
            of_all: self.state.options.max_players,
            of_client: self.state.options.max_players_per_client,
        };
        let entered = open.enter(is_back, capacity);
        let entered = match room {
            None => entered.and_then(|()| open.open_room()),
            Some(_) => entered,
        };
        entered.map_err(|error| {
            let text = match error {
                CapacityError::Server => "the server is full; try again later",
                CapacityError::Client => {
                    "your network has as many players here as it may; try again later"
                }
            };
            Closing::new(CloseReason::Busy).with_text(text)
        })?;
        if let (Some(relay), Some(room)) = (&self.state.relay, room)
            && let Owner::Server(owner) = self.owner(room).await?
        {
            let (message, player) = without_key(message)?;
            let (room, receiver) = relay.enter(owner, message, player, id).await?;
            return Ok((RoomHandle::Remote(room), receiver));
        }
        let (message, player) = without_key(message)?;
        self.enter_own_room(message, player, id, Some(open)).await
    }

    /// Lets a client into a room of this server.
    async fn enter_own_room(
        &self,
        message: ClientMessage,
        player: Option<String>,
        connection: ConnectionId,
        open: Option<&OpenPlayer>,
    ) -> Result<(RoomHandle, OutgoingReceiver), Closing> {
        self.check_open()?;
        let join = |name: String, is_spectator: bool| {
            let token = new_token();
            let entrance = Entrance {
                name,
                player,
                token_hash: token_hash(&token),
                is_spectator,
            };
            EntryKind::Join { entrance, token }
        };
        let (room, kind) = match message {
            ClientMessage::Create { name, settings, .. } => {
                (self.create(*settings, open).await?, join(name, false))
            }
            ClientMessage::Join {
                room,
                name,
                is_spectator,
                ..
            } => {
                let room = self.room(room, Loading::IfNotFull, open).await?;
                (room, join(name, is_spectator))
            }
            ClientMessage::Resume { room, token, .. } => {
                let kind = EntryKind::Resume { token };
                (self.room(room, Loading::Always, open).await?, kind)
            }
            ClientMessage::Act { .. } | ClientMessage::Resync | ClientMessage::Ping { .. } => {
                return Err(CloseReason::Malformed.into());
            }
        };
        let (outgoing, receiver) = outgoing(connection);
        let entry = Box::new(Entry { kind, outgoing });
        // If the room has just ended, the client connects again.
        match room.send(RoomCommand::Enter(entry)).await {
            Ok(()) => Ok((RoomHandle::Local { room, connection }, receiver)),
            Err(_) => Err(CloseReason::Restart.into()),
        }
    }

    /// Returns what somebody who has the code of a room may know before entering it.
    pub(crate) async fn describe(&self, code: RoomCode) -> Result<ListedRoom, Closing> {
        if let Some(relay) = &self.state.relay
            && let Owner::Server(owner) = self.owner(code).await?
        {
            return relay.describe(&owner, code).await;
        }
        self.describe_own_room(code).await
    }

    /// Does the same for a room of this server.
    async fn describe_own_room(&self, code: RoomCode) -> Result<ListedRoom, Closing> {
        let state = &self.state;
        self.check_open()?;
        let is_loaded = state.lock_rooms().contains_key(&code);
        // A code that somebody has mistyped starts no task.
        if !is_loaded {
            let is_free = state.storage.is_free(code.as_str()).await;
            let is_free = is_free.map_err(|error| {
                let error = wgs_config::error_chain(&error);
                tracing::error!(room = %code, "cannot find the room: {error}");
                Closing::new(CloseReason::Restart)
            })?;
            if is_free {
                return Err(CloseReason::NoSuchRoom.into());
            }
        }
        let room = self.room(code, Loading::IfNotFull, None).await?;
        let (sender, answer) = oneshot::channel();
        let ended = || Closing::new(CloseReason::Restart);
        let asked = room.send(RoomCommand::Describe(sender)).await;
        asked.map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Finds out which server owns a room. If none does, it is this one from now on.
    async fn owner(&self, code: RoomCode) -> Result<Owner, Closing> {
        let Some(relay) = &self.state.relay else {
            return Ok(Owner::Us);
        };
        if self.state.lock_rooms().contains_key(&code) {
            return Ok(Owner::Us);
        }
        let fail = |error: String| {
            tracing::error!(room = %code, "cannot find the room's server: {error}");
            Closing::new(CloseReason::Restart)
        };
        // A room that does not exist has no owner.
        let is_free = self.state.storage.is_free(code.as_str()).await;
        if is_free.map_err(|error| fail(wgs_config::error_chain(&error)))? {
            return Err(CloseReason::NoSuchRoom.into());
        }
        match relay.cluster().claim(code).await {
            Ok(Claim::Ours(_)) => Ok(Owner::Us),
            Ok(Claim::Theirs(server)) => Ok(Owner::Server(server)),
            Err(error) => Err(fail(error.to_string())),
        }
    }

    /// Opens a room, and returns the sender of commands for its task.
    async fn create(
        &self,
        settings: RoomSettings,
        open: Option<&OpenPlayer>,
    ) -> Result<mpsc::Sender<RoomCommand>, Closing> {
        let state = &self.state;
        state.check_settings(&settings).map_err(CloseReason::Room)?;
        let busy = || Closing::new(CloseReason::Busy);
        loop {
            if state.lock_rooms().len() >= state.options.max_rooms {
                return Err(busy());
            }
            let code = random_code();
            let is_free = state.storage.is_free(code.as_str()).await;
            let is_free = is_free.map_err(|error| {
                let error = wgs_config::error_chain(&error);
                tracing::error!("cannot create a room: {error}");
                Closing::new(CloseReason::Restart)
                    .with_text("the server cannot store a room at the moment; try again later")
            })?;
            let epoch = match &state.relay {
                Some(relay) if is_free => match relay.cluster().claim(code).await {
                    Ok(Claim::Ours(revision)) => revision,
                    Ok(Claim::Theirs(_)) => continue,
                    Err(error) => {
                        tracing::error!("cannot create a room: {error}");
                        return Err(busy());
                    }
                },
                _ => FIRST_EPOCH,
            };
            let mut rooms = state.lock_rooms();
            if rooms.len() >= state.options.max_rooms {
                return Err(busy());
            }
            if is_free && !rooms.contains_key(&code) {
                let room = Room::new(code, settings, state.clock.now());
                let start = RoomStart::New {
                    room: Box::new(room),
                    epoch,
                };
                return Ok(self.start(&mut rooms, code, start, open));
            }
        }
    }

    /// Returns the sender of commands for the task of a room, which is loaded if it is not in memory.
    async fn room(
        &self,
        code: RoomCode,
        loading: Loading,
        open: Option<&OpenPlayer>,
    ) -> Result<mpsc::Sender<RoomCommand>, Closing> {
        if self.owner(code).await? != Owner::Us {
            return Err(CloseReason::Restart.into());
        }
        let mut rooms = self.state.lock_rooms();
        if let Some(entry) = rooms.get(&code) {
            return Ok(entry.sender.clone());
        }
        let is_full = rooms.len() >= self.state.options.max_rooms;
        if is_full && loading == Loading::IfNotFull {
            return Err(CloseReason::Busy.into());
        }
        Ok(self.start(&mut rooms, code, RoomStart::Stored, open))
    }

    /// Starts the task of a room for a client, if it is one of this server. The room's boards are
    /// charged to it.
    fn start(
        &self,
        rooms: &mut HashMap<RoomCode, RoomEntry>,
        code: RoomCode,
        start: RoomStart,
        open: Option<&OpenPlayer>,
    ) -> mpsc::Sender<RoomCommand> {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let summary = Arc::new(RoomSummary::default());
        let setup = TaskSetup {
            host: self.state.clone(),
            code,
            mailbox,
            sender: sender.downgrade(),
            client: open.map_or(Client::Room(code), |open| open.charged_for(code)),
            summary: summary.clone(),
        };
        let entry = RoomEntry {
            sender: sender.clone(),
            summary,
        };
        rooms.insert(code, entry);
        tokio::spawn(setup.run(start));
        sender
    }

    /// Returns the public rooms, in the order of their codes.
    pub(crate) fn listed_rooms(&self) -> Vec<ListedRoom> {
        let mut listed = self.own_listed_rooms();
        if let Some(relay) = &self.state.relay {
            listed.extend(relay.listed_rooms());
        }
        listed.sort_by(|a, b| a.code.cmp(&b.code));
        listed
    }

    /// Returns those of this server.
    fn own_listed_rooms(&self) -> Vec<ListedRoom> {
        let rooms = self.state.lock_rooms();
        let listed = rooms.values().filter_map(|entry| entry.summary.get());
        listed.collect()
    }

    /// Appends what rooms have done since the start to a text.
    pub(crate) fn write_metrics(&self, text: &mut MetricsText) {
        let state = &self.state;
        let gauges = RoomGauges {
            players: self.players(),
            rooms: state.lock_rooms().len(),
            is_draining: state.is_stopped(),
            queue: state.queue.metrics(),
        };
        state.metrics.write(&gauges, text);
    }

    /// Returns whether the server may own rooms: always, unless other servers cannot be reached.
    pub(crate) fn is_leased(&self) -> bool {
        let relay = self.state.relay.as_ref();
        relay.is_none_or(|relay| relay.cluster().lease().is_held())
    }

    /// Returns whether the server is being stopped.
    pub(crate) fn is_draining(&self) -> bool {
        self.state.is_stopped()
    }

    /// Ends the tasks of all rooms.
    pub(crate) fn stop(&self) {
        self.state.stop.send_replace(true);
    }

    /// Admits no more members, stores everything, and tells all members to connect again.
    pub(crate) async fn drain(&self) {
        let state = &self.state;
        state.stop.send_replace(true);
        let (players, rooms) = (self.players(), state.lock_rooms().len());
        tracing::info!(players, rooms, "stopping: storing all rooms");
        let ended = async {
            while !state.lock_rooms().is_empty() {
                state.forgotten.notified().await;
            }
            state.queue.shut_down().await;
            // Members are told why their connections end.
            while self.players() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        match tokio::time::timeout(DRAIN_TIME, ended).await {
            Ok(()) => tracing::info!("stopped: all rooms are stored"),
            Err(_) => tracing::warn!("stopped before all members were told"),
        }
        if let Some(relay) = &state.relay
            && let Err(error) = relay.cluster().leave().await
        {
            tracing::warn!("other servers take over in a few seconds: {error}");
        }
        state.storage.close().await;
    }
}

/// Replaces the secret key of an identity in a message by its public id.
fn without_key(mut message: ClientMessage) -> Result<(ClientMessage, Option<String>), Closing> {
    let key = match &mut message {
        ClientMessage::Create { identity, .. } | ClientMessage::Join { identity, .. } => {
            identity.take()
        }
        _ => None,
    };
    let player = key.map(|key| player_id(&key)).transpose();
    let player = player.map_err(|error| Closing::new(CloseReason::Malformed).with_text(error))?;
    Ok((message, player))
}

/// Deletes old rooms and rounds from time to time, as long as there is a host.
async fn expire(host: Weak<HostState>) {
    let mut interval = tokio::time::interval(EXPIRY_INTERVAL);
    loop {
        interval.tick().await;
        let Some(host) = host.upgrade() else {
            return;
        };
        let RoomOptions {
            room_days,
            round_days,
            ..
        } = host.options;
        let rule = ExpiryRule::after_days(host.clock.now(), room_days, round_days);
        match host.storage.expire(rule).await {
            Ok(expired) => tracing::info!(
                rooms = expired.rooms,
                rounds = expired.rounds,
                "deleted old rooms and rounds"
            ),
            Err(error) => {
                let error = wgs_config::error_chain(&error);
                tracing::warn!("cannot delete old rooms: {error}");
            }
        }
    }
}
