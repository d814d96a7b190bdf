//! The sections and keys of a configuration file. The table of each section's keys is in its
//! file under `file/`, next to the code that reads them.
//!
//! The tables drive the reader and its type checks, the JSON Schema, the reference page and
//! the fields of the configuration editor.
//!
//! ```
//! use wgs_config::{DefaultValue, Section};
//!
//! let keys = Section::ScoringRules.keys();
//! let key = keys.iter().find(|key| key.name == "MinWordLength").unwrap();
//! assert_eq!(key.default, Some(DefaultValue::Integer(1)));
//! ```

use crate::file::{dictionary, distribution, game, grid, preferences, scoring};

/// A section of the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Grids: the cells of boards and their neighbours.
    Grids,
    /// Scoring rules.
    ScoringRules,
    /// Dictionaries: word lists and compiled dictionaries.
    Dictionaries,
    /// Letter distributions: dice, pools of letters and lists of boards.
    LetterDistributions,
    /// Games, each combining entries of the other sections.
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

    /// The meaning of the section's entries, as a sentence without a full stop.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Grids => "Board geometries by name",
            Self::ScoringRules => "Scoring rules by name",
            Self::Dictionaries => {
                "Word lists by name. A value is the path of a word list or of a compiled \
                 dictionary, or builtin:wordnik for the embedded dictionary. To change which \
                 letters count as the same, write an object with the keys below instead. \
                 A relative path starts at the folder of the configuration file; if there is \
                 no such file, at the folder in which the program is started"
            }
            Self::LetterDistributions => "The letters of random boards, by name",
            Self::GameRules => "Games by name, each combining entries of the other sections",
            Self::Preferences => {
                "Formats and appearance, by name. The entry named Default supplies every key \
                 that another entry leaves out"
            }
        }
    }

    /// The keys of the section's entries. An entry of [`Self::Dictionaries`] may also be a
    /// path on its own.
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

    /// Returns the section with this key, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// Returns the key that a name stands for: the key itself, or one that the manual also
    /// spells in another way.
    ///
    /// ```
    /// use wgs_config::Section;
    ///
    /// let key = Section::Preferences.key("HoverText").unwrap();
    /// assert_eq!(key.name, "ToolTipFormat");
    /// ```
    pub fn key(self, name: &str) -> Option<&'static Key> {
        find_key(self.keys(), name)
    }
}

/// A key of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key as it is written.
    pub name: &'static str,
    /// The values it accepts.
    pub kind: ValueKind,
    /// The value of a key that is not written, if it has one.
    pub default: Option<DefaultValue>,
    /// The meaning of the key, as a sentence without a full stop.
    pub doc: &'static str,
}

/// The values that a key accepts.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer {
        /// The smallest value allowed.
        least: u32,
        /// The largest value allowed.
        most: u32,
    },
    /// A string.
    Text,
    /// One of several strings.
    Choice(&'static [&'static str]),
    /// The name of an entry of a section.
    Name(Section),
    /// A format string.
    Template(TemplateKind),
    /// `true` or `false`, which may also be written as strings.
    Switch,
    /// A whole number of pixels, which may also be written as a string.
    Pixels,
    /// The faces of dice as a string, or an array with an array of strings for each die.
    Dice,
    /// The faces of a pool as a string, or an array of strings.
    Faces,
    /// An object of letters and their values.
    LetterValues,
    /// An object of lengths and their bonuses.
    LengthBonuses,
    /// An array of `[x, y]` from 1.
    Places,
    /// `[columns, rows]`.
    Size,
    /// An array of word lengths from 1.
    Lengths,
    /// An array of positions from 1.
    Positions,
    /// For each position in order, an array of positions.
    PositionLists,
}

/// The kind of a format string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// Text with escapes: [`PlainText`](crate::template::PlainText).
    Plain,
    /// [`SolutionTemplate`](crate::template::SolutionTemplate).
    Solution,
    /// [`AnalysisTemplate`](crate::template::AnalysisTemplate).
    Analysis,
    /// [`ToolTipTemplate`](crate::template::ToolTipTemplate).
    ToolTip,
}

/// The default of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(u32),
    /// A string.
    Text(&'static str),
}

/// Spellings of keys that the manual of Word Game Solver uses in its text (chapters 4.3 and
/// 6.1.1), each with the key of its tables.
pub(crate) const OTHER_SPELLINGS: [(&str, &str); 4] = [
    ("BoardSummary1", "BoardSummaryFormat1"),
    ("BoardSummary2", "BoardSummaryFormat2"),
    ("HoverText", "ToolTipFormat"),
    ("MaxAnagramLetters", "RandomBoardSize"),
];

/// Returns the key of a table that a name stands for. Other spellings and white space around
/// the name are tolerated.
pub(crate) fn find_key(keys: &'static [Key], name: &str) -> Option<&'static Key> {
    let exact = |name: &str| keys.iter().find(|key| key.name == name);
    let trimmed = name.trim();
    let other = |trimmed| OTHER_SPELLINGS.iter().find(|(other, _)| *other == trimmed);
    exact(name)
        .or_else(|| exact(trimmed))
        .or_else(|| exact(other(trimmed)?.1))
}

/// Returns a row of a table of keys.
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
