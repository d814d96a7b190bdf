//! The beginning of a WebSocket: an HTTP request that asks for it, and the answer (RFC 6455).

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::api_error::ApiError;

/// The version of the protocol, the only one there is.
const VERSION: &[u8] = b"13";

/// Returns the answer to a request for a WebSocket, and what becomes the socket.
pub(crate) fn accept(request: &mut Request) -> Result<(Response, OnUpgrade), ApiError> {
    let headers = request.headers();
    let asks = lists(headers, header::CONNECTION, "upgrade")
        && lists(headers, header::UPGRADE, "websocket");
    if !asks {
        return Err(ApiError::Upgrade("a WebSocket"));
    }
    let version = headers.get(header::SEC_WEBSOCKET_VERSION);
    if version.map(HeaderValue::as_bytes) != Some(VERSION) {
        return Err(ApiError::Upgrade("a WebSocket of version 13"));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY);
    let key = key.ok_or(ApiError::Upgrade("the header Sec-WebSocket-Key"))?;
    let accepted = derive_accept_key(key.as_bytes());
    let accepted = HeaderValue::try_from(accepted).expect("base64 is valid in a header");
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade = upgrade.ok_or(ApiError::Upgrade(
        "a connection that can become a WebSocket",
    ))?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let answer = response.headers_mut();
    answer.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    answer.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    answer.insert(header::SEC_WEBSOCKET_ACCEPT, accepted);
    Ok((response, upgrade))
}

/// Whether one of the parts of a header is this word.
fn lists(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name);
    let lines = lines.iter().filter_map(|line| line.to_str().ok());
    let mut parts = lines.flat_map(|line| line.split(','));
    parts.any(|part| part.trim().eq_ignore_ascii_case(word))
}
