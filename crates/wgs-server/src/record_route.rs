//! The route of records and running hunts. Its doc comment becomes the text of the OpenAPI document.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
#[cfg(feature = "openapi")]
use wgs_app::reply::RecordListReply;

use crate::api_call::Dispatcher;
use crate::api_error::ApiError;
#[cfg(feature = "openapi")]
use crate::problem_document::ProblemDocument;
use crate::record_store::RecordDocument;
use crate::request_context::RequestContext;
use crate::{Server, site};

/// List the best boards that are known, and the hunts that are running.
///
/// The records are those that come with wgs and those that `wgs hunt` has found for the owner of the
/// server. The `hunts` are the running `wgs hunt` processes of the owner. The reply may be a second
/// old; it has an `ETag`, for clients that ask again and again.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/records",
    tag = "records",
    responses(
        (status = 200, description = "The records and hunts", body = RecordListReply),
        (status = 304, description = "Nothing has changed since the `ETag` in `If-None-Match`"),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn records(
    State(server): State<Server>,
    headers: HeaderMap,
    dispatcher: Dispatcher,
) -> Result<Response, ApiError> {
    let read = move |_: &RequestContext<'_>| Ok(server.state.records.document());
    let RecordDocument { json, tag } = dispatcher.run_small(read).await?;
    let is_known = site::matches_etag(&headers, &tag);
    let cache_headers = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok(match is_known {
        true => (StatusCode::NOT_MODIFIED, cache_headers).into_response(),
        false => {
            let kind = [(header::CONTENT_TYPE, "application/json")];
            (cache_headers, kind, json).into_response()
        }
    })
}
