//! The file with the user's records: read, and replaced in one step when a hunt adds to it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wgs_app::record::{Record, RecordChange, RecordTable};
use wgs_config::regular_file;

use crate::app;

/// The largest table that is read.
const MAX_BYTES: u64 = 256 << 20;

/// The file with the user's records.
pub(crate) struct RecordFile {
    path: PathBuf,
}

impl RecordFile {
    /// Chooses the file that a user named, or the one in the user's data folder.
    pub(crate) fn choose(named: Option<&Path>) -> Result<Self> {
        let path = match named {
            Some(path) => path.to_owned(),
            None => {
                let folder = app::data_folder();
                let folder = folder.context("there is no data folder; name a file with --table")?;
                folder.join(RecordTable::FILE_NAME)
            }
        };
        Ok(Self { path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the table. A file that is missing is an empty table.
    pub(crate) fn read(&self) -> Result<RecordTable> {
        let cannot = || format!("cannot read the records in {}", self.path.display());
        let bytes = match regular_file::read(&self.path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(cannot),
        };
        RecordTable::read(&bytes).with_context(cannot)
    }

    /// Adds a record. Another program that adds one at the same time waits.
    pub(crate) fn add(&self, record: Record) -> Result<RecordChange> {
        let cannot = || format!("cannot write the records to {}", self.path.display());
        let lock = File::create(self.path.with_extension("lock")).with_context(cannot)?;
        // Some file systems have no locks.
        let _ = lock.lock();
        let mut table = self.read()?;
        let change = table.add(record);
        replace_file(&self.path, &table.to_bytes()).with_context(cannot)?;
        Ok(change)
    }
}

/// Replaces a file in one step: a reader finds either the old content or the new one.
pub(crate) fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(content)?;
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(())
}
