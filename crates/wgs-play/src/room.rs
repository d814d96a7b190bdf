//! A room: people who play rounds together on a server. Inputs with their times go in, outputs
//! come out; no clock is read, no random numbers are drawn, and nothing is sent or stored here.
//!
//! A room waits until everyone is ready, asks its host for a board, counts down, plays a
//! [`Round`](crate::Round), reports it, and waits again. The rules in words are in
//! `docs/rooms.md`.
//!
//! Every input that changes a room comes back as a [`StoredInput`], which the host stores before it
//! tells anyone. A [`RoomSnapshot`] and the inputs after it restore the room exactly.
//!
//! ```
//! use wgs_play::room::{Entrance, Room, RoomInput, RoomInputKind, RoomOutput, RoomSettings};
//!
//! let code = "BDFGHJKL".parse()?;
//! let mut room = Room::new(code, RoomSettings::default(), 1_000);
//! let entrance = Entrance {
//!     name: "Ann".to_owned(),
//!     player: None,
//!     token_hash: "hash of a token".to_owned(),
//!     is_spectator: false,
//! };
//! let outputs = room.handle(RoomInput { at: 1_500, kind: RoomInputKind::Join(entrance) });
//! assert!(matches!(&outputs[0], RoomOutput::Store { number: 1, .. }));
//!
//! let ann = room.members()[0].view.member;
//! assert_eq!(room.view(ann).unwrap().owner, Some(ann));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `attendance` | who is in the room: joining, connections, leaving, the owner |
//! | `action` | what members do, and whether they may |
//! | `play` | dealing, counting down, guesses, the end of a round |
//! | `input`, `output`, `event` | what goes into a room, and what comes out |
//! | `view`, `report` | a room and a finished round as a page shows them |
//! | `server_clock` | the server's clock, as a client knows it |
//! | `stored_room` | a room as it is stored |
//! | [`message`] | the messages between a client and a server |

mod action;
mod attendance;
mod code;
mod deal_problem;
mod event;
mod input;
mod member;
pub mod message;
mod output;
mod play;
mod report;
mod server_clock;
mod settings;
mod stored_room;
mod view;

pub use code::{NotARoomCode, RoomCode};
pub use deal_problem::{DealLimit, DealProblem};
pub use event::{LeaveReason, RoomEvent};
pub use input::{DealtBoard, Entrance, RatingChange, RoomAction, RoomInput, RoomInputKind};
pub use member::{MAX_NAME, Member, MemberId, MemberView, RemovedPerson};
pub use output::{RoomAnswer, RoomError, RoomOutput};
pub use report::{MatchStanding, ReportPlayer, RoundReport};
pub use server_clock::ServerClock;
pub use settings::{Dealing, RoomSettings, Scoring, SettingsError};
pub use stored_room::{
    InputAnomaly, RestoreRoomError, RestoredRoom, RoomSnapshot, StoredBoard, StoredInput,
    WithoutRound,
};
pub use view::{ChatLine, MissingEvent, PhaseView, RoomView, RunningRound, SeatView};

use play::Phase;

/// The number of messages that a room remembers.
const CHAT_LINES: usize = 100;

/// The number of inputs after which a snapshot replaces them, if no round is running.
const INPUTS_PER_SNAPSHOT: u64 = 200;

/// People who play rounds together.
#[derive(Clone, Debug)]
pub struct Room {
    state: RoomSnapshot,
    phase: Phase,
    /// The number of the last input that was part of a snapshot.
    snapshot_inputs: u64,
}

impl Room {
    /// Opens an empty room. The first person who joins is its owner. The settings must have
    /// passed [`RoomSettings::check`].
    pub fn new(code: RoomCode, settings: RoomSettings, at: u64) -> Self {
        Self {
            state: RoomSnapshot {
                version: RoomSnapshot::VERSION,
                code,
                at,
                inputs: 0,
                sequence: 0,
                settings,
                members: Vec::new(),
                next_member: 1,
                owner: None,
                removed: Vec::new(),
                rounds_played: 0,
                rounds_ended: 0,
                deals: 0,
                member_deals: 0,
                report: None,
                ratings: Vec::new(),
                chat: Vec::new(),
            },
            phase: Phase::Waiting,
            snapshot_inputs: 0,
        }
    }

    /// Restores a room from a snapshot and the inputs after it, each with its number. `deal` finds
    /// the words of a board that was dealt. The host goes on with [`RoomInputKind::Load`].
    ///
    /// An input that does not follow the one before, or that has no effect, should not be there. It
    /// does not keep the room from being restored, but is named in the result.
    pub fn restore<E>(
        snapshot: RoomSnapshot,
        inputs: impl IntoIterator<Item = (u64, StoredInput)>,
        mut deal: impl FnMut(&RoomSettings, &StoredBoard) -> Result<DealtBoard, E>,
    ) -> Result<RestoredRoom, RestoreRoomError<E>> {
        if snapshot.version != RoomSnapshot::VERSION {
            return Err(RestoreRoomError::Version {
                found: snapshot.version,
                expected: RoomSnapshot::VERSION,
            });
        }
        let mut room = Self {
            snapshot_inputs: snapshot.inputs,
            state: snapshot,
            phase: Phase::Waiting,
        };
        let mut anomalies = Vec::new();
        for (number, stored) in inputs {
            let expected = room.state.inputs + 1;
            if number != expected {
                let found = number;
                anomalies.push(InputAnomaly::OutOfOrder { expected, found });
            }
            if number < expected {
                continue;
            }
            room.state.inputs = number - 1;
            let input = stored.input(number, &room.state.settings, &mut deal)?;
            room.handle(input);
            if room.state.inputs != number {
                anomalies.push(InputAnomaly::NoEffect { number });
                room.state.inputs = number;
            }
        }
        Ok(RestoredRoom { room, anomalies })
    }

    /// Goes on after a later input than the last one that was restored: those between were lost.
    pub fn skip_to(&mut self, number: u64) {
        self.state.inputs = self.state.inputs.max(number);
    }

    /// Restores a room whose running round cannot be restored, because its board does not have the
    /// words any more that it had: without that round.
    pub fn restore_without_round(
        snapshot: RoomSnapshot,
        inputs: impl IntoIterator<Item = (u64, StoredInput)>,
    ) -> Result<Self, RestoreRoomError<WithoutRound>> {
        let mut room = Self::restore(snapshot, [], |_, _| Err(WithoutRound))?.room;
        for (number, stored) in inputs {
            let at = stored.at;
            let settings = &room.state.settings;
            let input = match stored.input(number, settings, |_, _| Err(WithoutRound)) {
                Ok(input) => input,
                Err(_) => RoomInput {
                    at,
                    kind: RoomInputKind::DealFailed {
                        deal: room.state.deals,
                        problem: DealProblem {
                            reason: WithoutRound.to_string(),
                            ..DealProblem::default()
                        },
                    },
                },
            };
            // What belongs to the round has no effect.
            room.handle(input);
            room.state.inputs = number;
        }
        room.phase = Phase::Waiting;
        for member in &mut room.state.members {
            member.view.is_ready = false;
        }
        Ok(room)
    }

    /// Handles an input, and returns what the host does next.
    pub fn handle(&mut self, input: RoomInput) -> Vec<RoomOutput> {
        if matches!(input.kind, RoomInputKind::Load) {
            self.shift(self.state.at.saturating_sub(input.at));
        }
        let at = input.at.max(self.state.at);
        self.state.at = at;
        let mut outputs = Vec::new();
        let out = &mut outputs;
        self.advance(out);
        let stored = StoredInput {
            at,
            ..input.stored()
        };
        let is_changed = match input.kind {
            RoomInputKind::Join(entrance) => self.answer(out, |room, out| room.join(entrance, out)),
            RoomInputKind::Act(member, action) => {
                self.answer(out, |room, out| room.act(member, action, out))
            }
            RoomInputKind::Connect(member) => self.set_connected(member, true, out),
            RoomInputKind::Disconnect(member) => self.set_connected(member, false, out),
            RoomInputKind::Dealt { deal, board } => self.take_board(deal, board, out),
            RoomInputKind::DealFailed { deal, problem } => self.fail_deal(deal, problem, out),
            RoomInputKind::Rated(changes) => self.take_ratings(changes, out),
            RoomInputKind::Load => self.load(out),
            RoomInputKind::Tick => false,
        };
        // The input may have made something due, such as another owner.
        self.advance(&mut outputs);
        let has_effect = |output: &RoomOutput| !matches!(output, RoomOutput::Answer(_));
        if is_changed || outputs.iter().any(has_effect) {
            self.state.inputs += 1;
            let number = self.state.inputs;
            outputs.insert(
                0,
                RoomOutput::Store {
                    number,
                    input: stored,
                },
            );
            self.take_snapshot(&mut outputs);
        }
        outputs
    }

    /// Moves the room to the clock of a new host, which is behind the clock of the host before:
    /// nothing takes longer.
    fn shift(&mut self, behind: u64) {
        self.state.at -= behind;
        self.shift_play(behind);
        for member in &mut self.state.members {
            let since = member.disconnected_at;
            member.disconnected_at = since.map(|since| since.saturating_sub(behind));
        }
    }

    /// Runs what a member does, and adds the answer. Returns whether it changed the room.
    fn answer(
        &mut self,
        out: &mut Vec<RoomOutput>,
        run: impl FnOnce(&mut Self, &mut Vec<RoomOutput>) -> Result<(RoomAnswer, bool), RoomError>,
    ) -> bool {
        let before = out.len();
        let (answer, is_changed) = match run(self, out) {
            Ok((answer, is_changed)) => (Ok(answer), is_changed),
            Err(error) => (Err(error), false),
        };
        // The member who asked gets the answer before all members get the events that it caused.
        out.insert(before, RoomOutput::Answer(answer));
        is_changed
    }

    /// Adds a snapshot after a round and after many inputs.
    fn take_snapshot(&mut self, out: &mut Vec<RoomOutput>) {
        let is_round_over = |output: &RoomOutput| matches!(output, RoomOutput::RoundOver { .. });
        let is_due = self.state.inputs - self.snapshot_inputs >= INPUTS_PER_SNAPSHOT
            || out.iter().any(is_round_over);
        if let Some(snapshot) = self.snapshot().filter(|_| is_due) {
            self.snapshot_inputs = snapshot.inputs;
            out.push(RoomOutput::Snapshot(Box::new(snapshot)));
        }
    }

    /// Returns the room as it is stored; [`None`] unless it waits for the next round.
    pub fn snapshot(&self) -> Option<RoomSnapshot> {
        matches!(self.phase, Phase::Waiting).then(|| self.state.clone())
    }

    /// Adds an event for everyone.
    fn tell(&mut self, out: &mut Vec<RoomOutput>, event: RoomEvent) {
        self.state.sequence += 1;
        let sequence = self.state.sequence;
        out.push(RoomOutput::Event { sequence, event });
    }

    /// Performs the actions that are due.
    fn advance(&mut self, out: &mut Vec<RoomOutput>) {
        self.advance_play(out);
        self.advance_attendance(out);
    }

    /// The time at which the room has something to do without anyone's action, in milliseconds
    /// since 1970. The host sends [`RoomInputKind::Tick`] then.
    pub fn next_time(&self) -> Option<u64> {
        let times = [self.next_play_time(), self.next_attendance_time()];
        times.into_iter().flatten().min()
    }

    /// The code of the room.
    pub fn code(&self) -> RoomCode {
        self.state.code
    }

    /// The game and its rules.
    pub fn settings(&self) -> &RoomSettings {
        &self.state.settings
    }

    /// Everyone in the room, in the order of joining.
    pub fn members(&self) -> &[Member] {
        &self.state.members
    }

    /// A member of the room.
    pub fn member(&self, member: MemberId) -> Option<&Member> {
        self.state
            .members
            .iter()
            .find(|it| it.view.member == member)
    }

    /// The owner; [`None`] if the room is empty.
    pub fn owner(&self) -> Option<MemberId> {
        self.state.owner
    }

    /// The last round that has ended.
    pub fn report(&self) -> Option<&RoundReport> {
        self.state.report.as_ref()
    }

    /// The number of the last input that changed the room.
    pub fn inputs(&self) -> u64 {
        self.state.inputs
    }

    /// The number of the last event.
    pub fn sequence(&self) -> u64 {
        self.state.sequence
    }

    /// The time of the last input, in milliseconds since 1970.
    pub fn time(&self) -> u64 {
        self.state.at
    }

    /// Whether a round is running, about to start or being dealt.
    pub fn is_busy(&self) -> bool {
        !matches!(self.phase, Phase::Waiting)
    }

    /// Returns the room as one of its members sees it.
    pub fn view(&self, member: MemberId) -> Option<RoomView> {
        self.member(member)?;
        let state = &self.state;
        let (seat, words, finders) = self.words_of(member);
        Some(RoomView {
            code: state.code,
            member,
            sequence: state.sequence,
            settings: state.settings.clone(),
            members: self.member_views(),
            owner: state.owner,
            removed: state.removed.clone(),
            phase: self.phase_view(),
            words,
            seat,
            finders,
            report: state.report.clone(),
            ratings: state.ratings.clone(),
            rounds_played: state.rounds_played,
            chat: state.chat.clone(),
        })
    }

    fn member_views(&self) -> Vec<MemberView> {
        let members = self.state.members.iter();
        members.map(|member| member.view.clone()).collect()
    }
}
