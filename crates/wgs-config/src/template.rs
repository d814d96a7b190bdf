//! The format strings of the manual, parsed once and rendered often: [`SolutionTemplate`]
//! (chapter 3.3) for a word, [`AnalysisTemplate`] (3.4) for a board, [`ToolTipTemplate`]
//! (5.5) for a tile and [`PlainText`] for what stands before and after.
//!
//! In all of them `\t`, `\n` and `\\` stand for a tab, a line end and a backslash.
//!
//! ```
//! use wgs_config::template::SolutionTemplate;
//!
//! let error = SolutionTemplate::parse("%w: %x").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "column 5: unknown specifier %x; wanted %w, %s, %l, %m, %b, %p, %( or %%"
//! );
//! ```

mod analysis;
mod plain_text;
mod scanner;
mod solution;

use thiserror::Error;

pub use analysis::{AnalysisTemplate, ToolTipTemplate};
pub use plain_text::PlainText;
pub use solution::{ListPosition, ScoredWord, SolutionTemplate};

/// What is wrong in a format string, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct TemplateError {
    /// The character at fault, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: TemplateProblem,
}

/// What is wrong in a format string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateProblem {
    /// A percent sign followed by something without meaning.
    #[error("unknown specifier %{found}; wanted {wanted}")]
    Specifier {
        /// What follows the percent sign.
        found: String,
        /// What may follow it.
        wanted: &'static str,
    },
    /// A percent sign, or one with a number, at the end.
    #[error("%{found} ends the format; wanted {wanted}")]
    Unfinished {
        /// What follows the percent sign.
        found: String,
        /// What may follow it.
        wanted: &'static str,
    },
    /// A backslash followed by something without meaning.
    #[error("unknown escape \\{found}; wanted {wanted}")]
    Escape {
        /// What follows the backslash.
        found: String,
        /// What may follow it.
        wanted: &'static str,
    },
    /// A backslash at the end.
    #[error("a backslash ends the format; wanted {wanted}")]
    UnfinishedEscape {
        /// What may follow it.
        wanted: &'static str,
    },
    /// `%p` at the end.
    #[error("%p ends the format; wanted the character that separates positions after it")]
    NoSeparator,
    /// `%(` without its end.
    #[error("%( is not closed; wanted ) after its text")]
    NotClosed,
    /// A number beyond all lengths and positions.
    #[error("the number {0} is too large")]
    Number(String),
    /// A position beyond the grid.
    #[error("position {position} is beyond the grid, which has {cells} cells")]
    Position {
        /// What was found.
        position: usize,
        /// The last position.
        cells: usize,
    },
}
