//! One writer for all rooms: whatever waits when a transaction ends is stored by the next one,
//! so that waiting for the disk is shared (group commit). Nothing is acknowledged before it is on
//! disk.
//!
//! The writes of a room's owner have a [`WriteAccess`]. It ends with the first of them that fails, or
//! when the owner loses the room; all later ones are then answered without being tried.

use std::mem;
use std::ops::Range;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{RoomStorage, RoomWrite, StorageError};

/// How much a queue holds, and how much it stores at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueLimits {
    /// The number of submissions that wait; further ones wait for space.
    pub waiting: usize,
    /// The number of bytes that wait. A larger submission waits until the queue is empty.
    pub waiting_bytes: usize,
    /// The number of submissions in one transaction.
    pub batch: usize,
    /// The number of bytes after which a transaction takes no more submissions.
    pub batch_bytes: usize,
}

impl Default for QueueLimits {
    fn default() -> Self {
        Self {
            waiting: 8192,
            waiting_bytes: 64 << 20,
            batch: 1024,
            batch_bytes: 4 << 20,
        }
    }
}

/// The work of a queue so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueueMetrics {
    /// The number of submissions that wait or are being stored.
    pub waiting: u64,
    /// The number of submissions that were stored.
    pub stored: u64,
    /// The number of submissions that failed.
    pub failed: u64,
    /// The number of transactions, with those that failed.
    pub transactions: u64,
    /// The number of submissions in the largest transaction.
    pub largest_batch: u64,
    /// The time that all transactions took.
    pub transaction_time: Duration,
    /// The time that the longest transaction took.
    pub longest_transaction: Duration,
}

/// The counters behind [`QueueMetrics`]; times are in microseconds.
#[derive(Debug, Default)]
struct Counters {
    waiting: AtomicU64,
    stored: AtomicU64,
    failed: AtomicU64,
    transactions: AtomicU64,
    largest_batch: AtomicU64,
    transaction_time: AtomicU64,
    longest_transaction: AtomicU64,
}

/// Whether the owner of a room may still write. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct WriteAccess(Arc<AtomicBool>);

impl WriteAccess {
    /// Withdraws the writes that are still in the queue, and rejects all later ones.
    pub fn revoke(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was revoked, or one of its writes failed.
    pub fn is_revoked(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Writes that are stored together or not at all.
struct Submission {
    writes: Vec<RoomWrite>,
    access: WriteAccess,
    bytes: usize,
    answer: oneshot::Sender<Result<(), StorageError>>,
    /// Its share of the queue's bytes, given back when it is dropped.
    _permit: OwnedSemaphorePermit,
}

/// A submission that is in the queue. As a future, it completes when the submission is on
/// disk or has failed. Dropping it does not withdraw the submission.
#[derive(Debug)]
#[must_use = "the writes are on disk only when this has completed"]
pub struct PendingWrite(oneshot::Receiver<Result<(), StorageError>>);

impl Future for PendingWrite {
    type Output = Result<(), StorageError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.0).poll(context);
        answer.map(|answer| answer.unwrap_or(Err(StorageError::Closed)))
    }
}

/// A queue of writes, and the task that stores them.
///
/// Submissions are stored in the order in which they were queued. If one cannot be stored,
/// those with another access still are.
#[derive(Debug)]
pub struct WriteQueue {
    sender: mpsc::Sender<Submission>,
    space: Arc<Semaphore>,
    limits: QueueLimits,
    counters: Arc<Counters>,
    /// Tells the writer to take no more submissions.
    close: Arc<tokio::sync::Notify>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl WriteQueue {
    /// Starts a queue. This must be called in a tokio runtime.
    pub fn new(storage: Arc<dyn RoomStorage>, limits: QueueLimits) -> Self {
        let (sender, receiver) = mpsc::channel(limits.waiting.max(1));
        let counters = Arc::new(Counters::default());
        let close = Arc::new(tokio::sync::Notify::new());
        let writer = Writer {
            storage,
            limits,
            receiver,
            counters: Arc::clone(&counters),
            close: Arc::clone(&close),
        };
        Self {
            sender,
            space: Arc::new(Semaphore::new(space(limits.waiting_bytes))),
            limits,
            counters,
            close,
            writer: Mutex::new(Some(tokio::spawn(writer.run()))),
        }
    }

    /// Stores writes in one transaction, together with those of others, and returns when they are
    /// on disk. Waits for space if the queue is full.
    pub async fn submit(&self, writes: Vec<RoomWrite>) -> Result<(), StorageError> {
        let access = WriteAccess::default();
        self.enqueue(writes, &access).await?.await
    }

    /// Puts writes of a room's owner into the queue, without waiting until they are on disk. The
    /// owner can go on with the room, but must not tell its clients about the change before the
    /// returned future has completed.
    pub async fn enqueue(
        &self,
        writes: Vec<RoomWrite>,
        access: &WriteAccess,
    ) -> Result<PendingWrite, StorageError> {
        let bytes = writes.iter().map(RoomWrite::size).sum();
        let share = space(bytes).min(space(self.limits.waiting_bytes));
        let permit = Arc::clone(&self.space).acquire_many_owned(share as u32);
        let permit = permit.await.map_err(|_| StorageError::Closed)?;
        let (answer, pending) = oneshot::channel();
        self.counters.waiting.fetch_add(1, Ordering::Relaxed);
        let submission = Submission {
            writes,
            access: access.clone(),
            bytes,
            answer,
            _permit: permit,
        };
        if self.sender.send(submission).await.is_err() {
            self.counters.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(StorageError::Closed);
        }
        Ok(PendingWrite(pending))
    }

    /// Returns what the queue has done so far.
    pub fn metrics(&self) -> QueueMetrics {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &self.counters;
        QueueMetrics {
            waiting: count(&counters.waiting),
            stored: count(&counters.stored),
            failed: count(&counters.failed),
            transactions: count(&counters.transactions),
            largest_batch: count(&counters.largest_batch),
            transaction_time: Duration::from_micros(count(&counters.transaction_time)),
            longest_transaction: Duration::from_micros(count(&counters.longest_transaction)),
        }
    }

    /// Takes no more submissions, and returns when those in the queue are on disk.
    pub async fn shut_down(&self) {
        self.space.close();
        self.close.notify_one();
        let writer = self.writer.lock();
        let writer = writer.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.await;
        }
    }
}

/// Returns the permits for a number of bytes: one for each KiB.
fn space(bytes: usize) -> usize {
    (bytes >> 10).clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize))
}

/// The task that stores submissions.
struct Writer {
    storage: Arc<dyn RoomStorage>,
    limits: QueueLimits,
    receiver: mpsc::Receiver<Submission>,
    counters: Arc<Counters>,
    close: Arc<tokio::sync::Notify>,
}

/// A submission's place in the list of all writes, and its access.
type Part = (Range<usize>, WriteAccess);

/// How often a transaction that others kept from being stored is tried.
const TRIES: u32 = 3;

impl Writer {
    async fn run(mut self) {
        loop {
            let first = tokio::select! {
                biased;
                first = self.receiver.recv() => first,
                () = self.close.notified() => {
                    // The contents of the queue can still be received.
                    self.receiver.close();
                    continue;
                }
            };
            match first {
                Some(first) => self.store_batch(first).await,
                None => return,
            }
        }
    }

    /// Stores a submission with those that wait behind it.
    async fn store_batch(&mut self, first: Submission) {
        let mut bytes = first.bytes;
        let mut batch = vec![first];
        while batch.len() < self.limits.batch
            && bytes < self.limits.batch_bytes
            && let Ok(next) = self.receiver.try_recv()
        {
            bytes += next.bytes;
            batch.push(next);
        }
        let counters = Arc::clone(&self.counters);
        let size = batch.len() as u64;
        counters.largest_batch.fetch_max(size, Ordering::Relaxed);
        let mut writes = Vec::new();
        let mut parts = Vec::with_capacity(batch.len());
        for submission in &mut batch {
            let start = writes.len();
            writes.append(&mut mem::take(&mut submission.writes));
            parts.push((start..writes.len(), submission.access.clone()));
        }
        let mut answers = batch.into_iter();
        self.store_parts(&writes, &parts, &mut |outcome| {
            let Some(submission) = answers.next() else {
                return;
            };
            counters.waiting.fetch_sub(1, Ordering::Relaxed);
            let counter = match outcome {
                Ok(()) => &counters.stored,
                Err(_) => &counters.failed,
            };
            counter.fetch_add(1, Ordering::Relaxed);
            // Whoever no longer waits does not need the answer.
            let _ = submission.answer.send(outcome);
        })
        .await;
    }

    /// Stores the parts of a list of writes, and passes on the outcome of each, in order. If
    /// one of several is to blame for a failure, each half is tried on its own; so a single one
    /// costs a number of transactions that grows with the logarithm of the batch. The later parts of
    /// the same access are not tried.
    async fn store_parts(
        &self,
        writes: &[RoomWrite],
        parts: &[Part],
        answer: &mut (dyn FnMut(Result<(), StorageError>) + Send),
    ) {
        // The parts that are left, the next ones last.
        let mut left = vec![parts];
        while let Some(parts) = left.pop() {
            let [(first, access), after @ ..] = parts else {
                continue;
            };
            if access.is_revoked() {
                answer(Err(StorageError::Withdrawn));
                left.push(after);
                continue;
            }
            let revoked = parts.iter().position(|(_, access)| access.is_revoked());
            let (parts, rest) = parts.split_at(revoked.unwrap_or(parts.len()));
            left.push(rest);
            let end = parts.last().map_or(first.end, |(last, _)| last.end);
            let outcome = self.store(&writes[first.start..end]).await;
            match outcome {
                Err(error) if error.is_caused_by_write() && parts.len() > 1 => {
                    let (head, tail) = parts.split_at(parts.len() / 2);
                    left.extend([tail, head]);
                }
                outcome => {
                    for (_, access) in parts {
                        if outcome.is_err() {
                            access.revoke();
                        }
                        answer(outcome.clone());
                    }
                }
            }
        }
    }

    /// Stores writes in one transaction. One that was undone in favour of another server's is
    /// tried again.
    async fn store(&self, writes: &[RoomWrite]) -> Result<(), StorageError> {
        let mut tries = 0;
        loop {
            let start = Instant::now();
            let outcome = self.storage.write(writes).await;
            let time = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
            let counters = &self.counters;
            counters.transactions.fetch_add(1, Ordering::Relaxed);
            counters.transaction_time.fetch_add(time, Ordering::Relaxed);
            counters
                .longest_transaction
                .fetch_max(time, Ordering::Relaxed);
            tries += 1;
            match outcome {
                Err(StorageError::Busy { .. }) if tries < TRIES => {}
                outcome => return outcome,
            }
        }
    }
}
