//! The room that an address names and the room that the page is in, for the parts of the page that
//! are there before the code of rooms is loaded.

use leptos::prelude::*;
use wgs_play::room::RoomCode;

use crate::play::state::{PlayScreen, PlayState};

/// The ways into a room and back to it. Copies refer to the same.
#[derive(Clone, Copy)]
pub struct RoomLink {
    /// The room that an address named last.
    pub(super) wanted: RwSignal<Option<RoomCode>>,
    /// The room that the page is in.
    pub current: RwSignal<Option<RoomCode>>,
    /// The page, which owns the state of rooms once that is there.
    pub(super) page: StoredValue<Option<Owner>>,
}

impl RoomLink {
    /// Creates the link of the calling page, which is in no room.
    pub fn new() -> Self {
        Self {
            wanted: RwSignal::new(None),
            current: RwSignal::new(None),
            page: StoredValue::new(Owner::current()),
        }
    }

    /// The link of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Shows the room that an address names.
    pub fn open(self, play: PlayState, room: RoomCode) {
        self.wanted.set(Some(room));
        play.show_screen(PlayScreen::Room);
    }
}

impl Default for RoomLink {
    fn default() -> Self {
        Self::new()
    }
}
