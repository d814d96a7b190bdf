//! The JSON of a reply, and the body that sends it. Long lists of solutions are kept in a compact
//! form, a third of their JSON or less, and written piece by piece while the client reads. So a
//! reply holds little memory, and no thread waits for a client.
//!
//! The list itself must be complete before the first byte: the totals come first in the reply,
//! and some lists are sorted. All errors occur before that, so a reply that has begun is complete
//! unless the connection ends early. Its length is known, so that clients notice.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use serde::Serialize;

use crate::client_budget::OpenRequest;
use crate::solution_list::SolutionList;

/// The size at which a new part begins, in bytes.
const PART: usize = 256 << 10;

/// The size of a piece that is sent at once, in bytes. Lists are written in pieces of this size.
const PIECE: usize = 64 << 10;

/// The time that a client has for any reply.
const GRACE: Duration = Duration::from_secs(30);

/// The number of bytes that a client must read in each second beyond that.
const LEAST_RATE: f64 = 100_000.0;

/// The JSON of a reply, in parts.
#[derive(Debug, Default)]
pub(crate) struct ReplyDocument {
    parts: VecDeque<Part>,
    len: usize,
}

#[derive(Debug)]
enum Part {
    Json(Vec<u8>),
    Solutions(Box<SolutionList>),
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

    /// Appends the solutions of a list, with commas between them. They are written while the client
    /// reads.
    pub(crate) fn push_solutions(&mut self, mut list: SolutionList) {
        list.finish();
        self.len += list.json_len();
        self.parts.push_back(Part::Solutions(Box::new(list)));
    }

    /// Returns the response. Its memory counts as the client's until the client has read it.
    pub(crate) fn into_response(self, request: OpenRequest) -> Response {
        let seconds = self.len as f64 / LEAST_RATE;
        let body = Body::new(ReplyBody {
            parts: self.parts,
            text: Bytes::new(),
            left: self.len as u64,
            deadline: Instant::now() + GRACE + Duration::from_secs_f64(seconds),
            request: Arc::new(request),
        });
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// The body of a reply.
struct ReplyBody {
    parts: VecDeque<Part>,
    /// The rest of the text that is being sent.
    text: Bytes,
    /// The number of bytes that are not yet sent.
    left: u64,
    /// When the client must have read the reply.
    deadline: Instant,
    /// Ends when all pieces are sent or the client is gone.
    request: Arc<OpenRequest>,
}

/// Text on its way to the client. Its memory counts as the client's until then.
struct SentText {
    json: Vec<u8>,
    _request: Arc<OpenRequest>,
}

impl AsRef<[u8]> for SentText {
    fn as_ref(&self) -> &[u8] {
        &self.json
    }
}

/// Removes the next text of a reply: a part of its JSON, or a piece of a list.
fn next_text(parts: &mut VecDeque<Part>) -> Option<Vec<u8>> {
    loop {
        match parts.front_mut()? {
            Part::Json(json) => {
                let json = std::mem::take(json);
                parts.pop_front();
                if !json.is_empty() {
                    return Some(json);
                }
            }
            Part::Solutions(list) => {
                let mut json = Vec::new();
                if list.write_next(PIECE, &mut json) {
                    return Some(json);
                }
                parts.pop_front();
            }
        }
    }
}

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = self.get_mut();
        if Instant::now() > this.deadline {
            let error = io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly");
            return Poll::Ready(Some(Err(error)));
        }
        if this.text.is_empty() {
            let Some(json) = next_text(&mut this.parts) else {
                return Poll::Ready(None);
            };
            this.text = Bytes::from_owner(SentText {
                json,
                _request: this.request.clone(),
            });
        }
        // Long texts are sent in pieces, so that a slow client is noticed.
        let piece = this.text.split_to(this.text.len().min(PIECE));
        this.left -= piece.len() as u64;
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
