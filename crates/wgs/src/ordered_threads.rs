//! Runs the parts of a job on several threads and hands over the results in the order of the
//! parts.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use anyhow::Result;

/// Interval between calls of `wait` while no result arrives.
const WAIT: Duration = Duration::from_millis(100);

/// The next part of a job, if its source has one.
pub(crate) enum NextPart<P> {
    Part(P),
    /// There may be a part later; ask again.
    NotYet,
    End,
}

/// How a job is spread over threads.
#[derive(Clone, Copy)]
pub(crate) struct Threads {
    /// The maximum number of threads.
    pub(crate) count: usize,
    /// The maximum number of parts that may be finished or begun while an earlier one is not.
    pub(crate) window: u64,
}

impl Threads {
    /// For parts with small results.
    pub(crate) fn new(count: usize) -> Self {
        Self {
            count,
            window: 4096,
        }
    }
}

/// The shared state of the threads.
struct OrderedJob<S, M, W> {
    /// The source of parts, and the number of the next one.
    source: Mutex<(S, u64)>,
    state: Mutex<JobState>,
    /// Signals that `state` has changed.
    changed: Condvar,
    make_worker: M,
    work: W,
    threads: Threads,
}

#[derive(Default)]
struct JobState {
    /// The number of results that were handed over.
    taken: u64,
    is_stopped: bool,
}

/// Locks a mutex. A panic of a thread is passed on by the scope, so poisoning is ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on the parts of a source. Each thread has its own worker, created when the thread
/// gets its first part. `take` gets the results in the order of the parts and may stop the
/// job; while no result arrives, `wait` is called at intervals.
pub(crate) fn in_order<P, S, W, T: Send>(
    source: S,
    threads: Threads,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) -> T + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>>,
    wait: impl Fn(),
) -> Result<()>
where
    S: FnMut() -> NextPart<P> + Send,
{
    let job = OrderedJob {
        source: Mutex::new((source, 0)),
        state: Mutex::default(),
        changed: Condvar::new(),
        make_worker,
        work,
        threads,
    };
    let (sender, receiver) = mpsc::sync_channel(threads.count * 2);
    thread::scope(|scope| {
        job.spawn(scope, sender, 1);
        // Moved here so that it is dropped at the end of the scope, which ends the threads.
        let receiver = receiver;
        let mut early = BTreeMap::new();
        for part in 0.. {
            let result = loop {
                if let Some(result) = early.remove(&part) {
                    break result;
                }
                match receiver.recv_timeout(WAIT) {
                    Ok((number, result)) => {
                        early.insert(number, result);
                    }
                    Err(RecvTimeoutError::Timeout) => wait(),
                    // There are no more parts, or a thread has panicked.
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            };
            let taking = take(result);
            let is_stopped = !matches!(taking, Ok(ControlFlow::Continue(())));
            job.report(|state| {
                state.taken = part + 1;
                state.is_stopped |= is_stopped;
            });
            if is_stopped {
                return taking.map(drop);
            }
        }
        Ok(())
    })
}

/// Stops the job when a thread panics; the scope passes the panic on.
struct StopOnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for StopOnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

impl<S, M, F> OrderedJob<S, M, F> {
    fn report(&self, change: impl FnOnce(&mut JobState)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        lock(&self.state).is_stopped
    }

    /// Returns the next part and its number, when the results before it are not too far behind.
    fn next<P>(&self) -> Option<(u64, P)>
    where
        S: FnMut() -> NextPart<P>,
    {
        let mut source = lock(&self.source);
        let (next_part, number) = &mut *source;
        let mut state = lock(&self.state);
        while !state.is_stopped && *number >= state.taken + self.threads.window {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        while !self.is_stopped() {
            match next_part() {
                NextPart::Part(part) => {
                    *number += 1;
                    return Some((*number - 1, part));
                }
                NextPart::NotYet => {}
                NextPart::End => return None,
            }
        }
        None
    }

    /// Starts the thread with this number, counted from 1. It starts the next one when it has
    /// something to do itself, so that a small job does not start threads needlessly.
    fn spawn<'s, P, W, T: Send + 's>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        results: SyncSender<(u64, T)>,
        thread: usize,
    ) where
        S: FnMut() -> NextPart<P> + Send,
        M: Fn() -> W + Sync,
        F: Fn(&mut W, P) -> T + Sync,
    {
        scope.spawn(move || {
            let _stop = StopOnPanic(|| self.report(|state| state.is_stopped = true));
            let Some((mut number, mut part)) = self.next() else {
                return;
            };
            if thread < self.threads.count {
                self.spawn(scope, results.clone(), thread + 1);
            }
            let mut worker = (self.make_worker)();
            // An error means that results are not taken any more.
            while results
                .send((number, (self.work)(&mut worker, part)))
                .is_ok()
            {
                match self.next() {
                    Some(next) => (number, part) = next,
                    None => return,
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers `0..parts` as parts.
    fn numbered(parts: u64) -> impl FnMut() -> NextPart<u64> + Send {
        let mut numbers = 0..parts;
        move || match numbers.next() {
            Some(number) => NextPart::Part(number),
            None => NextPart::End,
        }
    }

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for count in [1, 2, 5] {
            for window in [1, 3, 4096] {
                let mut taken = Vec::new();
                let work = |_: &mut (), part: u64| {
                    thread::sleep(Duration::from_micros(part * 7919 % 500));
                    part * 2
                };
                let take = |result| {
                    taken.push(result);
                    Ok(if result == 80 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                };
                let threads = Threads { count, window };
                in_order(numbered(50), threads, || (), work, take, || ()).unwrap();
                let expected: Vec<u64> = (0..=40).map(|part| part * 2).collect();
                assert_eq!(taken, expected);
            }
        }
    }

    #[test]
    fn an_error_while_taking_a_result_ends_the_job() {
        let error = in_order(
            numbered(1_000_000_000_000),
            Threads::new(2),
            || (),
            |_, part| part,
            |part| {
                if part < 3 {
                    Ok(ControlFlow::Continue(()))
                } else {
                    anyhow::bail!("full")
                }
            },
            || (),
        );
        assert_eq!(error.unwrap_err().to_string(), "full");
        let take = |_| unreachable!();
        in_order(
            numbered(0),
            Threads::new(2),
            || (),
            |_, part| part,
            take,
            || (),
        )
        .unwrap();
    }

    #[test]
    fn a_source_that_has_nothing_yet_does_not_keep_a_stopped_job_running() {
        let mut parts = vec![NextPart::Part(())].into_iter();
        let source = move || {
            thread::sleep(Duration::from_millis(1));
            parts.next().unwrap_or(NextPart::NotYet)
        };
        let stop = |()| Ok(ControlFlow::Break(()));
        in_order(source, Threads::new(3), || (), |_, ()| (), stop, || ()).unwrap();
    }
}
