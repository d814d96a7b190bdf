//! One search at a time. While one goes on, only the latest question waits; one that takes
//! too long is given up for it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::state::Solver;
use crate::engine::message::{Answer, Ask, SolveAsk, Trouble};

/// After so many milliseconds a search is given up for a newer question.
const PATIENCE: f64 = 120.0;

/// A worker that was just started has to read its dictionary first.
const FIRST_PATIENCE: f64 = 2_000.0;

/// After so long one is told that a search goes on. Anything shorter would only flicker.
const QUIET: Duration = Duration::from_millis(200);

/// The search that goes on, and the question that waits.
#[derive(Clone, Default)]
pub struct Search {
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    /// When the search that goes on began.
    began: Option<f64>,
    /// Counts the searches, so that a timer knows its own.
    number: u64,
    /// Whether the worker has answered before.
    is_warm: bool,
    waiting: Option<SolveAsk>,
}

impl Search {
    /// Asks, now or as soon as the search that goes on has ended.
    pub fn ask(&self, ask: SolveAsk, solver: Solver) {
        let began = self.state.borrow().began;
        match began {
            None => self.begin(ask, solver),
            Some(began) if now() - began > self.patience() => {
                self.give_up(solver);
                self.begin(ask, solver);
            }
            Some(_) => {
                self.state.borrow_mut().waiting = Some(ask);
                self.give_up_later(solver);
            }
        }
    }

    /// Gives up whatever goes on.
    pub fn stop(&self, solver: Solver) {
        self.give_up(solver);
        solver.is_searching.set(false);
    }

    fn begin(&self, ask: SolveAsk, solver: Solver) {
        let number = {
            let mut state = self.state.borrow_mut();
            state.began = Some(now());
            state.number += 1;
            state.waiting = None;
            state.number
        };
        let this = self.clone();
        let take = move |answer: Answer| {
            let waiting = {
                let mut state = this.state.borrow_mut();
                state.began = None;
                state.is_warm = true;
                state.waiting.take()
            };
            match answer {
                Answer::Solved(found) => solver.found(found),
                Answer::Failed(reason) => solver.found(Err(Trouble::Other(reason))),
                _ => {}
            }
            match waiting {
                Some(ask) => this.begin(ask, solver),
                None => solver.is_searching.set(false),
            }
        };
        let line = solver.session().line;
        line.with_value(|line| line.ask(&Ask::Solve(ask), take));
        let this = self.clone();
        let tell = move || {
            let state = this.state.borrow();
            if state.began.is_some() && state.number == number {
                solver.is_searching.set(true);
            }
        };
        set_timeout(tell, QUIET);
    }

    /// Gives up the search that goes on when its time has come, if something waits for it.
    fn give_up_later(&self, solver: Solver) {
        let number = self.state.borrow().number;
        let this = self.clone();
        let check = move || {
            let waiting = {
                let mut state = this.state.borrow_mut();
                let same = state.began.is_some() && state.number == number;
                same.then(|| state.waiting.take()).flatten()
            };
            if let Some(ask) = waiting {
                this.give_up(solver);
                this.begin(ask, solver);
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

    fn give_up(&self, solver: Solver) {
        let began = {
            let mut state = self.state.borrow_mut();
            state.is_warm = false;
            state.began.take()
        };
        if began.is_some() {
            solver.session().line.with_value(|line| line.give_up());
        }
    }
}

fn now() -> f64 {
    js_sys::Date::now()
}
