//! The order in which words are listed. Sorting them is for those who list them.

use serde::{Deserialize, Serialize};

/// The order in which words are listed. Equal words stay in alphabetical order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    /// Alphabetically.
    #[default]
    Word,
    /// From the highest to the lowest score.
    Score,
    /// From the longest to the shortest.
    Length,
}
