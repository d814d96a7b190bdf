//! The format of one word, described in chapter 3.3 of the manual of Word Game Solver.

use std::fmt::Write;

use wgs_engine::message::alternatives;
use wgs_engine::{Cell, WordScore};

use super::scanner::{Scanner, TemplatePart as _, Token, error};
use super::{TemplateError, TemplateProblem};
use crate::commonness::Commonness;

const SPECIFIERS: &[&str] = &["%w", "%s", "%l", "%m", "%b", "%c", "%p", "%(", "%%"];

/// The format of a word.
///
/// | specifier | prints |
/// |---|---|
/// | `%w` | the word in upper case |
/// | `%s` | its score |
/// | `%l` | the points of its letters |
/// | `%m` | its word multiplier |
/// | `%b` | its length bonus |
/// | `%c` | how common it is: a size of SCOWL's lists from 10 to 70, or `rare` |
/// | `%p,` | its positions, separated by the character after `%p` |
/// | `%(, )` | the text in parentheses, except after the last word |
/// | `%%` | a percent sign |
///
/// ```
/// use std::ops::ControlFlow;
/// use wgs_config::template::{ScoredWord, SolutionTemplate, ListPosition};
/// use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};
///
/// let lexicon = Lexicon::from_text("koji")?;
/// let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
/// let rules = Rules::boggle();
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let template = SolutionTemplate::parse("%w - %spts (%p,)\\n")?;
///
/// let mut out = String::new();
/// solver.worker().solve(&"ABCDEFGHIJKLMNOP".parse()?, |solution| {
///     let word = solution.text();
///     let (path, score) = (solution.path, &solution.score);
///     let line = ScoredWord { word: &word, path, score, commonness: None };
///     template.render(&line, ListPosition::Last, &mut out);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(out, "KOJI - 1pts (11,15,10,9)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SolutionTemplate {
    parts: Vec<SolutionPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SolutionPart {
    Text(String),
    Word,
    Score,
    LetterPoints,
    WordMultiplier,
    LengthBonus,
    Commonness,
    Positions { separator: char },
    UnlessLast(String),
}

impl super::scanner::TemplatePart for SolutionPart {
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

/// A word with its path and score, ready to be rendered. Unlike a
/// [`Solution`](wgs_engine::Solution), it needs no lexicon, and it has a commonness.
#[derive(Clone, Copy, Debug)]
pub struct ScoredWord<'s> {
    /// The word in upper case.
    pub word: &'s str,
    /// The cells that spell it.
    pub path: &'s [Cell],
    /// Its score.
    pub score: &'s WordScore,
    /// How common it is, if that is known.
    pub commonness: Option<Commonness>,
}

/// The position of a word in a list: `%(…)` is not rendered for the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPosition {
    /// More words follow.
    NotLast,
    /// The last word.
    Last,
}

impl SolutionTemplate {
    /// Parses a format string.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut scanner = Scanner::new(text);
        while let Some(token) = scanner.token() {
            match token? {
                Token::Literal(literal) => SolutionPart::push_literal(&mut parts, literal),
                Token::Percent => match specifier(&mut scanner)? {
                    Some(part) => parts.push(part),
                    None => SolutionPart::push_literal(&mut parts, '%'),
                },
            }
        }
        Ok(Self { parts })
    }

    /// Whether it prints how common a word is.
    pub fn has_commonness(&self) -> bool {
        self.parts.contains(&SolutionPart::Commonness)
    }

    /// Appends a word to `out`.
    pub fn render(&self, word: &ScoredWord<'_>, position: ListPosition, out: &mut String) {
        for part in &self.parts {
            match part {
                SolutionPart::Text(text) => out.push_str(text),
                SolutionPart::Word => out.push_str(word.word),
                SolutionPart::Score => push_number(word.score.total, out),
                SolutionPart::LetterPoints => push_number(word.score.letter_points, out),
                SolutionPart::WordMultiplier => push_number(word.score.word_multiplier, out),
                SolutionPart::LengthBonus => {
                    write!(out, "{}", word.score.length_bonus)
                        .expect("writing to a string cannot fail");
                }
                SolutionPart::Commonness => {
                    if let Some(commonness) = word.commonness {
                        write!(out, "{commonness}").expect("writing to a string cannot fail");
                    }
                }
                SolutionPart::Positions { separator } => {
                    for (index, cell) in word.path.iter().enumerate() {
                        if index > 0 {
                            out.push(*separator);
                        }
                        push_number(cell.position() as u64, out);
                    }
                }
                SolutionPart::UnlessLast(text) if position == ListPosition::NotLast => {
                    out.push_str(text)
                }
                SolutionPart::UnlessLast(_) => {}
            }
        }
    }
}

/// Parses the specifier after a percent sign; [`None`] for a second percent sign.
fn specifier(scanner: &mut Scanner<'_>) -> Result<Option<SolutionPart>, TemplateError> {
    let column = scanner.column();
    let expected = || alternatives(SPECIFIERS);
    Ok(Some(match scanner.take() {
        Some('w') => SolutionPart::Word,
        Some('s') => SolutionPart::Score,
        Some('l') => SolutionPart::LetterPoints,
        Some('m') => SolutionPart::WordMultiplier,
        Some('b') => SolutionPart::LengthBonus,
        Some('c') => SolutionPart::Commonness,
        Some('p') => match scanner.literal() {
            Some(separator) => SolutionPart::Positions {
                separator: separator?,
            },
            None => return Err(error(column, TemplateProblem::NoSeparator)),
        },
        Some('(') => SolutionPart::UnlessLast(scanner.parenthesised(column)?),
        Some('%') => return Ok(None),
        Some(found) => {
            let found = found.to_string();
            return Err(error(
                column,
                TemplateProblem::Specifier {
                    found,
                    expected: expected(),
                },
            ));
        }
        None => {
            let found = String::new();
            return Err(error(
                column,
                TemplateProblem::Unfinished {
                    found,
                    expected: expected(),
                },
            ));
        }
    }))
}

/// Appends a number. It takes a third of the time of `write!`.
pub(super) fn push_number(mut number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[start..]).expect("digits are ASCII"));
}

#[cfg(test)]
mod tests {
    use wgs_engine::Decimal;

    use super::*;

    fn render(template: &str, turn: ListPosition) -> String {
        let path = [16, 12, 15, 14, 11].map(|position| Cell::new(position - 1));
        let mut score = WordScore::default();
        score.letter_points = 14;
        score.length_bonus = Decimal::from(3);
        score.total = 17;
        score.length = 5;
        let line = ScoredWord {
            word: "PLONK",
            path: &path,
            score: &score,
            commonness: Some(Commonness::Size35),
        };
        let mut out = String::new();
        SolutionTemplate::parse(template)
            .unwrap()
            .render(&line, turn, &mut out);
        out
    }

    #[test]
    fn the_examples_of_the_manual_are_rendered() {
        for (template, followed, last) in [
            ("%w (%s)%(, )", "PLONK (17), ", "PLONK (17)"),
            (
                r"%w - %spts (%p,)\n",
                "PLONK - 17pts (16,12,15,14,11)\n",
                "PLONK - 17pts (16,12,15,14,11)\n",
            ),
            (
                r#"{"word" : "%w",\n "letter-points": "%l",\n "word-multiplier" : "%m",\n "length-bonus" : "%b",\n "total-points" : "%s",\n "positions" : [%p,]\n}%(,)\n"#,
                "{\"word\" : \"PLONK\",\n \"letter-points\": \"14\",\n \"word-multiplier\" : \"1\",\n \"length-bonus\" : \"3\",\n \"total-points\" : \"17\",\n \"positions\" : [16,12,15,14,11]\n},\n",
                "{\"word\" : \"PLONK\",\n \"letter-points\": \"14\",\n \"word-multiplier\" : \"1\",\n \"length-bonus\" : \"3\",\n \"total-points\" : \"17\",\n \"positions\" : [16,12,15,14,11]\n}\n",
            ),
            ("%w %c%(, )", "PLONK 35, ", "PLONK 35"),
            (
                r"%w:\t%s points\n",
                "PLONK:\t17 points\n",
                "PLONK:\t17 points\n",
            ),
        ] {
            assert_eq!(render(template, ListPosition::NotLast), followed);
            assert_eq!(render(template, ListPosition::Last), last);
        }
    }

    #[test]
    fn separators_and_parentheses_take_escapes() {
        for (template, printed) in [
            (r"%p\t.", "16\t12\t15\t14\t11."),
            (r"%p\\", r"16\12\15\14\11"),
            ("%p%%%", "16%12%15%14%11%"),
            ("%p→", "16→12→15→14→11"),
            (r"%(\)\\\t%w)", ")\\\t%w"),
            ("%()", ""),
            ("100%%", "100%"),
        ] {
            assert_eq!(
                render(template, ListPosition::NotLast),
                printed,
                "{template}"
            );
        }
    }

    #[test]
    fn errors_name_the_column() {
        for (template, message) in [
            (
                "é %x",
                "column 3: unknown specifier %x; expected %w, %s, %l, %m, %b, %c, %p, %( or %%",
            ),
            (
                "%w%",
                "column 3: % ends the format; expected %w, %s, %l, %m, %b, %c, %p, %( or %%",
            ),
            (
                "%w %p",
                "column 4: %p ends the format; expected the character that separates positions",
            ),
            (
                "a%(b",
                "column 2: %( is not closed; expected ) after its text",
            ),
            (
                r"a\q",
                r"column 2: unknown escape \q; expected \t, \n or \\",
            ),
            (
                r"%(\q)",
                r"column 3: unknown escape \q; expected \t, \n, \\ or \)",
            ),
            (
                r"%p\q",
                r"column 3: unknown escape \q; expected \t, \n or \\",
            ),
            (
                r"%w\)",
                r"column 3: unknown escape \); expected \t, \n or \\",
            ),
        ] {
            let error = SolutionTemplate::parse(template).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn numbers_are_appended_as_write_would_do() {
        for number in [0, 7, 10, 4_294_967_296, u64::MAX] {
            let mut out = String::new();
            push_number(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }
}
