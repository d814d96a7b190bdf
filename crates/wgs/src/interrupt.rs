//! Ctrl-C during a search: the first one asks the search to end with what it has found, the
//! second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::app::ExitStatus;

/// Whether Ctrl-C was pressed.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches Ctrl-C from now on.
    pub(crate) fn catch() -> Result<Self> {
        let is_set = Arc::new(AtomicBool::new(false));
        // The first signal finds the flag unset; it is set by the second line.
        let code = ExitStatus::INTERRUPTED.into();
        flag::register_conditional_shutdown(SIGINT, code, is_set.clone())
            .and_then(|_| flag::register(SIGINT, is_set.clone()))
            .context("cannot catch Ctrl-C")?;
        Ok(Self(is_set))
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
