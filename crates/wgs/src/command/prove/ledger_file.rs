//! The file of a ledger: opened, locked and continued where it was left off.

use std::path::Path;

use anyhow::{Context, Result};
use wgs_records::proof::{LedgerHeader, LedgerLines};

use crate::line_file::{self, LineFile};

/// A ledger file that lines are added to.
pub(super) struct LedgerFile(LineFile);

/// Reads a ledger.
pub(super) fn read(path: &Path) -> Result<LedgerLines> {
    let cannot = || format!("cannot read the ledger {}", path.display());
    let bytes = line_file::read(path).with_context(cannot)?;
    LedgerLines::read(&bytes).with_context(cannot)
}

impl LedgerFile {
    /// Opens a ledger to continue it, or creates it. A last line that was not written completely is
    /// removed. Returns the lines that it has.
    pub(super) fn open(path: &Path, header: &LedgerHeader) -> Result<(Self, LedgerLines)> {
        let cannot = || format!("cannot continue the ledger {}", path.display());
        let (mut file, bytes) = LineFile::open(path, "ledger")?;
        let lines = LedgerLines::read(&bytes).with_context(cannot)?;
        if !lines.is_empty() {
            lines.header().check(header).with_context(cannot)?;
        }
        // A header without classes may be incomplete; it is written again.
        file.truncate(if lines.is_empty() { 0 } else { lines.whole() })?;
        if lines.is_empty() {
            file.add(&header.to_lines())?;
        }
        Ok((Self(file), lines))
    }

    /// Adds whole lines; see [`LineFile::add`].
    pub(super) fn add(&mut self, lines: &str) -> Result<()> {
        self.0.add(lines)
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> Result<()> {
        self.0.sync()
    }
}
