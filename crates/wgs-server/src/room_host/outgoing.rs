//! The messages on their way to a connection: a bounded queue, and why the connection is closed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use wgs_play::room::message::{CloseReason, ServerMessage};

/// The number of messages that wait until a client reads them: more than all members of a full room
/// may cause at once within their limits. The queue takes memory only for messages that wait.
const QUEUE: usize = 4_096;

/// The number of bytes of these messages. One message may be longer.
const MAX_BYTES: usize = 1 << 20;

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
            CloseReason::BadToken => {
                "the token does not belong to a member of this room".to_owned()
            }
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
    shared: Arc<Shared>,
}

/// The end of the queue that a connection holds.
#[derive(Debug)]
pub(crate) struct OutgoingReceiver {
    queue: mpsc::Receiver<Utf8Bytes>,
    shared: Arc<Shared>,
}

/// What both ends of a queue know.
#[derive(Debug, Default)]
struct Shared {
    closing: OnceLock<Closing>,
    /// The number of bytes in the queue.
    bytes: AtomicUsize,
}

/// A client has not read the messages in its queue, or has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSlow;

/// Creates a queue.
pub(crate) fn outgoing(id: ConnectionId) -> (Outgoing, OutgoingReceiver) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let shared = Arc::new(Shared::default());
    (
        Outgoing {
            id,
            queue: sender,
            shared: shared.clone(),
        },
        OutgoingReceiver {
            queue: receiver,
            shared,
        },
    )
}

impl Outgoing {
    /// Puts a message into the queue, if there is space.
    pub(crate) fn send(&self, message: Utf8Bytes) -> Result<(), TooSlow> {
        let length = message.len();
        let before = self.shared.bytes.fetch_add(length, Ordering::Relaxed);
        if before > 0 && before + length > MAX_BYTES {
            return Err(TooSlow);
        }
        self.queue.try_send(message).map_err(|_| TooSlow)
    }

    /// Whether the client has gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    /// Closes the connection after the messages in the queue, or at once if it reads too slowly.
    pub(crate) fn close(self, closing: impl Into<Closing>) {
        let _ = self.shared.closing.set(closing.into());
    }
}

impl OutgoingReceiver {
    /// Waits for the next message; [`None`] if there are no more.
    pub(crate) async fn receive(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.recv().await;
        self.count(message)
    }

    /// Returns the next message if there is one.
    pub(crate) fn try_receive(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.try_recv().ok();
        self.count(message)
    }

    fn count(&self, message: Option<Utf8Bytes>) -> Option<Utf8Bytes> {
        let length = message.as_ref().map_or(0, |message| message.len());
        self.shared.bytes.fetch_sub(length, Ordering::Relaxed);
        message
    }

    /// Returns whether the rest of the queue is not worth sending.
    pub(crate) fn is_abandoned(&self) -> bool {
        let closing = self.shared.closing.get();
        closing.is_some_and(|closing| closing.reason == CloseReason::TooSlow)
    }

    /// Returns why the connection is closed, once the queue has ended.
    pub(crate) fn closing(&self) -> Closing {
        let closing = self.shared.closing.get().cloned();
        // Whoever held the queue has ended without a word: the room's task.
        closing.unwrap_or_else(|| CloseReason::Restart.into())
    }
}
