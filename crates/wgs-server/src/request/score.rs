//! `score`: the number of words on a board, and their points.

use serde::{Deserialize, Serialize};
use wgs_app::LoadedGame;
use wgs_app::reply::ScoreReply;
use wgs_engine::{Board, Stopped};

use super::{ApiRequest, boards_request};
use crate::api_call::LaneError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

boards_request! {
    /// Boards to score or to analyse.
    BoardsRequest {
        /// A dictionary of the configuration, instead of the game's.
        dictionary: Option<String>,
        /// Reject boards with more or fewer tiles than the grid has cells.
        #[serde(default)]
        strict: bool,
    }
}

impl BoardsRequest {
    /// Returns the JSON of the replies that `reply` returns for the boards.
    pub(super) fn reply<R: Serialize>(
        &self,
        context: &RequestContext<'_>,
        purpose: &str,
        reply: impl Fn(&LoadedGame, &Board, String) -> Result<R, Stopped>,
    ) -> Result<ReplyDocument, LaneError> {
        let boards = self.boards(context.limits)?;
        let game = context.load_game(&self.game, self.dictionary.as_deref(), purpose)?;
        boards.reply(context, |text, document| {
            let board = context.read_board(text, &game, self.strict)?;
            document.push_value(&reply(&game, &board, text.to_owned())?);
            Ok(())
        })
    }
}

/// Boards to score.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct ScoreRequest(BoardsRequest);

impl ApiRequest for ScoreRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        self.0.reply(context, "score", |game, board, text| {
            let score = context.with_worker(game, |worker| worker.score(board))?;
            Ok(ScoreReply {
                board: text,
                words: score.words,
                points: score.points,
            })
        })
    }
}
