//! The frames that clients send to a room, and those they receive.

use std::convert::Infallible;
use std::sync::OnceLock;

use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
use wgs_play::room::message::{ClientMessage, ServerMessage};
use wgs_play::room::{
    DealtBoard, Entrance, MemberId, Room, RoomInput, RoomInputKind, RoomOutput, RoomSettings,
    RoomView, StoredBoard, StoredInput,
};
use wgs_play::{RoundContext, SolvedBoard};

/// The longest input, in frames. A longer one only repeats a shorter one.
const MAX_FRAMES: usize = 50;

/// The time that passes with each frame, in milliseconds.
const TIME: u64 = 1_500;

/// The board that is always dealt.
fn board() -> &'static DealtBoard {
    static BOARD: OnceLock<DealtBoard> = OnceLock::new();
    BOARD.get_or_init(|| {
        let lexicon = Lexicon::from_text("cat cats act acts scat cast tacs").unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let solved = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
        DealtBoard {
            text: "CATS".to_owned(),
            solved,
            context: RoundContext::new(&solver, &Spelling::default()),
            seed: 7,
        }
    })
}

/// A room with two members, one of whom follows its events.
struct Table {
    room: Room,
    at: u64,
    inputs: Vec<(u64, StoredInput)>,
    stored: wgs_play::room::RoomSnapshot,
    view: Option<RoomView>,
}

impl Table {
    fn new() -> Self {
        let room = Room::new("BDFGHJKL".parse().unwrap(), RoomSettings::default(), 0);
        let mut table = Self {
            stored: room.snapshot().unwrap(),
            room,
            at: 0,
            inputs: Vec::new(),
            view: None,
        };
        for name in ["Ann", "Bob"] {
            table.handle(RoomInputKind::Join(Entrance {
                name: name.to_owned(),
                player: Some(name.to_owned()),
                token_hash: name.to_owned(),
                is_spectator: false,
            }));
        }
        for member in [1, 2].map(MemberId) {
            table.handle(RoomInputKind::Connect(member));
        }
        table.view = table.room.view(MemberId(1));
        table
    }

    fn handle(&mut self, kind: RoomInputKind) {
        let is_own = matches!(&kind, RoomInputKind::Act(MemberId(1), _));
        let at = self.at;
        let mut deals = Vec::new();
        for output in self.room.handle(RoomInput { at, kind }) {
            match output {
                RoomOutput::Store { number, input } => self.inputs.push((number, input)),
                RoomOutput::Answer(Ok(answer)) if is_own => {
                    if let Some(view) = &mut self.view {
                        view.apply_answer(&answer);
                    }
                }
                RoomOutput::Event { sequence, event } => {
                    if let Some(view) = &mut self.view {
                        view.apply(sequence, event).unwrap();
                    }
                }
                RoomOutput::Deal { deal, .. } => deals.push(deal),
                RoomOutput::Snapshot(snapshot) => {
                    self.stored = *snapshot;
                    self.inputs.clear();
                }
                _ => {}
            }
        }
        for deal in deals {
            let board = Box::new(board().clone());
            self.handle(RoomInputKind::Dealt { deal, board });
        }
    }
}

/// A room takes any frames that members send, one on each line. A frame that is read can be written
/// and read again. A client that follows the events knows the same as the room, and a room that is
/// restored from its inputs is the same.
pub fn room_frame(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut table = Table::new();
    for (line, number) in text.lines().take(MAX_FRAMES).zip(0..) {
        if let Ok(message) = ServerMessage::from_json(line) {
            assert_eq!(
                ServerMessage::from_json(&message.to_json()).unwrap(),
                message
            );
        }
        let Ok(message) = ClientMessage::from_json(line) else {
            continue;
        };
        assert_eq!(
            ClientMessage::from_json(&message.to_json()).unwrap(),
            message
        );
        table.at += TIME;
        let member = MemberId(number % 2 + 1);
        match message {
            ClientMessage::Act { action, .. } => {
                table.handle(RoomInputKind::Act(member, action));
            }
            _ => table.handle(RoomInputKind::Tick),
        }
    }
    let expected = table.room.view(MemberId(1));
    assert_eq!(table.view.filter(|_| expected.is_some()), expected);
    let deal = |_: &RoomSettings, _: &StoredBoard| Ok::<_, Infallible>(board().clone());
    let restored = Room::restore(table.stored, table.inputs, deal).unwrap();
    assert_eq!(restored.anomalies, []);
    let room = restored.room;
    assert_eq!(room.view(MemberId(2)), table.room.view(MemberId(2)));
}
