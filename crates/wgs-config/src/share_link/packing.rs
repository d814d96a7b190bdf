//! Longer texts in a link: compressed, in characters that addresses may have. The first
//! character is the version of the packing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use thiserror::Error;

/// Raw deflate in base64url without padding.
const DEFLATE: char = '1';

/// How hard to compress, of 10.
const LEVEL: u8 = 9;

/// What is wrong with something packed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackingProblem {
    /// It is of a later program, or nothing.
    #[error("wanted 1 and what is packed, found {found:?} first")]
    Version {
        /// What was found.
        found: String,
    },
    /// A character that cannot be.
    #[error("what is packed has a character that is none of A-Z, a-z, 0-9, - and _, or too few")]
    Characters,
    /// It does not unpack.
    #[error("what is packed is damaged or cut short")]
    Damaged,
    /// It is too large.
    #[error("more than {most} bytes are packed")]
    TooLarge {
        /// What is allowed.
        most: usize,
    },
    /// It unpacks to something else.
    #[error("what is packed is not UTF-8 text")]
    NotText,
}

/// A text of at most so many bytes, packed.
pub(super) fn pack(text: &str, most: usize) -> Result<String, PackingProblem> {
    if text.len() > most {
        return Err(PackingProblem::TooLarge { most });
    }
    let mut packed = DEFLATE.to_string();
    URL_SAFE_NO_PAD.encode_string(compress_to_vec(text.as_bytes(), LEVEL), &mut packed);
    Ok(packed)
}

/// The text that was packed.
pub(super) fn unpack(packed: &str, most: usize) -> Result<String, PackingProblem> {
    let Some(packed) = packed.strip_prefix(DEFLATE) else {
        let found = packed.chars().take(1).collect();
        return Err(PackingProblem::Version { found });
    };
    let bytes = URL_SAFE_NO_PAD.decode(packed);
    let bytes = bytes.map_err(|_| PackingProblem::Characters)?;
    let bytes = decompress_to_vec_with_limit(&bytes, most).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => PackingProblem::TooLarge { most },
        _ => PackingProblem::Damaged,
    })?;
    String::from_utf8(bytes).map_err(|_| PackingProblem::NotText)
}
