//! Runs climbs side by side on a GPU, which scores the neighbours of one board of each climb at a time.

use std::time::Instant;

use wgs_core::{Board, Budget, NeighbourScores, Stopped};
use wgs_gpu::{GpuDevice, GpuError, GpuNeighbourScorer, GpuSelection};
use wgs_lab::hunt::{ClimbGroup, Hunt, HuntGoal, HuntStanding, NeighbourBatchScorer};

use super::ClimbNumbers;
use super::run_state::{RunState, TICK};

/// The number of climbs side by side. On 4x4 boards, each of them has about 500 neighbours to score in a step.
const CLIMBS: usize = 128;

/// The scorers of a hunt on a GPU, one for each goal that its climbs compare boards by.
struct HuntScorers<'h> {
    device: GpuDevice,
    hunt: &'h Hunt,
    scorers: Vec<(HuntGoal, GpuNeighbourScorer)>,
}

impl NeighbourBatchScorer for HuntScorers<'_> {
    type Error = GpuError;

    fn score_neighbours(
        &mut self,
        boards: &[Board],
        goal: HuntGoal,
    ) -> Result<Vec<NeighbourScores>, GpuError> {
        let known = self.scorers.iter().position(|(known, _)| *known == goal);
        let index = match known {
            Some(index) => index,
            None => {
                let (solver, faces) = (self.hunt.solver(), self.hunt.faces());
                let value = goal.word_value();
                let scorer = GpuNeighbourScorer::new(&self.device, solver, faces, value)?;
                self.scorers.push((goal, scorer));
                self.scorers.len() - 1
            }
        };
        self.scorers[index].1.score_all(boards)
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
    numbers: ClimbNumbers,
    state: &mut RunState<'_>,
    budget: &Budget,
) -> Result<Option<Stopped>, GpuError> {
    let hunt = state.game().hunt();
    let mut scorers = HuntScorers {
        device: GpuDevice::open(GpuSelection::Any)?,
        hunt,
        scorers: Vec::new(),
    };
    let mut paused = state.paused().clone();
    paused.retain(|&number, _| numbers.contains(number));
    let mut begun = state.standing().climbs.clone();
    begun.extend(&paused.keys().copied().collect());
    let new = numbers.without(&begun).map(|number| hunt.climb(number));
    let mut waiting = paused.into_values().chain(new);
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
        match group.step(&mut scorers) {
            Ok(finished) => {
                let scored_before: u64 = finished.iter().map(|climb| climb.evaluations()).sum();
                state.count_evaluations((count(&group) + scored_before).saturating_sub(before));
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
    for climb in group.take() {
        state.pause(climb);
    }
    ended
}
