//! The link of a room, as the page shows it: where its server is, and the code of the room.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use wgs_play::room::{NotARoomCode, RoomCode};

use crate::server_address::{NotHttp, ServerAddress};

/// The link of a room, as the page shows it.
///
/// ```
/// use wgs_client::RoomLink;
///
/// let link: RoomLink = "http://games.example/words/play.html#room=BDFGHJKL".parse()?;
/// assert_eq!(link.server.to_string(), "http://games.example:80/words/");
/// assert_eq!(link.room.to_string(), "BDFGHJKL");
/// # Ok::<(), wgs_client::RoomLinkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// Where the server is.
    pub server: ServerAddress,
    /// The code of the room.
    pub room: RoomCode,
}

/// Why a text is not a [`RoomLink`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RoomLinkError {
    /// It names no room.
    #[error("expected the link of a room, which ends with its code, such as #room=BDFGHJKL")]
    NoRoom,
    /// It does not end with the code of a room.
    #[error(transparent)]
    Code(#[from] NotARoomCode),
    /// It is not the address of a server that this client can use.
    #[error(transparent)]
    Address(#[from] NotHttp),
}

impl FromStr for RoomLink {
    type Err = RoomLinkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let values = text.split(['#', '?', '&']).skip(1);
        let mut codes = values.filter_map(|value| value.strip_prefix("room="));
        let server = text.parse()?;
        let room = codes.next().ok_or(RoomLinkError::NoRoom)?.parse()?;
        Ok(Self { server, room })
    }
}

impl fmt::Display for RoomLink {
    /// Writes the link as the page of the server shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}play.html#room={}", self.server, self.room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_in_every_form() {
        for (text, link) in [
            (
                "http://127.0.0.1:7007/play.html#room=BDFGHJKL",
                "http://127.0.0.1:7007/play.html#room=BDFGHJKL",
            ),
            (
                "http://games.example/words/play.html#room=bdfg-hjkl",
                "http://games.example:80/words/play.html#room=BDFGHJKL",
            ),
            (
                "ws://games.example/words/api/v1/rooms/socket?room=BDFGHJKL",
                "http://games.example:80/words/play.html#room=BDFGHJKL",
            ),
            (
                "https://games.example/play.html#room=BDFGHJKL",
                "https://games.example:443/play.html#room=BDFGHJKL",
            ),
            (
                "http://[::1]/play.html?lang=de#colour=red&room=BDFGHJKL",
                "http://[::1]:80/play.html#room=BDFGHJKL",
            ),
        ] {
            let read: RoomLink = text.parse().unwrap();
            assert_eq!(read.to_string(), link);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        for (text, error) in [
            ("http://127.0.0.1:7007/play.html", RoomLinkError::NoRoom),
            (
                "http://127.0.0.1:7007/play.html#room=HOUSE",
                RoomLinkError::Code(NotARoomCode),
            ),
            (
                "ftp://games.example/play.html#room=BDFGHJKL",
                RoomLinkError::Address(NotHttp),
            ),
        ] {
            assert_eq!(text.parse::<RoomLink>(), Err(error), "{text}");
        }
    }
}
