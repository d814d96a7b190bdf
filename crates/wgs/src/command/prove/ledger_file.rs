//! The file of a ledger: opened, locked and continued where it was left off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wgs_lab::proof::{LedgerHeader, LedgerLines};

/// The largest ledger that is read.
const MAX_BYTES: u64 = 4 << 30;

/// A ledger file that lines are added to.
pub(super) struct LedgerFile {
    path: PathBuf,
    file: File,
}

/// Reads a ledger.
pub(super) fn read(path: &Path) -> Result<LedgerLines> {
    let cannot = || format!("cannot read the ledger {}", path.display());
    let file = File::open(path).with_context(cannot)?;
    lines(file, path).with_context(cannot)
}

fn lines(mut file: impl Read, path: &Path) -> Result<LedgerLines> {
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_BYTES).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MAX_BYTES {
        bail!("{} has 4 GB or more", path.display());
    }
    Ok(LedgerLines::read(&bytes)?)
}

impl LedgerFile {
    /// Opens a ledger to continue it, or creates it. A last line that was not written completely is
    /// removed. Returns the lines that it has.
    pub(super) fn open(path: &Path, header: &LedgerHeader) -> Result<(Self, LedgerLines)> {
        let cannot = || format!("cannot continue the ledger {}", path.display());
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another program is writing the ledger {}", path.display())
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let lines = lines(&file, path).with_context(cannot)?;
        let mut ledger = Self {
            path: path.to_owned(),
            file: file.try_clone().with_context(cannot)?,
        };
        if !lines.is_empty() {
            lines.header().check(header).with_context(cannot)?;
        }
        // A header without classes may be incomplete; it is written again.
        let end = if lines.is_empty() { 0 } else { lines.whole() };
        file.set_len(end as u64).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        if lines.is_empty() {
            ledger.add(&header.to_lines())?;
        }
        Ok((ledger, lines))
    }

    /// Adds whole lines. They are with the system when this returns, so that a program that is
    /// killed afterwards does not lose them.
    pub(super) fn add(&mut self, lines: &str) -> Result<()> {
        self.file.write_all(lines.as_bytes()).with_context(|| {
            format!(
                "cannot write to the ledger {}; the classes before this one are saved",
                self.path.display()
            )
        })
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> Result<()> {
        let cannot = || format!("cannot write to the ledger {}", self.path.display());
        self.file.sync_data().with_context(cannot)
    }
}
