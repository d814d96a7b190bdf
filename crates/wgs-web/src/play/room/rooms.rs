//! The rooms of the server: whether it has any, which ones are public, and what it knows about
//! the player.

use leptos::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};
use wgs_play::room::RoomCode;

use super::identity;
use crate::session::{self, Session};

/// A public room.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PublicRoom {
    /// Its code.
    pub code: RoomCode,
    /// The name of its owner.
    pub owner: Option<String>,
    /// The game.
    pub game: String,
    /// The time of a round in seconds.
    pub seconds: u32,
    /// The number of people who play.
    pub players: u32,
    /// The largest number of them.
    pub max_players: u32,
}

#[derive(Deserialize)]
struct PublicRooms {
    rooms: Vec<PublicRoom>,
}

/// The server's data about a player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PlayerHistory {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// The number of rounds that were rated.
    pub rounds: u32,
    /// The last rounds, the latest first.
    pub history: Option<Vec<HistoryRound>>,
}

/// A round of a player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct HistoryRound {
    /// When it ended, in milliseconds since 1970.
    pub ended_at: u64,
    /// The game.
    pub game: String,
    /// The points of the player.
    pub points: i64,
    /// The number of words that the player found.
    pub words: u64,
    /// Whether the player won.
    pub is_won: bool,
    /// The names of all players.
    pub players: Vec<String>,
}

/// The part of `host.json` about rooms.
#[derive(Deserialize)]
struct HostRooms {
    #[serde(default)]
    rooms: bool,
    #[serde(default)]
    list_rooms: bool,
}

/// The rooms of the server. Copies refer to the same.
#[derive(Clone, Copy)]
pub struct Rooms {
    session: Session,
    /// Whether the server has rooms.
    pub is_available: RwSignal<bool>,
    /// Whether it lists public rooms.
    pub is_listing: RwSignal<bool>,
    /// The public rooms; [`None`] until they are known.
    pub public: RwSignal<Option<Vec<PublicRoom>>>,
    /// The server's data about the player.
    pub history: RwSignal<Option<PlayerHistory>>,
}

impl Rooms {
    /// Asks the host whether it has rooms.
    pub fn new(session: Session) -> Self {
        let rooms = Self {
            session,
            is_available: RwSignal::new(false),
            is_listing: RwSignal::new(false),
            public: RwSignal::new(None),
            history: RwSignal::new(None),
        };
        leptos::task::spawn_local(async move {
            if let Some(host) = load::<HostRooms>("host.json").await {
                rooms.is_available.set(host.rooms);
                rooms.is_listing.set(host.list_rooms);
            }
        });
        rooms
    }

    /// The rooms of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Loads the public rooms and the player's history.
    pub fn load(self) {
        let Some(api) = self.session.host.with(|host| host.api.clone()) else {
            return;
        };
        let is_listing = self.is_listing.get();
        leptos::task::spawn_local(async move {
            if is_listing && let Some(found) = load::<PublicRooms>(&format!("{api}rooms")).await {
                self.public.set(Some(found.rooms));
            }
            if let Some(player) = identity::player() {
                let address = format!("{api}players/{player}");
                let history = load_own(&address, identity::key()).await;
                self.history.set(history);
            }
        });
    }
}

async fn load<T: DeserializeOwned>(address: &str) -> Option<T> {
    read(session::load(address).await.ok()?).await
}

/// Loads what the server gives only to the player.
async fn load_own<T: DeserializeOwned>(address: &str, key: Option<String>) -> Option<T> {
    let headers = Headers::new().ok()?;
    let bearer = format!("Bearer {}", key?);
    headers.append("Authorization", &bearer).ok()?;
    let init = RequestInit::new();
    init.set_headers(&headers);
    let response = JsFuture::from(window().fetch_with_str_and_init(address, &init)).await;
    let response: Response = response.ok()?.unchecked_into();
    read(response).await
}

async fn read<T: DeserializeOwned>(response: Response) -> Option<T> {
    let text = session::text_of(&response).await.ok()?;
    serde_json::from_str(&text).ok()
}
