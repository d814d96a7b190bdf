//! A file that whole lines are added to: the ledger of a proof, or the file of a hunt. It is locked, so that two
//! programs do not write it at the same time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wgs_config::regular_file;

/// The largest file that is read.
const MAX_BYTES: u64 = 4 << 30;

/// A file that lines are added to.
pub(crate) struct LineFile {
    path: PathBuf,
    /// What messages call it, such as “ledger”.
    noun: &'static str,
    file: File,
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    regular_file::read(path, MAX_BYTES)
}

impl LineFile {
    /// Opens a file to continue it, or creates it. Returns what it has.
    pub(crate) fn open(path: &Path, noun: &'static str) -> Result<(Self, Vec<u8>)> {
        let cannot = || format!("cannot continue the {noun} {}", path.display());
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).with_context(cannot)?;
        let metadata = file.metadata().with_context(cannot)?;
        regular_file::check(&metadata, MAX_BYTES).with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another program is writing the {noun} {}", path.display())
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        let read = (&file).take(MAX_BYTES).read_to_end(&mut bytes);
        read.with_context(cannot)?;
        let file = Self {
            path: path.to_owned(),
            noun,
            file,
        };
        Ok((file, bytes))
    }

    /// Removes what follows the first bytes, such as a last line that was not written completely.
    pub(crate) fn truncate(&mut self, bytes: usize) -> Result<()> {
        let truncated = self
            .file
            .set_len(bytes as u64)
            .and_then(|()| self.file.seek(SeekFrom::End(0)));
        truncated.with_context(|| format!("cannot continue {}", self.name()))?;
        Ok(())
    }

    /// Adds whole lines. They are with the system when this returns, so that a program that is
    /// killed afterwards does not lose them.
    pub(crate) fn add(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes());
        written.with_context(|| {
            format!(
                "cannot write to {}; what was written before is saved",
                self.name()
            )
        })
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        let synced = self.file.sync_data();
        synced.with_context(|| format!("cannot write to {}", self.name()))
    }

    fn name(&self) -> String {
        format!("the {} {}", self.noun, self.path.display())
    }
}
