//! A board with what is needed to draw it and to spell on it.

use wgs_engine::spelling::Spelling;
use wgs_engine::{Board, Grid, Rules};
use wgs_play::{Arrangement, Round, ScoreUnit};

/// A board with what is needed to draw it and to spell on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBoard<'b> {
    /// The tiles.
    pub(super) board: &'b Board,
    /// The grid.
    pub(super) grid: &'b Grid,
    /// The scoring rules.
    pub(super) rules: &'b Rules,
    /// The spelling in which it is read and shown.
    pub(super) spelling: &'b Spelling,
}

impl ShownBoard<'_> {
    /// Where its tiles are drawn. A rack may have more cells than tiles.
    pub(super) fn arrangement(&self) -> Arrangement {
        Arrangement::new(self.grid, self.rules).with_tiles(self.board.len())
    }

    /// The unit of scores.
    pub(super) fn unit(&self) -> ScoreUnit {
        ScoreUnit::of(self.rules)
    }
}

impl<'r> From<&'r Round> for ShownBoard<'r> {
    fn from(round: &'r Round) -> Self {
        Self {
            board: round.solved_board().board(),
            grid: round.grid(),
            rules: round.rules(),
            spelling: round.spelling(),
        }
    }
}
