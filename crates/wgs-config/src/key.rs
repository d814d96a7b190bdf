//! What may be written in a configuration file. The keys of each section stand in a table
//! beside the code that understands them.

use crate::file::{dictionary, distribution, game, grid, preferences, scoring};

/// A section of the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Board geometries.
    Grids,
    /// How words score.
    ScoringRules,
    /// Word lists.
    Dictionaries,
    /// Where letters come from.
    LetterDistributions,
    /// Games, each a combination of the others.
    GameRules,
    /// Formats and appearance.
    Preferences,
}

impl Section {
    /// All sections in the order of the manual.
    pub const ALL: [Self; 6] = [
        Self::Grids,
        Self::ScoringRules,
        Self::Dictionaries,
        Self::LetterDistributions,
        Self::GameRules,
        Self::Preferences,
    ];

    /// The section's key in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grids => "Grids",
            Self::ScoringRules => "ScoringRules",
            Self::Dictionaries => "Dictionaries",
            Self::LetterDistributions => "LetterDistributions",
            Self::GameRules => "GameRules",
            Self::Preferences => "Preferences",
        }
    }

    /// What its entries are for.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Grids => "Board geometries by name",
            Self::ScoringRules => "How words score, by name",
            Self::Dictionaries => {
                "Word lists: each name has the path of a file of words or of a compiled \
                 dictionary, or builtin:wordnik for the embedded one; or an object of these \
                 keys, if its words are not to be understood as Unicode says. Paths are \
                 relative to the folder in which the program is started"
            }
            Self::LetterDistributions => "Where the letters of random boards come from, by name",
            Self::GameRules => "Games by name, each tying entries of the other sections together",
            Self::Preferences => {
                "Formats and appearance, by name; the set named Default fills in what others \
                 leave out"
            }
        }
    }

    /// The keys of its entries; one of [`Self::Dictionaries`] may also be its path alone.
    pub fn keys(self) -> &'static [Key] {
        match self {
            Self::Grids => grid::KEYS,
            Self::ScoringRules => scoring::KEYS,
            Self::Dictionaries => dictionary::KEYS,
            Self::LetterDistributions => distribution::KEYS,
            Self::GameRules => game::KEYS,
            Self::Preferences => preferences::KEYS,
        }
    }

    /// The section with this key.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }
}

/// A key of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// What its value may be.
    pub kind: ValueKind,
    /// What it is when not written, if anything.
    pub default: Option<DefaultValue>,
    /// What it means.
    pub doc: &'static str,
}

/// What the value of a key may be.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer {
        /// The smallest allowed.
        least: u32,
        /// The largest allowed.
        most: u32,
    },
    /// A string.
    Text,
    /// One of some strings.
    Choice(&'static [&'static str]),
    /// The name of an entry of a section.
    Name(Section),
    /// A format string.
    Template(TemplateKind),
    /// `true` or `false`, also written as strings.
    Switch,
    /// A whole number of pixels, also written as a string.
    Pixels,
    /// The faces of dice as a string, or an array with an array of strings for each die.
    Dice,
    /// Faces as a string, or an array of strings.
    Faces,
    /// An object of letters and their values.
    LetterValues,
    /// An object of lengths and their bonuses.
    LengthBonuses,
    /// An array of `[x, y]` from 1.
    Places,
    /// `[columns, rows]`.
    Size,
    /// An array of positions from 1.
    Positions,
    /// For each position in order, an array of positions.
    PositionLists,
}

/// Which format a string is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// Text with escapes.
    Plain,
    /// [`SolutionTemplate`](crate::template::SolutionTemplate).
    Solution,
    /// [`AnalysisTemplate`](crate::template::AnalysisTemplate).
    Analysis,
    /// [`ToolTipTemplate`](crate::template::ToolTipTemplate).
    ToolTip,
}

/// A default value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(u32),
    /// A string.
    Text(&'static str),
}

/// A row of a table of keys.
pub(crate) const fn key(
    name: &'static str,
    kind: ValueKind,
    default: Option<DefaultValue>,
    doc: &'static str,
) -> Key {
    Key {
        name,
        kind,
        default,
        doc,
    }
}
