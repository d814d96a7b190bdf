//! The messages between a page or another program and the server, as JSON in text frames of a
//! WebSocket. The page and the server use these types; the AsyncAPI document of a server describes
//! them for others.
//!
//! The first message of a client is [`ClientMessage::Create`], [`Join`](ClientMessage::Join) or
//! [`Resume`](ClientMessage::Resume); the answer is [`ServerMessage::Welcome`] or
//! [`Closed`](ServerMessage::Closed). One connection belongs to one member of one room.
//!
//! ```
//! use wgs_play::room::message::ClientMessage;
//!
//! let text = r#"{"type": "act", "id": 7, "action": {"claim": "house"}}"#;
//! let message = ClientMessage::from_json(text)?;
//! assert!(matches!(message, ClientMessage::Act { id: 7, .. }));
//! # Ok::<(), wgs_play::room::message::MessageError>(())
//! ```

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::room::code::RoomCode;
use crate::room::event::RoomEvent;
use crate::room::input::RoomAction;
use crate::room::member::MemberId;
use crate::room::output::{RoomAnswer, RoomError};
use crate::room::settings::RoomSettings;
use crate::room::view::RoomView;

/// The version of the messages. A client says which one it speaks.
pub const VERSION: u32 = 1;

/// The largest frame that a client may send, in bytes.
pub const MAX_FRAME: usize = 64 << 10;

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Opens a room and enters it as its owner.
    Create {
        /// The version of the messages, which is 1.
        version: u32,
        /// The name of the person.
        name: String,
        /// The secret key of the person's identity: 64 hexadecimal digits. The server keeps only
        /// its hash.
        #[serde(default)]
        identity: Option<String>,
        /// The game and its rules.
        #[serde(default)]
        settings: Box<RoomSettings>,
    },
    /// Enters a room.
    Join {
        /// The version of the messages, which is 1.
        version: u32,
        /// The code of the room.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "BDFGHJKL"))]
        room: RoomCode,
        /// The name of the person.
        name: String,
        /// The secret key of the person's identity.
        #[serde(default)]
        identity: Option<String>,
        /// Whether the person only wants to watch.
        #[serde(default)]
        is_spectator: bool,
    },
    /// Comes back after a lost connection.
    Resume {
        /// The version of the messages, which is 1.
        version: u32,
        /// The code of the room.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "BDFGHJKL"))]
        room: RoomCode,
        /// The token of the message `welcome`.
        token: String,
    },
    /// Does something in the room. The reply, `answer` or `refused`, has the same id.
    Act {
        /// A number that the client chooses.
        id: u64,
        /// What the member does.
        action: RoomAction,
    },
    /// Asks for the message `snapshot`, because an event is missing.
    Resync,
    /// Asks for the server's time.
    Ping {
        /// The client's time, which comes back with the answer.
        sent: u64,
    },
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The client is in the room.
    Welcome {
        /// The version of the messages, which is 1.
        version: u32,
        /// The code of the room.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "BDFGHJKL"))]
        room: RoomCode,
        /// The member that the client is.
        member: MemberId,
        /// The secret token with which the member comes back after a lost connection.
        token: String,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// The room.
        view: Box<RoomView>,
    },
    /// The whole room again.
    Snapshot {
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// The room.
        view: Box<RoomView>,
    },
    /// Something happened. The numbers have no gaps.
    Event {
        /// The number of the event.
        sequence: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// What happened.
        event: RoomEvent,
    },
    /// The answer to a message of this client.
    Answer {
        /// The id of the message.
        id: u64,
        /// The answer.
        answer: RoomAnswer,
    },
    /// A message of this client had no effect.
    Refused {
        /// The id of the message.
        id: u64,
        /// Why, for programs.
        error: RoomError,
        /// Why, for people.
        text: String,
    },
    /// The server's time.
    Pong {
        /// The client's time in the question.
        sent: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
    /// The server closes the connection.
    Closed {
        /// Why, for programs.
        reason: CloseReason,
        /// Why, for people.
        text: String,
    },
}

/// Why the server closes a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", content = "detail", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CloseReason {
    /// The client speaks another version of the messages.
    Version,
    /// There is no room with this code.
    NoSuchRoom,
    /// The token is not that of a member.
    BadToken,
    /// The room does not let the person in.
    Room(RoomError),
    /// The member left.
    Left,
    /// The owner removed the member.
    Removed,
    /// The member was without a connection for too long.
    Gone,
    /// The member has another connection now.
    Replaced,
    /// A message was not understood.
    Malformed,
    /// The client sent too much.
    TooMuch,
    /// The client reads too slowly.
    TooSlow,
    /// The server has as many players or rooms as it can serve. Try again later.
    Busy,
    /// The server is being stopped. Connect again.
    Draining,
    /// The room moves to another server, or the server could not store it. Connect again.
    Restart,
    /// The server has an internal error.
    Internal,
}

impl CloseReason {
    /// Whether the client should connect again by itself.
    pub fn is_temporary(&self) -> bool {
        matches!(
            self,
            Self::TooSlow | Self::Busy | Self::Draining | Self::Restart | Self::Internal
        )
    }
}

/// Why a text is not a message.
#[derive(Debug, Error)]
#[error("not a message: {0}")]
pub struct MessageError(#[from] serde_json::Error);

impl MessageError {
    /// What was found, and what was expected.
    pub fn problem(&self) -> String {
        self.0.to_string()
    }
}

impl ClientMessage {
    /// Reads a message.
    pub fn from_json(text: &str) -> Result<Self, MessageError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Writes the message.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a message can be written as JSON")
    }
}

impl ServerMessage {
    /// Reads a message.
    pub fn from_json(text: &str) -> Result<Self, MessageError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Writes the message.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a message can be written as JSON")
    }
}
