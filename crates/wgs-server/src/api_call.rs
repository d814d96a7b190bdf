//! One call of the API: reads the request and runs it in the worker pools.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use wgs_engine::Budget;

use crate::Server;
use crate::api_error::ApiError;
use crate::client::PeerAddress;
use crate::client_account::OpenRequest;
use crate::json_body::{BodyLimit, read_json};
use crate::reply_document::ReplyDocument;
use crate::request::ApiRequest;
use crate::request_context::RequestContext;
use crate::worker_pool::{Lane, PoolError, WorkLimits};

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
    deadline: Instant,
}

impl Dispatcher {
    /// Sets the deadline of a request, counted from now. Fails if its client has too many.
    pub(crate) fn new(request: &Request, server: &Server) -> Result<Self, ApiError> {
        let peer = request.extensions().get::<PeerAddress>().copied();
        let client = server.state.proxies.client(peer, request.headers());
        Ok(Self {
            server: server.clone(),
            open: server.state.accounts.open_request(client)?,
            deadline: Instant::now() + server.state.limits.time,
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
            deadline: self.deadline,
            time: self.server.state.limits.time,
        };
        read_json(request, limit, &mut self.open).await
    }

    /// Runs work in a pool. The work gets the server and its budget.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&Server, &Budget) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let state = &self.server.state;
        let limits = &state.limits;
        let (pool, time, memory) = match lane {
            Lane::Small => (&state.small_pool, limits.small_time, limits.small_memory),
            Lane::Long => (&state.long_pool, Duration::MAX, limits.memory),
        };
        let work_limits = WorkLimits {
            deadline: self.deadline,
            time,
            memory,
        };
        let server = self.server.clone();
        let work = move |budget: &Budget| work(&server, budget);
        match pool.run(self.open.client(), work_limits, work).await {
            Ok(result) => result,
            Err(PoolError::QueueFull) => Err(ApiError::Busy),
            Err(PoolError::ClientQueueFull) => Err(ApiError::ClientLimit {
                what: "waiting requests",
                most: limits.queue_per_client,
            }),
            Err(PoolError::DeadlinePassed) => Err(ApiError::TimeLimit(limits.time)),
            Err(PoolError::Panicked) => Err(ApiError::Panic),
        }
    }

    /// Runs work in the small lane, and again in the long lane if it does not fit there.
    pub(crate) async fn run_in_lanes<T: Send + 'static>(
        &mut self,
        first: Lane,
        work: impl Fn(&Server, &Budget, Lane) -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let work = Arc::new(work);
        let in_lane = |lane: Lane| {
            let work = work.clone();
            move |server: &Server, budget: &Budget| work(server, budget, lane)
        };
        if first == Lane::Small {
            match self.run(Lane::Small, in_lane(Lane::Small)).await {
                Err(ApiError::Stopped(_)) => {}
                result => return result,
            }
        }
        self.open.set_large();
        let result = self.run(Lane::Long, in_lane(Lane::Long)).await;
        result.map_err(|error| error.with_limit(&self.server.state.limits))
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
        let deadline = dispatcher.deadline;
        let lane = request.lane();
        let work = move |server: &Server, budget: &Budget, lane: Lane| {
            let context = RequestContext {
                configuration: &server.state.store.current(),
                limits: &server.state.limits,
                deadline,
                budget,
                lane,
                worker: RefCell::default(),
            };
            request.reply(&context)
        };
        let document = dispatcher.run_in_lanes(lane, work).await?;
        dispatcher.respond(document)
    }
}
