//! Proves classes on several threads. Results come as soon as they are there, so that little is
//! lost if the program ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use wgs_engine::{Budget, Stopped};
use wgs_records::proof::{Class, Outcome, ProofGame};

/// Interval between calls of `wait` while no result arrives.
const WAIT: Duration = Duration::from_millis(200);

/// A class that was proved.
pub(super) struct Proved {
    /// The index of the class.
    pub(super) index: usize,
    pub(super) outcome: Outcome,
    /// The time that its thread took.
    pub(super) time: Duration,
}

/// Proves classes. `take` gets each result; an error of it ends the work. Returns why the work
/// stopped, if it did before its end.
pub(super) fn prove(
    game: &ProofGame,
    classes: &[Class],
    threads: usize,
    budget: &Budget,
    mut take: impl FnMut(Proved) -> Result<()>,
    wait: impl Fn(),
) -> Result<Option<Stopped>> {
    let next = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(classes.len()) {
            let sender = sender.clone();
            let (next, is_stopped) = (&next, &is_stopped);
            scope.spawn(move || {
                let mut prover = game.prover();
                while !is_stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(class) = classes.get(index) else {
                        return;
                    };
                    let start = Instant::now();
                    let proved = prover.prove(class, budget).map(|outcome| Proved {
                        index,
                        outcome,
                        time: start.elapsed(),
                    });
                    // An error means that nobody takes results any more.
                    if sender.send(proved).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut stopped = None;
        loop {
            match receiver.recv_timeout(WAIT) {
                Ok(Ok(proved)) => {
                    if let Err(error) = take(proved) {
                        is_stopped.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                Ok(Err(reason)) => {
                    is_stopped.store(true, Ordering::Relaxed);
                    stopped = Some(reason);
                }
                Err(RecvTimeoutError::Timeout) => wait(),
                Err(RecvTimeoutError::Disconnected) => return Ok(stopped),
            }
        }
    })
}
