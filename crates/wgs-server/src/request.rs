//! The requests of the API: their JSON bodies, with the names of the command line's flags, and
//! how each is answered. Nothing here depends on HTTP; [`router`](crate::router) has the paths.

mod analyze;
mod check_board;
mod check_word;
mod create;
mod score;
mod scrabblet;
mod solve;

use serde::de::DeserializeOwned;

use crate::lane::LaneError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

pub(crate) use analyze::AnalyzeRequest;
pub(crate) use check_board::CheckBoardRequest;
pub(crate) use check_word::{CheckWordReplies, CheckWordRequest};
pub(crate) use create::CreateRequest;
pub(crate) use score::{BoardsRequest, ScoreRequest};
pub(crate) use scrabblet::{DealRequest, GuessRequest, WordScoreRequest};
pub(crate) use solve::SolveRequest;

/// A request with a JSON body.
pub(crate) trait ApiRequest: DeserializeOwned + Send + Sync + 'static {
    /// Returns the reply as JSON, byte for byte what the command line prints with `--json`. A
    /// reply that does not fit in the small lane is computed again in the long one.
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError>;

    /// Whether it is known before that the reply takes long.
    fn is_long(&self) -> bool {
        false
    }
}

/// Defines the body of a request about boards: the fields that all of them have, then its own.
/// (`#[serde(flatten)]` would lose the position of errors and accept unknown fields.)
macro_rules! boards_request {
    ($(#[$attribute:meta])* $name:ident { $($fields:tt)* }) => {
        $(#[$attribute])*
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            /// The name of a game that `/api/v1/games` lists.
            #[schema(example = "Boggle (New)")]
            game: String,
            /// One board.
            board: Option<String>,
            /// Several boards, instead of `board`.
            boards: Option<Vec<String>>,
            $($fields)*
        }

        impl $name {
            fn boards(
                &self,
                limits: &crate::limits::Limits,
            ) -> Result<crate::batch::OneOrMany<'_>, crate::api_error::ApiError> {
                let kind = crate::batch::InputKind::Board;
                crate::batch::OneOrMany::new(kind, &self.board, &self.boards, limits)
            }
        }
    };
}
use boards_request;
