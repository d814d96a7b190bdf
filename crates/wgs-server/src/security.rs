//! What protects the server and its users from other websites: the check of the host that
//! every request must pass, the headers that every response carries, and the checks of origin
//! and token for saving.

use std::any::Any;
use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::{Hosts, Server, address};

/// The headers of every response. They tell browsers to load nothing from other hosts, and to
/// keep other websites out.
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
        // With the header below, this lets the page share memory with its workers.
        HeaderName::from_static("cross-origin-embedder-policy"),
        HeaderValue::from_static("require-corp"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// A header of responses to pages whose connection is secure. Browsers ignore it elsewhere, and
/// report that to the console as an error.
const SECURE_HEADER: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    HeaderValue::from_static("same-origin"),
);

/// The middleware around all routes: checks the host, sets the headers, and counts and logs the
/// request.
pub(crate) async fn protect(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    address::apply_forwarded(&server.state, &mut request);
    let start = Instant::now();
    let logged = tracing::enabled!(tracing::Level::DEBUG)
        .then(|| (request.method().clone(), request.uri().path().to_owned()));
    let may_be_secure = may_be_secure(request.headers(), request.uri());
    let state = &server.state;
    let checked = check_host(
        state.hosts,
        &state.host_names,
        request.headers(),
        request.uri(),
    );
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let took = start.elapsed();
    server.state.metrics.add(response.status(), took);
    if let Some((method, path)) = logged {
        let status = response.status().as_u16();
        tracing::debug!(%method, path, status, ?took, "answered a request");
    }
    set_headers(response.headers_mut());
    if may_be_secure {
        let (name, value) = SECURE_HEADER;
        response.headers_mut().insert(name, value);
    }
    response
}

/// Returns whether a browser may regard the connection as secure: it leads to its own machine, or a
/// proxy has come over HTTPS. Browsers say what a request is for only there; old ones do not, but
/// most proxies do.
fn may_be_secure(headers: &HeaderMap, uri: &Uri) -> bool {
    let scheme = headers.get(address::FORWARDED_SCHEME);
    headers.contains_key("sec-fetch-site")
        || scheme.is_some_and(|scheme| scheme == "https")
        || is_loopback(host(headers, uri))
}

/// Adds the headers of every response.
pub(crate) fn set_headers(headers: &mut HeaderMap) {
    for (name, value) in &HEADERS {
        headers.insert(name, value.clone());
    }
}

/// Returns the host that a request is addressed to.
pub(crate) fn host<'r>(headers: &'r HeaderMap, uri: &'r Uri) -> &'r str {
    let in_header = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let in_uri = || uri.authority().map(|authority| authority.as_str());
    in_header.or_else(in_uri).unwrap_or_default()
}

/// Splits a host into its name or address and its port, [`None`] if that is not a number.
fn split_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    }
}

/// Returns whether a host is one of these names, on any port.
pub(crate) fn is_named(host: &str, names: &[String]) -> bool {
    let (name, _) = split_port(host);
    names.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Returns whether a host is this machine under a name or an address that means another one
/// elsewhere.
pub(crate) fn is_loopback(host: &str) -> bool {
    let (name, _) = split_port(host);
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>().ok();
    name.eq_ignore_ascii_case("localhost")
        || address.is_some_and(|it| it.to_canonical().is_loopback())
}

/// Rejects a request for another host, so that a website whose name resolves to this machine
/// cannot use the server through its visitors' browsers (DNS rebinding). `names` are those that the
/// owner has allowed, on any port.
fn check_host(
    hosts: Hosts,
    names: &[String],
    headers: &HeaderMap,
    uri: &Uri,
) -> Result<(), ApiError> {
    // A proxy might believe one of them, and this server the other.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(ApiError::Host {
            found: "several Host headers".to_owned(),
            expected: "one host".to_owned(),
        });
    }
    let found = host(headers, uri);
    if is_named(found, names) {
        return Ok(());
    }
    let (name, port) = split_port(found);
    // Only names can be made to resolve to this machine; addresses cannot.
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>().ok();
    let address = address.map(|address| address.to_canonical());
    let is_local = is_loopback(found);
    let is_allowed = match hosts {
        Hosts::Local => is_local,
        Hosts::LocalPort(expected) => is_local && port == Some(expected),
        Hosts::Address(own) if own.is_unspecified() => is_local || address.is_some(),
        Hosts::Address(own) => is_local || address == Some(own.to_canonical()),
    };
    if is_allowed {
        return Ok(());
    }
    let own = match hosts {
        Hosts::Local => "localhost or 127.0.0.1".to_owned(),
        Hosts::LocalPort(port) => format!("localhost:{port} or 127.0.0.1:{port}"),
        Hosts::Address(own) if own.is_unspecified() => "its addresses".to_owned(),
        Hosts::Address(own) => own.to_string(),
    };
    let names = names.iter().map(String::as_str);
    Err(ApiError::Host {
        found: found.to_owned(),
        expected: names.chain([own.as_str()]).collect::<Vec<_>>().join(", "),
    })
}

/// Returns the response of a handler that panicked.
pub(crate) fn panic_response(_panic: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::Panic.into_response()
}

/// Rejects a request from a page of another server. Requests that do not come from a page have
/// neither of these headers.
pub(crate) fn check_origin(headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return Err(ApiError::Origin);
    }
    if let Some(origin) = text("origin") {
        let host = host(headers, uri);
        let own = ["http://", "https://"].map(|scheme| format!("{scheme}{host}"));
        if !own.iter().any(|own| own.eq_ignore_ascii_case(origin)) {
            return Err(ApiError::Origin);
        }
    }
    Ok(())
}

/// Rejects a request without the right token, in constant time.
pub(crate) fn check_token(headers: &HeaderMap, token: Option<&str>) -> Result<(), ApiError> {
    let token = token.ok_or(ApiError::ReadOnly)?;
    let found = bearer(headers).unwrap_or_default().as_bytes();
    match is_equal_secret(found, token.as_bytes()) {
        true => Ok(()),
        false => Err(ApiError::Token),
    }
}

/// Returns the secret that a request presents as `Authorization: Bearer SECRET`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let found = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Some(found.strip_prefix("Bearer ")?.trim())
}

/// Compares a text with a secret, in a time that does not depend on where they differ.
pub(crate) fn is_equal_secret(found: &[u8], secret: &[u8]) -> bool {
    let pairs = found.iter().zip(secret);
    let difference = pairs.fold(0, |all, (a, b)| all | (a ^ b));
    found.len() == secret.len() && std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
    const UNSPECIFIED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    #[test]
    fn only_local_hosts_own_addresses_and_allowed_names_are_accepted() {
        let names = ["games.example".to_owned()];
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
            (Hosts::Address(ADDRESS), "10.0.0.1:7007", true),
            (Hosts::Address(ADDRESS), "10.0.0.1", true),
            (Hosts::Address(ADDRESS), "localhost", true),
            (Hosts::Address(ADDRESS), "10.0.0.2", false),
            (Hosts::Address(ADDRESS), "evil.example", false),
            (Hosts::Address(UNSPECIFIED), "10.0.0.2:80", true),
            (Hosts::Address(UNSPECIFIED), "[2001:db8::1]:80", true),
            (Hosts::Address(UNSPECIFIED), "evil.example", false),
            (Hosts::Address(UNSPECIFIED), "", false),
            (Hosts::Address(UNSPECIFIED), "Games.example:8080", true),
            (Hosts::LocalPort(7007), "games.example", true),
            (Hosts::LocalPort(7007), "games.example.evil", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            let checked = check_host(hosts, &names, &headers, &Uri::from_static("/"));
            assert_eq!(checked.is_ok(), allowed, "{hosts:?} {host}");
        }
    }

    #[test]
    fn a_connection_may_be_secure_on_this_machine_or_behind_a_proxy_with_https() {
        for (host, header, secure) in [
            ("localhost:7007", None, true),
            ("[::1]:7007", None, true),
            ("10.0.0.1:7007", None, false),
            ("laptop.local:7007", None, false),
            ("10.0.0.1:7007", Some(("x-forwarded-proto", "http")), false),
            ("games.example", Some(("x-forwarded-proto", "https")), true),
            ("games.example", Some(("sec-fetch-site", "none")), true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some((name, value)) = header {
                headers.insert(name, HeaderValue::from_static(value));
            }
            let found = may_be_secure(&headers, &Uri::from_static("/"));
            assert_eq!(found, secure, "{host} {header:?}");
        }
    }

    #[test]
    fn a_panic_gets_a_problem_document() {
        let response = panic_response(Box::new("part of the test"));
        assert_eq!(response.status(), 500);
        let kind = &response.headers()[header::CONTENT_TYPE];
        assert_eq!(kind, crate::problem_document::PROBLEM_JSON);
    }

    #[test]
    fn only_the_exact_token_is_accepted() {
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
