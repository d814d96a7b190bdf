//! The body of every reply to a request that failed: a problem document (RFC 9457).

use std::collections::BTreeMap;

use serde::Serialize;

/// The media type of a problem document.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// A problem document: why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ProblemDocument {
    /// The kind of problem: the address of its row in the table of problems at `/api/`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The kind of problem in words.
    pub(crate) title: String,
    /// The status code of the reply.
    pub(crate) status: u16,
    /// The problem: what was found and what was expected.
    pub(crate) detail: String,
    /// The path of the request, if there is nothing at that path or the method is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instance: Option<String>,
    /// The line of the problem in the body, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The column of the problem in that line, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// The current version of the configuration file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    /// Every problem in the configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problems: Option<Vec<ConfigProblem>>,
}

/// A problem of a configuration, as `wgs config check` reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ConfigProblem {
    /// `error` if the configuration cannot be used, `disabled` if it can be used without some
    /// of its games, `warning` if it can be used.
    #[cfg_attr(feature = "openapi", schema(example = "error"))]
    pub(crate) severity: &'static str,
    /// The line, starting at 1.
    pub(crate) line: usize,
    /// The character in that line, starting at 1.
    pub(crate) column: usize,
    /// The path of sections, names and keys that leads to the value; empty if the text is not
    /// valid JSON.
    pub(crate) path: String,
    /// The problem: what was found and what was expected.
    pub(crate) message: String,
    /// The kind of message, for programs that word it in another language. Codes never change.
    #[cfg_attr(feature = "openapi", schema(example = "config.unknown-key"))]
    pub(crate) code: String,
    /// The values in the message by name.
    pub(crate) values: BTreeMap<String, String>,
}

impl From<&wgs_config::Problem> for ConfigProblem {
    fn from(problem: &wgs_config::Problem) -> Self {
        Self {
            severity: match problem.severity {
                wgs_config::Severity::Error => "error",
                wgs_config::Severity::Disabled => "disabled",
                wgs_config::Severity::Warning => "warning",
            },
            line: problem.line,
            column: problem.column,
            path: problem.path.to_string(),
            message: problem.message.to_string(),
            code: problem.message.code().to_owned(),
            values: problem.message.values().collect(),
        }
    }
}
