//! A server that is asked without a socket, and what it answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tower::ServiceExt;
use wgs_server::{Limits, Options, Server};

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The answer, when all went well.
    #[track_caller]
    pub(crate) fn fine(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/json");
        self.json()
    }

    /// The detail of a problem document of this kind.
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

/// A server with these limits.
pub(crate) fn with_limits(change: impl FnOnce(&mut Limits)) -> Server {
    let mut options = Options::default();
    change(&mut options.limits);
    Server::new(options).unwrap()
}

pub(crate) fn server() -> Server {
    with_limits(|_| {})
}

/// Sends a request.
pub(crate) async fn send(server: &Server, request: Request<Body>) -> Answer {
    let response = server.router().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
    }
}

pub(crate) async fn get(server: &Server, path: &str) -> Answer {
    let request = Request::get(path).header("host", "localhost");
    send(server, request.body(Body::empty()).unwrap()).await
}

/// Asks a question of the API.
pub(crate) async fn ask(server: &Server, name: &str, body: impl ToString) -> Answer {
    let request = Request::post(format!("/api/v1/{name}"))
        .header("host", "localhost")
        .header("content-type", "application/json");
    let body = Body::from(body.to_string());
    send(server, request.body(body).unwrap()).await
}

/// A folder that goes when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("http-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
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

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
