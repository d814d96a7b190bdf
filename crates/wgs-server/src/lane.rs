//! The two lanes in which blocking work is done, each with a pool of threads. Work begins in the small
//! lane, whose threads no request keeps for long, and begins again in the long lane if it turns out
//! to be too large.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use thiserror::Error;
use wgs_engine::Budget;

use crate::Server;
use crate::api_error::ApiError;
use crate::client::Client;
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
    /// The work should begin again in the long lane.
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

/// Who waits for work, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkTerms {
    pub(crate) client: Client,
    pub(crate) deadline: Instant,
    /// The processor time that the work may take in the long lane.
    pub(crate) long_time: Duration,
}

impl Server {
    /// Runs work in the small lane. Returns [`None`] if it is too large for it.
    pub(crate) async fn try_small<T: Send + 'static>(
        &self,
        terms: WorkTerms,
        work: impl FnOnce(&RequestContext<'_>) -> Result<T, LaneError> + Send + 'static,
    ) -> Result<Option<T>, ApiError> {
        match self.run_in(Lane::Small, terms, work).await? {
            Ok(result) => Ok(Some(result)),
            // It has used up the time or the memory of the lane.
            Err(LaneError::TooLarge | LaneError::Failed(ApiError::Stopped(_))) => Ok(None),
            Err(LaneError::Failed(error)) => Err(error),
        }
    }

    /// Runs work in the long lane.
    pub(crate) async fn run_long<T: Send + 'static>(
        &self,
        terms: WorkTerms,
        work: impl FnOnce(&RequestContext<'_>) -> Result<T, LaneError> + Send + 'static,
    ) -> Result<T, ApiError> {
        match self.run_in(Lane::Long, terms, work).await? {
            Ok(result) => Ok(result),
            Err(LaneError::Failed(error)) => Err(error.with_limit(&self.state.limits)),
            Err(LaneError::TooLarge) => unreachable!("nothing is too large for the long lane"),
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
            PoolError::ClientQueueFull if client != Client::Rooms => ApiError::ClientLimit {
                what: "waiting requests",
                most: limits.queue_per_client,
            },
            PoolError::QueueFull | PoolError::ClientQueueFull => ApiError::Busy,
            PoolError::DeadlinePassed => ApiError::TimeLimit(limits.time),
            PoolError::Panicked => ApiError::Panic,
        })
    }
}
