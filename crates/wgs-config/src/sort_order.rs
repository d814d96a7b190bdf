//! The order in which words are listed. Sorting them is the caller's job.

use serde::{Deserialize, Serialize};

/// The order in which words are listed. Words that compare equal are in alphabetical order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    /// In alphabetical order.
    #[default]
    Word,
    /// By score, highest first.
    Score,
    /// By length, longest first.
    Length,
}
