//! The clock on the page: it runs with the round, announces the last seconds, and stops while the
//! page is hidden. [`RoundClock`] calculates its time.

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::{RoundAction, RoundPhase};

use super::device;
use super::round_clock::RoundClock;
use super::saved_round;
use super::state::PlayState;
use crate::text::tr_count;

/// The interval at which the round is told the time.
const TICK: Duration = Duration::from_millis(250);

/// The seconds left that are announced to screen readers.
const ANNOUNCED: [u64; 3] = [60, 30, 10];

/// The clock of the round. Copies refer to the same clock.
#[derive(Clone, Copy)]
pub struct PlayClock {
    /// The time that the page shows, in milliseconds.
    pub shown: RwSignal<u64>,
    clock: StoredValue<RoundClock>,
}

impl PlayClock {
    /// Creates a clock at zero.
    pub fn new() -> Self {
        Self {
            shown: RwSignal::new(0),
            clock: StoredValue::new(RoundClock::default()),
        }
    }

    /// Sets the clock.
    pub fn set(self, time: u64) {
        let now = js_sys::Date::now();
        self.clock.set_value(RoundClock::starting_at(time, now));
        self.shown.set(time);
    }

    /// The time now.
    pub fn now(self) -> u64 {
        self.clock.get_value().time(js_sys::Date::now())
    }

    /// Runs the clock while the round does.
    pub fn run(self, play: PlayState) {
        if let Ok(interval) = set_interval_with_handle(move || self.tick(play), TICK) {
            on_cleanup(move || interval.clear());
        }
        // The screen stays on while the clock runs.
        let is_timed_now = Memo::new(move |_| {
            play.phase() == Some(RoundPhase::Running) && play.remaining().is_some()
        });
        Effect::new(move |_| device::keep_awake(is_timed_now.get()));
        // A hidden page hides the board and stops the clock, and the round waits.
        let leave = move |_| self.leave(play);
        let _ = window_event_listener_untyped("visibilitychange", leave);
        let _ = window_event_listener(leptos::ev::pagehide, move |_| self.leave(play));
    }

    fn tick(self, play: PlayState) {
        if !play.is_running() {
            return;
        }
        let before = self.shown.get_untracked();
        let time = self.now();
        self.shown.set(time);
        if time / 1000 != before / 1000 {
            self.store(play);
        }
        if let Some(left) = untrack(|| play.remaining()) {
            let passes = |seconds: &&u64| {
                let moment = **seconds * 1000;
                left <= moment && left + (time - before) > moment
            };
            if let Some(seconds) = ANNOUNCED.iter().find(passes) {
                play.session
                    .announce(tr_count("play.seconds-left", *seconds));
            }
        }
        play.act(RoundAction::Tick);
    }

    fn store(self, play: PlayState) {
        if let Some(id) = play.id.get_untracked() {
            saved_round::store_time(id, self.now());
        }
    }

    /// Pauses a round with a time limit if the page is hidden.
    fn leave(self, play: PlayState) {
        let is_timed = play.round.with_untracked(|round| {
            let setup = round.as_ref().map(|round| &round.setup);
            setup.is_some_and(|setup| setup.limit.is_some())
        });
        if document().hidden() && is_timed && play.is_running() {
            self.store(play);
            play.act(RoundAction::Pause);
        }
    }
}

impl Default for PlayClock {
    fn default() -> Self {
        Self::new()
    }
}
