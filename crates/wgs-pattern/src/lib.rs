//! Patterns: the regular expressions that filter words on the command line, in the API and on
//! the page. The caller decides which words are compared.
//!
//! ```
//! use wgs_pattern::Pattern;
//!
//! let pattern = Pattern::new(r"^(.).*\1$")?;
//! let mut matcher = pattern.matcher();
//! assert!(matcher.is_match("LEVEL")?);
//! assert!(!matcher.is_match("LEVELS")?);
//!
//! let error = Pattern::new("^a(b").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "column 3: ( is not closed; expected ) after the group\n    ^a(b\n      ^"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Syntax
//!
//! A pattern ignores case and may match anywhere in a word. The syntax is Perl's:
//!
//! | pattern | matches |
//! |---|---|
//! | `a`, `\.`, `\x41`, `\x{e9}` | a letter, any other character, a character by its number |
//! | `.` | any letter |
//! | `[aeiou]`, `[a-m]`, `[^a-m]` | one of these letters, or any other |
//! | `\w`, `\d`, `\s`, `\W`, `\D`, `\S` | a letter or digit, a digit, a space; anything else |
//! | `^`, `$`, `\A`, `\z`, `\Z` | the start and the end of the word |
//! | `\b`, `\B` | the edge of a run of letters, and anywhere else |
//! | `ab\|cd` | either |
//! | `(ab)`, `(?:ab)`, `(?<name>ab)` | a group; one that is not numbered; one with a name |
//! | `\1`, `\g{1}`, `\g{-1}`, `\k<name>` | the text that a group matched |
//! | `*`, `+`, `?`, `{2}`, `{2,}`, `{,5}`, `{2,5}` | the part before, repeated |
//! | `*?`, `*+` | the same with as few repeats as possible, and without giving any back |
//! | `(?=ab)`, `(?!ab)`, `(?<=ab)`, `(?<!ab)` | a place before or after which `ab` stands, or not |
//! | `(?>ab)` | a group that matches in one way only |
//!
//! A letter is what readers perceive as one, as everywhere in the engine, and the dictionary's
//! [`Spelling`] applies to patterns too.
//!
//! # Why not `fancy-regex`
//!
//! The page has no room for it. `fancy-regex`, even without its Unicode tables, adds 150 kB
//! to the page's download; this crate adds 6 kB. The browser's own expressions add nothing,
//! but know no `{,5}`, have other rules for escapes, and search without a limit. The words are
//! short, which makes a plain backtracking search fast; a property test compares its results with
//! those of `fancy-regex`.
//!
//! # Limits
//!
//! A search counts its steps, and [`PatternMatcher::is_match`] fails if there are too many. The
//! size of a compiled pattern is limited too.

mod matcher;
mod parser;
mod program;
#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;
use wgs_engine::letter;
use wgs_engine::spelling::Spelling;

pub use matcher::PatternMatcher;
use program::Program;

/// A regular expression for words.
#[derive(Clone, Debug)]
pub struct Pattern {
    program: Program,
    spelling: Spelling,
}

impl Pattern {
    /// Compiles a pattern.
    pub fn new(text: &str) -> Result<Self, PatternError> {
        Self::with_spelling(text, &Spelling::default())
    }

    /// Compiles a pattern for the words of a dictionary with this spelling.
    pub fn with_spelling(text: &str, spelling: &Spelling) -> Result<Self, PatternError> {
        let tokens: Vec<&str> = letter::letters(text).collect();
        let parsed = parser::parse(&tokens, spelling);
        let program = parsed.and_then(Program::compile).map_err(|mistake| {
            let (before, excerpt) = excerpt(&tokens, mistake.index);
            PatternError {
                column: mistake.index + 1,
                problem: mistake.problem,
                excerpt,
                before,
            }
        })?;
        Ok(Self {
            program,
            spelling: spelling.clone(),
        })
    }

    /// Returns a matcher, which compares words with the pattern.
    pub fn matcher(&self) -> PatternMatcher<'_> {
        PatternMatcher::new(self)
    }
}

/// A problem in a pattern, and its place.
///
/// It is displayed as three lines: the problem, the pattern, and a mark below the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternError {
    /// The position of the problem in letters, counted from 1.
    pub column: usize,
    /// The problem.
    pub problem: PatternProblem,
    /// The part of the pattern around the problem.
    excerpt: String,
    /// The number of letters of the excerpt before the problem.
    before: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            column,
            problem,
            excerpt,
            before,
        } = self;
        let mark = before + 1;
        write!(
            f,
            "column {column}: {problem}\n    {excerpt}\n    {:>mark$}",
            '^'
        )
    }
}

impl std::error::Error for PatternError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}

/// The number of letters of a pattern that an error shows on each side of the problem.
const EXCERPT: usize = 40;

/// Returns the part of a pattern around an index, after the number of letters before it.
fn excerpt(tokens: &[&str], index: usize) -> (usize, String) {
    let start = index.saturating_sub(EXCERPT);
    let end = tokens.len().min(index + EXCERPT);
    let mut excerpt = String::new();
    if start > 0 {
        excerpt.push('…');
    }
    for &token in &tokens[start..end] {
        match token.contains(char::is_control) {
            true => excerpt.push(char::REPLACEMENT_CHARACTER),
            false => excerpt.push_str(token),
        }
    }
    if end < tokens.len() {
        excerpt.push('…');
    }
    (index - start + usize::from(start > 0), excerpt)
}

/// A problem at a place of a pattern.
#[derive(Debug)]
struct Mistake {
    /// The index of the letter.
    index: usize,
    problem: PatternProblem,
}

/// The kinds of problems in a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternProblem {
    /// A group without an end.
    #[error("( is not closed; expected ) after the group")]
    OpenGroup,
    /// The end of a group that has no start.
    #[error(r"found ) without a group; write \) for the character")]
    UnopenedGroup,
    /// A list of letters without an end.
    #[error("[ is not closed; expected ] after the letters")]
    OpenClass,
    /// A range of letters whose end comes before its start.
    #[error("the range {start}-{end} is empty; expected {end}-{start}", start = .0.escape_debug(), end = .1.escape_debug())]
    ReversedRange(String, String),
    /// A name in brackets, such as `[:alpha:]`.
    #[error(r"names such as [:alpha:] are not supported; write \w, \d or \s")]
    ClassName,
    /// A character in brackets that is not one letter in this spelling.
    #[error("{} is not a single letter in this dictionary; write it outside of [ ]", .0.escape_debug())]
    NotALetter(String),
    /// A quantifier at the start.
    #[error(r"{0} has nothing to repeat; write \{0} for the character")]
    NothingToRepeat(String),
    /// A quantifier after a quantifier.
    #[error("{0} follows another quantifier; put what it repeats in (?: )")]
    RepeatedQuantifier(String),
    /// A brace that does not start a quantifier.
    #[error(r"expected {{2}}, {{2,}}, {{,5}} or {{2,5}} here; write \{{ for the character")]
    InvalidRepeat,
    /// A quantifier whose end is less than its start.
    #[error("the minimum {0} is more than the maximum {1}; expected {{{1},{0}}}")]
    ReversedRepeat(u32, u32),
    /// A quantifier with a large number.
    #[error("expected at most {most} repeats", most = parser::MOST_REPEATS)]
    TooManyRepeats,
    /// A backslash at the end.
    #[error(r"\ ends the pattern; expected a character after it")]
    UnfinishedEscape,
    /// An escape that is not supported.
    #[error(r"unknown escape \{}; expected an escape such as \d, \w or \b, or a sign such as \.", .0.escape_debug())]
    UnknownEscape(String),
    /// An invalid number of a character.
    #[error(r"expected the number of a character, such as \x41 or \x{{e9}}")]
    InvalidNumber,
    /// A group that is not supported.
    #[error("unknown kind of group; expected (?:, (?=, (?!, (?<=, (?<!, (?> or (?<name>")]
    UnknownGroup,
    /// An invalid name of a group.
    #[error("expected the name of a group: letters and digits")]
    InvalidName,
    /// A name that two groups have.
    #[error("another group has the name {0}")]
    RepeatedName(String),
    /// A reference to a group that does not exist.
    #[error("there is no group {0}")]
    NoSuchGroup(String),
    /// Too many groups inside each other.
    #[error("more than {most} groups are inside each other", most = parser::MOST_DEPTH)]
    TooDeep,
    /// A pattern that is too large with its repeats written out.
    #[error("the pattern is too large; use fewer or smaller repeats")]
    TooLarge,
}

/// A search that took too many steps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the pattern takes too many steps to compare with {word}; use fewer repeats inside repeats"
)]
pub struct TooManySteps {
    /// The word with which it was compared.
    pub word: String,
}

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
