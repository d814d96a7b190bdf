//! Runs climbs side by side on a device such as a GPU, which scores the neighbours of one board of
//! each climb at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wgs_engine::{Budget, Stopped};

use super::run::{LiveCounts, REPORT};
use super::{Climb, ClimbGroup, Hunt, HuntRun, HuntStanding, NeighbourBatchScorer};

/// The number of climbs in a group, at first and at most. On 4x4 boards, each of them has about 500 neighbours to
/// score in a step.
const MIN_CLIMBS: usize = 64;
const MAX_CLIMBS: usize = 4096;

/// A group grows if its steps take less time. A step of a few milliseconds would mostly be waiting: to give work to a
/// GPU and to read its answer takes a fraction of a millisecond.
const SHORT_STEP: Duration = Duration::from_millis(20);

/// The message of a group about a climb.
enum ClimbEnd {
    Finished(HuntStanding),
    /// The climb can be continued.
    Paused(Box<Climb>),
}

impl HuntRun<'_> {
    /// The number of scorers that keep a device busy. While it scores the neighbours of one group of
    /// climbs, the processor adds those of the other to the pools.
    pub const DEVICE_SCORERS: usize = 2;

    /// The number of boards that each scorer gets at a time, at first.
    pub const BOARDS_AT_A_TIME: usize = MIN_CLIMBS;

    /// Runs the climbs on a device, those first that were begun in an earlier run. Each scorer has a
    /// thread and a group of climbs of its own. `report` is called several times a second. Returns
    /// why this stopped, if it did before the end.
    ///
    /// # Errors
    ///
    /// Returns the error of the device. Unless boards were scored wrongly, the climbs that were
    /// under way are paused, and can be continued elsewhere.
    pub fn run_on_device<S>(
        &mut self,
        scorers: Vec<S>,
        budget: &Budget,
        mut report: impl FnMut(&Self),
    ) -> Result<Option<Stopped>, S::Error>
    where
        S: NeighbourBatchScorer + Send,
        S::Error: Send,
    {
        let waiting = Mutex::new(self.climbs());
        let has_failed = AtomicBool::new(false);
        let hunt = &self.prepared().hunt;
        let live = self.live();
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let groups = scorers.into_iter().map(|scorer| {
                let run = GroupRun {
                    hunt,
                    scorer,
                    waiting: &waiting,
                    has_failed: &has_failed,
                    live: live.clone(),
                    budget,
                    ends: sender.clone(),
                };
                scope.spawn(|| run.run())
            });
            let groups: Vec<_> = groups.collect();
            drop(sender);
            let mut paused = Vec::new();
            loop {
                match receiver.recv_timeout(REPORT) {
                    Ok(ClimbEnd::Finished(found)) => self.add(found),
                    Ok(ClimbEnd::Paused(climb)) => paused.push(climb),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                self.save();
                report(self);
            }
            let ended = groups.into_iter().map(|group| match group.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            let ended: Vec<_> = ended.collect();
            // Climbs with wrong scores must not be continued.
            let wrong = ended
                .iter()
                .position(|ended| ended.as_ref().is_err_and(S::is_mismatch));
            if wrong.is_none() {
                paused.into_iter().for_each(|climb| self.pause(*climb));
            }
            let first = wrong.or_else(|| ended.iter().position(Result::is_err));
            let mut ended = ended.into_iter();
            match first {
                Some(first) => ended.nth(first).unwrap_or(Ok(None)),
                None => Ok(ended.find_map(|ended| ended.ok().flatten())),
            }
        })
    }
}

/// A group of climbs, on its own thread.
struct GroupRun<'r, S, C> {
    hunt: &'r Hunt,
    scorer: S,
    waiting: &'r Mutex<C>,
    /// Whether one of the groups has failed.
    has_failed: &'r AtomicBool,
    live: Arc<LiveCounts>,
    budget: &'r Budget,
    ends: mpsc::Sender<ClimbEnd>,
}

impl<S: NeighbourBatchScorer, C: Iterator<Item = Climb>> GroupRun<'_, S, C> {
    /// Runs climbs until there are no more. Returns why this stopped, if it did before the end.
    fn run(mut self) -> Result<Option<Stopped>, S::Error> {
        let mut group = ClimbGroup::new(self.hunt);
        let ended = self.run_climbs(&mut group);
        if ended.is_err() {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        for climb in group.take() {
            // An error means that the receiver has gone.
            let _ = self.ends.send(ClimbEnd::Paused(Box::new(climb)));
        }
        ended
    }

    fn run_climbs(&mut self, group: &mut ClimbGroup<'_>) -> Result<Option<Stopped>, S::Error> {
        let mut size = MIN_CLIMBS;
        loop {
            if let Err(reason) = self.budget.check() {
                return Ok(Some(reason));
            }
            if self.has_failed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let missing = size.saturating_sub(group.climbs().len());
                waiting
                    .by_ref()
                    .take(missing)
                    .for_each(|climb| group.add(climb));
            }
            if group.climbs().is_empty() {
                return Ok(None);
            }
            let climbs = group.climbs().len();
            let before: u64 = group.climbs().iter().map(Climb::evaluations).sum();
            let start = Instant::now();
            let finished = pollster::block_on(group.step(&mut self.scorer))?;
            if climbs == size && start.elapsed() < SHORT_STEP {
                size = (2 * size).min(MAX_CLIMBS);
            }
            let all = group.climbs().iter().chain(&finished);
            let scored = all
                .map(Climb::evaluations)
                .sum::<u64>()
                .saturating_sub(before);
            self.live.count(scored);
            for climb in group.climbs() {
                self.live.add(self.hunt, climb, 0);
            }
            for climb in finished {
                let found = HuntStanding::of_climb(self.hunt, &climb);
                // An error means that the receiver has gone.
                let _ = self.ends.send(ClimbEnd::Finished(found));
            }
        }
    }
}
