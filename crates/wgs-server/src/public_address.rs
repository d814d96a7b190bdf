//! The address under which the client of a request sees the server, for links and for the check of
//! the origin. Behind a reverse proxy, it differs from the address that the server listens on.

use std::convert::Infallible;
use std::fmt;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use crate::client::PeerAddress;
use crate::{Server, ServerState, security};

/// The headers in which a proxy repeats the host and the scheme that its client asked for.
const FORWARDED_HOST: &str = "x-forwarded-host";
const FORWARDED_SCHEME: &str = "x-forwarded-proto";

/// Replaces the host of a request by the one that the client of a proxy asked for, if the owner has
/// allowed that name. What anybody else says about a forwarded host or scheme is removed.
pub(crate) fn apply_forwarded(state: &ServerState, request: &mut Request) {
    let peer = request.extensions().get::<PeerAddress>();
    let is_proxy = peer.is_some_and(|PeerAddress(peer)| state.proxies.contains(peer.ip()));
    let headers = request.headers_mut();
    if !is_proxy {
        headers.remove(FORWARDED_HOST);
        headers.remove(FORWARDED_SCHEME);
        return;
    }
    // Several Host headers are rejected later.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return;
    }
    let host = first(headers, FORWARDED_HOST);
    let host = host.filter(|host| security::is_named(host, &state.host_names));
    if let Some(host) = host.and_then(|host| host.parse().ok()) {
        headers.insert(header::HOST, host);
    }
}

/// Returns the first value of a header, which is that of the proxy next to the client.
fn first<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let value = headers.get(name)?.to_str().ok()?;
    value.split(',').next().map(str::trim)
}

/// The address of the server for the client of a request, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicAddress(String);

impl fmt::Display for PublicAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromRequestParts<Server> for PublicAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Infallible> {
        let headers = &parts.headers;
        let scheme = match first(headers, FORWARDED_SCHEME) {
            Some("https") => "https",
            _ => "http",
        };
        let host = security::host(headers, &parts.uri);
        // The port of an allowed name is not checked elsewhere.
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        let host = match !host.is_empty() && host.chars().all(is_part) {
            true => host,
            false => "127.0.0.1:7007",
        };
        let base = server.state.base_path.to_string();
        let base = base.trim_end_matches('/');
        Ok(Self(format!("{scheme}://{host}{base}")))
    }
}
