//! The `GameRules` section, described in chapter 5.6 of the manual of Word Game Solver.

use jsonc_parser::ast::Value;

use super::reader::EntryFields;
use crate::key::{Key, Section, ValueKind, key};
use crate::problem::{Located, Location, ProblemCollector};

pub(crate) const KEYS: &[Key] = &[
    key(
        "GridDesign",
        ValueKind::Name(Section::Grids),
        None,
        "The grid of the board, an entry of Grids",
    ),
    key(
        "ScoringRules",
        ValueKind::Name(Section::ScoringRules),
        None,
        "The scoring rules, an entry of ScoringRules",
    ),
    key(
        "LetterDistribution",
        ValueKind::Name(Section::LetterDistributions),
        None,
        "The letters of random boards, an entry of LetterDistributions",
    ),
    key(
        "Dictionary",
        ValueKind::Name(Section::Dictionaries),
        None,
        "The dictionary, an entry of Dictionaries",
    ),
    key(
        "Preferences",
        ValueKind::Name(Section::Preferences),
        None,
        "The formats and appearance, an entry of Preferences",
    ),
];

/// A game as it is written in the file: names of entries, all of them optional.
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
        // Names are checked even if the entry has a misspelt key.
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
