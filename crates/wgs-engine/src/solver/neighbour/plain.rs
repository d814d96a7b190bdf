//! Scores the neighbours of a board one by one, with a [`Rescorer`]. This is the plain twin of
//! [`open_cell`](super::open_cell), and serves what that does not: wildcards, scores that depend
//! on the path, and grids that the frontier engines cannot search.

use super::NeighbourScores;
use crate::board::Board;
use crate::budget::{Budget, Stopped};
use crate::count::Count;
use crate::grid::Cell;
use crate::solver::{Rescorer, Solver};
use crate::tile::Face;

/// Scores each neighbour of a board with a [`Rescorer`].
pub(super) struct PlainNeighbours {
    rescorer: Rescorer,
    count: Count,
}

impl PlainNeighbours {
    pub(super) fn new(solver: &Solver, count: Count) -> Self {
        let rescorer = Rescorer::counting(solver, count);
        Self { rescorer, count }
    }

    pub(super) fn set_budget(&mut self, budget: Budget) {
        self.rescorer.set_budget(budget);
    }

    /// Scores a board and its neighbours.
    pub(super) fn score(
        &mut self,
        board: &Board,
        faces: &[Face],
        scores: &mut NeighbourScores,
    ) -> Result<(), Stopped> {
        let Self { rescorer, count } = self;
        scores.begin(board.len(), faces.len());
        scores.value = count.of(&rescorer.set_board(board)?);
        for cell in (0..board.len()).map(Cell::new) {
            for face in faces {
                let measure = rescorer.try_change(&[(cell, face.clone())])?;
                scores.with_faces.push(count.of(&measure));
            }
            let face = &board.tiles()[cell.index()].face;
            for other in (0..cell.index()).map(Cell::new) {
                let other_face = &board.tiles()[other.index()].face;
                let swap = [(cell, other_face.clone()), (other, face.clone())];
                let measure = rescorer.try_change(&swap)?;
                scores.with_swaps.push(count.of(&measure));
            }
        }
        Ok(())
    }
}
