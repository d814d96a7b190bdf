//! The words of the pages in each language. They are data: a file in `text/` for each
//! language, with the same keys in all. What the engine itself says, as the problems of a
//! configuration, stays in English.
//!
//! ```
//! use wgs_web::text::Language;
//!
//! assert_eq!(Language::English.text("solver.random"), "Random board");
//! assert_eq!(Language::German.filled("solver.words", &[("n", "12")]), "12 Wörter");
//! ```

use std::collections::HashMap;
use std::sync::OnceLock;

use leptos::prelude::*;

use crate::storage;

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
}

type Texts = HashMap<String, String>;

const KEPT_AS: &str = "language";

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code, as `en`.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// The language with this code, which may go on as in `en-GB`.
    pub fn with_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// All texts by their keys.
    pub fn texts(self) -> &'static Texts {
        static TEXTS: [OnceLock<Texts>; 2] = [const { OnceLock::new() }; 2];
        let (slot, json) = match self {
            Self::English => (0, include_str!("../text/en.json")),
            Self::German => (1, include_str!("../text/de.json")),
        };
        TEXTS[slot].get_or_init(|| {
            serde_json::from_str(json).expect("the files of texts are tested to be read")
        })
    }

    /// The text of a key; the key itself where there is none.
    pub fn text(self, key: &str) -> String {
        self.texts().get(key).map_or(key, String::as_str).to_owned()
    }

    /// The text of a key, with what its braces stand for. Where `n` is 1 and there is a key
    /// that ends in `.one`, that one is meant.
    pub fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        let single = values.contains(&("n", "1"));
        let one = format!("{key}.one");
        let key = match single && self.texts().contains_key(&one) {
            true => one.as_str(),
            false => key,
        };
        let mut text = self.text(key);
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }
}

thread_local! {
    static SPOKEN: ArcRwSignal<Language> = ArcRwSignal::new(first_language());
}

/// The language that was chosen before, else one that the browser asks for.
fn first_language() -> Language {
    let kept = storage::get(KEPT_AS);
    let asked = || {
        let languages = window().navigator().languages();
        let codes = languages.iter().filter_map(|code| code.as_string());
        codes
            .into_iter()
            .find_map(|code| Language::with_code(&code))
    };
    let kept = kept.and_then(|code| Language::with_code(&code));
    kept.or_else(asked).unwrap_or(Language::English)
}

/// The language in use. Who reads it is told of changes.
pub fn language() -> Language {
    SPOKEN.with(|spoken| spoken.get())
}

/// Uses another language from now on, and the next time.
pub fn speak(language: Language) {
    storage::set(KEPT_AS, language.code());
    SPOKEN.with(|spoken| spoken.set(language));
}

/// The text of a key in the language in use.
pub fn tr(key: &str) -> String {
    language().text(key)
}

/// The text of a key in the language in use, with what its braces stand for.
pub fn tr_with(key: &str, values: &[(&str, &str)]) -> String {
    language().filled(key, values)
}

/// The text of a key with a number for `n`, which may ask for the singular.
pub fn tr_count(key: &str, n: u64) -> String {
    tr_with(key, &[("n", &number(n))])
}

/// A number with its thousands set apart by narrow spaces.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn holes(text: &str) -> Vec<&str> {
        let mut holes: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        holes.sort_unstable();
        holes
    }

    #[test]
    fn all_languages_have_the_same_keys_with_the_same_holes() {
        let english = Language::English.texts();
        for language in Language::ALL {
            let texts = language.texts();
            for (key, text) in english {
                let other = texts.get(key);
                let other = other.unwrap_or_else(|| panic!("{language:?} lacks {key}"));
                assert_eq!(holes(text), holes(other), "{language:?} {key}");
            }
            for key in texts.keys() {
                assert!(english.contains_key(key), "only {language:?} has {key}");
            }
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (n, text) in [
            (0, "0"),
            (1234, "1234"),
            (12345, "12\u{202f}345"),
            (1234567, "1\u{202f}234\u{202f}567"),
        ] {
            assert_eq!(number(n), text);
        }
    }
}
