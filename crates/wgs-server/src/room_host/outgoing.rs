//! The messages on their way to a connection: a bounded queue, and why the connection is closed.

use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use wgs_play::room::message::{CloseReason, ServerMessage};

/// The number of messages that wait until a client reads them.
const QUEUE: usize = 128;

/// Identifies a connection as long as the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Why a connection is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closing {
    pub(crate) reason: CloseReason,
    /// The reason for people.
    pub(crate) text: String,
}

impl Closing {
    pub(crate) fn new(reason: CloseReason) -> Self {
        let text = match &reason {
            CloseReason::Version => {
                "the server speaks another version of the messages; load the page again".to_owned()
            }
            CloseReason::NoSuchRoom => "there is no room with this code".to_owned(),
            CloseReason::BadToken => "the token is not that of a member of this room".to_owned(),
            CloseReason::Room(error) => error.to_string(),
            CloseReason::Left => "you have left the room".to_owned(),
            CloseReason::Removed => "the owner of the room has removed you".to_owned(),
            CloseReason::Gone => "you were away for too long".to_owned(),
            CloseReason::Replaced => {
                "you have entered the room from another page or device".to_owned()
            }
            CloseReason::Malformed => "the message was not understood".to_owned(),
            CloseReason::TooMuch => "you have sent too many or too large messages".to_owned(),
            CloseReason::TooSlow => "you read messages too slowly; connect again".to_owned(),
            CloseReason::Busy => "the server is full; try again later".to_owned(),
            CloseReason::Draining => {
                "the server is being stopped; connect again in a moment".to_owned()
            }
            CloseReason::Restart => "the room is being restarted; connect again".to_owned(),
            _ => "internal error; connect again".to_owned(),
        };
        Self { reason, text }
    }

    /// Returns this with another text for people.
    pub(crate) fn with_text(mut self, text: impl ToString) -> Self {
        self.text = text.to_string();
        self
    }

    pub(crate) fn message(&self) -> ServerMessage {
        ServerMessage::Closed {
            reason: self.reason.clone(),
            text: self.text.clone(),
        }
    }
}

impl From<CloseReason> for Closing {
    fn from(reason: CloseReason) -> Self {
        Self::new(reason)
    }
}

/// The end of the queue that a room holds. When it is dropped, the connection is closed.
#[derive(Debug)]
pub(crate) struct Outgoing {
    pub(crate) id: ConnectionId,
    queue: mpsc::Sender<Utf8Bytes>,
    closing: Arc<OnceLock<Closing>>,
}

/// The end of the queue that a connection holds.
#[derive(Debug)]
pub(crate) struct OutgoingReceiver {
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    closing: Arc<OnceLock<Closing>>,
}

/// A client has not read the messages in its queue, or has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

/// Creates a queue.
pub(crate) fn outgoing(id: ConnectionId) -> (Outgoing, OutgoingReceiver) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let closing = Arc::new(OnceLock::new());
    (
        Outgoing {
            id,
            queue: sender,
            closing: closing.clone(),
        },
        OutgoingReceiver {
            queue: receiver,
            closing,
        },
    )
}

impl Outgoing {
    /// Puts a message into the queue, if there is space.
    pub(crate) fn send(&self, message: Utf8Bytes) -> Result<(), TooSlow> {
        self.queue.try_send(message).map_err(|_| TooSlow)
    }

    /// Closes the connection after the messages in the queue, or at once if it reads too slowly.
    pub(crate) fn close(self, closing: impl Into<Closing>) {
        let _ = self.closing.set(closing.into());
    }
}

impl OutgoingReceiver {
    /// Returns whether the rest of the queue is not worth sending.
    pub(crate) fn is_abandoned(&self) -> bool {
        let closing = self.closing.get();
        closing.is_some_and(|closing| closing.reason == CloseReason::TooSlow)
    }

    /// Returns why the connection is closed, once the queue has ended.
    pub(crate) fn closing(&self) -> Closing {
        let closing = self.closing.get().cloned();
        // Whoever held the queue has ended without a word: the room's task.
        closing.unwrap_or_else(|| CloseReason::Restart.into())
    }
}
