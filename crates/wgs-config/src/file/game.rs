//! The `GameRules` section, chapter 5.6 of the manual.

use jsonc_parser::ast::Value;

use super::reader::EntryFields;
use crate::key::{Key, Section, ValueKind, key};
use crate::problem::{Located, Location, ProblemCollector};

pub(crate) const KEYS: &[Key] = &[
    key(
        "GridDesign",
        ValueKind::Name(Section::Grids),
        None,
        "The game's board geometry, an entry of Grids",
    ),
    key(
        "ScoringRules",
        ValueKind::Name(Section::ScoringRules),
        None,
        "How the game's words score, an entry of ScoringRules",
    ),
    key(
        "LetterDistribution",
        ValueKind::Name(Section::LetterDistributions),
        None,
        "Where the game's letters come from, an entry of LetterDistributions",
    ),
    key(
        "Dictionary",
        ValueKind::Name(Section::Dictionaries),
        None,
        "The game's words, an entry of Dictionaries",
    ),
    key(
        "Preferences",
        ValueKind::Name(Section::Preferences),
        None,
        "The game's formats, an entry of Preferences",
    ),
];

/// A game as it is written: names of entries, all optional.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameEntry {
    pub(crate) grid: Option<Located<String>>,
    pub(crate) scoring: Option<Located<String>>,
    pub(crate) distribution: Option<Located<String>>,
    pub(crate) dictionary: Option<Located<String>>,
    pub(crate) preferences: Option<Located<String>>,
}

impl GameEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        // Names that are there are worth checking even beside a misspelt key.
        let fields = EntryFields::read_strictly(value, location, KEYS, problems)?;
        Some(Self {
            grid: fields.text("GridDesign"),
            scoring: fields.text("ScoringRules"),
            distribution: fields.text("LetterDistribution"),
            dictionary: fields.text("Dictionary"),
            preferences: fields.text("Preferences"),
        })
    }
}
