//! The one door to work that blocks: a few threads, and before them a queue that takes turns
//! between clients, so that one who asks much does not keep the others waiting.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use tokio::sync::oneshot;

/// Who asks: a machine; on this machine, a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    Machine(IpAddr),
    Connection(SocketAddr),
    Unknown,
}

impl From<SocketAddr> for Client {
    fn from(peer: SocketAddr) -> Self {
        match peer.ip().is_loopback() {
            true => Self::Connection(peer),
            false => Self::Machine(peer.ip()),
        }
    }
}

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undone {
    /// Too much work waits already.
    Busy,
    /// It was not done in time. It may still be running, and keeps its thread until it ends.
    Late,
    /// It panicked.
    Panicked,
}

/// Work, and whether nobody waits for it any more.
struct Job {
    work: Box<dyn FnOnce() + Send>,
    given_up: Arc<AtomicBool>,
}

/// Gives work up when whoever waits for it goes, or has the answer.
struct Wait(Arc<AtomicBool>);

impl Drop for Wait {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The door.
pub(crate) struct Door {
    hall: Arc<Hall>,
}

/// Where work waits.
struct Hall {
    queue: Mutex<Queue>,
    bell: Condvar,
    most: usize,
}

#[derive(Default)]
struct Queue {
    /// What each client waits for.
    waiting: HashMap<Client, VecDeque<Job>>,
    /// Whose turn it is; everyone who waits is here once.
    turns: VecDeque<Client>,
    len: usize,
    is_closed: bool,
}

impl Queue {
    fn push(&mut self, client: Client, job: Job) {
        let jobs = self.waiting.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(job);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let jobs = self.waiting.get_mut(&client)?;
        let job = jobs.pop_front();
        match jobs.is_empty() {
            true => drop(self.waiting.remove(&client)),
            false => self.turns.push_back(client),
        }
        self.len -= 1;
        job
    }

    /// Makes room by removing what nobody waits for.
    fn tidy(&mut self) {
        self.waiting.retain(|_, jobs| {
            jobs.retain(|job| !job.given_up.load(Ordering::Relaxed));
            !jobs.is_empty()
        });
        self.turns
            .retain(|client| self.waiting.contains_key(client));
        self.len = self.waiting.values().map(VecDeque::len).sum();
    }

    /// Whether there is no room for another of this client, who may fill half of it.
    fn is_full_for(&self, client: Client, most: usize) -> bool {
        let of_client = self.waiting.get(&client).map_or(0, VecDeque::len);
        self.len >= most || of_client > most / 2
    }
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while it holds the lock.
        self.queue
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
    }

    fn work(&self) {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.pop() {
                drop(queue);
                if !job.given_up.load(Ordering::Relaxed) {
                    (job.work)();
                }
                queue = self.lock();
            } else if queue.is_closed {
                return;
            } else {
                queue = match self.bell.wait(queue) {
                    Ok(queue) => queue,
                    Err(poison) => poison.into_inner(),
                };
            }
        }
    }
}

impl Door {
    /// A door with so many threads behind it, and room for so much work before it.
    pub(crate) fn new(threads: usize, most: usize) -> Self {
        let hall = Arc::new(Hall {
            queue: Mutex::default(),
            bell: Condvar::new(),
            most,
        });
        for number in 1..=threads.max(1) {
            let hall = hall.clone();
            let name = format!("wgs-work-{number}");
            let started = thread::Builder::new().name(name).spawn(move || hall.work());
            if let Err(error) = started {
                tracing::error!("cannot start a thread: {error}");
            }
        }
        Self { hall }
    }

    /// Has work done in time, when it is the client's turn.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        client: Client,
        deadline: Instant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (sender, receiver) = oneshot::channel();
        let given_up = Arc::new(AtomicBool::new(false));
        let _wait = Wait(given_up.clone());
        let work = Box::new(move || {
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        });
        {
            let mut queue = self.hall.lock();
            let most = self.hall.most;
            if queue.is_full_for(client, most) {
                queue.tidy();
            }
            if queue.is_full_for(client, most) {
                return Err(Undone::Busy);
            }
            queue.push(client, Job { work, given_up });
        }
        self.hall.bell.notify_one();
        match tokio::time::timeout_at(deadline.into(), receiver).await {
            Ok(Ok(Ok(answer))) => Ok(answer),
            Ok(_) => Err(Undone::Panicked),
            Err(_) => Err(Undone::Late),
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.hall.lock().is_closed = true;
        self.hall.bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    fn client(number: u8) -> Client {
        Client::Machine([10, 0, 0, number].into())
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = Queue::default();
        let (sender, order) = mpsc::channel();
        for name in ["a1", "a2", "a3", "b1", "c1", "c2"] {
            let sender = sender.clone();
            let job = Job {
                work: Box::new(move || sender.send(name).unwrap()),
                given_up: Arc::default(),
            };
            queue.push(client(name.as_bytes()[0]), job);
        }
        while let Some(job) = queue.pop() {
            (job.work)();
        }
        drop(sender);
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3"]);
        assert_eq!((queue.len, queue.waiting.len()), (0, 0));
    }

    #[tokio::test]
    async fn work_is_done_and_a_panic_is_told() {
        let door = Door::new(1, 4);
        assert_eq!(door.ask(client(1), soon(), || 2 + 2).await, Ok(4));
        let panicked = door.ask(client(1), soon(), || panic!("as the test wants"));
        assert_eq!(panicked.await, Err::<(), _>(Undone::Panicked));
        assert_eq!(door.ask(client(1), soon(), || 3).await, Ok(3));
    }

    #[tokio::test]
    async fn work_that_is_late_is_given_up_and_a_full_room_is_told() {
        let door = Arc::new(Door::new(1, 2));
        let (go, wait) = mpsc::channel::<()>();
        let begun = Arc::new(tokio::sync::Notify::new());
        let (long, told) = (door.clone(), begun.clone());
        let running = tokio::spawn(async move {
            long.ask(client(1), soon(), move || {
                told.notify_one();
                wait.recv()
            })
            .await
        });
        begun.notified().await;
        // Two wait; a third finds no room.
        let waiting = [1, 2].map(|number| {
            let door = door.clone();
            tokio::spawn(async move { door.ask(client(number), soon(), move || number).await })
        });
        while door.hall.lock().len < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(door.ask(client(3), soon(), || 3).await, Err(Undone::Busy));
        // One goes, and leaves room for another, who comes too late.
        waiting[0].abort();
        while !waiting[0].is_finished() {
            tokio::task::yield_now().await;
        }
        let now = Instant::now();
        assert_eq!(door.ask(client(3), now, || 3).await, Err(Undone::Late));
        go.send(()).unwrap();
        assert_eq!(running.await.unwrap(), Ok(Ok(())));
        let [_, second] = waiting;
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(door.ask(client(3), soon(), || 3).await, Ok(3));
    }
}
