//! Work for any number of machines, over a NATS server with JetStream: tasks and their results
//! ([`TaskQueue`]), and the side that hands out the tasks of one job ([`JobQueue`]). The content
//! of a task is the business of [`hunt`](crate::hunt) and [`proof`](crate::proof).

mod job_queue;
mod task_queue;

use async_nats::{Client, ConnectOptions};
use thiserror::Error;

pub use job_queue::{JobError, JobEvent, JobQueue, WaitingTask, failure};
pub use task_queue::{MAX_RESULT, ReceivedTask, TaskQueue, TaskResult, TaskResults};

/// Why NATS cannot be used.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum NatsError {
    /// There is no connection.
    #[error("cannot connect to NATS at {url}: {reason}")]
    Connect {
        /// The address, without a password.
        url: String,
        /// Why.
        reason: String,
    },
    /// NATS lacks a needed feature.
    #[error("NATS cannot {action}: {reason}")]
    Request {
        /// The feature.
        action: &'static str,
        /// Why.
        reason: String,
    },
}

impl NatsError {
    /// Returns the error for a request that failed.
    pub fn request(action: &'static str) -> impl FnOnce(Box<dyn std::error::Error>) -> Self {
        move |error| Self::Request {
            action,
            reason: error.to_string(),
        }
    }
}

/// Connects to a NATS server.
///
/// # Errors
///
/// Returns the reason if the server cannot be reached.
pub async fn connect(url: &str, options: ConnectOptions) -> Result<Client, NatsError> {
    let connected = options.name("wgs").connect(url).await;
    connected.map_err(|error| NatsError::Connect {
        url: without_password(url),
        reason: error.to_string(),
    })
}

/// Returns an address without its password.
fn without_password(url: &str) -> String {
    let Some((login, host)) = url.rsplit_once('@') else {
        return url.to_owned();
    };
    let user = login.find("://").map_or(0, |at| at + "://".len());
    let password = login[user..].find(':').map_or(login.len(), |at| user + at);
    format!("{}@{host}", &login[..password])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (url, shown) in [
            ("nats://localhost:4222", "nats://localhost:4222"),
            ("nats://ann:secret@host:4222", "nats://ann@host:4222"),
            ("ann:se@cret@host", "ann@host"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
