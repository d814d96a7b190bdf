//! The side of a job that hands out its tasks: it keeps some of them waiting for workers, and
//! passes on their results.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use wgs_engine::{Budget, Stopped};

use super::{NatsError, TaskQueue, TaskResults};

/// The number of tasks that wait for workers or are being done.
const HANDED_OUT: usize = 512;

/// The time for which results are awaited before something else is looked after.
const WAIT: Duration = Duration::from_millis(200);

/// The time for which results of an earlier run are awaited at the beginning.
const EARLIER_RESULTS: Duration = Duration::from_secs(1);

/// The time without results after which the caller is told that workers are needed.
const NO_WORKER: Duration = Duration::from_secs(30);

/// How long NATS may be away.
const AWAY: Duration = Duration::from_secs(120);

/// The beginning of a result that says why a task cannot be done.
const FAILED: &str = "failed: ";

/// Returns the result of a task that cannot be done.
pub fn failure(reason: &str) -> String {
    format!("{FAILED}{reason}")
}

/// Why a job ended before all its tasks were done.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// A task cannot be done.
    #[error("a worker could not do a task: {0}")]
    Task(String),
    /// A result is not one of this job.
    #[error("a worker sent a result that cannot be used: {0}")]
    Result(String),
}

/// A task that was not handed out yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingTask {
    /// Its id in the job: letters, digits and hyphens.
    pub id: String,
    /// The task.
    pub text: String,
}

/// The events while workers do the tasks of a job.
#[derive(Clone, Copy, Debug)]
pub enum JobEvent<'e> {
    /// A task is done. Each is reported once.
    Done {
        /// The task's id.
        task: &'e str,
        /// Its result.
        result: &'e str,
    },
    /// Nothing has happened for a moment.
    Waiting,
    /// No task was done for half a minute, so there may be no workers.
    NoWorkers,
    /// NATS does not answer. The job continues as soon as it does.
    Away(&'e NatsError),
}

/// The tasks and results of one job.
pub struct JobQueue {
    queue: TaskQueue,
    results: TaskResults,
    job: String,
    /// Since when NATS does not answer.
    away: Option<Instant>,
}

impl JobQueue {
    /// Opens a job, which may have results of an earlier run.
    ///
    /// # Errors
    ///
    /// Returns the reason if NATS cannot be asked.
    pub fn new(queue: &TaskQueue, job: String) -> Result<Self, NatsError> {
        Ok(Self {
            queue: queue.clone(),
            results: queue.results(&job)?,
            job,
            away: None,
        })
    }

    /// Hands out tasks until all are done, and reports each result, also those of an earlier run.
    /// Returns why this stopped, if it did before the end; then workers begin no other task, and
    /// the results stay.
    ///
    /// # Errors
    ///
    /// Returns an error if a task cannot be done or NATS is away for two minutes, and the first
    /// error of the caller.
    pub fn run<E: From<JobError>>(
        mut self,
        mut tasks: impl Iterator<Item = WaitingTask>,
        budget: &Budget,
        mut report: impl FnMut(JobEvent<'_>) -> Result<(), E>,
    ) -> Result<Option<Stopped>, E> {
        let report: &mut dyn FnMut(JobEvent<'_>) -> Result<(), E> = &mut report;
        let mut done: HashSet<String> = HashSet::new();
        while let Some((task, result)) = self.next_result(EARLIER_RESULTS, report)? {
            report_once(&mut done, task, &result, report)?;
        }
        let mut handed_out: HashSet<String> = HashSet::new();
        let mut next = None;
        let mut idle_since = Some(Instant::now());
        loop {
            while handed_out.len() < HANDED_OUT {
                next = next.or_else(|| tasks.by_ref().find(|task| !done.contains(&task.id)));
                let Some(task) = &next else { break };
                let submitted = self.queue.submit(&self.job, &task.id, &task.text);
                if self.answered(submitted, report)?.is_none() {
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
            match self.next_result(WAIT, report)? {
                Some((task, result)) => {
                    idle_since = None;
                    handed_out.remove(&task);
                    report_once(&mut done, task, &result, report)?;
                }
                None => {
                    if idle_since.is_some_and(|since| since.elapsed() > NO_WORKER) {
                        report(JobEvent::NoWorkers)?;
                        idle_since = None;
                    }
                    report(JobEvent::Waiting)?;
                }
            }
        }
    }

    /// Returns the next task that is done, and its result.
    fn next_result<E: From<JobError>>(
        &mut self,
        wait: Duration,
        report: &mut dyn FnMut(JobEvent<'_>) -> Result<(), E>,
    ) -> Result<Option<(String, String)>, E> {
        let next = self.results.next(wait);
        let Some(result) = self.answered(next, report)?.flatten() else {
            return Ok(None);
        };
        if let Some(reason) = result.text.strip_prefix(FAILED) {
            // Otherwise the next run would find the same result.
            let _ = self.queue.remove_job(&self.job);
            return Err(JobError::Task(reason.to_owned()).into());
        }
        Ok(Some((result.task, result.text)))
    }

    /// Returns the answer of NATS, or [`None`] if it does not answer, unless that has lasted for
    /// too long.
    fn answered<T, E: From<JobError>>(
        &mut self,
        answer: Result<T, NatsError>,
        report: &mut dyn FnMut(JobEvent<'_>) -> Result<(), E>,
    ) -> Result<Option<T>, E> {
        let error = match answer {
            Ok(answer) => {
                self.away = None;
                return Ok(Some(answer));
            }
            Err(error) => error,
        };
        let since = match self.away {
            Some(since) => since,
            None => {
                report(JobEvent::Away(&error))?;
                *self.away.insert(Instant::now())
            }
        };
        if since.elapsed() > AWAY {
            return Err(JobError::from(error).into());
        }
        thread::sleep(WAIT);
        Ok(None)
    }
}

/// Reports that a task is done, unless it was reported before.
fn report_once<E>(
    done: &mut HashSet<String>,
    task: String,
    result: &str,
    report: &mut dyn FnMut(JobEvent<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if done.contains(&task) {
        return Ok(());
    }
    report(JobEvent::Done {
        task: &task,
        result,
    })?;
    done.insert(task);
    Ok(())
}
