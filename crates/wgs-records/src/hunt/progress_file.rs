//! The file in which a running hunt tells other programs how far it has come. A hunt continues
//! if the file cannot be written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use super::HuntProgress;
use crate::replace_file::replace_file;

/// The file of this process.
#[derive(Debug)]
pub struct ProgressFile {
    /// The folder for the files of all hunts, if there is one.
    folder: Option<PathBuf>,
    started: u64,
}

/// Returns the milliseconds since 1970, by the system's clock.
fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl ProgressFile {
    /// Prepares the file of a hunt that begins now. Without a folder for the files of all hunts,
    /// nothing is written.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            started: milliseconds(SystemTime::now()),
        }
    }

    /// Returns when the hunt began, in milliseconds since 1970.
    pub fn started(&self) -> u64 {
        self.started
    }

    /// Returns the milliseconds since 1970.
    pub fn now(&self) -> u64 {
        milliseconds(SystemTime::now())
    }

    fn path(&self) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(HuntProgress::file_name(process::id())))
    }

    /// Writes how far the hunt has come, and removes the files of hunts that were killed.
    pub fn write(&self, progress: &HuntProgress) {
        let (Some(folder), Some(path)) = (&self.folder, self.path()) else {
            return;
        };
        if !folder.is_dir() {
            let _ = fs::create_dir_all(folder);
        }
        remove_stale(folder);
        if let Ok(content) = serde_json::to_vec(progress) {
            let _ = replace_file(&path, &content);
        }
    }

    /// Removes the file.
    pub fn remove(&self) {
        if let Some(path) = self.path() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes the files of hunts that were killed.
fn remove_stale(folder: &Path) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let content = fs::read(entry.path()).unwrap_or_default();
        let progress = serde_json::from_slice::<HuntProgress>(&content);
        if progress.is_ok_and(|progress| progress.is_stale(now)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
