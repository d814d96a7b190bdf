//! The `GameRules` section, chapter 5.6 of the manual.

use jsonc_parser::ast::Value;

use super::reader::Fields;
use crate::key::{Key, Kind, Section, key};
use crate::problem::{At, Place, Problems};

pub(crate) const KEYS: &[Key] = &[
    key(
        "GridDesign",
        Kind::Name(Section::Grids),
        None,
        "The game's board geometry, an entry of Grids",
    ),
    key(
        "ScoringRules",
        Kind::Name(Section::ScoringRules),
        None,
        "How the game's words score, an entry of ScoringRules",
    ),
    key(
        "LetterDistribution",
        Kind::Name(Section::LetterDistributions),
        None,
        "Where the game's letters come from, an entry of LetterDistributions",
    ),
    key(
        "Dictionary",
        Kind::Name(Section::Dictionaries),
        None,
        "The game's words, an entry of Dictionaries",
    ),
    key(
        "Preferences",
        Kind::Name(Section::Preferences),
        None,
        "The game's formats, an entry of Preferences",
    ),
];

/// A game as it is written: names of entries, all optional.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameEntry {
    pub(crate) grid: Option<At<String>>,
    pub(crate) scoring: Option<At<String>>,
    pub(crate) distribution: Option<At<String>>,
    pub(crate) dictionary: Option<At<String>>,
    pub(crate) preferences: Option<At<String>>,
}

impl GameEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        // Names that are there are worth checking even beside a misspelt key.
        let fields = Fields::read_strictly(value, place, KEYS, problems)?;
        Some(Self {
            grid: fields.text("GridDesign"),
            scoring: fields.text("ScoringRules"),
            distribution: fields.text("LetterDistribution"),
            dictionary: fields.text("Dictionary"),
            preferences: fields.text("Preferences"),
        })
    }
}
