//! The way from a connection to its room, which this server or another one owns.

use std::time::Instant;

use tokio::sync::mpsc;
use wgs_play::room::message::ClientMessage;

use super::outgoing::ConnectionId;
use super::relay::RemoteRoom;
use super::room_task::RoomCommand;

/// The way from a connection to its room.
pub(super) enum RoomLink {
    /// A room of this server.
    Own {
        room: mpsc::Sender<RoomCommand>,
        connection: ConnectionId,
    },
    /// A room of another server.
    Remote(RemoteRoom),
}

/// A room has ended, and its connections with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomEnded;

impl RoomLink {
    /// Passes a message on that is not the first one of a client.
    pub(super) async fn pass_on(&self, message: ClientMessage) -> Result<(), RoomEnded> {
        match self {
            Self::Own { room, connection } => {
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
            Self::Own { room, connection } => {
                // If the room has ended, it knows.
                let _ = room.send(RoomCommand::Disconnect(*connection)).await;
            }
            Self::Remote(room) => room.leave().await,
        }
    }

    /// Whether the room has ended, or has closed the connection.
    pub(super) fn is_closed(&self) -> bool {
        match self {
            Self::Own { room, .. } => room.is_closed(),
            Self::Remote(room) => room.is_closed(),
        }
    }
}
