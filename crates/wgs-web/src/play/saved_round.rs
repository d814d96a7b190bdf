//! The round that the browser keeps, with the time on its clock, which is stored every second. It
//! survives a reload, a closed tab and a device that runs out of battery.

use leptos::prelude::*;

use super::message::{RestoreRound, send};
use super::round_origin::RoundOrigin;
use super::state::PlayState;
use crate::storage;

/// The keys that the browser stores the round and its time under.
const ROUND: &str = "play.round";
const TIME: &str = "play.time";

/// Keeps a round.
pub fn store(saved: &str, time: u64) {
    storage::set(ROUND, saved);
    store_time(time);
}

/// Stores the time on the clock.
pub fn store_time(time: u64) {
    storage::set(TIME, &time.to_string());
}

/// Forgets the round.
pub fn remove() {
    storage::remove(ROUND);
    storage::remove(TIME);
}

/// Continues the round that was kept, if there is one. It is paused until the player
/// is ready.
pub fn restore(play: PlayState) {
    let Some(saved) = storage::get(ROUND) else {
        return;
    };
    let time = storage::get(TIME).and_then(|time| time.parse().ok());
    play.origin.set(RoundOrigin::stored());
    let request = RestoreRound {
        saved,
        time: time.unwrap_or(0),
    };
    play.session.engine.with_value(|engine| {
        send(engine, request, move |reply| match reply {
            Ok(reply) => play.resume(reply),
            Err(error) => {
                remove();
                play.session.show_error(error.text());
            }
        });
    });
}
