//! Runs climbs on other machines: some climbs are a task that a `wgs worker` takes from NATS.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use wgs_engine::{Budget, Stopped};
use wgs_records::Fingerprint;
use wgs_records::hunt::{Hunt, HuntHeader, HuntStanding, NumberSet, climbs_line, read_climbs_line};
use wgs_records::nats::{JobError, JobEvent, JobQueue, TaskQueue, WaitingTask};

use super::ClimbNumbers;
use super::run_state::RunState;
use crate::job_notice;

/// A task: climbs that are to be run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClimbTask {
    /// Which hunt it is.
    pub(crate) header: HuntHeader,
    /// The numbers of the climbs.
    climbs: NumberSet,
}

/// Returns the number of climbs of a task, which should take some seconds.
fn climbs_per_task(cells: usize) -> u64 {
    match cells {
        ..=9 => 64,
        10..=16 => 16,
        _ => 1,
    }
}

/// Runs climbs like [`climb_threads::hunt`](super::climb_threads::hunt), on the workers of a NATS server.
pub(super) fn hunt(
    nats: &str,
    numbers: ClimbNumbers,
    state: &mut RunState<'_>,
    budget: &Budget,
) -> Result<Option<Stopped>> {
    let hunt = state.game().hunt();
    let header = state.game().header();
    let job = format!("hunt-{}", Fingerprint::of_text(&header.to_line()));
    let queue = TaskQueue::connect(nats).context("--nats")?;
    let size = climbs_per_task(hunt.solver().grid().len());
    loop {
        let done = state.standing().climbs.clone();
        let mut missing = numbers.without(done).peekable();
        if missing.peek().is_none() {
            return Ok(None);
        }
        let tasks = std::iter::from_fn(|| {
            // The same climbs are in one task in each run.
            let block = missing.peek()? / size;
            let next = || missing.next_if(|number| number / size == block);
            let climbs: NumberSet = std::iter::from_fn(next).collect();
            let id = Fingerprint::of_text(&climbs.to_string()).to_string();
            let header = header.clone();
            let text = serde_json::to_string(&ClimbTask { header, climbs });
            let text = text.expect("all keys are texts");
            Some(WaitingTask { id, text })
        });
        let job = JobQueue::new(&queue, job.clone())?;
        let stopped = job.run(tasks, budget, |event| {
            if let JobEvent::Done { result, .. } = event {
                let found = read_climbs_line(hunt, result).map_err(JobError::Result)?;
                // Results of an earlier run may have been saved then. If only some of their climbs
                // were, the others are done again.
                if state.standing().climbs.shared(&found.climbs).is_empty() {
                    state.count_evaluations(found.evaluations);
                    state.add(found);
                }
            }
            job_notice::report(event);
            state.tick();
            Ok::<(), JobError>(())
        })?;
        if stopped.is_some() {
            return Ok(stopped);
        }
    }
}

/// Runs the climbs of a task, and returns the result for the queue.
pub(crate) fn do_task(hunt: &Hunt, task: &ClimbTask, budget: &Budget) -> Result<String, Stopped> {
    let mut climber = hunt.climber(budget);
    let mut found = HuntStanding::default();
    for number in task.climbs.numbers() {
        let mut climb = hunt.climb(number);
        climber.run(&mut climb, |_| ())?;
        found.add(hunt, HuntStanding::of_climb(hunt, &climb));
    }
    Ok(climbs_line(hunt, &found))
}
