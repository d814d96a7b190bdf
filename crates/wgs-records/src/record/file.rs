//! A file with a table of records: read, and replaced in one step when a hunt adds to it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use wgs_config::regular_file;

use super::{Record, RecordChange, RecordError, RecordTable};
use crate::replace_file::replace_file;

/// The largest table that is read.
const MAX_BYTES: u64 = 256 << 20;

/// A file with a table of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    path: PathBuf,
}

/// Why a [`RecordFile`] cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordFileError {
    /// It cannot be read.
    #[error("cannot read the records in {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not a table of this version.
    #[error("cannot read the records in {}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        source: RecordError,
    },
    /// It cannot be written.
    #[error("cannot write the records to {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl RecordFile {
    /// Names a file, which may be missing.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the table. A file that is missing is an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read or is not a table.
    pub fn read(&self) -> Result<RecordTable, RecordFileError> {
        let bytes = match regular_file::read(&self.path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(source) => {
                let path = self.path.clone();
                return Err(RecordFileError::Read { path, source });
            }
        };
        RecordTable::read(&bytes).map_err(|source| RecordFileError::Table {
            path: self.path.clone(),
            source,
        })
    }

    /// Adds a record. Another program that adds one at the same time waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be read or written.
    pub fn add(&self, record: Record) -> Result<RecordChange, RecordFileError> {
        let cannot = |source| RecordFileError::Write {
            path: self.path.clone(),
            source,
        };
        let lock = File::create(self.path.with_extension("lock")).map_err(cannot)?;
        // Some file systems have no locks.
        let _ = lock.lock();
        let mut table = self.read()?;
        let change = table.add(record);
        replace_file(&self.path, &table.to_bytes()).map_err(cannot)?;
        Ok(change)
    }
}
