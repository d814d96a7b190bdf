//! Values in the fragment of an address. What fragments may have as it is stays, so that
//! boards and names can be read: <https://www.rfc-editor.org/rfc/rfc3986#section-3.5>. A plus
//! sign is a plus sign, not a space.

use std::fmt::Write;

use super::ShareLinkError;

/// A value as addresses have it.
pub(super) fn encode(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for byte in value.bytes() {
        push(&mut text, byte, is_plain(byte));
    }
    text
}

/// A text that programs which find addresses in letters take as a whole: they leave out
/// punctuation at the end.
pub(super) fn sealed(mut text: String) -> String {
    if let Some(last) = text.pop() {
        let plain = last.is_ascii_alphanumeric() || last == '=';
        push(&mut text, last as u8, plain);
    }
    text
}

fn push(text: &mut String, byte: u8, plain: bool) {
    match plain {
        true => text.push(char::from(byte)),
        false => write!(text, "%{byte:02X}").expect("strings take everything"),
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!(),;:@/?".contains(&byte)
}

/// What a value means. Characters that should be encoded and are not mean themselves.
pub(super) fn decode(key: &str, value: &str) -> Result<String, ShareLinkError> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut parts = value.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let digits = part.get(..2);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(byte) = byte else {
            let found = part.chars().take(2).collect::<String>();
            return Err(ShareLinkError::Escape {
                key: key.to_owned(),
                found: format!("%{found}"),
            });
        };
        bytes.push(byte);
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).map_err(|_| ShareLinkError::NotText {
        key: key.to_owned(),
    })
}
