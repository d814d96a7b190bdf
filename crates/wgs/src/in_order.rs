//! Numbered parts of a work on several threads, handed over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Result;

/// How often someone who waits is told so.
const WAIT: Duration = Duration::from_millis(100);

/// How many parts may wait for one that takes longer.
const WINDOW: u64 = 4096;

/// How long a thread waits that is so far ahead.
const BREATH: Duration = Duration::from_millis(1);

/// Lets no more parts be begun when a thread panics; the scope passes the panic on.
struct EndOnPanic<'n> {
    next: &'n AtomicU64,
    parts: u64,
}

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.parts, Ordering::Relaxed);
        }
    }
}

/// Works on parts `0..parts`. Each thread has a worker of its own, made where it is used.
/// Whoever takes the results may stop; while none comes, `wait` is called now and then.
pub(crate) fn in_order<W, T: Send>(
    parts: u64,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<ControlFlow<()>>,
    wait: impl Fn(),
) -> Result<()> {
    let (next, taken) = (AtomicU64::new(0), AtomicU64::new(0));
    let (sender, receiver) = mpsc::sync_channel(threads * 2);
    thread::scope(|scope| {
        for _ in 0..threads.min(usize::try_from(parts).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                let _end = EndOnPanic { next: &next, parts };
                let mut worker = worker();
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    while part < parts
                        && part >= taken.load(Ordering::Relaxed).saturating_add(WINDOW)
                        && next.load(Ordering::Relaxed) < parts
                    {
                        thread::sleep(BREATH);
                    }
                    // An error says that nobody takes results any more.
                    if part >= parts || sender.send((part, work(&mut worker, part))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Dropped on the way out, which ends the threads.
        let receiver = receiver;
        let mut early = BTreeMap::new();
        for part in 0..parts {
            let result = loop {
                if let Some(result) = early.remove(&part) {
                    break result;
                }
                match receiver.recv_timeout(WAIT) {
                    Ok((number, result)) => {
                        early.insert(number, result);
                    }
                    Err(RecvTimeoutError::Timeout) => wait(),
                    // A thread has panicked, which the scope passes on.
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            };
            let taking = take(part, result);
            taken.store(part + 1, Ordering::Relaxed);
            if !matches!(taking, Ok(ControlFlow::Continue(()))) {
                next.store(parts, Ordering::Relaxed);
                return taking.map(drop);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let work = |_: &mut (), part: u64| {
                thread::sleep(Duration::from_micros(part * 7919 % 500));
                part * 2
            };
            let take = |part, result| {
                taken.push((part, result));
                Ok(if part == 40 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            };
            in_order(50, threads, || (), work, take, || ()).unwrap();
            let expected: Vec<(u64, u64)> = (0..=40).map(|part| (part, part * 2)).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn someone_who_cannot_take_ends_the_work() {
        let error = in_order(
            1_000_000_000_000,
            2,
            || (),
            |_, part| part,
            |part, _| {
                if part < 3 {
                    Ok(ControlFlow::Continue(()))
                } else {
                    anyhow::bail!("full")
                }
            },
            || (),
        );
        assert_eq!(error.unwrap_err().to_string(), "full");
        in_order(0, 2, || (), |_, part| part, |_, _| unreachable!(), || ()).unwrap();
    }
}
