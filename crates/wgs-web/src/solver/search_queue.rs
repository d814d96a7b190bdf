//! Sends one search at a time to the engine. While a search runs, only the latest request
//! waits; it cancels a search that takes too long.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::engine::client::EngineClient;
use crate::engine::reply::BoardResult;
use crate::engine::request::{RequestError, SolveBoard};

/// How long a search may run, in milliseconds, before it is cancelled for a newer request.
const PATIENCE: f64 = 120.0;

/// The same for a worker that was just started, which has to load its dictionary first.
const FIRST_PATIENCE: f64 = 2_000.0;

/// How long a search runs before the page says so. A shorter delay would make it flicker.
const QUIET: Duration = Duration::from_millis(200);

/// The reply to a search.
type SearchReply = Result<BoardResult, RequestError>;

/// The running search, and the request that waits. Copies refer to the same queue.
#[derive(Clone)]
pub struct SearchQueue {
    engine: StoredValue<EngineClient, LocalStorage>,
    /// Whether a search has been running for a while.
    is_searching: RwSignal<bool>,
    state: Rc<RefCell<QueueState>>,
}

#[derive(Default)]
struct QueueState {
    /// When the running search was started.
    started: Option<f64>,
    /// The number of searches so far, by which a timer recognises its own.
    number: u64,
    /// Whether the worker has replied before.
    is_warm: bool,
    waiting: Option<SolveBoard>,
}

impl SearchQueue {
    /// Creates a queue for an engine, which sets a signal while a search has been running for a
    /// while.
    pub fn new(
        engine: StoredValue<EngineClient, LocalStorage>,
        is_searching: RwSignal<bool>,
    ) -> Self {
        Self {
            engine,
            is_searching,
            state: Rc::default(),
        }
    }

    /// Requests a search: at once, or as soon as the running one has ended. `on_reply` receives
    /// the request that is answered, which may be an earlier one.
    pub fn request(
        &self,
        request: SolveBoard,
        on_reply: impl Fn(SolveBoard, SearchReply) + Copy + 'static,
    ) {
        let started = self.state.borrow().started;
        match started {
            None => self.start(request, on_reply),
            Some(started) if now() - started > self.patience() => {
                self.cancel();
                self.start(request, on_reply);
            }
            Some(_) => {
                self.state.borrow_mut().waiting = Some(request);
                self.cancel_later(on_reply);
            }
        }
    }

    /// Cancels the running search for good.
    pub fn stop(&self) {
        self.cancel();
        self.state.borrow_mut().waiting = None;
        self.is_searching.set(false);
    }

    fn start(
        &self,
        request: SolveBoard,
        on_reply: impl Fn(SolveBoard, SearchReply) + Copy + 'static,
    ) {
        let number = {
            let mut state = self.state.borrow_mut();
            state.started = Some(now());
            state.number += 1;
            state.waiting = None;
            state.number
        };
        let this = self.clone();
        let sent = request.clone();
        let receive = move |reply| {
            let waiting = {
                let mut state = this.state.borrow_mut();
                state.started = None;
                state.is_warm = true;
                state.waiting.take()
            };
            on_reply(sent, reply);
            match waiting {
                Some(request) => this.start(request, on_reply),
                None => this.is_searching.set(false),
            }
        };
        self.engine
            .with_value(|engine| engine.send(request, receive));
        let this = self.clone();
        let show_progress = move || {
            let state = this.state.borrow();
            if state.started.is_some() && state.number == number {
                this.is_searching.set(true);
            }
        };
        set_timeout(show_progress, QUIET);
    }

    /// Cancels the running search when it has taken too long, if a request waits for its end.
    fn cancel_later(&self, on_reply: impl Fn(SolveBoard, SearchReply) + Copy + 'static) {
        let number = self.state.borrow().number;
        let this = self.clone();
        let check = move || {
            let waiting = {
                let mut state = this.state.borrow_mut();
                let is_running = state.started.is_some() && state.number == number;
                is_running.then(|| state.waiting.take()).flatten()
            };
            if let Some(request) = waiting {
                this.cancel();
                this.start(request, on_reply);
            }
        };
        set_timeout(check, Duration::from_millis(self.patience() as u64));
    }

    fn patience(&self) -> f64 {
        match self.state.borrow().is_warm {
            true => PATIENCE,
            false => FIRST_PATIENCE,
        }
    }

    fn cancel(&self) {
        let started = self.state.borrow_mut().started.take();
        if started.is_some() {
            let is_warm = self.engine.with_value(|engine| engine.cancel());
            self.state.borrow_mut().is_warm &= is_warm;
        }
    }
}

fn now() -> f64 {
    js_sys::Date::now()
}
