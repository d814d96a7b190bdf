//! Compiled dictionaries in the fast form.

use std::sync::Arc;

use wgs_engine::Lexicon;
use wgs_engine::lexicon::FileForm;
use xxhash_rust::xxh3::xxh3_64;

use crate::lexicon_file::check;

/// The bytes before the body: the magic, the version, zeros and the checksum.
const HEADER: usize = 24;

/// A file that opens is a valid lexicon, no matter who wrote it, and the only file with its words:
/// whether it is copied or used in place, it can be traversed, written and searched.
///
/// The bytes are tried as they are, and once more as the body of a file with a correct header
/// and checksum; otherwise no input would get past the checksum.
pub fn fast_lexicon_file(data: &[u8]) {
    check_fast(data);
    let body = match data.get(HEADER..) {
        Some(body) if FileForm::of(data) == Some(FileForm::Fast) => body,
        _ => data,
    };
    check_fast(&sealed(body));
}

/// Returns a file with this body and the matching checksum.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89WGSTRI\n".to_vec();
    bytes.extend(FileForm::Fast.version().to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(xxh3_64(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn check_fast(bytes: &[u8]) {
    check(bytes);
    if FileForm::of(bytes) != Some(FileForm::Fast) {
        return;
    }
    let copied = Lexicon::from_bytes(bytes);
    if let Ok(lexicon) = &copied {
        assert_eq!(lexicon.to_fast_bytes(), bytes);
    }
    assert_eq!(Lexicon::from_shared(Arc::new(bytes.to_vec())), copied);
}
