//! The leases of servers and the owners of rooms, in two key-value buckets.

use std::time::Instant;

use async_nats::jetstream::kv;
use tokio::sync::watch;
use wgs_play::room::RoomCode;

use super::membership::{LEASE, RENEWAL};
use super::{Claim, ClusterError, ServerId};

/// The number of times that a claim is tried again because another server was faster.
const ATTEMPTS: usize = 10;

/// Renews the lease of a server.
pub(super) async fn put(servers: &kv::Store, id: &ServerId) -> Result<(), ClusterError> {
    let put = servers.put(id.as_str(), "".into()).await;
    put.map_err(|error| ClusterError::nats("renew a lease")(error.into()))?;
    Ok(())
}

/// Renews a lease until its last watcher is gone or the server leaves.
pub(super) fn renew(
    servers: kv::Store,
    id: ServerId,
    is_leaving: watch::Receiver<bool>,
) -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(true);
    tokio::spawn(async move {
        // The lease is counted from before the request, so that it never seems to last longer
        // here than there.
        let mut renewed = Instant::now();
        let mut interval = tokio::time::interval(RENEWAL);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !sender.is_closed() {
            interval.tick().await;
            if *is_leaving.borrow() {
                break;
            }
            let start = Instant::now();
            match tokio::time::timeout(RENEWAL, put(&servers, &id)).await {
                Ok(Ok(())) => renewed = start,
                Ok(Err(error)) => tracing::warn!("cannot renew the server's lease: {error}"),
                Err(_) => tracing::warn!("cannot renew the server's lease: NATS does not answer"),
            }
            let is_leased = renewed.elapsed() + RENEWAL < LEASE;
            let is_changed = sender.send_if_modified(|was_leased| {
                let is_changed = *was_leased != is_leased;
                *was_leased = is_leased;
                is_changed
            });
            match (is_changed, is_leased) {
                (true, true) => tracing::info!("the server has its lease again"),
                (true, false) => {
                    tracing::error!("the server lost its lease, and gives up its rooms");
                }
                (false, _) => {}
            }
        }
    });
    receiver
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
        let is_ours = match owner {
            Some((owner, _)) if owner == *id => return Ok(Claim::Ours),
            Some((owner, revision)) => {
                if is_alive(servers, &owner).await? {
                    return Ok(Claim::Theirs(owner));
                }
                // Fails if another server has taken the room over in the meantime.
                let updated = rooms.update(room.as_str(), value, revision).await;
                if updated.is_ok() {
                    tracing::info!(%room, %owner, "took over a room of a dead server");
                }
                updated.is_ok()
            }
            None => rooms.create(room.as_str(), value).await.is_ok(),
        };
        if is_ours {
            return Ok(Claim::Ours);
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
