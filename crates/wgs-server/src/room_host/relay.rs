//! Connections between servers. A client may be connected to one server while another owns its
//! room: the first one passes its messages on, and the second one treats it like a client of its
//! own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use wgs_play::room::RoomCode;
use wgs_play::room::message::{ClientMessage, CloseReason};

use super::outgoing::{Closing, ConnectionId, Outgoing, OutgoingReceiver, outgoing};
use super::room_handle::RoomHandle;
use super::{HostState, ListedRoom, RoomHost};
use crate::cluster::{Cluster, ClusterError, PeerMessage, ServerId};

/// The interval between checks whether the other servers are alive.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The time for which the list of another server is shown without a new one.
const LIST_TIME: Duration = Duration::from_secs(5);

/// The time in which another server describes a room.
const DESCRIPTION_TIME: Duration = Duration::from_secs(3);

/// The number of bytes of a message to a client that are sent at once. NATS takes up to a megabyte,
/// and quoting may double a text.
const PART: usize = 256 << 10;

/// The number of public rooms that a server tells the others.
const MAX_LISTED: usize = 500;

/// The number of messages of a client of another server that wait for its room.
const QUEUE: usize = 64;

/// The connections between this server and others.
pub(super) struct Relay {
    cluster: Cluster,
    /// Clients of this server in rooms of others.
    guests: Mutex<HashMap<ConnectionId, Guest>>,
    /// Clients of other servers in rooms of this one, by their server and its number for them.
    remote_clients: Mutex<HashMap<(ServerId, u64), mpsc::Sender<ClientMessage>>>,
    /// The public rooms of other servers, and when each list arrived.
    lists: Mutex<HashMap<ServerId, (Instant, Vec<ListedRoom>)>>,
    /// Who waits for the description of a room of another server, by the number of the question.
    questions: Mutex<HashMap<u64, oneshot::Sender<Result<ListedRoom, Closing>>>>,
    last_question: AtomicU64,
}

/// A client of this server in a room of another.
struct Guest {
    owner: ServerId,
    outgoing: Outgoing,
    /// The parts of a message that have arrived.
    partial: String,
}

/// A room of another server, as a connection of this one sees it.
pub(super) struct RemoteRoom {
    relay: Arc<Relay>,
    owner: ServerId,
    connection: ConnectionId,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds the lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Relay {
    pub(super) fn new(cluster: Cluster) -> Self {
        Self {
            cluster,
            guests: Mutex::default(),
            remote_clients: Mutex::default(),
            lists: Mutex::default(),
            questions: Mutex::default(),
            last_question: AtomicU64::new(0),
        }
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Asks the owner of a room to let a client of this server in.
    pub(super) async fn enter(
        self: &Arc<Self>,
        owner: ServerId,
        message: ClientMessage,
        player: Option<String>,
        connection: ConnectionId,
    ) -> Result<(RemoteRoom, OutgoingReceiver), Closing> {
        let (outgoing, receiver) = outgoing(connection);
        let guest = Guest {
            owner: owner.clone(),
            outgoing,
            partial: String::new(),
        };
        lock(&self.guests).insert(connection, guest);
        let room = RemoteRoom {
            relay: self.clone(),
            owner,
            connection,
        };
        let message = Box::new(message);
        let number = connection.0;
        let open = PeerMessage::Open {
            connection: number,
            message,
            player,
        };
        if room.send(open).await.is_err() {
            lock(&self.guests).remove(&connection);
            return Err(CloseReason::Restart.into());
        }
        Ok((room, receiver))
    }

    /// Asks the owner of a room what the room is like.
    pub(super) async fn describe(
        &self,
        owner: &ServerId,
        room: RoomCode,
    ) -> Result<ListedRoom, Closing> {
        let question = self.last_question.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        lock(&self.questions).insert(question, sender);
        let ask = PeerMessage::Describe { question, room };
        let asked = self.cluster.send(owner, ask).await;
        let answered = match asked {
            Ok(()) => tokio::time::timeout(DESCRIPTION_TIME, answer).await.ok(),
            Err(error) => {
                tracing::warn!("{error}");
                None
            }
        };
        lock(&self.questions).remove(&question);
        // An owner that does not answer may be dead.
        let described = answered.and_then(Result::ok);
        described.unwrap_or_else(|| Err(CloseReason::Restart.into()))
    }

    /// Handles the messages of other servers until the host is gone.
    pub(super) async fn run(
        self: Arc<Self>,
        host: Weak<HostState>,
        mut messages: mpsc::Receiver<(ServerId, PeerMessage)>,
    ) {
        let mut check = tokio::time::interval(CHECK_INTERVAL);
        let mut interruptions = self.cluster.interruptions();
        let mut lease = self.cluster.lease();
        loop {
            tokio::select! {
                Ok(()) = interruptions.changed() => self.close_all(),
                () = lease.ended() => {
                    // The others have forgotten this server's clients. Its rooms say themselves that
                    // they end.
                    self.close_guests();
                    lease = self.cluster.lease();
                }
                message = messages.recv() => {
                    let (Some((from, message)), Some(host)) = (message, host.upgrade()) else {
                        return;
                    };
                    self.handle(RoomHost { state: host }, from, message);
                }
                _ = check.tick() => {
                    let Some(host) = host.upgrade() else {
                        return;
                    };
                    let relay = self.clone();
                    let host = RoomHost { state: host };
                    tokio::spawn(async move {
                        relay.drop_dead_servers().await;
                        relay.tell_list(&host).await;
                    });
                }
            }
        }
    }

    fn handle(self: &Arc<Self>, host: RoomHost, from: ServerId, message: PeerMessage) {
        match message {
            PeerMessage::Open {
                connection,
                message,
                player,
            } => {
                let (sender, receiver) = mpsc::channel(QUEUE);
                let key = (from, connection);
                lock(&self.remote_clients).insert(key.clone(), sender);
                let relay = self.clone();
                tokio::spawn(async move {
                    relay.serve(host, key, (*message, player), receiver).await;
                });
            }
            PeerMessage::FromClient {
                connection,
                message,
            } => {
                let key = (from, connection);
                let mut clients = lock(&self.remote_clients);
                let is_passed_on = clients
                    .get(&key)
                    .is_some_and(|client| client.try_send(*message).is_ok());
                // A client that is not known any more, or whose messages its room cannot take fast
                // enough, connects again.
                if !is_passed_on {
                    clients.remove(&key);
                    let Closing { reason, text } = CloseReason::Restart.into();
                    let close = PeerMessage::Close {
                        connection,
                        reason,
                        text,
                    };
                    self.post(key.0, close);
                }
            }
            PeerMessage::ClientGone { connection } => {
                lock(&self.remote_clients).remove(&(from, connection));
            }
            PeerMessage::Listed { rooms } if from != *self.cluster.id() => {
                lock(&self.lists).insert(from, (Instant::now(), rooms));
            }
            PeerMessage::Listed { .. } => {}
            PeerMessage::Describe { question, room } => {
                let relay = self.clone();
                tokio::spawn(async move {
                    let answer = host.describe_own_room(room).await;
                    let room = answer.map_err(|closing| closing.reason);
                    relay.post(from, PeerMessage::Described { question, room });
                });
            }
            PeerMessage::Described { question, room } => {
                if let Some(asker) = lock(&self.questions).remove(&question) {
                    let _ = asker.send(room.map_err(Closing::new));
                }
            }
            PeerMessage::ToClient {
                connection,
                text,
                is_complete,
            } => {
                let id = ConnectionId(connection);
                let mut guests = lock(&self.guests);
                let guest = guests.get_mut(&id).filter(|it| it.owner == from);
                let is_slow = guest.is_some_and(|guest| {
                    guest.partial += &text;
                    let is_sent = !is_complete || {
                        let text = std::mem::take(&mut guest.partial);
                        guest.outgoing.send(text.into()).is_ok()
                    };
                    !is_sent
                });
                if is_slow && let Some(guest) = guests.remove(&id) {
                    guest.outgoing.close(CloseReason::TooSlow);
                    self.post(from, PeerMessage::ClientGone { connection });
                }
            }
            PeerMessage::Close {
                connection,
                reason,
                text,
            } => {
                let mut guests = lock(&self.guests);
                let connection = ConnectionId(connection);
                if guests.get(&connection).is_some_and(|it| it.owner == from)
                    && let Some(guest) = guests.remove(&connection)
                {
                    guest.outgoing.close(Closing { reason, text });
                }
            }
        }
    }

    /// Sends a message without waiting.
    fn post(self: &Arc<Self>, server: ServerId, message: PeerMessage) {
        let relay = self.clone();
        tokio::spawn(async move {
            if let Err(error) = relay.cluster.send(&server, message).await {
                tracing::warn!("{error}");
            }
        });
    }

    /// Closes all connections between servers, because messages may have been lost. Their clients
    /// connect again.
    fn close_all(&self) {
        self.close_guests();
        lock(&self.remote_clients).clear();
    }

    /// Closes the connections of this server's clients to rooms of others.
    fn close_guests(&self) {
        let guests = std::mem::take(&mut *lock(&self.guests));
        for guest in guests.into_values() {
            guest.outgoing.close(CloseReason::Restart);
        }
    }

    /// Tells the other servers which rooms of this one are public.
    async fn tell_list(&self, host: &RoomHost) {
        if host.options().is_listed {
            let mut rooms = host.own_listed_rooms();
            rooms.truncate(MAX_LISTED);
            if let Err(error) = self
                .cluster
                .send_to_all(PeerMessage::Listed { rooms })
                .await
            {
                tracing::warn!("{error}");
            }
        }
    }

    /// The public rooms of other servers.
    pub(super) fn listed_rooms(&self) -> Vec<ListedRoom> {
        let mut lists = lock(&self.lists);
        lists.retain(|_, (arrived, _)| arrived.elapsed() < LIST_TIME);
        let rooms = lists.values().flat_map(|(_, rooms)| rooms);
        rooms.cloned().collect()
    }

    /// Serves a client of another server in a room of this one.
    async fn serve(
        &self,
        host: RoomHost,
        key: (ServerId, u64),
        (first, player): (ClientMessage, Option<String>),
        mut messages: mpsc::Receiver<ClientMessage>,
    ) {
        let id = host.next_connection();
        let (from, connection) = key.clone();
        let mut early = None;
        let entered = {
            let mut entering = Box::pin(host.enter_own_room(first, player, id, None));
            loop {
                tokio::select! {
                    biased;
                    // A client that has gone may be back on another connection.
                    message = messages.recv(), if early.is_none() => match message {
                        Some(message) => early = Some(message),
                        None => break Err(CloseReason::Restart.into()),
                    },
                    entered = &mut entering => break entered,
                }
            }
        };
        let closing = match entered {
            Err(closing) => closing,
            Ok((room, mut outgoing)) => {
                let is_there = match early {
                    Some(message) => room.pass_on(message).await.is_ok(),
                    None => true,
                };
                let closing = match is_there {
                    true => {
                        self.pass_on(&from, connection, &room, &mut messages, &mut outgoing)
                            .await
                    }
                    false => outgoing.closing(),
                };
                drop(outgoing);
                room.leave().await;
                closing
            }
        };
        lock(&self.remote_clients).remove(&key);
        let Closing { reason, text } = closing;
        let close = PeerMessage::Close {
            connection,
            reason,
            text,
        };
        // If its server is dead, so is the connection.
        let _ = self.cluster.send(&from, close).await;
    }

    /// Passes messages between a client of another server and its room. Returns why the connection
    /// is closed. The client may have gone, or messages may have been lost; then it has to come back
    /// even if it has nothing to say.
    async fn pass_on(
        &self,
        from: &ServerId,
        connection: u64,
        room: &RoomHandle,
        messages: &mut mpsc::Receiver<ClientMessage>,
        outgoing: &mut OutgoingReceiver,
    ) -> Closing {
        loop {
            tokio::select! {
                text = outgoing.receive() => match text {
                    Some(text) if !outgoing.is_abandoned() => {
                        if let Err(error) = self.send_text(from, connection, &text).await {
                            tracing::warn!("{error}");
                            return CloseReason::Restart.into();
                        }
                    }
                    _ => return outgoing.closing(),
                },
                message = messages.recv() => {
                    let Some(message) = message else {
                        return CloseReason::Restart.into();
                    };
                    if room.pass_on(message).await.is_err() {
                        return outgoing.closing();
                    }
                }
            }
        }
    }

    /// Sends a message to a client of another server, in parts if it is long.
    async fn send_text(
        &self,
        server: &ServerId,
        connection: u64,
        text: &str,
    ) -> Result<(), ClusterError> {
        let mut rest = text;
        loop {
            let (part, next) = rest.split_at(part_end(rest));
            let message = PeerMessage::ToClient {
                connection,
                text: part.to_owned(),
                is_complete: next.is_empty(),
            };
            self.cluster.send(server, message).await?;
            if next.is_empty() {
                return Ok(());
            }
            rest = next;
        }
    }

    /// Closes the connections to rooms of dead servers, and forgets the clients of dead servers.
    async fn drop_dead_servers(&self) {
        let mut servers: Vec<ServerId> = Vec::new();
        servers.extend(lock(&self.guests).values().map(|it| it.owner.clone()));
        servers.extend(lock(&self.remote_clients).keys().map(|(it, _)| it.clone()));
        servers.sort();
        servers.dedup();
        for server in servers {
            // A server that cannot be asked about is given the benefit of the doubt.
            if self.cluster.is_alive(&server).await.unwrap_or(true) {
                continue;
            }
            tracing::warn!(%server, "another server is dead; its clients connect again");
            let mut guests = lock(&self.guests);
            let dead = guests.extract_if(|_, guest| guest.owner == server);
            for (_, guest) in dead.collect::<Vec<_>>() {
                guest.outgoing.close(CloseReason::Restart);
            }
            drop(guests);
            lock(&self.remote_clients).retain(|(of, _), _| *of != server);
        }
    }
}

/// The number of bytes of a text that are sent at once.
fn part_end(text: &str) -> usize {
    let mut ends = (0..=PART.min(text.len())).rev();
    ends.find(|end| text.is_char_boundary(*end)).unwrap_or(0)
}

impl Drop for RemoteRoom {
    fn drop(&mut self) {
        // Still there if the client has gone while it was entering.
        lock(&self.relay.guests).remove(&self.connection);
    }
}

impl RemoteRoom {
    async fn send(&self, message: PeerMessage) -> Result<(), ()> {
        let sent = self.relay.cluster.send(&self.owner, message).await;
        sent.map_err(|error| tracing::warn!("{error}"))
    }

    /// Passes a message of the client on to the room.
    pub(super) async fn pass_on(&self, message: ClientMessage) -> Result<(), ()> {
        let connection = self.connection.0;
        let message = Box::new(message);
        self.send(PeerMessage::FromClient {
            connection,
            message,
        })
        .await
    }

    /// Tells the room that the client has gone.
    pub(super) async fn leave(&self) {
        let connection = self.connection.0;
        // If the owner has closed the connection, it knows.
        if lock(&self.relay.guests).remove(&self.connection).is_some() {
            let _ = self.send(PeerMessage::ClientGone { connection }).await;
        }
    }

    /// Whether the room has closed the connection.
    pub(super) fn is_closed(&self) -> bool {
        !lock(&self.relay.guests).contains_key(&self.connection)
    }
}
