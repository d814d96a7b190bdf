//! A bounded queue of jobs that takes turns between clients, so that one client with many
//! requests does not keep the others waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use crate::address::Client;

/// Work to do; [`None`] if it was cancelled or has begun.
pub(super) type SharedWork = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// Takes the work, to do it or to cancel it.
pub(super) fn take_work(work: &SharedWork) -> Option<Box<dyn FnOnce() + Send>> {
    // Nothing panics while it holds the lock.
    work.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Work to do, unless it is cancelled first.
pub(super) struct Job {
    pub(super) work: SharedWork,
}

impl Job {
    fn is_cancelled(&self) -> bool {
        let work = self.work.lock();
        work.unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// The error for a queue that has no room for another job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueFull {
    /// The queue is full for all clients.
    ForAll,
    /// This client has too many.
    ForClient,
}

/// A bounded queue of jobs that takes turns between clients.
pub(super) struct FairQueue {
    /// The waiting jobs of each client. A client without jobs has no entry.
    jobs: HashMap<Client, VecDeque<Job>>,
    /// The order in which clients take turns. Each client with jobs is listed once.
    turns: VecDeque<Client>,
    len: usize,
    capacity: usize,
    capacity_per_client: usize,
}

impl FairQueue {
    /// Creates a queue with room for this number of jobs, of all clients and of each.
    pub(super) fn new(capacity: usize, capacity_per_client: usize) -> Self {
        Self {
            jobs: HashMap::new(),
            turns: VecDeque::new(),
            len: 0,
            capacity,
            capacity_per_client,
        }
    }

    /// Returns the number of waiting jobs.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a job. If the queue is full, cancelled jobs are removed first.
    pub(super) fn push(&mut self, client: Client, job: Job) -> Result<(), QueueFull> {
        if self.check_room(client).is_err() {
            self.remove_cancelled();
        }
        self.check_room(client)?;
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

    /// Returns an error if there is no room for another job of this client.
    fn check_room(&self, client: Client) -> Result<(), QueueFull> {
        let of_client = self.jobs.get(&client).map_or(0, VecDeque::len);
        if of_client >= self.capacity_per_client {
            return Err(QueueFull::ForClient);
        }
        match self.len < self.capacity {
            true => Ok(()),
            false => Err(QueueFull::ForAll),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    fn job(work: impl FnOnce() + Send + 'static) -> Job {
        Job {
            work: Arc::new(Mutex::new(Some(Box::new(work)))),
        }
    }

    #[test]
    fn clients_take_turns() {
        let mut queue = FairQueue::new(100, 100);
        let (sender, order) = mpsc::channel();
        for name in ["a1", "a2", "a3", "b1", "c1", "c2"] {
            let sender = sender.clone();
            let job = job(move || sender.send(name).unwrap());
            queue.push(client(name.as_bytes()[0]), job).unwrap();
        }
        while let Some(job) = queue.pop() {
            take_work(&job.work).unwrap()();
        }
        drop(sender);
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "c2", "a3"]);
        assert_eq!((queue.len, queue.jobs.len()), (0, 0));
    }

    #[test]
    fn a_client_has_a_share_of_the_queue_and_cancelled_jobs_make_room() {
        let mut queue = FairQueue::new(4, 3);
        let cancelled = job(|| ());
        let work = cancelled.work.clone();
        queue.push(client(1), cancelled).unwrap();
        queue.push(client(1), job(|| ())).unwrap();
        queue.push(client(1), job(|| ())).unwrap();
        let full = queue.push(client(1), job(|| ()));
        assert_eq!(full, Err(QueueFull::ForClient));
        queue.push(client(2), job(|| ())).unwrap();
        let full = queue.push(client(3), job(|| ()));
        assert_eq!(full, Err(QueueFull::ForAll));
        drop(take_work(&work));
        queue.push(client(3), job(|| ())).unwrap();
        assert_eq!(queue.len(), 4);
    }
}
