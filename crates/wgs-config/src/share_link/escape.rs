//! Percent-encoding of the values in a URL fragment. Characters that a fragment may contain are
//! kept as they are, so that boards and names stay readable:
//! <https://www.rfc-editor.org/rfc/rfc3986#section-3.5>. A plus sign means a plus sign, not a
//! space.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::ShareLinkError;

/// The ASCII characters that are escaped in a value.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'(')
    .remove(b')')
    .remove(b',')
    .remove(b';')
    .remove(b':')
    .remove(b'@')
    .remove(b'/')
    .remove(b'?');

/// Escapes a value.
pub(super) fn escape(value: &str) -> String {
    utf8_percent_encode(value, ESCAPED).to_string()
}

/// Escapes punctuation at the end of a fragment. Programs that recognise links in plain text
/// leave it out of the link.
pub(super) fn escape_end(mut fragment: String) -> String {
    if let Some(last) = fragment.pop() {
        match last.is_ascii_alphanumeric() || last == '=' {
            true => fragment.push(last),
            false => fragment.extend(utf8_percent_encode(
                last.encode_utf8(&mut [0; 4]),
                NON_ALPHANUMERIC,
            )),
        }
    }
    fragment
}

/// Reverses [`escape`]. Characters that should have been escaped stand for themselves.
pub(super) fn unescape(key: &str, value: &str) -> Result<String, ShareLinkError> {
    let is_byte = |text: &str| {
        let digits = text.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some(text) = value.split('%').skip(1).find(|text| !is_byte(text)) {
        let found: String = text.chars().take(2).collect();
        return Err(ShareLinkError::Escape {
            key: key.to_owned(),
            found: format!("%{found}"),
        });
    }
    let text = percent_decode_str(value).decode_utf8();
    let text = text.map_err(|source| ShareLinkError::NotText {
        key: key.to_owned(),
        source,
    })?;
    Ok(text.into_owned())
}
