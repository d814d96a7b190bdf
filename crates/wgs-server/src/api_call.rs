//! One call of the API: reads the request, and runs its work in the worker pools.
//!
//! Work runs in one of two [lanes](Lane), each with a pool of threads. It begins in the small lane,
//! whose threads no request keeps for long. Work that is too large for the small lane begins again in
//! the long one; work that is known to be long begins there. Rooms use the same lanes.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use thiserror::Error;
use wgs_engine::Budget;

use crate::Server;
use crate::address::{Client, PeerAddress};
use crate::api_error::ApiError;
use crate::client_budget::OpenRequest;
use crate::json_body::{BodyLimit, read_json};
use crate::reply_document::ReplyDocument;
use crate::request::ApiRequest;
use crate::request_context::RequestContext;
use crate::worker_pool::{PoolError, WorkLimits};

/// Which threads do the work of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Threads that no request keeps for long.
    Small,
    /// Threads for work that may take until its deadline.
    Long,
}

/// Why work in a lane has no result.
#[derive(Debug, Error)]
pub(crate) enum LaneError {
    /// The work should begin again in the long lane. Nothing is too large for that.
    #[error("the work is too large for the small lane")]
    TooLarge,
    #[error(transparent)]
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for LaneError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// How work ended in the small lane.
enum SmallOutcome<T> {
    Done(T),
    /// It must begin again in the long lane.
    TooLarge,
}

/// Who waits for work, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkTerms {
    pub(crate) client: Client,
    pub(crate) deadline: Instant,
    /// The processor time that the work may take in the long lane.
    pub(crate) long_time: Duration,
}

impl Server {
    /// Runs work, first in this lane, and then in the long one if it is too large for the small one.
    /// `before_long` is called before it begins in the long lane.
    pub(crate) async fn run_from<T: Send + 'static>(
        &self,
        first: Lane,
        terms: WorkTerms,
        work: impl Fn(&RequestContext<'_>) -> Result<T, LaneError> + Send + Sync + 'static,
        before_long: impl FnOnce(),
    ) -> Result<T, ApiError> {
        let work = Arc::new(work);
        if first == Lane::Small {
            let work = work.clone();
            let small = self.run_small(terms, move |context| work(context));
            match small.await? {
                SmallOutcome::Done(result) => return Ok(result),
                SmallOutcome::TooLarge => {}
            }
        }
        before_long();
        let long = self.run_in(Lane::Long, terms, move |context| work(context));
        match long.await? {
            Ok(result) => Ok(result),
            Err(LaneError::Failed(error)) => Err(error.with_limit(&self.state.limits)),
            Err(LaneError::TooLarge) => unreachable!("nothing is too large for the long lane"),
        }
    }

    async fn run_small<T: Send + 'static>(
        &self,
        terms: WorkTerms,
        work: impl FnOnce(&RequestContext<'_>) -> Result<T, LaneError> + Send + 'static,
    ) -> Result<SmallOutcome<T>, ApiError> {
        match self.run_in(Lane::Small, terms, work).await? {
            Ok(result) => Ok(SmallOutcome::Done(result)),
            // A search that was stopped has used up the time or the memory of the lane.
            Err(LaneError::TooLarge | LaneError::Failed(ApiError::Stopped(_))) => {
                Ok(SmallOutcome::TooLarge)
            }
            Err(LaneError::Failed(error)) => Err(error),
        }
    }

    /// Runs work on the threads of a lane.
    async fn run_in<T: Send + 'static>(
        &self,
        lane: Lane,
        terms: WorkTerms,
        work: impl FnOnce(&RequestContext<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let state = &self.state;
        let limits = &state.limits;
        let (client, deadline) = (terms.client, terms.deadline);
        let (pool, time, memory) = match lane {
            Lane::Small => (&state.small_pool, limits.small_time, limits.small_memory),
            Lane::Long => (&state.long_pool, terms.long_time, limits.memory),
        };
        let work_limits = WorkLimits {
            deadline,
            time,
            memory,
        };
        let server = self.clone();
        let work = move |budget: &Budget| {
            work(&RequestContext {
                configuration: &server.state.store.current(),
                limits: &server.state.limits,
                deadline,
                budget,
                lane,
                worker: RefCell::default(),
            })
        };
        let result = pool.run(client, work_limits, work).await;
        result.map_err(|error| match error {
            PoolError::ClientQueueFull if !matches!(client, Client::Room(_)) => {
                ApiError::ClientLimit {
                    what: "waiting requests",
                    most: limits.queue_per_client,
                }
            }
            PoolError::QueueFull | PoolError::ClientQueueFull => ApiError::Busy,
            PoolError::DeadlinePassed => ApiError::TimeLimit(limits.time),
            PoolError::Panicked => ApiError::Panic,
        })
    }
}

/// A reply that is already written as JSON.
pub(crate) struct JsonBytes(pub(crate) Vec<u8>);

impl IntoResponse for JsonBytes {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Runs the blocking work of one request in the worker pools, on behalf of its client and until
/// its deadline.
pub(crate) struct Dispatcher {
    server: Server,
    open: OpenRequest,
    terms: WorkTerms,
}

impl Dispatcher {
    /// Sets the deadline of a request, counted from now. Fails if its client has too many.
    pub(crate) fn new(request: &Request, server: &Server) -> Result<Self, ApiError> {
        let peer = request.extensions().get::<PeerAddress>().copied();
        let client = server.state.proxies.client(peer, request.headers());
        Ok(Self {
            server: server.clone(),
            open: server.state.budgets.open_request(client)?,
            terms: WorkTerms {
                client,
                deadline: Instant::now() + server.state.limits.time,
                long_time: Duration::MAX,
            },
        })
    }

    /// Reads a body of at most this many bytes.
    pub(crate) async fn read_json<T: DeserializeOwned>(
        &mut self,
        request: Request,
        bytes: usize,
    ) -> Result<T, ApiError> {
        let limit = BodyLimit {
            bytes,
            deadline: self.terms.deadline,
            time: self.server.state.limits.time,
        };
        read_json(request, limit, &mut self.open).await
    }

    /// Runs work, first in this lane, and then in the long one if it is too large for the small one.
    pub(crate) async fn run<T: Send + 'static>(
        &mut self,
        first: Lane,
        work: impl Fn(&RequestContext<'_>) -> Result<T, LaneError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let Self {
            server,
            open,
            terms,
        } = self;
        server
            .run_from(first, *terms, work, || open.set_large())
            .await
    }

    /// Runs work that is always small enough for the small lane.
    pub(crate) async fn run_small<T: Send + 'static>(
        &self,
        work: impl FnOnce(&RequestContext<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.server.run_in(Lane::Small, self.terms, work).await?
    }

    /// Returns the response with a reply.
    pub(crate) fn respond(mut self, document: ReplyDocument) -> Result<Response, ApiError> {
        self.open.hold(document.held())?;
        Ok(document.into_response(self.open))
    }
}

impl FromRequest<Server> for Dispatcher {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Server) -> Result<Self, ApiError> {
        Self::new(&request, server)
    }
}

/// A request whose body was read.
pub(crate) struct ApiCall<R> {
    request: R,
    dispatcher: Dispatcher,
}

impl<R: ApiRequest> FromRequest<Server> for ApiCall<R> {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Server) -> Result<Self, ApiError> {
        let mut dispatcher = Dispatcher::new(&request, server)?;
        let limit = server.state.limits.body;
        let request = dispatcher.read_json(request, limit).await?;
        Ok(Self {
            request,
            dispatcher,
        })
    }
}

impl<R: ApiRequest> ApiCall<R> {
    /// Computes the reply in the worker pools. Computing small boards on the asynchronous
    /// threads gave 39,100 instead of 38,300 requests per second, too little to risk that an
    /// expensive board which looks small blocks them.
    pub(crate) async fn reply(self) -> Result<Response, ApiError> {
        let Self {
            request,
            mut dispatcher,
        } = self;
        let first = request.first_lane();
        let work = move |context: &RequestContext<'_>| request.reply(context);
        let document = dispatcher.run(first, work).await?;
        dispatcher.respond(document)
    }
}
