//! Replaces a file in one step.

use std::io::{self, Write};
use std::path::Path;

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
