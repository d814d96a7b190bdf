//! What is stored of a room: a snapshot between rounds, and each input since. A room that is restored
//! from them is the same as before.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::room::Room;
use crate::room::code::RoomCode;
use crate::room::input::{DealtBoard, RatingChange, RoomInput};
use crate::room::member::{Member, MemberId, RemovedPerson};
use crate::room::report::RoundReport;
use crate::room::settings::RoomSettings;
use crate::room::view::ChatLine;

/// An input that changed a room, as it is stored.
pub type StoredInput = RoomInput<StoredBoard>;

/// A board that was dealt, as it is stored. Its words are found again when it is restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBoard {
    /// The board in board notation.
    pub text: String,
    /// The random seed of the computer players.
    pub seed: u64,
    /// The number of words on it. A dictionary that has changed since is noticed by it.
    pub words: u64,
    /// The points of the words together.
    pub points: u64,
}

impl StoredBoard {
    fn new(board: &DealtBoard) -> Self {
        Self {
            text: board.text.clone(),
            seed: board.seed,
            words: board.solved.words().len() as u64,
            points: board.solved.points(),
        }
    }
}

impl RoomInput {
    /// Returns the input as it is stored.
    pub(super) fn stored(&self) -> StoredInput {
        let Ok(stored) = self.try_with_board(|board| Ok::<_, Infallible>(StoredBoard::new(board)));
        stored
    }
}

impl StoredInput {
    /// Returns the input again. `deal` finds the words of a board.
    pub(super) fn input<E>(
        &self,
        number: u64,
        settings: &RoomSettings,
        deal: impl FnOnce(&RoomSettings, &StoredBoard) -> Result<DealtBoard, E>,
    ) -> Result<RoomInput, RestoreRoomError<E>> {
        self.try_with_board(|stored| {
            let board = deal(settings, stored);
            let board = board.map_err(|source| RestoreRoomError::Deal { number, source })?;
            let found = StoredBoard::new(&board);
            if (stored.words, stored.points) != (found.words, found.points) {
                return Err(RestoreRoomError::OtherWords {
                    number,
                    words: stored.words,
                    points: stored.points,
                    found_words: found.words,
                    found_points: found.points,
                });
            }
            Ok(Box::new(board))
        })
    }
}

/// A room between two rounds, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomSnapshot {
    /// The version of the format: [`RoomSnapshot::VERSION`].
    pub version: u32,
    /// The code of the room.
    pub code: RoomCode,
    /// The time of the last input, in milliseconds since 1970.
    pub at: u64,
    /// The number of the last input that it includes. Databases have called the inputs records
    /// since the first rooms.
    #[serde(rename = "records")]
    pub inputs: u64,
    /// The number of the last event.
    pub sequence: u64,
    /// What is played, and how.
    pub settings: RoomSettings,
    /// Everyone in the room, in the order of joining.
    pub members: Vec<Member>,
    /// The number of the next member.
    pub next_member: u32,
    /// The owner.
    pub owner: Option<MemberId>,
    /// The people whom an owner removed.
    pub removed: Vec<RemovedPerson>,
    /// The number of rounds of this match that have ended.
    pub rounds_played: u32,
    /// The number of rounds that have ended in this room.
    pub rounds_ended: u32,
    /// The number of deals.
    pub deals: u64,
    /// The number of boards that members have dealt, which decides whose turn it is.
    pub member_deals: u32,
    /// The last round that has ended.
    pub report: Option<RoundReport>,
    /// The ratings after that round.
    pub ratings: Vec<RatingChange>,
    /// The last messages, the oldest first.
    pub chat: Vec<ChatLine>,
}

impl RoomSnapshot {
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

/// Why a round is not restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the round was lost, because its game or its dictionary has changed")]
pub struct WithoutRound;

/// Why a room cannot be restored. `E` is why a board cannot be dealt again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreRoomError<E> {
    /// The room was stored in another format.
    #[error("the room was stored in version {found} of the format; expected version {expected}")]
    Version {
        /// The version of the snapshot.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The board of a stored input cannot be dealt again.
    #[error("input {number} of the room: {source}")]
    Deal {
        /// The number of the input.
        number: u64,
        /// Why.
        source: E,
    },
    /// The dictionary or the game is not what it was.
    #[error(
        "input {number} of the room: the board had {words} words and {points} points; now it has {found_words} and {found_points}"
    )]
    OtherWords {
        /// The number of the input.
        number: u64,
        /// The number of words that was stored.
        words: u64,
        /// The points that were stored.
        points: u64,
        /// The number of words now.
        found_words: u64,
        /// The points now.
        found_points: u64,
    },
}

/// A room that was restored.
#[derive(Clone, Debug)]
pub struct RestoredRoom {
    /// The room.
    pub room: Room,
    /// The stored inputs that should not have been there, in order; usually none.
    pub anomalies: Vec<InputAnomaly>,
}

/// What is wrong with a stored input. The room is restored without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InputAnomaly {
    /// An input is missing, or belongs before the snapshot.
    #[error("expected input {expected}, found input {found}")]
    OutOfOrder {
        /// The number of the next input.
        expected: u64,
        /// The number that was found.
        found: u64,
    },
    /// An input did not change the room, which every stored input must have done.
    #[error("input {number} has no effect")]
    NoEffect {
        /// The number of the input.
        number: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_of_an_earlier_version_is_read() {
        let text = r#"{"version":1,"code":"BDFGHJKL","at":9,"records":4,"sequence":7,
            "settings":{"game":"Boggle (New)","rounds":2},"members":[],"next_member":3,
            "owner":null,"removed":["an id"],"rounds_played":1,"rounds_ended":1,"deals":1,
            "member_deals":0,"report":{"id":1,"number":1,"rounds":2,"game":"Boggle (New)",
                "dictionary":null,"size":null,"board":"CATS","scoring":"classic","started_at":2,
                "played":5,"reason":"time-up","is_cut_short":false,"players":[],"winners":[],
                "team_points":null,"words":[],"more_missed":0},
            "ratings":[{"member":1,"before":1500.0,"after":1510.0}],"chat":[]}"#;
        let snapshot: RoomSnapshot = serde_json::from_str(text).unwrap();
        let removed = &snapshot.removed[0];
        assert_eq!(
            (removed.player.as_str(), removed.name.as_str()),
            ("an id", "")
        );
        let report = snapshot.report.as_ref().unwrap();
        assert!(snapshot.settings.is_rated && report.is_rated && report.standings.is_empty());
        assert_eq!(snapshot.ratings[0].rounds, 0);
        let again = serde_json::to_string(&snapshot).unwrap();
        assert_eq!(
            serde_json::from_str::<RoomSnapshot>(&again).unwrap(),
            snapshot
        );
    }

    #[test]
    fn inputs_of_earlier_versions_are_read_and_written_as_they_were() {
        for text in [
            r#"{"at":1,"kind":{"connect":2}}"#,
            r#"{"at":1,"kind":{"act":[2,{"claim":"cat"}]}}"#,
            r#"{"at":1,"kind":{"act":[2,{"claim-path":[0,5]}]}}"#,
            r#"{"at":1,"kind":{"dealt":{"deal":3,"text":"CATS","seed":18446744073709551615,"words":2,"points":2}}}"#,
            r#"{"at":1,"kind":{"deal-failed":{"deal":3,"reason":"no letters"}}}"#,
            r#"{"at":1,"kind":"load"}"#,
        ] {
            let stored: StoredInput = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&stored).unwrap(), text);
        }
    }
}
