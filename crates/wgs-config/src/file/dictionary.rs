//! The `Dictionaries` section, chapter 5.3 of the manual: names and paths, or objects that
//! also say how words are understood.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::reader::{self, Fields};
use crate::dictionary::{BUILTIN, DictionarySource};
use crate::key::{Key, Kind, Literal, key};
use crate::problem::{At, Place, Problems};
use crate::spelling::{Accents, Eszett, FinalForms, Language, Mark, Spelling};

pub(crate) const KEYS: &[Key] = &[
    key(
        "Path",
        Kind::Text,
        None,
        "The path, as it stands alone where nothing else is to say",
    ),
    key(
        "Accents",
        Kind::Choice(&["keep", "fold"]),
        Some(Literal::Text("keep")),
        "Whether é is another letter than e; folded, it is the same, on boards as in words",
    ),
    key(
        "OwnLetters",
        Kind::Text,
        None,
        "Letters that keep their accents when others lose theirs, as ñ",
    ),
    key(
        "Language",
        Kind::Choice(&["tr", "az", "nl", "hr", "bs", "es", "de", "sv", "fi"]),
        None,
        "Whose letters they are: dotted and dotless i in Turkish, digraphs in Dutch and Croatian, letters of their own in the others",
    ),
    key(
        "Eszett",
        Kind::Choice(&["ss", "keep"]),
        Some(Literal::Text("ss")),
        "Whether ß is ss or a letter",
    ),
    key(
        "FinalForms",
        Kind::Choice(&["keep", "fold"]),
        Some(Literal::Text("keep")),
        "Whether the final forms of Hebrew letters are letters of their own",
    ),
    key(
        "Apostrophes",
        Kind::Choice(&["keep", "drop"]),
        Some(Literal::Text("keep")),
        "Whether words keep their apostrophes",
    ),
    key(
        "Hyphens",
        Kind::Choice(&["keep", "drop"]),
        Some(Literal::Text("keep")),
        "Whether words keep their hyphens",
    ),
];

/// A dictionary as it is written.
pub(crate) struct DictionaryEntry {
    path: At<String>,
    spelling: Spelling,
}

impl DictionaryEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        if value.as_object().is_some() {
            return Self::read_object(value, place, problems);
        }
        let text = reader::text(value, place, problems)?;
        let at = value.start();
        let place = Place {
            at,
            ..place.clone()
        };
        Some(Self {
            path: At {
                place,
                value: text.to_owned(),
            },
            spelling: Spelling::default(),
        })
    }

    fn read_object(value: &Value<'_>, place: &Place, problems: &mut Problems<'_>) -> Option<Self> {
        let before = problems.errors();
        let fields = Fields::read_strictly(value, place, KEYS, problems)?;
        let chosen = |key, choice: &str| fields.text(key).is_some_and(|text| text.value == choice);
        let mark = |key| match chosen(key, "drop") {
            true => Mark::Dropped,
            false => Mark::Kept,
        };
        let language = Language::ALL.iter();
        let mut language = language.filter(|(code, _)| chosen("Language", code));
        let spelling = Spelling {
            accents: match chosen("Accents", "fold") {
                true => Accents::Folded,
                false => Accents::Kept,
            },
            own_letters: fields
                .text("OwnLetters")
                .map_or(String::new(), |text| text.value),
            language: language
                .next()
                .map_or(Language::Any, |&(_, language)| language),
            eszett: match chosen("Eszett", "keep") {
                true => Eszett::Kept,
                false => Eszett::TwoLetters,
            },
            final_forms: match chosen("FinalForms", "fold") {
                true => FinalForms::Folded,
                false => FinalForms::Kept,
            },
            apostrophes: mark("Apostrophes"),
            hyphens: mark("Hyphens"),
        };
        let Some(path) = fields.text("Path") else {
            if problems.errors() == before {
                problems.error(place, "Path is missing; wanted the path of a word list");
            }
            return None;
        };
        (problems.errors() == before).then_some(Self { path, spelling })
    }

    /// How its words are understood.
    pub(crate) fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    /// The source that is meant.
    pub(crate) fn understand(&self, problems: &mut Problems<'_>) -> Option<DictionarySource> {
        let path = &self.path.value;
        if path.is_empty() {
            problems.error(
                &self.path.place,
                "the path is empty; wanted the path of a word list",
            );
            return None;
        }
        let Some(source) = DictionarySource::from_path(path) else {
            let message =
                format!("there is no embedded dictionary {path:?}; did you mean {BUILTIN:?}?");
            problems.error(&self.path.place, message);
            return None;
        };
        Some(match self.spelling.is_plain() {
            true => source,
            false => DictionarySource::Spelled(Box::new(source), self.spelling.clone()),
        })
    }
}
