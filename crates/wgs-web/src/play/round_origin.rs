//! The origin of the board of a round. It is kept with the round: a daily board is still one after
//! a reload.

use serde::{Deserialize, Serialize};
use wgs_play::Date;

use crate::storage;

/// The key that the browser stores the origin under.
const STORED_AS: &str = "play.origin";

/// The origin of the board of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundOrigin {
    /// It was dealt for this round.
    #[default]
    Dealt,
    /// It is the board of a day.
    Daily(Date),
    /// It came with a challenge, whose link this is.
    Challenge(String),
    /// A word that was missed on it is practised.
    Practice,
}

impl RoundOrigin {
    /// Whether the round survives a reload.
    pub fn is_kept(&self) -> bool {
        !matches!(self, Self::Practice)
    }

    /// The day of a daily board.
    pub fn day(&self) -> Option<Date> {
        match self {
            Self::Daily(date) => Some(*date),
            _ => None,
        }
    }

    /// The link of a challenge.
    pub fn challenge(&self) -> Option<&str> {
        match self {
            Self::Challenge(link) => Some(link),
            _ => None,
        }
    }

    /// The origin of the round that was kept.
    pub fn stored() -> Self {
        storage::get_json(STORED_AS).unwrap_or_default()
    }

    /// Keeps the origin for a reload.
    pub fn store(&self) {
        storage::set_json(STORED_AS, self);
    }
}
