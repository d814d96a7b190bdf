//! A connection that sends and receives the messages of rooms. What they mean is
//! [`RoomClient`](crate::RoomClient)'s business.

use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use wgs_play::room::message::{ClientMessage, ServerMessage};

use crate::client_error::ClientError;
use crate::server_address::ServerAddress;
use crate::server_stream::ServerStream;

/// A connection that sends and receives the messages of rooms.
#[derive(Debug)]
pub struct RoomSocket {
    socket: WebSocketStream<ServerStream>,
}

impl RoomSocket {
    /// Connects to a server.
    pub async fn connect(server: &ServerAddress) -> Result<Self, ClientError> {
        let stream = server.connect().await?;
        // Most messages are small, and a program may have thousands of clients.
        let config = WebSocketConfig::default()
            .read_buffer_size(2 << 10)
            .write_buffer_size(0);
        let url = server.socket_url();
        let connected =
            tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await;
        let (socket, _) = connected?;
        Ok(Self { socket })
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(message.to_json()).await
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// Waits for the next message. If the future is dropped before, no message is lost.
    pub async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        let text = self.receive_text().await?;
        ServerMessage::from_json(&text).map_err(ClientError::Message)
    }

    /// Waits for the text of the next message, for programs that do not read them all.
    pub async fn receive_text(&mut self) -> Result<Utf8Bytes, ClientError> {
        while let Some(message) = self.socket.next().await {
            match message? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => break,
                // The answer to a ping is sent by the library.
                _ => {}
            }
        }
        Err(ClientError::Ended)
    }

    /// The WebSocket itself, for frames that rooms do not have.
    pub fn websocket(&mut self) -> &mut WebSocketStream<ServerStream> {
        &mut self.socket
    }
}
