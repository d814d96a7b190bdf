//! Opens files that users name, but only regular files of a limited size. A pipe or a device may
//! never end, and a huge file would fill the memory.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// The largest configuration file, in bytes.
pub const MOST_CONFIGURATION: u64 = 64 << 20;

/// The largest dictionary or word list, in bytes.
pub const MOST_DICTIONARY: u64 = 1 << 30;

/// Opens a regular file with at most this number of bytes.
///
/// The file is examined before it is opened, because opening a pipe waits for a writer, and again
/// when it is open, because it may have been replaced.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    check(&fs::metadata(path)?, most)?;
    let file = File::open(path)?;
    check(&file.metadata()?, most)?;
    Ok(file)
}

/// Reads a regular file with at most this number of bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns an error unless this is a regular file with at most this number of bytes.
pub fn check(metadata: &Metadata, most: u64) -> io::Result<()> {
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if metadata.len() > most {
        let found = metadata.len();
        let error = format!("it has {found} bytes; at most {most} are allowed");
        return Err(io::Error::other(error));
    }
    Ok(())
}

/// Opens the files that a configuration names: with [`open`], or with a function that also decides
/// which files may be opened.
#[derive(Clone)]
pub struct FileOpener(Arc<OpenFunction>);

type OpenFunction = dyn Fn(&Path, u64) -> io::Result<File> + Send + Sync;

impl FileOpener {
    /// Opens files with a function, which gets the path and the largest number of bytes.
    pub fn new(open: impl Fn(&Path, u64) -> io::Result<File> + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }

    /// Opens a file with at most this number of bytes.
    pub fn open(&self, path: &Path, most: u64) -> io::Result<File> {
        (self.0)(path, most)
    }
}

impl Default for FileOpener {
    fn default() -> Self {
        Self::new(open)
    }
}

impl fmt::Debug for FileOpener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileOpener").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_limited_size_are_opened() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert!(open(&file, 1 << 20).is_ok());
        let error = open(&file, 10).unwrap_err().to_string();
        assert!(error.ends_with(" bytes; at most 10 are allowed"), "{error}");
        let folder = open(Path::new(env!("CARGO_MANIFEST_DIR")), 10).unwrap_err();
        assert_eq!(folder.to_string(), "it is not a regular file");
        #[cfg(unix)]
        {
            let device = open(Path::new("/dev/zero"), 10).unwrap_err();
            assert_eq!(device.to_string(), "it is not a regular file");
        }
    }
}
