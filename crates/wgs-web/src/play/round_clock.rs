//! The time on the clock of a round, in milliseconds since its start. It does not go on while the
//! page is closed: after a reload it continues where it was.

/// A moment on the clock of a round, and when it was on the clock of the browser.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundClock {
    time: u64,
    since: f64,
}

impl RoundClock {
    /// Sets the clock to a time; `now` is the browser's time in milliseconds.
    pub fn starting_at(time: u64, now: f64) -> Self {
        Self { time, since: now }
    }

    /// The time when the browser's clock shows `now`. A clock that was set back does not turn
    /// this one back.
    pub fn time(self, now: f64) -> u64 {
        // Saturates: a negative difference counts as zero.
        self.time + (now - self.since) as u64
    }
}

/// The time as minutes and seconds, rounded up: `0:00` means that the time is up.
pub fn minutes(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_continues_where_it_was() {
        let clock = RoundClock::starting_at(5_000, 1e12);
        assert_eq!(clock.time(1e12), 5_000);
        assert_eq!(clock.time(1e12 + 250.7), 5_250);
        assert_eq!(clock.time(1e12 - 9_000.0), 5_000);
    }

    #[test]
    fn seconds_are_rounded_up() {
        for (milliseconds, text) in [
            (0, "0:00"),
            (1, "0:01"),
            (1_000, "0:01"),
            (59_001, "1:00"),
            (180_000, "3:00"),
            (600_000, "10:00"),
        ] {
            assert_eq!(minutes(milliseconds), text);
        }
    }
}
