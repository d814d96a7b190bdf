//! Gives freed memory back to the system after large requests.
//!
//! The allocator of glibc keeps most of what is freed. A process with a server and 100 clients, 20
//! at a time, which receive 12 MB each and begin to read after four seconds, starts with 30 MiB. It
//! ends with 37 MiB, and with 52 MiB, which still grow, if nothing is given back. If the clients read
//! at once, it ends with 36 and 43 MiB; after searches of expensive boards, with 35 and 38 MiB. Before
//! replies were kept in a compact form, it was 89 MB instead of 22.
//!
//! This is a thread that sleeps and one call. Another allocator would return memory by itself, but it
//! would be a library for the whole program, whose searches hardly allocate. Where the allocator is
//! not that of glibc, this does nothing.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How long to wait for more memory to be freed: a search that was cancelled still stops.
const PAUSE: Duration = Duration::from_millis(100);

/// A thread that gives freed memory back on request, at most ten times a second. It ends with the
/// last clone.
#[derive(Clone, Debug)]
pub(crate) struct MemoryReturn(SyncSender<()>);

impl MemoryReturn {
    /// Starts the thread.
    pub(crate) fn new() -> Self {
        // One request that waits is enough.
        let (sender, requests) = sync_channel(1);
        let thread = thread::Builder::new().name("wgs-memory".to_owned());
        if let Err(error) = thread.spawn(move || run_thread(&requests)) {
            tracing::warn!("cannot start a thread: {error}");
        }
        Self(sender)
    }

    /// Asks the thread to give back free memory.
    pub(crate) fn request(&self) {
        let _ = self.0.try_send(());
    }
}

fn run_thread(requests: &Receiver<()>) {
    while requests.recv().is_ok() {
        thread::sleep(PAUSE);
        return_memory();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "only the C library can do it")]
fn return_memory() {
    // SAFETY: the function takes a number and locks the allocator itself, so any thread may call it
    // at any time. It changes nothing but memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn return_memory() {}
