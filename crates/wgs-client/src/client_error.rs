//! Why a server or a room did not do what a client asked for.

use thiserror::Error;
use tokio_tungstenite::tungstenite;
use wgs_play::room::message::{CloseReason, MessageError};
use wgs_play::room::{MissingEvent, RoomError};

use crate::server_address::NotHttp;

/// Why a server or a room did not do what a client asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The address is not one that this client can use.
    #[error(transparent)]
    Address(#[from] NotHttp),
    /// There is no connection.
    #[error(transparent)]
    Connection(#[from] std::io::Error),
    /// A request to the API failed.
    #[error(transparent)]
    Http(#[from] hyper::Error),
    /// The WebSocket failed.
    #[error(transparent)]
    Socket(Box<tungstenite::Error>),
    /// A message of the server cannot be read.
    #[error("a message of the server cannot be read; it may be of another version: {0}")]
    Message(#[source] MessageError),
    /// The server left an event out.
    #[error(transparent)]
    MissingEvent(#[from] MissingEvent),
    /// The room refused an action.
    #[error(transparent)]
    Refused(#[from] RoomError),
    /// The server closed the connection and said why.
    #[error("{text}")]
    Closed {
        /// Why.
        reason: CloseReason,
        /// The reason in words.
        text: String,
    },
    /// The connection ended without a reason.
    #[error("the connection ended")]
    Ended,
}

impl ClientError {
    /// Whether the client should connect again by itself, if it was in the room before.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Closed { reason, .. } => reason.is_temporary(),
            Self::Connection(_) | Self::Socket(_) | Self::Ended => true,
            _ => false,
        }
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}
