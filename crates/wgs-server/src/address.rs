//! The addresses of a request: which client sends it, at which address that client sees the server,
//! and the path under which a reverse proxy publishes the server. What a request says about its
//! proxies is believed only if it comes from a proxy that the owner has named.
//!
//! Limits and turns are counted for each [`Client`], so that one client with many connections gets no
//! more than one with a single connection.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use thiserror::Error;
use wgs_play::room::RoomCode;

use crate::{Server, ServerState, security};

/// The header in which a proxy names the client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The sender of a request: an IPv4 address, or an IPv6 network of 64 bits, which is what a
/// provider gives to one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    /// An IPv4 address, or the first address of an IPv6 network.
    Network(IpAddr),
    /// The request did not come through a socket.
    Unknown,
    /// A room of this server, whose own work is charged to no other client.
    Room(RoomCode),
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(f),
            Self::Unknown => f.write_str("unknown"),
            Self::Room(code) => write!(f, "room {code}"),
        }
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self::Network(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                Ipv6Addr::from_bits(network).into()
            }
            address => address,
        })
    }
}

/// The address of the peer, which the listener attaches to every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// The reverse proxies of the owner. What they say about their clients is believed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(crate) fn new(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// Returns whether an address is that of a proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// Returns the client of a request. Only if the peer is a proxy, the X-Forwarded-For header
    /// counts: its last address that is not a proxy itself. Each proxy appends the address that it
    /// has seen, so everything to the left of that one may be made up by the client.
    pub(crate) fn client(&self, peer: Option<PeerAddress>, headers: &HeaderMap) -> Client {
        let Some(PeerAddress(peer)) = peer else {
            return Client::Unknown;
        };
        if !self.contains(peer.ip()) {
            return peer.ip().into();
        }
        let lines = headers.get_all(FORWARDED_FOR).iter();
        let lines = lines.map(|line| line.to_str().unwrap_or_default());
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        for text in named.iter().rev() {
            match read_address(text.trim()) {
                Some(address) if self.contains(address) => {}
                Some(address) => return address.into(),
                None => break,
            }
        }
        peer.ip().into()
    }
}

/// Reads an address, with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    let in_brackets = || {
        let address = text.strip_prefix('[')?.strip_suffix(']')?;
        address.parse().ok().map(IpAddr::V6)
    };
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

/// The headers in which a proxy repeats the host and the scheme that its client asked for.
const FORWARDED_HOST: &str = "x-forwarded-host";
pub(crate) const FORWARDED_SCHEME: &str = "x-forwarded-proto";

/// Replaces the host of a request by the one that the client of a proxy asked for, if the owner has
/// allowed that name. Forwarded hosts and schemes from other clients are removed.
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

/// Whether a request comes from this machine, to an address that only this machine can use.
pub(crate) fn is_from_this_machine(request: &Request) -> bool {
    let peer = request.extensions().get::<PeerAddress>();
    let is_own = peer.is_some_and(|PeerAddress(peer)| peer.ip().to_canonical().is_loopback());
    let host = security::host(request.headers(), request.uri());
    is_own && security::is_loopback(host)
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

/// The path under which a proxy publishes the server. It is printed with a slash at both ends.
///
/// ```
/// use wgs_server::BasePath;
///
/// let path: BasePath = "/games/words".parse()?;
/// assert_eq!(path.to_string(), "/games/words/");
/// assert_eq!(BasePath::default().to_string(), "/");
/// assert!("words".parse::<BasePath>().is_err());
/// # Ok::<(), wgs_server::BasePathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath {
    /// Without the slash at its end, so empty for `/`.
    path: String,
}

/// The error for a text that is not the path of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a path such as /words/, of letters, digits, hyphens, dots and underscores between slashes"
)]
pub struct BasePathError;

impl FromStr for BasePath {
    type Err = BasePathError;

    fn from_str(text: &str) -> Result<Self, BasePathError> {
        let names = text.strip_prefix('/').ok_or(BasePathError)?;
        let is_name = |name: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
            !matches!(name, "" | "." | "..") && name.chars().all(is_part)
        };
        if names.is_empty() {
            return Ok(Self::default());
        }
        let names = names.strip_suffix('/').unwrap_or(names);
        match names.split('/').all(is_name) {
            true => Ok(Self {
                path: format!("/{names}"),
            }),
            false => Err(BasePathError),
        }
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.path)
    }
}

/// The relation of a path to a base path.
#[derive(Debug, PartialEq, Eq)]
enum Place<'p> {
    /// The base path without the slash at its end.
    Folder,
    /// A path below the base path, as the routes know it.
    Inside(&'p str),
    /// Any other path.
    Outside,
}

impl BasePath {
    /// Returns whether requests need no change.
    pub(crate) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    fn place<'p>(&self, path: &'p str) -> Place<'p> {
        match path.strip_prefix(&self.path) {
            Some("") => Place::Folder,
            Some(inside) if inside.starts_with('/') => Place::Inside(inside),
            _ => Place::Outside,
        }
    }
}

/// The middleware that removes the base path from the addresses of requests. Some proxies remove the
/// path before they pass a request on, others do not. The server answers both kinds of requests,
/// because all addresses in its pages are relative.
pub(crate) async fn remove_base_path(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    let base = &server.state.base_path;
    let uri = request.uri();
    let query = uri.query().map(|query| format!("?{query}"));
    let query = query.unwrap_or_default();
    match base.place(uri.path()) {
        Place::Outside => next.run(request).await,
        Place::Folder => {
            let name = base.path.rsplit('/').next().unwrap_or_default();
            let mut response = Redirect::permanent(&format!("{name}/{query}")).into_response();
            security::set_headers(response.headers_mut());
            response
        }
        Place::Inside(path) => {
            if let Some(uri) = with_path(uri, &format!("{path}{query}")) {
                *request.uri_mut() = uri;
            }
            next.run(request).await
        }
    }
}

/// Returns an address with another path and query.
fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(path.parse::<PathAndQuery>().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_network() {
        assert_eq!(client("10.1.2.3"), client("::ffff:10.1.2.3"));
        assert_ne!(client("10.1.2.3"), client("10.1.2.4"));
        assert_eq!(client("2001:db8:1:2::3"), client("2001:db8:1:2:ff::4"));
        assert_ne!(client("2001:db8:1:2::3"), client("2001:db8:1:3::3"));
    }

    #[test]
    fn only_a_proxy_may_name_the_client() {
        let proxies = Proxies::new(&["127.0.0.1".parse().unwrap(), "10.0.0.9".parse().unwrap()]);
        for (peer, lines, expected) in [
            ("192.0.2.1:5", &["10.0.0.1"][..], "192.0.2.1"),
            ("127.0.0.1:5", &["10.0.0.1"], "10.0.0.1"),
            ("[::ffff:127.0.0.1]:5", &["10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["1.1.1.1, 10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["1.1.1.1", "10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["10.0.0.1, 10.0.0.9"], "10.0.0.1"),
            ("127.0.0.1:5", &["10.0.0.1:8080"], "10.0.0.1"),
            ("127.0.0.1:5", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("127.0.0.1:5", &["[2001:db8::1]"], "2001:db8::1"),
            ("127.0.0.1:5", &["10.0.0.1, unknown"], "127.0.0.1"),
            ("127.0.0.1:5", &[], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
            }
            let peer = PeerAddress(peer.parse().unwrap());
            let found = proxies.client(Some(peer), &headers);
            assert_eq!(found, client(expected), "{lines:?}");
        }
    }

    #[test]
    fn a_base_path_is_a_folder_of_plain_names() {
        for (text, expected) in [
            ("/", Some("/")),
            ("/words", Some("/words/")),
            ("/words/", Some("/words/")),
            ("/a/b-c.d_e/", Some("/a/b-c.d_e/")),
            ("", None),
            ("words/", None),
            ("//", None),
            ("/a//b", None),
            ("/../a", None),
            ("/a b", None),
            ("/a?b", None),
            ("/%2e", None),
            ("https://games.example/words/", None),
        ] {
            let found = text.parse::<BasePath>().map(|path| path.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn only_whole_names_are_removed() {
        let base: BasePath = "/words/".parse().unwrap();
        for (path, expected) in [
            ("/words", Place::Folder),
            ("/words/", Place::Inside("/")),
            ("/words/api/v1/solve", Place::Inside("/api/v1/solve")),
            ("/wordsmith/", Place::Outside),
            ("/api/v1/solve", Place::Outside),
            ("/", Place::Outside),
        ] {
            assert_eq!(base.place(path), expected, "{path}");
        }
    }
}
