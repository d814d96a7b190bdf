//! One call of the API: reads the request and runs it in the worker pool.

use std::net::SocketAddr;
use std::time::Instant;

use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::Server;
use crate::api_error::ApiError;
use crate::json_body::{BodyLimit, read_json};
use crate::request::ApiRequest;
use crate::request_context::RequestContext;
use crate::worker_pool::{Client, PoolError};

/// The address of the client, which the listener attaches to every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// A reply that is already written as JSON.
pub(crate) struct JsonBytes(pub(crate) Vec<u8>);

impl IntoResponse for JsonBytes {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Runs the blocking work of one request in the worker pool, on behalf of its client and until
/// its deadline.
pub(crate) struct Dispatcher {
    server: Server,
    client: Client,
    deadline: Instant,
}

impl Dispatcher {
    /// Sets the deadline of a request, counted from now.
    pub(crate) fn new(request: &Request, server: &Server) -> Self {
        let peer = request.extensions().get::<PeerAddress>();
        Self {
            server: server.clone(),
            client: peer.map_or(Client::Unknown, |peer| peer.0.into()),
            deadline: Instant::now() + server.state.limits.time,
        }
    }

    /// Returns the limit for a body of at most this many bytes.
    pub(crate) fn body_limit(&self, bytes: usize) -> BodyLimit {
        BodyLimit {
            bytes,
            deadline: self.deadline,
            time: self.server.state.limits.time,
        }
    }

    /// Runs work in the pool. The work gets the server and the deadline.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&Server, Instant) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Self {
            server,
            client,
            deadline,
        } = self;
        let state = server.state.clone();
        let work = move || work(&server, deadline);
        match state.pool.run(client, deadline, work).await {
            Ok(result) => result,
            Err(PoolError::QueueFull) => Err(ApiError::Busy),
            Err(PoolError::DeadlinePassed) => Err(ApiError::TimeLimit(state.limits.time)),
            Err(PoolError::Panicked) => Err(ApiError::Panic),
        }
    }
}

impl FromRequest<Server> for Dispatcher {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Server) -> Result<Self, ApiError> {
        Ok(Self::new(&request, server))
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
        let dispatcher = Dispatcher::new(&request, server);
        let limit = dispatcher.body_limit(server.state.limits.body);
        let request = read_json(request, limit).await?;
        Ok(Self {
            request,
            dispatcher,
        })
    }
}

impl<R: ApiRequest> ApiCall<R> {
    /// Computes the reply in the worker pool. Computing small boards on the asynchronous
    /// threads gave 39,100 instead of 38,300 requests per second, too little to risk that an
    /// expensive board which looks small blocks them.
    pub(crate) async fn reply(self) -> Result<JsonBytes, ApiError> {
        let Self {
            request,
            dispatcher,
        } = self;
        let work = move |server: &Server, deadline| {
            let context = RequestContext {
                configuration: &server.state.store.current(),
                limits: &server.state.limits,
                deadline,
            };
            request.reply(&context)
        };
        dispatcher.run(work).await.map(JsonBytes)
    }
}
