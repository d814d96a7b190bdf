//! The threads that do blocking work, behind a bounded queue that is fair to all clients.
//! Every search runs here, so that the asynchronous threads only read and write requests.

mod fair_queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use thiserror::Error;
use tokio::sync::oneshot;

pub(crate) use fair_queue::Client;
use fair_queue::{FairQueue, Job};

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum PoolError {
    #[error("the queue is full")]
    QueueFull,
    /// The work may still be running. It keeps its thread until it ends.
    #[error("the deadline has passed")]
    DeadlinePassed,
    #[error("the work panicked")]
    Panicked,
}

/// A fixed number of threads and the queue they take their jobs from.
pub(crate) struct WorkerPool {
    shared: Arc<PoolShared>,
}

/// What the pool shares with its threads.
struct PoolShared {
    state: Mutex<PoolState>,
    /// Wakes a thread when there is a job, or all threads when the pool is closed.
    is_changed: Condvar,
}

struct PoolState {
    queue: FairQueue,
    is_closed: bool,
}

/// Cancels a job when the request that waits for it is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl PoolShared {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one job after the other until the pool is closed and the queue is empty.
    fn run_thread(&self) {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop() {
                drop(state);
                if !job.is_cancelled() {
                    (job.work)();
                }
                state = self.lock();
            } else if state.is_closed {
                return;
            } else {
                let woken = self.is_changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl WorkerPool {
    /// Starts the threads of a pool. At most `capacity` jobs wait in its queue.
    pub(crate) fn new(threads: usize, capacity: usize) -> Self {
        let shared = Arc::new(PoolShared {
            state: Mutex::new(PoolState {
                queue: FairQueue::new(capacity),
                is_closed: false,
            }),
            is_changed: Condvar::new(),
        });
        for number in 1..=threads.max(1) {
            let shared = shared.clone();
            let thread = thread::Builder::new().name(format!("wgs-work-{number}"));
            if let Err(error) = thread.spawn(move || shared.run_thread()) {
                tracing::error!("cannot start a worker thread: {error}");
            }
        }
        Self { shared }
    }

    /// Runs work on a thread of the pool when it is the client's turn, and waits for the
    /// result until the deadline.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        deadline: Instant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let (sender, receiver) = oneshot::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let _cancel = CancelOnDrop(is_cancelled.clone());
        let work = Box::new(move || {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        });
        let job = Job { work, is_cancelled };
        let pushed = self.shared.lock().queue.push(client, job);
        pushed.map_err(|_| PoolError::QueueFull)?;
        self.shared.is_changed.notify_one();
        match tokio::time::timeout_at(deadline.into(), receiver).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(_) => Err(PoolError::Panicked),
            Err(_) => Err(PoolError::DeadlinePassed),
        }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.is_changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn in_a_minute() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn client(number: u8) -> Client {
        Client::Machine([10, 0, 0, number].into())
    }

    #[tokio::test]
    async fn work_returns_its_result_and_a_panic_is_an_error() {
        let pool = WorkerPool::new(1, 4);
        assert_eq!(pool.run(client(1), in_a_minute(), || 2 + 2).await, Ok(4));
        let panicked = pool.run(client(1), in_a_minute(), || panic!("part of the test"));
        assert_eq!(panicked.await, Err::<(), _>(PoolError::Panicked));
        assert_eq!(pool.run(client(1), in_a_minute(), || 3).await, Ok(3));
    }

    #[tokio::test]
    async fn late_work_is_cancelled_and_a_full_queue_is_an_error() {
        let pool = Arc::new(WorkerPool::new(1, 2));
        let (finish, wait) = mpsc::channel::<()>();
        let is_running = Arc::new(tokio::sync::Notify::new());
        let (busy_pool, started) = (pool.clone(), is_running.clone());
        let running = tokio::spawn(async move {
            let work = move || {
                started.notify_one();
                wait.recv()
            };
            busy_pool.run(client(1), in_a_minute(), work).await
        });
        is_running.notified().await;
        // Two jobs wait; there is no room for a third.
        let waiting = [1, 2].map(|number| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let work = move || number;
                pool.run(client(number), in_a_minute(), work).await
            })
        });
        while pool.shared.lock().queue.len() < 2 {
            tokio::task::yield_now().await;
        }
        let third = pool.run(client(3), in_a_minute(), || 3).await;
        assert_eq!(third, Err(PoolError::QueueFull));
        // One is cancelled and makes room for another, whose deadline has already passed.
        waiting[0].abort();
        while !waiting[0].is_finished() {
            tokio::task::yield_now().await;
        }
        let late = pool.run(client(3), Instant::now(), || 3).await;
        assert_eq!(late, Err(PoolError::DeadlinePassed));
        finish.send(()).unwrap();
        assert_eq!(running.await.unwrap(), Ok(Ok(())));
        let [_, second] = waiting;
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(pool.run(client(3), in_a_minute(), || 3).await, Ok(3));
    }
}
