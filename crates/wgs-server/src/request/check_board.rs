//! `check-board`: whether the game's dice or letters can produce a board.

use wgs_app::reply::CheckBoardReply;
use wgs_dice::BoardChecker;
use wgs_engine::notation::parse_typed;
use wgs_engine::{Board, Grid};

use super::{ApiRequest, boards_request};
use crate::api_call::LaneError;
use crate::api_error::ApiError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

boards_request! {
    /// Boards to check against the game's dice or letters.
    CheckBoardRequest {
        /// List the die for each tile, or the tiles that compete for too few dice.
        #[serde(default)]
        explain: bool,
    }
}

impl ApiRequest for CheckBoardRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        let boards = self.boards(context.limits)?;
        let game = context.configuration.catalogue().game(&self.game)?;
        let letters = game.distribution_for("check-board")?;
        let spelling = game.spelling();
        let cells = game.grid().map_or(0, Grid::len);
        let checker = BoardChecker::new(letters, game.q_is_qu());
        let mut checker = checker.map_err(|error| ApiError::Check {
            game: game.name().to_owned(),
            error,
        })?;
        boards.reply(context, |text, document| {
            let board = parse_typed(&spelling.read(text), cells, game.q_is_qu());
            let board = Board::new(board?);
            context.check_cells("tiles", board.len())?;
            let text = text.to_owned();
            let reply = match self.explain {
                true => {
                    CheckBoardReply::explained(text, &board, &mut checker, spelling, context.budget)
                }
                false => CheckBoardReply::new(text, checker.check_within(&board, context.budget)),
            };
            context.check_decided(reply.undecided.is_none())?;
            document.push_value(&reply);
            Ok(())
        })
    }
}
