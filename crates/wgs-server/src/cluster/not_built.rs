//! What takes the place of [`Cluster`] in a build that cannot talk to other servers: nothing can
//! create one, so every other method is never called.

use tokio::sync::{mpsc, watch};
use wgs_play::room::RoomCode;

use super::{Claim, ClusterError, PeerMessage, ServerId};

/// The lease of a cluster that does not exist.
#[derive(Clone)]
pub(crate) struct Lease;

impl Lease {
    pub(crate) fn is_held(&self) -> bool {
        true
    }

    pub(crate) async fn ended(&mut self) {
        std::future::pending().await
    }
}

/// A membership that does not exist.
#[derive(Clone)]
pub(crate) enum Cluster {}

impl Cluster {
    pub(crate) async fn join(
        _: &str,
        _: ServerId,
    ) -> Result<(Self, mpsc::Receiver<(ServerId, PeerMessage)>), ClusterError> {
        Err(ClusterError::NotBuilt)
    }

    pub(crate) fn id(&self) -> &ServerId {
        match *self {}
    }

    pub(crate) fn lease(&self) -> Lease {
        match *self {}
    }

    pub(crate) fn interruptions(&self) -> watch::Receiver<u64> {
        match *self {}
    }

    pub(crate) async fn claim(&self, _: RoomCode) -> Result<Claim, ClusterError> {
        match *self {}
    }

    pub(crate) async fn release(&self, _: RoomCode) -> Result<(), ClusterError> {
        match *self {}
    }

    pub(crate) async fn is_alive(&self, _: &ServerId) -> Result<bool, ClusterError> {
        match *self {}
    }

    pub(crate) async fn leave(&self) -> Result<(), ClusterError> {
        match *self {}
    }

    pub(crate) async fn send_to_all(&self, _: PeerMessage) -> Result<(), ClusterError> {
        match *self {}
    }

    pub(crate) async fn send(&self, _: &ServerId, _: PeerMessage) -> Result<(), ClusterError> {
        match *self {}
    }
}
