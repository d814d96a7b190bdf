//! Ctrl-C during a search: the first one asks the search to end with its results so far, the
//! second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::app::ExitStatus;

/// Whether Ctrl-C was pressed. Clones share the answer.
#[derive(Clone)]
pub(crate) struct Interrupt {
    is_set: Arc<AtomicBool>,
    /// Whether the next Ctrl-C ends the program.
    exits: Arc<AtomicBool>,
}

impl Interrupt {
    /// Catches Ctrl-C from now on.
    pub(crate) fn catch() -> Result<Self> {
        let is_set = Arc::new(AtomicBool::new(false));
        let exits = Arc::new(AtomicBool::new(false));
        // The first signal finds the flag unset; it is set by the second line.
        let code = ExitStatus::INTERRUPTED.into();
        flag::register_conditional_shutdown(SIGINT, code, exits.clone())
            .and_then(|_| flag::register(SIGINT, exits.clone()))
            .and_then(|_| flag::register(SIGINT, is_set.clone()))
            .context("cannot catch Ctrl-C")?;
        Ok(Self { is_set, exits })
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Makes the next Ctrl-C end the program, even if it is the first one.
    pub(crate) fn exit_at_once(&self) {
        self.exits.store(true, Ordering::Relaxed);
    }
}
