//! Runs climbs on the threads of this machine.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;

use wgs_engine::{Budget, Stopped};
use wgs_records::hunt::{Climb, HuntStanding};

use super::ClimbNumbers;
use super::run_state::{RunState, TICK};

/// What a thread says about a climb.
enum Report {
    Finished(HuntStanding),
    Paused(Box<Climb>, Stopped),
}

/// Runs climbs with these numbers, those first that were begun in an earlier run. Returns why this stopped, if it did before the
/// end.
pub(super) fn hunt(
    threads: usize,
    numbers: ClimbNumbers,
    state: &mut RunState<'_>,
    budget: &Budget,
) -> Option<Stopped> {
    let hunt = state.game().hunt();
    let waiting = Mutex::new(numbers.climbs(state));
    let (sender, receiver) = mpsc::channel();
    let live = state.live();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let waiting = &waiting;
            let live = live.clone();
            scope.spawn(move || {
                let mut climber = hunt.climber(budget);
                while budget.check().is_ok() {
                    let next = waiting
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .next();
                    let Some(mut climb) = next else { return };
                    let mut scored = climb.evaluations();
                    let ran = climber.run(&mut climb, |climb| {
                        live.add(hunt, climb, climb.evaluations() - scored);
                        scored = climb.evaluations();
                    });
                    let report = match ran {
                        Ok(()) => Report::Finished(HuntStanding::of_climb(hunt, &climb)),
                        Err(reason) => Report::Paused(Box::new(climb), reason),
                    };
                    // An error means that nobody takes results any more.
                    if sender.send(report).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut stopped = budget.check().err();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Report::Finished(found)) => state.add(found),
                Ok(Report::Paused(climb, reason)) => {
                    stopped = Some(reason);
                    state.pause(*climb);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return stopped.or(budget.check().err()),
            }
            state.tick();
        }
    })
}
