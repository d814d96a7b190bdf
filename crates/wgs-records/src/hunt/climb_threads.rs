//! Runs climbs on the threads of this machine.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;

use wgs_engine::{Budget, Stopped};

use super::run::REPORT;
use super::{Climb, HuntRun, HuntStanding};

/// The message of a thread about a climb.
enum ClimbEnd {
    Finished(HuntStanding),
    Paused(Box<Climb>, Stopped),
}

impl HuntRun<'_> {
    /// Runs the climbs on threads of this machine, those first that were begun in an earlier run.
    /// `report` is called several times a second. Returns why this stopped, if it did before the end.
    pub fn run_on_threads(
        &mut self,
        threads: usize,
        budget: &Budget,
        mut report: impl FnMut(&Self),
    ) -> Option<Stopped> {
        let hunt = &self.prepared().hunt;
        let waiting = Mutex::new(self.climbs());
        let (sender, receiver) = mpsc::channel();
        let live = self.live();
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
                        let end = match ran {
                            Ok(()) => ClimbEnd::Finished(HuntStanding::of_climb(hunt, &climb)),
                            Err(reason) => ClimbEnd::Paused(Box::new(climb), reason),
                        };
                        // An error means that the receiver has gone.
                        if sender.send(end).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut stopped = budget.check().err();
            loop {
                match receiver.recv_timeout(REPORT) {
                    Ok(ClimbEnd::Finished(found)) => self.add(found),
                    Ok(ClimbEnd::Paused(climb, reason)) => {
                        stopped = Some(reason);
                        self.pause(*climb);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return stopped.or(budget.check().err()),
                }
                self.save();
                report(self);
            }
        })
    }
}
