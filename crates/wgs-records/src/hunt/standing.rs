//! The results of the climbs of a hunt together, which do not depend on the order of the climbs.

use super::{Climb, FoundBoard, Hunt, NumberSet};

/// The results of some climbs of a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HuntStanding {
    /// The numbers of the climbs, which all came to their end.
    pub climbs: NumberSet,
    /// The best value.
    pub best: Option<u64>,
    /// The number of climbs that reached the best value.
    pub met: u64,
    /// The number of boards that were scored.
    pub evaluations: u64,
    /// The best boards, the best first, as many as a climb keeps.
    pub boards: Vec<FoundBoard>,
}

impl HuntStanding {
    /// Returns the results of a climb that came to its end.
    pub fn of_climb(hunt: &Hunt, climb: &Climb) -> Self {
        let boards = climb.boards(hunt);
        let best = boards.first().map(|board| board.value);
        let mut standing = Self {
            climbs: NumberSet::from_iter([climb.number()]),
            best,
            met: best.map_or(0, |_| 1),
            evaluations: climb.evaluations(),
            boards: Vec::new(),
        };
        standing.add_boards(hunt, boards);
        standing
    }

    /// Adds the results of other climbs. Returns the boards that are new here.
    pub fn add(&mut self, hunt: &Hunt, other: Self) -> Vec<FoundBoard> {
        self.climbs.extend(&other.climbs);
        self.evaluations = self.evaluations.saturating_add(other.evaluations);
        if let Some(value) = other.best {
            let goal = hunt.goal();
            if self.best.is_none_or(|best| goal.is_better(value, best)) {
                self.best = Some(value);
                self.met = 0;
            }
            if self.best == Some(value) {
                self.met = self.met.saturating_add(other.met);
            }
        }
        self.add_boards(hunt, other.boards)
    }

    /// Adds boards of climbs, finished or not. Returns those that are new here. A board that was
    /// found before is new if an earlier climb has found it too.
    pub fn add_boards(&mut self, hunt: &Hunt, boards: Vec<FoundBoard>) -> Vec<FoundBoard> {
        let goal = hunt.goal();
        let mut added = Vec::new();
        for board in boards {
            let key = |board: &FoundBoard| (goal.distance(board.value), board.value);
            let place = self.boards.binary_search_by(|known| {
                (key(known), &known.faces).cmp(&(key(&board), &board.faces))
            });
            match place {
                Ok(index) if board.climb < self.boards[index].climb => {
                    self.boards[index].climb = board.climb;
                }
                Err(index) if index < hunt.pool_size() => {
                    self.boards.insert(index, board.clone());
                    self.boards.truncate(hunt.pool_size());
                }
                _ => continue,
            }
            added.push(board);
        }
        added
    }

    /// Returns whether there are as many boards as a climb keeps, and no board can be better.
    pub fn is_complete(&self, hunt: &Hunt) -> bool {
        let last = self.boards.last();
        self.boards.len() == hunt.pool_size()
            && last.is_some_and(|last| hunt.goal().is_reached(last.value))
    }
}
