//! The `Preferences` section, chapter 5.5 of the manual.

use std::collections::HashMap;

use jsonc_parser::ast::Value;

use super::reader::EntryFields;
use crate::key::{DefaultValue, Key, TemplateKind, ValueKind, key};
use crate::problem::{Location, ProblemCollector};
use crate::template::{AnalysisTemplate, PlainText, SolutionTemplate, ToolTipTemplate};

const SHOWN: Option<DefaultValue> = Some(DefaultValue::Boolean(true));

pub(crate) const KEYS: &[Key] = &[
    key(
        "BoardSummaryFormat1",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text(
            "2:%2C 3:%3C 4:%4C 5:%5C 6:%6C 7:%7C 8+:%8+C",
        )),
        "The label above the board, a format of the analyze command",
    ),
    key(
        "BoardSummaryFormat2",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text("%W words, %S points")),
        "The label below the board, a format of the analyze command",
    ),
    key(
        "ShowPattern",
        ValueKind::Switch,
        SHOWN,
        "Whether the entry for a regular expression is shown",
    ),
    key(
        "ShowRandom",
        ValueKind::Switch,
        SHOWN,
        "Whether the button for random boards and its options are shown",
    ),
    key(
        "ShowOptions",
        ValueKind::Switch,
        SHOWN,
        "Whether the boxes to show solutions and duplicates are shown",
    ),
    key(
        "ShowValid",
        ValueKind::Switch,
        SHOWN,
        "Whether it is shown that a board is a valid one",
    ),
    key(
        "SolutionFormat",
        ValueKind::Template(TemplateKind::Solution),
        Some(DefaultValue::Text("%w:\\t%s points\\n")),
        "The format of the solve and solve-dups commands",
    ),
    key(
        "AnalysisFormat",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text("%B: %W words, %S points\\n")),
        "The format of the analyze command",
    ),
    key(
        "SolutionPrefix",
        ValueKind::Template(TemplateKind::Plain),
        None,
        "Printed before the solutions of a board",
    ),
    key(
        "SolutionSuffix",
        ValueKind::Template(TemplateKind::Plain),
        None,
        "Printed after the solutions of a board",
    ),
    key(
        "ToolTipFormat",
        ValueKind::Template(TemplateKind::ToolTip),
        Some(DefaultValue::Text("%*W words, %*S points")),
        "What is said of a tile: a format of the analyze command in which %*W and %*S stand for the tile",
    ),
    key(
        "SolutionDetailFormat",
        ValueKind::Template(TemplateKind::Solution),
        None,
        "What is said of a chosen solution: a format of the solve command, with HTML",
    ),
    key(
        "TileSize",
        ValueKind::Pixels,
        Some(DefaultValue::Integer(37)),
        "The width and height of a tile in pixels",
    ),
    key("Font", ValueKind::Text, None, "The font of the board"),
];

/// Formats and appearance, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The label above the board.
    pub board_summary_1: AnalysisTemplate,
    /// The label below the board.
    pub board_summary_2: AnalysisTemplate,
    /// Whether the entry for a regular expression is shown.
    pub show_pattern: bool,
    /// Whether the button for random boards is shown.
    pub show_random: bool,
    /// Whether the boxes to show solutions and duplicates are shown.
    pub show_options: bool,
    /// Whether it is shown that a board is a valid one.
    pub show_valid: bool,
    /// The format of solve and solve-dups.
    pub solution_format: SolutionTemplate,
    /// The format of analyze.
    pub analysis_format: AnalysisTemplate,
    /// Printed before the solutions of a board.
    pub solution_prefix: PlainText,
    /// Printed after the solutions of a board.
    pub solution_suffix: PlainText,
    /// What is said of a tile.
    pub tool_tip_format: ToolTipTemplate,
    /// What is said of a chosen solution.
    pub solution_detail_format: SolutionTemplate,
    /// The width and height of a tile in pixels.
    pub tile_size: u32,
    /// The font of the board.
    pub font: Option<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        PreferencesEntry::default().resolve(None)
    }
}

/// Preferences as they are written: "all parameters take a string value".
#[derive(Clone, Debug, Default)]
pub(crate) struct PreferencesEntry {
    texts: HashMap<&'static str, String>,
}

impl PreferencesEntry {
    pub(crate) fn read(
        value: &Value<'_>,
        location: &Location,
        problems: &mut ProblemCollector<'_>,
    ) -> Option<Self> {
        let before = problems.errors();
        let fields = EntryFields::read_strictly(value, location, KEYS, problems)?;
        (problems.errors() == before).then(|| Self {
            texts: fields.texts().collect(),
        })
    }

    /// The preferences that are meant. What is missing comes from the default set, then from
    /// the table of keys.
    pub(crate) fn resolve(&self, default_set: Option<&Self>) -> Preferences {
        const CHECKED: &str = "values are checked when they are read";
        let text = |name: &str| -> Option<String> {
            let written = self.texts.get(name);
            let written = written.or_else(|| default_set?.texts.get(name));
            written.cloned().or_else(|| standard(name))
        };
        let analysis = |name| AnalysisTemplate::parse(&text(name).unwrap_or_default());
        let solution = |name| SolutionTemplate::parse(&text(name).unwrap_or_default());
        let plain = |name| PlainText::parse(&text(name).unwrap_or_default());
        let switch = |name| text(name).as_deref() == Some("true");
        Preferences {
            board_summary_1: analysis("BoardSummaryFormat1").expect(CHECKED),
            board_summary_2: analysis("BoardSummaryFormat2").expect(CHECKED),
            show_pattern: switch("ShowPattern"),
            show_random: switch("ShowRandom"),
            show_options: switch("ShowOptions"),
            show_valid: switch("ShowValid"),
            solution_format: solution("SolutionFormat").expect(CHECKED),
            analysis_format: analysis("AnalysisFormat").expect(CHECKED),
            solution_prefix: plain("SolutionPrefix").expect(CHECKED),
            solution_suffix: plain("SolutionSuffix").expect(CHECKED),
            tool_tip_format: ToolTipTemplate::parse(&text("ToolTipFormat").unwrap_or_default())
                .expect(CHECKED),
            solution_detail_format: solution("SolutionDetailFormat").expect(CHECKED),
            tile_size: text("TileSize")
                .and_then(|text| text.parse().ok())
                .expect(CHECKED),
            font: text("Font"),
        }
    }
}

/// A key's default as text.
fn standard(name: &str) -> Option<String> {
    let key = KEYS.iter().find(|key| key.name == name)?;
    Some(match key.default? {
        DefaultValue::Boolean(value) => value.to_string(),
        DefaultValue::Integer(value) => value.to_string(),
        DefaultValue::Text(value) => value.to_owned(),
    })
}
