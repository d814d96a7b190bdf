//! The format of one word, chapter 3.3 of the manual.

use std::fmt::Write;

use wgs_core::{Cell, WordScore};

use super::scanner::{Scanner, TemplatePart as _, Token, error};
use super::{TemplateError, TemplateProblem};

const SPECIFIERS: &str = "%w, %s, %l, %m, %b, %p, %( or %%";

/// How a word is printed.
///
/// | specifier | prints |
/// |---|---|
/// | `%w` | the word in upper case |
/// | `%s` | its score |
/// | `%l` | its letter points |
/// | `%m` | its word multiplier |
/// | `%b` | its length bonus |
/// | `%p,` | its positions, separated by the character that follows |
/// | `%(, )` | the text in parentheses, except after the last word |
/// | `%%` | a percent sign |
///
/// ```
/// use std::ops::ControlFlow;
/// use wgs_config::template::{ScoredWord, SolutionTemplate, ListPosition};
/// use wgs_core::{Adjacency, Grid, Lexicon, Rules, Solver};
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
///     let line = ScoredWord { word: &word, path: solution.path, score: &solution.score };
///     template.render(&line, ListPosition::Last, &mut out);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(out, "KOJI - 1pts (11,15,10,9)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SolutionTemplate {
    pieces: Vec<SolutionPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SolutionPart {
    Text(String),
    Word,
    Score,
    LetterPoints,
    WordMultiplier,
    LengthBonus,
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

/// What a template prints: one word with its path and score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredWord<'s> {
    /// The word in upper case.
    pub word: &'s str,
    /// The cells that spell it.
    pub path: &'s [Cell],
    /// Its score in parts.
    pub score: &'s WordScore,
}

/// Whether more words follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPosition {
    /// Another word follows.
    Followed,
    /// No word follows.
    Last,
}

impl SolutionTemplate {
    /// Reads a format string.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = Vec::new();
        let mut scanner = Scanner::new(text);
        while let Some(token) = scanner.token() {
            match token? {
                Token::Literal(literal) => SolutionPart::push_literal(&mut pieces, literal),
                Token::Percent => match specifier(&mut scanner)? {
                    Some(piece) => pieces.push(piece),
                    None => SolutionPart::push_literal(&mut pieces, '%'),
                },
            }
        }
        Ok(Self { pieces })
    }

    /// Whether it matters which word is the last.
    pub fn depends_on_list_position(&self) -> bool {
        let unless_last = |piece: &SolutionPart| matches!(piece, SolutionPart::UnlessLast(_));
        self.pieces.iter().any(unless_last)
    }

    /// Appends a word.
    pub fn render(&self, line: &ScoredWord<'_>, turn: ListPosition, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                SolutionPart::Text(text) => out.push_str(text),
                SolutionPart::Word => out.push_str(line.word),
                SolutionPart::Score => push_number(line.score.total, out),
                SolutionPart::LetterPoints => push_number(line.score.letter_points, out),
                SolutionPart::WordMultiplier => push_number(line.score.word_multiplier, out),
                SolutionPart::LengthBonus => {
                    write!(out, "{}", line.score.length_bonus).expect("a string takes all text");
                }
                SolutionPart::Positions { separator } => {
                    for (index, cell) in line.path.iter().enumerate() {
                        if index > 0 {
                            out.push(*separator);
                        }
                        push_number(cell.position() as u64, out);
                    }
                }
                SolutionPart::UnlessLast(text) if turn == ListPosition::Followed => {
                    out.push_str(text)
                }
                SolutionPart::UnlessLast(_) => {}
            }
        }
    }
}

/// Reads what follows a percent sign; [`None`] for a second one.
fn specifier(scanner: &mut Scanner<'_>) -> Result<Option<SolutionPart>, TemplateError> {
    let column = scanner.column();
    let wanted = SPECIFIERS;
    Ok(Some(match scanner.take() {
        Some('w') => SolutionPart::Word,
        Some('s') => SolutionPart::Score,
        Some('l') => SolutionPart::LetterPoints,
        Some('m') => SolutionPart::WordMultiplier,
        Some('b') => SolutionPart::LengthBonus,
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
            return Err(error(column, TemplateProblem::Specifier { found, wanted }));
        }
        None => {
            let found = String::new();
            return Err(error(column, TemplateProblem::Unfinished { found, wanted }));
        }
    }))
}

/// Appends a number. A third of the time that the formatting machinery takes.
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
    use wgs_core::Decimal;

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
        };
        let mut out = String::new();
        SolutionTemplate::parse(template)
            .unwrap()
            .render(&line, turn, &mut out);
        out
    }

    #[test]
    fn the_examples_of_the_manual_are_printed() {
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
            (
                r"%w:\t%s points\n",
                "PLONK:\t17 points\n",
                "PLONK:\t17 points\n",
            ),
        ] {
            assert_eq!(render(template, ListPosition::Followed), followed);
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
                render(template, ListPosition::Followed),
                printed,
                "{template}"
            );
        }
    }

    #[test]
    fn mistakes_are_named_by_their_column() {
        for (template, message) in [
            (
                "é %x",
                "column 3: unknown specifier %x; wanted %w, %s, %l, %m, %b, %p, %( or %%",
            ),
            (
                "%w%",
                "column 3: % ends the format; wanted %w, %s, %l, %m, %b, %p, %( or %%",
            ),
            (
                "%w %p",
                "column 4: %p ends the format; wanted the character that separates positions after it",
            ),
            (
                "a%(b",
                "column 2: %( is not closed; wanted ) after its text",
            ),
            (r"a\q", r"column 2: unknown escape \q; wanted \t, \n or \\"),
            (
                r"%(\q)",
                r"column 3: unknown escape \q; wanted \t, \n, \\ or \)",
            ),
            (r"%p\q", r"column 3: unknown escape \q; wanted \t, \n or \\"),
            (r"%w\)", r"column 3: unknown escape \); wanted \t, \n or \\"),
        ] {
            let error = SolutionTemplate::parse(template).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn only_templates_with_parentheses_mind_the_last_word() {
        assert!(
            SolutionTemplate::parse("%w%(,)")
                .unwrap()
                .depends_on_list_position()
        );
        assert!(
            !SolutionTemplate::parse("%w,")
                .unwrap()
                .depends_on_list_position()
        );
    }

    #[test]
    fn numbers_are_pushed_as_they_are_formatted() {
        for number in [0, 7, 10, 4_294_967_296, u64::MAX] {
            let mut out = String::new();
            push_number(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }
}
