//! The client that asks small questions during an attack, as a person would, and measures how
//! long it waits for each answer.

use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{Address, Client, exchange};

/// The time between two questions.
const INTERVAL: Duration = Duration::from_millis(10);

/// The observations of the client.
#[derive(Default)]
pub(super) struct Probe {
    pub(super) waits: Vec<Duration>,
    /// The number of questions without an answer.
    pub(super) unanswered: usize,
}

impl Probe {
    /// Opens the connection of the client, as a browser has one before an attack begins.
    pub(super) fn connect(server: &SocketAddr, end: Instant) -> Option<TcpStream> {
        Self::client(server, end).connect().ok()
    }

    fn client(server: &SocketAddr, end: Instant) -> Client<'_> {
        // Answers may come after the attack has ended.
        Client::new(server, Address::PROBE, end + Duration::from_secs(30))
    }

    /// Asks until a moment, at first on an open connection.
    pub(super) fn run(
        server: &SocketAddr,
        end: Instant,
        mut connection: Option<TcpStream>,
    ) -> Self {
        let mut probe = Self::default();
        let client = Self::client(server, end);
        let body = r#"{"game": "Boggle (New)", "board": "STNDTEIELARSMRTO"}"#;
        let request = client.request("score", body);
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
