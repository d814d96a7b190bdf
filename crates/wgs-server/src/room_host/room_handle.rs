//! A handle on a room: a local room, or one on another server.

use std::time::Instant;

use tokio::sync::mpsc;
use wgs_play::room::message::ClientMessage;

use super::outgoing::ConnectionId;
use super::relay::RemoteRoom;
use super::room_task::RoomCommand;

/// The room of one connection: a local room, or one on another server.
pub(super) enum RoomHandle {
    /// A local room.
    Local {
        room: mpsc::Sender<RoomCommand>,
        connection: ConnectionId,
    },
    /// A room on another server.
    Remote(RemoteRoom),
}

/// A room has ended, and its connections with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomEnded;

impl RoomHandle {
    /// Passes a client's message on to the room. The first message of a client is not for it.
    pub(super) async fn pass_on(&self, message: ClientMessage) -> Result<(), RoomEnded> {
        match self {
            Self::Local { room, connection } => {
                let connection = *connection;
                let command = match message {
                    ClientMessage::Act { id, action } => RoomCommand::Act {
                        connection,
                        id,
                        action,
                        received: Instant::now(),
                    },
                    ClientMessage::Resync => RoomCommand::Resync(connection),
                    // A connection answers these itself.
                    _ => return Ok(()),
                };
                room.send(command).await.map_err(|_| RoomEnded)
            }
            Self::Remote(room) => room.pass_on(message).await.map_err(|()| RoomEnded),
        }
    }

    /// Tells the room that the client has gone.
    pub(super) async fn leave(&self) {
        match self {
            Self::Local { room, connection } => {
                // If the room has ended, it knows.
                let _ = room.send(RoomCommand::Disconnect(*connection)).await;
            }
            Self::Remote(room) => room.leave().await,
        }
    }

    /// Whether the room has ended, or has closed the connection.
    pub(super) fn is_closed(&self) -> bool {
        match self {
            Self::Local { room, .. } => room.is_closed(),
            Self::Remote(room) => room.is_closed(),
        }
    }
}
