//! Colours and cursor movements of the program's own.
//!
//! On a terminal a style is written as a key and its code, and becomes a control sequence when it
//! reaches the terminal. The key is random and never shown, so that text from outside, which is
//! escaped at the same place, cannot contain it.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use super::{Stream, escape};

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// For names and tiles.
    Bold,
    /// For the tiles of a word.
    Path,
    /// For words that count.
    Good,
    /// For words that do not count.
    Bad,
    /// For less important text.
    Faint,
    /// For a QR code, which readers expect in these colours.
    #[cfg(feature = "serve")]
    WhiteOnBlack,
}

/// The end of every style.
const END: &str = "[0m";

/// Clears the terminal and moves the cursor to its first line.
const CLEAR: [&str; 2] = ["[2J", "[H"];

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Bold => "[1m",
            Self::Path => "[1;36m",
            Self::Good => "[1;32m",
            Self::Bad => "[31m",
            Self::Faint => "[2m",
            #[cfg(feature = "serve")]
            Self::WhiteOnBlack => "[97;40m",
        }
    }
}

impl Stream {
    /// Applies a style to a text, if the stream has colours. The style ends with the text, so
    /// that an interrupted program leaves no colours behind.
    pub(crate) fn styled(self, style: Style, text: &str) -> String {
        match (text.is_empty() || !self.has_styles(), self.is_terminal()) {
            (true, _) => text.to_owned(),
            (false, true) => styled_for_terminal(style, text),
            // The user wants colours in a pipe or file.
            (false, false) => format!("\u{1b}{}{text}\u{1b}{END}", style.code()),
        }
    }

    /// Returns the characters that clear the terminal; none if it is not a terminal.
    pub(crate) fn clearing(self) -> String {
        match self.is_terminal() && self.has_styles() {
            true => CLEAR.map(|code| format!("{}{code}", key())).concat(),
            false => String::new(),
        }
    }
}

/// Applies a style to a text in the form that [`realised`] understands.
pub(super) fn styled_for_terminal(style: Style, text: &str) -> String {
    let key = key();
    format!("{key}{}{text}{key}{END}", style.code())
}

static KEY: OnceLock<String> = OnceLock::new();

/// The text before the code of a style.
fn key() -> &'static str {
    KEY.get_or_init(|| {
        let random = || RandomState::new().hash_one(0);
        format!("\u{1b}{:016x}{:016x}", random(), random())
    })
}

/// Returns the bytes to write to a terminal: text is escaped, and styles become control sequences.
pub(super) fn realised(bytes: &[u8]) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        realise_text(chunk.valid(), &mut shown);
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shown
}

fn realise_text(text: &str, shown: &mut String) {
    // Without a key, no style was used.
    let Some(key) = KEY.get() else {
        shown.push_str(&escape::text(text));
        return;
    };
    for (number, part) in text.split(key.as_str()).enumerate() {
        // A code ends with its first letter.
        let end = match number {
            0 => 0,
            _ => part
                .find(|c: char| c.is_ascii_alphabetic())
                .map_or(0, |end| end + 1),
        };
        let (code, text) = part.split_at(end);
        if !code.is_empty() {
            shown.push('\u{1b}');
            shown.push_str(code);
        }
        shown.push_str(&escape::text(text));
    }
}
