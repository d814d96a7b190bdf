//! The heartbeat of a connection: when the server is asked whether it is still there, and when it
//! has been silent for too long. Times are those of the browser's clock, in milliseconds.

/// The time without a message after which the server is asked.
const QUIET: f64 = 1_000.0;

/// The same while the page is hidden, and the longest time between two questions: their answers
/// also set the clock.
const LONG: f64 = 5_000.0;

/// The time without an answer after which the connection counts as silent. Together with
/// [`QUIET`], it is less than three seconds.
const SILENT: f64 = 1_250.0;

/// The time without an answer after which the connection is given up.
const GIVEN_UP: f64 = 8_000.0;

/// What the page does about its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Nothing.
    Rest,
    /// It asks the server.
    Ask,
    /// It tells the player that nothing comes. The connection may still recover.
    Silent,
    /// It opens another connection.
    GiveUp,
}

/// The heartbeat of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heartbeat {
    heard: f64,
    /// When the server was last asked.
    asked: f64,
    /// Whether nothing has come since then.
    is_waiting: bool,
}

impl Heartbeat {
    /// Starts for a new connection.
    pub fn starting_at(now: f64) -> Self {
        Self {
            heard: now,
            asked: now,
            is_waiting: false,
        }
    }

    /// Notes that something came.
    pub fn hear(&mut self, now: f64) {
        self.heard = now;
        self.is_waiting = false;
    }

    /// Notes that the server is asked.
    pub fn ask(&mut self, now: f64) {
        // The first question without an answer counts.
        if !self.is_waiting {
            self.asked = now;
            self.is_waiting = true;
        }
    }

    /// What to do now. A page that the browser has stopped for a while asks first.
    pub fn beat(&mut self, now: f64, is_hidden: bool) -> Beat {
        let quiet = if is_hidden { LONG } else { QUIET };
        match (self.is_waiting, now - self.asked) {
            (true, GIVEN_UP..) => Beat::GiveUp,
            (true, SILENT..) => Beat::Silent,
            (true, _) => Beat::Rest,
            (false, asked) if asked >= LONG || now - self.heard >= quiet => {
                self.ask(now);
                Beat::Ask
            }
            (false, _) => Beat::Rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often the page calls the heartbeat.
    const TICK: f64 = 250.0;

    #[test]
    fn a_connection_is_silent_within_three_seconds_and_recovers() {
        // Whenever the last message came.
        for last in [0.0, 1.0, 100.0, 249.0] {
            let mut heartbeat = Heartbeat::starting_at(0.0);
            heartbeat.hear(last);
            let mut ticks = (1..).map(|tick| f64::from(tick) * TICK);
            let silent = ticks.find(|now| heartbeat.beat(*now, false) == Beat::Silent);
            assert!(silent.unwrap() - last <= 3_000.0, "{silent:?}");
            let given_up = ticks.find(|now| heartbeat.beat(*now, false) == Beat::GiveUp);
            assert!(given_up.unwrap() <= 10_000.0, "{given_up:?}");
            heartbeat.hear(given_up.unwrap() + 1.0);
            let after = heartbeat.beat(given_up.unwrap() + 2.0, false);
            assert!(matches!(after, Beat::Rest | Beat::Ask), "{after:?}");
        }
    }

    #[test]
    fn the_server_is_asked_at_most_once_a_second() {
        // With answers after 30 ms, with other messages all the time, and on a hidden page.
        for (every, is_hidden, most) in [
            (f64::MAX, false, 10),
            (100.0, false, 2),
            (f64::MAX, true, 2),
        ] {
            let mut heartbeat = Heartbeat::starting_at(0.0);
            let mut asked = 0;
            let mut answer = f64::MAX;
            for now in (0..10_000).step_by(10).map(f64::from) {
                if now >= answer || now % every == 0.0 {
                    heartbeat.hear(now);
                    answer = f64::MAX;
                }
                if now % TICK == 0.0 && heartbeat.beat(now, is_hidden) == Beat::Ask {
                    asked += 1;
                    answer = now + 30.0;
                }
            }
            assert!((1..=most).contains(&asked), "{every} {is_hidden}: {asked}");
        }
    }

    #[test]
    fn a_page_that_was_stopped_asks_before_it_gives_up() {
        let mut heartbeat = Heartbeat::starting_at(0.0);
        assert_eq!(heartbeat.beat(600_000.0, false), Beat::Ask);
        assert_eq!(heartbeat.beat(600_250.0, false), Beat::Rest);
    }
}
