//! Runs climbs side by side on a GPU, which scores the neighbours of one board of each climb at a time.

use std::time::Instant;

use wgs_core::{
    Board, Budget, NeighbourRequest, NeighbourScorer, SearchHistory, Stopped, WantedNeighbours,
};
use wgs_gpu::{GpuDevice, GpuError, GpuNeighbourScorer};
use wgs_lab::Random;
use wgs_lab::hunt::{ClimbGroup, Hunt, HuntGoal, HuntStanding, NeighbourBatchScorer};

use super::ClimbNumbers;
use super::run_state::{RunState, TICK};
use crate::app::App;
use crate::scoring_device::{DeviceChoice, ScoringTime, is_mismatch};

/// The number of climbs side by side. On 4x4 boards, each of them has about 500 neighbours to score in a step.
const CLIMBS: usize = 128;

/// The number of boards whose neighbours the processor scores to see whether a GPU is faster.
const MEASURED_ON_PROCESSOR: usize = 4;

/// The scorers of a hunt on a GPU, one for each goal that its climbs compare boards by.
pub(super) struct HuntScorers<'h> {
    device: GpuDevice,
    hunt: &'h Hunt,
    scorers: Vec<(HuntGoal, GpuNeighbourScorer)>,
}

impl NeighbourBatchScorer for HuntScorers<'_> {
    type Error = GpuError;

    async fn score_neighbours(
        &mut self,
        requests: &[NeighbourRequest],
        goal: HuntGoal,
    ) -> Result<Vec<WantedNeighbours>, GpuError> {
        let known = self.scorers.iter().position(|(known, _)| *known == goal);
        let index = match known {
            Some(index) => index,
            None => {
                let (solver, faces) = (self.hunt.solver(), self.hunt.faces());
                let value = goal.word_value();
                let scorer = GpuNeighbourScorer::new(&self.device, solver, faces, value)?;
                let scorer = scorer.with_permutations(self.hunt.permutations());
                self.scorers.push((goal, scorer));
                self.scorers.len() - 1
            }
        };
        self.scorers[index].1.score(requests).await
    }

    fn mismatch(&self, board: &Board) -> GpuError {
        GpuError::NeighbourMismatch {
            device: self.device.name().to_owned(),
            board: board.to_string(),
        }
    }
}

impl<'h> HuntScorers<'h> {
    /// Opens the GPU that was chosen, if any. `is_long` says whether the hunt takes long enough to
    /// look for one without being asked for it, and `threads` how many threads it takes the place of.
    pub(super) fn open(
        choice: DeviceChoice,
        hunt: &'h Hunt,
        is_long: bool,
        threads: usize,
        app: &App,
    ) -> Option<Self> {
        let mut scorers = Self {
            device: choice.open(app, || is_long)?,
            hunt,
            scorers: Vec::new(),
        };
        let is_used = choice == DeviceChoice::Gpu || scorers.is_worth_it(threads).unwrap_or(false);
        is_used.then_some(scorers)
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
            let requests: Vec<NeighbourRequest> = (0..CLIMBS).map(|_| request()).collect();
            let start = Instant::now();
            let scored = pollster::block_on(self.score_neighbours(&requests, hunt.goal()));
            scored.map(|_| (requests, start.elapsed()))
        };
        // The first time, the driver compiles the program.
        score()?;
        let (requests, time) = score()?;
        let gpu = ScoringTime::new(requests.len() as u32, time);
        let value = hunt.goal().word_value();
        let mut scorer = NeighbourScorer::new(hunt.solver(), hunt.faces(), value);
        let start = Instant::now();
        let mut measured = requests.iter().take(MEASURED_ON_PROCESSOR);
        let is_scored = measured.all(|request| scorer.score(&hunt.board(&request.board)).is_ok());
        let cpu = ScoringTime::new(MEASURED_ON_PROCESSOR as u32, start.elapsed());
        Ok(is_scored && gpu.is_faster_than(cpu, threads))
    }
}

/// Runs climbs with these numbers, those first that were begun in an earlier run. Returns why this stopped, if it
/// did before the end.
///
/// # Errors
///
/// Returns what went wrong on the GPU. The climbs that were under way are paused, so that others can
/// go on with them.
pub(super) fn hunt(
    mut scorers: HuntScorers<'_>,
    numbers: ClimbNumbers,
    state: &mut RunState<'_>,
    budget: &Budget,
) -> Result<Option<Stopped>, GpuError> {
    let hunt = state.game().hunt();
    let mut waiting = numbers.climbs(state);
    let live = state.live();
    let mut group = ClimbGroup::new(hunt);
    let mut last_tick = Instant::now();
    let ended = loop {
        if let Err(reason) = budget.check() {
            break Ok(Some(reason));
        }
        while group.climbs().len() < CLIMBS
            && let Some(climb) = waiting.next()
        {
            group.add(climb);
        }
        if group.climbs().is_empty() {
            break Ok(None);
        }
        let count = |group: &ClimbGroup<'_>| -> u64 {
            group.climbs().iter().map(|climb| climb.evaluations()).sum()
        };
        let before = count(&group);
        match pollster::block_on(group.step(&mut scorers)) {
            Ok(finished) => {
                let of_finished: u64 = finished.iter().map(|climb| climb.evaluations()).sum();
                state.count_evaluations((count(&group) + of_finished).saturating_sub(before));
                for climb in group.climbs() {
                    live.add(hunt, climb, 0);
                }
                for climb in finished {
                    state.add(HuntStanding::of_climb(hunt, &climb));
                }
            }
            Err(error) => break Err(error),
        }
        if last_tick.elapsed() >= TICK {
            state.tick();
            last_tick = Instant::now();
        }
    };
    // Climbs with wrong scores must not be continued.
    if !ended.as_ref().is_err_and(is_mismatch) {
        for climb in group.take() {
            state.pause(climb);
        }
    }
    ended
}
