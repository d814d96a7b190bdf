//! Several servers that form one service: which of them owns a room, and how they pass messages
//! on to each other. What the messages do to a room is the room host's business.
//!
//! Every server has a lease in the bucket `wgs-servers` of NATS JetStream, which it renews every
//! second and which ends by itself when the server dies. The bucket `wgs-rooms` says which server
//! owns a room. A room belongs to its owner for as long as the owner's lease lasts; then any server
//! may take it over, in one step that only one of them can succeed in. An owner that cannot
//! renew its lease gives up its rooms. If it does not notice in time, because its machine was
//! suspended for example, the database rejects what it writes: every write has the epoch of its
//! owner, which is the revision of the owner's claim in the bucket, and the new owner's is larger.
//!
//! A client may connect to any server. If another one owns its room, the two servers pass its
//! messages on to each other as [`PeerMessage`]s.

#[cfg(feature = "cluster")]
mod lease;
#[cfg(feature = "cluster")]
mod membership;
#[cfg(not(feature = "cluster"))]
mod not_built;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "no other server sends messages")
)]
mod peer_message;
#[cfg(all(test, feature = "cluster"))]
mod tests;

use thiserror::Error;

#[cfg(feature = "cluster")]
pub(crate) use lease::Lease;
#[cfg(feature = "cluster")]
pub(crate) use membership::Cluster;
#[cfg(not(feature = "cluster"))]
pub(crate) use not_built::{Cluster, Lease};
pub(crate) use peer_message::{PeerMessage, ServerId};

/// Who owns a room.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only a cluster makes claims")
)]
pub(crate) enum Claim {
    /// This server, by the claim with this revision.
    Ours(u64),
    /// Another server, whose lease lasts.
    Theirs(ServerId),
}

/// Why servers cannot work together.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// NATS cannot be used.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Nats(#[from] wgs_records::nats::NatsError),
    /// This build cannot talk to NATS.
    #[error("this build has no support for several servers; the feature \"cluster\" adds it")]
    NotBuilt,
}
