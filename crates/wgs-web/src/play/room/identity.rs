//! The player's identity for the server: a random key that the browser keeps instead of an account,
//! a name, and the tokens of the rooms that the player is in.

use leptos::prelude::window;
use serde::{Deserialize, Serialize};
use wgs_play::room::RoomCode;

use crate::storage;

/// The key that the browser stores the identity under.
const IDENTITY: &str = "room.identity";

/// The key that the browser stores the public id of the identity under.
const PLAYER: &str = "room.player";

/// The key that the browser stores the player's name under.
const NAME: &str = "play.name";

/// The key that the browser stores the rooms under.
const ROOMS: &str = "room.seats";

/// The number of bytes of an identity's key.
const KEY_BYTES: usize = 32;

/// The number of rooms that are kept.
const MAX_ROOMS: usize = 8;

/// The key of the player's identity, as hexadecimal digits. It is made when it is first needed;
/// a browser that stores nothing has none.
pub fn key() -> Option<String> {
    if let Some(key) = stored_key() {
        return Some(key);
    }
    let mut bytes = [0; KEY_BYTES];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    storage::set(IDENTITY, &key).then_some(key)
}

/// The key that the browser has stored.
pub fn stored_key() -> Option<String> {
    storage::get(IDENTITY).filter(|key| is_key(key))
}

/// Uses a key that came with a file from now on.
pub fn import(key: &str) {
    if is_key(key) && stored_key().as_deref() != Some(key) {
        storage::set(IDENTITY, key);
        storage::remove(PLAYER);
    }
}

fn is_key(text: &str) -> bool {
    text.len() == 2 * KEY_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The public id of the identity, as soon as a server has told it.
pub fn player() -> Option<String> {
    storage::get(PLAYER)
}

/// Keeps the public id.
pub fn set_player(id: &str) {
    storage::set(PLAYER, id);
}

/// The name that the player used last.
pub fn name() -> String {
    storage::get(NAME).unwrap_or_default()
}

/// Keeps the name.
pub fn set_name(name: &str) {
    storage::set(NAME, name);
}

/// A room that the player is in, and the token to come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSeat {
    /// The code of the room.
    pub room: RoomCode,
    /// The token.
    pub token: String,
}

/// The rooms that the player is in, the last one first.
pub fn seats() -> Vec<KeptSeat> {
    storage::get_json(ROOMS).unwrap_or_default()
}

/// The token of a room.
pub fn token(room: RoomCode) -> Option<String> {
    let seat = seats().into_iter().find(|seat| seat.room == room);
    seat.map(|seat| seat.token)
}

/// Keeps the token of a room.
pub fn keep_seat(room: RoomCode, token: &str) {
    let mut seats = seats();
    seats.retain(|seat| seat.room != room);
    let token = token.to_owned();
    seats.insert(0, KeptSeat { room, token });
    seats.truncate(MAX_ROOMS);
    storage::set_json(ROOMS, &seats);
}

/// Forgets a room.
pub fn forget_seat(room: RoomCode) {
    let mut seats = seats();
    seats.retain(|seat| seat.room != room);
    storage::set_json(ROOMS, &seats);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_64_hexadecimal_digits() {
        assert!(is_key(&"0f".repeat(32)));
        assert!(!is_key(&"0f".repeat(31)));
        assert!(!is_key(&"0g".repeat(32)));
        assert!(!is_key(""));
    }
}
