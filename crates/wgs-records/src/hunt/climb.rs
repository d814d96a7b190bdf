//! One climb of a hunt: from a random board to a pool of boards that cannot be improved.

use std::ops::RangeInclusive;

use wgs_engine::neighbour::{BoardChange, NeighbourScorer, NeighbourScores};
use wgs_engine::{Budget, Count, FaceBoard, Stopped};

use super::pool::{Pool, PoolBoard, tie};
use super::{FoundBoard, Hunt, HuntGoal};
use wgs_dice::BoardChecker;
use wgs_dice::Random;

/// A climb: a random start, and the best boards that were found from there. It is only data, so
/// that it can be kept and continued at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climb {
    pub(super) number: u64,
    /// The index of the current goal, in [`stages`].
    pub(super) stage: usize,
    /// The number of boards that were scored.
    pub(super) evaluations: u64,
    /// The boards that this stage still has to begin with.
    pub(super) starts: Vec<FaceBoard>,
    pub(super) pool: Pool,
    salt: u64,
}

/// The goals by which the boards of a climb are compared: last the goal itself, and before that a
/// goal that more boards meet. Nearly all boards have no words of twelve letters, so a climb
/// that counts only those would not know where to go.
pub(super) fn stages(goal: HuntGoal) -> Vec<HuntGoal> {
    match goal.count() {
        Count::LongWords(letters) => {
            let first = std::iter::once(HuntGoal::MAX_POINTS);
            let shorter = (8..letters).step_by(2).map(HuntGoal::max_long);
            first.chain(shorter).chain([goal]).collect()
        }
        _ => vec![goal],
    }
}

impl Climb {
    /// Creates a climb that has not begun, without its start.
    pub(super) fn new(hunt: &Hunt, number: u64) -> Self {
        let salt = Random::stream(hunt.seed(), number).bits();
        Self {
            number,
            stage: 0,
            evaluations: 0,
            starts: Vec::new(),
            pool: Pool::new(hunt.pool_size()),
            salt,
        }
    }

    /// Returns the number of the climb.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of boards that were scored.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Returns the best board that was found, if boards are compared by the goal yet.
    pub fn best(&self, hunt: &Hunt) -> Option<FoundBoard> {
        let board = self.pool.boards().first()?;
        (self.stage + 1 == stages(hunt.goal()).len()).then(|| FoundBoard {
            faces: board.faces.clone(),
            value: board.value,
            climb: self.number,
        })
    }

    /// Returns the boards that were found, the best first. There are none as long as boards are
    /// not compared by the goal itself yet.
    pub fn boards(&self, hunt: &Hunt) -> Vec<FoundBoard> {
        if self.stage + 1 < stages(hunt.goal()).len() {
            return Vec::new();
        }
        let boards = self.pool.boards().iter().map(|board| FoundBoard {
            faces: board.faces.clone(),
            value: board.value,
            climb: self.number,
        });
        boards.collect()
    }

    /// Returns the board whose neighbours are scored next. Returns [`None`] at the end of the climb.
    pub(super) fn next_board(&mut self, hunt: &Hunt) -> Option<FaceBoard> {
        let stages = stages(hunt.goal()).len();
        loop {
            if let Some(start) = self.starts.last() {
                return Some(start.clone());
            }
            let is_last = self.stage + 1 == stages;
            let best = self.pool.boards().first();
            if is_last && best.is_some_and(|best| hunt.goal().is_reached(best.value)) {
                return None;
            }
            match self.pool.next_index() {
                Some(index) => return Some(self.pool.boards()[index].faces.clone()),
                None if is_last => return None,
                None => {
                    self.stage += 1;
                    let boards = self.pool.take().into_iter().rev();
                    self.starts = boards.map(|board| board.faces).collect();
                }
            }
        }
    }

    /// Returns the goal by which the boards of the climb are compared now.
    pub(super) fn goal(&self, hunt: &Hunt) -> HuntGoal {
        stages(hunt.goal())[self.stage]
    }

    /// Returns the values of boards that might enter the pool now.
    pub(super) fn wanted(&self, hunt: &Hunt) -> RangeInclusive<u64> {
        self.goal(hunt).values_within(self.pool.max_distance())
    }

    /// Adds the neighbours of [`Self::next_board`] to the pool that are new and good enough. `value` is that
    /// of the board itself.
    ///
    /// The order of the neighbours does not matter. Those that are not [wanted](Self::wanted) may be missing, and
    /// so may those that were scored in an earlier step of the same stage, wanted or not: the worst board of a
    /// pool only gets better, so a board that was refused or removed once can never enter again.
    pub(super) fn add_neighbours(
        &mut self,
        hunt: &Hunt,
        mut checker: Option<&mut BoardChecker>,
        faces: &FaceBoard,
        value: u64,
        neighbours: impl IntoIterator<Item = (BoardChange, u64)>,
    ) {
        let goal = self.goal(hunt);
        let is_start = !self.starts.is_empty();
        if !is_start && let Some(index) = self.pool.next_index() {
            self.pool.set_expanded(index, true);
        }
        let count = BoardChange::count(faces, hunt.faces().len());
        self.evaluations = self.evaluations.saturating_add(count as u64);
        let mut changed = faces.clone();
        for (change, value) in neighbours {
            if !self.pool.admits(goal.distance(value)) {
                continue;
            }
            change.apply(&mut changed);
            let board = self.pool_board(goal, hunt.symmetry().canonical(&changed), value);
            let is_allowed = |board: &PoolBoard| match &mut checker {
                Some(checker) => checker.check(&hunt.board(&board.faces)),
                None => true,
            };
            self.pool.offer_if(board, is_allowed);
            changed.copy_from_slice(faces);
        }
        if is_start && let Some(start) = self.starts.pop() {
            let mut board = self.pool_board(goal, start, value);
            board.is_expanded = true;
            self.pool.offer(board);
        }
    }

    /// Returns a board as the pool keeps it; `faces` are the first of their equivalent boards.
    pub(super) fn pool_board(&self, goal: HuntGoal, faces: FaceBoard, value: u64) -> PoolBoard {
        PoolBoard {
            distance: goal.distance(value),
            tie: tie(self.salt, &faces),
            faces,
            value,
            is_expanded: false,
        }
    }
}

/// Runs climbs, on one thread.
pub struct Climber<'h> {
    hunt: &'h Hunt,
    stages: Vec<HuntGoal>,
    /// The scorers of the stages that were needed so far.
    scorers: Vec<Option<NeighbourScorer>>,
    /// Tells whether dice can produce a board, if only such boards are wanted.
    checker: Option<BoardChecker>,
    budget: Budget,
}

impl<'h> Climber<'h> {
    pub(super) fn new(hunt: &'h Hunt, budget: &Budget) -> Self {
        let stages = stages(hunt.goal());
        Self {
            hunt,
            scorers: stages.iter().map(|_| None).collect(),
            stages,
            checker: hunt.checker().cloned(),
            budget: budget.clone(),
        }
    }

    /// Continues a climb to its end. Calls `watch` after each step.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget is used up before. The climb can be continued later, with
    /// the same result.
    pub fn run(&mut self, climb: &mut Climb, mut watch: impl FnMut(&Climb)) -> Result<(), Stopped> {
        while self.step(climb)? {
            watch(climb);
        }
        Ok(())
    }

    /// Scores the neighbours of one board. Returns false if the climb was at its end.
    ///
    /// # Errors
    ///
    /// Returns the reason if the budget is used up; then the step can be repeated with the same result.
    pub fn step(&mut self, climb: &mut Climb) -> Result<bool, Stopped> {
        self.budget.check()?;
        let Some(faces) = climb.next_board(self.hunt) else {
            return Ok(false);
        };
        let hunt = self.hunt;
        let scores = self.score(climb.stage, &faces)?.clone();
        let neighbours = BoardChange::all(&faces, hunt.faces().len())
            .map(|change| (change, scores.with_change(change)));
        let checker = self.checker.as_mut();
        climb.add_neighbours(hunt, checker, &faces, scores.value(), neighbours);
        Ok(true)
    }

    /// Scores a board and its neighbours by the goal of a stage.
    pub(super) fn score(
        &mut self,
        stage: usize,
        faces: &FaceBoard,
    ) -> Result<&NeighbourScores, Stopped> {
        let hunt = self.hunt;
        let scorer = self.scorers[stage].get_or_insert_with(|| {
            let value = self.stages[stage].count();
            let mut scorer = NeighbourScorer::new(hunt.solver(), hunt.faces(), value);
            scorer.set_budget(self.budget.clone());
            scorer
        });
        scorer.score(&hunt.board(faces))
    }
}
