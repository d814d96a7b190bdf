//! The HTTP server of the word-game engine: an API under `/api/v1/` whose replies are those of
//! the command line with `--json`, its description at `/api/`, and the web app if the build
//! includes it. This is the only asynchronous crate; everything that takes long runs in one
//! worker pool.
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
//! A request passes through these modules in this order; those at the end serve all of them.
//!
//! | module | what it holds |
//! |---|---|
//! | `listener` | accepts connections |
//! | `security` | checks of host, origin and token; the headers of every response |
//! | `router` | the routes and their handlers |
//! | `api_call` | reads a request and runs it in the worker pool |
//! | `json_body` | reads a JSON body within its limits |
//! | `worker_pool` | the threads that search, and their fair queue |
//! | `request` | a module for each request of the API: its fields and its reply |
//! | `request_context` | what a reply is computed with: configuration, limits, deadline |
//! | `batch` | requests about one board or several |
//! | `api_error` | every error and its status code |
//! | `problem_document` | the JSON of an error |
//! | `config_store` | the configuration in use and its file |
//! | `embedded_site` | the files of the web app |
//! | `openapi` | the OpenAPI document and the page that shows it |
//! | `limits` | all limits on requests |

mod api_call;
mod api_error;
mod batch;
mod config_store;
mod embedded_site;
mod json_body;
mod limits;
mod listener;
mod openapi;
mod problem_document;
mod request;
mod request_context;
mod router;
mod security;
mod worker_pool;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;

pub use config_store::StoreError;
pub use limits::Limits;
pub use listener::{Listener, ServeError, log_to_stderr};

use config_store::ConfigStore;
use worker_pool::WorkerPool;

/// The options of a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The configuration file; without one, the embedded configuration is used.
    pub config: Option<PathBuf>,
    /// The folders in which configurations saved later may name dictionaries; without any, the
    /// folder of the configuration file.
    pub folders: Vec<PathBuf>,
    /// The token that allows saving the configuration; without one, nobody can save it.
    pub token: Option<String>,
    /// The host names that requests may be addressed to.
    pub hosts: Hosts,
    /// The limits on requests.
    pub limits: Limits,
}

/// The host names that requests may be addressed to. Checking them keeps out websites whose
/// names resolve to this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hosts {
    /// The names and addresses of this machine, on any port.
    #[default]
    Local,
    /// The names and addresses of this machine, on this port.
    LocalPort(u16),
    /// Any name.
    Any,
}

/// A server without a socket; [`Listener`] adds one. Clones share everything.
#[derive(Clone)]
pub struct Server {
    state: Arc<ServerState>,
}

/// What all requests share.
struct ServerState {
    store: ConfigStore,
    pool: WorkerPool,
    token: Option<String>,
    hosts: Hosts,
    limits: Limits,
}

impl Server {
    /// Reads the configuration and starts the worker threads.
    pub fn new(options: Options) -> Result<Self, StoreError> {
        let limits = options.limits;
        Ok(Self {
            state: Arc::new(ServerState {
                store: ConfigStore::new(options.config, &options.folders, &limits)?,
                pool: WorkerPool::new(limits.threads, limits.queue),
                token: options.token,
                hosts: options.hosts,
                limits,
            }),
        })
    }

    /// Returns all routes as a service.
    pub fn router(&self) -> Router {
        router::router(self)
    }

    /// Returns whether the configuration can be saved.
    pub fn is_config_writable(&self) -> bool {
        self.state.token.is_some() && self.state.store.is_writable()
    }

    /// Returns whether this build includes the web app.
    pub fn has_page() -> bool {
        embedded_site::is_built_in()
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
