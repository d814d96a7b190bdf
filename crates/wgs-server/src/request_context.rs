//! What computing a reply needs besides the request: the configuration, the limits and the
//! deadline.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use wgs_app::{GameRequest, LoadedGame};
use wgs_engine::Analysis;
use wgs_engine::{Board, Budget, Face, Grid, Stopped, Worker};

use crate::api_call::{Lane, LaneError};
use crate::api_error::ApiError;
use crate::config_store::Configuration;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;

/// The largest limit on cells: lists of solutions keep positions in 16 bits.
const MOST_CELLS: usize = u16::MAX as usize;

/// What computing a reply needs besides the request.
pub(crate) struct RequestContext<'c> {
    pub(crate) configuration: &'c Configuration,
    pub(crate) limits: &'c Limits,
    /// The time at which the request fails if it has no reply yet.
    pub(crate) deadline: Instant,
    /// What searches may use. It is also used up when the client has gone.
    pub(crate) budget: &'c Budget,
    /// The threads that compute the reply.
    pub(crate) lane: Lane,
    /// The worker of a request in the long lane.
    pub(crate) worker: RefCell<Option<Worker>>,
}

impl RequestContext<'_> {
    /// Whether the work is done in the small lane.
    pub(crate) fn is_small(&self) -> bool {
        self.lane == Lane::Small
    }

    /// Runs `work` with a worker for the game of this request. In the small lane, the worker is
    /// kept for other requests. In the long lane, it may grow large buffers, so it ends with the
    /// request.
    pub(crate) fn with_worker<R>(
        &self,
        game: &LoadedGame,
        work: impl FnOnce(&mut Worker) -> R,
    ) -> R {
        if self.is_small() {
            return game.with_worker(self.budget, work);
        }
        let mut worker = self.worker.borrow_mut();
        let worker = worker.get_or_insert_with(|| {
            let mut worker = game.solver().worker();
            worker.set_budget(self.budget.clone());
            worker
        });
        work(worker)
    }

    /// Analyses a board and runs `work` with the result.
    pub(crate) fn with_analysis<R>(
        &self,
        game: &LoadedGame,
        board: &Board,
        work: impl FnOnce(&Analysis) -> R,
    ) -> Result<R, Stopped> {
        if self.is_small() {
            return game.with_analysis(board, self.budget, work);
        }
        let mut analysis = Analysis::default();
        self.with_worker(game, |worker| analysis.update(worker, board))?;
        Ok(work(&analysis))
    }

    /// Leaves the small lane before work that may take long.
    pub(crate) fn require_long(&self) -> Result<(), LaneError> {
        match self.lane {
            Lane::Small => Err(LaneError::TooLarge),
            Lane::Long => Ok(()),
        }
    }

    /// Leaves the small lane if a reply is too large for it: replies are written at once there.
    /// `bytes` is the size of its JSON.
    pub(crate) fn check_small(&self, bytes: usize) -> Result<(), LaneError> {
        match bytes <= self.limits.small_reply {
            true => Ok(()),
            false => self.require_long(),
        }
    }

    /// Leaves the small lane if a check could not decide there. Returns an error if it has no time
    /// left.
    pub(crate) fn check_decided(&self, is_decided: bool) -> Result<(), LaneError> {
        if is_decided {
            return Ok(());
        }
        self.require_long()?;
        Ok(self.budget.check()?)
    }

    /// Returns an error if a reply is larger than allowed.
    pub(crate) fn check_reply(&self, reply: &ReplyDocument) -> Result<(), LaneError> {
        if reply.len() > self.limits.reply {
            return Err(ApiError::ReplyTooLarge(self.limits.reply).into());
        }
        self.check_small(reply.len())?;
        match reply.held() > self.budget.memory() {
            true => Err(Stopped::MemoryLimit.into()),
            false => Ok(()),
        }
    }

    /// Returns an error if a grid has too many cells, or a board too many tiles.
    pub(crate) fn check_cells(&self, what: &'static str, found: usize) -> Result<(), ApiError> {
        let most = self.limits.cells.min(MOST_CELLS);
        match found <= most {
            true => Ok(()),
            false => Err(ApiError::Cells { what, found, most }),
        }
    }

    /// Loads a game. `purpose` is the command that needs it; errors name it.
    pub(crate) fn load_game(
        &self,
        game: &str,
        dictionary: Option<&str>,
        purpose: &str,
    ) -> Result<Arc<LoadedGame>, LaneError> {
        let request = GameRequest {
            game,
            dictionary,
            engine: None,
        };
        let loader = &self.configuration.loader;
        let game = match loader.loaded_game(&request)? {
            Some(game) => game,
            None => {
                // Loading a dictionary may take long.
                self.require_long()?;
                loader.game(&request, purpose)?
            }
        };
        self.check_cells("grid cells", game.grid().len())?;
        Ok(game)
    }

    /// Reads a board, and returns an error if it is too expensive to search. A strict board has
    /// exactly one tile for each cell of the grid.
    pub(crate) fn read_board(
        &self,
        text: &str,
        game: &LoadedGame,
        is_strict: bool,
    ) -> Result<Board, ApiError> {
        let board = game.read(text)?;
        let grid = game.grid();
        if is_strict {
            board.check_fit(grid)?;
        }
        self.check_board(&board, grid)?;
        Ok(board)
    }

    /// Returns an error if a board is too expensive to search.
    pub(crate) fn check_board(&self, board: &Board, grid: &Grid) -> Result<(), ApiError> {
        self.check_wildcards(board, grid, self.limits.wildcards_on(grid))
    }

    /// Does the same with another limit on wildcards.
    pub(crate) fn check_wildcards(
        &self,
        board: &Board,
        grid: &Grid,
        most: usize,
    ) -> Result<(), ApiError> {
        self.check_cells("tiles", board.len())?;
        // Tiles beyond the last cell are ignored.
        let tiles = board.tiles().iter().take(grid.len());
        let is_wildcard = |face: &Face| matches!(face, Face::Wildcard(_));
        let found = tiles.filter(|tile| is_wildcard(&tile.face)).count();
        match found <= most {
            true => Ok(()),
            false => Err(ApiError::Wildcards { found, most }),
        }
    }
}
