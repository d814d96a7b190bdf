//! Opens a GPU for a hunt, if there is one and it is faster than the processor.

use std::time::Instant;

use wgs_dice::Random;
use wgs_engine::neighbour::{NeighbourRequest, NeighbourScorer, SearchHistory};
use wgs_records::hunt::{Hunt, HuntRun, NeighbourBatchScorer};

use crate::app::App;
use crate::gpu::{GpuError, GpuHuntScorer};
use crate::scoring_device::{DeviceChoice, ScoringTime};

/// The number of boards whose neighbours the processor scores to see whether a GPU is faster.
const MEASURED_ON_PROCESSOR: usize = 4;

/// Opens the GPU that was chosen, if any, and returns a scorer of boards on it. `is_long` says
/// whether the hunt takes long enough to look for a GPU without being asked for it, and `threads`
/// how many threads it takes the place of.
pub(super) fn open(
    choice: DeviceChoice,
    hunt: &Hunt,
    is_long: bool,
    threads: usize,
    app: &App,
) -> Option<Vec<GpuHuntScorer>> {
    let device = choice.open(app, || is_long)?;
    let new = |_| GpuHuntScorer::new(&device, hunt);
    let mut scorers: Vec<GpuHuntScorer> = (0..HuntRun::DEVICE_SCORERS).map(new).collect();
    let is_used = choice == DeviceChoice::Gpu
        || is_faster(hunt, scorers.first_mut()?, threads).unwrap_or(false);
    is_used.then_some(scorers)
}

/// Measures whether the GPU is faster than the processor, with random boards.
fn is_faster(hunt: &Hunt, scorer: &mut GpuHuntScorer, threads: usize) -> Result<bool, GpuError> {
    let mut random = Random::new(1);
    let cells = hunt.solver().grid().len();
    let mut request = || {
        let board = (0..cells).map(|_| random.below(hunt.faces().len()) as u8);
        // Most neighbours of a climb are not good enough.
        let wanted = u64::MAX..=u64::MAX;
        NeighbourRequest::new(board.collect::<Vec<u8>>(), wanted, SearchHistory::new())
    };
    let mut score = || {
        let boards = HuntRun::DEVICE_SCORERS * HuntRun::BOARDS_AT_A_TIME;
        let requests: Vec<NeighbourRequest> = (0..boards).map(|_| request()).collect();
        let start = Instant::now();
        let scored = pollster::block_on(scorer.score_neighbours(&requests, hunt.goal()));
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
