//! All records, and the hunts that look for better ones.

use serde::{Deserialize, Serialize};

use super::RecordReply;
use wgs_records::hunt::HuntProgress;
use wgs_records::record::RecordTable;

/// The best records that are known, and the hunts that are running.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordListReply {
    /// The records, by game, size, dictionary, letters and goal.
    pub records: Vec<RecordReply>,
    /// The running hunts, the one that began first coming first.
    pub hunts: Vec<HuntProgress>,
}

impl RecordListReply {
    /// Returns the records that come with wgs.
    pub fn shipped() -> Self {
        Self::new(&RecordTable::default(), Vec::new())
    }

    /// Returns the records that come with wgs together with those of a user.
    pub fn new(own: &RecordTable, hunts: Vec<HuntProgress>) -> Self {
        Self {
            records: RecordReply::of_tables(&RecordTable::shipped(), own),
            hunts,
        }
    }
}
