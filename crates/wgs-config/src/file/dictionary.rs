//! The `Dictionaries` section, described in chapter 5.3 of the manual of Word Game Solver. An
//! entry is a path, or an object that also sets the spelling.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::reader::{self, EntryFields};
use crate::dictionary::{BUILTIN, DictionarySource, INSTALLED_LANGUAGES, SYSTEM_SCHEME};
use crate::key::{DefaultValue, Key, ValueKind, key};
use crate::message;
use crate::problem::{Located, Location, ProblemCollector};
use wgs_engine::message::quoted;
use wgs_engine::spelling::{Accents, Eszett, FinalForms, Language, Punctuation, Spelling};

pub(crate) const KEYS: &[Key] = &[
    key(
        "Path",
        ValueKind::Text,
        None,
        "The path of the word list or compiled dictionary. A relative path starts at the folder of the configuration file, or else at the folder in which the program is started. system:fr is the French dictionary that is installed on the system, as a word list or for Hunspell; the other languages are da, de, es, it, nl, pt and sv",
    ),
    key(
        "Accents",
        ValueKind::Choice(&["keep", "fold"]),
        Some(DefaultValue::Text("keep")),
        "Whether accents count: keep makes é and e different letters; fold makes them the same, on boards and in words",
    ),
    key(
        "OwnLetters",
        ValueKind::Text,
        None,
        "Letters that keep their accents when Accents is fold, such as ñ",
    ),
    key(
        "Language",
        ValueKind::Choice(&["tr", "az", "nl", "hr", "bs", "es", "de", "sv", "fi"]),
        None,
        "The language of the words. It sets the dotted and dotless i of Turkish and Azeri, the digraphs of Dutch, Croatian and Bosnian, and accented letters that always count as separate letters",
    ),
    key(
        "Eszett",
        ValueKind::Choice(&["ss", "keep"]),
        Some(DefaultValue::Text("ss")),
        "Whether ß is read as ss or kept as a letter",
    ),
    key(
        "FinalForms",
        ValueKind::Choice(&["keep", "fold"]),
        Some(DefaultValue::Text("keep")),
        "Whether the final forms of Hebrew letters are separate letters",
    ),
    key(
        "Apostrophes",
        ValueKind::Choice(&["keep", "drop"]),
        Some(DefaultValue::Text("keep")),
        "Whether words keep their apostrophes",
    ),
    key(
        "Hyphens",
        ValueKind::Choice(&["keep", "drop"]),
        Some(DefaultValue::Text("keep")),
        "Whether words keep their hyphens",
    ),
];

/// A dictionary as it is written in the file.
pub(crate) struct DictionaryEntry {
    path: Located<String>,
    spelling: Spelling,
}

impl DictionaryEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        if value.as_object().is_some() {
            return Self::read_object(value, location, problems);
        }
        let text = reader::text(value, location, problems)?;
        let at = value.start();
        let location = location.moved_to(at);
        Some(Self {
            path: Located {
                location,
                value: text.to_owned(),
            },
            spelling: Spelling::default(),
        })
    }

    fn read_object(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = EntryFields::read_strictly(value, location, KEYS, problems)?;
        let chosen = |key, choice: &str| fields.text(key).is_some_and(|text| text.value == choice);
        let mark = |key| match chosen(key, "drop") {
            true => Punctuation::Dropped,
            false => Punctuation::Kept,
        };
        let language = Language::ALL.iter();
        let mut language = language.filter(|(code, _)| chosen("Language", code));
        let language = language.next();
        let own_letters = fields.text("OwnLetters");
        let spelling = Spelling::default()
            .with_accents(match chosen("Accents", "fold") {
                true => Accents::Folded,
                false => Accents::Kept,
            })
            .with_own_letters(own_letters.map_or(String::new(), |text| text.value))
            .with_language(language.map_or(Language::Any, |&(_, language)| language))
            .with_eszett(match chosen("Eszett", "keep") {
                true => Eszett::Kept,
                false => Eszett::TwoLetters,
            })
            .with_final_forms(match chosen("FinalForms", "fold") {
                true => FinalForms::Folded,
                false => FinalForms::Kept,
            })
            .with_apostrophes(mark("Apostrophes"))
            .with_hyphens(mark("Hyphens"));
        let Some(path) = fields.text("Path") else {
            if problems.errors() == before {
                problems.error(location, message::no_path());
            }
            return None;
        };
        (problems.errors() == before).then_some(Self { path, spelling })
    }

    /// The spelling of its words.
    pub(crate) fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    /// Returns the source of the words.
    pub(crate) fn resolve(&self, problems: &mut ProblemCollector<'_>) -> Option<DictionarySource> {
        let path = &self.path.value;
        if path.is_empty() {
            problems.error(&self.path.location, message::empty_path());
            return None;
        }
        if let Some(code) = path.strip_prefix(SYSTEM_SCHEME)
            && !INSTALLED_LANGUAGES.contains(&code)
        {
            let codes = INSTALLED_LANGUAGES.join(", ");
            let expected = message::system_dictionary(SYSTEM_SCHEME, codes);
            let message = message::expected(expected, quoted(path));
            problems.error(&self.path.location, message);
            return None;
        }
        let Some(source) = DictionarySource::from_path(path) else {
            let message = message::not_embedded(quoted(path), quoted(BUILTIN));
            problems.error(&self.path.location, message);
            return None;
        };
        Some(match self.spelling.is_plain() {
            true => source,
            false => DictionarySource::WithSpelling(Box::new(source), self.spelling.clone()),
        })
    }
}
