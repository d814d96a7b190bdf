//! Why a request is not answered, and the problem document (RFC 9457) that says so. The one
//! match that makes statuses is here.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;
use wgs_app::LoadError;
use wgs_app::creator::CreateError;
use wgs_app::listing::FilterError;
use wgs_config::catalogue::{MissingPart, UnknownName};
use wgs_config::dictionary::DictionaryError;

/// The media type of a problem document.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request is not answered.
#[derive(Debug, Error)]
pub(crate) enum Refusal {
    #[error("there is nothing at {0}; the API is described at /api/")]
    NotFound(String),
    #[error("{path} does not take {method}; the header Allow names what it takes")]
    Method { method: String, path: String },
    #[error("this server answers as {wanted}, not as {found:?}")]
    Host { found: String, wanted: String },
    #[error("wanted a body with the Content-Type application/json, found {0}")]
    ContentType(String),
    #[error("the body has more than {0} bytes")]
    Body(usize),
    #[error("the body did not arrive in {0} seconds")]
    SlowBody(u64),
    #[error("the body broke off")]
    BrokenBody,
    #[error("the body is no JSON: {message}")]
    Syntax {
        line: usize,
        column: usize,
        message: String,
    },
    #[error("{message}")]
    Field {
        line: usize,
        column: usize,
        message: String,
    },
    #[error("{0}")]
    Invalid(String),
    #[error(transparent)]
    Game(#[from] UnknownName),
    #[error("the configuration has no dictionary {found:?}; there are {names}")]
    UnknownDictionary { found: String, names: String },
    #[error(transparent)]
    MissingPart(#[from] MissingPart),
    #[error("{found} {what} are more than {most}, the most this server answers at once")]
    Batch {
        what: &'static str,
        found: u64,
        most: usize,
    },
    #[error("{found} {what} are more than {most}, the most this server works on")]
    Cells {
        what: &'static str,
        found: usize,
        most: usize,
    },
    #[error("{found} wildcards are more than {most}, the most this server takes on such a board")]
    Wildcards { found: usize, most: usize },
    #[error("there are more than {0} solutions; a limit or a filter makes them fewer")]
    Solutions(usize),
    #[error("the answer would have more than {0} bytes; ask for fewer boards at once")]
    Answer(usize),
    #[error("no answer was found in {0} seconds, the most this server works on a request")]
    Time(u64),
    #[error("too many requests wait already; try again in a second")]
    Busy,
    #[error("{0}")]
    Dictionary(String),
    #[error("something went wrong here that should not have; the server goes on")]
    Panic,
    #[error("configurations are saved with the token that was printed when the server started")]
    Token,
    #[error("configurations are saved from this server's own page, not from another")]
    Origin,
    #[error("the server was started without a configuration file that it may write")]
    ReadOnly,
    #[error("the configuration file was changed meanwhile; load it again")]
    Conflict { version: String },
    #[error("the text is no configuration that can be used")]
    Config(Vec<ConfigProblem>),
    #[error("the configuration cannot be saved: {0}")]
    Write(std::io::Error),
}

/// A kind of refusal: the word that ends its type, its title, its status.
type Kind = (&'static str, &'static str, StatusCode);

impl Refusal {
    fn kind(&self) -> Kind {
        use StatusCode as S;
        match self {
            Self::NotFound(_) => ("not-found", "There is nothing here", S::NOT_FOUND),
            Self::Method { .. } => ("method", "Wrong method", S::METHOD_NOT_ALLOWED),
            Self::Host { .. } => ("host", "Wrong host", S::MISDIRECTED_REQUEST),
            Self::ContentType(_) => ("content-type", "Not JSON", S::UNSUPPORTED_MEDIA_TYPE),
            Self::Body(_) => ("body", "Too large a body", S::PAYLOAD_TOO_LARGE),
            Self::SlowBody(_) => ("slow-body", "Too slow a body", S::REQUEST_TIMEOUT),
            Self::BrokenBody => ("broken-body", "The body broke off", S::BAD_REQUEST),
            Self::Syntax { .. } => ("syntax", "Not JSON", S::BAD_REQUEST),
            Self::Field { .. } => ("field", "Wrong fields", S::UNPROCESSABLE_ENTITY),
            Self::Invalid(_) => ("invalid", "Wrong values", S::UNPROCESSABLE_ENTITY),
            Self::Game(_) => ("unknown-name", "Unknown game", S::UNPROCESSABLE_ENTITY),
            Self::UnknownDictionary { .. } => (
                "unknown-name",
                "Unknown dictionary",
                S::UNPROCESSABLE_ENTITY,
            ),
            Self::MissingPart(_) => (
                "missing-part",
                "The game lacks a part",
                S::UNPROCESSABLE_ENTITY,
            ),
            Self::Batch { .. } => ("batch", "Too many at once", S::UNPROCESSABLE_ENTITY),
            Self::Cells { .. } => ("cells", "Too large a board", S::UNPROCESSABLE_ENTITY),
            Self::Wildcards { .. } => ("wildcards", "Too many wildcards", S::UNPROCESSABLE_ENTITY),
            Self::Solutions(_) => ("solutions", "Too many solutions", S::UNPROCESSABLE_ENTITY),
            Self::Answer(_) => ("answer", "Too large an answer", S::UNPROCESSABLE_ENTITY),
            Self::Time(_) => ("time", "Too long a search", S::GATEWAY_TIMEOUT),
            Self::Busy => ("busy", "Too many requests wait", S::SERVICE_UNAVAILABLE),
            Self::Dictionary(_) => (
                "dictionary",
                "The dictionary cannot be used",
                S::INTERNAL_SERVER_ERROR,
            ),
            Self::Panic => ("panic", "Something went wrong", S::INTERNAL_SERVER_ERROR),
            Self::Token => ("token", "The token is missing or wrong", S::UNAUTHORIZED),
            Self::Origin => ("origin", "Another page asks", S::FORBIDDEN),
            Self::ReadOnly => ("read-only", "Nothing to write to", S::FORBIDDEN),
            Self::Conflict { .. } => ("conflict", "The file was changed", S::CONFLICT),
            Self::Config(_) => ("config", "Not a configuration", S::UNPROCESSABLE_ENTITY),
            Self::Write(_) => (
                "write",
                "The file cannot be written",
                S::INTERNAL_SERVER_ERROR,
            ),
        }
    }

    /// One of each kind, to be described.
    pub(crate) fn samples() -> Vec<Self> {
        let place = |message: &str| (1, 9, message.to_owned());
        let (line, column, message) = place("expected value");
        vec![
            Self::NotFound("/api/v1/nothing".to_owned()),
            Self::Method {
                method: "GET".to_owned(),
                path: "/api/v1/solve".to_owned(),
            },
            Self::Host {
                found: "elsewhere.example".to_owned(),
                wanted: "localhost:7007 or 127.0.0.1:7007".to_owned(),
            },
            Self::ContentType("none".to_owned()),
            Self::Body(1 << 20),
            Self::SlowBody(10),
            Self::BrokenBody,
            Self::Syntax {
                line,
                column,
                message,
            },
            Self::Field {
                line,
                column,
                message: "unknown field `bord`, … did you mean `board`?".to_owned(),
            },
            Self::Invalid("contains 17: positions go from 1 to 16".to_owned()),
            Self::UnknownDictionary {
                found: "Wordnick".to_owned(),
                names: "\"Wordnik\"".to_owned(),
            },
            Self::MissingPart(MissingPart {
                game: "7 Little Words".to_owned(),
                part: "LetterDistribution",
                purpose: "create".to_owned(),
            }),
            Self::Batch {
                what: "boards",
                found: 2_000,
                most: 1_000,
            },
            Self::Cells {
                what: "tiles",
                found: 2_000,
                most: 1_024,
            },
            Self::Wildcards { found: 9, most: 6 },
            Self::Solutions(250_000),
            Self::Answer(64 << 20),
            Self::Time(10),
            Self::Busy,
            Self::Dictionary("cannot read the dictionary words.txt: …".to_owned()),
            Self::Panic,
            Self::Token,
            Self::Origin,
            Self::ReadOnly,
            Self::Conflict {
                version: String::new(),
            },
            Self::Config(Vec::new()),
            Self::Write(std::io::ErrorKind::PermissionDenied.into()),
        ]
    }

    /// The problem document.
    pub(crate) fn problem(&self) -> Problem {
        let (name, title, status) = self.kind();
        let (line, column) = match self {
            Self::Syntax { line, column, .. } | Self::Field { line, column, .. } => {
                (Some(*line), Some(*column))
            }
            _ => (None, None),
        };
        Problem {
            kind: format!("/api/#{name}"),
            title: title.to_owned(),
            status: status.as_u16(),
            detail: self.to_string(),
            instance: match self {
                Self::NotFound(path) | Self::Method { path, .. } => Some(path.clone()),
                _ => None,
            },
            line,
            column,
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

impl From<LoadError> for Refusal {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::UnknownName(error) => error.into(),
            LoadError::Dictionary(error) => error.into(),
            LoadError::MissingPart(error) => error.into(),
            error => Self::Invalid(error.to_string()),
        }
    }
}

impl From<DictionaryError> for Refusal {
    fn from(error: DictionaryError) -> Self {
        Self::Dictionary(wgs_config::error_chain(&error))
    }
}

impl From<FilterError> for Refusal {
    fn from(error: FilterError) -> Self {
        Self::Invalid(match error {
            FilterError::Position {
                option,
                position,
                cells,
            } => {
                format!("{option} {position}: positions go from 1 to {cells}")
            }
            FilterError::Regex(error) => format!("regex: {error}"),
            error => error.to_string(),
        })
    }
}

impl From<CreateError> for Refusal {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::MissingPart(error) => error.into(),
            CreateError::WordList(error) => Self::Dictionary(error.to_string()),
            error => Self::Invalid(error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (_, _, status) = self.kind();
        if status.is_server_error() {
            tracing::warn!("{status}: {self}");
        }
        let body = serde_json::to_vec(&self.problem()).expect("texts and numbers are JSON");
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        match self {
            Self::Busy => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::Token => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::SlowBody(_) | Self::Body(_) | Self::BrokenBody => {
                // What is left of the body is not read.
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}

/// A problem document: why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Which kind of problem: a place on the page that describes the API.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The kind in words.
    pub(crate) title: String,
    /// The status of the answer.
    pub(crate) status: u16,
    /// What was found and what was wanted.
    pub(crate) detail: String,
    /// What was asked for, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instance: Option<String>,
    /// The line of the body with the problem, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// The version of the configuration file that is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    /// Everything that is wrong in a configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problems: Option<Vec<ConfigProblem>>,
}

/// Something wrong in a configuration, as `wgs config check` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ConfigProblem {
    /// `error`: the configuration cannot be used; `warning`: it can.
    #[schema(example = "error")]
    pub(crate) severity: &'static str,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The character in its line, from 1.
    pub(crate) column: usize,
    /// The way through sections, names and keys; empty where the text is no JSON.
    pub(crate) path: String,
    /// What was found and what was wanted.
    pub(crate) message: String,
}

impl From<&wgs_config::Problem> for ConfigProblem {
    fn from(problem: &wgs_config::Problem) -> Self {
        Self {
            severity: match problem.severity {
                wgs_config::Severity::Error => "error",
                wgs_config::Severity::Warning => "warning",
            },
            line: problem.line,
            column: problem.column,
            path: problem.path.to_string(),
            message: problem.message.clone(),
        }
    }
}
