//! A small HTTP client, and a count of the outcomes of its requests.
//!
//! It is not `wgs-client`, because attackers send invalid bytes, name other addresses, and stop in
//! the middle of a request or a response. Besides, xtask has no dependencies and compiles in
//! seconds; `wgs-client` needs the rules of play, hyper and tokio.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The longest wait for anything from the server. Its own time limit is shorter.
const PATIENCE: Duration = Duration::from_secs(15);

/// The address from which the server believes that a client comes.
#[derive(Clone, Copy)]
pub(super) struct Address([u8; 4]);

impl Address {
    /// The client that asks small questions.
    pub(super) const PROBE: Self = Self([198, 51, 100, 1]);

    /// A client of an attack.
    pub(super) fn of_client(attack: usize, client: usize) -> Self {
        Self([10, attack as u8, (client >> 8) as u8, client as u8])
    }
}

/// The outcomes of some requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    pub(super) answered: u64,
    /// How many requests had no answer for each reason.
    pub(super) reasons: BTreeMap<String, u64>,
}

/// The reason that stands for a refusal without a problem document.
const UNEXPLAINED: &str = "a response that is not a problem document";

impl Outcomes {
    pub(super) fn count(&mut self, reason: &str) {
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
    }

    /// Counts a response, or why there is none.
    pub(super) fn count_response(&mut self, response: Result<Response, String>) {
        match response {
            Ok(response) if response.status == 200 => self.answered += 1,
            Ok(response) => {
                let status = response.status;
                match response.problem() {
                    Some(problem) => self.count(&format!("{status} {problem}")),
                    None => self.count(UNEXPLAINED),
                }
            }
            Err(reason) => self.count(&reason),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.answered += other.answered;
        for (reason, number) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += number;
        }
    }

    pub(super) fn refused(&self) -> u64 {
        self.reasons.values().sum()
    }

    pub(super) fn unexplained(&self) -> u64 {
        self.reasons.get(UNEXPLAINED).copied().unwrap_or(0)
    }
}

/// The head and the body of a response.
pub(super) struct Response {
    pub(super) status: u16,
    bytes: Vec<u8>,
}

impl Response {
    /// Returns the kind of a problem document.
    fn problem(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.bytes);
        let start = text.find("\"/api/#")? + "\"/api/#".len();
        let end = text[start..].find('"')?;
        Some(text[start..start + end].to_owned())
    }
}

/// A client of the server.
pub(super) struct Client<'c> {
    server: &'c SocketAddr,
    from: Address,
    /// When the attack ends.
    end: Instant,
}

impl<'c> Client<'c> {
    pub(super) fn new(server: &'c SocketAddr, from: Address, end: Instant) -> Self {
        Self { server, from, end }
    }

    /// Returns whether the attack has ended.
    pub(super) fn has_ended(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits until the attack ends.
    pub(super) fn wait(&self) {
        std::thread::sleep(self.end.saturating_duration_since(Instant::now()));
    }

    /// Opens a connection.
    pub(super) fn connect(&self) -> Result<TcpStream, String> {
        let connect = || {
            let stream = TcpStream::connect(self.server)?;
            stream.set_nodelay(true)?;
            // A client must not outlive the attack for long.
            let left = self.end.saturating_duration_since(Instant::now());
            stream.set_read_timeout(Some(left.min(PATIENCE) + Duration::from_millis(1)))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            Ok(stream)
        };
        connect().map_err(|error: std::io::Error| reason(&error))
    }

    /// Returns a request with a JSON body.
    pub(super) fn request(&self, call: &str, body: &str) -> Vec<u8> {
        let Address([a, b, c, d]) = self.from;
        let (host, length) = (self.server, body.len());
        format!(
            "POST /api/v1/{call} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {a}.{b}.{c}.{d}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Returns a request without a body.
    pub(super) fn get(&self, call: &str) -> Vec<u8> {
        let Address([a, b, c, d]) = self.from;
        let host = self.server;
        format!(
            "GET /api/v1/{call} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {a}.{b}.{c}.{d}\r\n\r\n"
        )
        .into_bytes()
    }

    /// Sends bytes on a new connection and reads the response.
    pub(super) fn send(&self, bytes: &[u8]) -> Result<Response, String> {
        let mut stream = self.connect()?;
        exchange(&mut stream, bytes)
    }

    /// Sends a request again and again until the attack ends.
    pub(super) fn repeat(&self, call: &str, body: &str) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let request = self.request(call, body);
        while !self.has_ended() {
            let response = self.send(&request);
            if self.has_ended() && response.is_err() {
                break;
            }
            outcomes.count_response(response);
        }
        outcomes
    }
}

/// Sends bytes and reads the response to its end.
pub(super) fn exchange(stream: &mut TcpStream, bytes: &[u8]) -> Result<Response, String> {
    stream.write_all(bytes).map_err(|error| reason(&error))?;
    let mut received = Vec::new();
    let mut buffer = [0; 1 << 14];
    loop {
        let count = stream.read(&mut buffer).map_err(|error| reason(&error))?;
        received.extend_from_slice(&buffer[..count]);
        if count == 0 || is_complete(&received) {
            break;
        }
    }
    let status = received
        .get(9..12)
        .and_then(|status| std::str::from_utf8(status).ok());
    match status.and_then(|status| status.parse().ok()) {
        Some(status) => Ok(Response {
            status,
            bytes: received,
        }),
        None => Err("the connection was closed without a response".to_owned()),
    }
}

/// Returns whether a response has arrived in full.
fn is_complete(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") else {
        return false;
    };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    match length.and_then(|length| length.trim().parse::<usize>().ok()) {
        Some(length) => bytes.len() >= end + 4 + length,
        None => bytes.ends_with(b"0\r\n\r\n"),
    }
}

/// Describes why a connection failed.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => "no response before the attack ended",
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted => {
            "the server closed the connection"
        }
        ErrorKind::ConnectionRefused => "the connection was refused",
        _ => return error.to_string(),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_complete_with_its_last_byte() {
        for (response, expected) in [
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab", true),
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na", false),
            ("HTTP/1.1 200 OK\r\ncontent-len", false),
            (
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                true,
            ),
            (
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n",
                false,
            ),
        ] {
            assert_eq!(is_complete(response.as_bytes()), expected, "{response:?}");
        }
    }

    #[test]
    fn refusals_are_counted_by_their_problem() {
        let mut outcomes = Outcomes::default();
        for (status, text) in [
            (200, ""),
            (504, "{\"type\":\"/api/#time\",\"status\":504}"),
            (504, "{\"type\":\"/api/#time\",\"status\":504}"),
            (400, "bad request"),
        ] {
            let bytes = text.as_bytes().to_vec();
            outcomes.count_response(Ok(Response { status, bytes }));
        }
        outcomes.count_response(Err("the server closed the connection".to_owned()));
        assert_eq!((outcomes.answered, outcomes.refused()), (1, 4));
        assert_eq!(outcomes.reasons["504 time"], 2);
        assert_eq!(outcomes.unexplained(), 1);
    }
}
