//! The `Preferences` section, described in chapter 5.5 of the manual of Word Game Solver.

use std::collections::HashMap;

use jsonc_parser::ast::Value;

use super::reader::EntryFields;
use crate::key::{DefaultValue, Key, TemplateKind, ValueKind, key};
use crate::problem::{Location, ProblemCollector};
use crate::template::{AnalysisTemplate, PlainText, SolutionTemplate, ToolTipTemplate};

/// The tile size of the manual, for programs that cannot fit tiles to a window.
const TILE_SIZE: u32 = 37;

const SHOWN: Option<DefaultValue> = Some(DefaultValue::Boolean(true));

pub(crate) const KEYS: &[Key] = &[
    key(
        "BoardSummaryFormat1",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text(
            "2:%2C 3:%3C 4:%4C 5:%5C 6:%6C 7:%7C 8+:%8+C",
        )),
        "The label above the board, an analyze format",
    ),
    key(
        "BoardSummaryFormat2",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text("%W words, %S points")),
        "The label below the board, an analyze format",
    ),
    key(
        "ShowPattern",
        ValueKind::Switch,
        SHOWN,
        "Whether to show the field for a regular expression",
    ),
    key(
        "ShowRandom",
        ValueKind::Switch,
        SHOWN,
        "Whether to show the button for random boards and its options",
    ),
    key(
        "ShowOptions",
        ValueKind::Switch,
        SHOWN,
        "Whether to show the checkboxes for solutions and duplicates",
    ),
    key(
        "ShowValid",
        ValueKind::Switch,
        SHOWN,
        "Whether to show that a board is valid",
    ),
    key(
        "SolutionFormat",
        ValueKind::Template(TemplateKind::Solution),
        Some(DefaultValue::Text("%w:\\t%s points\\n")),
        "The output format of the solve and solve-dups commands",
    ),
    key(
        "AnalysisFormat",
        ValueKind::Template(TemplateKind::Analysis),
        Some(DefaultValue::Text("%B: %W words, %S points\\n")),
        "The output format of the analyze command",
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
        "The tool tip of a tile, an analyze format in which %*W and %*S are the words and points that use the tile",
    ),
    key(
        "SolutionDetailFormat",
        ValueKind::Template(TemplateKind::Solution),
        None,
        "The details of a selected solution, a solve format that may contain HTML",
    ),
    key(
        "TileSize",
        ValueKind::Pixels,
        None,
        "The width and height of a tile in pixels. If it is not set, the page fits the tiles to the window",
    ),
    key(
        "Font",
        ValueKind::Text,
        None,
        "The font of the page: the name of a font, or several with commas between them, of which the first that is installed is used",
    ),
];

/// A validated entry of `Preferences`: formats and appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The label above the board.
    pub board_summary_1: AnalysisTemplate,
    /// The label below the board.
    pub board_summary_2: AnalysisTemplate,
    /// Whether to show the field for a regular expression.
    pub show_pattern: bool,
    /// Whether to show the button for random boards.
    pub show_random: bool,
    /// Whether to show the checkboxes for solutions and duplicates.
    pub show_options: bool,
    /// Whether to show that a board is valid.
    pub show_valid: bool,
    /// The output format of the solve and solve-dups commands.
    pub solution_format: SolutionTemplate,
    /// Whether the file sets the format of solutions, or their prefix or suffix. If not, a terminal
    /// may show them in another way.
    pub is_solution_format_set: bool,
    /// The output format of the analyze command.
    pub analysis_format: AnalysisTemplate,
    /// Whether the file sets the format of analyses. If not, a terminal may show a table.
    pub is_analysis_format_set: bool,
    /// Printed before the solutions of a board.
    pub solution_prefix: PlainText,
    /// Printed after the solutions of a board.
    pub solution_suffix: PlainText,
    /// The tool tip of a tile.
    pub tool_tip_format: ToolTipTemplate,
    /// The details of a selected solution.
    pub solution_detail_format: SolutionTemplate,
    /// The width and height of a tile in pixels.
    pub tile_size: u32,
    /// Whether the file sets the size of a tile. If not, a page may fit tiles to the window.
    pub is_tile_size_set: bool,
    /// The font of the page.
    pub font: Option<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        PreferencesEntry::default().resolve(None)
    }
}

/// Preferences as they are written in the file. In the manual, every value is a string; numbers
/// and booleans are accepted too.
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

    /// Fills in missing keys: from the entry named `Default`, then from the table of keys.
    pub(crate) fn resolve(&self, default_set: Option<&Self>) -> Preferences {
        const CHECKED: &str = "values were checked when they were read";
        let text = |name: &str| -> Option<String> {
            let written = self.texts.get(name);
            let written = written.or_else(|| default_set?.texts.get(name));
            written.cloned().or_else(|| default_text(name))
        };
        let is_set = |name: &str| {
            let sets = [Some(self), default_set];
            sets.iter()
                .flatten()
                .any(|set| set.texts.contains_key(name))
        };
        // The page shows the defaults in good English: `1 word`, not `1 words`.
        let is_default = |name| {
            let default = default_text(name);
            default.is_some() && text(name) == default
        };
        let analysis = |name| {
            let template = AnalysisTemplate::parse(&text(name).unwrap_or_default());
            template.expect(CHECKED)
        };
        let summary = |name| analysis(name).with_singular(is_default(name));
        let solution = |name| {
            let template = SolutionTemplate::parse(&text(name).unwrap_or_default());
            template.expect(CHECKED)
        };
        let tool_tip = |name| {
            let template = ToolTipTemplate::parse(&text(name).unwrap_or_default());
            template.expect(CHECKED).with_singular(is_default(name))
        };
        let plain = |name| PlainText::parse(&text(name).unwrap_or_default());
        let switch = |name| text(name).as_deref() == Some("true");
        Preferences {
            board_summary_1: summary("BoardSummaryFormat1"),
            board_summary_2: summary("BoardSummaryFormat2"),
            show_pattern: switch("ShowPattern"),
            show_random: switch("ShowRandom"),
            show_options: switch("ShowOptions"),
            show_valid: switch("ShowValid"),
            solution_format: solution("SolutionFormat"),
            is_solution_format_set: ["SolutionFormat", "SolutionPrefix", "SolutionSuffix"]
                .into_iter()
                .any(is_set),
            analysis_format: analysis("AnalysisFormat"),
            is_analysis_format_set: is_set("AnalysisFormat"),
            solution_prefix: plain("SolutionPrefix").expect(CHECKED),
            solution_suffix: plain("SolutionSuffix").expect(CHECKED),
            tool_tip_format: tool_tip("ToolTipFormat"),
            solution_detail_format: solution("SolutionDetailFormat"),
            tile_size: text("TileSize")
                .and_then(|text| text.parse().ok())
                .unwrap_or(TILE_SIZE),
            is_tile_size_set: text("TileSize").is_some(),
            font: text("Font"),
        }
    }
}

/// Returns the default of a key as text.
fn default_text(name: &str) -> Option<String> {
    let key = KEYS.iter().find(|key| key.name == name)?;
    Some(match key.default? {
        DefaultValue::Boolean(value) => value.to_string(),
        DefaultValue::Integer(value) => value.to_string(),
        DefaultValue::Text(value) => value.to_owned(),
    })
}
