//! The events of a room, which every member receives in the order in which they happened.

use serde::{Deserialize, Serialize};

use crate::room::deal_problem::DealProblem;
use crate::room::input::RatingChange;
use crate::room::member::{MemberId, MemberView};
use crate::room::report::RoundReport;
use crate::room::settings::RoomSettings;
use crate::room::view::{ChatLine, RunningRound, SeatView};
use crate::round::WordView;

/// Something that happened in a room, for everyone in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RoomEvent {
    /// A member entered, or something about a member changed.
    Member {
        /// The member as they are now.
        member: MemberView,
    },
    /// A member is not in the room any more.
    Left {
        /// The member.
        member: MemberId,
        /// Why.
        reason: LeaveReason,
    },
    /// The owner lets a removed person come back.
    Readmitted {
        /// The public id of the person's identity.
        player: String,
    },
    /// The room has another owner, or none because it is empty.
    Owner {
        /// The owner.
        member: Option<MemberId>,
    },
    /// The settings changed.
    Settings {
        /// The new settings.
        settings: Box<RoomSettings>,
    },
    /// The board of the next round is being dealt.
    Dealing {
        /// The number of the round in the match, from 1.
        number: u32,
        /// The member who chooses the letters; none if the server does.
        dealer: Option<MemberId>,
    },
    /// The board could not be dealt; the room waits for the next round again.
    DealFailed(DealProblem),
    /// A round will start. Its board is not shown before.
    Countdown {
        /// The number of the round in the match, from 1.
        number: u32,
        /// When it starts, in milliseconds since 1970.
        starts_at: u64,
    },
    /// The countdown was stopped.
    CountdownStopped,
    /// A round has started.
    Started {
        /// The round.
        round: RunningRound,
    },
    /// A player's words or points changed, or the player has finished.
    Seat {
        /// The index of the player in the `seats` of the round.
        seat: u32,
        /// The player as they are now.
        view: SeatView,
    },
    /// In a co-operative round, a word was found.
    TeamWord {
        /// The index of the player in the `seats` of the round.
        seat: u32,
        /// The word.
        word: WordView,
    },
    /// The round has ended.
    Ended {
        /// Each player's words, and the missed words.
        report: Box<RoundReport>,
        /// The members with their new totals.
        members: Vec<MemberView>,
    },
    /// The ratings after a round.
    Rated {
        /// The changes.
        changes: Vec<RatingChange>,
    },
    /// A member sent a message.
    Chat {
        /// The message.
        line: ChatLine,
    },
}

/// Why a member is not in the room any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeaveReason {
    /// The member left.
    Left,
    /// The owner removed the member.
    Removed,
    /// The member was without a connection for too long.
    Gone,
}
