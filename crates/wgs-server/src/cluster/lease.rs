//! The leases of servers and the owners of rooms, in two key-value buckets.

use std::time::{Duration, Instant};

use async_nats::jetstream::kv;
use tokio::sync::watch;
use wgs_play::room::RoomCode;

use super::membership::{LEASE, RENEWAL};
use super::{Claim, ClusterError, ServerId};

/// The number of times that a claim is tried again because another server was faster.
const ATTEMPTS: usize = 10;

/// How much of a lease must be left. The clocks of NATS and of this server may differ by a little,
/// and a transaction that has begun takes some time.
const RESERVE: Duration = RENEWAL;

/// The lease of this server, as it was when this was made: it ends once, and a later one is another.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    state: watch::Receiver<LeaseState>,
    /// The term that is meant.
    term: u64,
}

/// What this server knows of its leases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LeaseState {
    /// The number of leases that have ended.
    term: u64,
    is_held: bool,
    /// When the lease was last renewed. Counted from before the request, so that the lease never
    /// seems to last longer here than there.
    renewed: Instant,
}

impl LeaseState {
    /// Whether the lease lasts, even if its end has not been noticed yet.
    fn is_lasting(&self) -> bool {
        self.is_held && self.renewed.elapsed() + RESERVE < LEASE
    }
}

impl Lease {
    /// Whether the lease lasts.
    pub(crate) fn is_held(&self) -> bool {
        let state = self.state.borrow();
        state.term == self.term && state.is_lasting()
    }

    /// Returns when the lease has ended.
    pub(crate) async fn ended(&mut self) {
        let term = self.term;
        if self
            .state
            .wait_for(|state| state.term != term)
            .await
            .is_err()
        {
            // The server leaves, and has given up its rooms.
            std::future::pending().await
        }
    }
}

/// The leases of this server, one after the other.
#[derive(Debug)]
pub(super) struct Leases(watch::Receiver<LeaseState>);

impl Leases {
    /// The current lease.
    pub(super) fn current(&self) -> Lease {
        Lease {
            state: self.0.clone(),
            term: self.0.borrow().term,
        }
    }
}

/// Renews the lease of a server, in the key-value bucket of all leases.
///
/// The value is the number of the lease, and a renewal replaces one revision of it by the next. If
/// the lease has ended in between, by the clock of NATS, there is none to replace: so a server
/// notices even if its own clock stood still while it was suspended.
struct Renewal {
    servers: kv::Store,
    id: ServerId,
    /// The last revision that is known.
    revision: u64,
}

/// What became of a lease.
#[derive(Debug, PartialEq, Eq)]
enum Renewed {
    /// It goes on.
    Yes,
    /// It has ended.
    No,
}

impl Renewal {
    fn value(term: u64) -> String {
        term.to_string()
    }

    /// Begins a lease.
    async fn begin(&mut self, term: u64) -> Result<(), ClusterError> {
        let put = self.servers.put(self.id.as_str(), Self::value(term).into());
        let put = put.await;
        self.revision = put.map_err(|error| ClusterError::nats("get a lease")(error.into()))?;
        Ok(())
    }

    /// Renews a lease.
    async fn renew(&mut self, term: u64) -> Result<Renewed, ClusterError> {
        let failed = || ClusterError::nats("renew a lease");
        let (id, value) = (self.id.as_str(), Self::value(term));
        let updated = self.servers.update(id, value.clone().into(), self.revision);
        let error = match updated.await {
            Ok(revision) => {
                self.revision = revision;
                return Ok(Renewed::Yes);
            }
            Err(error) if error.kind() == kv::UpdateErrorKind::WrongLastRevision => error,
            Err(error) => return Err(failed()(error.into())),
        };
        tracing::debug!("a lease has another revision: {error}");
        // An earlier renewal may have arrived although its answer was lost.
        let entry = self.servers.entry(id).await;
        let entry = entry.map_err(|error| failed()(error.into()))?;
        let own = entry.filter(|entry| {
            entry.operation == kv::Operation::Put && entry.value == value.as_bytes()
        });
        Ok(match own {
            Some(entry) => {
                self.revision = entry.revision;
                Renewed::Yes
            }
            None => Renewed::No,
        })
    }
}

/// Gets a lease, and renews it until its last watcher is gone or the server leaves.
pub(super) async fn hold(
    servers: kv::Store,
    id: ServerId,
    is_leaving: watch::Receiver<bool>,
) -> Result<Leases, ClusterError> {
    let mut renewal = Renewal {
        servers,
        id,
        revision: 0,
    };
    let state = LeaseState {
        term: 0,
        is_held: true,
        renewed: Instant::now(),
    };
    renewal.begin(state.term).await?;
    let (sender, receiver) = watch::channel(state);
    tokio::spawn(async move {
        let mut interval = tokio::time::interval(RENEWAL);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !sender.is_closed() {
            interval.tick().await;
            if *is_leaving.borrow() {
                break;
            }
            // Before the renewal, because this server may have been suspended. It is not ready before
            // the next one, so its clients do not come back to it at once.
            if end_if_over(&sender, false) {
                continue;
            }
            let LeaseState { term, is_held, .. } = *sender.borrow();
            let start = Instant::now();
            let step = async {
                match is_held {
                    true => renewal.renew(term).await,
                    false => renewal.begin(term).await.map(|()| Renewed::Yes),
                }
            };
            let renewed = match tokio::time::timeout(RENEWAL, step).await {
                Ok(Ok(renewed)) => Some(renewed),
                Ok(Err(error)) => {
                    tracing::warn!("cannot renew the server's lease: {error}");
                    None
                }
                Err(_) => {
                    tracing::warn!("cannot renew the server's lease: NATS does not answer");
                    None
                }
            };
            // And after it, because it may have been suspended meanwhile.
            if end_if_over(&sender, is_held && renewed == Some(Renewed::No)) {
                continue;
            }
            if renewed == Some(Renewed::Yes) {
                sender.send_modify(|state| {
                    (state.is_held, state.renewed) = (true, start);
                });
                if !is_held {
                    tracing::info!("the server has a lease again");
                }
            }
        }
    });
    Ok(Leases(receiver))
}

/// Ends a lease that does not last any more, and returns whether it did. The next one has another
/// number.
fn end_if_over(sender: &watch::Sender<LeaseState>, is_over: bool) -> bool {
    let has_ended = sender.send_if_modified(|state| {
        let has_ended = state.is_held && (is_over || !state.is_lasting());
        if has_ended {
            state.is_held = false;
            state.term += 1;
        }
        has_ended
    });
    if has_ended {
        tracing::error!("the server's lease has ended; it gives up its rooms");
    }
    has_ended
}

/// Whether the lease of a server lasts.
pub(super) async fn is_alive(servers: &kv::Store, id: &ServerId) -> Result<bool, ClusterError> {
    let entry = servers.entry(id.as_str()).await;
    let entry = entry.map_err(|error| ClusterError::nats("read a lease")(error.into()))?;
    Ok(entry.is_some_and(|entry| entry.operation == kv::Operation::Put))
}

/// Finds the owner of a room, or makes this server its owner.
pub(super) async fn claim(
    servers: &kv::Store,
    rooms: &kv::Store,
    id: &ServerId,
    room: RoomCode,
) -> Result<Claim, ClusterError> {
    for _ in 0..ATTEMPTS {
        let entry = rooms.entry(room.as_str()).await;
        let entry =
            entry.map_err(|error| ClusterError::nats("read a room's owner")(error.into()))?;
        let entry = entry.filter(|entry| entry.operation == kv::Operation::Put);
        let owner = entry.as_ref().and_then(|entry| {
            let owner = ServerId::from_bytes(&entry.value)?;
            Some((owner, entry.revision))
        });
        let value = id.as_str().to_owned().into();
        let revision = match owner {
            Some((owner, revision)) if owner == *id => return Ok(Claim::Ours(revision)),
            Some((owner, revision)) => {
                if is_alive(servers, &owner).await? {
                    return Ok(Claim::Theirs(owner));
                }
                // Fails if another server has taken the room over in the meantime.
                let updated = rooms.update(room.as_str(), value, revision).await;
                if updated.is_ok() {
                    tracing::info!(%room, %owner, "took over a room of a dead server");
                }
                updated.ok()
            }
            None => rooms.create(room.as_str(), value).await.ok(),
        };
        if let Some(revision) = revision {
            return Ok(Claim::Ours(revision));
        }
        tokio::time::sleep(RENEWAL / 20).await;
    }
    let reason = format!("{ATTEMPTS} attempts failed");
    Err(ClusterError::nats("claim a room")(reason.into()))
}

/// Gives up a room that this server owns.
pub(super) async fn release(
    rooms: &kv::Store,
    id: &ServerId,
    room: RoomCode,
) -> Result<(), ClusterError> {
    let failed = ClusterError::nats("give up a room");
    let entry = rooms.entry(room.as_str()).await;
    let Some(entry) = entry.map_err(|error| failed(error.into()))? else {
        return Ok(());
    };
    if entry.operation != kv::Operation::Put || entry.value != id.as_str().as_bytes() {
        return Ok(());
    }
    // If another server owns the room by now, it keeps it.
    let _ = rooms
        .delete_expect_revision(room.as_str(), Some(entry.revision))
        .await;
    Ok(())
}
