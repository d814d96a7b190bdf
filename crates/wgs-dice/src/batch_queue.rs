//! Measures the boards of several searches together, on a device that is fast with many boards at a time.
//! Each search has a thread with a [`QueuedScorer`]; boards that arrive while the device is busy are the next
//! batch.
//!
//! ```
//! use wgs_engine::{Adjacency, Count, Grid, Lexicon, Rules, Solver, Stopped};
//! use wgs_dice::{Aim, BatchQueue, Cup, Goal, Optimiser, Random};
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("ACX, ATZ, TSQ, SCX")?;
//! let cup = Cup::new(&LetterDistribution::Dice { dice, shuffle: true }, 4)?;
//! let lexicon = Lexicon::from_text("cat cats cast act acts sac sat scat")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
//!
//! // A device would score them all at once.
//! let mut worker = solver.worker();
//! let queue = BatchQueue::new(|boards: &[u8]| {
//!     let boards = boards.chunks_exact(4).map(|faces| cup.faces().board(faces));
//!     boards.map(|board| worker.score(&board)).collect::<Result<Vec<_>, Stopped>>()
//! }, 1);
//! let goal = Goal::new([(Count::Words, Aim::within(8..=8))]);
//! let roll = |random: &mut Random| cup.roll(random);
//! let scorer = &mut queue.scorer(solver.worker());
//! let best = Optimiser::new(&cup, &goal).run(scorer, &mut Random::new(1), roll, || false)?;
//! assert_eq!(best.measure.words, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use wgs_engine::{Board, BoardMeasure, BoardScore, Stopped, Worker};

use crate::cup::{Cup, Move, Roll};
use crate::optimiser::Scorer;

/// The most moves of one search in a batch.
const MOVES_AT_A_TIME: usize = 512;

/// Collects boards for a device. `F` scores a batch: boards one after the other, with a byte for each
/// tile, which is the number of its face in the cup. All searches have the same cup, with at most 256 faces.
pub struct BatchQueue<F, E> {
    state: Mutex<QueueState<F, E>>,
    /// Signals that a batch is done, or that a thread is.
    done: Condvar,
    /// How many threads may score boards on the processor.
    threads: usize,
}

struct QueueState<F, E> {
    /// The device, unless a thread is using it.
    device: Option<F>,
    failure: Option<E>,
    is_failed: bool,
    /// The number of threads that score boards on the processor.
    busy: usize,
    /// The boards that wait, with the numbers of their requests.
    waiting: Vec<(u64, Vec<u8>)>,
    /// The scores that were not taken yet.
    scored: HashMap<u64, Vec<BoardScore>>,
    requests: u64,
}

impl<F, E> BatchQueue<F, E>
where
    F: FnMut(&[u8]) -> Result<Vec<BoardScore>, E>,
{
    /// Creates a queue for a device. After the device fails once it is never used again; at most
    /// `threads` searches then score on the processor at a time.
    pub fn new(device: F, threads: usize) -> Self {
        Self {
            state: Mutex::new(QueueState {
                device: Some(device),
                failure: None,
                is_failed: false,
                busy: 0,
                waiting: Vec::new(),
                scored: HashMap::new(),
                requests: 0,
            }),
            done: Condvar::new(),
            threads: threads.max(1),
        }
    }

    /// Returns a scorer for one search. Its worker scores the boards that the device does not.
    pub fn scorer(&self, worker: Worker) -> QueuedScorer<'_, F, E> {
        QueuedScorer {
            queue: self,
            worker,
        }
    }

    /// Returns the error of the device, if it has failed.
    pub fn failure(&self) -> Option<E>
    where
        E: Clone,
    {
        self.lock().failure.clone()
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<F, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Scores boards of `tiles` tiles. Returns [`None`] if the device has failed.
    fn score(&self, boards: Vec<u8>, tiles: usize) -> Option<Vec<BoardScore>> {
        let mut state = self.lock();
        if state.is_failed {
            return None;
        }
        let request = state.requests;
        state.requests += 1;
        state.waiting.push((request, boards));
        loop {
            if let Some(scores) = state.scored.remove(&request) {
                return Some(scores);
            }
            if state.is_failed {
                return None;
            }
            let Some(mut device) = state.device.take() else {
                state = self
                    .done
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let batch = std::mem::take(&mut state.waiting);
            drop(state);
            let wake_others = WakeOnPanic(self);
            let boards: Vec<u8> = batch
                .iter()
                .flat_map(|(_, boards)| boards)
                .copied()
                .collect();
            let scores = device(&boards);
            if let Ok(scores) = &scores {
                assert_eq!(scores.len(), boards.len() / tiles, "a score for each board");
            }
            drop(wake_others);
            state = self.lock();
            match scores {
                Ok(scores) => {
                    let mut scores = scores.into_iter();
                    for (request, boards) in batch {
                        let own = scores.by_ref().take(boards.len() / tiles);
                        state.scored.insert(request, own.collect());
                    }
                    state.device = Some(device);
                }
                Err(error) => {
                    state.failure = Some(error);
                    state.fail();
                }
            }
            self.done.notify_all();
        }
    }

    /// Runs work of the processor when not too many threads are busy.
    fn on_processor<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut state = self.lock();
        while state.busy >= self.threads {
            state = self
                .done
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.busy += 1;
        drop(state);
        let done = work();
        self.lock().busy -= 1;
        self.done.notify_all();
        done
    }
}

impl<F, E> QueueState<F, E> {
    fn fail(&mut self) {
        self.is_failed = true;
        self.waiting.clear();
    }
}

/// Lets the other threads go on if the device panics.
struct WakeOnPanic<'q, F, E>(&'q BatchQueue<F, E>);

impl<F, E> Drop for WakeOnPanic<'_, F, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let state = self.0.state.lock();
            state.unwrap_or_else(PoisonError::into_inner).fail();
            self.0.done.notify_all();
        }
    }
}

/// Measures the boards of one search, together with those of others.
pub struct QueuedScorer<'q, F, E> {
    queue: &'q BatchQueue<F, E>,
    worker: Worker,
}

impl<F, E> Scorer for QueuedScorer<'_, F, E>
where
    F: FnMut(&[u8]) -> Result<Vec<BoardScore>, E>,
{
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        Ok(self.worker.score(board)?.into())
    }

    fn try_moves(
        &mut self,
        cup: &Cup,
        roll: &Roll,
        moves: &[Move],
    ) -> Result<Vec<BoardMeasure>, Stopped> {
        self.worker.budget().check()?;
        if !cup.has_multipliers()
            && let Some(scores) = self
                .queue
                .score(boards_after(roll, moves), roll.shown().len())
        {
            return Ok(scores.into_iter().map(BoardMeasure::from).collect());
        }
        let worker = &mut self.worker;
        self.queue.on_processor(|| {
            let boards = moves.iter().map(|&change| cup.board(&roll.after(change)));
            let measures = boards.map(|board| Ok(worker.score(&board)?.into()));
            measures.collect()
        })
    }

    fn moves_at_a_time(&self) -> usize {
        match self.queue.lock().is_failed {
            true => 1,
            false => MOVES_AT_A_TIME,
        }
    }
}

/// The boards after some moves, one after the other, with a byte for each tile.
fn boards_after(roll: &Roll, moves: &[Move]) -> Vec<u8> {
    const MANY_FACES: &str = "the cup has at most 256 faces";
    let before = roll.face_board().expect(MANY_FACES);
    let mut boards = before.repeat(moves.len());
    for (change, board) in moves
        .iter()
        .zip(boards.chunks_exact_mut(before.len().max(1)))
    {
        change.board_change().expect(MANY_FACES).apply(board);
    }
    boards
}
