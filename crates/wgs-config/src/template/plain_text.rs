//! Text with escapes and nothing else: the prefix and the suffix of solutions.

use super::TemplateError;
use super::scanner::Scanner;

/// Text printed before or after solutions. Percent signs stand for themselves.
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
    /// Replaces the escapes of a text.
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
    fn escapes_are_replaced_and_unknown_ones_named() {
        assert_eq!(PlainText::parse(r"\ta\\n\n").unwrap().as_str(), "\ta\\n\n");
        for (text, message) in [
            (r"ab\x", r"column 3: unknown escape \x; wanted \t, \n or \\"),
            (
                "é\\",
                r"column 2: a backslash ends the format; wanted \t, \n or \\",
            ),
        ] {
            assert_eq!(PlainText::parse(text).unwrap_err().to_string(), message);
        }
    }
}
