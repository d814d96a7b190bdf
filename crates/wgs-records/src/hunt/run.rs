//! A running hunt: the climbs that are left, and the results so far, which are also kept in a file.
//! Showing it is the caller's job.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{
    Climb, ClimbNumbers, FoundBoard, Hunt, HuntLog, HuntLogError, HuntStanding, PreparedHunt,
    climbs_line, paused_line,
};
use crate::line_file::{LineFile, LineFileError};

/// Interval between two reports to the caller.
pub(super) const REPORT: Duration = Duration::from_millis(100);

/// Interval between writes to the file.
const SAVE: Duration = Duration::from_secs(1);

/// Why a file does not continue a hunt.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The content of the file does not fit.
    #[error(transparent)]
    Log(#[from] HuntLogError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] LineFileError),
}

/// The work that the climbing threads have done since they began.
#[derive(Default)]
pub(super) struct LiveCounts {
    evaluations: AtomicU64,
    /// The best board of all climbs, finished or not.
    best: Mutex<Option<FoundBoard>>,
}

impl LiveCounts {
    /// Notes a step of a climb, which has scored some boards.
    pub(super) fn add(&self, hunt: &Hunt, climb: &Climb, scored: u64) {
        self.count(scored);
        self.found(hunt, climb.best(hunt));
    }

    /// Counts boards that were scored.
    pub(super) fn count(&self, scored: u64) {
        self.evaluations.fetch_add(scored, Ordering::Relaxed);
    }

    fn found(&self, hunt: &Hunt, found: Option<FoundBoard>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = found
            && best
                .as_ref()
                .is_none_or(|best| hunt.goal().is_better(found.value, best.value))
        {
            *best = Some(found);
        }
    }
}

/// A running hunt. [`Self::run_on_threads`], [`Self::run_on_device`] and, with the feature `nats`,
/// `run_on_workers` run its climbs.
pub struct HuntRun<'h> {
    prepared: &'h PreparedHunt,
    numbers: ClimbNumbers,
    /// The results of the finished climbs.
    standing: HuntStanding,
    /// The part of it that is not in the file yet.
    unwritten: HuntStanding,
    /// The climbs that can be continued.
    paused: BTreeMap<u64, Climb>,
    /// Those of them that went on in this run.
    continued: Vec<u64>,
    live: Arc<LiveCounts>,
    file: Option<LineFile>,
    /// The error of the file.
    problem: Option<LineFileError>,
    /// Set when the hunt should end.
    stop: Arc<AtomicBool>,
    saved: Instant,
}

impl<'h> HuntRun<'h> {
    /// Prepares the climbs with these numbers.
    pub fn new(prepared: &'h PreparedHunt, numbers: ClimbNumbers) -> Self {
        Self {
            prepared,
            numbers,
            standing: HuntStanding::default(),
            unwritten: HuntStanding::default(),
            paused: BTreeMap::new(),
            continued: Vec::new(),
            live: Arc::default(),
            file: None,
            problem: None,
            stop: Arc::default(),
            saved: Instant::now(),
        }
    }

    /// Continues the hunt of a file, and keeps everything in it from now on. Returns the numbers of
    /// the lines that cannot be read, and their problems; their climbs are run again.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is of another hunt or cannot be written.
    pub fn resume(
        &mut self,
        mut file: LineFile,
        log: &HuntLog,
    ) -> Result<Vec<(usize, String)>, ResumeError> {
        let PreparedHunt { hunt, header } = self.prepared;
        if let Some(found) = log.header() {
            found.check(header)?;
        }
        let content = log.content(hunt)?;
        // From here on, the file is that of this hunt. Its last line may be incomplete.
        file.truncate(log.whole())?;
        if log.header().is_none() {
            file.add(&header.to_line())?;
        }
        self.standing = content.standing;
        self.paused = content.paused;
        self.live.found(hunt, self.boards().into_iter().next());
        self.file = Some(file);
        Ok(content.damaged)
    }

    /// Returns the subject of the hunt.
    pub fn prepared(&self) -> &'h PreparedHunt {
        self.prepared
    }

    /// Returns the results of the finished climbs.
    pub fn standing(&self) -> &HuntStanding {
        &self.standing
    }

    /// Returns the climbs that can be continued.
    pub fn paused(&self) -> &BTreeMap<u64, Climb> {
        &self.paused
    }

    /// Returns the best boards of all climbs, finished or not.
    pub fn boards(&self) -> Vec<FoundBoard> {
        let hunt = &self.prepared.hunt;
        let mut all = self.standing.clone();
        for climb in self.paused.values() {
            all.add_boards(hunt, climb.boards(hunt));
        }
        all.boards
    }

    /// Returns the best board of all climbs, also of those that are running.
    pub fn best(&self) -> Option<FoundBoard> {
        let best = self.live.best.lock();
        best.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of climbs that have reached the best value of all climbs.
    pub fn met(&self, best: u64) -> u64 {
        match self.standing.best == Some(best) {
            true => self.standing.met,
            false => 0,
        }
    }

    /// Returns the number of boards that were scored in this run.
    pub fn scored(&self) -> u64 {
        self.live.evaluations.load(Ordering::Relaxed)
    }

    /// Returns the number of boards that were scored, in this run and in those before it.
    pub fn evaluations(&self) -> u64 {
        let paused = self.paused.values().map(Climb::evaluations);
        paused.fold(self.standing.evaluations, u64::saturating_add)
    }

    /// Returns a flag that is set when the hunt should end before its time: because no board can be
    /// better, if the number of climbs has no limit, or because the file cannot be written.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Forgets the results that are not in the file yet, because they may be wrong.
    pub fn discard(&mut self) {
        self.unwritten = HuntStanding::default();
        self.continued.clear();
    }

    /// Writes the remaining results to the file, if there is one.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, of now or before.
    pub fn finish(&mut self) -> Result<(), LineFileError> {
        self.write();
        match (self.problem.take(), &self.file) {
            (Some(problem), _) => Err(problem),
            (None, Some(file)) => file.sync(),
            (None, None) => Ok(()),
        }
    }

    /// The climbs to run, those first that were begun in an earlier run.
    pub(super) fn climbs(&self) -> impl Iterator<Item = Climb> + Send + use<'h> {
        let (hunt, numbers) = (&self.prepared.hunt, self.numbers);
        let mut paused = self.paused.clone();
        paused.retain(|&number, _| numbers.contains(number));
        let mut begun = self.standing.climbs.clone();
        begun.extend(&paused.keys().copied().collect());
        let new = numbers.without(begun).map(|number| hunt.climb(number));
        paused.into_values().chain(new)
    }

    /// The numbers of the climbs that are not finished, in ascending order.
    #[cfg(feature = "nats")]
    pub(super) fn missing(&self) -> impl Iterator<Item = u64> + Send + use<> {
        self.numbers.without(self.standing.climbs.clone())
    }

    /// The messages of the threads about their climbs.
    pub(super) fn live(&self) -> Arc<LiveCounts> {
        Arc::clone(&self.live)
    }

    /// Adds the results of climbs that came to their end.
    pub(super) fn add(&mut self, found: HuntStanding) {
        let hunt = &self.prepared.hunt;
        for number in found.climbs.numbers() {
            self.paused.remove(&number);
        }
        self.live.found(hunt, found.boards.first().cloned());
        let unwritten = HuntStanding {
            boards: self.standing.add(hunt, found.clone()),
            ..found
        };
        self.unwritten.add(hunt, unwritten);
        if self.numbers.end.is_none() && self.standing.is_complete(hunt) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps a climb to continue it later.
    pub(super) fn pause(&mut self, climb: Climb) {
        self.continued.push(climb.number());
        self.paused.insert(climb.number(), climb);
    }

    /// Writes to the file from time to time.
    pub(super) fn save(&mut self) {
        if self.saved.elapsed() >= SAVE {
            self.saved = Instant::now();
            self.write();
        }
    }

    /// Writes the results that are not there yet to the file. If that fails, the hunt ends.
    fn write(&mut self) {
        let Some(file) = self.file.as_mut().filter(|_| self.problem.is_none()) else {
            return;
        };
        let hunt = &self.prepared.hunt;
        let mut lines = String::new();
        if !self.unwritten.climbs.is_empty() {
            lines = climbs_line(hunt, &self.unwritten);
        }
        for number in self.continued.drain(..) {
            if let Some(climb) = self.paused.get(&number) {
                lines.push_str(&paused_line(hunt, climb));
            }
        }
        match file.add(&lines) {
            Ok(()) => self.unwritten = HuntStanding::default(),
            Err(error) => {
                self.problem = Some(error);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
