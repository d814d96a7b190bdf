//! The texts of the page. Each language has a file in `text/`, all with the same keys. The texts
//! of the engine are in [`engine_text`](crate::engine_text).

use std::collections::HashMap;
use std::sync::OnceLock;

use leptos::prelude::*;

use crate::{storage, text_file};

/// The languages, each with its code, its name in the language itself, and the locale of its
/// dates. Another language takes a line here, its files `CODE.json`, `play.CODE.json` and
/// `engine.CODE.json` in `text/`, and its texts in `static/boot.js`.
const LANGUAGES: [(&str, &str, &str); 2] = [("en", "English", "en-GB"), ("de", "Deutsch", "de")];

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageLanguage(usize);

type TextTable = HashMap<String, String>;

/// Tables of texts by language, each read when it is first needed.
pub(crate) type TextTables = [OnceLock<TextTable>; LANGUAGES.len()];

const STORED_AS: &str = "language";

impl PageLanguage {
    /// English, whose texts are part of the program.
    pub const ENGLISH: Self = Self(0);
    /// German.
    #[cfg(test)]
    pub(crate) const GERMAN: Self = Self(1);

    /// All languages.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// Its code, such as `en`.
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// Its name in the language itself, such as `Deutsch`.
    pub fn name(self) -> &'static str {
        LANGUAGES[self.0].1
    }

    /// The locale of its dates, such as `en-GB`.
    pub fn locale(self) -> &'static str {
        LANGUAGES[self.0].2
    }

    /// Returns the language with a code, which may have a region as in `en-GB`.
    pub fn with_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::all().find(|language| language.code() == code)
    }

    /// All texts by their keys: the English ones as long as others are not loaded.
    pub fn texts(self) -> &'static TextTable {
        static TEXTS: TextTables = no_tables();
        let texts = self.table(&TEXTS, || {
            if self == Self::ENGLISH {
                return Some(read(include_str!("../text/en.json"), play_texts()));
            }
            let file = |name: &str| text_file::contents(&format!("{name}{}.json", self.code()));
            let play = match play_texts() {
                Some(_) => Some(file("play.")?),
                None => None,
            };
            Some(read(&file("")?, play.as_deref()))
        });
        texts.unwrap_or_else(|| Self::ENGLISH.texts())
    }

    /// The table of the language, which a function reads once it is there.
    pub(crate) fn table(
        self,
        tables: &'static TextTables,
        read: impl FnOnce() -> Option<TextTable>,
    ) -> Option<&'static TextTable> {
        let table = &tables[self.0];
        table.get().or_else(|| {
            let texts = read()?;
            Some(table.get_or_init(|| texts))
        })
    }

    /// Returns the text of a key, or the key itself if it has no text.
    pub fn text(self, key: &str) -> String {
        self.texts().get(key).map_or(key, String::as_str).to_owned()
    }

    /// Returns the text of a key with its placeholders filled in. If `n` is 1, a key that ends
    /// in `.one` takes precedence.
    pub fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        let texts = self.texts();
        let one = values.contains(&("n", "1")).then(|| format!("{key}.one"));
        let one = one.and_then(|one| texts.get(&one));
        let Some(text) = one.or_else(|| texts.get(key)) else {
            return key.to_owned();
        };
        values.iter().fold(text.clone(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }
}

/// The English texts of the play page, if this is its module.
static PLAY: OnceLock<&str> = OnceLock::new();

/// Those of the play page, if its module or a test needs them.
fn play_texts() -> Option<&'static str> {
    if cfg!(test) {
        add_play_texts();
    }
    PLAY.get().copied()
}

/// Adds the texts of the play page. Only its own module does, before any text is used.
pub fn add_play_texts() {
    let _ = PLAY.set(include_str!("../text/play.en.json"));
}

/// Tables that are not read yet.
pub(crate) const fn no_tables() -> TextTables {
    [const { OnceLock::new() }; LANGUAGES.len()]
}

/// Reads the texts of one file, or of two.
pub(crate) fn read(page: &str, play: Option<&str>) -> TextTable {
    let table =
        |json| -> TextTable { serde_json::from_str(json).expect("the text files are tested") };
    let mut texts = table(page);
    texts.extend(play.into_iter().flat_map(table));
    texts
}

thread_local! {
    static CURRENT: ArcRwSignal<PageLanguage> = ArcRwSignal::new(first_language());
}

/// The language that was stored, else the first that the browser prefers. Unit tests have no browser.
fn first_language() -> PageLanguage {
    if cfg!(test) {
        return PageLanguage::ENGLISH;
    }
    let stored = storage::get(STORED_AS);
    let preferred = || {
        let languages = window().navigator().languages();
        let codes = languages.iter().filter_map(|code| code.as_string());
        codes
            .into_iter()
            .find_map(|code| PageLanguage::with_code(&code))
    };
    let stored = stored.and_then(|code| PageLanguage::with_code(&code));
    stored.or_else(preferred).unwrap_or(PageLanguage::ENGLISH)
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

/// The names in braces in a text, in alphabetical order.
#[cfg(test)]
pub(crate) fn placeholders(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut names: Vec<&str> = parts.filter_map(|rest| rest.split('}').next()).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_filled_with_values() {
        assert_eq!(PageLanguage::ENGLISH.text("solver.random"), "Random board");
        let german = PageLanguage::with_code("de").unwrap();
        assert_eq!(german.filled("solver.words", &[("n", "12")]), "12 Wörter");
    }

    #[test]
    fn all_languages_have_the_same_keys_and_placeholders() {
        let english = read(
            include_str!("../text/en.json"),
            Some(include_str!("../text/play.en.json")),
        );
        for code in PageLanguage::all().skip(1).map(PageLanguage::code) {
            let file = |name: &str| text_file::contents(&format!("{name}{code}.json"));
            let other = read(&file("").unwrap(), Some(&file("play.").unwrap()));
            for (key, text) in &english {
                let translated = other.get(key);
                let translated = translated.unwrap_or_else(|| panic!("{code} lacks {key}"));
                assert_eq!(
                    placeholders(text),
                    placeholders(translated),
                    "{code}: {key}"
                );
            }
            for key in other.keys() {
                assert!(english.contains_key(key), "only {code} has {key}");
            }
        }
    }

    /// The first script of the page has texts of its own, until the program has started.
    #[test]
    fn the_loading_screen_knows_all_languages() {
        let script = include_str!("../static/boot.js");
        let texts = script.split_once("const TEXTS = {").unwrap().1;
        let texts = texts.split_once("\n};").unwrap().0;
        let codes = texts.lines().filter_map(|line| line.strip_prefix("  "));
        let codes: Vec<&str> = codes.filter_map(|line| line.strip_suffix(": {")).collect();
        let expected: Vec<&str> = PageLanguage::all().map(PageLanguage::code).collect();
        assert_eq!(codes, expected);
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
