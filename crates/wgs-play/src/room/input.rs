//! The inputs of a room: actions of its members and reports of its host, each with its time.

use serde::{Deserialize, Serialize};
use wgs_engine::Cell;

use crate::rating::is_provisional;
use crate::room::deal_problem::DealProblem;
use crate::room::member::MemberId;
use crate::room::settings::RoomSettings;
use crate::round::RoundContext;
use crate::solved_board::SolvedBoard;

/// An input of a room. `B` is the form of a board in it: with everything that a round needs, or
/// only as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomInput<B = Box<DealtBoard>> {
    /// The time in milliseconds since 1970, on the host's clock. A time that is earlier than that
    /// of the input before is taken to be the same, except when a host with another clock loads the
    /// room.
    pub at: u64,
    /// What happens.
    pub kind: RoomInputKind<B>,
}

/// What happens in an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoomInputKind<B = Box<DealtBoard>> {
    /// A person enters the room.
    Join(Entrance),
    /// A member has an open connection.
    Connect(MemberId),
    /// A member has no open connection any more.
    Disconnect(MemberId),
    /// A member does something.
    Act(MemberId, RoomAction),
    /// The board that [`RoomOutput::Deal`](super::RoomOutput::Deal) asked for.
    Dealt {
        /// The number of the deal.
        deal: u64,
        /// The board.
        #[serde(flatten)]
        board: B,
    },
    /// The board that was asked for cannot be dealt.
    DealFailed {
        /// The number of the deal.
        deal: u64,
        /// Why.
        #[serde(flatten)]
        problem: DealProblem,
    },
    /// The ratings after a round.
    Rated(Vec<RatingChange>),
    /// The room was loaded by a host. No member is connected yet.
    Load,
    /// Only time has passed.
    Tick,
}

impl<B> RoomInput<B> {
    /// Returns the same input with another form of its board.
    pub(super) fn try_with_board<'b, C, E>(
        &'b self,
        convert: impl FnOnce(&'b B) -> Result<C, E>,
    ) -> Result<RoomInput<C>, E> {
        let kind = match &self.kind {
            RoomInputKind::Join(entrance) => RoomInputKind::Join(entrance.clone()),
            RoomInputKind::Connect(member) => RoomInputKind::Connect(*member),
            RoomInputKind::Disconnect(member) => RoomInputKind::Disconnect(*member),
            RoomInputKind::Act(member, action) => RoomInputKind::Act(*member, action.clone()),
            RoomInputKind::Dealt { deal, board } => RoomInputKind::Dealt {
                deal: *deal,
                board: convert(board)?,
            },
            RoomInputKind::DealFailed { deal, problem } => RoomInputKind::DealFailed {
                deal: *deal,
                problem: problem.clone(),
            },
            RoomInputKind::Rated(changes) => RoomInputKind::Rated(changes.clone()),
            RoomInputKind::Load => RoomInputKind::Load,
            RoomInputKind::Tick => RoomInputKind::Tick,
        };
        Ok(RoomInput { at: self.at, kind })
    }
}

/// A person who enters a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrance {
    /// The name, as entered.
    pub name: String,
    /// The public id of the person's identity.
    pub player: Option<String>,
    /// The hash of the token with which the member comes back.
    pub token_hash: String,
    /// Whether the person only wants to watch.
    pub is_spectator: bool,
}

/// What a member does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomAction {
    /// Guesses a word, as text.
    // Messages and databases have called it a claim since the first rooms.
    #[serde(rename = "claim")]
    Guess(String),
    /// Guesses a word by its tiles: the indices of their cells, in order.
    #[serde(rename = "claim-path")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    GuessPath(Vec<Cell>),
    /// Has found enough in this round.
    Finish,
    /// Is ready for the next round, or not any more.
    Ready(bool),
    /// Only watches from the next round on, or plays.
    Watch(bool),
    /// Takes another name.
    Rename(String),
    /// Sends a message to everyone.
    Chat(String),
    /// The dealer deals: these letters in board notation, or drawn ones.
    Deal(Option<String>),
    /// The owner starts the next round without waiting for everyone.
    Start,
    /// The owner ends the round, or stops its countdown.
    EndRound,
    /// The owner changes the settings, between rounds.
    Settings(Box<RoomSettings>),
    /// The owner removes a member, who cannot come back.
    Remove(MemberId),
    /// The owner lets a removed person come back, who is named by the public id of their identity.
    Readmit(String),
    /// The owner makes a member the owner.
    HandOver(MemberId),
    /// Leaves the room.
    Leave,
}

/// A board with everything that a round needs.
#[derive(Clone, Debug)]
pub struct DealtBoard {
    /// The board in board notation, as people write it.
    pub text: String,
    /// The board with its words.
    pub solved: SolvedBoard,
    /// What the round is judged with.
    pub context: RoundContext,
    /// The random seed of the computer players.
    pub seed: u64,
}

/// A rating before and after a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RatingChange {
    /// The member.
    pub member: MemberId,
    /// The rating before the round.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
    /// The number of rounds of the player that were rated, with this one; 0 if it is not known.
    #[serde(default)]
    pub rounds: u32,
}

impl RatingChange {
    /// Whether the rating rests on too few rounds to mean much.
    pub fn is_provisional(&self) -> bool {
        is_provisional(self.rounds)
    }
}
