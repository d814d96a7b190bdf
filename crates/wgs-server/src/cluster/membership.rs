//! This server's membership in a group of servers, through NATS.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{kv, stream};
use async_nats::{Event, jetstream};
use futures_util::StreamExt;
use tokio::sync::{mpsc, watch};
use wgs_play::room::RoomCode;

use super::lease::{Lease, Leases};
use super::peer_message::ALL_SERVERS;
use super::{Claim, ClusterError, PeerMessage, ServerId, lease};
use wgs_records::nats::{self, NatsError};

/// The time after which the lease of a server that does not renew it ends.
pub(super) const LEASE: Duration = Duration::from_secs(4);

/// The interval at which a server renews its lease.
pub(super) const RENEWAL: Duration = Duration::from_secs(1);

/// The time for which the owner of a room is remembered. A room that is played in for longer may
/// then move to another server.
const OWNER_TIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The number of messages from other servers that wait to be handled.
const PEER_QUEUE: usize = 10_000;

/// The time for which a bucket remembers messages, to recognise those that are sent twice.
const DUPLICATES: Duration = Duration::from_secs(120);

impl ClusterError {
    pub(crate) fn nats(action: &'static str) -> impl FnOnce(Box<dyn std::error::Error>) -> Self {
        move |error| NatsError::request(action)(error).into()
    }
}

/// This server's membership in a group of servers. Clones share everything.
#[derive(Clone)]
pub(crate) struct Cluster {
    shared: Arc<Shared>,
}

struct Shared {
    id: ServerId,
    nats: async_nats::Client,
    /// The leases of servers.
    servers: kv::Store,
    /// The owners of rooms.
    rooms: kv::Store,
    leases: Leases,
    /// How often messages may have been lost.
    interruptions: watch::Receiver<u64>,
    /// True when the lease is not renewed any more.
    is_leaving: watch::Sender<bool>,
}

impl Cluster {
    /// Joins the servers that use the same NATS. Returns the messages of other servers too.
    pub(crate) async fn join(
        url: &str,
        id: ServerId,
    ) -> Result<(Self, mpsc::Receiver<(ServerId, PeerMessage)>), ClusterError> {
        let (interruption, interruptions) = watch::channel(0);
        let options = async_nats::ConnectOptions::new()
            .event_callback(move |event| {
                tracing::warn!("NATS: {event}");
                if let Event::Disconnected | Event::SlowConsumer(_) = event {
                    interruption.send_modify(|count| *count += 1);
                }
                std::future::ready(())
            })
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|attempts| {
                let milliseconds = 50 << attempts.min(5);
                Duration::from_millis(milliseconds)
            });
        let nats = nats::connect(url, options).await?;
        let mut context = jetstream::new(nats.clone());
        context.set_timeout(Duration::from_secs(2));
        let servers = bucket(&context, "wgs-servers", LEASE).await?;
        let rooms = bucket(&context, "wgs-rooms", OWNER_TIME).await?;
        let mut subscriptions = Vec::new();
        for subject in [id.subject(), ALL_SERVERS.to_owned()] {
            let subscribed = nats.subscribe(subject).await;
            let failed = ClusterError::nats("subscribe to messages");
            subscriptions.push(subscribed.map_err(|error| failed(error.into()))?);
        }
        let mut messages = futures_util::stream::select_all(subscriptions);
        let (sender, receiver) = mpsc::channel(PEER_QUEUE);
        tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                match PeerMessage::from_bytes(&message.payload) {
                    Ok(message) => {
                        if sender.send(message).await.is_err() {
                            break;
                        }
                    }
                    Err(error) => tracing::warn!("a message of another server: {error}"),
                }
            }
        });
        let is_leaving = watch::Sender::new(false);
        let leases = lease::hold(servers.clone(), id.clone(), is_leaving.subscribe()).await?;
        let shared = Shared {
            id,
            nats,
            servers,
            rooms,
            leases,
            interruptions,
            is_leaving,
        };
        let cluster = Self {
            shared: Arc::new(shared),
        };
        Ok((cluster, receiver))
    }

    /// The id of this server.
    pub(crate) fn id(&self) -> &ServerId {
        &self.shared.id
    }

    /// This server's lease. When it ends, the server gives up its rooms.
    pub(crate) fn lease(&self) -> Lease {
        self.shared.leases.current()
    }

    /// Changes whenever messages between servers may have been lost.
    pub(crate) fn interruptions(&self) -> watch::Receiver<u64> {
        self.shared.interruptions.clone()
    }

    /// Finds the owner of a room; if it has none, or a dead one, this server becomes the owner.
    pub(crate) async fn claim(&self, room: RoomCode) -> Result<Claim, ClusterError> {
        let Shared {
            id, servers, rooms, ..
        } = &*self.shared;
        lease::claim(servers, rooms, id, room).await
    }

    /// Gives up a room, so that another server can own it at once.
    pub(crate) async fn release(&self, room: RoomCode) -> Result<(), ClusterError> {
        lease::release(&self.shared.rooms, &self.shared.id, room).await
    }

    /// Whether a server is alive.
    pub(crate) async fn is_alive(&self, server: &ServerId) -> Result<bool, ClusterError> {
        lease::is_alive(&self.shared.servers, server).await
    }

    /// Ends this server's lease, before it stops.
    pub(crate) async fn leave(&self) -> Result<(), ClusterError> {
        let Shared { servers, id, .. } = &*self.shared;
        self.shared.is_leaving.send_replace(true);
        let deleted = servers.delete(id.as_str()).await;
        deleted.map_err(|error| ClusterError::nats("end a lease")(error.into()))
    }

    /// Deletes this server's lease as NATS does when it was not renewed in time.
    #[cfg(test)]
    pub(super) async fn forget_lease(&self) {
        let Shared { servers, id, .. } = &*self.shared;
        servers.purge(id.as_str()).await.unwrap();
    }

    /// Sends a message to all servers, this one too.
    pub(crate) async fn send_to_all(&self, message: PeerMessage) -> Result<(), ClusterError> {
        let payload = message.to_bytes(&self.shared.id);
        let sent = self.shared.nats.publish(ALL_SERVERS, payload.into()).await;
        sent.map_err(|error| ClusterError::nats("send a message")(error.into()))
    }

    /// Sends a message to another server. Messages to one server arrive in order, or not at all if
    /// it is dead.
    pub(crate) async fn send(
        &self,
        server: &ServerId,
        message: PeerMessage,
    ) -> Result<(), ClusterError> {
        let payload = message.to_bytes(&self.shared.id);
        let sent = self.shared.nats.publish(server.subject(), payload.into());
        let sent = sent.await;
        sent.map_err(|error| ClusterError::nats("send a message")(error.into()))
    }
}

/// Opens a bucket, or creates it.
async fn bucket(
    context: &jetstream::Context,
    name: &'static str,
    max_age: Duration,
) -> Result<kv::Store, ClusterError> {
    if let Ok(bucket) = context.get_key_value(name).await {
        return Ok(bucket);
    }
    // A bucket is a stream with these settings. `create_key_value` asks for the account first, whose
    // description by servers of version 2.9 it cannot read.
    let config = stream::Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age,
        duplicate_window: max_age.min(DUPLICATES),
        discard: stream::DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        num_replicas: 1,
        ..stream::Config::default()
    };
    let failed = ClusterError::nats("create a key-value bucket");
    let created = context.create_stream(config).await;
    created.map_err(|error| failed(error.into()))?;
    let opened = context.get_key_value(name).await;
    opened.map_err(|error| ClusterError::nats("open a key-value bucket")(error.into()))
}
