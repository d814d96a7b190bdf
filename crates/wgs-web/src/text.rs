//! The texts of the page. Each language has a file in `text/`, all with the same keys. The texts
//! of the engine are in [`engine_text`](crate::engine_text).
//!
//! ```
//! use wgs_web::text::PageLanguage;
//!
//! assert_eq!(PageLanguage::English.text("solver.random"), "Random board");
//! assert_eq!(PageLanguage::German.filled("solver.words", &[("n", "12")]), "12 Wörter");
//! ```

use std::collections::HashMap;
use std::sync::OnceLock;

use leptos::prelude::*;

use crate::{storage, text_file};

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageLanguage {
    /// English.
    English,
    /// German.
    German,
}

type TextTable = HashMap<String, String>;

const STORED_AS: &str = "language";

impl PageLanguage {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code, such as `en`.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Its name in the language itself, such as `Deutsch`.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// Returns the language with a code, which may have a region as in `en-GB`.
    pub fn with_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// All texts by their keys: the English ones as long as others are not loaded.
    pub fn texts(self) -> &'static TextTable {
        static TEXTS: [OnceLock<TextTable>; 2] = [const { OnceLock::new() }; 2];
        let [english, german] = &TEXTS;
        let english =
            || english.get_or_init(|| read(include_str!("../text/en.json"), PLAY.get().copied()));
        match self {
            Self::English => english(),
            Self::German => german.get().unwrap_or_else(|| {
                let play = PLAY.get().map(|_| text_file::contents("play.de.json"));
                match (text_file::contents("de.json"), play) {
                    (None, _) | (_, Some(None)) => english(),
                    (Some(page), play) => {
                        german.get_or_init(|| read(&page, play.flatten().as_deref()))
                    }
                }
            }),
        }
    }

    /// Returns the text of a key, or the key itself if it has no text.
    pub fn text(self, key: &str) -> String {
        self.texts().get(key).map_or(key, String::as_str).to_owned()
    }

    /// Returns the text of a key with its placeholders filled in. If `n` is 1, a key that ends
    /// in `.one` takes precedence.
    pub fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.texts(), key, values).unwrap_or_else(|| key.to_owned())
    }
}

/// The English texts of the play page, if this is its module.
static PLAY: OnceLock<&str> = OnceLock::new();

/// Adds the texts of the play page. Only its own module does, before any text is used.
pub fn add_play_texts() {
    let _ = PLAY.set(include_str!("../text/play.en.json"));
}

/// Reads the texts of one file, or of two.
fn read(page: &str, play: Option<&str>) -> TextTable {
    let table =
        |json| -> TextTable { serde_json::from_str(json).expect("the text files are tested") };
    let mut texts = table(page);
    texts.extend(play.into_iter().flat_map(table));
    texts
}

/// Returns the text of a key in a table with its placeholders filled in. If `n` is 1, a key that
/// ends in `.one` takes precedence.
pub(crate) fn fill(texts: &TextTable, key: &str, values: &[(&str, &str)]) -> Option<String> {
    let one = values.contains(&("n", "1")).then(|| format!("{key}.one"));
    let one = one.and_then(|one| texts.get(&one));
    let mut text = one.or_else(|| texts.get(key))?.clone();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    Some(text)
}

thread_local! {
    static CURRENT: ArcRwSignal<PageLanguage> = ArcRwSignal::new(first_language());
}

/// The language that was stored, else the first that the browser prefers.
fn first_language() -> PageLanguage {
    let stored = storage::get(STORED_AS);
    let preferred = || {
        let languages = window().navigator().languages();
        let codes = languages.iter().filter_map(|code| code.as_string());
        codes
            .into_iter()
            .find_map(|code| PageLanguage::with_code(&code))
    };
    let stored = stored.and_then(|code| PageLanguage::with_code(&code));
    stored.or_else(preferred).unwrap_or(PageLanguage::English)
}

/// The current language, as a reactive value.
pub fn language() -> PageLanguage {
    CURRENT.with(|current| current.get())
}

/// Changes the language, and stores it for the next visit.
pub fn set_language(language: PageLanguage) {
    storage::set(STORED_AS, language.code());
    text_file::load(language, move || {
        CURRENT.with(|current| current.set(language));
    });
}

/// The text of a key in the current language.
pub fn tr(key: &str) -> String {
    language().text(key)
}

/// The text of a key in the current language, with its placeholders filled in.
pub fn tr_with(key: &str, values: &[(&str, &str)]) -> String {
    language().filled(key, values)
}

/// The text of a key with a number for `n`, in the singular or plural.
pub fn tr_count(key: &str, n: u64) -> String {
    tr_with(key, &[("n", &number(n))])
}

/// A number with narrow spaces between its thousands.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A text with narrow spaces between the thousands of its whole numbers.
pub fn with_grouped_numbers(text: &str) -> String {
    let mut grouped = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = &rest[start..];
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (digits, after) = digits.split_at(end.unwrap_or(digits.len()));
        grouped.push_str(&rest[..start]);
        // Neither decimals nor parts of a word.
        let is_whole = !grouped.ends_with(|c: char| c == '.' || c.is_alphanumeric());
        match digits.parse() {
            Ok(n) if is_whole && !digits.starts_with('0') => grouped.push_str(&number(n)),
            _ => grouped.push_str(digits),
        }
        rest = after;
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(text: &str) -> Vec<&str> {
        let mut placeholders: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        placeholders.sort_unstable();
        placeholders
    }

    #[test]
    fn all_languages_have_the_same_keys_and_placeholders() {
        let english = read(
            include_str!("../text/en.json"),
            Some(include_str!("../text/play.en.json")),
        );
        let german = ["de.json", "play.de.json"].map(|file| text_file::contents(file).unwrap());
        let german = read(&german[0], Some(&german[1]));
        for (key, text) in &english {
            let other = german.get(key);
            let other = other.unwrap_or_else(|| panic!("German lacks {key}"));
            assert_eq!(placeholders(text), placeholders(other), "{key}");
        }
        for key in german.keys() {
            assert!(english.contains_key(key), "only German has {key}");
        }
    }

    #[test]
    fn thousands_are_separated() {
        for (n, text) in [
            (0, "0"),
            (1234, "1234"),
            (12345, "12\u{202f}345"),
            (1234567, "1\u{202f}234\u{202f}567"),
        ] {
            assert_eq!(number(n), text);
        }
    }

    #[test]
    fn the_numbers_in_a_text_are_grouped() {
        for (text, grouped) in [
            ("", ""),
            ("no number", "no number"),
            ("45307 words, 1 point", "45\u{202f}307 words, 1 point"),
            ("2:0 3:98 8+:12345", "2:0 3:98 8+:12\u{202f}345"),
            ("x12345 0.12345 000123456", "x12345 0.12345 000123456"),
            ("é123456", "é123456"),
        ] {
            assert_eq!(with_grouped_numbers(text), grouped);
        }
    }
}
