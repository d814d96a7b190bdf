//! The code of a room: eight consonants, as they stand in its link. Everyone who knows
//! the code can enter the room.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_dice::Random;

/// The letters of codes: consonants, which spell no word. Y counts as a vowel.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

/// The number of letters in a code. There are 25.6 billion codes.
const LENGTH: usize = 8;

/// The code of a room.
///
/// ```
/// use wgs_play::room::RoomCode;
///
/// let code: RoomCode = "bdfg-hjkl".parse()?;
/// assert_eq!(code.to_string(), "BDFGHJKL");
/// assert!("BOGGLE".parse::<RoomCode>().is_err());
/// # Ok::<(), wgs_play::room::NotARoomCode>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode([u8; LENGTH]);

/// Why a text is not a [`RoomCode`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected the {LENGTH} consonants of a room's code, such as BDFGHJKL")]
pub struct NotARoomCode;

impl RoomCode {
    /// Draws a code.
    pub fn random(random: &mut Random) -> Self {
        Self(std::array::from_fn(|_| {
            LETTERS[random.below(LETTERS.len())]
        }))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for RoomCode {
    type Err = NotARoomCode;

    /// Reads a code in upper or lower case, with or without hyphens and spaces.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let letters = text.bytes().filter(|byte| !matches!(byte, b'-' | b' '));
        let mut letters = letters.map(|byte| byte.to_ascii_uppercase());
        let mut code = [0; LENGTH];
        for place in &mut code {
            let letter = letters.next().filter(|letter| LETTERS.contains(letter));
            *place = letter.ok_or(NotARoomCode)?;
        }
        match letters.next() {
            None => Ok(Self(code)),
            Some(_) => Err(NotARoomCode),
        }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for RoomCode {
    type Error = NotARoomCode;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.to_string()
    }
}
