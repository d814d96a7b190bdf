//! Creates boards with a GPU, which scores the moves of many searches together. The boards are those that the
//! processor creates.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use wgs_app::creator::Creator;
use wgs_dice::{BatchQueue, Cup, QueuedScorer, Random, Roll};
use wgs_engine::{Board, BoardScore, Solver, Worker};

use crate::app::App;
use crate::gpu::{GpuError, GpuFaceScorer};
use crate::scoring_device::{DeviceChoice, ScoringTime, fallback_note};

/// The number of boards that are created at a time. Each search has a few hundred moves in a batch.
pub(super) const SEARCHES: usize = 64;

/// The fewest boards for which a GPU is looked for without being asked for.
const MANY_BOARDS: u64 = 100_000;

/// The number of boards that are scored to see whether a GPU is faster, on the GPU and on the processor.
const MEASURED: [u32; 2] = [16_384, 256];

/// How many times faster a GPU has to be than the processor: the processor scores only what changes, and
/// some moves are scored in vain on the GPU.
const MIN_SPEEDUP: usize = 4;

type Score = Box<dyn FnMut(&[u8]) -> Result<Vec<BoardScore>, GpuError> + Send>;

/// A GPU that scores the moves of searches.
pub(super) struct DeviceSearch {
    queue: BatchQueue<Score, GpuError>,
    /// Whether the failure of the GPU was reported.
    is_reported: AtomicBool,
}

/// Measures the boards of one search.
pub(super) type DeviceScorer<'d> = QueuedScorer<'d, Score, GpuError>;

impl DeviceSearch {
    /// Opens the GPU that was chosen. Returns [`None`] if the processor creates the boards, and says why if the
    /// user chose the GPU.
    pub(super) fn open(
        choice: DeviceChoice,
        creator: &Creator<'_>,
        solver: &Solver,
        search: SearchSize,
        app: &App,
    ) -> Option<Self> {
        if choice == DeviceChoice::Cpu {
            return None;
        }
        let cup = match supported(creator) {
            Ok(cup) => cup,
            Err(reason) => {
                if choice == DeviceChoice::Gpu {
                    app.note(&fallback_note(reason));
                }
                return None;
            }
        };
        let device = choice.open(app, || search.boards >= MANY_BOARDS)?;
        let mut scorer = match GpuFaceScorer::new(&device, solver, cup.faces()) {
            Ok(scorer) => scorer,
            Err(error) => {
                if choice == DeviceChoice::Gpu {
                    app.note(&fallback_note(error));
                }
                return None;
            }
        };
        if choice == DeviceChoice::Auto
            && !is_worth_it(&mut scorer, cup, solver, search.threads).unwrap_or(false)
        {
            return None;
        }
        let tiles = cup.tile_count();
        let score = move |boards: &[u8]| scorer.score_all(boards, tiles);
        Some(Self {
            queue: BatchQueue::new(Box::new(score), search.threads),
            is_reported: AtomicBool::new(false),
        })
    }

    /// Returns a scorer for one search, with a worker for the boards that the GPU does not score.
    pub(super) fn scorer(&self, worker: Worker) -> DeviceScorer<'_> {
        self.queue.scorer(worker)
    }

    /// Returns an error if the GPU returned a wrong score. If it failed for another reason, returns a note about it,
    /// once.
    pub(super) fn check(&self) -> Result<Option<String>, GpuError> {
        match self.queue.failure() {
            Some(error) if error.is_mismatch() => Err(error),
            Some(error) if !self.is_reported.swap(true, Ordering::Relaxed) => {
                Ok(Some(fallback_note(error)))
            }
            _ => Ok(None),
        }
    }
}

/// How much there is to do, and on how many threads the processor would do it.
#[derive(Clone, Copy)]
pub(super) struct SearchSize {
    pub(super) boards: u64,
    pub(super) threads: usize,
}

/// Returns the material of boards, or why a GPU cannot create them.
fn supported<'c>(creator: &'c Creator<'_>) -> Result<&'c Cup, &'static str> {
    let Some(cup) = creator.cup() else {
        return Err("the GPU cannot create boards from a list of words");
    };
    if creator.goal().needs_word_lengths() {
        return Err("the GPU does not measure the lengths of words");
    }
    if cup.has_multipliers() {
        return Err("the GPU cannot create boards with multipliers");
    }
    if cup.tile_count() == 0 {
        return Err("the boards have no tiles");
    }
    Ok(cup)
}

/// Measures whether the GPU is faster than the processor.
fn is_worth_it(
    scorer: &mut GpuFaceScorer,
    cup: &Cup,
    solver: &Solver,
    threads: usize,
) -> Result<bool, GpuError> {
    let mut random = Random::new(1);
    let [on_gpu, on_processor] = MEASURED;
    let rolls: Vec<_> = (0..on_gpu).map(|_| cup.roll(&mut random)).collect();
    let board = |roll: &Roll| roll.face_board().expect("the scorer has at most 255 faces");
    let faces: Vec<u8> = rolls.iter().flat_map(|roll| board(roll).to_vec()).collect();
    // The first time, the driver compiles the program.
    scorer.score_all(&faces, cup.tile_count())?;
    let start = Instant::now();
    scorer.score_all(&faces, cup.tile_count())?;
    let gpu = ScoringTime::new(on_gpu, start.elapsed());
    let boards: Vec<Board> = rolls[..on_processor as usize]
        .iter()
        .map(|roll| cup.board(roll))
        .collect();
    let mut worker = solver.worker();
    let start = Instant::now();
    let is_scored = boards.iter().all(|board| worker.score(board).is_ok());
    let cpu = ScoringTime::new(on_processor, start.elapsed());
    Ok(is_scored && gpu.is_faster_than(cpu, threads * MIN_SPEEDUP))
}
