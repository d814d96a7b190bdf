//! The format of a whole board, described in chapter 3.4 of the manual of Word Game Solver,
//! and of the tool tip of a tile, described in chapter 5.5.

use wgs_engine::message::alternatives;
use wgs_engine::{Analysis, Lexicon};

use super::scanner::{Scanner, TemplatePart as _, Token, error};
use super::solution::push_number;
use super::{TemplateError, TemplateProblem};
use crate::message;

const SPECIFIERS: &[&str] = &[
    "%B", "%nW", "%nS", "%nC", "%nP", "%n+C", "%n+P", "%nX", "%nY", "%%",
];
const TOOL_TIP_SPECIFIERS: &[&str] = &[
    "%B", "%nW", "%nS", "%nC", "%nP", "%n+C", "%n+P", "%nX", "%nY", "%*W", "%*S", "%%",
];

/// The format of a board. `n` is a number; 0 or no number means all.
///
/// | specifier | prints |
/// |---|---|
/// | `%B` | the board as it was typed |
/// | `%nW`, `%nS` | the number and the total score of the words that use the tile at position `n` |
/// | `%nC`, `%nP` | the number and the total score of the words with `n` letters |
/// | `%n+C`, `%n+P` | the number and the total score of the words with at least `n` letters |
/// | `%nX`, `%nY` | the best word with `n` letters, and its score |
/// | `%%` | a percent sign |
///
/// ```
/// use wgs_config::template::AnalysisTemplate;
/// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
/// use wgs_engine::Analysis;
///
/// let lexicon = Lexicon::from_text("knife koji plonk")?;
/// let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let board = "ABCDEFGHIJKLMNOP";
/// let analysis = Analysis::of(&mut solver.worker(), &board.parse()?)?;
///
/// let template = AnalysisTemplate::parse("%B: %W words, %S points, best %X (%Y)\\n")?;
/// let mut out = String::new();
/// template.render(board, &analysis, &lexicon, &mut out);
/// assert_eq!(out, "ABCDEFGHIJKLMNOP: 3 words, 5 points, best KNIFE (2)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AnalysisTemplate {
    parts: Vec<AnalysisPart>,
    /// Whether to print `1 word` instead of `1 words`.
    has_singular: bool,
}

/// The format of a tile's tool tip: that of a board, and `%*W` and `%*S` for the number and the
/// total score of the words that use the tile.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ToolTipTemplate {
    template: AnalysisTemplate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum AnalysisPart {
    Text(String),
    Board,
    WordsAt(TileReference),
    PointsAt(TileReference),
    WordsOfLength(usize),
    PointsOfLength(usize),
    WordsOfLengthOrMore(usize),
    PointsOfLengthOrMore(usize),
    BestWord(usize),
    BestScore(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TileReference {
    /// A position, and the column it is written in.
    Position(usize, usize),
    /// The tile that a tool tip describes.
    Current,
}

impl super::scanner::TemplatePart for AnalysisPart {
    fn text(text: String) -> Self {
        Self::Text(text)
    }

    fn as_text(&mut self) -> Option<&mut String> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl AnalysisTemplate {
    /// Parses a format string.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        Self::parse_with(text, SPECIFIERS)
    }

    fn parse_with(text: &str, specifiers: &'static [&'static str]) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut scanner = Scanner::new(text);
        while let Some(token) = scanner.token() {
            match token? {
                Token::Literal(literal) => AnalysisPart::push_literal(&mut parts, literal),
                Token::Percent => match specifier(&mut scanner, specifiers)? {
                    Some(part) => parts.push(part),
                    None => AnalysisPart::push_literal(&mut parts, '%'),
                },
            }
        }
        Ok(Self {
            parts,
            has_singular: false,
        })
    }

    /// Sets whether to print `1 word` and `1 point` instead of `1 words` and `1 points`, as the
    /// page does in its default labels.
    pub fn with_singular(mut self, has_singular: bool) -> Self {
        self.has_singular = has_singular;
        self
    }

    /// Checks that all positions are on a grid with this number of cells.
    pub fn check_positions(&self, cells: usize) -> Result<(), TemplateError> {
        for part in &self.parts {
            if let AnalysisPart::WordsAt(tile) | AnalysisPart::PointsAt(tile) = part
                && let &TileReference::Position(position, column) = tile
                && position > cells
            {
                let problem = TemplateProblem::Position { position, cells };
                return Err(error(column, problem));
            }
        }
        Ok(())
    }

    /// Appends the description of a board to `out`. `board` is the board as it was typed.
    pub fn render(&self, board: &str, analysis: &Analysis, lexicon: &Lexicon, out: &mut String) {
        self.render_at(0, board, analysis, lexicon, out);
    }

    fn render_at(
        &self,
        here: usize,
        board: &str,
        analysis: &Analysis,
        lexicon: &Lexicon,
        out: &mut String,
    ) {
        let position = |tile: &TileReference| match *tile {
            TileReference::Position(position, _) => position,
            TileReference::Current => here,
        };
        let mut last_number = None;
        for part in &self.parts {
            let before = last_number.take();
            let number = match part {
                AnalysisPart::Text(text) => {
                    push_text(text, before, out);
                    continue;
                }
                AnalysisPart::Board => {
                    out.push_str(board);
                    continue;
                }
                AnalysisPart::BestWord(length) => {
                    if let Some(best) = analysis.best_of_length(*length) {
                        out.push_str(&lexicon.text(best.word));
                    }
                    continue;
                }
                AnalysisPart::WordsAt(tile) => analysis.words_at(position(tile)),
                AnalysisPart::PointsAt(tile) => analysis.points_at(position(tile)),
                AnalysisPart::WordsOfLength(length) => analysis.words_of_length(*length),
                AnalysisPart::PointsOfLength(length) => analysis.points_of_length(*length),
                AnalysisPart::WordsOfLengthOrMore(length) => {
                    analysis.words_of_length_or_more(*length)
                }
                AnalysisPart::PointsOfLengthOrMore(length) => {
                    analysis.points_of_length_or_more(*length)
                }
                AnalysisPart::BestScore(length) => analysis
                    .best_of_length(*length)
                    .map_or(0, |best| best.score),
            };
            push_number(number, out);
            last_number = Some(number).filter(|_| self.has_singular);
        }
    }
}

impl ToolTipTemplate {
    /// Parses a format string.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        Ok(Self {
            template: AnalysisTemplate::parse_with(text, TOOL_TIP_SPECIFIERS)?,
        })
    }

    /// Sets whether to print `1 word`; see [`AnalysisTemplate::with_singular`].
    pub fn with_singular(self, has_singular: bool) -> Self {
        Self {
            template: self.template.with_singular(has_singular),
        }
    }

    /// Checks that all positions are on a grid with this number of cells.
    pub fn check_positions(&self, cells: usize) -> Result<(), TemplateError> {
        self.template.check_positions(cells)
    }

    /// Appends the description of the tile at a position, counted from 1, to `out`.
    pub fn render(
        &self,
        position: usize,
        board: &str,
        analysis: &Analysis,
        lexicon: &Lexicon,
        out: &mut String,
    ) {
        self.template
            .render_at(position, board, analysis, lexicon, out);
    }
}

/// Parses the specifier after a percent sign; [`None`] for a second percent sign.
fn specifier(
    scanner: &mut Scanner<'_>,
    specifiers: &'static [&'static str],
) -> Result<Option<AnalysisPart>, TemplateError> {
    let column = scanner.column();
    let mut found = String::new();
    let expected = || message::numbered(alternatives(specifiers)).into();
    let here = specifiers == TOOL_TIP_SPECIFIERS && scanner.take_if('*');
    let number = if here { None } else { scanner.number()? };
    let plus = !here && scanner.take_if('+');
    if here {
        found.push('*');
    }
    if let Some(number) = number {
        push_number(number as u64, &mut found);
    }
    if plus {
        found.push('+');
    }
    let n = number.unwrap_or(0);
    let tile = match here {
        true => TileReference::Current,
        false => TileReference::Position(n, column),
    };
    let Some(letter) = scanner.take() else {
        return Err(error(
            column,
            TemplateProblem::Unfinished {
                found,
                expected: expected(),
            },
        ));
    };
    Ok(Some(match (letter, plus, here) {
        ('%', ..) if found.is_empty() => return Ok(None),
        ('B', ..) if found.is_empty() => AnalysisPart::Board,
        ('W', false, _) => AnalysisPart::WordsAt(tile),
        ('S', false, _) => AnalysisPart::PointsAt(tile),
        ('C', false, false) => AnalysisPart::WordsOfLength(n),
        ('P', false, false) => AnalysisPart::PointsOfLength(n),
        ('C', true, false) => AnalysisPart::WordsOfLengthOrMore(n),
        ('P', true, false) => AnalysisPart::PointsOfLengthOrMore(n),
        ('X', false, false) => AnalysisPart::BestWord(n),
        ('Y', false, false) => AnalysisPart::BestScore(n),
        _ => {
            found.push(letter);
            return Err(error(
                column,
                TemplateProblem::Specifier {
                    found,
                    expected: expected(),
                },
            ));
        }
    }))
}

/// Appends literal text. After the number 1, a text that starts with ` words` or ` points` loses
/// its s.
fn push_text(text: &str, after: Option<u64>, out: &mut String) {
    if after == Some(1) {
        for noun in [" word", " point"] {
            if let Some(rest) = text
                .strip_prefix(noun)
                .and_then(|rest| rest.strip_prefix('s'))
            {
                out.push_str(noun);
                out.push_str(rest);
                return;
            }
        }
    }
    out.push_str(text);
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Adjacency, Grid, Rules, Solver};

    use super::*;

    const EXPECTED: &str =
        "%B, %nW, %nS, %nC, %nP, %n+C, %n+P, %nX, %nY or %%, where n is a number or nothing";
    const BOARD: &str = "ABCDEFGHIJKLMNOP";
    const WORDS: &str = "fab fie fin fink fino glop ink jin jink knife knop koji kop lop mink nim \
                         plonk pol";

    fn analysed(print: impl FnOnce(&Analysis, &Lexicon, &mut String)) -> String {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
        let rules = Rules::boggle();
        let solver = Solver::new(&lexicon, &grid, &rules);
        let analysis = Analysis::of(&mut solver.worker(), &BOARD.parse().unwrap()).unwrap();
        let mut out = String::new();
        print(&analysis, &lexicon, &mut out);
        out
    }

    #[test]
    fn every_specifier_is_rendered() {
        for (template, printed) in [
            (
                r"%B: %W words, %S points\n",
                "ABCDEFGHIJKLMNOP: 18 words, 20 points\n",
            ),
            (
                r"%B: %C words, %S points. Best word is %X (%Y points)\n",
                "ABCDEFGHIJKLMNOP: 18 words, 20 points. Best word is KNIFE (2 points)\n",
            ),
            (
                "2:%2C 3:%3C 4:%4C 5:%5C 6:%6C 7:%7C 8+:%8+C",
                "2:0 3:9 4:7 5:2 6:0 7:0 8+:0",
            ),
            ("%3C (%3P pts) %4+C (%4+P pts)", "9 (9 pts) 9 (11 pts)"),
            ("%+C %+P %0W %0S %00C %0P", "18 20 18 20 18 20"),
            ("%6W %6S %16W", "6 7 6"),
            ("%4X %4Y [%8X] %8Y", "FINK 1 [] 0"),
            (r"100%% \\ \t", "100% \\ \t"),
        ] {
            let parsed = AnalysisTemplate::parse(template).unwrap();
            let out = analysed(|analysis, lexicon, out| {
                parsed.render(BOARD, analysis, lexicon, out);
            });
            assert_eq!(out, printed);
        }
    }

    #[test]
    fn only_tool_tips_have_an_asterisk_for_the_tile() {
        let text = "%*W words, %*S points of %W";
        let template = ToolTipTemplate::parse(text).unwrap();
        let out = analysed(|analysis, lexicon, out| {
            template.render(6, BOARD, analysis, lexicon, out);
        });
        assert_eq!(out, "6 words, 7 points of 18");
        assert_eq!(
            AnalysisTemplate::parse(text).unwrap_err().to_string(),
            format!("column 1: unknown specifier %*; expected {EXPECTED}")
        );
    }

    #[test]
    fn errors_name_the_column() {
        for (template, message) in [
            (
                "é%Q",
                format!("column 2: unknown specifier %Q; expected {EXPECTED}"),
            ),
            (
                "%3B",
                format!("column 1: unknown specifier %3B; expected {EXPECTED}"),
            ),
            (
                "%3+X",
                format!("column 1: unknown specifier %3+X; expected {EXPECTED}"),
            ),
            (
                "a %12",
                format!("column 3: %12 ends the format; expected {EXPECTED}"),
            ),
            (
                "a %",
                format!("column 3: % ends the format; expected {EXPECTED}"),
            ),
            (
                "%99999999999C",
                "column 2: the number 99999999999 is too large".to_owned(),
            ),
            (
                r"\r",
                r"column 1: unknown escape \r; expected \t, \n or \\".to_owned(),
            ),
        ] {
            let error = AnalysisTemplate::parse(template).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        let error = ToolTipTemplate::parse("%*C").unwrap_err();
        assert!(error.to_string().contains("unknown specifier %*C"));
    }

    #[test]
    fn a_position_beyond_the_grid_is_an_error() {
        let template = AnalysisTemplate::parse("%16W %99C %17S").unwrap();
        assert_eq!(template.check_positions(17), Ok(()));
        assert_eq!(
            template.check_positions(16).unwrap_err().to_string(),
            "column 11: position 17 is beyond the grid, which has 16 cells"
        );
    }
}
