//! A bounded queue of jobs that takes turns between clients, so that one client with many
//! requests does not keep the others waiting.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The sender of a request. Programs on this machine are told apart by their connection, other
/// machines by their address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    Machine(IpAddr),
    Connection(SocketAddr),
    Unknown,
}

impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Self {
        match address.ip().is_loopback() {
            true => Self::Connection(address),
            false => Self::Machine(address.ip()),
        }
    }
}

/// Work to do, unless it is cancelled first.
pub(super) struct Job {
    pub(super) work: Box<dyn FnOnce() + Send>,
    pub(super) is_cancelled: Arc<AtomicBool>,
}

impl Job {
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// The error for a queue that has no room for another job of a client.
#[derive(Debug)]
pub(super) struct QueueFull;

/// A bounded queue of jobs that takes turns between clients.
pub(super) struct FairQueue {
    /// The waiting jobs of each client. A client without jobs has no entry.
    jobs: HashMap<Client, VecDeque<Job>>,
    /// The order in which clients take turns. Each client with jobs is listed once.
    turns: VecDeque<Client>,
    len: usize,
    capacity: usize,
}

impl FairQueue {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            jobs: HashMap::new(),
            turns: VecDeque::new(),
            len: 0,
            capacity,
        }
    }

    /// Returns the number of waiting jobs.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a job. If the queue is full, cancelled jobs are removed first.
    pub(super) fn push(&mut self, client: Client, job: Job) -> Result<(), QueueFull> {
        if self.is_full_for(client) {
            self.remove_cancelled();
        }
        if self.is_full_for(client) {
            return Err(QueueFull);
        }
        let jobs = self.jobs.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(job);
        self.len += 1;
        Ok(())
    }

    /// Removes the oldest job of the client whose turn it is.
    pub(super) fn pop(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&client)?;
        let job = jobs.pop_front();
        match jobs.is_empty() {
            true => drop(self.jobs.remove(&client)),
            false => self.turns.push_back(client),
        }
        self.len -= 1;
        job
    }

    fn remove_cancelled(&mut self) {
        self.jobs.retain(|_, jobs| {
            jobs.retain(|job| !job.is_cancelled());
            !jobs.is_empty()
        });
        self.turns.retain(|client| self.jobs.contains_key(client));
        self.len = self.jobs.values().map(VecDeque::len).sum();
    }

    /// Returns whether there is no room for another job of this client. One client may fill
    /// half of the queue.
    fn is_full_for(&self, client: Client) -> bool {
        let of_client = self.jobs.get(&client).map_or(0, VecDeque::len);
        self.len >= self.capacity || of_client > self.capacity / 2
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn client(number: u8) -> Client {
        Client::Machine([10, 0, 0, number].into())
    }

    fn job(work: impl FnOnce() + Send + 'static) -> Job {
        Job {
            work: Box::new(work),
            is_cancelled: Arc::default(),
        }
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = FairQueue::new(100);
        let (sender, order) = mpsc::channel();
        for name in ["a1", "a2", "a3", "b1", "c1", "c2"] {
            let sender = sender.clone();
            let job = job(move || sender.send(name).unwrap());
            queue.push(client(name.as_bytes()[0]), job).unwrap();
        }
        while let Some(job) = queue.pop() {
            (job.work)();
        }
        drop(sender);
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3"]);
        assert_eq!((queue.len, queue.jobs.len()), (0, 0));
    }

    #[test]
    fn a_client_fills_half_of_the_queue_and_cancelled_jobs_make_room() {
        let mut queue = FairQueue::new(4);
        let cancelled = job(|| ());
        let is_cancelled = cancelled.is_cancelled.clone();
        queue.push(client(1), cancelled).unwrap();
        queue.push(client(1), job(|| ())).unwrap();
        queue.push(client(1), job(|| ())).unwrap();
        assert!(queue.push(client(1), job(|| ())).is_err());
        queue.push(client(2), job(|| ())).unwrap();
        assert!(queue.push(client(3), job(|| ())).is_err());
        is_cancelled.store(true, Ordering::Relaxed);
        queue.push(client(3), job(|| ())).unwrap();
        assert_eq!(queue.len(), 4);
    }
}
