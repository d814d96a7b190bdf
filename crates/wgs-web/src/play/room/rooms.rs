//! The rooms of the server: whether it has any, which ones are public, and what it knows about
//! the player.

use leptos::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};
use wgs_app::reply::GameReply;
use wgs_play::room::{RoomCode, RoomSettings};

use super::identity;
use crate::host;
use crate::session::{self, Session};
use crate::storage;

/// The key that the browser stores under whether the server has rooms.
const HAS_ROOMS: &str = "rooms";

/// A room, as people see it who are not in it.
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
    /// Whether a round is running or about to start.
    pub is_playing: bool,
}

#[derive(Deserialize)]
struct PublicRooms {
    rooms: Vec<PublicRoom>,
}

/// A game of the server with boards that can be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomGame {
    /// Its name.
    pub game: String,
    /// Whether the server has its dictionary and its scoring rules.
    pub is_playable: bool,
}

impl RoomGame {
    /// A game that the server lists; [`None`] if it has no boards to deal.
    fn new(listed: GameReply, missing_dictionaries: &[String]) -> Option<Self> {
        listed.grid?;
        listed.letter_distribution?;
        let dictionary = listed.dictionary;
        let has_words = dictionary.is_some_and(|name| !missing_dictionaries.contains(&name));
        Some(Self {
            game: listed.game,
            is_playable: has_words && listed.scoring_rules.is_some(),
        })
    }
}

/// The name of the game of a new room: a wanted one, if it can be played; [`None`] if no game can
/// be.
pub fn playable_game(games: &[RoomGame], wanted: &str) -> Option<String> {
    let playable = || games.iter().filter(|it| it.is_playable);
    let usual = RoomSettings::default().game;
    let with_name = |name: &str| playable().find(|it| it.game == name);
    let game = with_name(wanted).or_else(|| with_name(&usual));
    let game = game.or_else(|| playable().next())?;
    Some(game.game.clone())
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
    /// Whether the rating rests on too few of them.
    pub is_provisional: bool,
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

/// What the code of a room leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// A room, as people see it who are not in it.
    Room(PublicRoom),
    /// There is no room with the code.
    NoRoom,
    /// The server does not say. It does when somebody enters.
    Unknown,
}

/// The rooms of the server. Copies refer to the same.
#[derive(Clone, Copy)]
pub struct Rooms {
    session: Session,
    /// Whether the server has rooms. Until it has answered, this is its last answer, or yes.
    pub is_available: RwSignal<bool>,
    /// Whether the host does not answer.
    pub is_offline: RwSignal<bool>,
    /// Whether it lists public rooms.
    pub is_listing: RwSignal<bool>,
    /// The public rooms; [`None`] until they are known.
    pub public: RwSignal<Option<Vec<PublicRoom>>>,
    /// The games of the server; [`None`] until they are known.
    pub games: RwSignal<Option<Vec<RoomGame>>>,
    /// The server's data about the player.
    pub history: RwSignal<Option<PlayerHistory>>,
}

impl Rooms {
    /// Asks the host whether it has rooms.
    pub fn new(session: Session) -> Self {
        let rooms = Self {
            session,
            is_available: RwSignal::new(storage::get(HAS_ROOMS).as_deref() != Some("no")),
            is_offline: RwSignal::new(false),
            is_listing: RwSignal::new(false),
            public: RwSignal::new(None),
            games: RwSignal::new(None),
            history: RwSignal::new(None),
        };
        rooms.ask_host();
        let online = window_event_listener_untyped("online", move |_| rooms.ask_host());
        let offline = window_event_listener_untyped("offline", move |_| rooms.is_offline.set(true));
        on_cleanup(move || {
            online.remove();
            offline.remove();
        });
        rooms
    }

    fn ask_host(self) {
        leptos::task::spawn_local(async move {
            let host = host::describe(self.session).await;
            let _ = self.is_offline.try_set(host.is_none());
            self.is_available
                .set(host.as_ref().is_some_and(|it| it.rooms));
            if let Some(host) = &host {
                storage::set(HAS_ROOMS, if host.rooms { "yes" } else { "no" });
            }
            self.is_listing.set(host.is_some_and(|it| it.list_rooms));
        });
    }

    /// The rooms of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Asks what the code of a room leads to.
    pub async fn invitation(self, code: RoomCode) -> Invitation {
        let api = self.session.host.with_untracked(|host| host.api.clone());
        let Some(api) = api else {
            return Invitation::Unknown;
        };
        let response = window().fetch_with_str(&format!("{api}rooms/{code}"));
        let Ok(response) = JsFuture::from(response).await else {
            return Invitation::Unknown;
        };
        let response: Response = response.unchecked_into();
        match response.status() {
            404 => Invitation::NoRoom,
            200 => read(response)
                .await
                .map_or(Invitation::Unknown, Invitation::Room),
            _ => Invitation::Unknown,
        }
    }

    /// Loads the games of the server.
    pub fn load_games(self) {
        let host = self.session.host.get();
        let Some(api) = host.api else {
            return;
        };
        leptos::task::spawn_local(async move {
            if let Some(listed) = load::<Vec<GameReply>>(&format!("{api}games")).await {
                let missing = &host.missing_dictionaries;
                let found = listed.into_iter();
                let found: Vec<RoomGame> = found
                    .filter_map(|game| RoomGame::new(game, missing))
                    .collect();
                // A list that is open on the page is not replaced by the same.
                if self
                    .games
                    .with_untracked(|games| games.as_ref() != Some(&found))
                {
                    self.games.set(Some(found));
                }
            }
        });
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

#[cfg(test)]
mod tests {
    use wgs_config::Catalogue;

    use super::*;

    #[test]
    fn a_game_can_be_played_with_rules_and_a_dictionary_that_the_server_has() {
        let listed = |change: &dyn Fn(&mut GameReply)| {
            let catalogue = Catalogue::embedded();
            let mut listed = GameReply::new(catalogue.game("Boggle (Italian)").unwrap());
            change(&mut listed);
            RoomGame::new(listed, &["French".to_owned()]).map(|game| game.is_playable)
        };
        assert_eq!(listed(&|_| ()), Some(true));
        assert_eq!(
            listed(&|it| it.dictionary = Some("French".to_owned())),
            Some(false)
        );
        assert_eq!(listed(&|it| it.dictionary = None), Some(false));
        assert_eq!(listed(&|it| it.scoring_rules = None), Some(false));
        assert_eq!(listed(&|it| it.grid = None), None);
        assert_eq!(listed(&|it| it.letter_distribution = None), None);
    }

    #[test]
    fn a_new_room_has_a_game_that_the_server_can_deal() {
        let catalogue = Catalogue::embedded();
        let game = |name: &str| {
            let listed = GameReply::new(catalogue.game(name).unwrap());
            RoomGame::new(listed, &["French".to_owned()]).unwrap()
        };
        let (french, usual, big) = (
            game("Boggle (French)"),
            game("Boggle (New)"),
            game("Big Boggle (1979)"),
        );
        for (games, wanted, expected) in [
            (
                vec![&french, &big, &usual],
                "Big Boggle (1979)",
                Some("Big Boggle (1979)"),
            ),
            (
                vec![&french, &big, &usual],
                "Boggle (French)",
                Some("Boggle (New)"),
            ),
            // A game that only this browser has.
            (
                vec![&french, &big, &usual],
                "Hexa Hunt",
                Some("Boggle (New)"),
            ),
            (vec![&french, &big], "Hexa Hunt", Some("Big Boggle (1979)")),
            (vec![&french], "Boggle (French)", None),
        ] {
            let games: Vec<RoomGame> = games.into_iter().cloned().collect();
            assert_eq!(playable_game(&games, wanted).as_deref(), expected);
        }
    }
}
