//! The path under which a reverse proxy publishes the server, such as `/words/`.
//!
//! Some proxies remove the path before they pass a request on, others do not. The server answers
//! both kinds of requests, because all addresses in its pages are relative.

use std::fmt;
use std::str::FromStr;

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use thiserror::Error;

use crate::{Server, security};

/// The path under which a proxy publishes the server. It is printed with a slash at both ends.
///
/// ```
/// use wgs_server::BasePath;
///
/// let path: BasePath = "/games/words".parse()?;
/// assert_eq!(path.to_string(), "/games/words/");
/// assert_eq!(BasePath::default().to_string(), "/");
/// assert!("words".parse::<BasePath>().is_err());
/// # Ok::<(), wgs_server::BasePathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath {
    /// Without the slash at its end, so empty for `/`.
    path: String,
}

/// The error for a text that is not the path of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a path such as /words/, of letters, digits, hyphens, dots and underscores between slashes"
)]
pub struct BasePathError;

impl FromStr for BasePath {
    type Err = BasePathError;

    fn from_str(text: &str) -> Result<Self, BasePathError> {
        let names = text.strip_prefix('/').ok_or(BasePathError)?;
        let is_name = |name: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
            !matches!(name, "" | "." | "..") && name.chars().all(is_part)
        };
        if names.is_empty() {
            return Ok(Self::default());
        }
        let names = names.strip_suffix('/').unwrap_or(names);
        match names.split('/').all(is_name) {
            true => Ok(Self {
                path: format!("/{names}"),
            }),
            false => Err(BasePathError),
        }
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.path)
    }
}

/// What a path is, seen from a base path.
#[derive(Debug, PartialEq, Eq)]
enum Place<'p> {
    /// The base path without the slash at its end.
    Folder,
    /// A path below the base path, as the routes know it.
    Inside(&'p str),
    /// Any other path.
    Outside,
}

impl BasePath {
    /// Returns whether requests need no change.
    pub(crate) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    fn place<'p>(&self, path: &'p str) -> Place<'p> {
        match path.strip_prefix(&self.path) {
            Some("") => Place::Folder,
            Some(inside) if inside.starts_with('/') => Place::Inside(inside),
            _ => Place::Outside,
        }
    }
}

/// The middleware that removes the base path from the addresses of requests. Requests without it come
/// from proxies that have removed it.
pub(crate) async fn remove_base_path(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    let base = &server.state.base_path;
    let uri = request.uri();
    let query = uri.query().map(|query| format!("?{query}"));
    let query = query.unwrap_or_default();
    match base.place(uri.path()) {
        Place::Outside => next.run(request).await,
        Place::Folder => {
            let name = base.path.rsplit('/').next().unwrap_or_default();
            let mut response = Redirect::permanent(&format!("{name}/{query}")).into_response();
            security::set_headers(response.headers_mut());
            response
        }
        Place::Inside(path) => {
            if let Some(uri) = with_path(uri, &format!("{path}{query}")) {
                *request.uri_mut() = uri;
            }
            next.run(request).await
        }
    }
}

/// Returns an address with another path and query.
fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(path.parse::<PathAndQuery>().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_a_folder_of_plain_names() {
        for (text, expected) in [
            ("/", Some("/")),
            ("/words", Some("/words/")),
            ("/words/", Some("/words/")),
            ("/a/b-c.d_e/", Some("/a/b-c.d_e/")),
            ("", None),
            ("words/", None),
            ("//", None),
            ("/a//b", None),
            ("/../a", None),
            ("/a b", None),
            ("/a?b", None),
            ("/%2e", None),
            ("https://games.example/words/", None),
        ] {
            let found = text.parse::<BasePath>().map(|path| path.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn only_whole_names_are_removed() {
        let base: BasePath = "/words/".parse().unwrap();
        for (path, expected) in [
            ("/words", Place::Folder),
            ("/words/", Place::Inside("/")),
            ("/words/api/v1/solve", Place::Inside("/api/v1/solve")),
            ("/wordsmith/", Place::Outside),
            ("/api/v1/solve", Place::Outside),
            ("/", Place::Outside),
        ] {
            assert_eq!(base.place(path), expected, "{path}");
        }
    }
}
