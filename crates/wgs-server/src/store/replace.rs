//! Replaces a file in one step: whoever reads it finds the old text or the new one, never a
//! part, whatever breaks.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file, and keeps what was in it as `FILE.bak`.
pub(super) fn replace(file: &Path, new: &[u8], old: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(file)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    put(&beside(file, "", ".bak"), old, &permissions)?;
    put(file, new, &permissions)
}

/// The file in the same folder whose name has something before and after it.
fn beside(file: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = OsString::from(before);
    name.push(file.file_name().unwrap_or_default());
    name.push(after);
    file.with_file_name(name)
}

/// Writes a file under another name, then gives it its own. A link of that name is replaced,
/// not followed.
fn put(file: &Path, bytes: &[u8], permissions: &Permissions) -> io::Result<()> {
    let draft = beside(file, ".", &format!(".{}.tmp", std::process::id()));
    let _ = fs::remove_file(&draft);
    let written = write(&draft, bytes, permissions).and_then(|()| fs::rename(&draft, file));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
        return written;
    }
    // The new name, too, shall outlast a loss of power. Not every system can promise it.
    if let Some(folder) = file.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write(draft: &Path, bytes: &[u8], permissions: &Permissions) -> io::Result<()> {
    let mut created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(draft)?;
    created.set_permissions(permissions.clone())?;
    created.write_all(bytes)?;
    created.sync_all()
}
