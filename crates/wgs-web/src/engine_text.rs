//! The texts of the engine in the language of the page: the descriptions of configuration keys,
//! and messages by their codes. The engine itself has English texts only, which the command line
//! and the API print; the other languages have a table of codes each, such as
//! `text/engine.de.json`.

use std::collections::HashMap;

use wgs_config::Key;
use wgs_engine::message::ToMessage;

use crate::engine::request::RequestError;
use crate::text::{self, PageLanguage, TextTables, language, tr_with};
use crate::text_file;

/// The texts of the engine in a language by their codes; [`None`] in English, and as long as they
/// are not loaded.
fn texts(language: PageLanguage) -> Option<&'static HashMap<String, String>> {
    static TEXTS: TextTables = text::no_tables();
    if language == PageLanguage::ENGLISH {
        return None;
    }
    language.table(&TEXTS, || {
        let json = text_file::contents(&format!("engine.{}.json", language.code()))?;
        Some(text::read(&json, None))
    })
}

/// Returns a message of the engine in a language. One without a translation stays English.
pub fn message_text(language: PageLanguage, message: &impl ToMessage) -> String {
    let texts = texts(language);
    let text_of = |code: &str| texts?.get(code).map(String::as_str);
    message.to_message().translated(&text_of)
}

/// Returns the description of a configuration key in a language, as whole sentences.
pub fn help_text(language: PageLanguage, key: &Key) -> String {
    let translated = texts(language).and_then(|texts| texts.get(&help_code(key)));
    format!("{}.", translated.map_or(key.doc, String::as_str))
}

/// The code of the description of a key.
fn help_code(key: &Key) -> String {
    format!("help.{}", key.name)
}

/// Returns a message of the engine in the current language, as a reactive value.
pub fn tr_message(message: &impl ToMessage) -> String {
    message_text(language(), message)
}

/// Returns the description of a key in the current language, as a reactive value.
pub fn tr_help(key: &Key) -> String {
    help_text(language(), key)
}

impl RequestError {
    /// The message in the language of the page, as a reactive value.
    pub fn text(&self) -> String {
        match self {
            Self::DictionaryMissing(name) => tr_with("solver.words-missing", &[("name", name)]),
            Self::Pattern(message) | Self::Other(message) => tr_message(message),
            Self::WorkerFailed(reason) => tr_with("page.worker-failed", &[("reason", reason)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use wgs_config::share_link::ShareLink;
    use wgs_config::{Catalogue, Draft, Section};
    use wgs_engine::message::{Message, MessageTemplate};
    use wgs_engine::notation;
    use wgs_pattern::Pattern;
    use wgs_play::Verdict;

    use super::*;
    use crate::engine::message;
    use crate::text::placeholders;

    /// The messages of all libraries.
    const MESSAGES: [&[&[MessageTemplate]]; 9] = [
        wgs_engine::MESSAGES,
        wgs_dice::MESSAGES,
        wgs_config::MESSAGES,
        wgs_play::MESSAGES,
        wgs_records::MESSAGES,
        wgs_gpu::MESSAGES,
        wgs_app::MESSAGES,
        wgs_pattern::MESSAGES,
        &[message::MESSAGES],
    ];

    /// Values that a translation may leave out, because they are English.
    const ENGLISH_VALUES: [(&str, &str); 3] = [
        ("catalogue.missing-part", "purpose"),
        ("open.truncated", "part"),
        ("word-list.no-words", "words"),
    ];

    fn templates() -> impl Iterator<Item = &'static MessageTemplate> {
        let tables = MESSAGES.into_iter().flatten();
        tables.flat_map(|table| table.iter())
    }

    fn german(message: &impl ToMessage) -> String {
        message_text(PageLanguage::GERMAN, message)
    }

    /// The names in a text that stand for values; other braces stand for themselves.
    fn values<'t>(template: &MessageTemplate, text: &'t str) -> BTreeSet<&'t str> {
        let names = placeholders(text).into_iter();
        // An opening brace may stand before a value.
        let names = names.map(|name| name.trim_start_matches('{'));
        names
            .filter(|name| template.values.contains(name))
            .collect()
    }

    #[test]
    fn a_message_has_a_text_in_each_language() {
        let german = PageLanguage::with_code("de").unwrap();
        let verdict = Verdict::NotInDictionary;
        let texts =
            [PageLanguage::ENGLISH, german].map(|language| message_text(language, &verdict));
        assert_eq!(
            texts,
            ["is not in the dictionary", "steht nicht im Wörterbuch"]
        );
    }

    #[test]
    fn every_code_is_unique_and_its_text_has_its_values() {
        let mut codes = HashSet::new();
        for template in templates() {
            assert!(codes.insert(template.code), "{}", template.code);
            let names: BTreeSet<&str> = template.values.iter().copied().collect();
            assert_eq!(values(template, template.english), names, "{template:?}");
        }
        assert!(codes.len() > 300);
    }

    #[test]
    fn every_language_has_a_text_with_the_same_values_for_every_code_and_no_others() {
        let keys = Section::ALL.iter().flat_map(|section| section.keys());
        let helps: HashSet<String> = keys.map(help_code).collect();
        for language in PageLanguage::all().skip(1) {
            let code = language.code();
            let texts = texts(language).unwrap();
            for template in templates() {
                let text = texts.get(template.code);
                let text = text.unwrap_or_else(|| panic!("{code} lacks {}", template.code));
                let mut names = values(template, template.english);
                names.retain(|name| {
                    let may_be_left_out = ENGLISH_VALUES.contains(&(template.code, name));
                    !may_be_left_out || values(template, text).contains(name)
                });
                assert_eq!(values(template, text), names, "{code}: {template:?}");
                // A misspelt name would not be filled in.
                for name in placeholders(text) {
                    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                    let is_known = template.values.contains(&name);
                    assert!(is_known || !is_name || name.is_empty(), "{code}: {text}");
                }
            }
            for help in &helps {
                assert!(texts.contains_key(help), "{code} lacks {help}");
            }
            for key in texts.keys() {
                let is_known = helps.contains(key) || templates().any(|it| it.code == key);
                assert!(is_known, "only {code} has {key}");
            }
        }
    }

    #[test]
    fn messages_are_translated_with_the_messages_inside_them() {
        let problem = |text: &str| {
            let draft = Draft::new(text);
            let problems = draft.problems().iter();
            let message = problems.map(|problem| problem.message.clone()).next();
            message.unwrap()
        };
        let verdict = Verdict::LettersMissing {
            letters: ["Z", "O", "O"].map(String::from).to_vec(),
            scarce: vec!["O".to_owned()],
            is_rack: true,
        };
        for (message, english, translated) in [
            (
                problem(r#"{ "Gird": 1 }"#),
                r#"unknown key "Gird"; did you mean "Grids"?"#,
                r#"den Schlüssel "Gird" gibt es nicht; ist "Grids" gemeint?"#,
            ),
            (
                problem(r#"{ "Grids": [1, 2] }"#),
                "expected an object, found an array of 2 items",
                "erwartet: ein Objekt, gefunden: eine Liste mit 2 Einträgen",
            ),
            (
                problem(r#"{ "Grids": { "{items}": [1, 2] } }"#),
                "expected an object, found an array of 2 items",
                "erwartet: ein Objekt, gefunden: eine Liste mit 2 Einträgen",
            ),
            (
                verdict.to_message(),
                "is a word, but needs 2 more O, and the hand has no Z",
                "ist ein Wort, aber in der Hand ist kein Z und zu wenig: O (2 fehlen)",
            ),
            (
                Message::text("a message that nobody {translated}"),
                "a message that nobody {translated}",
                "a message that nobody {translated}",
            ),
        ] {
            assert_eq!(german(&message), translated);
            assert_eq!(message_text(PageLanguage::ENGLISH, &message), english);
        }
    }

    #[test]
    fn a_mistake_in_a_pattern_is_shown_below_its_german_text() {
        let Err(error) = Pattern::new("a{5,2}") else {
            panic!("the pattern is valid");
        };
        assert_eq!(
            german(&error),
            "Zeichen 2: das Minimum 5 ist größer als das Maximum 2\n    a{5,2}\n     ^"
        );
    }

    #[test]
    fn a_mistake_in_a_board_is_in_german() {
        let error = notation::parse("CH3T").unwrap_err();
        assert_eq!(
            german(&error),
            "Zeichen 3: „3“ ist kein Buchstabe; „?“ ist ein beliebiger Buchstabe und „.“ ein leeres Feld"
        );
    }

    #[test]
    fn the_problems_of_a_configuration_are_translated() {
        let entries: [(Section, &[&str]); 6] = [
            (
                Section::Grids,
                &[
                    r#"{}"#,
                    r#"{ "Size": [4], "Odd": 1 }"#,
                    r#"{ "Size": [4, 0] }"#,
                    r#"{ "Size": [4, 4], "Tiles": [[1, 1]] }"#,
                    r#"{ "Size": [4000, 4000] }"#,
                    r#"{ "Tiles": [] }"#,
                    r#"{ "Tiles": [[1, 1], [1, 1]] }"#,
                    r#"{ "Tiles": "all" }"#,
                    r#"{ "Size": [2, 1], "Adjacency": "Diagnal" }"#,
                    r#"{ "Size": [2, 1], "Adjacency": "Full", "Neighbours": [] }"#,
                    r#"{ "Size": [2, 1], "Neighbours": [[1]] }"#,
                    r#"{ "Size": [2, 1], "Neighbours": [[1], [9]] }"#,
                    r#"{ "Size": [2, 1], "ReuseTiles": 1 }"#,
                    r#"{ "MaxAnagramLetters": 8 }"#,
                ],
            ),
            (
                Section::ScoringRules,
                &[
                    r#"{ "LetterValues": 1 }"#,
                    r#"{ "LetterValues": { "AB": 1, "A": 1000, "B": 1, "b": 2 } }"#,
                    r#"{ "A": 1 }"#,
                    r#"{ "LengthBonuses": [] }"#,
                    r#"{ "LengthBonuses": { "x": 1, "3": "1", "4": -1, "5+": 1, "6+": 1 } }"#,
                    r#"{ "MinWordLength": -1, "MinWordLength": 2 }"#,
                    r#"{ "RequiredPositions": 1, "QIsQu": null }"#,
                ],
            ),
            (
                Section::Dictionaries,
                &[
                    r#"{}"#,
                    r#"1"#,
                    r#""""#,
                    r#""system:xx""#,
                    r#""builtin:wordnk""#,
                    r#"{ "Path": "a", "Accents": "flod", "Language": 1 }"#,
                ],
            ),
            (
                Section::LetterDistributions,
                &[
                    r#"{}"#,
                    r#"{ "GenerationMethod": "Dice" }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": "A,,B" }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": "3" }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": ".a" }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": [] }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": [[]] }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": ["A"] }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": [["A|B"]] }"#,
                    r#"{ "GenerationMethod": "Dice", "DiceLetters": 1 }"#,
                    r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": "" }"#,
                    r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": 1 }"#,
                    r#"{ "GenerationMethod": "WordList", "WordLengths": [] }"#,
                    r#"{ "GenerationMethod": "WordList", "WordLengths": 1 }"#,
                    r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordListDictionary": "b" }"#,
                    r#"{ "GenerationMethod": "WordList", "WordListDictionary": "b" }"#,
                ],
            ),
            (
                Section::GameRules,
                &[
                    r#"{ "GridDesign": 1 }"#,
                    r#"{ "GridDesign": "Square", "Gird": "" }"#,
                    r#"[1]"#,
                ],
            ),
            (
                Section::Preferences,
                &[
                    r#"{ "SolutionFormat": "%q" }"#,
                    r#"{ "SolutionFormat": "%p" }"#,
                    r#"{ "SolutionFormat": "%(a" }"#,
                    r#"{ "AnalysisFormat": "%" }"#,
                    r#"{ "AnalysisFormat": "%99999999999999999999W" }"#,
                    r#"{ "SolutionPrefix": "\\q" }"#,
                    r#"{ "SolutionPrefix": "\\" }"#,
                    r#"{ "TileSize": 0, "ShowValid": 2, "Font": 1, "HoverText": "" }"#,
                ],
            ),
        ];
        let texts = entries.into_iter().flat_map(|(section, entries)| {
            let name = section.name();
            let entries = entries.iter();
            entries.map(move |entry| format!(r#"{{ "{name}": {{ "X": {entry} }} }}"#))
        });
        let texts: Vec<String> = texts.collect();
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
                let is_english = words.iter().any(|word| german.contains(word));
                if is_english || german == problem.message.to_string() {
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
            catalogue.game("Bogle (New)").unwrap_err().to_message(),
            catalogue.game("Xyzzy").unwrap_err().to_message(),
        ];
        for link in [
            "2&game=x",
            "game=%q",
            "game=x&game=y",
            "game=%ff",
            "game=x&rules=9x",
            "game=x&starts=x",
        ] {
            messages.push(ShareLink::decode(link).unwrap_err().to_message());
        }
        let mut draft = Draft::new(r#"{ "Grids": { "A": {}, "B": {} } }"#);
        for name in ["B", ""] {
            let error = draft.rename(Section::Grids, "A", name).unwrap_err();
            messages.push(error.to_message());
        }
        let mut draft = Draft::new("{");
        messages.push(draft.add(Section::Grids, "A").unwrap_err().to_message());
        for message in messages {
            let german = german(&message);
            assert_ne!(german, message.to_string());
            for word in ["expected", "invalid", " the "] {
                assert!(!german.contains(word), "{german}");
            }
        }
    }
}
