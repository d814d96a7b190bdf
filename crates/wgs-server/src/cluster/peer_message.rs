//! The messages between servers: what a client that is connected to one of them sends to a room of
//! another, and what the room sends back.

use std::fmt;

use serde::{Deserialize, Serialize};
use wgs_play::room::RoomCode;
use wgs_play::room::message::{ClientMessage, CloseReason};

use crate::room_host::ListedRoom;

/// The subject of messages to all servers.
pub(super) const ALL_SERVERS: &str = "wgs.servers";

/// The name of a server in a group: 24 hexadecimal digits, chosen at random when it starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ServerId(String);

impl ServerId {
    /// Draws an id.
    pub(crate) fn random() -> Self {
        Self(crate::new_token()[..24].to_owned())
    }

    /// Reads the id of another server.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = str::from_utf8(bytes).ok()?;
        let is_valid = text.len() == 24 && text.bytes().all(|it| it.is_ascii_hexdigit());
        is_valid.then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The subject of messages to the server.
    pub(super) fn subject(&self) -> String {
        format!("wgs.server.{}", self.0)
    }
}

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A message to another server. A connection is known by the server that has its socket and a
/// number that this server chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PeerMessage {
    /// A client wants to enter one of the receiver's rooms. This is its first message, with the
    /// public id of its identity instead of the secret key.
    Open {
        connection: u64,
        message: Box<ClientMessage>,
        player: Option<String>,
    },
    /// The client of a connection has sent this.
    FromClient {
        connection: u64,
        message: Box<ClientMessage>,
    },
    /// The socket of a connection is closed.
    ClientGone { connection: u64 },
    /// The client of a connection is sent this, or this is a part of it.
    ToClient {
        connection: u64,
        text: String,
        is_complete: bool,
    },
    /// The sender's public rooms.
    Listed { rooms: Vec<ListedRoom> },
    /// A client wants to know what one of the receiver's rooms is like before it enters.
    Describe { question: u64, room: RoomCode },
    /// The answer, or why there is none.
    Described {
        question: u64,
        room: Result<ListedRoom, CloseReason>,
    },
    /// The connection is closed after everything that was sent.
    Close {
        connection: u64,
        reason: CloseReason,
        text: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Envelope<M> {
    from: ServerId,
    message: M,
}

impl PeerMessage {
    pub(super) fn to_bytes(&self, from: &ServerId) -> Vec<u8> {
        let from = from.clone();
        let envelope = Envelope {
            from,
            message: self,
        };
        serde_json::to_vec(&envelope).expect("a message can be written as JSON")
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<(ServerId, Self), serde_json::Error> {
        let envelope: Envelope<Self> = serde_json::from_slice(bytes)?;
        Ok((envelope.from, envelope.message))
    }
}
