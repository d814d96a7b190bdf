//! Where a server is, and single requests to its API.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::TcpStream;

use crate::client_error::ClientError;
use crate::server_stream::ServerStream;

/// The path of the WebSocket of rooms.
const SOCKET: &str = "api/v1/rooms/socket";

/// The time that a request without an async runtime may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a server is: the address of one of its pages, such as the link of a room.
///
/// ```
/// use wgs_client::ServerAddress;
///
/// let link = "http://games.example/words/play.html#room=BDFGHJKL";
/// let server: ServerAddress = link.parse()?;
/// assert_eq!(server.to_string(), "http://games.example:80/words/");
/// # Ok::<(), wgs_client::NotHttp>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// Whether the connection is encrypted.
    has_tls: bool,
    /// The host and the port.
    host: String,
    /// The path, with a slash at both ends.
    path: String,
}

/// The error for an address of another scheme, or without a host.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected an address that begins with http:// or https://, and names a host")]
pub struct NotHttp;

/// A response of the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiResponse {
    /// The status code.
    pub status: u16,
    /// The body, which is JSON for most requests.
    pub body: String,
}

impl ServerAddress {
    /// Sends a GET request. `path` is relative to the server, such as `api/v1/rooms`.
    pub async fn get(&self, path: &str) -> Result<ApiResponse, ClientError> {
        self.send(self.request("GET", path), "").await
    }

    /// Sends a GET request with the key of a player.
    pub async fn get_with_key(&self, path: &str, key: &str) -> Result<ApiResponse, ClientError> {
        let request = self.request("GET", path);
        let request = request.header("authorization", format!("Bearer {key}"));
        self.send(request, "").await
    }

    /// Sends a POST request with a JSON body. `path` is relative to the server, such as
    /// `api/v1/solve`.
    pub async fn post(&self, path: &str, json: &str) -> Result<ApiResponse, ClientError> {
        let request = self.request("POST", path);
        let request = request.header("content-type", "application/json");
        self.send(request, json).await
    }

    /// Sends a GET request and waits for the response, for programs without an async runtime.
    pub fn get_blocking(&self, path: &str) -> Result<ApiResponse, ClientError> {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build()?;
        let response = async { tokio::time::timeout(PATIENCE, self.get(path)).await };
        match runtime.block_on(response) {
            Ok(response) => response,
            Err(_) => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
        }
    }

    fn request(&self, method: &str, path: &str) -> hyper::http::request::Builder {
        let path = format!("{}{}", self.path, path.trim_start_matches('/'));
        let request = Request::builder().method(method).uri(path);
        request.header("host", &self.host)
    }

    async fn send(
        &self,
        request: hyper::http::request::Builder,
        body: &str,
    ) -> Result<ApiResponse, ClientError> {
        let request = request.body(Full::new(Bytes::copy_from_slice(body.as_bytes())));
        let request = request.map_err(|_| NotHttp)?;
        let stream = TokioIo::new(self.connect().await?);
        let (mut sender, connection) = http1::handshake(stream).await?;
        tokio::spawn(connection);
        let response = sender.send_request(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await?.to_bytes();
        Ok(ApiResponse {
            status,
            body: String::from_utf8_lossy(&body).into_owned(),
        })
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> io::Result<ServerStream> {
        let stream = TcpStream::connect(&self.host).await?;
        stream.set_nodelay(true)?;
        let name = self.host.rsplit_once(':').map_or("", |(name, _)| name);
        match self.has_tls {
            true => ServerStream::begin_tls(name, stream).await,
            false => Ok(ServerStream::Plain(stream)),
        }
    }

    /// The address of the WebSocket of rooms.
    pub(crate) fn socket_url(&self) -> String {
        let scheme = if self.has_tls { "wss" } else { "ws" };
        format!("{scheme}://{}{}{SOCKET}", self.host, self.path)
    }
}

impl From<SocketAddr> for ServerAddress {
    fn from(address: SocketAddr) -> Self {
        Self {
            has_tls: false,
            host: address.to_string(),
            path: "/".to_owned(),
        }
    }
}

impl FromStr for ServerAddress {
    type Err = NotHttp;

    fn from_str(text: &str) -> Result<Self, NotHttp> {
        let (scheme, rest) = text.split_once("://").ok_or(NotHttp)?;
        let (has_tls, port) = match scheme.to_ascii_lowercase().as_str() {
            "http" | "ws" => (false, 80),
            "https" | "wss" => (true, 443),
            _ => return Err(NotHttp),
        };
        let rest = rest.split(['#', '?']).next().unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let folder = match path.strip_suffix(SOCKET) {
            Some(folder) => folder.trim_end_matches('/'),
            None => path.rsplit_once('/').map_or("", |(folder, _)| folder),
        };
        let path = match folder {
            "" => "/".to_owned(),
            folder => format!("/{folder}/"),
        };
        if host.is_empty() {
            return Err(NotHttp);
        }
        // The address of an IPv6 host has colons of its own, in brackets.
        let host = match host.rsplit(']').next().unwrap_or(host).contains(':') {
            true => host.to_owned(),
            false => format!("{host}:{port}"),
        };
        Ok(Self {
            has_tls,
            host,
            path,
        })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.has_tls { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.host, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_read_from_the_address_of_any_of_its_pages() {
        for (text, address, socket) in [
            (
                "http://127.0.0.1:7007",
                "http://127.0.0.1:7007/",
                "ws://127.0.0.1:7007/api/v1/rooms/socket",
            ),
            (
                "http://127.0.0.1:7007/play.html#room=BDFGHJKL",
                "http://127.0.0.1:7007/",
                "ws://127.0.0.1:7007/api/v1/rooms/socket",
            ),
            (
                "http://games.example/words/play.html#room=BDFGHJKL",
                "http://games.example:80/words/",
                "ws://games.example:80/words/api/v1/rooms/socket",
            ),
            (
                "ws://games.example/words/api/v1/rooms/socket",
                "http://games.example:80/words/",
                "ws://games.example:80/words/api/v1/rooms/socket",
            ),
            (
                "ws://[::1]/",
                "http://[::1]:80/",
                "ws://[::1]:80/api/v1/rooms/socket",
            ),
            (
                "https://games.example/words/play.html#room=BDFGHJKL",
                "https://games.example:443/words/",
                "wss://games.example:443/words/api/v1/rooms/socket",
            ),
            (
                "WSS://games.example:8443/api/v1/rooms/socket",
                "https://games.example:8443/",
                "wss://games.example:8443/api/v1/rooms/socket",
            ),
        ] {
            let server: ServerAddress = text.parse().unwrap();
            assert_eq!(server.to_string(), address);
            assert_eq!(server.socket_url(), socket);
            assert_eq!(server.to_string().parse(), Ok(server));
        }
        for text in ["ftp://games.example/", "https://", "games.example"] {
            assert_eq!(text.parse::<ServerAddress>(), Err(NotHttp), "{text}");
        }
    }
}
