//! The texts of the engine in the language of the page: the descriptions of configuration keys,
//! and messages. The engine itself has English texts only, which the command line and the API
//! print; `text/engine.de.json` has them in German.
//!
//! Messages that arrive by their kind, such as verdicts, are an [`EngineMessage`]. All others
//! are found by their English text, in which `{}` stands for a value. Values are translated
//! too, if they are words of the engine.
//!
//! ```
//! use wgs_web::engine_text::message_text;
//! use wgs_web::text::PageLanguage;
//!
//! let english = r#"expected a string, found an array of 3 items"#;
//! assert_eq!(
//!     message_text(PageLanguage::German, english),
//!     "erwartet: eine Zeichenkette, gefunden: eine Liste mit 3 Einträgen"
//! );
//! ```
//!
//! [`EngineMessage`]: crate::engine::message::EngineMessage

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;
use wgs_config::Key;

use crate::engine::message::EngineMessage;
use crate::engine::request::RequestError;
use crate::text::{PageLanguage, fill, language, tr_with};
use crate::text_file;

/// How deep values inside values are translated.
const MOST_DEPTH: u32 = 8;

/// The texts of the engine in a language other than English.
#[derive(Deserialize)]
pub(crate) struct EngineTexts {
    /// Texts by key.
    pub(crate) texts: HashMap<String, String>,
    /// Whole messages by their English text.
    messages: HashMap<String, String>,
    /// Parts of messages by their English text.
    values: HashMap<String, String>,
    /// The English texts of both tables, the most specific first.
    #[serde(skip)]
    order: [Vec<String>; 2],
}

impl EngineTexts {
    /// The texts in a language; [`None`] in English, and as long as they are not loaded.
    pub(crate) fn of(language: PageLanguage) -> Option<&'static Self> {
        static GERMAN: OnceLock<EngineTexts> = OnceLock::new();
        match language {
            PageLanguage::English => None,
            PageLanguage::German => GERMAN.get().or_else(|| {
                let json = text_file::contents("engine.de.json")?;
                Some(GERMAN.get_or_init(|| Self::read(&json)))
            }),
        }
    }

    fn read(json: &str) -> Self {
        let mut texts: Self = serde_json::from_str(json).expect("the text files are tested");
        texts.order = [&texts.messages, &texts.values].map(|table| {
            let mut order: Vec<String> = table.keys().cloned().collect();
            order.sort_by_key(|english| {
                let fixed = english.replace("{}", "").len();
                // The text after a column is looked up as a separate message.
                let is_located = english.starts_with("column ");
                (!is_located, std::cmp::Reverse(fixed), english.clone())
            });
            order
        });
        texts
    }

    /// Translates a whole message, or a value inside a message.
    fn translated(&self, english: &str, depth: u32) -> Option<String> {
        if depth > MOST_DEPTH {
            return None;
        }
        let tables = [&self.messages, &self.values];
        // A part alone is not a message.
        let count = if depth == 0 { 1 } else { 2 };
        for (table, order) in tables.into_iter().zip(&self.order).take(count) {
            for pattern in order {
                let Some(values) = values_of(pattern, english) else {
                    continue;
                };
                let translated = self.translated_values(values, depth);
                return Some(insert(&table[pattern], &translated));
            }
        }
        None
    }

    fn translated_values(&self, values: Vec<&str>, depth: u32) -> Vec<String> {
        let value = |value: &str| {
            let translated = self.translated(value, depth + 1);
            translated.unwrap_or_else(|| value.to_owned())
        };
        values.into_iter().map(value).collect()
    }
}

/// Inserts values for `{1}`, `{2}` and so on. A value is not searched for further ones.
fn insert(text: &str, values: &[String]) -> String {
    let mut parts = text.split('{');
    let mut inserted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split_once('}').and_then(|(number, rest)| {
            let index = number.parse::<usize>().ok()?.checked_sub(1)?;
            Some((values.get(index)?, rest))
        });
        match value {
            Some((value, rest)) => {
                inserted.push_str(value);
                inserted.push_str(rest);
            }
            None => {
                inserted.push('{');
                inserted.push_str(part);
            }
        }
    }
    inserted
}

/// Returns what stands for each `{}` of a pattern in a text, or [`None`] if the text does not
/// match the pattern.
fn values_of<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let (first, rest) = match pattern.split_once("{}") {
        Some(parts) => parts,
        None => return (pattern == text).then(Vec::new),
    };
    let mut text = text.strip_prefix(first)?;
    let mut values = Vec::new();
    let mut parts = rest.split("{}").peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let (value, after) = match is_last {
            true => (text.strip_suffix(part)?, ""),
            false => text.split_once(part)?,
        };
        if value.is_empty() {
            return None;
        }
        values.push(value);
        text = after;
    }
    Some(values)
}

/// Returns a message of the engine in a language. One without a translation stays English.
pub fn message_text(language: PageLanguage, english: &str) -> String {
    let translated = EngineTexts::of(language).and_then(|texts| texts.translated(english, 0));
    translated.unwrap_or_else(|| english.to_owned())
}

/// Returns the description of a configuration key in a language, as whole sentences.
pub fn help_text(language: PageLanguage, key: &Key) -> String {
    let translated =
        EngineTexts::of(language).and_then(|texts| texts.texts.get(&format!("help.{}", key.name)));
    format!("{}.", translated.map_or(key.doc, String::as_str))
}

/// Returns a message of the engine in the current language, as a reactive value.
pub fn tr_message(english: &str) -> String {
    message_text(language(), english)
}

/// Returns the description of a key in the current language, as a reactive value.
pub fn tr_help(key: &Key) -> String {
    help_text(language(), key)
}

/// Returns the text of a kind of message with its values; [`None`] in English.
pub(crate) fn kind_text(
    language: PageLanguage,
    key: &str,
    values: &[(String, String)],
) -> Option<String> {
    let texts = &EngineTexts::of(language)?.texts;
    let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (&**k, &**v)).collect();
    fill(texts, key, &values)
}

impl EngineMessage {
    /// The message in a language.
    pub fn in_language(&self, language: PageLanguage) -> String {
        let inner = self.inner.as_ref();
        let inner = inner.map(|inner| ("problem".to_owned(), inner.in_language(language)));
        let values: Vec<_> = inner
            .into_iter()
            .chain(self.values.iter().cloned())
            .collect();
        let text = kind_text(language, &self.key, &values);
        text.unwrap_or_else(|| message_text(language, &self.english))
    }

    /// The message in the language of the page, as a reactive value.
    pub fn text(&self) -> String {
        self.in_language(language())
    }
}

impl RequestError {
    /// The message in the language of the page, as a reactive value.
    pub fn text(&self) -> String {
        match self {
            Self::DictionaryMissing(name) => tr_with("solver.words-missing", &[("name", name)]),
            Self::Pattern(message) | Self::Other(message) => message.text(),
            Self::WorkerFailed(reason) => tr_with("page.worker-failed", &[("reason", reason)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use wgs_config::share_link::ShareLink;
    use wgs_config::{Catalogue, Draft, Section, error_chain};

    use super::*;

    fn german(english: &str) -> String {
        message_text(PageLanguage::German, english)
    }

    #[test]
    fn a_message_is_found_by_its_text() {
        for (english, text) in [
            (
                r#"unknown key "Gird"; did you mean "Grid"?"#,
                r#"den Schlüssel "Gird" gibt es nicht; ist "Grid" gemeint?"#,
            ),
            (
                "expected a whole number from 0 to 999, found an array of 2 items",
                "erwartet: eine ganze Zahl von 0 bis 999, gefunden: eine Liste mit 2 Einträgen",
            ),
            (
                "3 tiles show B, C or Qu, but only 2 dice can",
                "3 Steine zeigen B, C oder Qu, aber nur 2 Würfel können das",
            ),
            (
                "cannot use the dictionary my {} list: line 3 is not UTF-8 text",
                "das Wörterbuch my {} list lässt sich nicht verwenden: Zeile 3 ist kein UTF-8-Text",
            ),
            (
                "a message that nobody translated",
                "a message that nobody translated",
            ),
            ("", ""),
        ] {
            assert_eq!(german(english), text);
            assert_eq!(message_text(PageLanguage::English, english), english);
        }
    }

    #[test]
    fn a_value_with_the_signs_of_the_table_is_not_replaced() {
        let english = r#"expected a string, found {1} {2} {}"#;
        let expected = "erwartet: eine Zeichenkette, gefunden: {1} {2} {}";
        assert_eq!(german(english), expected);
    }

    #[test]
    fn translations_have_the_values_of_their_messages() {
        let texts = EngineTexts::of(PageLanguage::German).unwrap();
        for (english, translated) in texts.messages.iter().chain(&texts.values) {
            let values = english.matches("{}").count();
            for index in 1..9 {
                let is_used = translated.contains(&format!("{{{index}}}"));
                assert!(!is_used || index <= values, "{english}: {translated}");
            }
            assert!(!translated.contains("{}"), "{translated}");
        }
    }

    #[test]
    fn the_problems_of_a_configuration_are_translated() {
        let entries = [
            (Section::Grids, r#"{}"#),
            (Section::Grids, r#"{ "Size": [4], "Odd": 1 }"#),
            (Section::Grids, r#"{ "Size": [4, 0] }"#),
            (Section::Grids, r#"{ "Size": [4, 4], "Tiles": [[1, 1]] }"#),
            (Section::Grids, r#"{ "Size": [4000, 4000] }"#),
            (Section::Grids, r#"{ "Tiles": [] }"#),
            (Section::Grids, r#"{ "Tiles": [[1, 1], [1, 1]] }"#),
            (Section::Grids, r#"{ "Tiles": "all" }"#),
            (
                Section::Grids,
                r#"{ "Size": [2, 1], "Adjacency": "Diagnal" }"#,
            ),
            (
                Section::Grids,
                r#"{ "Size": [2, 1], "Adjacency": "Full", "Neighbours": [] }"#,
            ),
            (Section::Grids, r#"{ "Size": [2, 1], "Neighbours": [[1]] }"#),
            (
                Section::Grids,
                r#"{ "Size": [2, 1], "Neighbours": [[1], [9]] }"#,
            ),
            (Section::Grids, r#"{ "Size": [2, 1], "ReuseTiles": 1 }"#),
            (Section::Grids, r#"{ "MaxAnagramLetters": 8 }"#),
            (Section::ScoringRules, r#"{ "LetterValues": 1 }"#),
            (
                Section::ScoringRules,
                r#"{ "LetterValues": { "AB": 1, "A": 1000, "B": 1, "b": 2 } }"#,
            ),
            (Section::ScoringRules, r#"{ "A": 1 }"#),
            (Section::ScoringRules, r#"{ "LengthBonuses": [] }"#),
            (
                Section::ScoringRules,
                r#"{ "LengthBonuses": { "x": 1, "3": "1", "4": -1, "5+": 1, "6+": 1 } }"#,
            ),
            (
                Section::ScoringRules,
                r#"{ "MinWordLength": -1, "MinWordLength": 2 }"#,
            ),
            (
                Section::ScoringRules,
                r#"{ "RequiredPositions": 1, "QIsQu": null }"#,
            ),
            (Section::Dictionaries, r#"{}"#),
            (Section::Dictionaries, r#"1"#),
            (Section::Dictionaries, r#""""#),
            (Section::Dictionaries, r#""system:xx""#),
            (Section::Dictionaries, r#""builtin:wordnk""#),
            (
                Section::Dictionaries,
                r#"{ "Path": "a", "Accents": "flod", "Language": 1 }"#,
            ),
            (Section::LetterDistributions, r#"{}"#),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": "A,,B" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": "3" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": ".a" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": [] }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": [[]] }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": ["A"] }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": [["A|B"]] }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "Dice", "DiceLetters": 1 }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": "" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": 1 }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "WordList", "WordLengths": [] }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "WordList", "WordLengths": 1 }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordListDictionary": "b" }"#,
            ),
            (
                Section::LetterDistributions,
                r#"{ "GenerationMethod": "WordList", "WordListDictionary": "b" }"#,
            ),
            (Section::GameRules, r#"{ "GridDesign": 1 }"#),
            (
                Section::GameRules,
                r#"{ "GridDesign": "Square", "Gird": "" }"#,
            ),
            (Section::GameRules, r#"[1]"#),
            (Section::Preferences, r#"{ "SolutionFormat": "%q" }"#),
            (Section::Preferences, r#"{ "SolutionFormat": "%p" }"#),
            (Section::Preferences, r#"{ "SolutionFormat": "%(a" }"#),
            (Section::Preferences, r#"{ "AnalysisFormat": "%" }"#),
            (
                Section::Preferences,
                r#"{ "AnalysisFormat": "%99999999999999999999W" }"#,
            ),
            (Section::Preferences, r#"{ "SolutionPrefix": "\\q" }"#),
            (Section::Preferences, r#"{ "SolutionPrefix": "\\" }"#),
            (
                Section::Preferences,
                r#"{ "TileSize": 0, "ShowValid": 2, "Font": 1, "HoverText": "" }"#,
            ),
        ];
        let texts = entries
            .map(|(section, entry)| format!(r#"{{ "{}": {{ "X": {entry} }} }}"#, section.name()));
        let damaged = [
            "",
            "{",
            "[1",
            "{ \"a\" 1 }",
            "{ \"a\": }",
            "{ a: 1 }",
            "{ \"a\": 1 \"b\": 2 }",
            "{} {}",
            "{ \"a\": x }",
            "{ \"a\": 1, ] }",
            "{ /* }",
            "{ \"a }",
            "{ \"a\": 1, } // b",
            "]",
            ",",
            "{ 'a': 1 }",
            "{ \"a\": \"\\q\" }",
            "{ \"a\": 0x1 }",
            "{ \"a\": +1 }",
            "{ \"a\": - }",
            "{ \"a\": [1, : ] }",
            "{ \"Odd\": 1 }",
            "{ \"Grids\": 1 }",
            "{ \"a\": \"b\tc\" }",
        ];
        let mut untranslated = Vec::new();
        for text in texts.iter().map(String::as_str).chain(damaged) {
            let problems = Draft::new(text).problems().to_vec();
            assert!(!problems.is_empty(), "{text}");
            let words = [
                "expected", " found", " the ", " an ", " is ", " a ", " and ", " or ",
            ];
            for problem in problems {
                let german = german(&problem.message);
                if words.iter().any(|word| german.contains(word)) || german == problem.message {
                    untranslated.push(format!("{}: {german}", problem.message));
                }
            }
        }
        assert!(untranslated.is_empty(), "{untranslated:#?}");
    }

    #[test]
    fn errors_of_names_links_and_drafts_are_translated() {
        let catalogue = Catalogue::embedded();
        let mut messages = vec![
            catalogue.game("Bogle (New)").unwrap_err().to_string(),
            catalogue.game("Xyzzy").unwrap_err().to_string(),
        ];
        for link in [
            "2&game=x",
            "game=%q",
            "game=x&game=y",
            "game=%ff",
            "game=x&rules=9x",
            "game=x&starts=x",
        ] {
            messages.extend(
                ShareLink::decode(link)
                    .err()
                    .map(|error| error_chain(&error)),
            );
        }
        let mut draft = Draft::new(r#"{ "Grids": { "A": {}, "B": {} } }"#);
        for name in ["B", ""] {
            let error = draft.rename(Section::Grids, "A", name).unwrap_err();
            messages.push(error.to_string());
        }
        let mut draft = Draft::new("{");
        messages.push(draft.add(Section::Grids, "A").unwrap_err().to_string());
        assert!(messages.len() >= 9, "{messages:#?}");
        for message in messages {
            let german = german(&message);
            assert_ne!(german, message);
            assert!(!german.contains("expected"), "{german}");
        }
    }
}
