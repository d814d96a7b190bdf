//! Requests about one board or word, or about several at once, and the shape of their replies.
//!
//! A single board gets the JSON that the command line prints for it. Several boards get an
//! object with their `results` in the same order; a board that is not valid has its `error`
//! there and does not affect the others.

use serde::Serialize;
use utoipa::ToSchema;
use wgs_engine::Stopped;

use crate::api_error::ApiError;
use crate::lane::LaneError;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

/// The reply to a request about one or several boards or words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Reply<T> {
    /// The reply for one.
    One(T),
    /// The replies for several.
    Many(BatchReply<T>),
}

/// The replies for several boards or words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchReply<T> {
    /// The results, in the order of the request.
    pub(crate) results: Vec<BatchResult<T>>,
}

/// The result for one of several boards or words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum BatchResult<T> {
    /// The same reply as for a single one.
    Reply(T),
    /// Why there is no reply.
    Error(BatchError),
}

/// Why one of several boards or words has no reply.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchError {
    /// The board, as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A(B")]
    pub(crate) board: Option<String>,
    /// The word, as it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<String>,
    /// What was found and what was expected.
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

/// What a request is about: boards or words.
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
