//! Messages of the engine by their kind, so that the page can word them in its own language.
//! The worker does not know that language.
//!
//! ```
//! use wgs_play::Verdict;
//! use wgs_web::engine::message::EngineMessage;
//! use wgs_web::text::PageLanguage;
//!
//! let message = EngineMessage::from(&Verdict::NotInDictionary);
//! assert_eq!(message.in_language(PageLanguage::English), "is not in the dictionary");
//! assert_eq!(message.in_language(PageLanguage::German), "steht nicht im Wörterbuch");
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};
use wgs_engine::notation::{MAX_MULTIPLIER, MAX_TILE_LETTERS, NotationProblem};
use wgs_pattern::{PatternError, PatternProblem, TooManySteps};
use wgs_play::Verdict;

/// A message of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineMessage {
    /// The message in English, as the command line prints it.
    pub(crate) english: String,
    /// The key of its text, if its kind is known here.
    pub(crate) key: String,
    /// The values in the text by name.
    pub(crate) values: Vec<(String, String)>,
    /// A kind of message inside this one, as the value `problem`.
    pub(crate) inner: Option<Box<EngineMessage>>,
}

impl EngineMessage {
    /// A message that has only an English text.
    pub fn english(text: impl Into<String>) -> Self {
        Self {
            english: text.into(),
            key: String::new(),
            values: Vec::new(),
            inner: None,
        }
    }

    /// A message of a kind.
    fn of_kind(
        english: &dyn fmt::Display,
        key: &str,
        values: &[(&str, &dyn fmt::Display)],
    ) -> Self {
        let values = values.iter();
        Self {
            key: key.to_owned(),
            values: values
                .map(|(name, value)| ((*name).to_owned(), value.to_string()))
                .collect(),
            ..Self::english(english.to_string())
        }
    }
}

/// Writes the message in English.
impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl From<&Verdict> for EngineMessage {
    fn from(verdict: &Verdict) -> Self {
        let of_kind =
            |key: &str, values: &[(&str, &dyn fmt::Display)]| Self::of_kind(verdict, key, values);
        match verdict {
            Verdict::Counts { points, .. } => of_kind("verdict.counts", &[("n", points)]),
            Verdict::AlreadyFound => of_kind("verdict.already-found", &[]),
            Verdict::NoLetters => of_kind("verdict.no-letters", &[]),
            Verdict::TooShort { found, required } => {
                of_kind("verdict.too-short", &[("n", found), ("required", required)])
            }
            Verdict::NotInDictionary => of_kind("verdict.not-in-dictionary", &[]),
            Verdict::LettersMissing {
                letters,
                scarce,
                is_rack,
            } => {
                let absent = letters.iter().filter(|letter| !scarce.contains(letter));
                let absent: Vec<&str> = absent.map(String::as_str).collect();
                let kind = match (absent.is_empty(), scarce.is_empty()) {
                    (_, true) => "verdict.letters-missing",
                    (true, false) => "verdict.letters-scarce",
                    (false, false) => "verdict.letters-missing-and-scarce",
                };
                let key = format!("{kind}{}", if *is_rack { "-in-hand" } else { "" });
                let values: [(&str, &dyn fmt::Display); 2] = [
                    ("letters", &absent.join(", ")),
                    ("scarce", &scarce.join(", ")),
                ];
                of_kind(&key, &values)
            }
            Verdict::MissesTile { required } => {
                let positions = required.iter().map(|cell| cell.position().to_string());
                let positions = positions.collect::<Vec<_>>().join(", ");
                let values: [(&str, &dyn fmt::Display); 2] =
                    [("n", &required.len()), ("positions", &positions)];
                of_kind("verdict.misses-tile", &values)
            }
            Verdict::NoPath => of_kind("verdict.no-path", &[]),
            Verdict::NotAPath { .. } => of_kind("verdict.not-a-path", &[]),
            _ => Self::english(verdict.to_string()),
        }
    }
}

impl From<&NotationProblem> for EngineMessage {
    fn from(problem: &NotationProblem) -> Self {
        let of_kind =
            |key, values: &[(&str, &dyn fmt::Display)]| Self::of_kind(problem, key, values);
        match problem {
            NotationProblem::NothingToContinue(letter) => {
                of_kind("notation.nothing-to-continue", &[("letter", letter)])
            }
            NotationProblem::Unknown(letter) => {
                of_kind("notation.unknown", &[("letter", &letter.escape_debug())])
            }
            NotationProblem::MultiplierWithoutTile => {
                of_kind("notation.multiplier-without-tile", &[])
            }
            NotationProblem::MultiplierTooLarge => of_kind(
                "notation.multiplier-too-large",
                &[("most", &MAX_MULTIPLIER)],
            ),
            NotationProblem::TooManyLetters => {
                of_kind("notation.too-many-letters", &[("most", &MAX_TILE_LETTERS)])
            }
            NotationProblem::NotOneTile(found) => {
                of_kind("notation.not-one-tile", &[("found", found)])
            }
            NotationProblem::AfterLetters(letter) => {
                of_kind("notation.after-letters", &[("letter", letter)])
            }
            NotationProblem::SecondSign(letter) => {
                of_kind("notation.second-sign", &[("letter", letter)])
            }
            _ => Self::english(problem.to_string()),
        }
    }
}

impl From<&PatternError> for EngineMessage {
    fn from(error: &PatternError) -> Self {
        let english = error.to_string();
        // The lines after the first one show the place in the pattern.
        let place = english.split_once('\n').map_or("", |(_, place)| place);
        let values: [(&str, &dyn fmt::Display); 2] = [("column", &error.column), ("place", &place)];
        Self {
            inner: Some(Box::new(Self::from(&error.problem))),
            ..Self::of_kind(&english, "pattern.column", &values)
        }
    }
}

impl From<&PatternProblem> for EngineMessage {
    fn from(problem: &PatternProblem) -> Self {
        use PatternProblem as Problem;
        let of_kind =
            |key, values: &[(&str, &dyn fmt::Display)]| Self::of_kind(problem, key, values);
        match problem {
            Problem::OpenGroup => of_kind("pattern.open-group", &[]),
            Problem::UnopenedGroup => of_kind("pattern.unopened-group", &[]),
            Problem::OpenClass => of_kind("pattern.open-class", &[]),
            Problem::ReversedRange(start, end) => of_kind(
                "pattern.reversed-range",
                &[
                    ("start", &start.escape_debug()),
                    ("end", &end.escape_debug()),
                ],
            ),
            Problem::ClassName => of_kind("pattern.class-name", &[]),
            Problem::NotALetter(letter) => of_kind(
                "pattern.not-a-letter",
                &[("letter", &letter.escape_debug())],
            ),
            Problem::NothingToRepeat(sign) => {
                of_kind("pattern.nothing-to-repeat", &[("sign", sign)])
            }
            Problem::RepeatedQuantifier(sign) => {
                of_kind("pattern.repeated-quantifier", &[("sign", sign)])
            }
            Problem::InvalidRepeat => of_kind("pattern.invalid-repeat", &[]),
            Problem::ReversedRepeat(least, most) => of_kind(
                "pattern.reversed-repeat",
                &[("least", least), ("most", most)],
            ),
            Problem::TooManyRepeats => of_kind("pattern.too-many-repeats", &[]),
            Problem::UnfinishedEscape => of_kind("pattern.unfinished-escape", &[]),
            Problem::UnknownEscape(letter) => of_kind(
                "pattern.unknown-escape",
                &[("letter", &letter.escape_debug())],
            ),
            Problem::InvalidNumber => of_kind("pattern.invalid-number", &[]),
            Problem::UnknownGroup => of_kind("pattern.unknown-group", &[]),
            Problem::InvalidName => of_kind("pattern.invalid-name", &[]),
            Problem::RepeatedName(name) => of_kind("pattern.repeated-name", &[("name", name)]),
            Problem::NoSuchGroup(name) => of_kind("pattern.no-such-group", &[("name", name)]),
            Problem::TooDeep => of_kind("pattern.too-deep", &[]),
            Problem::TooLarge => of_kind("pattern.too-large", &[]),
            _ => Self::english(problem.to_string()),
        }
    }
}

impl From<&TooManySteps> for EngineMessage {
    fn from(error: &TooManySteps) -> Self {
        Self::of_kind(error, "pattern.too-many-steps", &[("word", &error.word)])
    }
}

#[cfg(test)]
mod tests {
    use wgs_engine::{Cell, notation};
    use wgs_pattern::Pattern;

    use super::*;
    use crate::text::PageLanguage;

    /// Checks that a message has a German text in which every value is filled in.
    fn assert_german(message: &EngineMessage) {
        let german = message.in_language(PageLanguage::German);
        assert_ne!(german, message.to_string());
        assert!(!message.key.is_empty(), "{message}");
        for name in [
            "n", "letter", "letters", "scarce", "sign", "most", "column", "problem", "word", "name",
        ] {
            assert!(!german.contains(&format!("{{{name}}}")), "{german}");
        }
    }

    fn letters_missing(letters: &str, scarce: &str, is_rack: bool) -> Verdict {
        let list = |letters: &str| letters.chars().map(String::from).collect();
        Verdict::LettersMissing {
            letters: list(letters),
            scarce: list(scarce),
            is_rack,
        }
    }

    #[test]
    fn every_verdict_has_a_german_text() {
        for verdict in [
            Verdict::Counts {
                word: "RATS".to_owned(),
                points: 1,
                path: Vec::new(),
            },
            Verdict::AlreadyFound,
            Verdict::NoLetters,
            Verdict::TooShort {
                found: 2,
                required: 3,
            },
            Verdict::NotInDictionary,
            letters_missing("ZB", "", false),
            letters_missing("Z", "", true),
            letters_missing("O", "O", false),
            letters_missing("O", "O", true),
            letters_missing("ZO", "O", false),
            letters_missing("ZO", "O", true),
            Verdict::MissesTile {
                required: vec![Cell::new(3)],
            },
            Verdict::NoPath,
        ] {
            let message = EngineMessage::from(&verdict);
            assert_german(&message);
            assert_eq!(
                message.in_language(PageLanguage::English),
                verdict.to_string()
            );
        }
        let one = Verdict::Counts {
            word: String::new(),
            points: 1,
            path: Vec::new(),
        };
        let one = EngineMessage::from(&one).in_language(PageLanguage::German);
        assert_eq!(one, "zählt: 1 Punkt");
    }

    #[test]
    fn every_mistake_in_a_board_has_a_german_text() {
        let long = format!("A{}", "a".repeat(70));
        let multiplied = format!("{}A", ":".repeat(100));
        for text in ["A.b", "CH3T", "A:", &multiplied, &long, "ABש|A?", "ש|??"] {
            let error = notation::parse(text).unwrap_err();
            assert_german(&EngineMessage::from(&error.problem));
        }
        assert_german(&EngineMessage::from(&NotationProblem::NotOneTile(2)));
    }

    #[test]
    fn every_mistake_in_a_pattern_has_a_german_text() {
        for pattern in [
            "(",
            ")",
            "[a",
            "[z-a]",
            "[[:alpha:]]",
            "*",
            "a**",
            "a{x}",
            "a{5,2}",
            "a{9999}",
            "a\\",
            "\\q",
            "\\xg",
            "(?#a)",
            "(?<>a)",
            "(?<a>b)(?<a>c)",
            "\\2",
        ] {
            let Err(error) = Pattern::new(pattern) else {
                panic!("{pattern} is valid");
            };
            let message = EngineMessage::from(&error);
            assert_german(&message);
            let german = message.in_language(PageLanguage::German);
            let start = format!("Zeichen {}: ", error.column);
            assert!(german.starts_with(&start), "{german}");
            assert!(!german.contains("expected"), "{german}");
            let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(lines(&german), lines(&error.to_string()));
        }
        assert_german(&EngineMessage::from(&PatternProblem::TooDeep));
        assert_german(&EngineMessage::from(&PatternProblem::TooLarge));
        assert_german(&EngineMessage::from(&TooManySteps {
            word: "STONE".to_owned(),
        }));
    }
}
