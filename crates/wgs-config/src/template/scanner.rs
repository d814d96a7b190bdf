//! Scans a format string character by character and keeps track of columns and escapes. The
//! templates interpret the specifiers.

use std::iter::Peekable;
use std::str::Chars;

use wgs_engine::message::alternatives;

use super::{TemplateError, TemplateProblem};

const ESCAPES: &[&str] = &["\\t", "\\n", "\\\\"];
const ESCAPES_IN_PARENTHESES: &[&str] = &["\\t", "\\n", "\\\\", "\\)"];

/// A token of a format string.
pub(super) enum Token {
    /// A character that stands for itself, or an escape.
    Literal(char),
    /// A percent sign.
    Percent,
}

/// A position in a format string.
pub(super) struct Scanner<'t> {
    rest: Peekable<Chars<'t>>,
    /// The column of the last character taken, from 1.
    column: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            rest: text.chars().peekable(),
            column: 0,
        }
    }

    /// The column of the last character taken.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Takes the next character as it is written.
    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.column += 1;
        Some(next)
    }

    /// Takes the next character if it is this one.
    pub(super) fn take_if(&mut self, expected: char) -> bool {
        let found = self.rest.peek() == Some(&expected);
        if found {
            self.take();
        }
        found
    }

    /// Takes the next token.
    pub(super) fn token(&mut self) -> Option<Result<Token, TemplateError>> {
        match self.take()? {
            '%' => Some(Ok(Token::Percent)),
            '\\' => Some(self.escape(ESCAPES, "tn\\").map(Token::Literal)),
            literal => Some(Ok(Token::Literal(literal))),
        }
    }

    /// Takes the next character; an escape is one character, and a percent sign is literal.
    pub(super) fn literal(&mut self) -> Option<Result<char, TemplateError>> {
        match self.take()? {
            '\\' => Some(self.escape(ESCAPES, "tn\\")),
            literal => Some(Ok(literal)),
        }
    }

    /// Takes the text up to a closing parenthesis. `opened` is the column to report if there is
    /// none.
    pub(super) fn parenthesised(&mut self, opened: usize) -> Result<String, TemplateError> {
        let mut text = String::new();
        loop {
            match self.take() {
                None => return Err(error(opened, TemplateProblem::NotClosed)),
                Some(')') => return Ok(text),
                Some('\\') => text.push(self.escape(ESCAPES_IN_PARENTHESES, "tn\\)")?),
                Some(literal) => text.push(literal),
            }
        }
    }

    /// Takes the digits that follow, as a number.
    pub(super) fn number(&mut self) -> Result<Option<usize>, TemplateError> {
        let start = self.column + 1;
        let mut digits = String::new();
        while let Some(digit) = self.rest.peek().filter(|c| c.is_ascii_digit()) {
            digits.push(*digit);
            self.take();
        }
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse::<u32>() {
            Ok(number) => Ok(Some(number as usize)),
            Err(_) => Err(error(start, TemplateProblem::Number(digits))),
        }
    }

    fn escape(&mut self, escapes: &[&str], allowed: &str) -> Result<char, TemplateError> {
        let column = self.column;
        match self.take() {
            Some('t') => Ok('\t'),
            Some('n') => Ok('\n'),
            Some(found) if allowed.contains(found) => Ok(found),
            Some(found) => {
                let (found, expected) = (found.to_string(), alternatives(escapes));
                Err(error(column, TemplateProblem::Escape { found, expected }))
            }
            None => {
                let expected = alternatives(escapes);
                Err(error(
                    column,
                    TemplateProblem::UnfinishedEscape { expected },
                ))
            }
        }
    }
}

pub(super) fn error(column: usize, problem: TemplateProblem) -> TemplateError {
    TemplateError { column, problem }
}

/// A part of a template: text, or something to fill in.
pub(super) trait TemplatePart: Sized {
    fn text(text: String) -> Self;
    fn as_text(&mut self) -> Option<&mut String>;

    /// Appends a character to the last part if that is text, or starts a new text.
    fn push_literal(parts: &mut Vec<Self>, literal: char) {
        match parts.last_mut().and_then(Self::as_text) {
            Some(text) => text.push(literal),
            None => parts.push(Self::text(literal.to_string())),
        }
    }
}
