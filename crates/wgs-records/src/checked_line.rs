//! Lines with a checksum, for files that are continued and merged line by line: a line that was
//! changed or cut off is noticed, and the others are still good.
//!
//! A line is the [`Fingerprint`] of its text, a space, the text and a line feed.
//!
//! ```
//! use wgs_records::checked_line;
//!
//! let line = checked_line::write("class A/E bound 12");
//! assert_eq!(line, "7b91cfff27d9d4c8 class A/E bound 12\n");
//! assert_eq!(checked_line::read(line.trim_end().as_bytes()), Ok("class A/E bound 12"));
//! let error = checked_line::read(b"7b91cfff27d9d4c8 class A/E bound 13").unwrap_err();
//! assert_eq!(error.to_string(), "its checksum is wrong");
//! ```

use thiserror::Error;

use crate::fingerprint::Fingerprint;

/// A problem of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckedLineError {
    /// It is not UTF-8 text.
    #[error("it is not text")]
    NotText,
    /// It does not begin with a checksum.
    #[error("it has no checksum")]
    NoChecksum,
    /// The text or the checksum was changed.
    #[error("its checksum is wrong")]
    WrongChecksum,
}

/// Returns a line with its checksum and line end. The text must not have line ends.
pub fn write(text: &str) -> String {
    format!("{} {text}\n", Fingerprint::of_text(text))
}

/// Returns the text of a line, which is given without its line end.
pub fn read(line: &[u8]) -> Result<&str, CheckedLineError> {
    let line = std::str::from_utf8(line).map_err(|_| CheckedLineError::NotText)?;
    let (checksum, text) = line.split_once(' ').ok_or(CheckedLineError::NoChecksum)?;
    match checksum == Fingerprint::of_text(text).to_string() {
        true => Ok(text),
        false => Err(CheckedLineError::WrongChecksum),
    }
}
