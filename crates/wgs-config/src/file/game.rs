//! The `GameRules` section, described in chapter 5.6 of the manual of Word Game Solver.

use jsonc_parser::ast::Value;

use super::reader::{EntryFields, describe};
use crate::board_window::BoardWindow;
use crate::key::{DefaultValue, Key, Section, ValueKind, key};
use crate::message;
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
    key(
        "MinWords",
        COUNT,
        Some(DefaultValue::Integer(BoardWindow::MIN_WORDS as u32)),
        "The minimum number of words on a board dealt for a round. Boards are rolled until one meets this and the next keys; if none does, the nearest one is dealt",
    ),
    key(
        "MaxWords",
        COUNT,
        None,
        "The maximum number of words on a board dealt for a round",
    ),
    key(
        "MinCommonWords",
        COUNT,
        Some(DefaultValue::Integer(0)),
        "The minimum number of words of a small dictionary, SCOWL's sizes up to 35, on a board dealt for a round. Only English dictionaries have this number",
    ),
    key(
        "MinLongestCommonWord",
        ValueKind::Integer {
            least: 0,
            most: MOST_LENGTH,
        },
        Some(DefaultValue::Integer(0)),
        "The minimum number of letters of the longest of these common words",
    ),
    key(
        "MinPangrams",
        COUNT,
        Some(DefaultValue::Integer(0)),
        "The minimum number of words that use every tile, on a board dealt for a round",
    ),
    key(
        "Minutes",
        ValueKind::Integer {
            least: 0,
            most: MOST_MINUTES,
        },
        None,
        "The time limit of a round in minutes, unless the player chooses another one; 0 means no limit. Without it, 3 minutes, or no limit if all tiles touch each other",
    ),
];

/// A number of words.
const COUNT: ValueKind = ValueKind::Integer {
    least: 0,
    most: 1_000_000,
};

/// The longest word length that can be configured, longer than any word.
const MOST_LENGTH: u32 = 1_000;

/// The longest time limit of a round.
const MOST_MINUTES: u32 = 60;

/// A game as it is written in the file: names of entries, all of them optional, and its boards.
#[derive(Clone, Debug)]
pub(crate) struct GameEntry {
    pub(crate) grid: Option<Located<String>>,
    pub(crate) scoring: Option<Located<String>>,
    pub(crate) distribution: Option<Located<String>>,
    pub(crate) dictionary: Option<Located<String>>,
    pub(crate) preferences: Option<Located<String>>,
    pub(crate) window: BoardWindow,
    pub(crate) minutes: Option<u32>,
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
            window: read_window(&fields, problems),
            minutes: fields.integer("Minutes"),
        })
    }
}

/// Reads the window of the boards that are dealt.
fn read_window(fields: &EntryFields<'_>, problems: &mut ProblemCollector<'_>) -> BoardWindow {
    let standard = BoardWindow::default();
    let number = |key, standard: u64| fields.integer(key).map_or(standard, u64::from);
    let max_words = fields.integer("MaxWords").map(u64::from);
    // A small largest number lowers the smallest one, unless both are written.
    let least = standard.min_words.min(max_words.unwrap_or(u64::MAX));
    let min_words = number("MinWords", least);
    if let (Some(most), Some(at)) = (max_words, fields.get("MaxWords"))
        && most < min_words
    {
        let expected = message::at_least(min_words, "MinWords");
        problems.error(
            &at.location,
            message::expected(expected, describe(at.value)),
        );
    }
    BoardWindow {
        min_words,
        max_words,
        min_common_words: number("MinCommonWords", standard.min_common_words),
        min_longest_common_word: number("MinLongestCommonWord", standard.min_longest_common_word),
        min_pangrams: number("MinPangrams", standard.min_pangrams),
    }
}
