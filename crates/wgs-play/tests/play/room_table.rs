//! A room with a host that does at once what the room asks for, and a client for each member that
//! knows only what it was told.

use std::collections::BTreeMap;

use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
use wgs_play::room::{
    DealtBoard, Entrance, MemberId, Room, RoomAction, RoomAnswer, RoomError, RoomEvent, RoomInput,
    RoomInputKind, RoomOutput, RoomSettings, RoomSnapshot, RoomView, RoundReport, StoredInput,
};
use wgs_play::{RoundContext, SolvedBoard};

/// The words on the board that is always dealt.
pub(crate) const WORDS: [&str; 8] = ["cat", "cats", "act", "acts", "scat", "cast", "sat", "tacs"];

/// Returns the board that is always dealt.
pub(crate) fn dealt_board(seed: u64) -> DealtBoard {
    let lexicon = Lexicon::from_text(&WORDS.join(" ")).unwrap();
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let solved = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
    DealtBoard {
        text: "CATS".to_owned(),
        solved,
        context: RoundContext::new(&solver, &Spelling::default()),
        seed,
    }
}

/// A room, its host and its clients.
pub(crate) struct RoomTable {
    pub(crate) room: Room,
    pub(crate) now: u64,
    /// What is stored.
    pub(crate) snapshot: RoomSnapshot,
    pub(crate) inputs: Vec<(u64, StoredInput)>,
    /// What each member's client shows.
    pub(crate) views: BTreeMap<MemberId, RoomView>,
    pub(crate) events: Vec<RoomEvent>,
    pub(crate) reports: Vec<RoundReport>,
    /// The deals that the host has not answered.
    pub(crate) deals: Vec<u64>,
    board: DealtBoard,
}

impl RoomTable {
    pub(crate) fn new(settings: RoomSettings) -> Self {
        settings.check().unwrap();
        let room = Room::new("BDFGHJKL".parse().unwrap(), settings, 1_000);
        Self {
            snapshot: room.snapshot().unwrap(),
            room,
            now: 1_000,
            inputs: Vec::new(),
            views: BTreeMap::new(),
            events: Vec::new(),
            reports: Vec::new(),
            deals: Vec::new(),
            board: dealt_board(7),
        }
    }

    /// Handles an input as a host does, and returns the answer.
    pub(crate) fn handle(&mut self, kind: RoomInputKind) -> Option<Result<RoomAnswer, RoomError>> {
        let actor = match &kind {
            RoomInputKind::Act(member, _) => Some(*member),
            _ => None,
        };
        let at = self.now;
        let outputs = self.room.handle(RoomInput { at, kind });
        let mut answer = None;
        for (output, place) in outputs.into_iter().zip(0..) {
            match output {
                RoomOutput::Store { number, input } => {
                    assert_eq!(place, 0, "an input to store is the first output");
                    // As it is stored and read again.
                    let text = serde_json::to_string(&input).unwrap();
                    self.inputs
                        .push((number, serde_json::from_str(&text).unwrap()));
                }
                RoomOutput::Answer(found) => {
                    if let (Some(actor), Ok(found)) = (actor, &found)
                        && let Some(view) = self.views.get_mut(&actor)
                    {
                        view.apply_answer(found);
                    }
                    assert!(answer.replace(found).is_none(), "one answer to an input");
                }
                RoomOutput::Event { sequence, event } => {
                    for view in self.views.values_mut() {
                        view.apply(sequence, event.clone()).unwrap();
                    }
                    self.events.push(event);
                }
                RoomOutput::Close { member, .. } => {
                    self.views.remove(&member);
                }
                RoomOutput::Deal { deal, .. } => self.deals.push(deal),
                RoomOutput::RoundOver { report } => self.reports.push(*report),
                RoomOutput::Snapshot(snapshot) => {
                    let text = serde_json::to_string(&snapshot).unwrap();
                    self.snapshot = serde_json::from_str(&text).unwrap();
                    self.inputs.clear();
                }
            }
        }
        answer
    }

    pub(crate) fn act(
        &mut self,
        member: MemberId,
        action: RoomAction,
    ) -> Result<RoomAnswer, RoomError> {
        self.handle(RoomInputKind::Act(member, action)).unwrap()
    }

    /// A person enters and connects.
    pub(crate) fn join(&mut self, name: &str) -> MemberId {
        self.enter(name, Some(&format!("id of {name}")), false)
            .unwrap()
    }

    pub(crate) fn enter(
        &mut self,
        name: &str,
        player: Option<&str>,
        is_spectator: bool,
    ) -> Result<MemberId, RoomError> {
        let entrance = Entrance {
            name: name.to_owned(),
            player: player.map(str::to_owned),
            token_hash: format!("token of {name}"),
            is_spectator,
        };
        let answer = self.handle(RoomInputKind::Join(entrance)).unwrap()?;
        let RoomAnswer::Joined { member } = answer else {
            panic!("{answer:?}");
        };
        self.handle(RoomInputKind::Connect(member));
        self.views.insert(member, self.room.view(member).unwrap());
        Ok(member)
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, milliseconds: u64) {
        let end = self.now + milliseconds;
        while let Some(time) = self.room.next_time().filter(|time| *time <= end) {
            self.now = time.max(self.now);
            self.handle(RoomInputKind::Tick);
        }
        self.now = end;
        self.handle(RoomInputKind::Tick);
    }

    /// Answers the deals that the room asked for.
    pub(crate) fn deal(&mut self) {
        for deal in std::mem::take(&mut self.deals) {
            let board = Box::new(self.board.clone());
            self.handle(RoomInputKind::Dealt { deal, board });
        }
    }

    /// Everyone is ready, the board is dealt, and the countdown passes.
    pub(crate) fn start_round(&mut self) {
        let members: Vec<MemberId> = self.views.keys().copied().collect();
        for member in members {
            let _ = self.act(member, RoomAction::Ready(true));
        }
        self.deal();
        self.wait(5_000);
    }

    pub(crate) fn guess(&mut self, member: MemberId, word: &str) -> Result<RoomAnswer, RoomError> {
        self.act(member, RoomAction::Guess(word.to_owned()))
    }

    /// Returns the room that a new host restores from what is stored.
    pub(crate) fn restored(&self) -> Room {
        let deal = |_: &RoomSettings, stored: &wgs_play::room::StoredBoard| {
            assert_eq!(stored.text, self.board.text);
            Ok::<_, std::convert::Infallible>(DealtBoard {
                seed: stored.seed,
                ..self.board.clone()
            })
        };
        let restored = Room::restore(self.snapshot.clone(), self.inputs.clone(), deal).unwrap();
        assert_eq!(restored.anomalies, []);
        restored.room
    }
}
