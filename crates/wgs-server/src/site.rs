//! The web app: the files that were in the folder `site` at compile time, or those of a folder. They
//! are kept as they are stored, compressed with Brotli, and sent like that to browsers that accept
//! it. Others get gzip or the plain file, which is made when it is first needed: browsers accept
//! Brotli only where the connection is secure or the server is on the same machine.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::OnceCell;
use xxhash_rust::xxh3::xxh3_64;

use crate::Server;
use crate::api_error::ApiError;

/// A file that the build script found.
struct EmbeddedFile {
    path: &'static str,
    hash: u64,
    is_brotli: bool,
    content: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The files of the web app. Clones share them.
#[derive(Clone, Debug)]
pub struct Site {
    /// Sorted by path.
    files: Arc<[SiteFile]>,
}

/// A file, and the forms in which it was needed until now.
#[derive(Debug)]
struct SiteFile {
    /// The path in the address.
    path: String,
    /// The hash of the content as it is stored.
    hash: u64,
    stored: Stored,
    plain: OnceCell<Bytes>,
    gzip: OnceCell<Bytes>,
}

/// How a file is stored.
#[derive(Debug)]
enum Stored {
    Brotli(Bytes),
    Plain(Bytes),
}

/// The largest size of a folder that is served. All of it is kept in memory.
const MAX_FOLDER: u64 = 256 << 20;

impl Site {
    /// The files that this build includes; none, if it was built without the page.
    pub(crate) fn embedded() -> Self {
        let file = |file: &EmbeddedFile| {
            let content = Bytes::from_static(file.content);
            let stored = match file.is_brotli {
                true => Stored::Brotli(content),
                false => Stored::Plain(content),
            };
            SiteFile::new(file.path.to_owned(), file.hash, stored)
        };
        Self {
            files: EMBEDDED.iter().map(file).collect(),
        }
    }

    /// Reads the files of a folder that `cargo xtask site` has written. Later changes are not
    /// noticed.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, if there is no `index.html`, or if the folder is
    /// larger than 256 MB.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        let mut room = MAX_FOLDER;
        let mut folders = vec![(String::from("/"), folder.to_owned())];
        while let Some((prefix, folder)) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let name = entry.file_name();
                let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                    continue;
                };
                let path = format!("{prefix}{name}");
                let kind = entry.metadata()?;
                if kind.is_dir() {
                    folders.push((path + "/", entry.path()));
                    continue;
                }
                let Some(rest) = room.checked_sub(kind.len()) else {
                    return Err(io::Error::other("the folder is larger than 256 MB"));
                };
                // Compressed forms are for servers that can only send what lies there.
                let is_form = path.ends_with(".br") || path.ends_with(".gz");
                if !is_form && kind.is_file() {
                    room = rest;
                    let content = fs::read(entry.path())?;
                    let hash = xxh3_64(&content);
                    files.push(SiteFile::new(path, hash, Stored::Plain(content.into())));
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        match files.iter().any(|file| file.path == "/index.html") {
            true => Ok(Self {
                files: files.into(),
            }),
            false => Err(io::Error::other("the folder has no index.html")),
        }
    }

    /// Returns whether there is a page.
    pub(crate) fn has_page(&self) -> bool {
        !self.files.is_empty()
    }

    fn find(&self, path: &str) -> Option<&SiteFile> {
        let search = |file: &SiteFile| file.path.as_str().cmp(path);
        let index = self.files.binary_search_by(search);
        index.ok().map(|index| &self.files[index])
    }
}

impl SiteFile {
    fn new(path: String, hash: u64, stored: Stored) -> Self {
        Self {
            path,
            hash,
            stored,
            plain: OnceCell::new(),
            gzip: OnceCell::new(),
        }
    }

    /// The file without compression.
    async fn plain(&self) -> Result<Bytes, ApiError> {
        match &self.stored {
            Stored::Plain(content) => Ok(content.clone()),
            Stored::Brotli(content) => {
                let plain = || in_background(content.clone(), decompress);
                self.plain.get_or_try_init(plain).await.cloned()
            }
        }
    }

    /// The file, compressed with gzip.
    async fn gzip(&self) -> Result<Bytes, ApiError> {
        let gzip = async || in_background(self.plain().await?, compress).await;
        self.gzip.get_or_try_init(gzip).await.cloned()
    }

    /// Returns whether the file gets smaller by compression.
    fn is_compressed(&self) -> bool {
        matches!(self.stored, Stored::Brotli(_))
    }
}

/// Converts a file on another thread, because that may take a tenth of a second.
async fn in_background(
    content: Bytes,
    convert: fn(&[u8]) -> io::Result<Vec<u8>>,
) -> Result<Bytes, ApiError> {
    let converted = tokio::task::spawn_blocking(move || convert(&content)).await;
    let converted = converted.map_err(io::Error::other).flatten();
    converted.map(Bytes::from).map_err(|error| {
        tracing::error!("a file of the page cannot be converted: {error}");
        ApiError::Panic
    })
}

fn decompress(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    brotli_decompressor::Decompressor::new(content, 1 << 16).read_to_end(&mut plain)?;
    Ok(plain)
}

fn compress(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    encoder.finish()
}

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

/// Handles every path that has no other route.
pub(crate) async fn serve(State(server): State<Server>, request: Request) -> Response {
    let path = request.uri().path();
    let not_found = || ApiError::NotFound(path.to_owned()).into_response();
    if path.starts_with("/api/") {
        return not_found();
    }
    let site = &server.state.site;
    let name = if path == "/" { "/index.html" } else { path };
    let Some(file) = site.find(name) else {
        return match path {
            "/" if !site.has_page() => Html(MISSING).into_response(),
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
        .await
        .unwrap_or_else(IntoResponse::into_response)
}

async fn send(file: &SiteFile, request: &HeaderMap) -> Result<Response, ApiError> {
    let accepted = request.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let accepts = |name: &str| accepted.is_some_and(|list| accepts(list, name));
    let encoding = match file.is_compressed() {
        true if accepts("br") => Some("br"),
        true if accepts("gzip") => Some("gzip"),
        _ => None,
    };
    let tag = format!("\"{:016x}{}\"", file.hash, encoding.unwrap_or_default());
    let mut response = match matches_etag(request, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => match (&file.stored, encoding) {
            (Stored::Brotli(content), Some("br")) => content.clone(),
            (_, Some(_)) => file.gzip().await?,
            (_, None) => file.plain().await?,
        }
        .into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(media_type(&file.path)),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Ok(response)
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

    fn body(response: Response) -> Vec<u8> {
        let body = axum::body::to_bytes(response.into_body(), usize::MAX);
        futures_util::FutureExt::now_or_never(body)
            .expect("the body is in memory")
            .unwrap()
            .to_vec()
    }

    #[tokio::test]
    async fn a_compressed_file_is_sent_in_the_best_form_that_the_client_accepts() {
        let text = "the same again, ".repeat(50);
        let mut compressed = Vec::new();
        brotli::BrotliCompress(&mut text.as_bytes(), &mut compressed, &Default::default()).unwrap();
        let stored = Stored::Brotli(compressed.clone().into());
        let file = SiteFile::new("/page.js".to_owned(), 7, stored);
        let gzipped = compress(text.as_bytes()).unwrap();
        let mut tags = Vec::new();
        for (accepted, encoding, content) in [
            ("gzip, br", Some("br"), compressed.as_slice()),
            ("gzip, br;q=0", Some("gzip"), &gzipped),
            ("identity", None, text.as_bytes()),
        ] {
            let mut request = HeaderMap::new();
            request.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let response = send(&file, &request).await.unwrap();
            let headers = response.headers();
            let sent = headers.get(header::CONTENT_ENCODING);
            assert_eq!(sent.map(|it| it.to_str().unwrap()), encoding);
            assert_eq!(headers[header::CONTENT_TYPE], media_type("a.js"));
            assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
            let tag = headers[header::ETAG].clone();
            assert_eq!(body(response), content, "{accepted}");
            request.insert(header::IF_NONE_MATCH, tag.clone());
            let again = send(&file, &request).await.unwrap();
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
            tags.push(tag);
        }
        tags.dedup();
        assert_eq!(tags.len(), 3, "each form has a tag of its own");
    }

    #[tokio::test]
    async fn a_folder_is_served_as_it_is_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, content: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        write("deep/a.js", "1");
        let missing = Site::read(folder.path()).err().unwrap();
        assert_eq!(missing.to_string(), "the folder has no index.html");
        write("index.html", "<p>");
        write("index.html.br", "compressed");
        write(".hidden", "secret");
        let site = Site::read(folder.path()).unwrap();
        let paths: Vec<&str> = site.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["/deep/a.js", "/index.html"]);
        let page = site.find("/index.html").unwrap();
        assert_eq!(page.plain().await.unwrap(), "<p>");
    }

    #[test]
    fn embedded_files_are_sorted_for_binary_search() {
        assert!(EMBEDDED.is_sorted_by_key(|file| file.path));
    }
}
