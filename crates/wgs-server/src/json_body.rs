//! Reads the JSON body of a request, within its limits of size and time.

mod unknown_field;

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::api_error::ApiError;
use crate::client_account::OpenRequest;

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
    let mut unknown = None;
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let parsed = unknown_field::deserialize(&mut json, &mut unknown);
    let parsed = parsed.and_then(|value| json.end().map(|()| value));
    parsed.map_err(|error| match error.classify() {
        Category::Data => ApiError::Field {
            error,
            suggestion: unknown.and_then(|field| field.suggestion()),
        },
        Category::Syntax | Category::Eof | Category::Io => ApiError::Syntax(error),
    })
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
