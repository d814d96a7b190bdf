//! A member of a room, with its view of the room, which follows the events.

use wgs_play::room::message::{ClientMessage, ServerMessage, VERSION};
use wgs_play::room::{RoomAction, RoomAnswer, RoomCode, RoomSettings, RoomView};

use crate::client_error::ClientError;
use crate::room_socket::RoomSocket;
use crate::server_address::ServerAddress;

/// A member of a room, with its view of the room. The view changes with each message that is
/// received.
#[derive(Debug)]
pub struct RoomClient {
    socket: RoomSocket,
    token: String,
    view: Option<RoomView>,
    next_id: u64,
}

impl RoomClient {
    /// Connects to a server without entering a room.
    pub async fn connect(server: &ServerAddress) -> Result<Self, ClientError> {
        Ok(Self {
            socket: RoomSocket::connect(server).await?,
            token: String::new(),
            view: None,
            next_id: 1,
        })
    }

    /// Opens a room as its owner.
    pub async fn create(
        server: &ServerAddress,
        name: &str,
        settings: RoomSettings,
    ) -> Result<Self, ClientError> {
        let create = ClientMessage::Create {
            version: VERSION,
            name: name.to_owned(),
            identity: None,
            settings: Box::new(settings),
        };
        Self::connect_and_enter(server, &create).await
    }

    /// Joins a room.
    pub async fn join(
        server: &ServerAddress,
        room: RoomCode,
        name: &str,
    ) -> Result<Self, ClientError> {
        let join = ClientMessage::Join {
            version: VERSION,
            room,
            name: name.to_owned(),
            identity: None,
            is_spectator: false,
        };
        Self::connect_and_enter(server, &join).await
    }

    /// Comes back to a room with the token of an earlier connection.
    pub async fn resume(
        server: &ServerAddress,
        room: RoomCode,
        token: &str,
    ) -> Result<Self, ClientError> {
        let resume = ClientMessage::Resume {
            version: VERSION,
            room,
            token: token.to_owned(),
        };
        Self::connect_and_enter(server, &resume).await
    }

    async fn connect_and_enter(
        server: &ServerAddress,
        message: &ClientMessage,
    ) -> Result<Self, ClientError> {
        let mut client = Self::connect(server).await?;
        client.enter(message).await?;
        Ok(client)
    }

    /// Enters a room with [`ClientMessage::Create`], [`ClientMessage::Join`] or
    /// [`ClientMessage::Resume`].
    pub async fn enter(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.socket.send(message).await?;
        while self.view.is_none() {
            self.receive().await?;
        }
        Ok(())
    }

    /// The room as this member sees it; [`None`] before the client has entered one.
    pub fn view(&self) -> Option<&RoomView> {
        self.view.as_ref()
    }

    /// What the member comes back with after a lost connection; empty before the client has entered
    /// a room.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The connection. The view does not change with messages that are received from it directly.
    pub fn socket(&mut self) -> &mut RoomSocket {
        &mut self.socket
    }

    /// Waits for the next message, and changes the view as it says. If the future is dropped before,
    /// no message is lost.
    pub async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        let message = self.socket.receive().await?;
        match &message {
            ServerMessage::Welcome { token, view, .. } => {
                self.token = token.clone();
                self.view = Some((**view).clone());
            }
            ServerMessage::Snapshot { view, .. } => self.view = Some((**view).clone()),
            ServerMessage::Event {
                sequence, event, ..
            } => {
                if let Some(view) = &mut self.view {
                    view.apply(*sequence, event.clone())?;
                }
            }
            ServerMessage::Answer { answer, .. } => {
                if let Some(view) = &mut self.view {
                    view.apply_answer(answer);
                }
            }
            ServerMessage::Closed { reason, text } => {
                return Err(ClientError::Closed {
                    reason: reason.clone(),
                    text: text.clone(),
                });
            }
            ServerMessage::Refused { .. } | ServerMessage::Pong { .. } => {}
        }
        Ok(message)
    }

    /// Sends an action without waiting for its answer. Returns its id.
    pub async fn send(&mut self, action: RoomAction) -> Result<u64, ClientError> {
        let id = self.next_id;
        self.next_id += 1;
        self.socket.send(&ClientMessage::Act { id, action }).await?;
        Ok(id)
    }

    /// Sends an action and waits for its answer. The view changes with the messages before it.
    pub async fn act(&mut self, action: RoomAction) -> Result<RoomAnswer, ClientError> {
        let sent = self.send(action).await?;
        loop {
            match self.receive().await? {
                ServerMessage::Answer { id, answer } if id == sent => return Ok(answer),
                ServerMessage::Refused { id, error, .. } if id == sent => return Err(error.into()),
                _ => {}
            }
        }
    }

    /// Receives messages until the view meets a condition.
    pub async fn until(&mut self, is_met: impl Fn(&RoomView) -> bool) -> Result<(), ClientError> {
        while !self.view.as_ref().is_some_and(&is_met) {
            self.receive().await?;
        }
        Ok(())
    }
}
