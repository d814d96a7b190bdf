//! The content of a dictionary file: read, or mapped into memory if it can be used in place.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use wgs_engine::lexicon::{FileForm, SharedBytes};

/// The number of bytes that show the form of a file.
const FORM_BYTES: u64 = 8;

/// Returns the content of an open file. A file in the fast form is mapped into memory, any other is
/// read.
pub(super) fn of_file(mut file: File) -> io::Result<SharedBytes> {
    let mut bytes = Vec::new();
    (&mut file).take(FORM_BYTES).read_to_end(&mut bytes)?;
    if FileForm::of(&bytes) == Some(FileForm::Fast)
        && let Some(mapped) = map(&file)
    {
        return Ok(mapped);
    }
    file.read_to_end(&mut bytes)?;
    Ok(Arc::new(bytes))
}

/// Maps a file into memory, unless the system cannot.
///
/// Mapping the nodes of 267,751 words (5 MB) and touching each page takes 0.03 ms. Reading them took
/// 4 to 10 ms on the same virtual machine, most of it for the system to provide the memory.
#[cfg(not(target_arch = "wasm32"))]
#[expect(
    unsafe_code,
    reason = "mapping depends on others to leave the file alone"
)]
fn map(file: &File) -> Option<SharedBytes> {
    // SAFETY: the memory is read-only and lives as long as the map. It changes only if another
    // program writes to the same file in place while it is open here, which no program can prevent.
    // `wgs dictionary compile` never does: it replaces a file by a new one, and a map keeps the
    // old one. The documentation of `--fast` asks others to do the same.
    let map = unsafe { memmap2::Mmap::map(file) };
    map.ok().map(|map| Arc::new(map) as SharedBytes)
}

#[cfg(target_arch = "wasm32")]
fn map(_: &File) -> Option<SharedBytes> {
    None
}
