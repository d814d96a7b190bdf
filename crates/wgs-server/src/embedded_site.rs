//! The web app: the files that were in `target/site` at compile time, served as they are, or
//! compressed if the browser accepts that.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use crate::api_error::ApiError;

/// A file of the page, plain and compressed.
struct SiteFile {
    path: &'static str,
    hash: u64,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// What `/` shows in a build without the page.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>wgs</title>
<link rel=\"stylesheet\" href=\"api/api.css\">
</head>
<body>
<main>
<h1>wgs</h1>
<p>This build does not include the page; <code>cargo xtask serve</code> builds and serves it.</p>
<p>The <a href=\"api/\">API</a> is available.</p>
</main>
</body>
</html>
";

/// Returns whether this build includes the page.
pub(crate) fn is_built_in() -> bool {
    !FILES.is_empty()
}

/// Handles every path that has no other route.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path();
    let not_found = || ApiError::NotFound(path.to_owned()).into_response();
    if path.starts_with("/api/") {
        return not_found();
    }
    let name = if path == "/" { "/index.html" } else { path };
    let Some(file) = find(name) else {
        return match path {
            "/" if !is_built_in() => Html(MISSING).into_response(),
            _ => not_found(),
        };
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let method = request.method().to_string();
        let path = path.to_owned();
        let error = ApiError::Method { method, path }.into_response();
        return ([(header::ALLOW, "GET, HEAD")], error).into_response();
    }
    send(file, request.headers())
}

fn find(name: &str) -> Option<&'static SiteFile> {
    let index = FILES.binary_search_by(|file| file.path.cmp(name));
    index.ok().map(|index| &FILES[index])
}

fn send(file: &'static SiteFile, request: &HeaderMap) -> Response {
    let accepted = request.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let accepts = |name: &str| accepted.is_some_and(|list| accepts(list, name));
    let (content, encoding) = match (file.br, file.gz) {
        (Some(br), _) if accepts("br") => (br, Some("br")),
        (_, Some(gz)) if accepts("gzip") => (gz, Some("gzip")),
        _ => (file.plain, None),
    };
    let tag = format!("\"{:016x}{}\"", file.hash, encoding.unwrap_or_default());
    let mut response = match matches_etag(request, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => content.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(media_type(file.path)),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Returns whether the client already has the version with this entity tag.
pub(crate) fn matches_etag(request: &HeaderMap, tag: &str) -> bool {
    let known = request.get(header::IF_NONE_MATCH);
    let known = known.and_then(|value| value.to_str().ok());
    known.is_some_and(|known| {
        let same = |one: &str| one == "*" || one.trim_start_matches("W/") == tag;
        known.split(',').map(str::trim).any(same)
    })
}

/// Returns whether a list of encodings contains this one with a weight above 0.
fn accepts(list: &str, name: &str) -> bool {
    list.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|it| it.eq_ignore_ascii_case(name));
        let is_refused = |part: &str| {
            let weight = part.strip_prefix("q=").map(str::parse::<f32>);
            matches!(weight, Some(Ok(weight)) if weight == 0.0)
        };
        is_named && !parts.any(is_refused)
    })
}

/// Returns the media type of a file by its extension.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_accepted_if_it_is_listed_with_a_weight_above_0() {
        for (list, name, accepted) in [
            ("gzip, deflate, br", "br", true),
            ("gzip;q=1.0, br;q=0", "br", false),
            ("br;q=0.5", "br", true),
            ("brotli", "br", false),
            ("", "gzip", false),
        ] {
            assert_eq!(accepts(list, name), accepted, "{list}");
        }
    }

    static SAMPLE: SiteFile = SiteFile {
        path: "/page.js",
        hash: 7,
        plain: b"plain",
        br: Some(b"compressed"),
        gz: None,
    };

    #[test]
    fn a_file_is_compressed_if_accepted_and_not_sent_if_the_client_has_it() {
        let mut request = HeaderMap::new();
        let plain = send(&SAMPLE, &request);
        assert!(plain.headers().get(header::CONTENT_ENCODING).is_none());
        assert_eq!(plain.headers()[header::CACHE_CONTROL], "no-cache");
        request.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip, br"),
        );
        let compressed = send(&SAMPLE, &request);
        assert_eq!(compressed.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(
            compressed.headers()[header::CONTENT_TYPE],
            media_type("a.js")
        );
        let tag = compressed.headers()[header::ETAG].clone();
        assert_ne!(tag, plain.headers()[header::ETAG]);
        request.insert(header::IF_NONE_MATCH, tag);
        assert_eq!(send(&SAMPLE, &request).status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn files_are_sorted_for_binary_search() {
        assert!(FILES.is_sorted_by_key(|file| file.path));
    }
}
