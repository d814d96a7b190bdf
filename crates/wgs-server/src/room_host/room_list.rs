//! What a stranger may know about a room: about one whose owner wants to be found, in the public list,
//! and about any other with the code, which is the invitation.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use wgs_play::room::{Room, RoomCode};

/// A room, as people see it who are not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ListedRoom {
    /// The code of the room.
    #[cfg_attr(feature = "openapi", schema(example = "BDFGHJKL"))]
    pub(crate) code: String,
    /// The name of the owner.
    pub(crate) owner: Option<String>,
    /// The name of the game.
    pub(crate) game: String,
    /// The time of a round in seconds.
    pub(crate) seconds: u32,
    /// The number of people who play.
    pub(crate) players: usize,
    /// The largest number of people who play.
    pub(crate) max_players: u32,
    /// Whether a round is running or about to start.
    pub(crate) is_playing: bool,
}

/// The public list of rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct RoomListReply {
    /// The rooms.
    pub(crate) rooms: Vec<ListedRoom>,
}

/// The entry of a room in memory for the public list.
#[derive(Debug, Default)]
pub(super) struct RoomSummary(Mutex<Option<ListedRoom>>);

impl RoomSummary {
    /// Notes what a room is like now.
    pub(super) fn update(&self, room: &Room) {
        let listed = listed(room);
        let mut summary = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *summary = listed;
    }

    /// Returns the public facts; [`None`] unless the room is public and not empty.
    pub(super) fn get(&self) -> Option<ListedRoom> {
        let summary = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        summary.clone()
    }
}

fn listed(room: &Room) -> Option<ListedRoom> {
    let mut members = room.members().iter();
    let is_listed = room.settings().is_public && members.any(|it| it.view.is_connected);
    is_listed.then(|| described(room))
}

/// Describes a room to people who have its code.
pub(super) fn described(room: &Room) -> ListedRoom {
    let settings = room.settings();
    let views = || room.members().iter().map(|member| &member.view);
    let code: RoomCode = room.code();
    let owner = room.owner().and_then(|owner| room.member(owner));
    ListedRoom {
        code: code.to_string(),
        owner: owner.map(|owner| owner.view.name.clone()),
        game: settings.game.clone(),
        seconds: settings.seconds,
        players: views().filter(|view| !view.is_spectator).count(),
        max_players: settings.max_players,
        is_playing: room.is_busy(),
    }
}
