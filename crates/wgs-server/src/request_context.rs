//! What computing a reply needs besides the request: the configuration, the limits and the
//! deadline.

use std::sync::Arc;
use std::time::Instant;

use wgs_app::listing::ListingError;
use wgs_app::{GameRequest, LoadedGame};
use wgs_core::{Board, Budget, Face, Stopped};

use crate::api_error::ApiError;
use crate::config_store::Configuration;
use crate::limits::Limits;

/// What computing a reply needs besides the request.
pub(crate) struct RequestContext<'c> {
    pub(crate) configuration: &'c Configuration,
    pub(crate) limits: &'c Limits,
    /// The time at which the request fails if it has no reply yet.
    pub(crate) deadline: Instant,
}

impl RequestContext<'_> {
    /// Returns what a search for this request may use.
    pub(crate) fn budget(&self) -> Budget {
        let deadline = self.deadline;
        let stop = move || (Instant::now() >= deadline).then_some(Stopped::TimeLimit);
        Budget::new(stop).with_memory(self.limits.memory)
    }

    /// Returns the error for a search that stopped before its end.
    pub(crate) fn stopped(&self, reason: Stopped) -> ApiError {
        match reason {
            Stopped::MemoryLimit => ApiError::Memory(self.limits.memory),
            _ => ApiError::TimeLimit(self.limits.time),
        }
    }

    /// Returns the error for words that could not be listed.
    pub(crate) fn not_listed(&self, error: ListingError) -> ApiError {
        match error {
            ListingError::Stopped(reason) => self.stopped(reason),
            ListingError::Pattern(error) => error.into(),
            error => ApiError::Invalid(error.to_string()),
        }
    }

    /// Returns an error if the deadline has passed.
    pub(crate) fn check_time(&self) -> Result<(), ApiError> {
        match Instant::now() < self.deadline {
            true => Ok(()),
            false => Err(ApiError::TimeLimit(self.limits.time)),
        }
    }

    /// Returns an error if a grid has too many cells, or a board too many tiles.
    pub(crate) fn check_cells(&self, what: &'static str, found: usize) -> Result<(), ApiError> {
        let most = self.limits.cells;
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
    ) -> Result<Arc<LoadedGame>, ApiError> {
        let request = GameRequest {
            game,
            dictionary,
            engine: None,
        };
        let game = self.configuration.loader.game(&request, purpose)?;
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
        self.check_cells("tiles", board.len())?;
        // Tiles beyond the last cell are ignored.
        let tiles = board.tiles().iter().take(grid.len());
        let is_wildcard = |face: &Face| matches!(face, Face::Wildcard(_));
        let found = tiles.filter(|tile| is_wildcard(&tile.face)).count();
        let most = self.limits.wildcards_on(grid);
        match found <= most {
            true => Ok(board),
            false => Err(ApiError::Wildcards { found, most }),
        }
    }
}
