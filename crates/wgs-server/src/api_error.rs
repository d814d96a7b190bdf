//! Every error that a request can end with. A single `match` maps an [`ApiError`] to its
//! status code and problem document.

use std::io;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use wgs_app::LoadError;
use wgs_app::creator::CreateError;
use wgs_app::listing::{FilterError, FilterOption, ListingError};
use wgs_app::round_board::RoundBoardError;
use wgs_app::target::RangeError;
use wgs_config::Catalogue;
use wgs_config::catalogue::{MissingPart, UnknownName};
use wgs_config::dictionary::DictionaryError;
use wgs_dice::CheckError;
use wgs_engine::notation::NotationError;
use wgs_engine::{BoardSizeError, FitError, Stopped};
use wgs_pattern::TooManySteps;
use wgs_play::room::DealLimit;

use crate::limits::Limits;
use crate::problem_document::{ConfigProblem, PROBLEM_JSON, ProblemDocument};
use crate::room_storage::StorageError;

/// Why a request failed.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("nothing found at {0}; the API is described at /api/")]
    NotFound(String),
    #[error("{path} does not support {method}; the Allow header lists the supported methods")]
    Method { method: String, path: String },
    #[error("this server answers requests for {expected}, not for {found:?}")]
    Host { found: String, expected: String },
    #[error("expected a body with the Content-Type application/json, found {0}")]
    ContentType(String),
    #[error("the body is larger than {0} bytes")]
    BodyTooLarge(usize),
    #[error("the body did not arrive within {} seconds", .0.as_secs())]
    SlowBody(Duration),
    #[error("the connection ended before the body was complete")]
    IncompleteBody(#[source] axum::Error),
    #[error("the body is not valid JSON: {}", without_position(.0))]
    Syntax(#[source] serde_json::Error),
    #[error("expected an object")]
    NotAnObject,
    #[error("{}{}", without_position(error), did_you_mean(suggestion.as_deref()))]
    Field {
        #[source]
        error: serde_json::Error,
        suggestion: Option<String>,
    },
    #[error("{0}")]
    Invalid(String),
    #[error("{field}: {error}")]
    Range {
        field: &'static str,
        #[source]
        error: RangeError,
    },
    #[error("{}", with_field_name(.0))]
    Filter(#[from] FilterError),
    #[error("regex: {0}")]
    Pattern(#[source] TooManySteps),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error("the letters of the game {game:?} cannot be checked: {error}")]
    Check {
        game: String,
        #[source]
        error: CheckError,
    },
    #[error("{}", wgs_config::error_chain(.0))]
    Create(#[source] CreateError),
    #[error("{}", wgs_config::error_chain(.0))]
    Load(#[from] LoadError),
    #[error("{}", wgs_config::error_chain(.0))]
    Board(#[source] RoundBoardError),
    #[error("size: {0}")]
    BoardSize(#[source] BoardSizeError),
    #[error(transparent)]
    DealLimit(DealLimit),
    #[error("found {found} {what}; this server allows at most {most} in one request")]
    Batch {
        what: &'static str,
        found: u64,
        most: usize,
    },
    #[error("found {found} {what}; this server allows at most {most}")]
    Cells {
        what: &'static str,
        found: usize,
        most: usize,
    },
    #[error("found {}; this server allows at most {most} on such a board", wildcards(*found))]
    Wildcards { found: usize, most: usize },
    #[error("the board has more than {0} solutions; add a limit or a filter")]
    Solutions(usize),
    #[error("the reply would be larger than {0} bytes; send fewer boards in one request")]
    ReplyTooLarge(usize),
    #[error("no result within {} seconds, the time limit of this server", .0.as_secs())]
    TimeLimit(Duration),
    #[error("the search would hold more than {} MiB, the limit of this server", .0 >> 20)]
    Memory(usize),
    /// A search stopped because its budget was used up. [`Self::with_limit`] names the limit.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error("too many requests are waiting; try again in a second")]
    Busy,
    #[error("your address has too many {what}; this server allows at most {most}")]
    ClientLimit { what: &'static str, most: usize },
    #[error(
        "requests and unread replies take up the {0} bytes that this server keeps for them; try \
         again in a second"
    )]
    HeldBytes(usize),
    #[error("the path is not valid: {0}")]
    Path(String),
    #[error("internal error; the server keeps running")]
    Panic,
    #[error("saving requires the token that was printed when the server started")]
    Token,
    #[error("this is only possible from a page of this server")]
    Origin,
    #[error("expected a request for {0}")]
    Upgrade(&'static str),
    #[error("{0}")]
    Rooms(String),
    #[error("cannot read from the database of rooms; try again later")]
    Database(#[source] StorageError),
    #[error("the server was started without a writable configuration file")]
    ReadOnly,
    #[error("the configuration file has changed since it was loaded; load it again")]
    Conflict { version: String },
    #[error("the text is not a valid configuration")]
    Config(Vec<ConfigProblem>),
    #[error("cannot save the configuration: {0}")]
    Save(#[source] io::Error),
}

/// Why there are no rooms on a server that was started without them.
pub(crate) const NO_ROOMS: &str = "this server was started without rooms";

/// A kind of problem, as the problem document and its table on the API page show it.
struct ProblemKind {
    /// The last part of the problem document's `type`.
    name: &'static str,
    title: &'static str,
    status: StatusCode,
}

impl ApiError {
    fn kind(&self) -> ProblemKind {
        use StatusCode as S;
        let (name, title, status) = match self {
            Self::NotFound(_) => ("not-found", "Not found", S::NOT_FOUND),
            Self::Method { .. } => ("method", "Method not allowed", S::METHOD_NOT_ALLOWED),
            Self::Host { .. } => ("host", "Wrong host", S::MISDIRECTED_REQUEST),
            Self::ContentType(_) => (
                "content-type",
                "Unsupported content type",
                S::UNSUPPORTED_MEDIA_TYPE,
            ),
            Self::BodyTooLarge(_) => ("body", "Body too large", S::PAYLOAD_TOO_LARGE),
            Self::SlowBody(_) => ("slow-body", "Body too slow", S::REQUEST_TIMEOUT),
            Self::IncompleteBody(_) => ("broken-body", "Incomplete body", S::BAD_REQUEST),
            Self::Syntax(_) => ("syntax", "Invalid JSON", S::BAD_REQUEST),
            Self::Field { .. } | Self::NotAnObject => {
                ("field", "Invalid field", S::UNPROCESSABLE_ENTITY)
            }
            Self::Load(LoadError::UnknownName(_)) => {
                ("unknown-name", "Unknown game", S::UNPROCESSABLE_ENTITY)
            }
            Self::Load(LoadError::NotConfigured { .. }) => (
                "unknown-name",
                "Unknown dictionary",
                S::UNPROCESSABLE_ENTITY,
            ),
            Self::Load(LoadError::MissingPart(_)) | Self::Create(CreateError::MissingPart(_)) => {
                ("missing-part", "Incomplete game", S::UNPROCESSABLE_ENTITY)
            }
            Self::Load(LoadError::Dictionary(_))
            | Self::Create(CreateError::WordList(_) | CreateError::Dictionary(_)) => (
                "dictionary",
                "Cannot load the dictionary",
                S::INTERNAL_SERVER_ERROR,
            ),
            Self::Invalid(_)
            | Self::Range { .. }
            | Self::Filter(_)
            | Self::Pattern(_)
            | Self::Notation(_)
            | Self::Fit(_)
            | Self::Check { .. }
            | Self::Create(_)
            | Self::Load(_)
            | Self::Board(_)
            | Self::BoardSize(_)
            | Self::DealLimit(_) => ("invalid", "Invalid value", S::UNPROCESSABLE_ENTITY),
            Self::Batch { .. } => ("batch", "Batch too large", S::UNPROCESSABLE_ENTITY),
            Self::Cells { .. } => ("cells", "Board too large", S::UNPROCESSABLE_ENTITY),
            Self::Wildcards { .. } => ("wildcards", "Too many wildcards", S::UNPROCESSABLE_ENTITY),
            Self::Solutions(_) => ("solutions", "Too many solutions", S::UNPROCESSABLE_ENTITY),
            Self::ReplyTooLarge(_) => ("answer", "Reply too large", S::UNPROCESSABLE_ENTITY),
            Self::TimeLimit(_) => ("time", "Time limit exceeded", S::GATEWAY_TIMEOUT),
            Self::Memory(_) | Self::Stopped(Stopped::MemoryLimit) => {
                ("memory", "Memory limit exceeded", S::UNPROCESSABLE_ENTITY)
            }
            Self::Stopped(_) => ("time", "Time limit exceeded", S::GATEWAY_TIMEOUT),
            Self::Busy => ("busy", "Server busy", S::SERVICE_UNAVAILABLE),
            Self::ClientLimit { .. } => (
                "client",
                "Too many requests of one client",
                S::TOO_MANY_REQUESTS,
            ),
            Self::HeldBytes(_) => ("unread", "Too many unread replies", S::SERVICE_UNAVAILABLE),
            Self::Path(_) => ("path", "Invalid path", S::BAD_REQUEST),
            Self::Panic => ("panic", "Internal error", S::INTERNAL_SERVER_ERROR),
            Self::Token => ("token", "Missing or wrong token", S::UNAUTHORIZED),
            Self::Origin => ("origin", "Cross-origin request", S::FORBIDDEN),
            Self::Upgrade(_) => ("upgrade", "WebSocket expected", S::UPGRADE_REQUIRED),
            Self::Rooms(_) => ("rooms", "No rooms", S::SERVICE_UNAVAILABLE),
            Self::Database(_) => ("database", "Database error", S::INTERNAL_SERVER_ERROR),
            Self::ReadOnly => ("read-only", "Read-only configuration", S::FORBIDDEN),
            Self::Conflict { .. } => ("conflict", "Configuration has changed", S::CONFLICT),
            Self::Config(_) => ("config", "Invalid configuration", S::UNPROCESSABLE_ENTITY),
            Self::Save(_) => (
                "write",
                "Cannot save the configuration",
                S::INTERNAL_SERVER_ERROR,
            ),
        };
        ProblemKind {
            name,
            title,
            status,
        }
    }

    /// Returns one example of each kind, for the table on the API page.
    pub(crate) fn samples() -> Vec<Self> {
        let no_game = Catalogue::embedded().game("Bogle (New)").err();
        let incomplete = MissingPart {
            game: "Mine".to_owned(),
            part: "LetterDistribution",
            purpose: "create".to_owned(),
        };
        let eof = io::Error::from(io::ErrorKind::UnexpectedEof);
        let known = &["game", "board", "boards"];
        let samples = [
            Some(Self::NotFound("/api/v1/nothing".to_owned())),
            Some(Self::Method {
                method: "GET".to_owned(),
                path: "/api/v1/solve".to_owned(),
            }),
            Some(Self::Host {
                found: "elsewhere.example".to_owned(),
                expected: "localhost:7007 or 127.0.0.1:7007".to_owned(),
            }),
            Some(Self::ContentType("none".to_owned())),
            Some(Self::BodyTooLarge(1 << 20)),
            Some(Self::SlowBody(Duration::from_secs(10))),
            Some(Self::IncompleteBody(axum::Error::new(eof))),
            serde_json::from_str::<()>("oops")
                .map_err(Self::Syntax)
                .err(),
            Some(Self::Field {
                error: serde::de::Error::unknown_field("bord", known),
                suggestion: Some("board".to_owned()),
            }),
            Some(Self::Filter(FilterError::Position {
                option: FilterOption::Contains,
                position: 17,
                cells: 16,
            })),
            no_game.map(Self::from),
            Some(Self::from(incomplete)),
            Some(Self::Batch {
                what: "boards",
                found: 2_000,
                most: 1_000,
            }),
            Some(Self::Cells {
                what: "tiles",
                found: 2_000,
                most: 1_024,
            }),
            Some(Self::Wildcards { found: 9, most: 6 }),
            Some(Self::Solutions(250_000)),
            Some(Self::ReplyTooLarge(64 << 20)),
            Some(Self::TimeLimit(Duration::from_secs(10))),
            Some(Self::Memory(256 << 20)),
            Some(Self::Busy),
            Some(Self::ClientLimit {
                what: "waiting requests",
                most: 128,
            }),
            Some(Self::HeldBytes(96 << 20)),
            Some(Self::Path("expected UTF-8".to_owned())),
            Some(Self::from(LoadError::Dictionary(
                DictionaryError::NotText {
                    path: "words.txt".into(),
                    line: 7,
                },
            ))),
            Some(Self::Panic),
            Some(Self::Token),
            Some(Self::Origin),
            Some(Self::ReadOnly),
            Some(Self::Upgrade("a WebSocket")),
            Some(Self::Rooms(NO_ROOMS.to_owned())),
            Some(Self::Database(StorageError::Closed)),
            Some(Self::Conflict {
                version: String::new(),
            }),
            Some(Self::Config(Vec::new())),
            Some(Self::Save(io::ErrorKind::PermissionDenied.into())),
        ];
        samples.into_iter().flatten().collect()
    }

    /// Returns the error that names the limit at which a search was stopped.
    pub(crate) fn with_limit(self, limits: &Limits) -> Self {
        match self {
            Self::Stopped(Stopped::MemoryLimit) => Self::Memory(limits.memory),
            Self::Stopped(_) => Self::TimeLimit(limits.time),
            error => error,
        }
    }

    /// Returns the problem document that describes this error.
    pub(crate) fn problem_document(&self) -> ProblemDocument {
        let kind = self.kind();
        let position = match self {
            Self::Syntax(error) | Self::Field { error, .. } => Some((error.line(), error.column())),
            Self::NotAnObject => Some((1, 1)),
            _ => None,
        };
        ProblemDocument {
            kind: format!("/api/#{}", kind.name),
            title: kind.title.to_owned(),
            status: kind.status.as_u16(),
            detail: self.to_string(),
            instance: match self {
                Self::NotFound(path) | Self::Method { path, .. } => Some(path.clone()),
                _ => None,
            },
            line: position.map(|(line, _)| line),
            column: position.map(|(_, column)| column),
            version: match self {
                Self::Conflict { version } => Some(version.clone()),
                _ => None,
            },
            problems: match self {
                Self::Config(problems) => Some(problems.clone()),
                _ => None,
            },
        }
    }
}

impl From<UnknownName> for ApiError {
    fn from(error: UnknownName) -> Self {
        Self::Load(error.into())
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Create(error),
        }
    }
}

impl From<ListingError> for ApiError {
    fn from(error: ListingError) -> Self {
        match error {
            ListingError::Stopped(reason) => Self::Stopped(reason),
            ListingError::Pattern(error) => Self::Pattern(error),
            error => Self::Invalid(error.to_string()),
        }
    }
}

impl From<MissingPart> for ApiError {
    fn from(error: MissingPart) -> Self {
        Self::Load(error.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.kind().status;
        if status.is_server_error() {
            tracing::warn!("{status}: {self}");
        }
        let document = serde_json::to_vec(&self.problem_document());
        let body = document.expect("a problem document can be written as JSON");
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        match self {
            Self::Busy | Self::ClientLimit { .. } | Self::HeldBytes(_) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::Token => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::SlowBody(_) | Self::BodyTooLarge(_) | Self::IncompleteBody(_) => {
                // The rest of the body is not read, so the connection cannot be used again.
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}

/// Returns the message of a JSON error without its position, for which the problem document has
/// separate fields.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&position) {
        Some(message) => message.to_owned(),
        None => text,
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Returns the message of a filter error, with the name of the field in the request.
fn with_field_name(error: &FilterError) -> String {
    match error {
        FilterError::Position {
            option,
            position,
            cells,
        } => {
            let field = match option {
                FilterOption::StartsWith => "starts_with",
                FilterOption::Contains => "contains",
            };
            format!("{field} {position}: positions go from 1 to {cells}")
        }
        FilterError::Pattern(error) => format!("regex: {error}"),
        error => error.to_string(),
    }
}

fn wildcards(number: usize) -> String {
    match number {
        1 => "1 wildcard".to_owned(),
        _ => format!("{number} wildcards"),
    }
}

impl From<RoundBoardError> for ApiError {
    fn from(error: RoundBoardError) -> Self {
        match (error.stopped(), error) {
            (Some(reason), _) => reason.into(),
            (None, RoundBoardError::Create(error)) => Self::Create(error),
            (None, RoundBoardError::Notation(error)) => error.into(),
            (None, RoundBoardError::Fit(error)) => error.into(),
            (None, error) => Self::Board(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::error::Error as _;

    use super::*;

    #[test]
    fn every_sample_is_of_a_different_kind() {
        let samples = ApiError::samples();
        let names: HashSet<_> = samples.iter().map(|error| error.kind().name).collect();
        assert_eq!((samples.len(), names.len()), (34, 34));
    }

    #[test]
    fn an_error_keeps_its_source() {
        let saving = ApiError::Save(io::ErrorKind::PermissionDenied.into());
        assert!(
            saving
                .source()
                .is_some_and(|source| source.is::<io::Error>())
        );
        let check = ApiError::Check {
            game: String::new(),
            error: CheckError::WordList,
        };
        assert!(
            check
                .source()
                .is_some_and(|source| source.is::<CheckError>())
        );
    }

    #[test]
    fn a_message_and_its_sources_are_joined_without_repetition() {
        #[derive(Debug, Error)]
        #[error("outer{suffix}")]
        struct Outer {
            suffix: &'static str,
            source: io::Error,
        }
        for suffix in ["", ": inner"] {
            let source = io::Error::other("inner");
            assert_eq!(
                wgs_config::error_chain(&Outer { suffix, source }),
                "outer: inner"
            );
        }
    }

    #[test]
    fn a_json_error_is_shown_without_its_position() {
        let error = serde_json::from_str::<()>("oops").unwrap_err();
        assert_eq!(without_position(&error), "expected value");
    }
}
