//! Creates boards until one has the difficulty that was asked for. Boards are not improved towards
//! a difficulty step by step: about a third of them has each.

use wgs_config::commonness::{CommonnessError, WordCommonness};
use wgs_dice::{ClimbState, Scorer};
use wgs_engine::{Board, Budget, Solver, Worker};
use wgs_play::{Difficulty, SolvedBoard};

use super::{CreateError, CreatedBoard, CreatorWorker};
use crate::loaded_game::LoadedGame;

/// The most boards that are created for one of the right difficulty.
const ATTEMPTS: u64 = 1000;

/// The distance between the numbers of the boards that are created for one board. There are fewer
/// boards than that, so that no board is created for two of them.
const STRIDE: u64 = 1 << 40;

/// Checks the difficulty of boards on one thread.
///
/// ```
/// use wgs_app::creator::{CreateOptions, Creator, DifficultyCheck};
/// use wgs_app::{GameLoader, GameRequest};
/// use wgs_engine::Budget;
/// use wgs_play::Difficulty;
///
/// let loader = GameLoader::default();
/// let game = loader.game(&GameRequest::named("Boggle (New)"), "create")?;
/// let creator = Creator::new(game.game(), CreateOptions { seed: 1, ..CreateOptions::default() })?;
/// let solver = creator.solver(&game);
/// let mut check = DifficultyCheck::new(Difficulty::Easy, &game, &solver, Budget::UNLIMITED)?;
/// let created = check.create(0, &mut creator.worker(&solver), |_| false, || false)?;
/// assert!(created.is_some_and(|created| created.is_met));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DifficultyCheck<'g> {
    difficulty: Difficulty,
    commonness: &'g WordCommonness,
    /// Solves the boards, which may have another size than those of the game.
    worker: Worker,
}

impl<'g> DifficultyCheck<'g> {
    /// Creates a check for the boards of a game, which this solver solves.
    pub fn new(
        difficulty: Difficulty,
        game: &'g LoadedGame,
        solver: &Solver,
        budget: Budget,
    ) -> Result<Self, CommonnessError> {
        let mut worker = solver.worker();
        worker.set_budget(budget);
        Ok(Self {
            difficulty,
            commonness: game.dictionary().commonness()?,
            worker,
        })
    }

    /// Creates a board, which depends only on its number and the seed. `watch` receives the
    /// progress of the search for each board, as in [`CreatorWorker::create_watched`]. If no board has the
    /// right difficulty, or `is_stopped` returns true, the last one is returned.
    pub fn create(
        &mut self,
        number: u64,
        creator: &mut CreatorWorker<'_, impl Scorer>,
        mut watch: impl FnMut(&ClimbState) -> bool,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<CreatedBoard>, CreateError> {
        let mut tries = 0;
        let mut attempt = 0;
        loop {
            let number = number + attempt * STRIDE;
            attempt += 1;
            let created = creator.create_watched(number..number + 1, &mut watch)?;
            let Some(mut board) = created.into_iter().next() else {
                return Ok(None);
            };
            tries += board.tries;
            board.tries = tries;
            let is_right = board.is_met && self.is_right(&board.board);
            // If the other targets were missed after many tries, they would be missed again.
            let is_last = !board.is_met || attempt == ATTEMPTS || is_stopped();
            board.is_met = is_right;
            if is_right || is_last {
                return Ok(Some(board));
            }
        }
    }

    /// Returns whether a board has the right difficulty. A board that cannot be solved has none.
    fn is_right(&mut self, board: &Board) -> bool {
        let board = SolvedBoard::new(board.clone(), &mut self.worker).ok();
        board.is_some_and(|board| Difficulty::of(&board, self.commonness) == self.difficulty)
    }
}
