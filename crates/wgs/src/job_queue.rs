//! The side of a job that hands out tasks over NATS: it keeps some tasks waiting for workers, and takes
//! the results.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wgs_engine::{Budget, Stopped};
use wgs_server::ClusterError;
use wgs_server::task_queue::{TaskQueue, TaskResults};

use crate::app;

/// The number of tasks that wait for workers or are being done.
const HANDED_OUT: usize = 512;

/// The time for which results are awaited before something else is looked after.
const WAIT: Duration = Duration::from_millis(200);

/// The time for which results of an earlier run are awaited at the beginning.
const EARLIER_RESULTS: Duration = Duration::from_secs(1);

/// The time without results after which a note says that workers are needed.
const NOBODY: Duration = Duration::from_secs(30);

/// How long NATS may be away.
const AWAY: Duration = Duration::from_secs(120);

/// The beginning of a result that says why a task cannot be done.
const FAILED: &str = "failed: ";

/// Returns the result of a task that cannot be done.
pub(crate) fn failure(reason: &str) -> String {
    format!("{FAILED}{reason}")
}

/// A task that was not handed out yet.
pub(crate) struct WaitingTask {
    pub(crate) id: String,
    pub(crate) text: String,
}

/// The tasks and results of one job.
pub(crate) struct JobQueue {
    queue: TaskQueue,
    results: TaskResults,
    job: String,
    /// Since when NATS does not answer.
    away: Option<Instant>,
}

impl JobQueue {
    /// Connects to a NATS server.
    pub(crate) fn open(nats: &str, job: String) -> Result<Self> {
        let queue = TaskQueue::connect(nats).context("--nats")?;
        let results = queue.results(&job)?;
        Ok(Self {
            queue,
            results,
            job,
            away: None,
        })
    }

    /// Hands out tasks, and passes on each result once, until all are done. Results of an earlier run are taken
    /// too. Returns why this stopped, if it did before the end; then nobody begins another task, and
    /// the results stay.
    pub(crate) fn run(
        mut self,
        mut tasks: impl Iterator<Item = WaitingTask>,
        budget: &Budget,
        mut take: impl FnMut(&str, &str) -> Result<()>,
        wait: impl Fn(),
    ) -> Result<Option<Stopped>> {
        let mut done: HashSet<String> = HashSet::new();
        while let Some((id, text)) = self.next_result(EARLIER_RESULTS)? {
            if done.insert(id.clone()) {
                take(&id, &text)?;
            }
        }
        let mut handed_out: HashSet<String> = HashSet::new();
        let mut next = None;
        let mut nobody = Some(Instant::now());
        loop {
            while handed_out.len() < HANDED_OUT {
                next = next.or_else(|| tasks.by_ref().find(|task| !done.contains(&task.id)));
                let Some(task) = &next else { break };
                let submitted = self.queue.submit(&self.job, &task.id, &task.text);
                if self.answered(submitted)?.is_none() {
                    break;
                }
                handed_out.extend(next.take().map(|task| task.id));
            }
            if handed_out.is_empty() && next.is_none() {
                // The results are no longer needed; if this fails, they expire.
                let _ = self.queue.remove_job(&self.job);
                return Ok(None);
            }
            if let Err(reason) = budget.check() {
                let _ = self.queue.withdraw(&self.job);
                return Ok(Some(reason));
            }
            match self.next_result(WAIT)? {
                Some((id, text)) => {
                    nobody = None;
                    handed_out.remove(&id);
                    if done.insert(id.clone()) {
                        take(&id, &text)?;
                    }
                }
                None => {
                    if nobody.is_some_and(|since| since.elapsed() > NOBODY) {
                        app::report(
                            "there are no results yet; `wgs worker` with the same --nats starts a worker",
                        );
                        nobody = None;
                    }
                    wait();
                }
            }
        }
    }

    fn next_result(&mut self, wait: Duration) -> Result<Option<(String, String)>> {
        let next = self.results.next(wait);
        let Some(result) = self.answered(next)?.flatten() else {
            return Ok(None);
        };
        if let Some(reason) = result.text.strip_prefix(FAILED) {
            // Otherwise the next run would find the same result.
            let _ = self.queue.remove_job(&self.job);
            bail!("a worker could not do a task: {reason}");
        }
        Ok(Some((result.task, result.text)))
    }

    /// Returns what NATS answered, or [`None`] if it does not answer, unless that has lasted for too long.
    fn answered<T>(&mut self, answer: Result<T, ClusterError>) -> Result<Option<T>> {
        match answer {
            Ok(answer) => {
                self.away = None;
                Ok(Some(answer))
            }
            Err(error) => {
                let since = *self.away.get_or_insert_with(|| {
                    app::report(&format!("{error}; trying again"));
                    Instant::now()
                });
                if since.elapsed() > AWAY {
                    return Err(error.into());
                }
                thread::sleep(WAIT);
                Ok(None)
            }
        }
    }
}
