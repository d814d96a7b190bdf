//! The log on standard error: a line for each event, as text for people or as JSON for programs.

use std::io::{self, IsTerminal};
use std::str::FromStr;

use thiserror::Error;
use tracing::level_filters::LevelFilter;

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// An object a line, with `timestamp`, `level`, `message` and the fields of the event.
    Json,
}

/// The error for a text that is not a [`LogFormat`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected text or json")]
pub struct NotALogFormat;

impl FromStr for LogFormat {
    type Err = NotALogFormat;

    fn from_str(text: &str) -> Result<Self, NotALogFormat> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(NotALogFormat),
        }
    }
}

/// Logs to standard error from this level on: `error`, `warn`, `info`, `debug`, `trace` or
/// `off`. The error for any other level lists them.
pub fn log_to_stderr(level: &str, format: LogFormat) -> Result<(), String> {
    let level: LevelFilter = level
        .parse()
        .map_err(|_| "expected error, warn, info, debug, trace or off".to_owned())?;
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_target(false);
    let _ = match format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .try_init(),
    };
    Ok(())
}
