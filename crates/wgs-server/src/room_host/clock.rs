//! The time of a server. It is read from the system once, and then counted, so that a system clock
//! that is changed does not disturb running rounds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// A clock that starts at the system's time and never jumps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomClock {
    start: Instant,
    /// The time at the start, in milliseconds since 1970.
    started_at: u64,
}

impl RoomClock {
    /// Starts a clock at the system's time, or some milliseconds before or after it.
    pub(crate) fn new(offset: i64) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            start: Instant::now(),
            started_at: now.map_or(0, milliseconds).saturating_add_signed(offset),
        }
    }

    /// Returns the time in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.started_at + milliseconds(self.start.elapsed())
    }

    /// Returns the instant of a time in milliseconds since 1970; a time in the past is now.
    pub(crate) fn instant(&self, at: u64) -> Instant {
        /// Far enough in the future, and not so far that adding it overflows.
        const MAX: u64 = 365 * 24 * 60 * 60 * 1000;
        let wait = at.saturating_sub(self.now()).min(MAX);
        Instant::now() + Duration::from_millis(wait)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_and_its_instant_agree() {
        let clock = RoomClock::new(0);
        let now = clock.now();
        assert!(now > 1_600_000_000_000, "{now}");
        let later = clock.instant(now + 5_000);
        let wait = later.duration_since(Instant::now());
        assert!(wait > Duration::from_secs(4) && wait <= Duration::from_secs(5));
        assert!(clock.instant(0) <= Instant::now());
        assert!(clock.instant(u64::MAX) > later);
    }
}
