//! The source of the round on the board: this page's worker, or a room on a server.

use std::rc::Rc;

use wgs_play::{RoundAction, RoundInput};

use super::message::{PlayInput, RoundReply};
use super::round_origin::RoundOrigin;
use super::saved_round::KeptRound;
use super::state::PlayState;

/// The judge of a round. It shows the effect of an action itself, sooner or later.
pub trait RoundSource {
    /// Passes on an action of the player.
    fn act(self: Rc<Self>, play: PlayState, action: RoundAction);
}

/// A round in the worker of this page.
#[derive(Clone, Debug, Default)]
pub struct WorkerRound {
    /// Its number and its origin, if the browser keeps it.
    pub kept: Option<(u64, RoundOrigin)>,
}

impl WorkerRound {
    /// Stores the state of the round.
    pub fn store(&self, play: PlayState, reply: &RoundReply) {
        if let Some((id, origin)) = &self.kept {
            let now = js_sys::Date::now() as u64;
            let kept = KeptRound::new(*id, origin.clone(), reply, now);
            if kept.is_some_and(|kept| kept.store()) {
                play.note_kept();
            }
        }
    }
}

impl RoundSource for WorkerRound {
    fn act(self: Rc<Self>, play: PlayState, action: RoundAction) {
        let input = RoundInput::new(play.clock.now(), action);
        play.ask(PlayInput { input }, move |reply| {
            self.store(play, &reply);
            // Meanwhile the page may show another round.
            if play.is_played_in(&self) {
                play.apply(reply);
            }
        });
    }
}
