//! A WebSocket connection: reads the messages of a client, and sends those of its room.

use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use wgs_play::room::message::{ClientMessage, CloseReason, MAX_FRAME, ServerMessage, VERSION};
use wgs_play::room::{RoomAction, RoomError};

use super::RoomHost;
use super::outgoing::{Closing, ConnectionId, OutgoingReceiver};
use super::room_handle::{RoomEnded, RoomHandle};
use crate::address::Client;
use crate::client_budget::OpenPlayer;
use crate::metrics_text::count;
use crate::rate_limit::RateLimit;

/// The time until the first message.
const FIRST_MESSAGE_TIME: Duration = Duration::from_secs(10);

/// The time for which a client may be silent before it is asked whether it is still there.
const PING_AFTER: Duration = Duration::from_secs(20);

/// The time for which a client may be silent.
const IDLE_TIME: Duration = Duration::from_secs(50);

/// The time in which a client must read what it is sent.
const SEND_TIME: Duration = Duration::from_secs(10);

/// The time for telling a client why its connection is closed.
const CLOSE_TIME: Duration = Duration::from_secs(1);

/// The number of messages that a client may send in [`FLOOD_TIME`].
const FLOOD_MESSAGES: u32 = 50;

/// See [`FLOOD_MESSAGES`].
const FLOOD_TIME: Duration = Duration::from_secs(10);

/// The number of bytes in one frame. The WebSocket keeps a buffer as large as the largest frame
/// that it sent, so a long message, such as the report of a round, is sent in several frames.
const FRAME: usize = 4 << 10;

/// The number of characters of a reason that are logged, and of a problem that a client is told.
const MAX_REASON: usize = 200;

/// Why a connection cannot begin with another message.
pub(super) const FIRST_MESSAGES: &str = "expected create, join or resume as the first message";

/// The number of messages that are sent at once.
const BATCH: usize = 16;

/// The connection of a client that wants to enter a room.
pub(crate) struct Connection {
    host: RoomHost,
    id: ConnectionId,
    client: Client,
    player: OpenPlayer,
    socket: WebSocketStream<TokioIo<Upgraded>>,
    /// The limit on messages.
    messages: RateLimit,
    /// A message that came before the client was in the room.
    early: Option<Message>,
}

/// How a connection ends.
enum ConnectionEnd {
    /// The client has gone.
    Gone,
    /// The server closes it.
    Closed(Closing),
}

impl From<Closing> for ConnectionEnd {
    fn from(closing: Closing) -> Self {
        Self::Closed(closing)
    }
}

impl From<CloseReason> for ConnectionEnd {
    fn from(reason: CloseReason) -> Self {
        Self::Closed(reason.into())
    }
}

/// Returns the limits of a WebSocket. Small buffers: most messages have a hundred bytes.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(1 << 10)
        .write_buffer_size(FRAME)
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME))
}

impl Connection {
    /// Takes over a connection after its handshake.
    pub(crate) async fn new(
        host: RoomHost,
        client: Client,
        player: OpenPlayer,
        upgraded: Upgraded,
    ) -> Self {
        let stream = TokioIo::new(upgraded);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config()));
        Self {
            id: host.next_connection(),
            host,
            client,
            player,
            socket: socket.await,
            messages: RateLimit::new(FLOOD_MESSAGES, FLOOD_TIME),
            early: None,
        }
    }

    /// Serves the client until the connection ends.
    pub(crate) async fn serve(mut self) {
        let end = match self.enter().await {
            Ok((room, mut outgoing)) => {
                let end = self.play(&room, &mut outgoing).await;
                // A room that is still being loaded then does not let the client in.
                drop(outgoing);
                room.leave().await;
                end
            }
            Err(end) => end,
        };
        if let ConnectionEnd::Closed(closing) = end {
            self.close(&closing).await;
        }
    }

    /// Reads the first message, and lets the client into a room.
    async fn enter(&mut self) -> Result<(RoomHandle, OutgoingReceiver), ConnectionEnd> {
        let dismissal = self.player.dismissal();
        let dismissed = async {
            match dismissal {
                Some(dismissal) => dismissal.notified().await,
                None => std::future::pending().await,
            }
        };
        let first = timeout(FIRST_MESSAGE_TIME, async {
            loop {
                match self.receive().await? {
                    Some(Received::Message(message)) => return Ok::<_, ConnectionEnd>(message),
                    // An action; there is no room yet that could refuse it.
                    Some(Received::UnknownAction { .. }) => {
                        return Err(Closing::new(CloseReason::Malformed)
                            .with_text(FIRST_MESSAGES)
                            .into());
                    }
                    None => {}
                }
            }
        });
        let first = tokio::select! {
            first = first => first.unwrap_or_else(|_| {
                let text = "the first message did not arrive in time";
                let closing = Closing::new(CloseReason::Malformed).with_text(text);
                Err(closing.into())
            }),
            () = dismissed => Err(CloseReason::Busy.into()),
        }?;
        self.player.speaks();
        // This future is large, and soon complete.
        let mut entering = Box::pin(self.host.enter(first, self.id, &mut self.player));
        loop {
            tokio::select! {
                biased;
                // A client that has given up may be back on another connection, which this one must
                // not replace.
                message = self.socket.next(), if self.early.is_none() => match message {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(ConnectionEnd::Gone),
                    Some(Ok(message)) => self.early = Some(message),
                },
                entered = &mut entering => return entered.map_err(ConnectionEnd::from),
            }
        }
    }

    /// Passes messages between the client and its room, until one of them ends the connection.
    async fn play(&mut self, room: &RoomHandle, outgoing: &mut OutgoingReceiver) -> ConnectionEnd {
        let mut heard = tokio::time::Instant::now();
        let mut next_check = heard + PING_AFTER;
        loop {
            tokio::select! {
                message = outgoing.receive() => match message {
                    Some(message) if !outgoing.is_abandoned() => {
                        if let Err(end) = self.send_all(message, outgoing).await {
                            return end;
                        }
                    }
                    _ => return outgoing.closing().into(),
                },
                received = self.receive() => {
                    heard = tokio::time::Instant::now();
                    let sent = match received {
                        Ok(Some(Received::Message(message))) => self.pass_on(message, room).await,
                        Ok(Some(Received::UnknownAction { id, problem })) => {
                            self.refuse(id, problem).await
                        }
                        Ok(None) => Ok(()),
                        Err(end) => Err(end),
                    };
                    match sent {
                        Ok(()) => {}
                        // The room has ended, and said why.
                        Err(ConnectionEnd::Gone) if room.is_closed() => return outgoing.closing().into(),
                        Err(end) => return end,
                    }
                }
                () = sleep_until(next_check) => {
                    let silence = heard.elapsed();
                    if silence >= IDLE_TIME {
                        return ConnectionEnd::Gone;
                    }
                    if silence >= PING_AFTER {
                        let ping = Message::Ping(Default::default());
                        match timeout(SEND_TIME, self.socket.send(ping)).await {
                            Ok(Ok(())) => {}
                            _ => return ConnectionEnd::Gone,
                        }
                    }
                    let wait = PING_AFTER.saturating_sub(silence).max(PING_AFTER / 2);
                    next_check = tokio::time::Instant::now() + wait;
                }
            }
        }
    }

    /// Passes a message on to the room, or answers it.
    async fn pass_on(
        &mut self,
        message: ClientMessage,
        room: &RoomHandle,
    ) -> Result<(), ConnectionEnd> {
        match &message {
            ClientMessage::Act {
                action: RoomAction::Guess(_) | RoomAction::GuessPath(_),
                ..
            } => count(&self.host.state.metrics.guesses),
            ClientMessage::Act { .. } | ClientMessage::Resync => {}
            ClientMessage::Ping { sent } => {
                let (sent, now) = (*sent, self.host.state.clock.now());
                let pong = ServerMessage::Pong { sent, now };
                return self.send(pong.to_json().into()).await;
            }
            ClientMessage::Create { .. }
            | ClientMessage::Join { .. }
            | ClientMessage::Resume { .. } => {
                let text = "this connection is in a room already; use another connection";
                let closing = Closing::new(CloseReason::Malformed).with_text(text);
                return Err(closing.into());
            }
        }
        room.pass_on(message)
            .await
            .map_err(|RoomEnded| ConnectionEnd::Gone)
    }

    /// Refuses an action that is not understood. The client stays in the room.
    async fn refuse(&mut self, id: u64, problem: String) -> Result<(), ConnectionEnd> {
        let error = RoomError::NotUnderstood { problem };
        let text = error.to_string();
        let refused = ServerMessage::Refused { id, error, text };
        self.send(refused.to_json().into()).await
    }

    /// Waits for the next message. Returns [`None`] for what is not a message but shows that the
    /// client is there.
    async fn receive(&mut self) -> Result<Option<Received>, ConnectionEnd> {
        let next = match self.early.take() {
            Some(message) => Some(Ok(message)),
            None => self.socket.next().await,
        };
        let message = match next {
            Some(Ok(message)) => message,
            Some(Err(Error::Capacity(error))) => {
                let text = format!("expected frames of at most {MAX_FRAME} bytes: {error}");
                return Err(Closing::new(CloseReason::TooMuch).with_text(text).into());
            }
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                count(&self.host.state.metrics.lost);
                return Err(ConnectionEnd::Gone);
            }
            Some(Err(error @ (Error::Protocol(_) | Error::Utf8(_)))) => {
                let closing = Closing::new(CloseReason::Malformed);
                return Err(closing.with_text(error).into());
            }
            Some(Err(_)) | None => {
                count(&self.host.state.metrics.lost);
                return Err(ConnectionEnd::Gone);
            }
        };
        if !self.messages.allows_one() {
            let text = format!(
                "expected at most {FLOOD_MESSAGES} messages in {} seconds",
                FLOOD_TIME.as_secs()
            );
            return Err(Closing::new(CloseReason::TooMuch).with_text(text).into());
        }
        match message {
            Message::Text(text) => {
                count(&self.host.state.metrics.messages);
                read_message(&text).map(Some).map_err(ConnectionEnd::from)
            }
            Message::Binary(_) => {
                let text = "expected a text frame, found a binary one";
                Err(Closing::new(CloseReason::Malformed).with_text(text).into())
            }
            Message::Close(_) => Err(ConnectionEnd::Gone),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(None),
        }
    }

    /// Sends a message and those that wait behind it.
    async fn send_all(
        &mut self,
        first: Utf8Bytes,
        outgoing: &mut OutgoingReceiver,
    ) -> Result<(), ConnectionEnd> {
        let sent = timeout(SEND_TIME, async {
            feed(&mut self.socket, first).await?;
            for _ in 1..BATCH {
                match outgoing.try_receive() {
                    Some(message) => feed(&mut self.socket, message).await?,
                    None => break,
                }
            }
            self.socket.flush().await
        });
        end_of_sending(sent.await)
    }

    async fn send(&mut self, message: Utf8Bytes) -> Result<(), ConnectionEnd> {
        let sent = timeout(SEND_TIME, async {
            feed(&mut self.socket, message).await?;
            self.socket.flush().await
        });
        end_of_sending(sent.await)
    }

    /// Tells the client why the connection is closed, and closes it.
    async fn close(mut self, closing: &Closing) {
        self.host.state.metrics.count_closed(&closing.reason);
        let Closing { reason, text } = closing;
        // Parts of the text may come from the client.
        let text: String = text.chars().take(MAX_REASON).collect();
        let text = text.escape_debug();
        tracing::info!(client = %self.client, connection = self.id.0, reason = ?reason, "connection closed: {text}");
        let code = match reason {
            CloseReason::Malformed | CloseReason::Version => CloseCode::Policy,
            CloseReason::TooMuch => CloseCode::Size,
            CloseReason::Busy => CloseCode::Again,
            CloseReason::Draining | CloseReason::Restart => CloseCode::Restart,
            CloseReason::Internal => CloseCode::Error,
            _ => CloseCode::Normal,
        };
        let told = timeout(CLOSE_TIME, async {
            feed(&mut self.socket, closing.message().to_json().into()).await?;
            let frame = CloseFrame {
                code,
                reason: Utf8Bytes::default(),
            };
            self.socket.send(Message::Close(Some(frame))).await
        });
        let is_told = matches!(told.await, Ok(Ok(())));
        // The next connection of the same client may be counted.
        drop(self.player);
        if is_told {
            let _ = timeout(CLOSE_TIME, discard(self.socket.get_mut())).await;
        }
    }
}

/// Ends the server's half of the connection, and reads until the client has ended its half. If there
/// were unread bytes, closing the connection would discard what was sent last.
async fn discard(stream: &mut TokioIo<Upgraded>) -> io::Result<()> {
    stream.shutdown().await?;
    let mut bytes = [0; 1 << 10];
    while stream.read(&mut bytes).await? > 0 {}
    Ok(())
}

fn end_of_sending<E>(sent: Result<Result<(), Error>, E>) -> Result<(), ConnectionEnd> {
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(ConnectionEnd::Gone),
        Err(_) => Err(CloseReason::TooSlow.into()),
    }
}

/// Queues a message for sending, in frames of at most [`FRAME`] bytes.
async fn feed(
    socket: &mut WebSocketStream<TokioIo<Upgraded>>,
    message: Utf8Bytes,
) -> Result<(), Error> {
    if message.len() <= FRAME {
        return socket.feed(Message::Text(message)).await;
    }
    let bytes: bytes::Bytes = message.into();
    let mut start = 0;
    while start < bytes.len() {
        let end = (start + FRAME).min(bytes.len());
        let data = match start {
            0 => Data::Text,
            _ => Data::Continue,
        };
        let is_last = end == bytes.len();
        let frame = Frame::message(bytes.slice(start..end), OpCode::Data(data), is_last);
        socket.feed(Message::Frame(frame)).await?;
        start = end;
    }
    Ok(())
}

/// A message from a client.
#[derive(Debug)]
enum Received {
    Message(ClientMessage),
    /// The message `act` with this id, whose action is not understood.
    UnknownAction {
        id: u64,
        problem: String,
    },
}

/// Reads a message of a client, and checks its version.
fn read_message(text: &str) -> Result<Received, Closing> {
    /// The fields that all versions of the messages have in common.
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    /// The beginning of the message `act`.
    #[derive(Deserialize)]
    struct Act {
        #[serde(rename = "type")]
        kind: String,
        id: u64,
    }
    let other_version = || {
        let versioned = serde_json::from_str(text);
        versioned.is_ok_and(|it: Versioned| it.version != VERSION)
    };
    match ClientMessage::from_json(text) {
        Ok(
            ClientMessage::Create { version, .. }
            | ClientMessage::Join { version, .. }
            | ClientMessage::Resume { version, .. },
        ) if version != VERSION => Err(CloseReason::Version.into()),
        Ok(message) => Ok(Received::Message(message)),
        Err(_) if other_version() => Err(CloseReason::Version.into()),
        Err(error) => match serde_json::from_str(text) {
            Ok(Act { kind, id }) if kind == "act" => Ok(Received::UnknownAction {
                id,
                problem: error.problem().chars().take(MAX_REASON).collect(),
            }),
            _ => Err(Closing::new(CloseReason::Malformed).with_text(error)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_is_not_understood_is_described() {
        for (text, reason, part) in [
            ("", CloseReason::Malformed, "EOF"),
            ("{}", CloseReason::Malformed, "type"),
            (r#"{"type": "fly"}"#, CloseReason::Malformed, "fly"),
            (
                r#"{"type": "join", "version": 1, "room": "A", "name": "Ann"}"#,
                CloseReason::Malformed,
                "8 consonants",
            ),
            (
                r#"{"type": "join", "version": 7, "room": "BDFGHJKL", "name": "Ann"}"#,
                CloseReason::Version,
                "another version",
            ),
            (
                r#"{"type": "enter", "version": 7, "colour": "red"}"#,
                CloseReason::Version,
                "another version",
            ),
        ] {
            let closing = read_message(text).unwrap_err();
            assert_eq!(closing.reason, reason, "{text}");
            assert!(closing.text.contains(part), "{text}: {}", closing.text);
        }
        let read = read_message(r#"{"type": "resync"}"#);
        assert!(matches!(read, Ok(Received::Message(_))));
    }

    #[test]
    fn an_action_that_is_not_understood_keeps_its_id() {
        for (text, part) in [
            (r#"{"type": "act", "id": 7, "action": "fly"}"#, "fly"),
            (
                r#"{"type": "act", "id": 7, "action": {"claim": 1}}"#,
                "string",
            ),
            (r#"{"type": "act", "id": 7}"#, "action"),
            (
                r#"{"type": "act", "id": 7, "action": "finish", "colour": "red"}"#,
                "colour",
            ),
        ] {
            match read_message(text) {
                Ok(Received::UnknownAction { id: 7, problem }) => {
                    assert!(problem.contains(part), "{text}: {problem}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in [r#"{"type": "act", "action": "fly"}"#, r#"{"id": 7}"#, "[7]"] {
            assert!(read_message(text).is_err(), "{text}");
        }
    }
}
