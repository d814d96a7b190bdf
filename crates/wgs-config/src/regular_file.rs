//! Opens files that users name, but only regular files of a limited size. A pipe or a device may
//! never end, and a huge file would fill the memory.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The largest configuration file, in bytes.
pub const MOST_CONFIGURATION: u64 = 64 << 20;

/// The largest dictionary or word list, in bytes.
pub const MOST_DICTIONARY: u64 = 1 << 30;

/// Opens a regular file with at most this number of bytes.
///
/// The file is examined before it is opened, because opening a pipe waits for a writer.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if metadata.len() > most {
        let found = metadata.len();
        let error = format!("it has {found} bytes; at most {most} are allowed");
        return Err(io::Error::other(error));
    }
    File::open(path)
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
