//! The outputs of a room, which its host stores, sends or carries out.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::room::event::{LeaveReason, RoomEvent};
use crate::room::member::{MAX_NAME, MemberId};
use crate::room::report::RoundReport;
use crate::room::settings::{RoomSettings, SettingsError};
use crate::room::stored_room::{RoomSnapshot, StoredInput};
use crate::round::IgnoredReason;
use crate::round::WordView;
use crate::verdict::Verdict;

/// Something that the host of a room does. The host carries out the outputs of an input in their
/// order, and waits until an input is stored before it goes on to the next output.
#[derive(Clone, Debug, PartialEq)]
pub enum RoomOutput {
    /// Store the input: it has changed the room. This is the first output of an input.
    Store {
        /// The number of the input, from 1. Inputs that changed nothing are not counted.
        number: u64,
        /// The input.
        input: StoredInput,
    },
    /// Answer the member, or the person who wants to join.
    Answer(Result<RoomAnswer, RoomError>),
    /// Tell everyone.
    Event {
        /// The number of the event, from 1.
        sequence: u64,
        /// What happened.
        event: RoomEvent,
    },
    /// Close the connections of a former member.
    Close {
        /// The former member.
        member: MemberId,
        /// Why.
        reason: LeaveReason,
    },
    /// Deal a board, and answer with [`RoomInputKind::Dealt`] or [`RoomInputKind::DealFailed`].
    ///
    /// [`RoomInputKind::Dealt`]: super::RoomInputKind::Dealt
    /// [`RoomInputKind::DealFailed`]: super::RoomInputKind::DealFailed
    Deal {
        /// The number of the deal, for the answer.
        deal: u64,
        /// The game.
        settings: Box<RoomSettings>,
        /// The letters that the dealer chose; [`None`] to draw them.
        letters: Option<String>,
    },
    /// Store a round that has ended, and rate its players.
    RoundOver {
        /// The round.
        report: Box<RoundReport>,
    },
    /// Store this instead of all inputs so far.
    Snapshot(Box<RoomSnapshot>),
}

/// The answer to a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomAnswer {
    /// The person is in the room now.
    Joined {
        /// The new member.
        member: MemberId,
    },
    /// A guess was judged.
    Judged {
        /// The guess as text; for a path, the letters of its tiles.
        guess: String,
        /// Whether it counts, and if not, why.
        verdict: Verdict,
        /// The points that were lost because it is not in the dictionary.
        penalty: u64,
        /// The word, if it counts.
        word: Option<WordView>,
    },
    /// It was done.
    Done,
}

/// The reason why a room refuses an input.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", content = "detail", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RoomError {
    /// A name is empty.
    #[error("expected a name with 1 to {MAX_NAME} characters")]
    NoName,
    /// No more people can play in the room.
    #[error("the room is full: {most} people play in it")]
    Full {
        /// The largest number of people.
        most: u32,
    },
    /// No more people can watch.
    #[error("the room is full: {most} people watch it")]
    TooManySpectators {
        /// The largest number of people who watch.
        most: u32,
    },
    /// The owner has removed this person.
    #[error("the owner of the room has removed you")]
    Removed,
    /// The person is not in the room any more.
    #[error("you are not in this room any more")]
    NotAMember,
    /// Only the owner can do this.
    #[error("only the owner of the room can do this")]
    NotOwner,
    /// Only the dealer can do this.
    #[error("it is not your turn to deal")]
    NotDealer,
    /// There is no such member.
    #[error("there is no member with number {}", member.0)]
    NoSuchMember {
        /// The number.
        member: MemberId,
    },
    /// No removed person has this identity.
    #[error("no removed person has this id")]
    NotRemoved,
    /// This is possible between rounds only.
    #[error("this is possible between rounds only")]
    RoundRunning,
    /// No round is running.
    #[error("no round is running")]
    NoRound,
    /// The member does not play in this round.
    #[error("you do not play in this round")]
    NotPlaying,
    /// There are not enough players to start.
    #[error("a round needs two players, one of whom may be the computer")]
    TooFewPlayers,
    /// Messages are switched off.
    #[error("messages are switched off in this room")]
    NoChat,
    /// A message is empty or too long.
    #[error("expected a message with 1 to {most} characters, found {found}")]
    ChatLength {
        /// The number of characters.
        found: u32,
        /// The largest number.
        most: u32,
    },
    /// The settings are not valid.
    #[error("settings: {0}")]
    Settings(SettingsError),
    /// The round did not accept a guess.
    #[error("{}", ignored_text(*.0))]
    Ignored(IgnoredReason),
    /// The member only watches, so there is nothing to be ready for.
    #[error("you only watch; choose to play first")]
    Spectator,
    /// There is no such action, or its content is not what it should be.
    #[error("the action was not understood: {problem}")]
    NotUnderstood {
        /// What was found, and what was expected.
        problem: String,
    },
}

/// Why a guess had no effect.
fn ignored_text(reason: IgnoredReason) -> &'static str {
    match reason {
        IgnoredReason::Ended => "the round has ended",
        IgnoredReason::Finished => "you have finished this round",
        IgnoredReason::TooLong => "the word is longer than any word on the board",
        _ => "the round does not accept this now",
    }
}
