//! The requests of the API: their JSON bodies, with the names of the command line's flags, and
//! how each is answered. Nothing here depends on HTTP; [`router`](crate::router) has the paths.
//!
//! A request is about one board or word, or about several. A single one gets the JSON that the
//! command line prints for it. Several get an object with their `results` in the same order; a
//! board that is not valid has its `error` there and does not affect the others.

mod analyze;
mod check_board;
mod check_word;
mod create;
mod score;
mod scrabblet;
mod solve;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wgs_engine::Stopped;

use crate::api_call::{Lane, LaneError};
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

pub(crate) use analyze::AnalyzeRequest;
pub(crate) use check_board::CheckBoardRequest;
#[cfg(feature = "openapi")]
pub(crate) use check_word::CheckWordReplies;
pub(crate) use check_word::CheckWordRequest;
pub(crate) use create::CreateRequest;
pub(crate) use score::{BoardsRequest, ScoreRequest};
pub(crate) use scrabblet::{DealRequest, GuessRequest, WordScoreRequest};
pub(crate) use solve::SolveRequest;

/// A request with a JSON body.
pub(crate) trait ApiRequest: DeserializeOwned + Send + Sync + 'static {
    /// Returns the reply as JSON, byte for byte what the command line prints with `--json`. A
    /// reply that does not fit in the small lane is computed again in the long one.
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError>;

    /// The lane in which the reply begins: the long one if it is known before that it takes long.
    fn first_lane(&self) -> Lane {
        Lane::Small
    }
}

/// Defines the body of a request about boards: the fields that all of them have, then its own.
/// (`#[serde(flatten)]` would lose the position of errors and accept unknown fields.)
macro_rules! boards_request {
    ($(#[$attribute:meta])* $name:ident { $($fields:tt)* }) => {
        $(#[$attribute])*
        #[derive(Debug, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            /// The name of a game that `/api/v1/games` lists.
            #[cfg_attr(feature = "openapi", schema(example = "Boggle (New)"))]
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
            ) -> Result<crate::request::OneOrMany<'_>, crate::api_error::ApiError> {
                let kind = crate::request::InputKind::Board;
                crate::request::OneOrMany::new(kind, &self.board, &self.boards, limits)
            }
        }
    };
}
use boards_request;

/// The reply to a request about one or several boards or words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(crate) enum Reply<T> {
    /// The reply for one.
    One(T),
    /// The replies for several.
    Many(BatchReply<T>),
}

/// The replies for several boards or words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct BatchReply<T> {
    /// The results, in the order of the request.
    pub(crate) results: Vec<BatchResult<T>>,
}

/// The result for one of several boards or words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(crate) enum BatchResult<T> {
    /// The same reply as for a single one.
    Reply(T),
    /// Why there is no reply.
    Error(BatchError),
}

/// Why one of several boards or words has no reply.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct BatchError {
    /// The board, as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(example = "A(B"))]
    pub(crate) board: Option<String>,
    /// The word, as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<String>,
    /// The problem: what was found and what was expected.
    pub(crate) error: String,
}

impl BatchError {
    fn new(kind: InputKind, text: &str, error: &ApiError) -> Self {
        let text_of = |this: InputKind| (this == kind).then(|| text.to_owned());
        Self {
            board: text_of(InputKind::Board),
            word: text_of(InputKind::Word),
            error: error.to_string(),
        }
    }
}

/// The subject of a request: boards or words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    Board,
    Word,
}

impl InputKind {
    /// Returns the names of the field for one and of the field for several.
    fn field_names(self) -> (&'static str, &'static str) {
        match self {
            Self::Board => ("board", "boards"),
            Self::Word => ("word", "words"),
        }
    }
}

/// The boards or words of a request.
pub(crate) enum OneOrMany<'r> {
    One(&'r str),
    Many(InputKind, &'r [String]),
}

impl<'r> OneOrMany<'r> {
    /// Takes the field that the request has: either the one for one text, or the one for several.
    pub(crate) fn new(
        kind: InputKind,
        one: &'r Option<String>,
        many: &'r Option<Vec<String>>,
        limits: &Limits,
    ) -> Result<Self, ApiError> {
        let (name, names) = kind.field_names();
        match (one, many) {
            (Some(one), None) => Ok(Self::One(one)),
            (None, Some(many)) if many.len() > limits.batch => Err(ApiError::Batch {
                what: names,
                found: many.len() as u64,
                most: limits.batch,
            }),
            (None, Some(many)) => Ok(Self::Many(kind, many)),
            (None, None) => Err(ApiError::Invalid(format!(
                "expected {name} or {names}, found neither"
            ))),
            (Some(_), Some(_)) => Err(ApiError::Invalid(format!(
                "expected {name} or {names}, found both"
            ))),
        }
    }

    /// Returns the whole reply. `write_reply` appends the reply for one text, or nothing if it
    /// fails.
    pub(crate) fn reply(
        &self,
        context: &RequestContext<'_>,
        mut write_reply: impl FnMut(&str, &mut ReplyDocument) -> Result<(), LaneError>,
    ) -> Result<ReplyDocument, LaneError> {
        let mut document = ReplyDocument::default();
        let (kind, texts) = match *self {
            Self::One(text) => {
                write_reply(text.trim(), &mut document)?;
                context.check_reply(&document)?;
                return Ok(document);
            }
            Self::Many(kind, texts) => (kind, texts),
        };
        document.push(b"{\"results\":[");
        for (index, text) in texts.iter().enumerate() {
            context.budget.check()?;
            if index > 0 {
                document.push(b",");
            }
            match write_reply(text.trim(), &mut document) {
                Ok(()) => {}
                Err(LaneError::TooLarge) => return Err(LaneError::TooLarge),
                Err(LaneError::Failed(error)) if ends_batch(&error, context) => {
                    return Err(error.into());
                }
                Err(LaneError::Failed(error)) => {
                    let error =
                        BatchError::new(kind, text.trim(), &error.with_limit(context.limits));
                    document.push_value(&BatchResult::<()>::Error(error));
                }
            }
            context.check_reply(&document)?;
        }
        document.push(b"]}");
        Ok(document)
    }
}

/// Returns whether an error about one board or word ends the whole request. A board that needs
/// too much memory does not affect the others, unless it may have more in the other lane.
fn ends_batch(error: &ApiError, context: &RequestContext<'_>) -> bool {
    match error {
        ApiError::Stopped(Stopped::MemoryLimit) => context.is_small(),
        ApiError::Stopped(_) => true,
        _ => false,
    }
}
