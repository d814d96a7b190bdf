//! The round of a room on the board of the play page. The server judges it, and its clock is the
//! server's.

use std::rc::Rc;

use leptos::prelude::*;
use wgs_play::RoundAction;
use wgs_play::room::{PhaseView, RoomAction};

use super::round_reply;
use super::state::RoomState;
use crate::play::message::RoundReply;
use crate::play::round_source::RoundSource;
use crate::play::state::{PlayScreen, PlayState};

/// The round of a room.
struct RoomRound(RoomState);

impl RoundSource for RoomRound {
    fn act(self: Rc<Self>, play: PlayState, action: RoundAction) {
        match action {
            RoundAction::Guess(text) => self.0.guess(text.to_uppercase(), RoomAction::Guess(text)),
            RoundAction::GuessPath(cells) => {
                let text = play.entry.letters(cells.iter().map(|cell| cell.index()));
                self.0.guess(text, RoomAction::GuessPath(cells));
            }
            _ => {}
        }
    }
}

/// Shows the round on the board of the play page, as long as the room is shown.
pub(super) fn show(room: RoomState) {
    let play = room.play;
    let source = Rc::new(RoomRound(room));
    let reply = Memo::new(move |_| {
        let is_shown = play.screen.get() == PlayScreen::Room;
        room.view.with(|view| -> Option<RoundReply> {
            round_reply::round_reply(view.as_ref().filter(|_| is_shown)?)
        })
    });
    Effect::new(move |was_shown: Option<bool>| {
        let reply = reply.get();
        let is_shown = reply.is_some();
        if is_shown || was_shown == Some(true) {
            match reply {
                Some(reply) => play.play_in(&source, reply),
                None => play.leave_source(&source),
            }
            set_clock(room);
        }
        is_shown
    });
}

/// Sets the clock of the round to the server's.
pub(super) fn set_clock(room: RoomState) {
    let started = room
        .view
        .with_untracked(|view| match &view.as_ref()?.phase {
            PhaseView::Playing { round } => Some(round.started_at),
            _ => None,
        });
    if let Some(started) = started
        && room.play.screen.get_untracked() == PlayScreen::Room
    {
        let time = room.server_now().saturating_sub(started);
        room.play.clock.set(time);
    }
}
