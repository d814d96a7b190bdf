//! How far a running hunt has come. `wgs hunt` writes it to a small file once a second, and
//! other programs, such as `wgs serve`, show it. A `ProgressFile` writes it.
//!
//! ```
//! use std::time::SystemTime;
//! use wgs_records::hunt::HuntProgress;
//!
//! let folder = std::env::temp_dir().join("no-such-folder");
//! assert!(HuntProgress::read_folder(&folder, SystemTime::now()).is_empty());
//! ```

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::HuntGoal;
use crate::fingerprint::Fingerprint;

/// How far a running hunt has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HuntProgress {
    /// The process that hunts.
    pub process: u32,
    /// The name of the game.
    pub game: String,
    /// The number of columns of the grid.
    pub columns: u32,
    /// The number of rows of the grid.
    pub rows: u32,
    /// The letters that boards may have: `dice`, `free`, or a list of them.
    pub letters: String,
    /// What is looked for, such as `max-points`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub goal: HuntGoal,
    /// The name of the dictionary, or of its file.
    pub dictionary: String,
    /// The fingerprint of the dictionary's words.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub dictionary_hash: Fingerprint,
    /// The random seed.
    pub seed: u64,
    /// The number of boards that each climb keeps.
    pub pool: usize,
    /// When the hunt began, in milliseconds since 1970.
    pub started: u64,
    /// When this was written, in milliseconds since 1970.
    pub updated: u64,
    /// The time that the hunt has taken, by a clock that never jumps.
    pub seconds: f64,
    /// The time that it may take, if that is limited.
    pub time_limit: Option<f64>,
    /// The number of climbs that are done.
    pub climbs: u64,
    /// The number of climbs to do, if that is limited.
    pub climb_limit: Option<u64>,
    /// The number of boards that were scored in this run.
    pub evaluations: u64,
    /// The number of boards scored per second.
    pub evaluations_per_second: f64,
    /// The best value so far: points, words or long words.
    pub best: Option<u64>,
    /// The number of climbs that have reached it.
    pub met: u64,
    /// The best boards so far, the best first.
    pub boards: Vec<HuntBoard>,
}

/// A board that a running hunt has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HuntBoard {
    /// The board.
    pub board: String,
    /// Its points, words or long words, depending on the goal.
    pub value: u64,
    /// The number of the climb that found it.
    pub climb: u64,
}

/// The age at which a file is left over from a process that was killed.
const STALE: Duration = Duration::from_secs(15);

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 20;

impl HuntProgress {
    /// The folder with one file for each running hunt, in the folder `wgs` of the user's data
    /// folder.
    pub const FOLDER: &str = "hunts";

    /// Returns the name of the file of a process.
    pub fn file_name(process: u32) -> String {
        format!("{process}.json")
    }

    /// Returns whether the hunt is no longer running: it has written nothing for a while.
    pub fn is_stale(&self, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        // A file from the future was written before the clock was set back.
        now.abs_diff(Duration::from_millis(self.updated)) > STALE
    }

    /// Reads the progress of all running hunts, the one that began first coming first. Files that are
    /// stale or cannot be read are left out.
    pub fn read_folder(folder: &Path, now: SystemTime) -> Vec<Self> {
        let mut hunts: Vec<Self> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| {
                let metadata = entry.metadata();
                metadata.is_ok_and(|it| it.is_file() && it.len() <= MAX_BYTES)
            })
            .filter(|entry| entry.path().extension().is_some_and(|it| it == "json"))
            .filter_map(|entry| serde_json::from_slice(&fs::read(entry.path()).ok()?).ok())
            .filter(|progress: &Self| !progress.is_stale(now))
            .collect();
        hunts.sort_by_key(|progress| (progress.started, progress.process));
        hunts
    }
}
