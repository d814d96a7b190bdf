//! Ledgers: the known outcomes of the classes of a proof, one line each. Reading and writing files
//! is the caller's job.
//!
//! A ledger is text. Every line ends with a line feed and begins with a checksum of the rest of
//! the line: the first 16 hexadecimal digits of its SHA-256 hash, and a space. There are two kinds of lines:
//!
//! ```text
//! CHECKSUM proof KEY VALUE
//! CHECKSUM class CLASS bound POINTS
//! CHECKSUM class CLASS split POSITION
//! CHECKSUM class CLASS boards BOUND BOARD=POINTS …
//! ```
//!
//! The `proof` lines are the claim: the version of the format, the game, and fingerprints.
//! They may be repeated, but not with other values. The order of lines makes no difference, and a
//! class may have several lines that agree; so ledgers of the same proof are merged by
//! writing one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

use thiserror::Error;
use wgs_engine::{Board, BoardSize, BoardSizeError};

use super::class::Class;
use super::game::ProofGame;
use super::outcome::{Outcome, Survivor};
use crate::checked_line;

/// The version of the format.
pub const LEDGER_VERSION: u32 = 1;

/// The claim of a ledger, by key.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LedgerHeader {
    values: BTreeMap<String, String>,
}

/// The error for a ledger that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// A line was changed or cut off.
    #[error("line {line} is damaged: {problem}")]
    Damaged {
        /// The number of the line, from 1.
        line: usize,
        /// Its problem.
        problem: String,
    },
    /// The ledger is of another proof.
    #[error(
        "the ledger is of another proof: its {key} is {found:?}, but this proof's is {expected:?}"
    )]
    OtherProof {
        /// The key that differs.
        key: String,
        /// Its value in the ledger.
        found: String,
        /// Its value in this proof.
        expected: String,
    },
    /// The ledger lacks a header line.
    #[error("the ledger does not say its {0}")]
    Missing(String),
    /// Two lines contradict each other.
    #[error("line {line} contradicts an earlier line about the same class")]
    Contradiction {
        /// The number of the later line, from 1.
        line: usize,
    },
    /// The size of the board cannot be read.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// The format is of another version.
    #[error("the ledger has format version {0}, but this program reads version {LEDGER_VERSION}")]
    Version(String),
}

/// Exchanges rows and columns.
fn turned(size: BoardSize) -> BoardSize {
    BoardSize {
        rows: size.columns,
        columns: size.rows,
    }
}

impl LedgerHeader {
    /// The key of the format version.
    pub const VERSION: &'static str = "version";

    const SIZE: &'static str = "size";

    /// Stands for the size of the game's grid.
    const OWN_SIZE: &'static str = "-";

    /// Creates a header with the version of the format.
    pub fn new() -> Self {
        Self::default().with(Self::VERSION, LEDGER_VERSION)
    }

    /// Adds a value. Keys have no spaces; line ends in values become spaces.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Self {
        let value = value.to_string().replace(['\n', '\r'], " ");
        self.values.insert(key.to_owned(), value);
        self
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// Adds the size of the board, if it is not that of the game's grid. A ledger has the columns
    /// before the rows, as its first version did.
    #[must_use]
    pub fn with_size(self, size: Option<BoardSize>) -> Self {
        match size {
            Some(size) => self.with(Self::SIZE, turned(size)),
            None => self.with(Self::SIZE, Self::OWN_SIZE),
        }
    }

    /// Returns the size of the board, with a number of rows and of columns in a range, unless it is
    /// that of the game's grid.
    ///
    /// # Errors
    ///
    /// Returns an error if the ledger does not say it, or not such a size.
    pub fn size(&self, sides: RangeInclusive<u32>) -> Result<Option<BoardSize>, LedgerError> {
        let text = self.get(Self::SIZE);
        let text = text.ok_or_else(|| LedgerError::Missing(Self::SIZE.to_owned()))?;
        match text {
            Self::OWN_SIZE => Ok(None),
            text => Ok(Some(turned(BoardSize::read(text, sides)?))),
        }
    }

    /// Returns the header as lines, the version first.
    pub fn to_lines(&self) -> String {
        let mut lines = String::new();
        let mut values: Vec<_> = self.values.iter().collect();
        values.sort_by_key(|(key, _)| *key != Self::VERSION);
        for (key, value) in values {
            lines.push_str(&checked_line::write(&format!("proof {key} {value}")));
        }
        lines
    }

    /// Checks that this header, read from a ledger, says the same as that of a proof.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn check(&self, expected: &Self) -> Result<(), LedgerError> {
        for (key, expected) in &expected.values {
            match self.get(key) {
                Some(found) if found == expected => {}
                Some(found) => {
                    return Err(LedgerError::OtherProof {
                        key: key.clone(),
                        found: found.to_owned(),
                        expected: expected.clone(),
                    });
                }
                None => return Err(LedgerError::Missing(key.clone())),
            }
        }
        Ok(())
    }
}

/// Returns the line of a class.
pub fn class_line(game: &ProofGame, class: &Class, outcome: &Outcome) -> String {
    let mut line = format!("class {} ", game.class_text(class));
    let written = match outcome {
        Outcome::Bound(points) => write!(line, "bound {points}"),
        Outcome::Split(cell) => write!(line, "split {}", cell + 1),
        Outcome::Searched { bound, survivors } => {
            let written = write!(line, "boards {bound}");
            survivors.iter().fold(written, |written, survivor| {
                let board = game.board(&survivor.faces);
                written.and(write!(line, " {board}={}", survivor.points))
            })
        }
    };
    written.expect("a string can be written to");
    checked_line::write(&line)
}

/// The lines of a ledger, with correct checksums but not yet understood.
#[derive(Clone, Debug, Default)]
pub struct LedgerLines {
    header: LedgerHeader,
    /// The class lines with their numbers, without `class`.
    classes: Vec<(usize, String)>,
    /// The number of bytes of the whole lines.
    whole: usize,
}

impl LedgerLines {
    /// Reads the lines of a ledger. A last line without a line end was not written completely,
    /// and is left out; see [`Self::whole`].
    ///
    /// # Errors
    ///
    /// Returns the first line that is damaged, or that contradicts the header.
    pub fn read(bytes: &[u8]) -> Result<Self, LedgerError> {
        let mut lines = Self::default();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        lines.whole = whole.map_or(0, |end| end + 1);
        for (index, line) in bytes[..lines.whole]
            .split_inclusive(|&b| b == b'\n')
            .enumerate()
        {
            lines.add(index + 1, &line[..line.len() - 1])?;
        }
        match lines.header.get(LedgerHeader::VERSION) {
            _ if lines.whole == 0 => Ok(lines),
            Some(version) if version == LEDGER_VERSION.to_string() => Ok(lines),
            Some(version) => Err(LedgerError::Version(version.to_owned())),
            None => Err(LedgerError::Missing(LedgerHeader::VERSION.to_owned())),
        }
    }

    fn add(&mut self, line: usize, bytes: &[u8]) -> Result<(), LedgerError> {
        let damaged = |problem: &str| LedgerError::Damaged {
            line,
            problem: problem.to_owned(),
        };
        let text = checked_line::read(bytes).map_err(|error| damaged(&error.to_string()))?;
        if let Some(text) = text.strip_prefix("proof ") {
            let (key, value) = text.split_once(' ').unwrap_or((text, ""));
            let values = &mut self.header.values;
            let before = values.insert(key.to_owned(), value.to_owned());
            if let Some(before) = before.filter(|before| before != value) {
                return Err(LedgerError::OtherProof {
                    key: key.to_owned(),
                    found: value.to_owned(),
                    expected: before,
                });
            }
            return Ok(());
        }
        match text.strip_prefix("class ") {
            Some(text) => self.classes.push((line, text.to_owned())),
            None => return Err(damaged("it is neither a proof line nor a class line")),
        }
        Ok(())
    }

    /// Returns the claim of the ledger.
    pub fn header(&self) -> &LedgerHeader {
        &self.header
    }

    /// Returns the number of bytes of the whole lines. The rest was not written completely;
    /// the ledger is continued in its place.
    pub fn whole(&self) -> usize {
        self.whole
    }

    /// Returns whether there are no lines about classes. The header may be incomplete then.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Reads the classes.
    ///
    /// # Errors
    ///
    /// Returns the first line that is not about a class of the game, or that contradicts another.
    pub fn outcomes(&self, game: &ProofGame) -> Result<BTreeMap<Class, Outcome>, LedgerError> {
        let mut outcomes = BTreeMap::new();
        let mut splits = BTreeMap::new();
        for (line, text) in &self.classes {
            let (class, outcome) =
                read_class(game, text).map_err(|problem| LedgerError::Damaged {
                    line: *line,
                    problem,
                })?;
            // Also where another line has the class as a whole; the order of lines makes no difference.
            if let Outcome::Split(cell) = outcome
                && *splits.entry(class.clone()).or_insert(cell) != cell
            {
                return Err(LedgerError::Contradiction { line: *line });
            }
            match outcomes.get(&class) {
                Some(before) if *before == outcome => {}
                // A class may be searched as a whole on one machine, and in parts on another; the
                // bounds of two searches may differ, but not the boards.
                Some(before) if agree(before, &outcome) => {
                    if matches!(before, Outcome::Split(_)) {
                        outcomes.insert(class, outcome);
                    }
                }
                Some(_) => return Err(LedgerError::Contradiction { line: *line }),
                None => {
                    outcomes.insert(class, outcome);
                }
            }
        }
        Ok(outcomes)
    }
}

/// Returns whether two outcomes of a class, at most one of which is a split, can both be true.
fn agree(a: &Outcome, b: &Outcome) -> bool {
    let is_split = |outcome: &Outcome| matches!(outcome, Outcome::Split(_));
    is_split(a) || is_split(b) || a.survivors() == b.survivors()
}

fn read_class(game: &ProofGame, text: &str) -> Result<(Class, Outcome), String> {
    let mut words = text.split(' ');
    let mut word = |expected: &str| words.next().ok_or(format!("expected {expected}"));
    let class = word("a class")?;
    let class = game.parse_class(class).map_err(|error| error.to_string())?;
    let kind = word("what is known about the class")?;
    let number = word("a number")?;
    let number: u64 = number
        .parse()
        .map_err(|_| format!("{number:?} is not a number"))?;
    let below_cutoff = || match number < game.cutoff() {
        true => Ok(number),
        false => Err(format!(
            "the bound {number} is not below the cutoff {}",
            game.cutoff()
        )),
    };
    let outcome = match kind {
        "bound" => Outcome::Bound(below_cutoff()?),
        "split" => {
            let cell = number
                .checked_sub(1)
                .and_then(|cell| usize::try_from(cell).ok());
            let cell = cell.filter(|&cell| class.sets().get(cell).is_some_and(|set| set.len() > 1));
            let cell = cell.ok_or(format!("position {number} cannot be split"))?;
            Outcome::Split(cell)
        }
        "boards" => Outcome::Searched {
            bound: below_cutoff()?,
            survivors: read_survivors(game, words.by_ref())?,
        },
        _ => return Err(format!("{kind:?} is neither bound, split nor boards")),
    };
    match words.next() {
        Some(rest) => Err(format!("expected the end of the line, found {rest:?}")),
        None => Ok((class, outcome)),
    }
}

fn read_survivors<'t>(
    game: &ProofGame,
    words: impl Iterator<Item = &'t str>,
) -> Result<Vec<Survivor>, String> {
    let mut survivors: Vec<Survivor> = Vec::new();
    for text in words {
        let survivor = read_survivor(game, text)?;
        let last = survivors.last();
        if last.is_some_and(|last| last.faces >= survivor.faces) {
            return Err(format!(
                "expected each board once, in ascending order, but {text:?} is not after the board before it"
            ));
        }
        survivors.push(survivor);
    }
    Ok(survivors)
}

fn read_survivor(game: &ProofGame, text: &str) -> Result<Survivor, String> {
    let (board, points) = text
        .rsplit_once('=')
        .ok_or(format!("expected BOARD=POINTS, found {text:?}"))?;
    let parsed: Board = board
        .parse()
        .map_err(|error| format!("{board:?}: {error}"))?;
    let faces = game
        .faces_of(&parsed)
        .ok_or(format!("{board:?} is not a board of this game"))?;
    if game.canonical(&faces) != faces {
        return Err(format!(
            "{board:?} is not the first of its equivalent boards"
        ));
    }
    let points: u64 = points
        .parse()
        .map_err(|_| format!("{points:?} is not a number of points"))?;
    match points >= game.cutoff() {
        true => Ok(Survivor { faces, points }),
        false => Err(format!("{board:?} has {points} points, below the cutoff")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_has_the_columns_of_a_size_before_its_rows() {
        let size: BoardSize = "2x3".parse().unwrap();
        for (size, text) in [(Some(size), "3x2"), (None, "-")] {
            let header = LedgerHeader::new().with_size(size);
            assert_eq!(header.get("size"), Some(text));
            assert_eq!(header.size(1..=16), Ok(size));
        }
        let unread = |header: LedgerHeader| header.size(1..=16).unwrap_err().to_string();
        let missing = unread(LedgerHeader::new());
        assert_eq!(missing, "the ledger does not say its size");
        let large = unread(LedgerHeader::new().with("size", "3x17"));
        assert!(large.starts_with("expected rows and columns"), "{large}");
    }
}
