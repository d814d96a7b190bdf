//! Text with escapes but without specifiers: the prefix and the suffix of solutions.

use super::TemplateError;
use super::scanner::Scanner;

/// Text that is printed before or after the solutions. A percent sign stands for itself.
///
/// ```
/// use wgs_config::template::PlainText;
///
/// assert_eq!(PlainText::parse("100%\\n")?.as_str(), "100%\n");
/// # Ok::<(), wgs_config::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlainText {
    text: String,
}

impl PlainText {
    /// Parses a text and replaces its escapes.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut scanner = Scanner::new(text);
        let literals = std::iter::from_fn(|| scanner.literal());
        Ok(Self {
            text: literals.collect::<Result<_, _>>()?,
        })
    }

    /// The text to print.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_replaced_and_unknown_ones_are_errors() {
        assert_eq!(PlainText::parse(r"\ta\\n\n").unwrap().as_str(), "\ta\\n\n");
        for (text, message) in [
            (
                r"ab\x",
                r"column 3: unknown escape \x; expected \t, \n or \\",
            ),
            (
                "é\\",
                r"column 2: a backslash ends the format; expected \t, \n or \\",
            ),
        ] {
            assert_eq!(PlainText::parse(text).unwrap_err().to_string(), message);
        }
    }
}
