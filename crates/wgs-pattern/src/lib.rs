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
use wgs_engine::message::{MessageTemplate, ToMessage};
use wgs_engine::spelling::Spelling;
use wgs_engine::{letter, messages};

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

messages! {
    impl ToMessage for PatternError {
        Self { column, problem, excerpt, before } => "pattern.column":
            "column {column}: {problem}\n    {excerpt}\n    {mark}"
            (
                column,
                problem = problem.to_message(),
                excerpt,
                mark = format!("{:>1$}", '^', before + 1)
            );
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_message().fmt(f)
    }
}

impl std::error::Error for PatternError {}

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
#[error("{}", self.to_message())]
pub enum PatternProblem {
    /// A group without an end.
    OpenGroup,
    /// The end of a group that has no start.
    UnopenedGroup,
    /// A list of letters without an end.
    OpenClass,
    /// A range of letters whose end comes before its start.
    ReversedRange(String, String),
    /// A name in brackets, such as `[:alpha:]`.
    ClassName,
    /// A character in brackets that is not one letter in this spelling.
    NotALetter(String),
    /// A quantifier at the start.
    NothingToRepeat(String),
    /// A quantifier after a quantifier.
    RepeatedQuantifier(String),
    /// A brace that does not start a quantifier.
    InvalidRepeat,
    /// A quantifier whose end is less than its start.
    ReversedRepeat(u32, u32),
    /// A quantifier with a large number.
    TooManyRepeats,
    /// A backslash at the end.
    UnfinishedEscape,
    /// An escape that is not supported.
    UnknownEscape(String),
    /// An invalid number of a character.
    InvalidNumber,
    /// A group that is not supported.
    UnknownGroup,
    /// An invalid name of a group.
    InvalidName,
    /// A name that two groups have.
    RepeatedName(String),
    /// A reference to a group that does not exist.
    NoSuchGroup(String),
    /// Too many groups inside each other.
    TooDeep,
    /// A pattern that is too large with its repeats written out.
    TooLarge,
}

messages! {
    impl ToMessage for PatternProblem {
        Self::OpenGroup => "pattern.open-group":
            "( is not closed; expected ) after the group";
        Self::UnopenedGroup => "pattern.unopened-group":
            r"found ) without a group; write \) for the character";
        Self::OpenClass => "pattern.open-class":
            "[ is not closed; expected ] after the letters";
        Self::ReversedRange(start, end) => "pattern.reversed-range":
            "the range {start}-{end} is empty; expected {end}-{start}"
            (start = start.escape_debug().to_string(), end = end.escape_debug().to_string());
        Self::ClassName => "pattern.class-name":
            r"names such as [:alpha:] are not supported; write \w, \d or \s";
        Self::NotALetter(letter) => "pattern.not-a-letter":
            "{letter} is not a single letter in this dictionary; write it outside of [ ]"
            (letter = letter.escape_debug().to_string());
        Self::NothingToRepeat(sign) => "pattern.nothing-to-repeat":
            r"{sign} has nothing to repeat; write \{sign} for the character" (sign);
        Self::RepeatedQuantifier(sign) => "pattern.repeated-quantifier":
            "{sign} follows another quantifier; put the repeated part in (?: )" (sign);
        Self::InvalidRepeat => "pattern.invalid-repeat":
            r"expected {2}, {2,}, {,5} or {2,5} here; write \{ for the character";
        Self::ReversedRepeat(least, most) => "pattern.reversed-repeat":
            "the minimum {least} is more than the maximum {most}; expected {{most},{least}}"
            (least, most);
        Self::TooManyRepeats => "pattern.too-many-repeats":
            "expected at most {most} repeats" (most = parser::MOST_REPEATS);
        Self::UnfinishedEscape => "pattern.unfinished-escape":
            r"\ ends the pattern; expected a character after it";
        Self::UnknownEscape(letter) => "pattern.unknown-escape":
            r"unknown escape \{letter}; expected an escape such as \d, \w or \b, or a sign such as \."
            (letter = letter.escape_debug().to_string());
        Self::InvalidNumber => "pattern.invalid-number":
            r"expected the number of a character, such as \x41 or \x{e9}";
        Self::UnknownGroup => "pattern.unknown-group":
            "unknown kind of group; expected (?:, (?=, (?!, (?<=, (?<!, (?> or (?<name>";
        Self::InvalidName => "pattern.invalid-name":
            "expected the name of a group: letters and digits";
        Self::RepeatedName(name) => "pattern.repeated-name":
            "another group has the name {name}" (name);
        Self::NoSuchGroup(name) => "pattern.no-such-group":
            "there is no group {name}" (name);
        Self::TooDeep => "pattern.too-deep":
            "more than {most} groups are inside each other" (most = parser::MOST_DEPTH);
        Self::TooLarge => "pattern.too-large":
            "the pattern is too large; use fewer or smaller repeats";
    }
}

/// A search that took too many steps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
pub struct TooManySteps {
    /// The word with which it was compared.
    pub word: String,
}

messages! {
    impl ToMessage for TooManySteps {
        Self { word } => "pattern.too-many-steps":
            "the pattern takes too many steps to compare with {word}; use fewer repeats inside repeats"
            (word);
    }
}

/// The messages of this crate, in tables, for programs that translate them.
pub const MESSAGES: &[&[MessageTemplate]] = &[
    PatternError::MESSAGES,
    PatternProblem::MESSAGES,
    TooManySteps::MESSAGES,
];

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
