//! Turns random boards into wanted ones, by small changes that make them better, or for a
//! while not much worse.
//!
//! A *climb* begins with a random board and tries one random move after the other. At first
//! a move may make the board a little worse, by less and less (threshold accepting, a form
//! of annealing that needs no logarithm and so is the same on every machine); then only
//! moves that do no harm are kept. When none has helped for long, the next climb begins, and
//! cools more slowly: the first only ever climbs, which is quickest where the goal is easy.
//!
//! How boards are scored is for a [`Scorer`] to say.
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
//! );
//! assert!(best.is_met);
//! assert_eq!(best.measure.words, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use wgs_core::{Board, BoardMeasure, Cell, Face, Rescorer};

use crate::cup::{Cup, Roll};
use crate::goal::{Goal, OCTAVE};
use crate::random::Random;

/// Scores boards that change step by step.
pub trait Scorer {
    /// Scores a board, to which changes are then made.
    fn settle(&mut self, board: &Board) -> BoardMeasure;

    /// Scores the settled board with other faces on some cells.
    fn try_change(&mut self, faces: &[(Cell, Face)]) -> BoardMeasure;

    /// Makes the board with the last change the settled one.
    fn keep(&mut self);
}

impl Scorer for Rescorer {
    fn settle(&mut self, board: &Board) -> BoardMeasure {
        self.set_board(board)
    }

    fn try_change(&mut self, faces: &[(Cell, Face)]) -> BoardMeasure {
        self.try_change(faces)
    }

    fn keep(&mut self) {
        self.keep();
    }
}

/// How long to try, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Moves in a row without a better board after which a climb ends.
    pub patience: u32,
    /// How much worse a move may make a board when the second climb begins, in parts of an
    /// [`OCTAVE`].
    pub heat: i64,
    /// The moves over which the second climb cools. Each further climb takes twice as many,
    /// up to [`Schedule::slowest`].
    pub cooling: u32,
    /// The most moves over which a climb cools.
    pub slowest: u32,
    /// The most moves of all climbs together.
    pub tries: u64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            patience: 400,
            heat: OCTAVE / 8,
            cooling: 1_000,
            slowest: 64_000,
            tries: 1_000_000,
        }
    }
}

/// Makes boards that meet a goal.
#[derive(Clone, Debug)]
pub struct Optimiser<'o> {
    cup: &'o Cup,
    goal: &'o Goal,
    schedule: Schedule,
}

/// The best board that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimised {
    /// The dice of the board.
    pub roll: Roll,
    /// What it measures.
    pub measure: BoardMeasure,
    /// Whether it meets the goal.
    pub is_met: bool,
    /// How many boards were scored.
    pub tries: u64,
    /// How many of them were begun with.
    pub climbs: u64,
}

/// How many tries there are between two looks at the clock.
const BETWEEN_LOOKS: u64 = 32;

impl<'o> Optimiser<'o> {
    /// An optimiser with the usual schedule.
    pub fn new(cup: &'o Cup, goal: &'o Goal) -> Self {
        Self::with_schedule(cup, goal, Schedule::default())
    }

    /// An optimiser with a schedule of one's own.
    pub fn with_schedule(cup: &'o Cup, goal: &'o Goal, schedule: Schedule) -> Self {
        Self {
            cup,
            goal,
            schedule,
        }
    }

    /// Climbs until a board meets the goal, the schedule ends or `stop` says so. Each climb
    /// begins with a roll of its own.
    pub fn run(
        &self,
        scorer: &mut impl Scorer,
        random: &mut Random,
        mut start: impl FnMut(&mut Random) -> Roll,
        mut stop: impl FnMut() -> bool,
    ) -> Optimised {
        let mut best: Option<Optimised> = None;
        let mut cooling = 0;
        let (mut tries, mut climbs) = (0, 0);
        loop {
            let climb = Climb {
                optimiser: self,
                cooling,
                heat: if climbs == 0 { 0 } else { self.schedule.heat },
            };
            let roll = start(random);
            let found = climb.run(roll, scorer, random, &mut tries, &mut stop);
            climbs += 1;
            let better = |best: &Optimised| {
                self.goal.distance(&found.measure) < self.goal.distance(&best.measure)
            };
            if found.is_met || best.as_ref().is_none_or(better) {
                best = Some(found);
            }
            if let Some(best) = &mut best
                && (best.is_met || tries >= self.schedule.tries || stop())
            {
                (best.tries, best.climbs) = (tries, climbs);
                return best.clone();
            }
            cooling = cooling.saturating_mul(2).max(self.schedule.cooling);
            cooling = cooling.min(self.schedule.slowest);
        }
    }
}

/// One climb.
struct Climb<'c> {
    optimiser: &'c Optimiser<'c>,
    heat: i64,
    cooling: u32,
}

impl Climb<'_> {
    fn run(
        &self,
        mut roll: Roll,
        scorer: &mut impl Scorer,
        random: &mut Random,
        tries: &mut u64,
        stop: &mut impl FnMut() -> bool,
    ) -> Optimised {
        let Optimiser {
            cup,
            goal,
            schedule,
        } = self.optimiser;
        let measure = scorer.settle(&cup.board(&roll));
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
        let (mut step, mut fruitless) = (0u32, 0u32);
        while !best.is_met && *tries < schedule.tries {
            if tries.is_multiple_of(BETWEEN_LOOKS) && stop() {
                break;
            }
            let Some(change) = cup.propose(&roll, random) else {
                // Nothing can move: as much as a climb without luck, or it would take all
                // tries to find out.
                *tries = schedule.tries.min(*tries + u64::from(schedule.patience));
                break;
            };
            let measure = scorer.try_change(&cup.changes(&roll, change));
            *tries += 1;
            step = step.saturating_add(1);
            fruitless = fruitless.saturating_add(1);
            let left = i64::from(self.cooling.saturating_sub(step));
            let slack = self.heat * left / i64::from(self.cooling).max(1);
            let new_distance = goal.distance(&measure);
            if new_distance <= distance.saturating_add(slack) {
                scorer.keep();
                roll.apply(change);
                distance = new_distance;
            }
            if new_distance < best_distance {
                fruitless = 0;
                best_distance = distance;
                best.measure = measure;
                best.is_met = goal.is_met(&measure);
                best.roll.clone_from(&roll);
            }
            if fruitless > schedule.patience && left == 0 {
                break;
            }
        }
        best
    }
}
