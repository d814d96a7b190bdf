//! Sends requests to a server without a socket, and checks the responses.

use std::fs;
use std::path::PathBuf;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;
use wgs_server::{Limits, Options, Server};

/// A response whose body was read.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl TestResponse {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the JSON of a successful response.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/json");
        self.json()
    }

    /// Returns the detail of a problem document, which must be of this kind.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, kind: &str) -> String {
        let text = self.text();
        assert_eq!(self.status, status, "{text}");
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["type"], format!("/api/#{kind}"), "{text}");
        assert_eq!(problem["status"], status, "{text}");
        assert!(problem["title"].is_string(), "{text}");
        problem["detail"].as_str().unwrap().to_owned()
    }
}

/// Returns a server for the embedded games with changed limits.
pub(crate) fn with_limits(change: impl FnOnce(&mut Limits)) -> Server {
    let mut options = Options::default();
    change(&mut options.limits);
    Server::new(options).unwrap()
}

pub(crate) fn server() -> Server {
    with_limits(|_| {})
}

/// Sends a request.
pub(crate) async fn send(server: &Server, request: Request<Body>) -> TestResponse {
    let response = server.router().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    TestResponse {
        status: parts.status,
        headers: parts.headers,
        body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
    }
}

pub(crate) async fn get(server: &Server, path: &str) -> TestResponse {
    let request = Request::get(path).header("host", "localhost");
    send(server, request.body(Body::empty()).unwrap()).await
}

/// Sends a JSON body to a call of the API.
pub(crate) async fn post(server: &Server, name: &str, body: impl ToString) -> TestResponse {
    let request = Request::post(format!("/api/v1/{name}"))
        .header("host", "localhost")
        .header("content-type", "application/json");
    let body = Body::from(body.to_string());
    send(server, request.body(body).unwrap()).await
}

/// A folder that is deleted when the test ends.
pub(crate) struct TestFolder {
    path: PathBuf,
    _guard: TempDir,
}

impl TestFolder {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self {
            path: folder.path().canonicalize().unwrap(),
            _guard: folder,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}
