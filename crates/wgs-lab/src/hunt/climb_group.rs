//! Climbs side by side, for devices that score the neighbours of many boards at once. Each climb finds what
//! a [`Climber`](super::Climber) finds. A step is `async`, because a page must not block while a device works.

use wgs_core::{Board, NeighbourScores};

use super::{Climb, Hunt, HuntGoal};
use crate::board_check::BoardChecker;

/// Scores many boards and all their neighbours at once.
pub trait NeighbourBatchScorer {
    /// Why boards could not be scored.
    type Error;

    /// Scores boards and their neighbours with the faces of a hunt, by what a goal counts. Returns the scores
    /// in the order of the boards.
    ///
    /// # Errors
    ///
    /// Returns the reason if any of them could not be scored.
    fn score_neighbours(
        &mut self,
        boards: &[Board],
        goal: HuntGoal,
    ) -> impl Future<Output = Result<Vec<NeighbourScores>, Self::Error>>;
}

/// Climbs that go on step by step, all at the same time.
pub struct ClimbGroup<'h> {
    hunt: &'h Hunt,
    climbs: Vec<Climb>,
    checker: Option<BoardChecker>,
}

impl<'h> ClimbGroup<'h> {
    /// Creates an empty group.
    pub fn new(hunt: &'h Hunt) -> Self {
        Self {
            hunt,
            climbs: Vec::new(),
            checker: hunt.checker().cloned(),
        }
    }

    /// Adds a climb.
    pub fn add(&mut self, climb: Climb) {
        self.climbs.push(climb);
    }

    /// Returns the climbs that are not at their end.
    pub fn climbs(&self) -> &[Climb] {
        &self.climbs
    }

    /// Removes all climbs and returns them. Each can be continued later, here or elsewhere.
    pub fn take(&mut self) -> Vec<Climb> {
        std::mem::take(&mut self.climbs)
    }

    /// Scores the neighbours of one board of each climb. Returns the climbs that are at their end, and
    /// removes them from the group.
    ///
    /// # Errors
    ///
    /// Returns why boards could not be scored; no board is lost, and the step can be repeated.
    pub async fn step<S: NeighbourBatchScorer>(
        &mut self,
        scorer: &mut S,
    ) -> Result<Vec<Climb>, S::Error> {
        let hunt = self.hunt;
        let mut next = Vec::with_capacity(self.climbs.len());
        let ended = self.climbs.extract_if(.., |climb| {
            let faces = climb.next_board(hunt);
            let is_at_end = faces.is_none();
            next.extend(faces.map(|faces| (climb.goal(hunt), faces)));
            is_at_end
        });
        let ended: Vec<Climb> = ended.collect();
        // Climbs are at most in a few stages.
        let mut goals: Vec<HuntGoal> = Vec::new();
        for (goal, _) in &next {
            if !goals.contains(goal) {
                goals.push(*goal);
            }
        }
        for goal in goals {
            let of_goal = || (0..next.len()).filter(|&index| next[index].0 == goal);
            let boards: Vec<Board> = of_goal().map(|index| hunt.board(&next[index].1)).collect();
            let scores = match scorer.score_neighbours(&boards, goal).await {
                Ok(scores) => scores,
                Err(error) => {
                    // They are at their end, which the next step finds again.
                    self.climbs.extend(ended);
                    return Err(error);
                }
            };
            for (index, scores) in of_goal().zip(scores) {
                let checker = self.checker.as_mut();
                self.climbs[index].add_neighbours(hunt, checker, &next[index].1, &scores);
            }
        }
        Ok(ended)
    }
}
