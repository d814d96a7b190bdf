//! Improves random boards by small changes until one meets a goal.
//!
//! A *climb* starts with a random board and tries one random move after another. At first it
//! accepts moves that make the board slightly worse, up to a threshold that shrinks to zero
//! (threshold accepting, a form of simulated annealing that needs no exponential function and
//! therefore gives the same result on every machine). From then on it accepts only moves that
//! make the board no worse. When no move has helped for a while, the next climb starts, with a
//! slower cooling. The first climb has a threshold of zero throughout, which is fastest if the
//! goal is easy.
//!
//! A [`Scorer`] measures the boards. Most moves are rejected, so a batch scorer speculates: it scores
//! the next moves as if each were rejected, and discards the rest when one is accepted. The search is
//! the same in both cases.
//!
//! ```
//! use wgs_engine::{Adjacency, Count, Grid, Lexicon, Rescorer, Rules, Solver};
//! use wgs_dice::{Aim, Cup, Goal, Optimiser, Random};
//! use wgs_engine::{LetterDistribution, parse_dice};
//!
//! let dice = parse_dice("ACX, ATZ, TSQ, SCX")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let cup = Cup::new(&letters, 4)?;
//! let lexicon = Lexicon::from_text("cat cats cast act acts sac sat scat")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//!
//! let goal = Goal::new([(Count::Words, Aim::within(8..=8))]);
//! let optimiser = Optimiser::new(&cup, &goal);
//! let best = optimiser.run(
//!     &mut Rescorer::new(&solver),
//!     &mut Random::new(1),
//!     |random| cup.roll(random),
//!     || false,
//! )?;
//! assert!(best.is_met);
//! assert_eq!(best.measure.words, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::VecDeque;

use wgs_engine::{Board, BoardMeasure, Rescorer, Stopped};

use crate::cup::{Cup, Move, Roll};
use crate::goal::{DOUBLING, Goal};
use crate::random::Random;

/// Measures boards that change step by step. It may stop when its budget is used up.
pub trait Scorer {
    /// Measures a board and makes it the current one.
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped>;

    /// Measures the boards after each of some moves, all from the same roll. Its board is the current one.
    fn try_moves(
        &mut self,
        cup: &Cup,
        roll: &Roll,
        moves: &[Move],
    ) -> Result<Vec<BoardMeasure>, Stopped>;

    /// Makes the board after one of the moves the current one. A scorer that needs to know which must try
    /// them one at a time.
    fn keep(&mut self) {}

    /// Returns how many moves [`try_moves`](Self::try_moves) takes at most.
    fn moves_at_a_time(&self) -> usize {
        1
    }
}

impl Scorer for Rescorer {
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        self.set_board(board)
    }

    fn try_moves(
        &mut self,
        cup: &Cup,
        roll: &Roll,
        moves: &[Move],
    ) -> Result<Vec<BoardMeasure>, Stopped> {
        // A change moves the multipliers too. Boards with multipliers are searched as a whole in any
        // case.
        let measure = |&change: &Move| match cup.has_multipliers() {
            true => self.set_board(&cup.board(&roll.after(change))),
            false => self.try_change(&cup.changes(roll, change)),
        };
        moves.iter().map(measure).collect()
    }

    fn keep(&mut self) {
        self.keep();
    }
}

/// When climbs cool down, and when they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnealingSchedule {
    /// A climb ends after this many moves in a row without a better board.
    pub patience: u32,
    /// How much worse a move may make the board at the start of the second and later climbs, in
    /// fractions of a [`DOUBLING`].
    pub threshold: i64,
    /// The number of moves in which the threshold of the second climb falls to zero. Each later
    /// climb takes twice as many as the one before, up to `max_cooling`.
    pub cooling: u32,
    /// The most moves in which the threshold of any climb falls to zero.
    pub max_cooling: u32,
    /// The most boards to measure in all climbs together.
    pub tries: u64,
}

impl Default for AnnealingSchedule {
    fn default() -> Self {
        Self {
            patience: 400,
            threshold: DOUBLING / 8,
            cooling: 1_000,
            max_cooling: 64_000,
            tries: 1_000_000,
        }
    }
}

/// Finds boards that meet a goal.
#[derive(Clone, Debug)]
pub struct Optimiser<'o> {
    cup: &'o Cup,
    goal: &'o Goal,
    schedule: AnnealingSchedule,
}

/// The best board that an [`Optimiser`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Optimised {
    /// The dice of the board.
    pub roll: Roll,
    /// Its words, points and lengths.
    pub measure: BoardMeasure,
    /// Whether it meets the goal.
    pub is_met: bool,
    /// How many boards were measured.
    pub tries: u64,
    /// How many climbs there were.
    pub climbs: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClimbState {
    /// How many boards were measured, in all climbs.
    pub tries: u64,
    /// The best board of this climb.
    pub best: BoardMeasure,
}

/// How many tries there are between two calls of `stop`.
const TRIES_PER_STOP_CHECK: u64 = 32;

impl<'o> Optimiser<'o> {
    /// Creates an optimiser with the default schedule.
    pub fn new(cup: &'o Cup, goal: &'o Goal) -> Self {
        Self::with_schedule(cup, goal, AnnealingSchedule::default())
    }

    /// Creates an optimiser with another schedule.
    pub fn with_schedule(cup: &'o Cup, goal: &'o Goal, schedule: AnnealingSchedule) -> Self {
        Self {
            cup,
            goal,
            schedule,
        }
    }

    /// Runs climbs until a board meets the goal, the schedule ends, `stop` returns true, or the
    /// budget of the scorer is used up. Each climb starts with a new roll from `start`.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget was used up before a single board was measured.
    pub fn run(
        &self,
        scorer: &mut impl Scorer,
        random: &mut Random,
        start: impl FnMut(&mut Random) -> Roll,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Optimised, Stopped> {
        self.run_watched(scorer, random, start, |_| stop())
    }

    /// Does the same as [`run`](Self::run), but tells `stop` how far the search has come.
    ///
    /// # Errors
    ///
    /// Fails as [`run`](Self::run) does.
    pub fn run_watched(
        &self,
        scorer: &mut impl Scorer,
        random: &mut Random,
        mut start: impl FnMut(&mut Random) -> Roll,
        mut stop: impl FnMut(&ClimbState) -> bool,
    ) -> Result<Optimised, Stopped> {
        let mut best: Option<Optimised> = None;
        let mut cooling = 0;
        let (mut tries, mut climbs) = (0, 0);
        loop {
            let climb = Climb {
                optimiser: self,
                cooling,
                threshold: if climbs == 0 {
                    0
                } else {
                    self.schedule.threshold
                },
            };
            let roll = start(random);
            let climbed = climb.run(roll, scorer, random, &mut tries, &mut stop);
            let (found, has_stopped) = match climbed {
                Ok(climbed) => climbed,
                Err(stopped) => {
                    let mut best = best.ok_or(stopped)?;
                    (best.tries, best.climbs) = (tries, climbs);
                    return Ok(best);
                }
            };
            climbs += 1;
            let better = |best: &Optimised| {
                self.goal.distance(&found.measure) < self.goal.distance(&best.measure)
            };
            if found.is_met || best.as_ref().is_none_or(better) {
                best = Some(found);
            }
            if let Some(best) = &mut best
                && (best.is_met
                    || has_stopped
                    || tries >= self.schedule.tries
                    || stop(&ClimbState {
                        tries,
                        best: best.measure,
                    }))
            {
                (best.tries, best.climbs) = (tries, climbs);
                return Ok(best.clone());
            }
            cooling = cooling.saturating_mul(2).max(self.schedule.cooling);
            cooling = cooling.min(self.schedule.max_cooling);
        }
    }
}

/// One climb: a local search from one random board.
struct Climb<'c> {
    optimiser: &'c Optimiser<'c>,
    threshold: i64,
    cooling: u32,
}

impl Climb<'_> {
    /// Returns the best board, and whether the budget of the scorer was used up.
    fn run(
        &self,
        mut roll: Roll,
        scorer: &mut impl Scorer,
        random: &mut Random,
        tries: &mut u64,
        stop: &mut impl FnMut(&ClimbState) -> bool,
    ) -> Result<(Optimised, bool), Stopped> {
        let Optimiser {
            cup,
            goal,
            schedule,
        } = self.optimiser;
        let measure = scorer.set_board(&cup.board(&roll))?;
        *tries += 1;
        let mut distance = goal.distance(&measure);
        let mut best = Optimised {
            is_met: goal.is_met(&measure),
            measure,
            roll: roll.clone(),
            tries: 0,
            climbs: 0,
        };
        let mut best_distance = distance;
        let mut ahead = MovesAhead::default();
        let (mut moves, mut moves_since_best) = (0u32, 0u32);
        while !best.is_met && *tries < schedule.tries {
            if tries.is_multiple_of(TRIES_PER_STOP_CHECK) {
                let state = ClimbState {
                    tries: *tries,
                    best: best.measure,
                };
                if stop(&state) {
                    break;
                }
            }
            let next = MoveSource {
                cup,
                roll: &roll,
                tries_left: schedule.tries - *tries,
            };
            let tried = match ahead.next(next, scorer, random) {
                Ok(Some(tried)) => tried,
                Ok(None) => {
                    // No move is possible. This counts as a full climb; otherwise it would take as
                    // many climbs as there are tries left.
                    *tries = schedule.tries.min(*tries + u64::from(schedule.patience));
                    break;
                }
                Err(_) => return Ok((best, true)),
            };
            let TriedMove {
                change, measure, ..
            } = tried;
            *tries += 1;
            moves = moves.saturating_add(1);
            moves_since_best = moves_since_best.saturating_add(1);
            let moves_left = i64::from(self.cooling.saturating_sub(moves));
            let threshold = self.threshold * moves_left / i64::from(self.cooling).max(1);
            let new_distance = goal.distance(&measure);
            if new_distance <= distance.saturating_add(threshold) {
                scorer.keep();
                roll.apply(change);
                ahead.forget();
                distance = new_distance;
            }
            if new_distance < best_distance {
                moves_since_best = 0;
                best_distance = distance;
                best.measure = measure;
                best.is_met = goal.is_met(&measure);
                best.roll.clone_from(&roll);
            }
            if moves_since_best > schedule.patience && moves_left == 0 {
                break;
            }
        }
        Ok((best, false))
    }
}

/// Where the moves of a climb come from.
#[derive(Clone, Copy)]
struct MoveSource<'m> {
    cup: &'m Cup,
    roll: &'m Roll,
    tries_left: u64,
}

/// A move whose board was measured.
struct TriedMove {
    change: Move,
    measure: BoardMeasure,
    /// The random numbers that follow the move.
    random: Random,
}

/// Moves that were measured in advance.
#[derive(Default)]
struct MovesAhead {
    waiting: VecDeque<TriedMove>,
    /// How many moves were rejected since the last one that was accepted.
    rejected: usize,
    /// About how many moves are rejected until one is accepted.
    usually_rejected: usize,
}

impl MovesAhead {
    /// Returns the next move, and leaves `random` as it is after that move. Returns [`None`] if no move was found.
    fn next(
        &mut self,
        source: MoveSource<'_>,
        scorer: &mut impl Scorer,
        random: &mut Random,
    ) -> Result<Option<TriedMove>, Stopped> {
        if self.waiting.is_empty() {
            self.measure(source, scorer, random)?;
        }
        let next = self.waiting.pop_front();
        if let Some(tried) = &next {
            self.rejected = self.rejected.saturating_add(1);
            random.clone_from(&tried.random);
        }
        Ok(next)
    }

    /// Forgets the moves that were to follow, because the board has changed.
    fn forget(&mut self) {
        self.waiting.clear();
        self.usually_rejected = (3 * self.usually_rejected + self.rejected) / 4;
        self.rejected = 0;
    }

    /// Measures as many moves as are probably needed. `random` advances only if there is no move.
    fn measure(
        &mut self,
        source: MoveSource<'_>,
        scorer: &mut impl Scorer,
        random: &mut Random,
    ) -> Result<(), Stopped> {
        let MoveSource { cup, roll, .. } = source;
        let mut next = random.clone();
        let Some(first) = cup.propose(roll, &mut next) else {
            *random = next;
            return Ok(());
        };
        // Boards with multipliers are searched one by one on every device, so none is tried in vain.
        let most = match cup.has_multipliers() {
            true => 1,
            false => scorer.moves_at_a_time(),
        };
        let count = 2 * self.usually_rejected.max(self.rejected);
        let left = usize::try_from(source.tries_left).unwrap_or(usize::MAX);
        let count = count.max(FEWEST_AHEAD).min(most).min(left);
        let (mut moves, mut randoms) = (vec![first], vec![next.clone()]);
        while moves.len() < count
            && let Some(change) = cup.propose(roll, &mut next)
        {
            moves.push(change);
            randoms.push(next.clone());
        }
        let measures = scorer.try_moves(cup, roll, &moves)?;
        let tried = moves.into_iter().zip(measures).zip(randoms);
        let tried = tried.map(|((change, measure), random)| TriedMove {
            change,
            measure,
            random,
        });
        self.waiting.extend(tried);
        Ok(())
    }
}

/// The fewest moves that are measured in advance, where there may be several.
const FEWEST_AHEAD: usize = 8;
