//! The limits of a search: it stops when its [`Budget`] is used up, and says why.
//!
//! A budget belongs to the caller: a server stops a search at the request's deadline or when
//! the client has gone, a terminal on Ctrl-C, a page when its Stop button is pressed. This crate
//! reads no clock, so a budget asks its owner with a function. Searches ask at intervals of
//! steps, so often that they stop within milliseconds, and so rarely that it costs nothing.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::message::ToMessage;
use crate::messages;

/// Why a search or a check stopped before its end.
///
/// ```
/// use wgs_engine::{Budget, Stopped};
///
/// let stopped = Budget::new(|| Some(Stopped::TimeLimit)).check().unwrap_err();
/// assert_eq!(stopped.to_string(), "the time limit was reached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum Stopped {
    /// The time limit was reached.
    TimeLimit,
    /// The result is no longer needed.
    Cancelled,
    /// It needed more memory than it may hold.
    MemoryLimit,
    /// It needed more steps than it may take.
    StepLimit,
}

messages! {
    impl ToMessage for Stopped {
        Self::TimeLimit => "stopped.time-limit":
            "the time limit was reached";
        Self::Cancelled => "stopped.cancelled":
            "it was cancelled";
        Self::MemoryLimit => "stopped.memory-limit":
            "the memory limit was reached";
        Self::StepLimit => "stopped.step-limit":
            "the limit of search steps was reached";
    }
}

/// The limits of a search. Clones share the same limits.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::{Duration, Instant};
/// use wgs_engine::{Budget, Stopped};
///
/// let is_cancelled = Arc::new(AtomicBool::new(false));
/// let deadline = Instant::now() + Duration::from_secs(10);
/// let flag = is_cancelled.clone();
/// let budget = Budget::new(move || match flag.load(Ordering::Relaxed) {
///     true => Some(Stopped::Cancelled),
///     false => (Instant::now() >= deadline).then_some(Stopped::TimeLimit),
/// })
/// .with_memory(64 << 20);
///
/// assert_eq!(budget.check(), Ok(()));
/// is_cancelled.store(true, Ordering::Relaxed);
/// assert_eq!(budget.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone)]
pub struct Budget {
    /// Returns why to stop, if the owner wants it.
    stop: Option<Arc<StopFunction>>,
    /// The number of bytes that a search may hold.
    memory: usize,
}

type StopFunction = dyn Fn() -> Option<Stopped> + Send + Sync;

impl Budget {
    /// A budget without limits.
    pub const UNLIMITED: Self = Self {
        stop: None,
        memory: usize::MAX,
    };

    /// Creates a budget that is used up when a function returns the reason. The function is
    /// called every few milliseconds or more often, on the thread that searches.
    pub fn new(stop: impl Fn() -> Option<Stopped> + Send + Sync + 'static) -> Self {
        Self {
            stop: Some(Arc::new(stop)),
            ..Self::UNLIMITED
        }
    }

    /// Also limits the memory that a search holds, in bytes. A search may exceed it by some
    /// megabytes before it notices.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self {
            memory: bytes,
            ..self
        }
    }

    /// Returns the number of bytes that a search may hold.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Asks the owner whether to go on.
    ///
    /// # Errors
    ///
    /// Returns the reason to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        match self.stop.as_ref().and_then(|stop| stop()) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The number of steps between two checks of a budget. A step takes 2 to 100 ns.
const STEPS: u32 = 1 << 15;

/// Counts the steps of a search and checks its budget at intervals. Once the budget is used up,
/// it stays so: a recursive search can return from each level when [`Self::spend`] returns false.
///
/// ```
/// use wgs_engine::search::Meter;
/// use wgs_engine::{Budget, Stopped};
///
/// let budget = Budget::new(|| Some(Stopped::TimeLimit));
/// let mut meter = Meter::new(&budget);
/// let steps = (0..).take_while(|_| meter.spend(1)).count();
/// assert!(steps < 100_000);
/// assert_eq!(meter.result(), Err(Stopped::TimeLimit));
/// ```
#[derive(Debug)]
pub struct Meter<'b> {
    budget: &'b Budget,
    /// The number of steps until the next check.
    left: u32,
    stopped: Option<Stopped>,
}

impl<'b> Meter<'b> {
    /// Starts to count. The first check comes after some steps.
    pub fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            left: STEPS,
            stopped: None,
        }
    }

    /// Counts some steps, and returns whether the search may go on.
    #[inline(always)]
    pub fn spend(&mut self, steps: u32) -> bool {
        self.spend_holding(steps, || 0)
    }

    /// Like [`Self::spend`], for a search that holds memory. `held` returns the number of bytes;
    /// it is called only when the budget is checked.
    #[inline(always)]
    pub fn spend_holding(&mut self, steps: u32, held: impl FnOnce() -> usize) -> bool {
        if self.left >= steps {
            self.left -= steps;
            return true;
        }
        self.check(held())
    }

    /// Checks the budget. Returns whether the search may go on.
    #[cold]
    #[inline(never)]
    fn check(&mut self, held: usize) -> bool {
        self.left = 0;
        if self.stopped.is_none() {
            self.stopped = match held > self.budget.memory {
                true => Some(Stopped::MemoryLimit),
                false => self.budget.check().err(),
            };
        }
        if self.stopped.is_none() {
            self.left = STEPS;
        }
        self.stopped.is_none()
    }

    /// Returns whether the budget has no limits, so that steps need not be counted.
    pub fn is_unlimited(&self) -> bool {
        self.budget.stop.is_none() && self.budget.memory == usize::MAX
    }

    /// Returns whether the budget was used up at the last check.
    pub fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Returns the reason as an error, if the budget was used up.
    ///
    /// # Errors
    ///
    /// Returns why the search stopped before its end.
    pub fn result(&self) -> Result<(), Stopped> {
        match self.stopped {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_meter_checks_at_intervals_and_never_goes_on_after_it_has_stopped() {
        let calls = Arc::new(AtomicU32::new(0));
        let counted = calls.clone();
        let budget = Budget::new(move || {
            let call = counted.fetch_add(1, Ordering::Relaxed);
            (call == 2).then_some(Stopped::TimeLimit)
        });
        let mut meter = Meter::new(&budget);
        let steps = (0..).take_while(|_| meter.spend(1)).count();
        assert_eq!(steps, 3 * (STEPS as usize) + 2);
        assert!(!meter.spend(1), "no more steps are allowed");
        assert!(!meter.spend(u32::MAX));
        assert_eq!(
            calls.load(Ordering::Relaxed),
            3,
            "the owner is not asked again"
        );
        assert_eq!(meter.result(), Err(Stopped::TimeLimit));
    }

    #[test]
    fn memory_is_limited_without_a_function() {
        let budget = Budget::UNLIMITED.with_memory(1_000);
        let mut meter = Meter::new(&budget);
        assert!(
            meter.spend_holding(STEPS, || 2_000),
            "memory is not yet looked at"
        );
        assert!(meter.spend_holding(1, || 1_000));
        assert!(!meter.spend_holding(STEPS + 1, || 1_001));
        assert_eq!(meter.result(), Err(Stopped::MemoryLimit));
    }
}
