//! A question as it comes in by HTTP: its body read within limits, its JSON understood, and
//! answered behind the door.

use std::net::SocketAddr;
use std::time::Instant;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::Server;
use crate::answer::{Desk, Question};
use crate::door::{Client, Undone};
use crate::refusal::Refusal;

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// JSON that is written already.
pub(crate) struct Json(pub(crate) Vec<u8>);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Who asks, and until when the answer is waited for.
pub(crate) struct Caller {
    server: Server,
    client: Client,
    deadline: Instant,
}

impl Caller {
    pub(crate) fn new(request: &Request, server: &Server) -> Self {
        let peer = request.extensions().get::<Peer>();
        Self {
            server: server.clone(),
            client: peer.map_or(Client::Unknown, |peer| peer.0.into()),
            deadline: Instant::now() + server.parts.limits.time,
        }
    }

    /// Has work done behind the door.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&Server, Instant) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let Self {
            server,
            client,
            deadline,
        } = self;
        let seconds = server.parts.limits.time.as_secs();
        let asked = server.clone();
        let done = server
            .parts
            .door
            .ask(client, deadline, move || work(&asked, deadline));
        done.await.unwrap_or_else(|undone| {
            Err(match undone {
                Undone::Busy => Refusal::Busy,
                Undone::Late => Refusal::Time(seconds),
                Undone::Panicked => Refusal::Panic,
            })
        })
    }
}

impl FromRequest<Server> for Caller {
    type Rejection = Refusal;

    async fn from_request(request: Request, server: &Server) -> Result<Self, Refusal> {
        Ok(Self::new(&request, server))
    }
}

/// A question and who asks it.
pub(crate) struct Asked<Q> {
    question: Q,
    caller: Caller,
}

impl<Q: Question> FromRequest<Server> for Asked<Q> {
    type Rejection = Refusal;

    async fn from_request(request: Request, server: &Server) -> Result<Self, Refusal> {
        let caller = Caller::new(&request, server);
        let question = read_json(request, server.parts.limits.body, &caller).await?;
        Ok(Self { question, caller })
    }
}

impl<Q: Question> Asked<Q> {
    /// The answer. Every question goes through the door: answering small boards before it
    /// gave 39,100 instead of 38,300 requests a second, which one large board in disguise
    /// would not be worth.
    pub(crate) async fn answer(self) -> Result<Json, Refusal> {
        let Self { question, caller } = self;
        let work = move |server: &Server, deadline| {
            let configuration = server.parts.store.current();
            let desk = Desk {
                configuration: &configuration,
                limits: &server.parts.limits,
                deadline,
            };
            question.answer(&desk)
        };
        caller.work(work).await.map(Json)
    }
}

/// Reads a body of JSON.
pub(crate) async fn read_json<T: DeserializeOwned>(
    request: Request,
    most: usize,
    caller: &Caller,
) -> Result<T, Refusal> {
    check_content_type(request.headers())?;
    let bytes = read_body(request.into_body(), most, caller).await?;
    // A list of values without names would be understood, too, but by nobody who reads it.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(Refusal::Field {
            line: 1,
            column: 1,
            message: "found a list, wanted an object".to_owned(),
        });
    }
    serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = message(&error);
        match error.classify() {
            Category::Data => Refusal::Field {
                line,
                column,
                message: with_suggestion(message),
            },
            Category::Syntax | Category::Eof | Category::Io => Refusal::Syntax {
                line,
                column,
                message,
            },
        }
    })
}

/// JSON is wanted by its name: a form of another page cannot send it unasked.
fn check_content_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let found = headers.get(header::CONTENT_TYPE);
    let Some(found) = found else {
        return Err(Refusal::ContentType("none".to_owned()));
    };
    let text = found.to_str().unwrap_or_default();
    let kind = text.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(Refusal::ContentType(format!("{text:?}"))),
    }
}

async fn read_body(body: Body, most: usize, caller: &Caller) -> Result<axum::body::Bytes, Refusal> {
    let least = http_body_size(&body);
    if least > most as u64 {
        return Err(Refusal::Body(most));
    }
    let read = tokio::time::timeout_at(caller.deadline.into(), to_bytes(body, most)).await;
    match read {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let mut source: Option<&dyn std::error::Error> = Some(&error);
            while let Some(error) = source {
                // The type of a body that is too long is private to a crate far below.
                if error.to_string().contains("length limit exceeded") {
                    return Err(Refusal::Body(most));
                }
                source = error.source();
            }
            Err(Refusal::BrokenBody)
        }
        Err(_) => Err(Refusal::SlowBody(caller.server.parts.limits.time.as_secs())),
    }
}

/// The bytes that a body has at least, as it says.
fn http_body_size(body: &Body) -> u64 {
    use axum::body::HttpBody;
    body.size_hint().lower()
}

/// What is wrong, without the place, which is told beside it.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// Adds what was likely meant to a message about an unknown field, which lists them all.
fn with_suggestion(message: String) -> String {
    let Some(rest) = message.strip_prefix("unknown field `") else {
        return message;
    };
    let mut names = rest.split('`').step_by(2);
    let Some(found) = names.next() else {
        return message;
    };
    let distance = |name: &&str| strsim::osa_distance(found, name);
    let near = found.chars().count().div_ceil(3);
    let known = rest.split('`').skip(2).step_by(2);
    match known
        .filter(|name| distance(name) <= near)
        .min_by_key(distance)
    {
        Some(meant) => format!("{message}; did you mean `{meant}`?"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_field_is_met_with_a_suggestion() {
        for (found, meant) in [
            (
                "unknown field `bord`, expected one of `game`, `board`",
                "; did you mean `board`?",
            ),
            ("unknown field `zzz`, expected one of `game`, `board`", ""),
            ("missing field `game`", ""),
        ] {
            assert_eq!(with_suggestion(found.to_owned()), format!("{found}{meant}"));
        }
    }
}
