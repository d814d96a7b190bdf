//! The origin of the board of a round. It is kept with the round: a daily board is still one after
//! a reload.

use serde::{Deserialize, Serialize};
use wgs_play::Date;

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
    /// Whether the browser keeps the round.
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
}
