//! One call of the API: reads the request and runs it in the worker pools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::Server;
use crate::api_error::ApiError;
use crate::client::PeerAddress;
use crate::client_budget::OpenRequest;
use crate::json_body::{BodyLimit, read_json};
use crate::lane::{LaneError, WorkTerms};
use crate::reply_document::ReplyDocument;
use crate::request::ApiRequest;
use crate::request_context::RequestContext;

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

    /// Runs work in the small lane, and again in the long lane if it does not fit there. Work that
    /// is known to be long begins there.
    pub(crate) async fn run<T: Send + 'static>(
        &mut self,
        is_long: bool,
        work: impl Fn(&RequestContext<'_>) -> Result<T, LaneError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let work = Arc::new(work);
        if !is_long {
            let work = work.clone();
            let small = self
                .server
                .try_small(self.terms, move |context| work(context));
            if let Some(result) = small.await? {
                return Ok(result);
            }
        }
        self.open.set_large();
        let long = self
            .server
            .run_long(self.terms, move |context| work(context));
        long.await
    }

    /// Runs work that is always small enough for the small lane.
    pub(crate) async fn run_small<T: Send + 'static>(
        &self,
        work: impl FnOnce(&RequestContext<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let work = |context: &RequestContext<'_>| work(context).map_err(LaneError::Failed);
        let result = self.server.try_small(self.terms, work).await?;
        result.ok_or(ApiError::TimeLimit(self.server.state.limits.time))
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
        let is_long = request.is_long();
        let work = move |context: &RequestContext<'_>| request.reply(context);
        let document = dispatcher.run(is_long, work).await?;
        dispatcher.respond(document)
    }
}
