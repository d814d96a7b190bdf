//! The HTTP server of the word-game engine: an API under `/api/v1/` whose replies are those of
//! the command line with `--json`, its description at `/api/`, and the web app if the build
//! includes it. This is the only asynchronous crate; everything that takes long runs in
//! worker pools.
//!
//! ```
//! use axum::body::Body;
//! use axum::http::Request;
//! use tower::ServiceExt;
//! use wgs_server::{Options, Server};
//!
//! let server = Server::new(Options::default())?;
//! let request = Request::post("/api/v1/score")
//!     .header("host", "localhost")
//!     .header("content-type", "application/json")
//!     .body(Body::from(r#"{"game": "Boggle (New)", "board": "STNDTEIELARSMRTO"}"#))?;
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! let response = runtime.block_on(server.router().oneshot(request))?;
//! assert_eq!(response.status(), 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A request such as `POST solve` passes through the modules up to `reply_document`, in this order; the
//! others serve them, or other routes.
//!
//! | module | what it holds |
//! |---|---|
//! | `listener` | accepts connections |
//! | `address` | who sends a request, the address that clients see, and the path below which a proxy publishes the server |
//! | `network` | the addresses and names of this machine |
//! | `security` | checks of host, origin and token; the headers of every response |
//! | `router` | the routes and their handlers |
//! | `client_budget` | what each client uses and may use |
//! | `api_call` | reads a request, and runs it in the small lane, or in the long one if it is too large |
//! | `json_body` | reads a JSON body within its limits |
//! | `worker_pool` | the threads that search, and their fair queue; one pool for each lane |
//! | `request` | a module for each request of the API, about one board or several: its fields and its reply |
//! | `request_context` | what a reply is computed with: configuration, limits, deadline |
//! | `config_store` | the configuration in use and its file |
//! | `solution_list` | the solutions of a board and their JSON |
//! | `reply_document` | the JSON of a reply, which is sent while the client reads |
//! | `api_error` | every error and its status code |
//! | `problem_document` | the JSON of an error |
//! | `openapi` | the OpenAPI document and the page that shows it |
//! | `asyncapi` | the AsyncAPI document: the messages of rooms |
//! | `cluster` | several servers that form one service |
//! | `room_host` | rooms: their tasks, their WebSockets, and what they store |
//! | `record_route`, `record_store` | the best boards that hunts have found, and running hunts |
//! | `room_route` | the routes of rooms and players |
//! | `monitoring`, `metrics_text` | the routes for monitoring, and the figures that they show |
//! | `limits` | all limits on requests |
//! | `rate_limit` | limits on how often something happens |
//! | `log` | what is written to standard error |
//! | `memory_return` | gives memory back to the system after large requests |

mod address;
mod api_call;
mod api_error;
mod asyncapi;
mod client_budget;
mod cluster;
mod config_store;
mod json_body;
mod limits;
mod listener;
mod log;
mod memory_return;
mod metrics_text;
mod monitoring;
mod network;
mod openapi;
mod problem_document;
mod rate_limit;
mod record_route;
mod record_store;
mod reply_document;
mod request;
mod request_context;
mod room_host;
mod room_route;
pub mod room_storage;
mod router;
mod security;
mod site;
mod solution_list;
mod waiting_list;
mod worker_pool;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::middleware::from_fn_with_state;

pub use address::{BasePath, BasePathError};
pub use cluster::ClusterError;
pub use config_store::StoreError;
pub use limits::Limits;
pub use listener::{Listener, ServeError};
pub use log::{LogFormat, NotALogFormat, log_to_stderr};
pub use room_host::{RoomHostError, RoomOptions};
pub use site::Site;

use address::Proxies;
use api_error::{ApiError, NO_ROOMS};
use client_budget::{ClientBudgets, Resource};
use config_store::ConfigStore;
use monitoring::HttpMetrics;
use record_store::RecordStore;
use room_host::RoomHost;
use room_storage::RoomStorage;
use worker_pool::{PoolOptions, WorkerPool};

/// The options of a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The configuration file; without one, the embedded configuration is used.
    pub config: Option<PathBuf>,
    /// The folders in which configurations saved later may name dictionaries; without any, the
    /// folder of the configuration file.
    pub folders: Vec<PathBuf>,
    /// The token that allows saving the configuration; without one, it cannot be saved.
    pub token: Option<String>,
    /// The hosts that requests may be addressed to.
    pub hosts: Hosts,
    /// Other host names that requests may be addressed to, such as that of a proxy.
    pub host_names: Vec<String>,
    /// The addresses of reverse proxies. A proxy names the client of a request, and the host and
    /// scheme that the client asked for, in the headers X-Forwarded-For, -Host and -Proto, which are
    /// ignored in requests of others.
    pub proxies: Vec<IpAddr>,
    /// The path under which a proxy publishes the server.
    pub base_path: BasePath,
    /// The limits on requests.
    pub limits: Limits,
    /// The options of rooms; without any, there are no rooms.
    pub rooms: Option<RoomOptions>,
    /// The folder with the records and hunts of the server's owner; without one, only the records that
    /// come with wgs are shown.
    pub data_folder: Option<PathBuf>,
    /// The web app, instead of the one that this build includes.
    pub site: Option<Site>,
}

/// The hosts that requests may be addressed to. Checking them keeps out websites whose
/// names resolve to this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hosts {
    /// The names and addresses of this machine, on any port.
    #[default]
    Local,
    /// The names and addresses of this machine, on this port.
    LocalPort(u16),
    /// This address, and the names and addresses of this machine, on any port. If it is
    /// unspecified, such as 0.0.0.0, any address, but no name.
    Address(IpAddr),
}

/// Whether rooms are available.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RoomStatus {
    /// The server was started without rooms.
    Off,
    /// The database is not open yet.
    NotOpen,
    /// Rooms are stored here.
    Open(room_storage::DatabaseLocation),
    /// The database cannot be used.
    Failed(RoomHostError),
}

/// A server without a socket; [`Listener`] adds one. Clones share everything.
#[derive(Clone)]
pub struct Server {
    state: Arc<ServerState>,
}

/// The state that all requests share.
struct ServerState {
    store: ConfigStore,
    small_pool: WorkerPool,
    long_pool: WorkerPool,
    budgets: ClientBudgets,
    proxies: Proxies,
    token: Option<String>,
    hosts: Hosts,
    host_names: Vec<String>,
    /// The address that a [`Listener`] listens on.
    listening: Option<SocketAddr>,
    /// Whether a proxy or another name leads to the server.
    is_published: bool,
    base_path: BasePath,
    limits: Limits,
    records: RecordStore,
    site: Site,
    metrics: HttpMetrics,
    /// The options of rooms.
    room_options: Option<RoomOptions>,
    /// The host of rooms, or why there is none, once that is known.
    rooms: OnceLock<Result<RoomHost, RoomHostError>>,
}

impl Drop for ServerState {
    fn drop(&mut self) {
        if let Some(Ok(rooms)) = self.rooms.get() {
            rooms.stop();
        }
    }
}

/// The state of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activity {
    /// The number of open connections.
    pub connections: usize,
    /// The number of threads that compute replies.
    pub running: usize,
    /// The number of requests that wait for a thread.
    pub waiting: usize,
    /// The number of bytes that requests and unread replies hold, without small ones.
    pub held_bytes: usize,
}

impl Server {
    /// Reads the configuration and starts the worker threads.
    pub fn new(options: Options) -> Result<Self, StoreError> {
        Self::listening_on(options, None)
    }

    /// Does the same for a server that listens on an address, and so answers to the names of this
    /// machine.
    fn listening_on(
        mut options: Options,
        listening: Option<SocketAddr>,
    ) -> Result<Self, StoreError> {
        let is_published = !(options.proxies.is_empty() && options.host_names.is_empty());
        if listening.is_some() {
            options.host_names.extend(network::own_names());
        }
        let limits = options.limits;
        let pool = |name: &'static str, has_low_priority: bool| {
            WorkerPool::new(PoolOptions {
                name,
                has_low_priority,
                threads: limits.threads,
                queue: limits.queue,
                queue_per_client: limits.queue_per_client,
            })
        };
        Ok(Self {
            state: Arc::new(ServerState {
                store: ConfigStore::new(options.config, &options.folders, &limits)?,
                small_pool: pool("wgs-small", false),
                long_pool: pool("wgs-long", true),
                budgets: ClientBudgets::new(&limits),
                proxies: Proxies::new(&options.proxies),
                token: options.token,
                hosts: options.hosts,
                host_names: options.host_names,
                listening,
                is_published,
                base_path: options.base_path,
                limits,
                records: RecordStore::new(options.data_folder),
                site: options.site.unwrap_or_else(Site::embedded),
                metrics: HttpMetrics::default(),
                room_options: options.rooms,
                rooms: OnceLock::new(),
            }),
        })
    }

    /// Opens the database of rooms, if there are options for them. [`Listener::serve`] does this;
    /// before, there are no rooms. An error is remembered, and everything else works without rooms.
    /// This must be called in a tokio runtime.
    pub async fn open_rooms(&self) {
        self.set_rooms(None).await;
    }

    /// Keeps rooms in a database that is open already, instead of that of the options. This must be
    /// called in a tokio runtime, and before [`Listener::serve`].
    pub async fn open_rooms_in(&self, storage: Arc<dyn RoomStorage>) {
        self.set_rooms(Some(storage)).await;
    }

    async fn set_rooms(&self, storage: Option<Arc<dyn RoomStorage>>) {
        let state = &self.state;
        if let (Some(options), None) = (&state.room_options, state.rooms.get()) {
            let server = Arc::downgrade(state);
            let budgets = state.budgets.clone();
            let opened = RoomHost::open(options.clone(), server, budgets, storage).await;
            let _ = state.rooms.set(opened);
        }
    }

    /// Returns whether rooms are available, and if not, why.
    pub fn room_status(&self) -> RoomStatus {
        match (&self.state.room_options, self.state.rooms.get()) {
            (None, _) => RoomStatus::Off,
            (Some(options), Some(Ok(_))) => RoomStatus::Open(options.database.clone()),
            (Some(_), Some(Err(error))) => RoomStatus::Failed(error.clone()),
            (Some(_), None) => RoomStatus::NotOpen,
        }
    }

    /// The host of rooms, or why there is none.
    fn rooms(&self) -> Result<&RoomHost, ApiError> {
        match self.state.rooms.get() {
            Some(Ok(rooms)) => Ok(rooms),
            Some(Err(_)) => Err(ApiError::Rooms(
                "this server could not open its database of rooms".to_owned(),
            )),
            None => Err(ApiError::Rooms(NO_ROOMS.to_owned())),
        }
    }

    /// Returns all routes as a service.
    pub fn router(&self) -> Router {
        let router = router::router(self);
        match self.state.base_path.is_root() {
            true => router,
            false => Router::new()
                .fallback_service(router)
                .layer(from_fn_with_state(self.clone(), address::remove_base_path)),
        }
    }

    /// Returns what the server is doing.
    pub fn activity(&self) -> Activity {
        let state = &self.state;
        let pools = [&state.small_pool, &state.long_pool].map(WorkerPool::load);
        Activity {
            connections: state.budgets.total(Resource::Connections),
            running: pools.iter().map(|(running, _)| running).sum(),
            waiting: pools.iter().map(|(_, waiting)| waiting).sum(),
            held_bytes: state.budgets.total(Resource::Bytes),
        }
    }

    /// Returns the addresses for browsers on other machines: those of the local network first, then
    /// others, then the names of this machine. There are none if it listens on this machine only.
    pub fn network_addresses(&self) -> Vec<String> {
        let hosts = self.state.listening.map(network::hosts_for_others);
        let path = &self.state.base_path;
        let hosts = hosts.into_iter().flatten();
        hosts.map(|host| format!("http://{host}{path}")).collect()
    }

    /// Returns whether the configuration can be saved.
    pub fn is_config_writable(&self) -> bool {
        self.state.token.is_some() && self.state.store.is_writable()
    }

    /// Returns whether there is a web app: this build includes it, or there is a folder with it.
    pub fn has_page(&self) -> bool {
        self.state.site.has_page()
    }
}

/// Returns a random token of 192 bits.
pub fn new_token() -> String {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
