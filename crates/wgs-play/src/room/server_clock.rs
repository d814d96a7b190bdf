//! The server's clock, as a client knows it: its own clock, corrected by the median of several
//! measurements.

use std::collections::VecDeque;

/// The number of measurements that count.
const MEASUREMENTS: usize = 7;

/// The server's clock, as a client knows it. Times are in milliseconds; those of the client count
/// from any moment.
///
/// ```
/// use wgs_play::room::ServerClock;
///
/// let mut clock = ServerClock::default();
/// // A question was sent at 1000, answered at 61020, and the answer came at 1040.
/// clock.measure(1000.0, 1040.0, 61_020);
/// assert_eq!(clock.now(2000.0), 62_000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ServerClock {
    /// How far the server's clock is ahead, in milliseconds.
    offsets: VecDeque<f64>,
    /// The first guess, which ignores the time that the message took.
    guess: f64,
}

impl ServerClock {
    /// Takes the time of a message from the server as a first guess.
    pub fn guess(&mut self, received: f64, server: u64) {
        self.guess = server as f64 - received;
    }

    /// Takes the answer to a question: when the question was sent and the answer was received on
    /// the client's clock, and the server's time in between.
    pub fn measure(&mut self, sent: f64, received: f64, server: u64) {
        if self.offsets.len() == MEASUREMENTS {
            self.offsets.pop_front();
        }
        self.offsets
            .push_back(server as f64 - (sent + received) / 2.0);
    }

    /// The server's time when the client's clock shows `now`, in milliseconds since 1970.
    pub fn now(&self, now: f64) -> u64 {
        let mut offsets: Vec<f64> = self.offsets.iter().copied().collect();
        offsets.sort_by(f64::total_cmp);
        let offset = offsets.get(offsets.len() / 2).copied();
        (now + offset.unwrap_or(self.guess)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_the_last_measurements_counts() {
        let mut clock = ServerClock::default();
        clock.guess(1000.0, 61_000);
        assert_eq!(clock.now(2000.0), 62_000);
        // The server is 50 s ahead; one answer was slow on its way back.
        for (sent, received, server) in [
            (1000.0, 1040.0, 51_020),
            (2000.0, 6000.0, 52_020),
            (3000.0, 3040.0, 53_020),
        ] {
            clock.measure(sent, received, server);
        }
        assert_eq!(clock.now(4000.0), 54_000);
        // Old measurements are forgotten: the computer's clock was set.
        for _ in 0..MEASUREMENTS {
            clock.measure(10_000.0, 10_010.0, 10_005);
        }
        assert_eq!(clock.now(20_000.0), 20_000);
    }
}
