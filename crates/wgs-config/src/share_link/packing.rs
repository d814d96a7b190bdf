//! Packs longer texts for a link: compressed, and in characters that are valid in a URL. The
//! first character is the version of the packing.

use std::string::FromUtf8Error;

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::{DecodeError, Engine};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use thiserror::Error;
use wgs_engine::message::{Message, ToMessage, quoted};
use wgs_engine::messages;

/// Raw deflate in base64url without padding.
const DEFLATE: char = '1';

/// The compression level, from 0 to 10.
const LEVEL: u8 = 9;

/// Why a text cannot be packed or unpacked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message().without_cause())]
pub enum PackingError {
    /// The value is empty, or in a later version of the packing.
    Version {
        /// The version that was found.
        found: String,
    },
    /// The value is not base64url.
    Characters(#[source] DecodeError),
    /// The value cannot be decompressed.
    Damaged,
    /// The text is too large.
    TooLarge {
        /// The number of bytes allowed.
        most: usize,
    },
    /// The value is not UTF-8 text.
    NotText(#[source] FromUtf8Error),
}

messages! {
    impl ToMessage for PackingError {
        Self::Version { found } => "packing.version":
            "expected a packed value that starts with 1, found {found} at its start"
            (found = quoted(found));
        Self::Characters(found) => "packing.characters":
            "the packed value is not base64url" because &Message::text(found);
        Self::Damaged => "packing.damaged":
            "the packed value is damaged or cut short";
        Self::TooLarge { most } => "packing.too-large":
            "the text has more than {most} bytes" (most);
        Self::NotText(found) => "packing.not-text":
            "the packed value is not UTF-8 text" because &Message::text(found);
    }
}

/// Packs a text of at most `most` bytes.
pub(super) fn pack(text: &str, most: usize) -> Result<String, PackingError> {
    if text.len() > most {
        return Err(PackingError::TooLarge { most });
    }
    let mut packed = DEFLATE.to_string();
    URL_SAFE_NO_PAD.encode_string(compress_to_vec(text.as_bytes(), LEVEL), &mut packed);
    Ok(packed)
}

/// Unpacks a text of at most `most` bytes.
pub(super) fn unpack(packed: &str, most: usize) -> Result<String, PackingError> {
    let Some(packed) = packed.strip_prefix(DEFLATE) else {
        let found = packed.chars().take(1).collect();
        return Err(PackingError::Version { found });
    };
    let bytes = URL_SAFE_NO_PAD.decode(packed);
    let bytes = bytes.map_err(PackingError::Characters)?;
    let bytes = decompress_to_vec_with_limit(&bytes, most).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => PackingError::TooLarge { most },
        _ => PackingError::Damaged,
    })?;
    String::from_utf8(bytes).map_err(PackingError::NotText)
}
