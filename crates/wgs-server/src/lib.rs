//! The HTTP face of the engine: an API under `/api/v1/` that answers as the command line
//! does with `--json`, its description at `/api/`, and the page, if it was built in. The only
//! crate that is asynchronous; all that takes long happens behind one door.
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
//! | module | what it holds |
//! |---|---|
//! | `answer` | questions and their answers, without HTTP |
//! | `api` | the routes |
//! | `asked` | a question as it comes in by HTTP |
//! | `describe` | the OpenAPI document, and the page made of it |
//! | `door` | the way to the threads that do the work |
//! | `guard` | what holds for every request and every answer |
//! | `limit` | how much one request may ask for |
//! | `listen` | connections |
//! | `refusal` | why not, as a problem document |
//! | `request` | what may be asked, as JSON |
//! | `shelf` | games that were opened |
//! | `site` | the page |
//! | `store` | the configuration file |

mod answer;
mod api;
mod asked;
mod describe;
mod door;
mod guard;
mod limit;
mod listen;
mod refusal;
mod request;
mod shelf;
mod site;
mod store;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;

pub use limit::Limits;
pub use listen::{Listener, ServeError, log_to_stderr};
pub use store::StoreError;

use door::Door;
use store::Store;

/// What a server starts with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The configuration file; without one, the embedded configuration.
    pub config: Option<PathBuf>,
    /// Where the dictionaries of configurations that are saved later may be, instead of the
    /// folder of the configuration file.
    pub folders: Vec<PathBuf>,
    /// What lets its bearer save the configuration; without it, nobody can.
    pub token: Option<String>,
    /// By which hosts the server may be asked.
    pub hosts: Hosts,
    /// How much one request may ask for.
    pub limits: Limits,
}

/// By which hosts a server may be asked, against pages elsewhere whose names lead here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hosts {
    /// By the names of this machine, on any port.
    #[default]
    Local,
    /// By the names of this machine, on this port.
    LocalPort(u16),
    /// By any name.
    Any,
}

/// A server, ready to answer.
#[derive(Clone)]
pub struct Server {
    parts: Arc<Parts>,
}

/// What every request shares.
struct Parts {
    store: Store,
    door: Door,
    token: Option<String>,
    hosts: Hosts,
    limits: Limits,
}

impl Server {
    /// Reads the configuration and starts the threads that do the work.
    pub fn new(options: Options) -> Result<Self, StoreError> {
        let limits = options.limits;
        Ok(Self {
            parts: Arc::new(Parts {
                store: Store::new(options.config, &options.folders, &limits)?,
                door: Door::new(limits.threads, limits.queue),
                token: options.token,
                hosts: options.hosts,
                limits,
            }),
        })
    }

    /// All routes.
    pub fn router(&self) -> Router {
        api::router(self)
    }

    /// Whether the configuration can be saved.
    pub fn is_config_writable(&self) -> bool {
        self.parts.token.is_some() && self.parts.store.is_writable()
    }

    /// Whether the page is built in.
    pub fn has_page() -> bool {
        site::is_built_in()
    }
}

/// A token that nobody can guess: 192 bits.
pub fn new_token() -> String {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).expect("the system has chance to give");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
