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
//! A [`Scorer`] measures the boards.
//!
//! ```
//! use wgs_core::{Adjacency, Grid, Lexicon, Rescorer, Rules, Solver};
//! use wgs_lab::{Aim, Cup, Goal, LetterDistribution, Measure, Optimiser, Random, parse_dice};
//!
//! let dice = parse_dice("ACX, ATZ, TSQ, SCX")?;
//! let letters = LetterDistribution::Dice { dice, shuffle: true };
//! let cup = Cup::new(&letters, 4)?;
//! let lexicon = Lexicon::from_text("cat cats cast act acts sac sat scat")?;
//! let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
//! let rules = Rules::boggle();
//! let solver = Solver::new(&lexicon, &grid, &rules);
//!
//! let goal = Goal::new([(Measure::Words, Aim::Within(8..=8))]);
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

use wgs_core::{Board, BoardMeasure, Cell, Face, Rescorer, Stopped};

use crate::cup::{Cup, Roll};
use crate::goal::{DOUBLING, Goal};
use crate::random::Random;

/// Measures boards that change step by step. It may stop when its budget is used up.
pub trait Scorer {
    /// Measures a board and makes it the current one.
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped>;

    /// Measures the current board with other faces on some cells.
    fn try_change(&mut self, faces: &[(Cell, Face)]) -> Result<BoardMeasure, Stopped>;

    /// Makes the board of the last [`try_change`](Self::try_change) the current one.
    fn keep(&mut self);
}

impl Scorer for Rescorer {
    fn set_board(&mut self, board: &Board) -> Result<BoardMeasure, Stopped> {
        self.set_board(board)
    }

    fn try_change(&mut self, faces: &[(Cell, Face)]) -> Result<BoardMeasure, Stopped> {
        self.try_change(faces)
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
            let Some(change) = cup.propose(&roll, random) else {
                // No move is possible. This counts as a full climb; otherwise it would take as
                // many climbs as there are tries left.
                *tries = schedule.tries.min(*tries + u64::from(schedule.patience));
                break;
            };
            let measured = match cup.has_multipliers() {
                false => scorer.try_change(&cup.changes(&roll, change)),
                // A change moves the multipliers too. Boards with multipliers are searched as a
                // whole in any case.
                true => {
                    let mut changed = roll.clone();
                    changed.apply(change);
                    scorer.set_board(&cup.board(&changed))
                }
            };
            let Ok(measure) = measured else {
                return Ok((best, true));
            };
            *tries += 1;
            moves = moves.saturating_add(1);
            moves_since_best = moves_since_best.saturating_add(1);
            let moves_left = i64::from(self.cooling.saturating_sub(moves));
            let threshold = self.threshold * moves_left / i64::from(self.cooling).max(1);
            let new_distance = goal.distance(&measure);
            if new_distance <= distance.saturating_add(threshold) {
                scorer.keep();
                roll.apply(change);
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
