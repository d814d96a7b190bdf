//! The result of the last search, as the page shows it: words, totals, or an error.
//! [`SolverState`](super::state::SolverState) starts the searches.

use leptos::prelude::*;

use crate::board::sorted_rows::{Order, SortedRows};
use crate::engine::reply::{BoardResult, BoardSummary};
use crate::engine::request::{RequestError, SolveBoard};

/// The result of the last search. Copies refer to the same result.
#[derive(Clone, Copy)]
pub struct ShownResult {
    /// The reply to the last search that ended.
    pub reply: RwSignal<Option<BoardResult>>,
    /// The listed solutions in their order.
    pub rows: Memo<SortedRows>,
    /// The request that the reply answers.
    answered: RwSignal<Option<SolveBoard>>,
    /// Why the last search failed, if it did.
    pub error: RwSignal<Option<RequestError>>,
    /// Whether the last search was stopped.
    pub has_stopped: RwSignal<bool>,
    /// Whether a search has been running for a while.
    pub is_searching: RwSignal<bool>,
}

impl ShownResult {
    /// Starts without a result; its rows will have an order.
    pub fn new(order: RwSignal<Order>) -> Self {
        let reply = RwSignal::new(None::<BoardResult>);
        let rows = Memo::new(move |_| {
            let rows = reply.with(|reply| reply.as_ref().map(|reply| reply.rows.clone()));
            SortedRows::new(rows.unwrap_or_default(), order.get())
        });
        Self {
            reply,
            rows,
            answered: RwSignal::new(None),
            error: RwSignal::new(None),
            has_stopped: RwSignal::new(false),
            is_searching: RwSignal::new(false),
        }
    }

    /// Whether the reply answers a request, as a reactive value.
    pub fn answers(self, request: &SolveBoard) -> bool {
        self.answered
            .with(|answered| answered.as_ref() == Some(request))
    }

    /// Shows the reply to a request.
    pub fn show(self, request: SolveBoard, reply: BoardResult) {
        self.answered.set(Some(request));
        self.error.set(None);
        self.reply.set(Some(reply));
    }

    /// Shows nothing, because the search was stopped.
    pub fn stop(self) {
        self.reply.set(None);
        self.answered.set(None);
        self.error.set(None);
        self.has_stopped.set(true);
    }

    /// A part of the board's summary; the default while there is no result.
    pub fn summary<T: Default>(self, part: impl FnOnce(&BoardSummary) -> T) -> T {
        self.reply.with(|reply| match reply {
            Some(reply) => part(&reply.summary),
            None => T::default(),
        })
    }
}
