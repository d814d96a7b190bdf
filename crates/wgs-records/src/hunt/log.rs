//! The file of a hunt, line by line: which hunt it is, and the results of its climbs. Reading and
//! writing files is the caller's job.
//!
//! Every line is JSON after a [checksum](crate::checked_line), and one of these:
//!
//! ```text
//! {"hunt": …}     which hunt it is; the first line, which may be repeated
//! {"climbs": …}   the results of climbs that came to their end
//! {"paused": …}   a climb that can be continued
//! ```
//!
//! The order of lines makes no difference, so files of the same hunt are merged by writing one after
//! the other. A line that was damaged costs only its climbs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wgs_dice::BoardChecker;
use wgs_engine::{Board, BoardSize, Count, FaceBoard, Rescorer};

use super::climb::stages;
use super::{Climb, FoundBoard, Hunt, HuntGoal, HuntStanding, NumberSet};
use crate::checked_line;
use crate::fingerprint::Fingerprint;

/// The version of the format.
const VERSION: u32 = 1;

/// Which hunt it is: all that its results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntHeader {
    /// The version of the format.
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// The size of the grid, if it is not the game's own; `[columns, rows]` in the file.
    #[serde(default, with = "columns_and_rows")]
    pub size: Option<BoardSize>,
    /// The fingerprint of the grid.
    pub grid_hash: Fingerprint,
    /// The fingerprint of the rules.
    pub rules_hash: Fingerprint,
    /// The name of the dictionary, which may differ between machines.
    pub dictionary: String,
    /// The fingerprint of the dictionary's words.
    pub dictionary_hash: Fingerprint,
    /// The letters: `dice`, `free`, or a list of them.
    pub letters: String,
    /// The fingerprint of the dice, or of the list of letters.
    pub letters_hash: Fingerprint,
    /// The goal.
    pub goal: HuntGoal,
    /// The number of boards that a climb keeps.
    pub pool: usize,
    /// The random seed.
    pub seed: u64,
}

/// The size of a grid as the number of columns and that of rows.
mod columns_and_rows {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use wgs_engine::BoardSize;

    pub(super) fn serialize<S: Serializer>(
        size: &Option<BoardSize>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let sides = size.map(|size| (size.columns, size.rows));
        sides.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<BoardSize>, D::Error> {
        let sides: Option<(u32, u32)> = Deserialize::deserialize(deserializer)?;
        Ok(sides.map(|(columns, rows)| BoardSize { rows, columns }))
    }
}

/// The error for a file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HuntLogError {
    /// The file is of another hunt.
    #[error("it is of another hunt: its {key} is {found}, but this hunt's is {expected}")]
    OtherHunt {
        /// The part that differs.
        key: String,
        /// Its value in the file.
        found: String,
        /// Its value in this hunt.
        expected: String,
    },
    /// The file has lines, but none names the hunt.
    #[error("it does not name its hunt; {0}")]
    NoHeader(String),
    /// The format is of another version.
    #[error("it has format version {0}, but this program reads version {VERSION}")]
    Version(u64),
    /// A climb is counted twice.
    #[error("line {line} repeats the climb {climb}, which another line counts among others")]
    Repeated {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the climb.
        climb: u64,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Hunt(HuntHeader),
    Climbs(ClimbsLine),
    Paused(PausedLine),
}

/// The results of some climbs, with boards as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClimbsLine {
    numbers: NumberSet,
    best: Option<u64>,
    met: u64,
    evaluations: u64,
    /// Each with its value and the number of the climb.
    boards: Vec<(String, u64, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PausedLine {
    number: u64,
    stage: usize,
    evaluations: u64,
    starts: Vec<String>,
    /// Each with its value, and whether its neighbours were scored.
    pool: Vec<(String, u64, bool)>,
}

impl HuntHeader {
    /// The version of the format.
    pub const VERSION: u32 = VERSION;

    /// Checks that this header, read from a file, is of the same hunt as another one.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn check(&self, expected: &Self) -> Result<(), HuntLogError> {
        let expected = Self {
            dictionary: self.dictionary.clone(),
            ..expected.clone()
        };
        let fields = |header: &Self| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::default(),
        };
        let expected = fields(&expected);
        for (key, found) in fields(self) {
            if let Some(expected) = expected.get(&key).filter(|expected| **expected != found) {
                return Err(HuntLogError::OtherHunt {
                    key: key.replace('_', " "),
                    found: found.to_string(),
                    expected: expected.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Returns the line that says which hunt it is.
    pub fn to_line(&self) -> String {
        line(&Line::Hunt(self.clone()))
    }
}

fn line(line: &Line) -> String {
    let text = serde_json::to_string(line).expect("all keys are texts");
    checked_line::write(&text)
}

/// Returns the line of some climbs that came to their end.
pub fn climbs_line(hunt: &Hunt, standing: &HuntStanding) -> String {
    let boards = standing.boards.iter();
    let boards = boards.map(|it| (hunt.board(&it.faces).to_string(), it.value, it.climb));
    line(&Line::Climbs(ClimbsLine {
        numbers: standing.climbs.clone(),
        best: standing.best,
        met: standing.met,
        evaluations: standing.evaluations,
        boards: boards.collect(),
    }))
}

/// Returns the line of a climb that can be continued.
pub fn paused_line(hunt: &Hunt, climb: &Climb) -> String {
    let text = |faces: &FaceBoard| hunt.board(faces).to_string();
    let pool = climb.pool.boards().iter();
    line(&Line::Paused(PausedLine {
        number: climb.number,
        stage: climb.stage,
        evaluations: climb.evaluations,
        starts: climb.starts.iter().map(text).collect(),
        pool: pool
            .map(|board| (text(&board.faces), board.value, board.is_expanded))
            .collect(),
    }))
}

/// The lines of a hunt's file, with correct checksums but not yet understood.
#[derive(Clone, Debug, Default)]
pub struct HuntLog {
    header: Option<HuntHeader>,
    /// The other lines with their numbers.
    lines: Vec<(usize, Line)>,
    /// The numbers of the lines that cannot be read, and their problems.
    damaged: Vec<(usize, String)>,
    /// The number of bytes of the whole lines.
    whole: usize,
}

/// The content of a hunt's file.
#[derive(Clone, Debug, Default)]
pub struct HuntLogContent {
    /// The results.
    pub standing: HuntStanding,
    /// The climbs that can be continued, by number.
    pub paused: BTreeMap<u64, Climb>,
    /// The numbers of the lines that cannot be read, and their problems. Their climbs
    /// have to be done again.
    pub damaged: Vec<(usize, String)>,
}

impl HuntLog {
    /// Reads the lines of a file. A last line without a line end was not written completely, and is
    /// left out; see [`Self::whole`].
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not that of one hunt, or of another version.
    pub fn read(bytes: &[u8]) -> Result<Self, HuntLogError> {
        let mut log = Self::default();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        log.whole = whole.map_or(0, |end| end + 1);
        let lines = bytes[..log.whole].split_inclusive(|&byte| byte == b'\n');
        for (bytes, number) in lines.zip(1..) {
            match read_line(&bytes[..bytes.len() - 1])? {
                Ok(Line::Hunt(header)) => match &log.header {
                    Some(known) => header.check(known)?,
                    None => log.header = Some(header),
                },
                Ok(line) => log.lines.push((number, line)),
                Err(problem) => log.damaged.push((number, problem)),
            }
        }
        match (&log.header, log.damaged.first()) {
            (None, Some((number, problem))) => Err(HuntLogError::NoHeader(format!(
                "line {number} cannot be read: {problem}"
            ))),
            (None, None) if !log.lines.is_empty() => Err(HuntLogError::NoHeader(
                "its first line is missing".to_owned(),
            )),
            _ => Ok(log),
        }
    }

    /// Returns which hunt it is, unless the file is empty.
    pub fn header(&self) -> Option<&HuntHeader> {
        self.header.as_ref()
    }

    /// Returns the number of bytes of the whole lines. The rest was not written completely;
    /// the file is continued in its place.
    pub fn whole(&self) -> usize {
        self.whole
    }

    /// Returns the results of a hunt, which must be that of the header.
    ///
    /// # Errors
    ///
    /// Returns an error if lines overlap, which would count climbs twice.
    pub fn content(&self, hunt: &Hunt) -> Result<HuntLogContent, HuntLogError> {
        let mut content = HuntLogContent {
            damaged: self.damaged.clone(),
            ..HuntLogContent::default()
        };
        let mut found = Vec::new();
        let mut reader = BoardReader::new(hunt);
        for (number, line) in &self.lines {
            let read = match line {
                Line::Hunt(_) => Ok(()),
                Line::Climbs(line) => read_climbs(&mut reader, line).map(|climbs| {
                    found.push((*number, climbs));
                }),
                Line::Paused(line) => read_paused(&mut reader, line).map(|climb| {
                    content.paused.insert(climb.number, climb);
                }),
            };
            if let Err(problem) = read {
                content.damaged.push((*number, problem));
            }
        }
        // Lines with more climbs come first, so that those with a part of them say nothing new,
        // wherever they are.
        found.sort_by(|(_, a), (_, b)| {
            let lengths = b.climbs.len().cmp(&a.climbs.len());
            lengths.then_with(|| a.climbs.cmp(&b.climbs))
        });
        for (line, climbs) in found {
            let done = &mut content.standing;
            let shared = climbs.climbs.shared(&done.climbs);
            match shared.numbers().next() {
                None => {
                    done.add(hunt, climbs);
                }
                // The same line twice, or a part of others.
                Some(_) if shared == climbs.climbs => {}
                Some(climb) => return Err(HuntLogError::Repeated { line, climb }),
            }
        }
        let done = &content.standing.climbs;
        content.paused.retain(|&number, _| !done.contains(number));
        content.damaged.sort_unstable();
        Ok(content)
    }
}

/// Reads a line. The inner error is a line that cannot be read.
fn read_line(bytes: &[u8]) -> Result<Result<Line, String>, HuntLogError> {
    let text = match checked_line::read(bytes) {
        Ok(text) => text,
        Err(error) => return Ok(Err(error.to_string())),
    };
    // A later version may have other fields.
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    if let Some(version) = value["hunt"]["version"].as_u64()
        && version != u64::from(VERSION)
    {
        return Err(HuntLogError::Version(version));
    }
    Ok(serde_json::from_str(text).map_err(|error| error.to_string()))
}

/// Reads the boards of a file. Anyone can write a file with correct checksums, so the boards are
/// scored again.
struct BoardReader<'h> {
    hunt: &'h Hunt,
    checker: Option<BoardChecker>,
    /// What is counted, and the rescorer that counts it.
    rescorer: (Count, Rescorer),
}

impl<'h> BoardReader<'h> {
    fn new(hunt: &'h Hunt) -> Self {
        Self {
            hunt,
            checker: hunt.checker().cloned(),
            rescorer: rescorer(hunt, hunt.goal().count()),
        }
    }

    /// Returns the faces of a board, which must be the first of its equivalent boards.
    fn faces(&mut self, text: &str) -> Result<FaceBoard, String> {
        let board: Board = text.parse().map_err(|error| format!("{text:?}: {error}"))?;
        let faces = self.hunt.faces_of(&board);
        let faces = faces.ok_or_else(|| format!("{text:?} is not a board of this hunt"))?;
        if self
            .checker
            .as_mut()
            .is_some_and(|checker| !checker.check(&board))
        {
            return Err(format!("the dice cannot produce {text:?}"));
        }
        match self.hunt.canonical(&faces) == faces {
            true => Ok(faces),
            false => Err(format!(
                "{text:?} is not the first of its equivalent boards"
            )),
        }
    }

    /// Returns the faces of a board that must have this value.
    fn valued(&mut self, goal: HuntGoal, text: &str, value: u64) -> Result<FaceBoard, String> {
        let faces = self.faces(text)?;
        if self.rescorer.0 != goal.count() {
            self.rescorer = rescorer(self.hunt, goal.count());
        }
        let (count, rescorer) = &mut self.rescorer;
        let measure = rescorer.set_board(&self.hunt.board(&faces));
        let measure = measure.map_err(|reason| format!("{text:?} cannot be scored: {reason}"))?;
        match count.of(&measure) {
            found if found == value => Ok(faces),
            found => Err(format!("{text:?} has {found} {}, not {value}", goal.noun())),
        }
    }
}

fn rescorer(hunt: &Hunt, count: Count) -> (Count, Rescorer) {
    (count, Rescorer::counting(hunt.solver(), count))
}

fn read_climbs(reader: &mut BoardReader<'_>, line: &ClimbsLine) -> Result<HuntStanding, String> {
    let mut standing = HuntStanding {
        climbs: line.numbers.clone(),
        best: line.best,
        met: line.met,
        evaluations: line.evaluations,
        boards: Vec::new(),
    };
    let goal = reader.hunt.goal();
    let boards = line.boards.iter().map(|(text, value, climb)| {
        Ok(FoundBoard {
            faces: reader.valued(goal, text, *value)?,
            value: *value,
            climb: *climb,
        })
    });
    let boards = boards.collect::<Result<_, String>>()?;
    standing.add_boards(reader.hunt, boards);
    Ok(standing)
}

fn read_paused(reader: &mut BoardReader<'_>, line: &PausedLine) -> Result<Climb, String> {
    let hunt = reader.hunt;
    let stages = stages(hunt.goal());
    let stage = stages.get(line.stage);
    let goal = *stage.ok_or_else(|| format!("there is no stage {}", line.stage))?;
    let mut climb = Climb::new(hunt, line.number);
    climb.stage = line.stage;
    climb.evaluations = line.evaluations;
    for text in &line.starts {
        climb.starts.push(reader.faces(text)?);
    }
    for (text, value, is_expanded) in &line.pool {
        let mut board = climb.pool_board(goal, reader.valued(goal, text, *value)?, *value);
        board.is_expanded = *is_expanded;
        climb.pool.offer(board);
    }
    Ok(climb)
}

/// Reads a line that [`climbs_line`] wrote.
///
/// # Errors
///
/// Returns its problem.
pub fn read_climbs_line(hunt: &Hunt, text: &str) -> Result<HuntStanding, String> {
    match read_line(text.trim_end_matches('\n').as_bytes()) {
        Ok(Ok(Line::Climbs(line))) => read_climbs(&mut BoardReader::new(hunt), &line),
        Ok(Ok(_)) => Err("it is not about climbs".to_owned()),
        Ok(Err(problem)) => Err(problem),
        Err(error) => Err(error.to_string()),
    }
}
