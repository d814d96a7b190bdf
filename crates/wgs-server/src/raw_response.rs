//! Responses that do not come from the router: those to requests that are not valid HTTP, and to
//! connections that are refused. They are problem documents too.
//!
//! hyper answers a request that it cannot read by itself, with an empty body and without asking
//! anybody. [`ProblemStream`] lies between hyper and the socket, and replaces such a response.
//! Nothing can be said to a client that sends no complete head in time, or that speaks HTTP/2:
//! hyper closes those connections without a response.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use axum::response::IntoResponse;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::api_error::ApiError;
use crate::security;

/// The size of the longest head of a request in bytes.
pub(crate) const MAX_HEAD: usize = 64 << 10;

/// Returns the bytes of a whole response that ends its connection.
pub(crate) fn raw_response(error: ApiError) -> Vec<u8> {
    let body = serde_json::to_vec(&error.problem_document());
    let body = body.expect("a problem document can be written as JSON");
    let mut response = error.into_response();
    security::set_headers(response.headers_mut());
    let status = response.status();
    let reason = status.canonical_reason().unwrap_or_default();
    let mut bytes = format!("HTTP/1.1 {} {reason}\r\n", status.as_u16()).into_bytes();
    for (name, value) in response.headers() {
        if name != axum::http::header::CONNECTION {
            bytes.extend_from_slice(name.as_str().as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
    }
    let end = format!(
        "content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    bytes.extend_from_slice(end.as_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

/// Returns what to send instead of bytes that hyper writes, if hyper composed the response itself:
/// a head without the headers that every response of this server has, and without a body.
fn replacement(written: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: usize = 256;
    if written.len() > LONGEST || !written.ends_with(b"\r\n\r\n") {
        return None;
    }
    let head = str::from_utf8(written).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?;
    let status = StatusCode::from_bytes(status.as_bytes()).ok()?;
    if !head.contains("content-length: 0\r\n") || head.contains("content-security-policy") {
        return None;
    }
    let error = match status {
        StatusCode::BAD_REQUEST => ApiError::NotHttp,
        StatusCode::URI_TOO_LONG => ApiError::Target(MAX_HEAD),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => ApiError::Head(MAX_HEAD),
        _ => return None,
    };
    Some(raw_response(error))
}

/// A stream that replaces hyper's own responses by problem documents.
#[derive(Debug)]
pub(crate) struct ProblemStream<S> {
    stream: S,
    /// What is written instead, and how much of it has been.
    instead: Option<(Vec<u8>, usize)>,
}

impl<S> ProblemStream<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self {
            stream,
            instead: None,
        }
    }
}

impl<S: AsyncWrite + Unpin> ProblemStream<S> {
    /// Writes the replacement of these bytes to its end, and returns their number; [`None`] if
    /// they have no replacement.
    fn poll_replacement(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Option<io::Result<usize>>> {
        if self.instead.is_none() {
            self.instead = replacement(bytes).map(|instead| (instead, 0));
        }
        let Some((instead, written)) = &mut self.instead else {
            return Poll::Ready(None);
        };
        while *written < instead.len() {
            let stream = Pin::new(&mut self.stream);
            match ready!(stream.poll_write(context, &instead[*written..])) {
                Ok(0) => return Poll::Ready(Some(Err(io::ErrorKind::WriteZero.into()))),
                Ok(more) => *written += more,
                Err(error) => return Poll::Ready(Some(Err(error))),
            }
        }
        self.instead = None;
        Poll::Ready(Some(Ok(bytes.len())))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ProblemStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ProblemStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        match ready!(this.poll_replacement(context, bytes)) {
            Some(result) => Poll::Ready(result),
            None => Pin::new(&mut this.stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let mut filled = slices.iter().filter(|slice| !slice.is_empty());
        if let (Some(only), None) = (filled.next(), filled.next())
            && let Some(result) = ready!(this.poll_replacement(context, only))
        {
            return Poll::Ready(result);
        }
        Pin::new(&mut this.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_empty_errors_without_our_headers_are_replaced() {
        let date = "date: Mon, 01 Jan 2024 00:00:00 GMT\r\n\r\n";
        for (head, expected) in [
            (
                "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n",
                Some("/api/#request"),
            ),
            (
                "HTTP/1.1 431 Too Large\r\ncontent-length: 0\r\n",
                Some("/api/#head"),
            ),
            (
                "HTTP/1.1 414 Too Long\r\ncontent-length: 0\r\n",
                Some("/api/#target"),
            ),
            ("HTTP/1.1 304 Not Modified\r\ncontent-length: 0\r\n", None),
            ("HTTP/1.1 400 Bad Request\r\ncontent-length: 7\r\n", None),
            (
                "HTTP/1.1 400 Bad Request\r\ncontent-security-policy: x\r\ncontent-length: 0\r\n",
                None,
            ),
        ] {
            let found = replacement(format!("{head}{date}").as_bytes());
            let found = found.map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(found.is_some(), expected.is_some(), "{head}");
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!(found.contains(expected), "{found}");
                assert!(found.contains("content-security-policy: "), "{found}");
            }
        }
        assert_eq!(replacement(b"HTTP/1.1 400"), None);
    }
}
