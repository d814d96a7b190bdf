//! `analyze`: words and points of a board by length and by position.

use serde::Deserialize;
use wgs_app::reply::AnalyzeReply;

use super::{ApiRequest, BoardsRequest};
use crate::api_call::LaneError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

/// Boards to analyse.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct AnalyzeRequest(BoardsRequest);

impl ApiRequest for AnalyzeRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        self.0.reply(context, "analyze", |game, board, text| {
            let reply = |analysis: &_| AnalyzeReply::new(text, analysis, game.lexicon());
            context.with_analysis(game, board, reply)
        })
    }
}
