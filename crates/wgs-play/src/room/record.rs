//! What is stored of a room: a snapshot between rounds, and a record of each input since. A room
//! that is restored from them is the same as before.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::room::code::RoomCode;
use crate::room::input::{
    DealtBoard, Entrance, RatingChange, RoomAction, RoomInput, RoomInputKind,
};
use crate::room::member::{Member, MemberId};
use crate::room::report::RoundReport;
use crate::room::settings::RoomSettings;
use crate::room::view::ChatLine;

/// An input that changed a room, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomRecord {
    /// The time of the input, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub kind: RecordKind,
}

/// What happened in a stored input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordKind {
    /// Somebody entered the room.
    Join(Entrance),
    /// A member connected.
    Connect(MemberId),
    /// A member lost the connection.
    Disconnect(MemberId),
    /// A member did something.
    Act(MemberId, RoomAction),
    /// A board was dealt.
    Dealt(StoredBoard),
    /// A board could not be dealt.
    DealFailed {
        /// The number of the deal.
        deal: u64,
        /// Why.
        reason: String,
    },
    /// The ratings after a round.
    Rated(Vec<RatingChange>),
    /// The room was loaded.
    Load,
    /// Time passed.
    Tick,
}

/// A board that was dealt, as it is stored. Its words are found again when it is restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredBoard {
    /// The number of the deal.
    pub deal: u64,
    /// The board in board notation.
    pub text: String,
    /// The random seed of the computer players.
    pub seed: u64,
    /// The number of words on it. A dictionary that has changed since is noticed by it.
    pub words: u64,
    /// The points of the words together.
    pub points: u64,
}

impl RoomRecord {
    pub(super) fn new(at: u64, input: &RoomInput) -> Self {
        let kind = match &input.kind {
            RoomInputKind::Join(entrance) => RecordKind::Join(entrance.clone()),
            RoomInputKind::Connect(member) => RecordKind::Connect(*member),
            RoomInputKind::Disconnect(member) => RecordKind::Disconnect(*member),
            RoomInputKind::Act { member, action } => RecordKind::Act(*member, action.clone()),
            RoomInputKind::Dealt { deal, board } => RecordKind::Dealt(StoredBoard {
                deal: *deal,
                text: board.text.clone(),
                seed: board.seed,
                words: board.solved.words().len() as u64,
                points: board.solved.points(),
            }),
            RoomInputKind::DealFailed { deal, reason } => RecordKind::DealFailed {
                deal: *deal,
                reason: reason.clone(),
            },
            RoomInputKind::Rated(changes) => RecordKind::Rated(changes.clone()),
            RoomInputKind::Load => RecordKind::Load,
            RoomInputKind::Tick => RecordKind::Tick,
        };
        Self { at, kind }
    }

    /// Returns the input again. `deal` finds the words of a board.
    pub(super) fn into_input<E>(
        self,
        number: u64,
        settings: &RoomSettings,
        deal: impl FnOnce(&RoomSettings, &StoredBoard) -> Result<DealtBoard, E>,
    ) -> Result<RoomInput, RestoreRoomError<E>> {
        let kind = match self.kind {
            RecordKind::Join(entrance) => RoomInputKind::Join(entrance),
            RecordKind::Connect(member) => RoomInputKind::Connect(member),
            RecordKind::Disconnect(member) => RoomInputKind::Disconnect(member),
            RecordKind::Act(member, action) => RoomInputKind::Act { member, action },
            RecordKind::Dealt(stored) => {
                let board = deal(settings, &stored);
                let board = board.map_err(|source| RestoreRoomError::Deal { number, source })?;
                let found_words = board.solved.words().len() as u64;
                let found_points = board.solved.points();
                if (stored.words, stored.points) != (found_words, found_points) {
                    return Err(RestoreRoomError::OtherWords {
                        number,
                        words: stored.words,
                        points: stored.points,
                        found_words,
                        found_points,
                    });
                }
                RoomInputKind::Dealt {
                    deal: stored.deal,
                    board: Box::new(board),
                }
            }
            RecordKind::DealFailed { deal, reason } => RoomInputKind::DealFailed { deal, reason },
            RecordKind::Rated(changes) => RoomInputKind::Rated(changes),
            RecordKind::Load => RoomInputKind::Load,
            RecordKind::Tick => RoomInputKind::Tick,
        };
        Ok(RoomInput { at: self.at, kind })
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
    /// The number of the last record that it includes.
    pub records: u64,
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
    /// The public ids of people whom an owner removed.
    pub removed: Vec<String>,
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
    /// A record is missing.
    #[error("expected record {expected} of the room, found record {found}")]
    Missing {
        /// The number of the next record.
        expected: u64,
        /// The number that was found.
        found: u64,
    },
    /// The board of a record cannot be dealt again.
    #[error("record {number} of the room: {source}")]
    Deal {
        /// The number of the record.
        number: u64,
        /// Why.
        source: E,
    },
    /// The dictionary or the game is not what it was.
    #[error(
        "record {number} of the room: the board had {words} words and {points} points; now it has {found_words} and {found_points}"
    )]
    OtherWords {
        /// The number of the record.
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
    /// A record did not change the room, which it must have done.
    #[error("record {number} of the room has no effect")]
    NoEffect {
        /// The number of the record.
        number: u64,
    },
}
