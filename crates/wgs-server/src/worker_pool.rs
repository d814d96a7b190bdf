//! The threads that do blocking work, behind a bounded queue that is fair to all clients.
//! Every search runs here, so that the asynchronous threads only read and write requests. There
//! is a pool for each [`Lane`](crate::api_call::Lane).

mod fair_queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::oneshot;
use wgs_engine::{Budget, Stopped};

use crate::address::Client;
use fair_queue::{FairQueue, Job, QueueFull, SharedWork, take_work};

/// The options of a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolOptions {
    /// The first part of the threads' names.
    pub(crate) name: &'static str,
    /// Whether the threads of other pools run first.
    pub(crate) has_low_priority: bool,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The number of jobs that wait.
    pub(crate) queue: usize,
    /// The number of jobs of one client that wait.
    pub(crate) queue_per_client: usize,
}

/// How long work may take, and how much memory it may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkLimits {
    /// The time at which the client stops waiting for the result.
    pub(crate) deadline: Instant,
    /// The processor time that the work may take, or where the system does not tell it, the time
    /// since it has begun.
    pub(crate) time: Duration,
    /// The number of bytes that the work may hold.
    pub(crate) memory: usize,
}

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum PoolError {
    #[error("the queue is full")]
    QueueFull,
    #[error("the client has too much work in the queue")]
    ClientQueueFull,
    /// The work was told to stop.
    #[error("the deadline has passed")]
    DeadlinePassed,
    #[error("the work panicked")]
    Panicked,
}

/// A fixed number of threads and the queue they take their jobs from.
pub(crate) struct WorkerPool {
    shared: Arc<PoolShared>,
}

/// The state that the pool shares with its threads.
struct PoolShared {
    state: Mutex<PoolState>,
    /// Wakes a thread when there is a job, or all threads when the pool is closed.
    is_changed: Condvar,
}

struct PoolState {
    queue: FairQueue,
    /// The number of threads that do a job.
    running: usize,
    is_closed: bool,
}

/// Cancels a job when the request that waits for it is dropped.
struct CancelOnDrop {
    is_cancelled: Arc<AtomicBool>,
    work: SharedWork,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        // A job that still waits in the queue gives back its memory at once.
        drop(take_work(&self.work));
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
                state.running += 1;
                drop(state);
                if let Some(work) = take_work(&job.work) {
                    work();
                }
                state = self.lock();
                state.running -= 1;
            } else if state.is_closed {
                return;
            } else {
                let woken = self.is_changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Lets the threads of other pools run first.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::process::{getpriority_process, setpriority_process};

    // On Linux, each thread has its own priority, and no process means the calling thread.
    let own = getpriority_process(None);
    let lowered = own.and_then(|own| setpriority_process(None, lower_than(own)));
    if let Err(error) = lowered {
        tracing::warn!("cannot lower the priority of a thread: {error}");
    }
}

/// Does nothing: elsewhere a priority belongs to the whole program.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

/// Returns the priority (`nice`) of threads with a low priority; high numbers are low priorities.
///
/// A thread with 5 more gets a third of the time of another one. With 10 more it was a tenth, and on
/// a busy machine boards were not dealt within their ten seconds.
#[cfg(target_os = "linux")]
fn lower_than(own: i32) -> i32 {
    const LOWEST: i32 = 19;
    (own + 5).min(LOWEST)
}

impl WorkerPool {
    /// Starts the threads of a pool.
    pub(crate) fn new(options: PoolOptions) -> Self {
        let shared = Arc::new(PoolShared {
            state: Mutex::new(PoolState {
                queue: FairQueue::new(options.queue, options.queue_per_client),
                running: 0,
                is_closed: false,
            }),
            is_changed: Condvar::new(),
        });
        let name = options.name;
        for number in 1..=options.threads.max(1) {
            let shared = shared.clone();
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            let spawned = thread.spawn(move || {
                if options.has_low_priority {
                    lower_priority();
                }
                shared.run_thread();
            });
            if let Err(error) = spawned {
                tracing::error!("cannot start a worker thread: {error}");
            }
        }
        Self { shared }
    }

    /// Returns the number of jobs that are being done and of jobs that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.running, state.queue.len())
    }

    /// Runs work on a thread of the pool when it is the client's turn, and waits for the
    /// result until the deadline. The work gets a budget that is used up when its time is over
    /// or when the client no longer waits.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        limits: WorkLimits,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let (sender, receiver) = oneshot::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let flag = is_cancelled.clone();
        let work: SharedWork = Arc::new(Mutex::new(Some(Box::new(move || {
            let work = || work(&budget(flag, limits));
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        }))));
        let job = Job { work: work.clone() };
        let _cancel = CancelOnDrop { is_cancelled, work };
        let pushed = self.shared.lock().queue.push(client, job);
        pushed.map_err(|error| match error {
            QueueFull::ForAll => PoolError::QueueFull,
            QueueFull::ForClient => PoolError::ClientQueueFull,
        })?;
        self.shared.is_changed.notify_one();
        match tokio::time::timeout_at(limits.deadline.into(), receiver).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(_) => Err(PoolError::Panicked),
            Err(_) => Err(PoolError::DeadlinePassed),
        }
    }
}

/// Returns the budget of work that begins now on this thread.
fn budget(is_cancelled: Arc<AtomicBool>, limits: WorkLimits) -> Budget {
    let end = thread_time().checked_add(limits.time);
    let budget = Budget::new(move || match is_cancelled.load(Ordering::Relaxed) {
        true => Some(Stopped::Cancelled),
        false => {
            let is_over =
                Instant::now() >= limits.deadline || end.is_some_and(|end| thread_time() >= end);
            is_over.then_some(Stopped::TimeLimit)
        }
    });
    budget.with_memory(limits.memory)
}

/// Returns the processor time that this thread has used. On a busy machine, a small request should
/// not count as a long one because its thread had to wait.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the time since the first call.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.is_changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn in_a_minute() -> WorkLimits {
        WorkLimits {
            deadline: Instant::now() + Duration::from_secs(60),
            time: Duration::MAX,
            memory: usize::MAX,
        }
    }

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    fn pool(queue: usize) -> WorkerPool {
        WorkerPool::new(PoolOptions {
            name: "wgs-test",
            has_low_priority: true,
            threads: 1,
            queue,
            queue_per_client: queue,
        })
    }

    /// Waits until a condition holds.
    async fn until(condition: impl Fn() -> bool) {
        while !condition() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn work_returns_its_result_and_a_panic_is_an_error() {
        let pool = pool(4);
        assert_eq!(pool.run(client(1), in_a_minute(), |_| 2 + 2).await, Ok(4));
        let panicked = pool.run(client(1), in_a_minute(), |_| panic!("part of the test"));
        assert_eq!(panicked.await, Err::<(), _>(PoolError::Panicked));
        assert_eq!(pool.run(client(1), in_a_minute(), |_| 3).await, Ok(3));
    }

    #[tokio::test]
    async fn late_work_is_cancelled_and_a_full_queue_is_an_error() {
        let pool = Arc::new(pool(2));
        let (finish, wait) = mpsc::channel::<()>();
        let busy_pool = pool.clone();
        let running = tokio::spawn(async move {
            let work = move |_: &Budget| wait.recv();
            busy_pool.run(client(1), in_a_minute(), work).await
        });
        until(|| pool.load() == (1, 0)).await;
        // Two jobs wait; there is no room for a third.
        let waiting = [1, 2].map(|number| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let work = move |_: &Budget| number;
                pool.run(client(number), in_a_minute(), work).await
            })
        });
        until(|| pool.load() == (1, 2)).await;
        let third = pool.run(client(3), in_a_minute(), |_| 3).await;
        assert_eq!(third, Err(PoolError::QueueFull));
        // One is cancelled and makes room for another, whose deadline has already passed.
        waiting[0].abort();
        until(|| waiting[0].is_finished()).await;
        let passed = WorkLimits {
            deadline: Instant::now(),
            ..in_a_minute()
        };
        let late = pool.run(client(3), passed, |_| 3).await;
        assert_eq!(late, Err(PoolError::DeadlinePassed));
        finish.send(()).unwrap();
        assert_eq!(running.await.unwrap(), Ok(Ok(())));
        let [_, second] = waiting;
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(pool.run(client(3), in_a_minute(), |_| 3).await, Ok(3));
    }

    /// Works until the budget is used up, and returns the reason.
    fn until_stopped(budget: &Budget) -> Stopped {
        loop {
            if let Err(reason) = budget.check() {
                return reason;
            }
            thread::yield_now();
        }
    }

    #[tokio::test]
    async fn work_stops_when_its_time_is_over_or_nobody_waits() {
        let pool = Arc::new(pool(2));
        let short = WorkLimits {
            time: Duration::from_millis(1),
            ..in_a_minute()
        };
        let stopped = pool.run(client(1), short, until_stopped).await;
        assert_eq!(stopped, Ok(Stopped::TimeLimit));
        until(|| pool.load() == (0, 0)).await;
        let (sender, reason) = mpsc::channel();
        let (started, start) = mpsc::channel();
        let same_pool = pool.clone();
        let abandoned = tokio::spawn(async move {
            let work = move |budget: &Budget| {
                started.send(()).unwrap();
                sender.send(until_stopped(budget))
            };
            same_pool.run(client(1), in_a_minute(), work).await
        });
        until(|| start.try_recv().is_ok()).await;
        abandoned.abort();
        until(|| abandoned.is_finished()).await;
        assert_eq!(reason.recv(), Ok(Stopped::Cancelled));
        until(|| pool.load() == (0, 0)).await;
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn threads_may_have_a_lower_priority() {
        let priority = |_: &Budget| rustix::process::getpriority_process(None).unwrap();
        let lowered = pool(1).run(client(1), in_a_minute(), priority).await;
        let own = rustix::process::getpriority_process(None).unwrap();
        assert_eq!(lowered, Ok(lower_than(own)));
    }
}
