//! Secrets: the codes of rooms and the tokens of members; and the stored form of secrets:
//! their hashes.

use sha2::{Digest, Sha256};
use thiserror::Error;
use wgs_dice::Random;
use wgs_play::room::RoomCode;

/// The number of hexadecimal digits in the key of an identity.
const KEY_DIGITS: usize = 64;

/// The number of bytes in the public id of an identity.
const ID_BYTES: usize = 16;

/// Why a text is not the key of an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("identity: expected {KEY_DIGITS} hexadecimal digits")]
pub(crate) struct NotAKey;

/// Returns a random number of the system.
pub(crate) fn random_seed() -> u64 {
    getrandom::u64().expect("the system provides random numbers")
}

/// Draws the code of a new room.
pub(crate) fn random_code() -> RoomCode {
    RoomCode::random(&mut Random::new(random_seed()))
}

/// Returns what is stored of a token.
pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Returns the public id of an identity, from its secret key.
pub(crate) fn player_id(key: &str) -> Result<String, NotAKey> {
    let digits = key.as_bytes();
    if digits.len() != KEY_DIGITS {
        return Err(NotAKey);
    }
    let mut bytes = [0; KEY_DIGITS / 2];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let pair = str::from_utf8(pair).map_err(|_| NotAKey)?;
        // A sign would be accepted as part of a number.
        if !pair.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NotAKey);
        }
        *byte = u8::from_str_radix(pair, 16).map_err(|_| NotAKey)?;
    }
    Ok(hex(&Sha256::digest(bytes)[..ID_BYTES]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns whether a text may be the public id of a player.
pub(crate) fn is_player_id(text: &str) -> bool {
    text.len() == 2 * ID_BYTES && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_64_hexadecimal_digits_in_either_case() {
        let key = "ab".repeat(32);
        let id = player_id(&key).unwrap();
        assert_eq!(id.len(), 32);
        assert_eq!(player_id(&key.to_uppercase()), Ok(id));
        for key in [
            "",
            "ab",
            &"ag".repeat(32),
            &"+1".repeat(32),
            &"é".repeat(32),
        ] {
            assert_eq!(player_id(key), Err(NotAKey), "{key}");
        }
    }

    #[test]
    fn a_hash_is_that_of_the_standard() {
        assert_eq!(
            token_hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn codes_differ() {
        assert_ne!(random_code(), random_code());
    }
}
