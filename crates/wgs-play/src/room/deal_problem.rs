//! Why a room has no board to play on, as rooms store and send it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wgs_engine::message::{Message, ToMessage};
use wgs_engine::messages;

/// Why a board could not be dealt, as rooms store and send it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealProblem {
    /// The reason in English.
    pub reason: String,
    /// The kind of reason, for programs that word it in another language; empty if it has none.
    /// Codes never change.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "openapi", schema(example = "round-board.no-words"))]
    pub code: String,
    /// The values in the reason by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
}

impl DealProblem {
    /// Describes an error.
    pub fn new(error: &impl ToMessage) -> Self {
        let message = error.to_message();
        Self {
            reason: message.to_string(),
            code: message.code().to_owned(),
            values: message.values().collect(),
        }
    }
}

impl ToMessage for DealProblem {
    fn to_message(&self) -> Message {
        Message::received(self.code.clone(), self.reason.clone(), self.values.clone())
    }
}

/// What keeps a server from dealing a board that the game allows.
///
/// ```
/// use wgs_engine::message::ToMessage;
/// use wgs_play::room::{DealLimit, DealProblem};
///
/// let problem = DealProblem::new(&DealLimit::Words { found: 25_000, most: 20_000 });
/// assert_eq!(problem.reason, "the board has 25000 words; rooms allow at most 20000");
/// assert_eq!(problem.code, "deal-limit.words");
/// assert_eq!(problem.to_message().to_string(), problem.reason);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum DealLimit {
    /// The board has too many words for a room.
    Words {
        /// The number of words.
        found: usize,
        /// The largest number of words.
        most: usize,
    },
    /// The letters have too many wildcards.
    Wildcards {
        /// The number of wildcards.
        found: usize,
        /// The largest number of wildcards.
        most: usize,
    },
    /// The search took too long.
    Time {
        /// The seconds that it may take.
        seconds: u64,
    },
    /// The search needed too much memory.
    Memory {
        /// The number of MiB that it may take.
        mebibytes: usize,
    },
    /// Too many requests are waiting.
    Busy,
    /// The server failed. Its log says more.
    Failed,
}

messages! {
    impl ToMessage for DealLimit {
        Self::Words { found, most } => "deal-limit.words":
            "the board has {found} words; rooms allow at most {most}" (found, most);
        Self::Wildcards { found, most } => "deal-limit.wildcards":
            "the board has {found} wildcards; rooms allow at most {most}" (found, most);
        Self::Time { seconds } => "deal-limit.time":
            "no board was found within {seconds} seconds, the time limit of this server" (seconds);
        Self::Memory { mebibytes } => "deal-limit.memory":
            "the search would hold more than {mebibytes} MiB, the limit of this server" (mebibytes);
        Self::Busy => "deal-limit.busy":
            "the server is busy; try again in a moment";
        Self::Failed => "deal-limit.failed":
            "the server has an internal error";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::{RoomInputKind, StoredBoard};

    #[test]
    fn a_reason_that_was_stored_without_a_code_is_still_read() {
        let stored = r#"{"deal-failed":{"deal":7,"reason":"no game"}}"#;
        let input: RoomInputKind<StoredBoard> = serde_json::from_str(stored).unwrap();
        let RoomInputKind::DealFailed { deal, problem } = input else {
            panic!("{input:?}");
        };
        assert_eq!(deal, 7);
        assert_eq!(problem.to_message().to_string(), "no game");
    }
}
