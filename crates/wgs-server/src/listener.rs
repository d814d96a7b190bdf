//! The TCP listener: accepts connections, limits their number and idle time, and shuts down
//! gracefully.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::address::PeerAddress;
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::waiting_list::{WaitingList, WaitingPlace};
use crate::{Hosts, Options, Server, StoreError, security};

/// Why a server cannot run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program uses the port.
    #[error("port {port} is in use, perhaps by another wgs serve")]
    PortInUse {
        /// The port.
        port: u16,
    },
    /// The address cannot be used.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// The configuration cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The runtime cannot be started.
    #[error("cannot start the server")]
    Start(#[from] io::Error),
}

/// A server that listens on a port.
pub struct Listener {
    server: Server,
    address: SocketAddr,
    socket: std::net::TcpListener,
}

/// Waits for a signal that ends programs, and returns its number: Ctrl-C, SIGTERM or SIGHUP.
#[cfg(unix)]
async fn end_signal() -> i32 {
    use tokio::signal::unix::{SignalKind, signal};

    async fn wait(kind: SignalKind) {
        match signal(kind) {
            Ok(mut signals) => {
                signals.recv().await;
            }
            Err(error) => {
                tracing::warn!("cannot wait for signal {}: {error}", kind.as_raw_value());
                std::future::pending().await
            }
        }
    }
    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ];
    tokio::select! {
        () = wait(kinds[0]) => kinds[0].as_raw_value(),
        () = wait(kinds[1]) => kinds[1].as_raw_value(),
        () = wait(kinds[2]) => kinds[2].as_raw_value(),
    }
}

/// Waits for Ctrl-C, and returns the number that other systems give it.
#[cfg(not(unix))]
async fn end_signal() -> i32 {
    let _ = tokio::signal::ctrl_c().await;
    2
}

impl Listener {
    /// Opens a port; port 0 stands for any free one. The server only answers requests for this
    /// address, for a local host name, for the names of this machine, and for the host names of the
    /// options.
    pub fn new(host: IpAddr, port: u16, mut options: Options) -> Result<Self, ServeError> {
        let address = SocketAddr::new(host, port);
        let socket =
            std::net::TcpListener::bind(address).map_err(|source| match source.kind() {
                io::ErrorKind::AddrInUse => ServeError::PortInUse { port },
                _ => ServeError::Listen { address, source },
            })?;
        socket.set_nonblocking(true)?;
        let address = socket.local_addr()?;
        options.hosts = match host.is_loopback() {
            true => Hosts::LocalPort(address.port()),
            false => Hosts::Address(host),
        };
        Ok(Self {
            server: Server::listening_on(options, Some(address))?,
            address,
            socket,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The server.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Opens the rooms, calls `started`, and if that says so, serves requests until the program is
    /// interrupted.
    pub fn run(self, started: impl FnOnce(&Server) -> ControlFlow<()>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        raise_file_limit();
        runtime.block_on(self.server.open_rooms());
        if started(&self.server).is_break() {
            return Ok(());
        }
        runtime.block_on(self.serve(async {
            end_signal().await;
            // A second signal does not wait for open connections.
            tokio::spawn(async { std::process::exit(128 + end_signal().await) });
        }))?;
        // A search that is still running does not keep the program alive.
        runtime.shutdown_timeout(Duration::ZERO);
        Ok(())
    }

    /// Serves requests until `end`, then lets the open connections finish their requests.
    pub async fn serve(self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        let limits = self.server.state.limits.clone();
        self.server.open_rooms().await;
        let socket = tokio::net::TcpListener::from_std(self.socket)?;
        let router = self.server.router();
        let slots = Slots::new(&limits);
        let shutdown = watch::Sender::new(false);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.idle)
            .max_buf_size(MAX_HEAD);
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        let mut end = std::pin::pin!(end);
        loop {
            let (stream, peer) = tokio::select! {
                // The end comes first, so that signals are caught before a request is answered.
                biased;
                () = &mut end => break,
                accepted = socket.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Most likely there are too many open files; some will be closed.
                        tracing::warn!("cannot accept a connection: {error}");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
            };
            let state = &self.server.state;
            let is_proxy = state.proxies.contains(peer.ip());
            let open = state.budgets.open_connection(peer.ip().into(), is_proxy);
            let open = match open {
                Ok(open) => slots
                    .take()
                    .await
                    .map(|slot| (open, slot))
                    .ok_or(ApiError::Busy),
                Err(error) => Err(error),
            };
            let (open, slot) = match open {
                Ok(open) => open,
                Err(error) => {
                    tracing::debug!("{peer}: {error}");
                    if let Ok(permit) = refusals.clone().try_acquire_owned() {
                        tokio::spawn(async move {
                            let _ = tokio::time::timeout(REFUSAL_TIME, refuse(stream, error)).await;
                            drop(permit);
                        });
                    }
                    continue;
                }
            };
            let _ = stream.set_nodelay(true);
            let place = Arc::new(Mutex::new(Some(slots.waiting.join())));
            let (router, is_reserved, without_head) =
                (router.clone(), slot.is_reserved, place.clone());
            let service = tower::service_fn(move |mut request: hyper::Request<Incoming>| {
                // It has said what it wants.
                without_head
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take();
                request.extensions_mut().insert(PeerAddress(peer));
                let refused = refused_head(&request, is_reserved);
                let router = router.clone();
                async move {
                    match refused {
                        Some(response) => Ok(response),
                        None => router.oneshot(request).await,
                    }
                }
            });
            let service = TowerToHyperService::new(service);
            // A client that does not read its response is disconnected too.
            let mut stream = Box::pin(TimeoutStream::new(stream));
            stream.as_mut().set_write_timeout_pinned(Some(limits.idle));
            let connection = http.serve_connection(TokioIo::new(stream), service);
            // A WebSocket ends the HTTP connection, so it does not count as one any more.
            let connection = connection.with_upgrades();
            let mut is_over = shutdown.subscribe();
            let head_time = limits.head;
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection);
                let ended = tokio::select! {
                    ended = connection.as_mut() => ended,
                    () = gives_up(&place, head_time) => Ok(()),
                    () = async { drop(is_over.wait_for(|is_over| *is_over).await) } => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!("{peer}: {error}");
                }
                drop((open, slot));
            });
        }
        drop(socket);
        if let Ok(rooms) = self.server.rooms() {
            rooms.drain().await;
        }
        shutdown.send_replace(true);
        // Each connection holds a receiver.
        let _ = tokio::time::timeout(limits.time, shutdown.closed()).await;
        Ok(())
    }
}

/// The places for connections.
struct Slots {
    ordinary: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    /// The connections that have not sent the head of a request yet.
    waiting: WaitingList,
}

/// The place of a connection.
struct Slot {
    /// Whether only some requests are answered.
    is_reserved: bool,
    _permit: OwnedSemaphorePermit,
}

impl Slots {
    fn new(limits: &Limits) -> Self {
        Self {
            ordinary: Arc::new(Semaphore::new(limits.connections)),
            reserved: Arc::new(Semaphore::new(limits.reserved_connections)),
            waiting: WaitingList::default(),
        }
    }

    /// Returns a place for a new connection. If all are in use, the oldest connection that has not
    /// sent the head of a request makes room.
    async fn take(&self) -> Option<Slot> {
        let ordinary = || self.ordinary.clone();
        let slot = |permit, is_reserved| Slot {
            is_reserved,
            _permit: permit,
        };
        if let Ok(permit) = ordinary().try_acquire_owned() {
            return Some(slot(permit, false));
        }
        if self.waiting.dismiss_oldest() {
            let permit = tokio::time::timeout(DISMISSAL_TIME, ordinary().acquire_owned());
            if let Ok(Ok(permit)) = permit.await {
                return Some(slot(permit, false));
            }
        }
        let reserved = self.reserved.clone().try_acquire_owned();
        reserved.ok().map(|permit| slot(permit, true))
    }
}

/// Waits until a connection ends that sends no head of a request: because it takes too long, or
/// because another one needs its place.
async fn gives_up(place: &Mutex<Option<WaitingPlace>>, time: Duration) {
    let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
    let dismissal = lock().as_ref().map(WaitingPlace::dismissal);
    let Some(dismissal) = dismissal else {
        return std::future::pending().await;
    };
    let _ = tokio::time::timeout(time, dismissal.notified()).await;
    // It may have sent one in the meantime.
    if lock().is_none() {
        std::future::pending().await
    }
}

/// Returns the response to a request whose head is too long, or that has no right to a reserved place.
fn refused_head(request: &hyper::Request<Incoming>, is_reserved: bool) -> Option<Response> {
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| name.as_str().len() + value.len());
    let uri = request
        .uri()
        .path_and_query()
        .map_or(0, |it| it.as_str().len());
    if uri + headers.sum::<usize>() > MAX_HEAD {
        return Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response());
    }
    let path = request.uri().path();
    let is_served = RESERVED_FOR.iter().any(|end| path.ends_with(end));
    if !is_reserved || is_served {
        return None;
    }
    let mut response = ApiError::Busy.into_response();
    let headers = response.headers_mut();
    security::set_headers(headers);
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    Some(response)
}

/// The ends of the paths for which there are always places: checks of the server, and the rooms.
const RESERVED_FOR: [&str; 3] = ["/health", "/ready", "/api/v1/rooms/socket"];

/// The time until a connection that makes room is closed.
const DISMISSAL_TIME: Duration = Duration::from_millis(100);

/// Raises the number of files and sockets that this program may open, as far as it is allowed to.
#[cfg(target_os = "linux")]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum || limit.maximum.is_none() {
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!("cannot raise the limit of open files: {error}");
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn raise_file_limit() {}

/// The size of the longest head of a request in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The number of connections that are told at the same time why they are refused; others are just
/// closed.
const REFUSALS: usize = 64;

/// The time for telling a client why its connection is refused.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// Sends a problem document to a client whose connection is refused, and ends the connection.
async fn refuse(mut stream: TcpStream, error: ApiError) -> io::Result<()> {
    stream.write_all(&refusal(error)).await?;
    stream.shutdown().await?;
    // If there were unread bytes, closing the connection would discard the response.
    let mut request = [0; 4 << 10];
    while stream.read(&mut request).await? > 0 {}
    Ok(())
}

/// Returns the bytes of a whole response that ends its connection.
fn refusal(error: ApiError) -> Vec<u8> {
    let body = serde_json::to_vec(&error.problem_document());
    let body = body.expect("a problem document can be written as JSON");
    let mut response = error.into_response();
    let status = response.status();
    let headers = response.headers_mut();
    security::set_headers(headers);
    headers.insert(header::CONTENT_LENGTH, body.len().into());
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let mut bytes = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for (name, value) in response.headers() {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(&body);
    bytes
}
