//! Climbs side by side, for devices that score the neighbours of many boards at once. Each climb
//! finds the boards that a [`Climber`] finds. A step is `async`, because a page must not block
//! while a device works.
//!
//! A device returns few of the neighbours that it scores, so it could lose some without being noticed. That is
//! why one climb of each step takes the same step on the processor, where all neighbours are scored. Both
//! must be the same afterwards.

use wgs_engine::neighbour::{BoardChange, NeighbourRequest, SearchHistory, WantedNeighbours};
use wgs_engine::{Board, Budget};

use super::{Climb, Climber, Hunt, HuntGoal};
use wgs_dice::BoardChecker;

/// Scores the neighbours of many boards at once.
pub trait NeighbourBatchScorer {
    /// Why boards could not be scored.
    type Error;

    /// Scores boards and their neighbours. `goal` names the counted quantity: points, words or long
    /// words. Returns the wanted neighbours in the order of the requests.
    ///
    /// # Errors
    ///
    /// Returns the reason if any of them could not be scored.
    fn score_neighbours(
        &mut self,
        requests: &[NeighbourRequest],
        goal: HuntGoal,
    ) -> impl Future<Output = Result<Vec<WantedNeighbours>, Self::Error>>;

    /// Returns the error for a board whose neighbours are not those that the processor finds.
    fn mismatch(&self, board: &Board) -> Self::Error;

    /// Returns whether an error means that boards were scored wrongly.
    fn is_mismatch(error: &Self::Error) -> bool;
}

/// Climbs that go on step by step, all at the same time.
pub struct ClimbGroup<'h> {
    hunt: &'h Hunt,
    climbs: Vec<Climb>,
    /// For each climb, the stage of its last step, and the part of this stage that the scorer has
    /// met.
    histories: Vec<Option<(usize, SearchHistory)>>,
    checker: Option<BoardChecker>,
    /// Takes the same steps on the processor.
    climber: Climber<'h>,
    steps: usize,
}

/// A board whose neighbours a climb wants.
struct ClimbStep {
    /// The index of the climb.
    climb: usize,
    stage: usize,
    goal: HuntGoal,
    request: NeighbourRequest,
}

impl<'h> ClimbGroup<'h> {
    /// Creates an empty group.
    pub fn new(hunt: &'h Hunt) -> Self {
        Self {
            hunt,
            climbs: Vec::new(),
            histories: Vec::new(),
            checker: hunt.checker().cloned(),
            climber: hunt.climber(&Budget::UNLIMITED),
            steps: 0,
        }
    }

    /// Adds a climb.
    pub fn add(&mut self, climb: Climb) {
        self.climbs.push(climb);
        self.histories.push(None);
    }

    /// Returns the climbs that are not at their end.
    pub fn climbs(&self) -> &[Climb] {
        &self.climbs
    }

    /// Removes all climbs and returns them. Each can be continued later, here or elsewhere.
    pub fn take(&mut self) -> Vec<Climb> {
        self.histories.clear();
        std::mem::take(&mut self.climbs)
    }

    /// Scores the neighbours of one board of each climb. Returns the climbs that are at their end, and
    /// removes them from the group.
    ///
    /// # Errors
    ///
    /// Returns why boards could not be scored. If they were scored wrongly, the climbs must not be continued; else no
    /// board is lost, and the step can be repeated.
    pub async fn step<S: NeighbourBatchScorer>(
        &mut self,
        scorer: &mut S,
    ) -> Result<Vec<Climb>, S::Error> {
        let mut steps = self.next_steps();
        let checked = self.steps % steps.len().max(1);
        let checked = steps.get(checked).map(|step| step.climb);
        self.steps = self.steps.wrapping_add(1);
        // Climbs are at most in a few stages.
        while let Some(goal) = steps.first().map(|step| step.goal) {
            let of_goal: Vec<ClimbStep> = steps.extract_if(.., |step| step.goal == goal).collect();
            let requests = of_goal.iter().map(|step| step.request.clone());
            let requests: Vec<NeighbourRequest> = requests.collect();
            let found = scorer.score_neighbours(&requests, goal).await?;
            for (step, found) in of_goal.into_iter().zip(found) {
                let is_checked = checked == Some(step.climb);
                if !self.finish_step(&step, found, is_checked) {
                    return Err(scorer.mismatch(&self.hunt.board(&step.request.board)));
                }
            }
        }
        Ok(self.remove_ended())
    }

    /// Returns the next step of each climb that is not at its end. A climb gets its history back when the step is
    /// done. If it never is, the scorer may have met boards that the climb has not.
    fn next_steps(&mut self) -> Vec<ClimbStep> {
        let hunt = self.hunt;
        let climbs = self.climbs.iter_mut().zip(&mut self.histories);
        let steps = climbs.enumerate().filter_map(|(index, (climb, history))| {
            let board = climb.next_board(hunt)?;
            let known = history.take().filter(|(stage, _)| *stage == climb.stage);
            Some(ClimbStep {
                climb: index,
                stage: climb.stage,
                goal: climb.goal(hunt),
                request: NeighbourRequest::new(
                    board,
                    climb.wanted(hunt),
                    known.map_or_else(SearchHistory::new, |(_, history)| history),
                ),
            })
        });
        steps.collect()
    }

    /// Adds the found neighbours to the climb of a step. Returns whether the processor finds the
    /// same, if it is checked.
    fn finish_step(&mut self, step: &ClimbStep, found: WantedNeighbours, is_checked: bool) -> bool {
        let hunt = self.hunt;
        let board = &step.request.board;
        let climb = &mut self.climbs[step.climb];
        let mut expected = None;
        if is_checked {
            let scores = self.climber.score(step.stage, board);
            let scores = scores.expect("the climber has an unlimited budget");
            let all = BoardChange::all(board, hunt.faces().len())
                .map(|change| (change, scores.with_change(change)));
            let is_right = |(change, value): &(BoardChange, u64)| {
                step.request.wanted.contains(value) && scores.with_change(*change) == *value
            };
            if found.value != scores.value() || !found.neighbours.iter().all(is_right) {
                return false;
            }
            let mut climb = climb.clone();
            climb.add_neighbours(hunt, self.checker.as_mut(), board, scores.value(), all);
            expected = Some(climb);
        }
        let checker = self.checker.as_mut();
        climb.add_neighbours(hunt, checker, board, found.value, found.neighbours);
        self.histories[step.climb] = Some((step.stage, step.request.history));
        expected.is_none_or(|expected| expected == *climb)
    }

    /// Removes the climbs that are at their end.
    fn remove_ended(&mut self) -> Vec<Climb> {
        let mut ended = Vec::new();
        let climbs = std::mem::take(&mut self.climbs).into_iter();
        for (mut climb, history) in climbs.zip(std::mem::take(&mut self.histories)) {
            match climb.next_board(self.hunt) {
                Some(_) => {
                    self.climbs.push(climb);
                    self.histories.push(history);
                }
                None => ended.push(climb),
            }
        }
        ended
    }
}
