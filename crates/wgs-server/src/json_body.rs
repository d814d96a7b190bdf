//! Reads the JSON body of a request, within its limits of size and time.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::api_error::ApiError;
use crate::client_budget::OpenRequest;

/// How large a body may be, and how long it may take to arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit {
    pub(crate) bytes: usize,
    pub(crate) deadline: Instant,
    /// The time limit that the deadline comes from; errors name it.
    pub(crate) time: Duration,
}

/// Reads the body of a request as JSON. Its bytes count as the client's.
pub(crate) async fn read_json<T: DeserializeOwned>(
    request: Request,
    limit: BodyLimit,
    open: &mut OpenRequest,
) -> Result<T, ApiError> {
    check_content_type(request.headers())?;
    let bytes = read_bytes(request.into_body(), limit, open).await?;
    parse(&bytes)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // serde also accepts a list with the values of the fields in their order.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::NotAnObject);
    }
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        // serde's message would name a type of this program.
        Category::Data if !bytes.trim_ascii_start().starts_with(b"{") => ApiError::NotAnObject,
        Category::Data => ApiError::Field {
            suggestion: suggestion(&error.to_string()),
            error,
        },
        Category::Syntax | Category::Eof | Category::Io => ApiError::Syntax(error),
    })
}

/// Returns the known field that is most similar to an unknown one, if that is what the message of an
/// error is about: "unknown field `bord`, expected one of `game`, `board`".
fn suggestion(message: &str) -> Option<String> {
    let (found, known) = message
        .strip_prefix("unknown field `")?
        .split_once("`, expected ")?;
    let most = found.chars().count().div_ceil(3);
    let known = known.split('`').skip(1).step_by(2);
    let known = known.map(|name| (strsim::osa_distance(found, name), name));
    let similar = known.filter(|(distance, _)| *distance <= most).min();
    similar.map(|(_, name)| name.to_owned())
}

/// Rejects a body whose content type is not JSON. A page of another site cannot send this
/// content type without a CORS preflight request, which this server does not allow.
fn check_content_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(found) = headers.get(header::CONTENT_TYPE) else {
        return Err(ApiError::ContentType("none".to_owned()));
    };
    let text = found.to_str().unwrap_or_default();
    let media_type = text.split(';').next().unwrap_or_default().trim();
    match media_type.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(ApiError::ContentType(format!("{text:?}"))),
    }
}

/// The memory that a byte of a body may take once it is parsed: a short text in a list takes
/// three bytes as JSON and 24 in memory.
const PARSED_SIZE: usize = 8;

async fn read_bytes(
    body: Body,
    limit: BodyLimit,
    open: &mut OpenRequest,
) -> Result<Bytes, ApiError> {
    let size = body.size_hint();
    if size.lower() > limit.bytes as u64 {
        return Err(ApiError::BodyTooLarge(limit.bytes));
    }
    // A body of unknown length counts as the longest one until it is read.
    let most = size.exact().map_or(limit.bytes, |exact| exact as usize);
    open.set_held(most)?;
    let read = to_bytes(body, limit.bytes);
    match tokio::time::timeout_at(limit.deadline.into(), read).await {
        Ok(Ok(bytes)) => {
            open.set_held(bytes.len() * PARSED_SIZE)?;
            Ok(bytes)
        }
        Ok(Err(error)) if is_too_long(&error) => Err(ApiError::BodyTooLarge(limit.bytes)),
        Ok(Err(error)) => Err(ApiError::IncompleteBody(error)),
        Err(_) => Err(ApiError::SlowBody(limit.time)),
    }
}

/// Returns whether an error or one of its sources says that the body is too long.
fn is_too_long(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_too_long)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the names of the fields are used")]
    struct Request {
        game: String,
        board: Option<u8>,
    }

    #[test]
    fn an_unknown_field_gets_a_suggestion() {
        for (text, expected) in [
            (r#"{"bord": 1}"#, Some("board")),
            (r#"{"game": "x",  "b\u006frd": 1 }"#, Some("board")),
            (r#"{"zzz": 1}"#, None),
            (r#"{"gam`e": 1}"#, Some("game")),
            (r#"{"board": 1}"#, None),
            (r#"{"game": "x", "board": "y"}"#, None),
            (r#"{"game": "x", "board": 1, "board": 2}"#, None),
        ] {
            match parse::<Request>(text.as_bytes()).unwrap_err() {
                ApiError::Field { suggestion, .. } => {
                    assert_eq!(suggestion.as_deref(), expected, "{text}");
                }
                error => panic!("{text}: {error}"),
            }
        }
    }

    #[test]
    fn anything_but_an_object_is_an_error_without_the_name_of_a_type() {
        for text in ["7", " [\"x\"]", "null"] {
            let error = parse::<Request>(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), "expected an object", "{text}");
        }
    }
}
