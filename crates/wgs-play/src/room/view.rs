//! A room as one of its members sees it: everything that a page needs after it has connected.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::level::Level;
use crate::room::CHAT_LINES;
use crate::room::code::RoomCode;
use crate::room::event::{LeaveReason, RoomEvent};
use crate::room::input::RatingChange;
use crate::room::member::{MemberId, MemberView, RemovedPerson};
use crate::room::output::RoomAnswer;
use crate::room::report::RoundReport;
use crate::room::settings::{RoomSettings, Scoring};
use crate::round::WordView;

/// A room as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomView {
    /// The code of the room.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "BDFGHJKL"))]
    pub code: RoomCode,
    /// The member who sees it like this.
    pub member: MemberId,
    /// The number of the last event that this view includes.
    pub sequence: u64,
    /// The game and its rules.
    pub settings: RoomSettings,
    /// Everyone in the room, in the order of joining.
    pub members: Vec<MemberView>,
    /// The owner.
    pub owner: Option<MemberId>,
    /// The people whom the owner removed, and can readmit.
    pub removed: Vec<RemovedPerson>,
    /// What the room is doing.
    pub phase: PhaseView,
    /// The words that this member found in the running round, in the order of finding; in a
    /// co-operative round, the words of the team.
    pub words: Vec<WordView>,
    /// The index of this member in the `seats` of the running round, if they play in it.
    pub seat: Option<u32>,
    /// In a co-operative round, the index of the player who found each of the words.
    pub finders: Vec<u32>,
    /// The last round that has ended in this room.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PhaseView {
    /// It waits until everyone is ready for the next round.
    Waiting,
    /// The board is being dealt.
    Dealing {
        /// The number of the round in the match, from 1.
        number: u32,
        /// The member who chooses the letters; none if the server does.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunningRound {
    /// The number of the round in the match, from 1.
    pub number: u32,
    /// The name of the game.
    pub game: String,
    /// The number of rows and columns, if it is not that of the game's grid.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    /// The member; none for a computer player.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// Why a view cannot follow an event: one before it is missing. The client asks for the whole room
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected event {expected} of the room, found event {found}")]
pub struct MissingEvent {
    /// The number of the next event.
    pub expected: u64,
    /// The number that was found.
    pub found: u64,
}

impl RoomView {
    /// Changes the view as an event says. An event that it includes already has no effect.
    pub fn apply(&mut self, sequence: u64, event: RoomEvent) -> Result<(), MissingEvent> {
        let expected = self.sequence + 1;
        if sequence < expected {
            return Ok(());
        }
        if sequence > expected {
            let found = sequence;
            return Err(MissingEvent { expected, found });
        }
        self.sequence = sequence;
        match event {
            RoomEvent::Member { member } => {
                let mut members = self.members.iter_mut();
                match members.find(|it| it.member == member.member) {
                    Some(found) => *found = member,
                    None => self.members.push(member),
                }
            }
            RoomEvent::Left { member, reason } => {
                let left = self.members.iter().position(|it| it.member == member);
                let left = left.map(|index| self.members.remove(index));
                if let (Some(left), LeaveReason::Removed) = (left, reason) {
                    RemovedPerson::remember(&mut self.removed, &left);
                }
            }
            RoomEvent::Readmitted { player } => self.removed.retain(|it| it.player != player),
            RoomEvent::Owner { member } => self.owner = member,
            RoomEvent::Settings { settings } => self.settings = *settings,
            RoomEvent::Dealing { number, dealer } => {
                self.rounds_played = number.saturating_sub(1);
                self.phase = PhaseView::Dealing { number, dealer };
            }
            RoomEvent::DealFailed(_) | RoomEvent::CountdownStopped => {
                self.phase = PhaseView::Waiting;
            }
            RoomEvent::Countdown { number, starts_at } => {
                self.phase = PhaseView::Countdown { number, starts_at };
            }
            RoomEvent::Started { round } => {
                let mut seats = round.seats.iter();
                let seat = seats.position(|seat| seat.member == Some(self.member));
                self.seat = seat.map(|seat| seat as u32);
                self.words.clear();
                self.finders.clear();
                self.phase = PhaseView::Playing { round };
            }
            RoomEvent::Seat { seat, view } => {
                if let PhaseView::Playing { round } = &mut self.phase
                    && let Some(found) = round.seats.get_mut(seat as usize)
                {
                    *found = view;
                }
            }
            RoomEvent::TeamWord { seat, word } => {
                // In the order of finding; at the same time, in the order of the seats.
                let found = self.words.iter().zip(&self.finders);
                let before = found.filter(|(it, finder)| (it.time, **finder) <= (word.time, seat));
                let place = before.count();
                self.words.insert(place, word);
                self.finders.insert(place, seat);
            }
            RoomEvent::Ended { report, members } => {
                self.phase = PhaseView::Waiting;
                self.report = Some(*report);
                self.members = members;
                self.ratings.clear();
                self.rounds_played += 1;
                self.words.clear();
                self.finders.clear();
                self.seat = None;
            }
            RoomEvent::Rated { changes } => self.ratings = changes,
            RoomEvent::Chat { line } => {
                if self.chat.len() == CHAT_LINES {
                    self.chat.remove(0);
                }
                self.chat.push(line);
            }
        }
        Ok(())
    }

    /// The number of the next round in its match, from 1; [`None`] if it begins another match.
    pub fn next_round(&self) -> Option<u32> {
        (self.rounds_played < self.settings.rounds).then(|| self.rounds_played + 1)
    }

    /// Adds the word of a guess that counts. In a co-operative round, an event brings it.
    pub fn apply_answer(&mut self, answer: &RoomAnswer) {
        if let RoomAnswer::Judged {
            word: Some(word), ..
        } = answer
            && self.settings.scoring != Scoring::Cooperative
        {
            self.words.push(word.clone());
        }
    }
}
