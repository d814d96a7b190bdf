//! A client's WebSocket to a room: connects to the server of a room's link, and sends and receives
//! messages.

use std::fmt;
use std::str::FromStr;

use futures_util::{SinkExt, StreamExt};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};
use wgs_play::room::message::ClientMessage;

/// The address of a server, as it stands before `play.html` in the link of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerAddress {
    /// The host and the port.
    host: String,
    /// The path, with a slash at both ends.
    path: String,
}

/// The error for an address of another scheme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected an address that begins with http://; this example does not speak TLS")]
pub(crate) struct NotHttp;

impl FromStr for ServerAddress {
    type Err = NotHttp;

    fn from_str(text: &str) -> Result<Self, NotHttp> {
        let rest = text.strip_prefix("http://").ok_or(NotHttp)?;
        let rest = rest.split(['#', '?']).next().unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = match folder {
            "" => "/".to_owned(),
            folder => format!("/{folder}/"),
        };
        let host = match host.contains(':') {
            true => host.to_owned(),
            false => format!("{host}:80"),
        };
        Ok(Self { host, path })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ws://{}{}api/v1/rooms/socket", self.host, self.path)
    }
}

/// A client's WebSocket.
pub(crate) struct RoomSocket {
    socket: WebSocketStream<TcpStream>,
}

impl RoomSocket {
    /// Connects to a server.
    pub(crate) async fn connect(server: &ServerAddress) -> Result<Self, SocketError> {
        let stream = TcpStream::connect(&server.host).await?;
        stream.set_nodelay(true)?;
        // Most messages are small, and there may be thousands of clients.
        let config = WebSocketConfig::default()
            .read_buffer_size(2 << 10)
            .write_buffer_size(0);
        let request = server.to_string();
        let connected =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = connected?;
        Ok(Self { socket })
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), SocketError> {
        let text = Message::Text(message.to_json().into());
        self.socket.send(text).await
    }

    /// Waits for the text of the next message. Returns [`None`] at the end of the connection.
    pub(crate) async fn receive(&mut self) -> Result<Option<Utf8Bytes>, SocketError> {
        while let Some(message) = self.socket.next().await {
            match message? {
                Message::Text(text) => return Ok(Some(text)),
                Message::Close(_) => break,
                // The answer to a ping is sent by the library.
                _ => {}
            }
        }
        Ok(None)
    }
}
