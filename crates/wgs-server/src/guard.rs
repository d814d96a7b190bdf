//! What holds for every request and every answer: only by a host that is ours, and with
//! headers that keep pages apart.

use std::any::Any;
use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::{Hosts, Server};

/// What every answer says to browsers.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self'; connect-src 'self'; worker-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Lets a request in, and its answer out.
pub(crate) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let told = tracing::enabled!(tracing::Level::DEBUG).then(|| {
        (
            Instant::now(),
            request.method().clone(),
            request.uri().path().to_owned(),
        )
    });
    let mut response = match check_host(server.parts.hosts, request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    if let Some((start, method, path)) = told {
        let (status, took) = (response.status().as_u16(), start.elapsed());
        tracing::debug!("{method} {path}: {status} in {took:?}");
    }
    let headers = response.headers_mut();
    for (name, value) in &HEADERS {
        headers.insert(name, value.clone());
    }
    response
}

/// The host by which a request asks.
pub(crate) fn host<'r>(headers: &'r HeaderMap, uri: &'r Uri) -> &'r str {
    let named = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let in_uri = || uri.authority().map(|authority| authority.as_str());
    named.or_else(in_uri).unwrap_or_default()
}

fn check_host(hosts: Hosts, headers: &HeaderMap, uri: &Uri) -> Result<(), Refusal> {
    let wanted = match hosts {
        Hosts::Any => return Ok(()),
        Hosts::Local => None,
        Hosts::LocalPort(port) => Some(port),
    };
    let found = host(headers, uri);
    let (name, port) = match found.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (found, Some(80)),
    };
    // An address is no name that someone elsewhere could let lead here.
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
    let is_here = name.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.is_loopback());
    if is_here && (wanted.is_none() || wanted == port) {
        return Ok(());
    }
    Err(Refusal::Host {
        found: found.to_owned(),
        wanted: match wanted {
            Some(port) => format!("localhost:{port} or 127.0.0.1:{port}"),
            None => "localhost or 127.0.0.1".to_owned(),
        },
    })
}

/// Answers for a handler that panicked.
pub(crate) fn panicked(_panic: Box<dyn Any + Send + 'static>) -> Response {
    Refusal::Panic.into_response()
}

/// Refuses a request that a page of another server sends. One that no page sends has neither
/// header.
pub(crate) fn check_origin(headers: &HeaderMap, uri: &Uri) -> Result<(), Refusal> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return Err(Refusal::Origin);
    }
    if let Some(origin) = text("origin") {
        let host = host(headers, uri);
        let own = ["http://", "https://"].map(|scheme| format!("{scheme}{host}"));
        if !own.iter().any(|own| own.eq_ignore_ascii_case(origin)) {
            return Err(Refusal::Origin);
        }
    }
    Ok(())
}

/// Refuses a request without the token. The time it takes tells nothing about the token.
pub(crate) fn check_token(headers: &HeaderMap, token: Option<&str>) -> Result<(), Refusal> {
    let token = token.ok_or(Refusal::ReadOnly)?;
    let found = headers.get(header::AUTHORIZATION);
    let found = found.and_then(|value| value.to_str().ok());
    let found = found.and_then(|value| value.strip_prefix("Bearer "));
    let found = found.unwrap_or_default().trim().as_bytes();
    let differs = found.len() != token.len();
    let pairs = found.iter().zip(token.as_bytes());
    let difference = pairs.fold(0, |all, (a, b)| all | (a ^ b));
    match differs || std::hint::black_box(difference) != 0 {
        true => Err(Refusal::Token),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for (hosts, host, allowed) in [
            (Hosts::LocalPort(7007), "localhost:7007", true),
            (Hosts::LocalPort(7007), "127.0.0.1:7007", true),
            (Hosts::LocalPort(7007), "[::1]:7007", true),
            (Hosts::LocalPort(80), "[::1]", true),
            (Hosts::LocalPort(7007), "127.0.0.2:7007", true),
            (Hosts::LocalPort(7007), "10.0.0.1:7007", false),
            (Hosts::LocalPort(7007), "localhost:7008", false),
            (Hosts::LocalPort(7007), "localhost", false),
            (Hosts::LocalPort(7007), "evil.example:7007", false),
            (Hosts::LocalPort(7007), "localhost.evil.example:7007", false),
            (Hosts::Local, "LOCALHOST:1", true),
            (Hosts::Local, "", false),
            (Hosts::Any, "evil.example", true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            let checked = check_host(hosts, &headers, &Uri::from_static("/"));
            assert_eq!(checked.is_ok(), allowed, "{hosts:?} {host}");
        }
    }

    #[test]
    fn a_panic_is_answered_with_a_problem() {
        let response = panicked(Box::new("as the test wants"));
        assert_eq!(response.status(), 500);
        let kind = &response.headers()[header::CONTENT_TYPE];
        assert_eq!(kind, crate::refusal::PROBLEM_JSON);
    }

    #[test]
    fn only_the_token_itself_is_the_token() {
        for (value, allowed) in [
            ("Bearer secret", true),
            ("Bearer secreT", false),
            ("Bearer secret2", false),
            ("Bearer ", false),
            ("secret", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            assert_eq!(
                check_token(&headers, Some("secret")).is_ok(),
                allowed,
                "{value}"
            );
        }
        assert!(check_token(&HeaderMap::new(), Some("secret")).is_err());
    }
}
