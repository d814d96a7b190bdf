//! A client of a word-game server, for programs that play and for tests: [`RoomClient`] is a player
//! in a room, and [`ServerAddress`] makes single requests to the HTTP API. The messages are those of
//! [`wgs_play::room::message`].
//!
//! ```no_run
//! use wgs_client::{RoomClient, ServerAddress};
//! use wgs_play::room::{RoomAction, RoomSettings};
//!
//! # async fn play() -> Result<(), wgs_client::ClientError> {
//! let server: ServerAddress = "http://127.0.0.1:7007/".parse()?;
//! let mut ann = RoomClient::create(&server, "Ann", RoomSettings::default()).await?;
//! let room = ann.view().expect("she is in the room").code;
//! let mut robot = RoomClient::join(&server, room, "Robot").await?;
//! robot.act(RoomAction::Chat("hello".to_owned())).await?;
//! # Ok(())
//! # }
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`ServerAddress`] | where a server is, and requests to its API |
//! | [`RoomClient`] | a member of a room, with its view of the room |
//! | [`RoomLink`] | the link of a room, as the page shows it |
//! | [`RoomConnection`] | a member of a room on a thread, whose connection comes back by itself |
//! | [`RoomSocket`] | a connection that sends and receives the messages of rooms |
//! | [`ServerStream`] | a connection, with or without TLS |
//!
//! Nothing here reads boards or finds words: `wgs-play` and `wgs-engine` do.

mod client_error;
mod room_client;
mod room_connection;
mod room_link;
mod room_socket;
mod server_address;
mod server_stream;

pub use client_error::ClientError;
pub use room_client::RoomClient;
pub use room_connection::{RoomConnection, RoomEntry, RoomNews};
pub use room_link::{RoomLink, RoomLinkError};
pub use room_socket::RoomSocket;
pub use server_address::{ApiResponse, NotHttp, ServerAddress};
pub use server_stream::ServerStream;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
