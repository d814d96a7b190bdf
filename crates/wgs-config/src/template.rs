//! Format strings, described in the manual of Word Game Solver: [`SolutionTemplate`] (chapter
//! 3.3) for a word, [`AnalysisTemplate`] (3.4) for a board, [`ToolTipTemplate`] (5.5) for a
//! tile, and [`PlainText`] for the text before and after the words. They are parsed once and
//! rendered often.
//!
//! In all of them `\t`, `\n` and `\\` stand for a tab, a line break and a backslash.
//!
//! ```
//! use wgs_config::template::SolutionTemplate;
//!
//! let error = SolutionTemplate::parse("%w: %x").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "column 5: unknown specifier %x; expected %w, %s, %l, %m, %b, %c, %p, %( or %%"
//! );
//! ```

mod analysis;
mod plain_text;
mod scanner;
mod solution;

use thiserror::Error;
use wgs_engine::message::{MessageValue, ToMessage};
use wgs_engine::messages;

pub use analysis::{AnalysisTemplate, ToolTipTemplate};
pub use plain_text::PlainText;
pub use solution::{ListPosition, ScoredWord, SolutionTemplate};

/// A problem in a format string, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
pub struct TemplateError {
    /// The column of the character, from 1.
    pub column: usize,
    /// The problem.
    pub problem: TemplateProblem,
}

messages! {
    impl ToMessage for TemplateError {
        Self { column, problem } => "template.column":
            "column {column}: {problem}" (column, problem = problem.to_message());
    }
}

/// The kinds of problems in a format string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum TemplateProblem {
    /// An unknown character follows a percent sign.
    Specifier {
        /// The text after the percent sign.
        found: String,
        /// The characters that may follow.
        expected: MessageValue,
    },
    /// The format ends within a specifier.
    Unfinished {
        /// The text after the percent sign.
        found: String,
        /// The characters that may follow.
        expected: MessageValue,
    },
    /// An unknown character follows a backslash.
    Escape {
        /// The character after the backslash.
        found: String,
        /// The characters that may follow.
        expected: MessageValue,
    },
    /// The format ends with a backslash.
    UnfinishedEscape {
        /// The characters that may follow.
        expected: MessageValue,
    },
    /// The format ends with `%p`.
    NoSeparator,
    /// `%(` has no closing parenthesis.
    NotClosed,
    /// A number is too large for a length or a position.
    Number(String),
    /// A position is beyond the grid.
    Position {
        /// The position in the format.
        position: usize,
        /// The number of cells of the grid.
        cells: usize,
    },
}

messages! {
    impl ToMessage for TemplateProblem {
        Self::Specifier { found, expected } => "template.specifier":
            "unknown specifier %{found}; expected {expected}" (found, expected);
        Self::Unfinished { found, expected } => "template.unfinished":
            "%{found} ends the format; expected {expected}" (found, expected);
        Self::Escape { found, expected } => "template.escape":
            "unknown escape \\{found}; expected {expected}" (found, expected);
        Self::UnfinishedEscape { expected } => "template.unfinished-escape":
            "a backslash ends the format; expected {expected}" (expected);
        Self::NoSeparator => "template.no-separator":
            "%p ends the format; expected the character that separates positions";
        Self::NotClosed => "template.not-closed":
            "%( is not closed; expected ) after its text";
        Self::Number(number) => "template.number":
            "the number {number} is too large" (number);
        Self::Position { position, cells } => "template.position":
            "position {position} is beyond the grid, which has {cells} cells" (position, cells);
    }
}
