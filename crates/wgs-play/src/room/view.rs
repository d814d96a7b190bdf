//! A room as one of its members sees it: everything that a page needs after it has connected.

use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::room::code::RoomCode;
use crate::room::input::RatingChange;
use crate::room::member::{MemberId, MemberView};
use crate::room::report::RoundReport;
use crate::room::settings::RoomSettings;
use crate::round_view::WordView;

/// A room as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomView {
    /// The code of the room.
    pub code: RoomCode,
    /// The member who sees it like this.
    pub member: MemberId,
    /// The number of the last event that this view includes.
    pub sequence: u64,
    /// What is played, and how.
    pub settings: RoomSettings,
    /// Everyone in the room, in the order of joining.
    pub members: Vec<MemberView>,
    /// The owner.
    pub owner: Option<MemberId>,
    /// What the room is doing.
    pub phase: PhaseView,
    /// The words that this member found in the running round, in the order of finding; in a
    /// co-operative round, the words of the team.
    pub words: Vec<WordView>,
    /// The index of this member in [`RunningRound::seats`], if they play in the running round.
    pub seat: Option<u32>,
    /// In a co-operative round, the index of the player who found each of the words.
    pub finders: Vec<u32>,
    /// The last round of this match that has ended.
    pub report: Option<RoundReport>,
    /// The ratings after that round.
    pub ratings: Vec<RatingChange>,
    /// The number of rounds of this match that have ended.
    pub rounds_played: u32,
    /// The last messages, the oldest first.
    pub chat: Vec<ChatLine>,
}

/// What a room is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PhaseView {
    /// It waits until everyone is ready for the next round.
    Waiting,
    /// The board is being dealt.
    Dealing {
        /// The number of the round in the match, from 1.
        number: u32,
        /// The member who chooses the letters; [`None`] if the server does.
        dealer: Option<MemberId>,
    },
    /// A round will start.
    Countdown {
        /// The number of the round in the match, from 1.
        number: u32,
        /// When it starts, in milliseconds since 1970.
        starts_at: u64,
    },
    /// A round is running.
    Playing {
        /// The round.
        round: RunningRound,
    },
}

/// A running round. Its words are not part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunningRound {
    /// The number of the round in the match, from 1.
    pub number: u32,
    /// The name of the game.
    pub game: String,
    /// The number of columns and rows, if it is not that of the game's grid.
    pub size: Option<String>,
    /// The board in board notation.
    pub board: String,
    /// When it started, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ends, in milliseconds since 1970.
    pub ends_at: u64,
    /// The number of words on the board.
    pub words: u64,
    /// The points of the words together.
    pub points: u64,
    /// The players.
    pub seats: Vec<SeatView>,
}

/// A player of a round, as everyone sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// The member; [`None`] for a computer player.
    pub member: Option<MemberId>,
    /// The name at the start of the round.
    pub name: String,
    /// The skill of a computer player.
    pub level: Option<Level>,
    /// The number of words found so far.
    pub words: u64,
    /// The points so far, less penalties, before words that several players found are cancelled.
    pub points: i64,
    /// Whether the player has finished.
    pub is_finished: bool,
}

/// A message to everyone in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatLine {
    /// Who sent it.
    pub member: MemberId,
    /// The name of the sender at that time.
    pub name: String,
    /// The text.
    pub text: String,
    /// When it was sent, in milliseconds since 1970.
    pub at: u64,
}
