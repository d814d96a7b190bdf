//! The number of steps that the process has taken: branches of the compiled program, so that a loop
//! takes a step each time around.
//!
//! The compiler inserts a call at each branch if it is told to, and `--cfg count_steps` adds the
//! function that is called. `cargo xtask fuzz` passes both. The standard library is compiled
//! beforehand, so that only its generic functions count, such as sorting; copying bytes does not.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

static STEPS: AtomicU64 = AtomicU64::new(0);

/// Returns the number of steps so far.
pub(crate) fn now() -> u64 {
    STEPS.load(Relaxed)
}

/// The names that the compiler's calls have. Functions with such names contain no calls
/// themselves. Their callees must be compiled into them, so this needs optimisation.
#[cfg(count_steps)]
mod compiler_call {
    use super::{Relaxed, STEPS};

    // SAFETY: the compiler reserves this name for a function of this type.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_trace_pc_guard(_: *mut u32) {
        // An addition that locked the memory would take most of the time. Two threads may count
        // one step between them; nearly all targets have one thread.
        STEPS.store(STEPS.load(Relaxed) + 1, Relaxed);
    }

    // SAFETY: as above.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_trace_pc_guard_init(_: *mut u32, _: *mut u32) {}
}
