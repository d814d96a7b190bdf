//! Connections: taken, timed, counted, and ended with grace.

use std::io::{self, IsTerminal};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use tracing::level_filters::LevelFilter;

use crate::asked::Peer;
use crate::{Hosts, Options, Server, StoreError};

/// Why a server cannot run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Someone else has the port.
    #[error(
        "port {port} is taken, perhaps by another wgs serve; choose another with --port, or any free one with --port 0"
    )]
    Taken {
        /// The port.
        port: u16,
    },
    /// The address cannot be used.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: io::Error,
    },
    /// The configuration cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no runtime.
    #[error("cannot start: {0}")]
    Start(#[from] io::Error),
}

/// A server with its port open.
pub struct Listener {
    server: Server,
    address: SocketAddr,
    socket: std::net::TcpListener,
}

impl Listener {
    /// Opens a port: any free one, if it is 0. Asked by names of this machine only, if the
    /// address is one of this machine only.
    pub fn new(host: IpAddr, port: u16, mut options: Options) -> Result<Self, ServeError> {
        let address = SocketAddr::new(host, port);
        let socket =
            std::net::TcpListener::bind(address).map_err(|reason| match reason.kind() {
                io::ErrorKind::AddrInUse => ServeError::Taken { port },
                _ => ServeError::Listen { address, reason },
            })?;
        socket.set_nonblocking(true)?;
        let address = socket.local_addr()?;
        options.hosts = match host.is_loopback() {
            true => Hosts::LocalPort(address.port()),
            false => Hosts::Any,
        };
        Ok(Self {
            server: Server::new(options)?,
            address,
            socket,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What answers.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Answers until someone interrupts the program.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.answer(async {
            let _ = tokio::signal::ctrl_c().await;
        }))?;
        // Work that cannot be stopped does not keep the program.
        runtime.shutdown_timeout(Duration::ZERO);
        Ok(())
    }

    /// Answers until `end`, then lets connections finish what they are at.
    pub async fn answer(self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        let limits = self.server.parts.limits.clone();
        let socket = tokio::net::TcpListener::from_std(self.socket)?;
        let router = self.server.router();
        let places = Arc::new(Semaphore::new(limits.connections));
        let graceful = GracefulShutdown::new();
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.idle)
            .max_buf_size(64 << 10);
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = async {
                // Whoever comes when all places are taken waits for one.
                let place = places.clone().acquire_owned().await;
                (socket.accept().await, place)
            };
            let (stream, peer, place) = tokio::select! {
                (accepted, place) = accepted => match accepted {
                    Ok((stream, peer)) => (stream, peer, place),
                    Err(error) => {
                        // Too many open files, most likely: some will be closed.
                        tracing::warn!("cannot take a connection: {error}");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
                () = &mut end => break,
            };
            let _ = stream.set_nodelay(true);
            let service = router
                .clone()
                .map_request(move |mut request: hyper::Request<_>| {
                    request.extensions_mut().insert(Peer(peer));
                    request
                });
            let service = TowerToHyperService::new(service);
            // Who does not read the answer is not waited for either.
            let mut stream = Box::pin(TimeoutStream::new(stream));
            stream.as_mut().set_write_timeout_pinned(Some(limits.idle));
            let connection = http.serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!("{peer}: {error}");
                }
                drop(place);
            });
        }
        drop(socket);
        let _ = tokio::time::timeout(limits.time, graceful.shutdown()).await;
        Ok(())
    }
}

/// Has what happens told on standard error, from this level on: `error`, `warn`, `info`,
/// `debug` or `trace`. Tells which there are, if it is none of them.
pub fn log_to_stderr(level: &str) -> Result<(), String> {
    let level: LevelFilter = level
        .parse()
        .map_err(|_| "wanted error, warn, info, debug, trace or off".to_owned())?;
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .try_init();
    Ok(())
}
