//! Clients on real sockets: lanes, limits for each client, replies that are not read, clients that
//! go away, and requests that are not valid HTTP.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use wgs_server::{Activity, Limits, Listener, Options, Server};

/// How long to wait for something that should happen soon.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server with a socket, until it is dropped.
pub(crate) struct SocketServer {
    pub(crate) address: SocketAddr,
    server: Server,
    task: JoinHandle<()>,
}

impl Drop for SocketServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A response that was read to its end.
pub(crate) struct RawResponse {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl RawResponse {
    /// Splits what was read until the end of the connection.
    pub(crate) fn parse(mut bytes: Vec<u8>) -> Self {
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n");
        let body = bytes.split_off(end.unwrap() + 4);
        Self {
            head: String::from_utf8(bytes).unwrap().to_lowercase(),
            body,
        }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the status code.
    pub(crate) fn status(&self) -> &str {
        &self.head["http/1.1 ".len()..][..3]
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status(), "200", "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the detail of a problem document, which must be of this kind.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, kind: &str) -> String {
        let head = &self.head;
        assert_eq!(self.status(), status.to_string(), "{head}");
        assert!(head.contains("application/problem+json"), "{head}");
        assert!(head.contains("content-security-policy: "), "{head}");
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(problem["type"], format!("/api/#{kind}"), "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        problem["detail"].as_str().unwrap().to_owned()
    }
}

impl SocketServer {
    fn new(change: impl FnOnce(&mut Limits)) -> Self {
        let mut options = Options::default();
        change(&mut options.limits);
        Self::with_options(options)
    }

    pub(crate) fn with_options(options: Options) -> Self {
        let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, options).unwrap();
        Self {
            address: listener.address(),
            server: listener.server().clone(),
            task: tokio::spawn(async move {
                listener.serve(std::future::pending()).await.unwrap();
            }),
        }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends a request on a new connection and does not read the response.
    async fn begin(&self, name: &str, body: &Value, headers: &str) -> TcpStream {
        let mut stream = self.connect().await;
        let request = self.request(name, body, headers);
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    fn request(&self, name: &str, body: &Value, headers: &str) -> String {
        let body = body.to_string();
        format!(
            "POST /api/v1/{name} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             connection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        )
    }

    async fn post(&self, name: &str, body: &Value) -> RawResponse {
        read(self.begin(name, body, "").await).await
    }

    /// Sends bytes on a new connection and reads what comes back.
    pub(crate) async fn send(&self, bytes: &[u8]) -> RawResponse {
        let mut stream = self.connect().await;
        stream.write_all(bytes).await.unwrap();
        read(stream).await
    }

    /// Waits until the server's activity meets a condition.
    pub(crate) async fn until(&self, expected: &str, condition: impl Fn(Activity) -> bool) {
        let wait = async {
            while !condition(self.server.activity()) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        let found = self.server.activity();
        waited.unwrap_or_else(|_| panic!("expected {expected}, found {found:?}"));
    }
}

/// Reads a response until the server closes the connection.
async fn read(mut stream: TcpStream) -> RawResponse {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    read.unwrap().unwrap();
    RawResponse::parse(bytes)
}

/// A target that no board meets, so that the search goes on until the deadline.
pub(crate) fn endless() -> Value {
    json!({"game": "Boggle (New)", "min_words": 100_000, "seed": 1, "timeout": 60})
}

pub(crate) fn small() -> Value {
    json!({"game": "Boggle (New)", "board": "STNDTEIELARSMRTO"})
}

#[tokio::test]
async fn small_questions_do_not_wait_for_long_ones_and_a_client_that_leaves_frees_its_thread() {
    let server = SocketServer::new(|limits| {
        limits.threads = 1;
        limits.time = Duration::from_secs(60);
    });
    // Loading the game is long work, so it is loaded before that lane is full.
    server.post("score", &small()).await.ok();
    let mut long = Vec::new();
    for _ in 0..4 {
        long.push(server.begin("create", &endless(), "").await);
    }
    server
        .until("one search and three that wait", |now| {
            (now.running, now.waiting) == (1, 3)
        })
        .await;
    for _ in 0..20 {
        let scored = server.post("score", &small()).await.ok();
        assert!(scored["words"].as_u64().unwrap() > 100, "{scored}");
        server
            .post("create", &json!({"game": "Boggle (New)"}))
            .await
            .ok();
    }
    // The thread of the last small question may still be on its way back.
    server
        .until("the same searches, none of which has ended", |now| {
            (now.running, now.waiting) == (1, 3)
        })
        .await;
    drop(long);
    server
        .until("no search", |now| (now.running, now.waiting) == (0, 0))
        .await;
}

#[tokio::test]
async fn one_client_has_a_limited_number_of_connections() {
    let server = SocketServer::new(|limits| limits.connections_per_client = 2);
    let first = server.connect().await;
    let _second = server.connect().await;
    server
        .until("2 connections", |now| now.connections == 2)
        .await;
    let refused = read(server.connect().await).await;
    let detail = refused.problem(429, "client");
    assert!(detail.contains("at most 2"), "{detail}");
    assert!(
        refused.head.contains("retry-after: 1\r\n"),
        "{}",
        refused.head
    );
    // Also if the request was sent already.
    let refused = server.post("score", &small()).await;
    refused.problem(429, "client");
    drop(first);
    server
        .until("1 connection", |now| now.connections == 1)
        .await;
    server.post("score", &small()).await.ok();
}

#[tokio::test]
async fn one_client_has_a_limited_number_of_requests_and_only_a_proxy_names_another() {
    for (proxies, status) in [
        (vec![], "429"),
        (vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], "200"),
    ] {
        let mut options = Options {
            proxies,
            ..Options::default()
        };
        options.limits.requests_per_client = 1;
        options.limits.time = Duration::from_secs(60);
        let server = SocketServer::with_options(options);
        let first = "x-forwarded-for: 192.0.2.1\r\n";
        let _running = server.begin("create", &endless(), first).await;
        server.until("a search", |now| now.running == 1).await;
        let same = read(server.begin("score", &small(), first).await).await;
        let detail = same.problem(429, "client");
        assert!(detail.contains("requests at once"), "{detail}");
        let other = "x-forwarded-for: 192.0.2.1, 192.0.2.2\r\n";
        let other = read(server.begin("score", &small(), other).await).await;
        assert_eq!(other.status(), status);
    }
}

#[tokio::test]
async fn a_client_has_a_limited_number_of_waiting_requests() {
    let server = SocketServer::new(|limits| {
        limits.threads = 1;
        limits.queue_per_client = 1;
        limits.time = Duration::from_secs(60);
    });
    let _running = server.begin("create", &endless(), "").await;
    server.until("a search", |now| now.running == 1).await;
    let _waiting = server.begin("create", &endless(), "").await;
    server.until("one that waits", |now| now.waiting == 1).await;
    let refused = server.post("create", &endless()).await;
    let detail = refused.problem(429, "client");
    assert!(detail.contains("waiting requests"), "{detail}");
}

/// A request whose reply has several megabytes.
fn large() -> Value {
    let boards = vec!["?TNDTEIELARSMRT?"; 60];
    json!({"game": "Boggle (New)", "boards": boards})
}

#[tokio::test]
async fn a_large_reply_is_sent_in_pieces_and_equals_that_of_the_small_lane() {
    let server = SocketServer::new(|limits| limits.time = Duration::from_secs(60));
    let all = server.post("solve", &large()).await;
    assert!(all.body.len() > 2 << 20, "{}", all.body.len());
    let length = format!("content-length: {}\r\n", all.body.len());
    assert!(all.head.contains(&length), "{}", all.head);
    let one = json!({"game": "Boggle (New)", "board": "?TNDTEIELARSMRT?"});
    let small = SocketServer::new(|limits| {
        limits.small_reply = usize::MAX;
        limits.small_time = Duration::from_secs(60);
    });
    let one = small.post("solve", &one).await.text();
    let results = vec![one; 60].join(",");
    assert!(all.text() == format!("{{\"results\":[{results}]}}"));
    server.until("no bytes", |now| now.held_bytes == 0).await;
}

#[tokio::test]
async fn clients_that_do_not_read_hold_a_limited_number_of_bytes() {
    let server = SocketServer::new(|limits| {
        limits.time = Duration::from_secs(60);
        limits.held_bytes = 12 << 20;
        limits.held_bytes_per_client = 8 << 20;
    });
    let mut unread = Vec::new();
    for _ in 0..8 {
        unread.push(server.begin("solve", &large(), "").await);
    }
    server
        .until("no search", |now| (now.running, now.waiting) == (0, 0))
        .await;
    let held = server.server.activity().held_bytes;
    assert!(held <= 8 << 20, "{held}");
    // Small replies are still sent.
    server.post("score", &small()).await.ok();
    let mut refused = 0;
    for stream in unread {
        let response = read(stream).await;
        match response.status() == "200" {
            true => drop(response.ok()),
            false => {
                let detail = response.problem(429, "client");
                assert!(detail.contains("unread replies"), "{detail}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "some are refused");
    server.until("no bytes", |now| now.held_bytes == 0).await;
    server.post("solve", &large()).await.ok();
}

#[tokio::test]
async fn connections_without_a_request_make_room_and_some_places_are_reserved() {
    let server = SocketServer::new(|limits| {
        limits.connections = 4;
        limits.reserved_connections = 2;
        limits.time = Duration::from_secs(60);
    });
    let get = |path: &str| {
        let address = server.address;
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").into_bytes()
    };
    let mut halves = Vec::new();
    for number in 1..=4 {
        let mut stream = server.connect().await;
        stream.write_all(b"GET /health HTTP/1.1\r\n").await.unwrap();
        server
            .until("one more connection", |now| now.connections == number)
            .await;
        halves.push(stream);
    }
    assert_eq!(server.send(&get("/health")).await.status(), "200");
    // The oldest one made room.
    let ended = tokio::time::timeout(PATIENCE, halves[0].read(&mut [0])).await;
    assert!(matches!(ended.unwrap(), Ok(0) | Err(_)));
    let rest = format!("host: {}\r\nconnection: close\r\n\r\n", server.address);
    let mut newest = halves.pop().unwrap();
    newest.write_all(rest.as_bytes()).await.unwrap();
    assert_eq!(read(newest).await.status(), "200");
    // Connections with requests keep their places.
    let mut running = Vec::new();
    for _ in 0..4 {
        running.push(server.begin("create", &endless(), "").await);
    }
    server
        .until("4 requests", |now| now.running + now.waiting == 4)
        .await;
    assert_eq!(server.send(&get("/health")).await.status(), "200");
    let refused = server.send(&get("/api/v1/games")).await;
    refused.problem(503, "busy");
}

#[tokio::test]
async fn a_connection_that_sends_half_a_request_is_closed() {
    let server = SocketServer::new(|limits| limits.head = Duration::from_millis(100));
    let mut half = server.connect().await;
    half.write_all(b"GET /health HTTP/1.1\r\n").await.unwrap();
    let ended = tokio::time::timeout(PATIENCE, half.read(&mut [0])).await;
    assert!(matches!(ended.unwrap(), Ok(0) | Err(_)));
    // A connection that has sent one may take longer for the next.
    let mut kept = server.connect().await;
    let request = format!("GET /health HTTP/1.1\r\nhost: {}\r\n", server.address);
    kept.write_all(format!("{request}\r\n").as_bytes())
        .await
        .unwrap();
    kept.read_exact(&mut [0; 12]).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    kept.write_all(format!("{request}connection: close\r\n\r\n").as_bytes())
        .await
        .unwrap();
    let mut rest = String::new();
    let read = tokio::time::timeout(PATIENCE, kept.read_to_string(&mut rest)).await;
    read.unwrap().unwrap();
    assert_eq!(rest.matches("HTTP/1.1 200").count(), 1, "{rest}");
}

#[tokio::test]
async fn requests_that_are_not_valid_http_get_a_status_and_others_a_problem() {
    let server = SocketServer::new(|limits| limits.idle = Duration::from_secs(1));
    let host = format!("host: {}\r\n", server.address);
    let long = "x".repeat(200_000);
    // More than 64 KiB, but less than the buffer of a connection may grow to.
    let over = "x".repeat(65 << 10);
    let many: String = (0..150).map(|it| format!("x-{it}: 1\r\n")).collect();
    for (request, status) in [
        ("nonsense\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/3.7\r\n{host}\r\n"), "400"),
        (format!("GET /\u{1} HTTP/1.1\r\n{host}\r\n"), "400"),
        (format!("GET / HTTP/1.1\r\n{host}bad header\r\n\r\n"), "400"),
        (format!("GET / HTTP/1.1\r\n{host}x: {long}\r\n\r\n"), "431"),
        (
            format!("GET / HTTP/1.1\r\n{host}connection: close\r\nx: {over}\r\n\r\n"),
            "431",
        ),
        (format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), "431"),
        (format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), "431"),
        (
            format!("POST /api/v1/score HTTP/1.1\r\n{host}content-length: x\r\n\r\n"),
            "400",
        ),
    ] {
        let response = server.send(request.as_bytes()).await;
        assert_eq!(
            (response.status(), response.text()),
            (status, String::new())
        );
    }
    for (request, status, kind) in [
        (
            "GET / HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(),
            421,
            "host",
        ),
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), 421, "host"),
        (
            format!("GET / HTTP/1.1\r\n{host}{host}connection: close\r\n\r\n"),
            421,
            "host",
        ),
        (
            format!("GET /api/v1/dictionaries/%ff HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            400,
            "path",
        ),
        (
            format!("BREW /api/v1/score HTTP/1.1\r\n{host}connection: close\r\n\r\n"),
            405,
            "method",
        ),
    ] {
        let detail = server.send(request.as_bytes()).await;
        assert!(!detail.problem(status, kind).is_empty());
    }
}

/// Requests that are expensive to answer, although they are short.
fn expensive() -> Vec<(&'static str, Value)> {
    let tiles = "EEEEAAAASSSSTTTTI???".chars().enumerate();
    let multiplied: String = tiles
        .map(|(index, tile)| format!("{}{}{tile}", ":".repeat(index % 9), ";".repeat(index / 5)))
        .collect();
    let rack = "AEIOUSTRNLDGHCMPB???";
    vec![
        (
            "score",
            json!({"game": "7 Little Words", "board": multiplied}),
        ),
        (
            "solve",
            json!({"game": "7 Little Words", "board": rack, "duplicates": true, "limit": 1,
                "regex": "^xyzzy$"}),
        ),
        (
            "analyze",
            json!({"game": "Boggle (New)", "board": "?".repeat(16)}),
        ),
        (
            "score",
            json!({"game": "Boggle (New)", "board": "????????TEARSING"}),
        ),
        (
            "solve",
            json!({"game": "Spelling Bee", "board": "ABCDEF?", "duplicates": true}),
        ),
    ]
}

#[tokio::test]
async fn an_expensive_request_ends_at_its_time_limit_and_its_thread_is_free() {
    let server = SocketServer::new(|limits| {
        limits.time = Duration::from_millis(300);
        // The others are not reached, so that this one is, on any machine.
        (limits.memory, limits.solutions) = (usize::MAX, usize::MAX);
    });
    for (name, body) in expensive() {
        let response = server.post(name, &body).await;
        assert!(!response.problem(504, "time").is_empty(), "{name} {body}");
        server
            .until("no search", |now| (now.running, now.waiting) == (0, 0))
            .await;
    }
}

#[tokio::test]
async fn a_search_ends_when_its_client_has_gone() {
    let server = SocketServer::new(|limits| {
        limits.time = Duration::from_secs(3_600);
        (limits.memory, limits.solutions) = (usize::MAX, usize::MAX);
    });
    for (name, body) in expensive() {
        let stream = server.begin(name, &body, "").await;
        server.until("a search", |now| now.running > 0).await;
        drop(stream);
        server
            .until("no search", |now| (now.running, now.waiting) == (0, 0))
            .await;
    }
}
