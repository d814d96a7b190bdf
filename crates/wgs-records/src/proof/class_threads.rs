//! Proves classes on several threads. Each result comes as soon as it is there, so little is lost
//! if the program ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wgs_engine::{Budget, Stopped};

use super::{Class, Outcome, ProofGame};

/// Interval between calls of `wait` while no result arrives.
const WAIT: Duration = Duration::from_millis(200);

/// A class that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedClass {
    /// The index of the class.
    pub index: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// The time that its thread took.
    pub time: Duration,
}

/// Proves classes on threads of this machine. `take` gets each class that is proved, and `wait` is
/// called while there is none. Returns why the work stopped, if it did before its end.
///
/// # Errors
///
/// Returns the first error of `take`, which ends the work.
pub fn prove_on_threads<E>(
    game: &ProofGame,
    classes: &[Class],
    threads: usize,
    budget: &Budget,
    mut take: impl FnMut(ProvedClass) -> Result<(), E>,
    wait: impl Fn(),
) -> Result<Option<Stopped>, E> {
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
                    let proved = prover.prove(class, budget).map(|outcome| ProvedClass {
                        index,
                        outcome,
                        time: start.elapsed(),
                    });
                    // An error means that the receiver has gone.
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
