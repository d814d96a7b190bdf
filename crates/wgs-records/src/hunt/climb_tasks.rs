//! Runs climbs on other machines: some climbs are a task that a worker takes from NATS.

use serde::{Deserialize, Serialize};
use wgs_engine::{Budget, Stopped};

use super::{
    Hunt, HuntHeader, HuntRun, HuntStanding, NumberSet, PreparedHunt, climbs_line, read_climbs_line,
};
use crate::fingerprint::Fingerprint;
use crate::nats::{JobError, JobEvent, JobQueue, TaskQueue, WaitingTask};

/// A task: climbs that are to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClimbTask {
    /// Which hunt it is.
    pub header: HuntHeader,
    /// The numbers of the climbs.
    pub climbs: NumberSet,
}

impl ClimbTask {
    /// Runs the climbs, and returns the result for the queue.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up.
    pub fn run(&self, hunt: &Hunt, budget: &Budget) -> Result<String, Stopped> {
        let mut climber = hunt.climber(budget);
        let mut found = HuntStanding::default();
        for number in self.climbs.numbers() {
            let mut climb = hunt.climb(number);
            climber.run(&mut climb, |_| ())?;
            found.add(hunt, HuntStanding::of_climb(hunt, &climb));
        }
        Ok(climbs_line(hunt, &found))
    }
}

/// Returns the number of climbs of a task, which should take some seconds.
fn climbs_per_task(cells: usize) -> u64 {
    match cells {
        ..=9 => 64,
        10..=16 => 16,
        _ => 1,
    }
}

impl HuntRun<'_> {
    /// Runs the climbs on the workers of a NATS server. `report` is called after every event. Returns
    /// why this stopped, if it did before the end.
    ///
    /// # Errors
    ///
    /// Returns an error if a task cannot be done or NATS is away for too long.
    pub fn run_on_workers(
        &mut self,
        queue: &TaskQueue,
        budget: &Budget,
        mut report: impl FnMut(&Self, JobEvent<'_>),
    ) -> Result<Option<Stopped>, JobError> {
        let PreparedHunt { hunt, header } = self.prepared();
        let job = format!("hunt-{}", Fingerprint::of_text(&header.to_line()));
        let size = climbs_per_task(hunt.solver().grid().len());
        loop {
            let mut missing = self.missing().peekable();
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
            let job = JobQueue::new(queue, job.clone())?;
            let stopped = job.run(tasks, budget, |event| {
                if let JobEvent::Done { result, .. } = event {
                    let found = read_climbs_line(hunt, result).map_err(JobError::Result)?;
                    // Results of an earlier run may have been saved then. If only some of their
                    // climbs were, the others are done again.
                    if self.standing().climbs.shared(&found.climbs).is_empty() {
                        self.live().count(found.evaluations);
                        self.add(found);
                    }
                }
                self.save();
                report(self, event);
                Ok::<(), JobError>(())
            })?;
            if stopped.is_some() {
                return Ok(stopped);
            }
        }
    }
}
