//! Runs climbs side by side on a GPU, which scores the neighbours of one board of each climb at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wgs_dice::Random;
use wgs_engine::{Budget, NeighbourRequest, NeighbourScorer, SearchHistory, Stopped};
use wgs_records::hunt::{Climb, ClimbGroup, Hunt, HuntStanding, NeighbourBatchScorer};

use super::ClimbNumbers;
use super::run_state::{Live, RunState, TICK};
use crate::app::App;
use crate::gpu::{GpuError, GpuHuntScorer};
use crate::scoring_device::{DeviceChoice, ScoringTime};

/// The number of groups of climbs. While a GPU scores the neighbours of one, the processor adds those of the other to the
/// pools.
const GROUPS: usize = 2;

/// The number of climbs in a group, at first and at most. On 4x4 boards, each of them has about 500 neighbours to
/// score in a step.
const MIN_CLIMBS: usize = 64;
const MAX_CLIMBS: usize = 4096;

/// A group grows if its steps take less time. A step of a few milliseconds would mostly be waiting: to give work to a
/// GPU and to read its answer takes a fraction of a millisecond.
const SHORT_STEP: Duration = Duration::from_millis(20);

/// The number of boards whose neighbours the processor scores to see whether a GPU is faster.
const MEASURED_ON_PROCESSOR: usize = 4;

/// A hunt, and a GPU that scores the neighbours of its boards.
pub(super) struct DeviceHunt<'h> {
    hunt: &'h Hunt,
    scorer: GpuHuntScorer,
}

impl<'h> DeviceHunt<'h> {
    /// Opens the GPU that was chosen, if any. `is_long` says whether the hunt takes long enough to
    /// look for one without being asked for it, and `threads` how many threads it takes the place of.
    pub(super) fn open(
        choice: DeviceChoice,
        hunt: &'h Hunt,
        is_long: bool,
        threads: usize,
        app: &App,
    ) -> Option<Self> {
        let device = choice.open(app, || is_long)?;
        let mut opened = Self {
            hunt,
            scorer: GpuHuntScorer::new(&device, hunt),
        };
        let is_used = choice == DeviceChoice::Gpu || opened.is_worth_it(threads).unwrap_or(false);
        is_used.then_some(opened)
    }

    /// Returns the same hunt on the same GPU, which can be used at the same time.
    fn another(&self) -> Self {
        Self {
            hunt: self.hunt,
            scorer: GpuHuntScorer::new(self.scorer.device(), self.hunt),
        }
    }

    /// Measures whether the GPU is faster than the processor, with random boards.
    fn is_worth_it(&mut self, threads: usize) -> Result<bool, GpuError> {
        let (hunt, mut random) = (self.hunt, Random::new(1));
        let cells = hunt.solver().grid().len();
        let mut request = || NeighbourRequest {
            board: (0..cells)
                .map(|_| random.below(hunt.faces().len()) as u8)
                .collect(),
            // Most neighbours of a climb are not good enough.
            wanted: u64::MAX..=u64::MAX,
            history: SearchHistory::new(),
        };
        let mut score = || {
            let requests: Vec<NeighbourRequest> =
                (0..GROUPS * MIN_CLIMBS).map(|_| request()).collect();
            let start = Instant::now();
            let scored = pollster::block_on(self.scorer.score_neighbours(&requests, hunt.goal()));
            scored.map(|_| (requests, start.elapsed()))
        };
        // The first time, the driver compiles the program.
        score()?;
        let (requests, time) = score()?;
        let gpu = ScoringTime::new(requests.len() as u32, time);
        let value = hunt.goal().count();
        let mut scorer = NeighbourScorer::new(hunt.solver(), hunt.faces(), value);
        let start = Instant::now();
        let mut measured = requests.iter().take(MEASURED_ON_PROCESSOR);
        let is_scored = measured.all(|request| scorer.score(&hunt.board(&request.board)).is_ok());
        let cpu = ScoringTime::new(MEASURED_ON_PROCESSOR as u32, start.elapsed());
        Ok(is_scored && gpu.is_faster_than(cpu, threads))
    }
}

/// What a group says about a climb.
enum Report {
    Finished(HuntStanding),
    /// The climb can be continued.
    Paused(Box<Climb>),
}

/// Runs climbs with these numbers, those first that were begun in an earlier run. Returns why this stopped, if it
/// did before the end.
///
/// # Errors
///
/// Returns what went wrong on the GPU. The climbs that were under way are paused, so that others can
/// go on with them.
pub(super) fn hunt(
    device_hunt: DeviceHunt<'_>,
    numbers: ClimbNumbers,
    state: &mut RunState<'_>,
    budget: &Budget,
) -> Result<Option<Stopped>, GpuError> {
    let waiting = Mutex::new(numbers.climbs(state));
    let has_failed = AtomicBool::new(false);
    let live = state.live();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let others = (1..GROUPS).map(|_| device_hunt.another());
        let others: Vec<_> = others.collect();
        let groups = std::iter::once(device_hunt)
            .chain(others)
            .map(|device_hunt| {
                let run = GroupRun {
                    device_hunt,
                    waiting: &waiting,
                    has_failed: &has_failed,
                    live: live.clone(),
                    budget,
                    reports: sender.clone(),
                };
                scope.spawn(|| run.run())
            });
        let groups: Vec<_> = groups.collect();
        drop(sender);
        let mut paused = Vec::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Report::Finished(found)) => state.add(found),
                Ok(Report::Paused(climb)) => paused.push(climb),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            state.tick();
        }
        let ended = groups.into_iter().map(|group| match group.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let ended: Vec<_> = ended.collect();
        // Climbs with wrong scores must not be continued.
        let wrong = ended
            .iter()
            .position(|ended| ended.as_ref().is_err_and(GpuError::is_mismatch));
        if wrong.is_none() {
            paused.into_iter().for_each(|climb| state.pause(*climb));
        }
        let first = wrong.or_else(|| ended.iter().position(Result::is_err));
        let mut ended = ended.into_iter();
        match first {
            Some(first) => ended.nth(first).unwrap_or(Ok(None)),
            None => Ok(ended.find_map(|ended| ended.ok().flatten())),
        }
    })
}

/// A group of climbs, on its own thread.
struct GroupRun<'r, 'h, C> {
    device_hunt: DeviceHunt<'h>,
    waiting: &'r Mutex<C>,
    /// Whether one of the groups has failed.
    has_failed: &'r AtomicBool,
    live: Arc<Live>,
    budget: &'r Budget,
    reports: mpsc::Sender<Report>,
}

impl<C: Iterator<Item = Climb>> GroupRun<'_, '_, C> {
    /// Runs climbs until there are no more. Returns why this stopped, if it did before the end.
    fn run(mut self) -> Result<Option<Stopped>, GpuError> {
        let mut group = ClimbGroup::new(self.device_hunt.hunt);
        let ended = self.run_climbs(&mut group);
        if ended.is_err() {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        for climb in group.take() {
            // An error means that nobody takes climbs any more.
            let _ = self.reports.send(Report::Paused(Box::new(climb)));
        }
        ended
    }

    fn run_climbs(&mut self, group: &mut ClimbGroup<'_>) -> Result<Option<Stopped>, GpuError> {
        let hunt = self.device_hunt.hunt;
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
            let finished = pollster::block_on(group.step(&mut self.device_hunt.scorer))?;
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
                self.live.add(hunt, climb, 0);
            }
            for climb in finished {
                let found = HuntStanding::of_climb(hunt, &climb);
                // An error means that nobody takes results any more.
                let _ = self.reports.send(Report::Finished(found));
            }
        }
    }
}
