//! The source of the round on the board: this page's worker, or a room on a server.

use std::rc::Rc;

use leptos::prelude::*;
use wgs_play::{RoundAction, RoundInput};

use super::message::PlayInput;
use super::round_origin::RoundOrigin;
use super::state::PlayState;

/// The judge of a round. It shows the effect of an action itself, sooner or later.
pub trait RoundSource {
    /// Passes on an action of the player.
    fn act(self: Rc<Self>, play: PlayState, action: RoundAction);

    /// Whether the browser keeps the round for a reload.
    fn is_kept(&self, play: PlayState) -> bool;
}

/// A round in the worker of this page.
#[derive(Clone, Copy, Debug)]
pub struct WorkerRound;

impl RoundSource for WorkerRound {
    fn act(self: Rc<Self>, play: PlayState, action: RoundAction) {
        let input = RoundInput::new(play.clock.now(), action);
        play.ask(PlayInput { input }, move |reply| {
            // Meanwhile the page may show another round.
            if play.is_played_in(&self) {
                play.apply(reply);
            }
        });
    }

    fn is_kept(&self, play: PlayState) -> bool {
        play.origin.with_untracked(RoundOrigin::is_kept)
    }
}
