//! The headers of every response, and the requests that are rejected before they reach a handler.

use axum::body::Body;
use axum::http::{Method, Request};

use crate::client::{get, post, send, server};

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = server();
    for response in [
        get(&server, "/").await,
        get(&server, "/api/").await,
        get(&server, "/api/v1/games").await,
        get(&server, "/nothing").await,
        post(&server, "solve", "{").await,
    ] {
        let headers = &response.headers;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert!(!headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test]
async fn a_request_for_another_host_is_rejected() {
    let server = server();
    for host in [
        Some("evil.example"),
        Some("127.0.0.1.evil.example:80"),
        None,
    ] {
        let mut request = Request::get("/api/v1/games");
        if let Some(host) = host {
            request = request.header("host", host);
        }
        let response = send(&server, request.body(Body::empty()).unwrap()).await;
        response.problem(421, "host");
        assert!(response.headers.contains_key("content-security-policy"));
    }
}

#[tokio::test]
async fn unknown_paths_and_wrong_methods_get_a_problem() {
    let server = server();
    for path in [
        "/nothing",
        "/api/v1/nothing",
        "/api/nothing",
        "/..%2f",
        "/index.htm",
    ] {
        get(&server, path).await.problem(404, "not-found");
    }
    for (method, path, allowed) in [
        (Method::GET, "/api/v1/solve", "POST"),
        (Method::DELETE, "/api/v1/config", "GET,HEAD,PUT"),
        (Method::POST, "/api/v1/games", "GET,HEAD"),
    ] {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", "localhost").body(Body::empty());
        let response = send(&server, request.unwrap()).await;
        response.problem(405, "method");
        assert_eq!(response.headers["allow"], allowed);
    }
}
