//! A file that whole lines are added to: the ledger of a proof, or the file of a hunt. A lock
//! keeps two programs from writing it at the same time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use wgs_config::regular_file;

/// The largest file that is read.
const MAX_BYTES: u64 = 4 << 30;

/// A file that lines are added to.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    /// Its name in messages, such as “ledger”.
    noun: &'static str,
    file: File,
}

/// Why a [`LineFile`] cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LineFileError {
    /// It cannot be opened, read or shortened.
    #[error("cannot continue {name}")]
    Continue {
        /// The file.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// Another program has locked it.
    #[error("another program is writing {name}")]
    Locked {
        /// The file.
        name: String,
    },
    /// Lines cannot be added.
    #[error("cannot write to {name}; the lines before are saved")]
    Add {
        /// The file.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// It cannot be written to the disk.
    #[error("cannot write to {name}")]
    Sync {
        /// The file.
        name: String,
        /// Why.
        source: io::Error,
    },
}

/// Reads a file.
///
/// # Errors
///
/// Returns the reason if it is not a regular file that can be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    regular_file::read(path, MAX_BYTES)
}

impl LineFile {
    /// Opens a file to continue it, or creates it. Returns its content. Messages call it by the
    /// noun, such as “ledger”.
    ///
    /// # Errors
    ///
    /// Returns the reason if it cannot be read or another program is writing it.
    pub fn open(path: &Path, noun: &'static str) -> Result<(Self, Vec<u8>), LineFileError> {
        let name = || format!("the {noun} {}", path.display());
        let cannot = |source| LineFileError::Continue {
            name: name(),
            source,
        };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(cannot)?;
        let metadata = file.metadata().map_err(cannot)?;
        regular_file::check(&metadata, MAX_BYTES).map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LineFileError::Locked { name: name() }),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        let read = (&file).take(MAX_BYTES).read_to_end(&mut bytes);
        read.map_err(cannot)?;
        let file = Self {
            path: path.to_owned(),
            noun,
            file,
        };
        Ok((file, bytes))
    }

    /// Removes the bytes after the first ones, such as a last line that was not written completely.
    ///
    /// # Errors
    ///
    /// Returns the reason if the file cannot be shortened.
    pub fn truncate(&mut self, bytes: usize) -> Result<(), LineFileError> {
        let truncated = self
            .file
            .set_len(bytes as u64)
            .and_then(|()| self.file.seek(SeekFrom::End(0)));
        truncated
            .map(drop)
            .map_err(|source| LineFileError::Continue {
                name: self.name(),
                source,
            })
    }

    /// Adds whole lines. They are with the system when this returns, so that a program that is
    /// killed afterwards does not lose them.
    ///
    /// # Errors
    ///
    /// Returns the reason if the lines may not be in the file.
    pub fn add(&mut self, lines: &str) -> Result<(), LineFileError> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|source| LineFileError::Add {
            name: self.name(),
            source,
        })
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    ///
    /// Returns the reason if it may not be.
    pub fn sync(&self) -> Result<(), LineFileError> {
        let synced = self.file.sync_data();
        synced.map_err(|source| LineFileError::Sync {
            name: self.name(),
            source,
        })
    }

    fn name(&self) -> String {
        format!("the {} {}", self.noun, self.path.display())
    }
}
