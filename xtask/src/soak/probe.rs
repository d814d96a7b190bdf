//! The client that asks small questions during an attack, as a person would, and measures how
//! long it waits for each answer.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use super::http::{Address, Client, exchange};

/// The time between two questions.
const INTERVAL: Duration = Duration::from_millis(10);

/// What the client has seen.
#[derive(Default)]
pub(super) struct Probe {
    pub(super) waits: Vec<Duration>,
    /// The number of questions without an answer.
    pub(super) unanswered: usize,
}

impl Probe {
    /// Asks until a moment.
    pub(super) fn run(server: &SocketAddr, end: Instant) -> Self {
        let mut probe = Self::default();
        // Answers may come after the attack has ended.
        let client = Client::new(server, Address::PROBE, end + Duration::from_secs(30));
        let body = r#"{"game": "Boggle (New)", "board": "STNDTEIELARSMRTO"}"#;
        let request = client.request("score", body);
        let mut connection = None;
        while Instant::now() < end {
            let start = Instant::now();
            let stream = match connection.take() {
                Some(stream) => Ok(stream),
                None => client.connect(),
            };
            let answered = stream.and_then(|mut stream| {
                let response = exchange(&mut stream, &request)?;
                Ok((stream, response.status == 200))
            });
            match answered {
                Ok((stream, true)) => {
                    probe.waits.push(start.elapsed());
                    connection = Some(stream);
                }
                _ => probe.unanswered += 1,
            }
            thread::sleep(INTERVAL.saturating_sub(start.elapsed()));
        }
        probe
    }
}
