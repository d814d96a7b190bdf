//! The JSON of a reply, and the body that sends it. Long lists of solutions are kept in a compact
//! form, a third of their JSON or less, and written piece by piece while the client reads. So a
//! reply holds little memory, and no thread waits for a client.
//!
//! The list itself must be complete before the first byte: the totals come first in the reply,
//! and some lists are sorted. Whatever can fail has failed by then, so a reply that has begun
//! is complete unless the connection ends early. Its length is known, so that clients notice.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use serde::Serialize;

use crate::client_account::OpenRequest;
use crate::request::SolutionList;

/// The size at which a new part begins, in bytes.
const PART: usize = 256 << 10;

/// The size of a piece of a list that is written while the client reads, in bytes.
const PIECE: usize = 64 << 10;

/// The JSON of a reply, in parts.
#[derive(Debug, Default)]
pub(crate) struct ReplyDocument {
    parts: VecDeque<Part>,
    len: usize,
}

#[derive(Debug)]
enum Part {
    Json(Vec<u8>),
    Solutions(SolutionList),
}

impl Part {
    /// Returns the number of bytes in memory.
    fn held(&self) -> usize {
        match self {
            Self::Json(json) => json.capacity(),
            Self::Solutions(list) => list.held(),
        }
    }
}

impl ReplyDocument {
    /// Returns the number of bytes of the JSON.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn held(&self) -> usize {
        self.parts.iter().map(Part::held).sum()
    }

    /// Appends text.
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.write(|json| json.extend_from_slice(text));
    }

    /// Appends a value as JSON.
    pub(crate) fn push_value(&mut self, value: &impl Serialize) {
        self.write(|json| {
            serde_json::to_writer(json, value).expect("a reply can be written as JSON");
        });
    }

    /// Appends what a function writes. The buffer may have content, which must stay.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let has_room = matches!(self.parts.back(), Some(Part::Json(json)) if json.len() < PART);
        if !has_room {
            self.parts.push_back(Part::Json(Vec::new()));
        }
        if let Some(Part::Json(json)) = self.parts.back_mut() {
            let before = json.len();
            write(json);
            self.len += json.len() - before;
        }
    }

    /// Appends the solutions of a list, with commas between them.
    pub(crate) fn push_solutions(&mut self, list: SolutionList) {
        self.len += list.json_len();
        self.parts.push_back(Part::Solutions(list));
    }

    /// Returns the JSON as the body sends it.
    #[cfg(test)]
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        let pieces: Vec<Bytes> = std::iter::from_fn(|| next_piece(&mut self.parts)).collect();
        let json = pieces.concat();
        assert_eq!(json.len(), self.len, "the length is known before");
        json
    }

    /// Returns the response. Its memory counts as the client's until the client has read it.
    pub(crate) fn into_response(self, request: OpenRequest) -> Response {
        let body = Body::new(ReplyBody {
            parts: self.parts,
            left: self.len as u64,
            _request: request,
        });
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The body of a reply.
struct ReplyBody {
    parts: VecDeque<Part>,
    /// The number of bytes that are not yet sent.
    left: u64,
    /// Ends when the reply is sent or the client is gone.
    _request: OpenRequest,
}

/// Removes the next piece of a reply.
fn next_piece(parts: &mut VecDeque<Part>) -> Option<Bytes> {
    loop {
        match parts.front_mut()? {
            Part::Json(json) => {
                let json = std::mem::take(json);
                parts.pop_front();
                if !json.is_empty() {
                    return Some(json.into());
                }
            }
            Part::Solutions(list) => {
                let mut json = Vec::new();
                if list.write_next(PIECE, &mut json) {
                    return Some(json.into());
                }
                parts.pop_front();
            }
        }
    }
}

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        let piece = next_piece(&mut this.parts);
        this.left -= piece.as_ref().map_or(0, |piece| piece.len() as u64);
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
