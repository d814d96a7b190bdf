//! The bodies of API requests, answered by a server without a socket.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};
use tower::ServiceExt;
use wgs_server::{Options, Server};

/// The calls that take a body. The first line of an input is one of them.
const CALLS: [&str; 6] = [
    "solve",
    "score",
    "analyze",
    "create",
    "check-board",
    "check-word",
];

/// The seconds that a search for a board may take. They do not count: the cost of a board does.
const CREATE_SECONDS: f64 = 0.002;

/// Every body gets a JSON document as its answer: a reply, or a problem document that says what
/// is wrong with the request. No body causes an internal error.
pub fn api_body(data: &[u8]) {
    let (call, body) = split(data);
    let body = match call {
        "create" => within_time(body),
        _ => body.to_vec(),
    };
    let request = Request::post(format!("/api/v1/{call}"))
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body))
        .expect("a valid request");
    let (server, runtime) = server();
    let (status, answer) = runtime.block_on(async {
        let response = server.router().oneshot(request).await.expect("an answer");
        let status = response.status();
        let answer = to_bytes(response.into_body(), usize::MAX).await;
        (status, answer.expect("a body"))
    });
    let shown = String::from_utf8_lossy(data);
    let text = String::from_utf8_lossy(&answer);
    assert!(
        status == StatusCode::OK || status.is_client_error(),
        "{shown:?}: {status}, {text}"
    );
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    if status != StatusCode::OK {
        assert_eq!(answer["status"], status.as_u16(), "{shown:?}: {text}");
        assert!(answer["detail"].is_string(), "{shown:?}: {text}");
    }
}

/// Returns the call and its body. Data without a call is a body of the first call.
fn split(data: &[u8]) -> (&'static str, &[u8]) {
    let rest_of = |call: &str| data.strip_prefix(call.as_bytes())?.strip_prefix(b"\n");
    CALLS
        .into_iter()
        .find_map(|call| Some((call, rest_of(call)?)))
        .unwrap_or((CALLS[0], data))
}

/// Limits the time of a search for a board, if this is a request for one.
fn within_time(body: &[u8]) -> Vec<u8> {
    let Ok(Value::Object(mut request)) = serde_json::from_slice(body) else {
        return body.to_vec();
    };
    let seconds = request.get("timeout").map_or(Some(60.0), Value::as_f64);
    if seconds.is_some_and(|seconds| seconds > CREATE_SECONDS) {
        request.insert("timeout".to_owned(), json!(CREATE_SECONDS));
    }
    Value::Object(request).to_string().into_bytes()
}

/// A server for small games with a small dictionary: the cost is that of the body.
fn server() -> &'static (Server, Runtime) {
    static SERVER: OnceLock<(Server, Runtime)> = OnceLock::new();
    SERVER.get_or_init(|| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/wgs.json");
        let mut options = Options {
            config: Some(file),
            ..Options::default()
        };
        options.limits.threads = 1;
        options.limits.batch = 20;
        options.limits.cells = 40;
        options.limits.wildcards = 2;
        options.limits.wildcards_on_racks = 2;
        options.limits.time = Duration::from_secs(60);
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let server = Server::new(options).expect("a valid configuration");
        (server, runtime.expect("a runtime"))
    })
}
