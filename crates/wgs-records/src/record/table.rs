//! A table of records, as text: one line for each, with a checksum, after a line with the version of
//! the format. Empty lines and those that cannot be read are kept as they are.

use std::collections::HashMap;

use thiserror::Error;

use super::{Record, RecordRun};
use crate::checked_line;

/// The first line of a table, without its checksum.
const HEADER: &str = "wgs records";

/// The version of the format.
const VERSION: &str = "1";

/// The tables that the project ships.
const SHIPPED: &str = include_str!("../../data/records.txt");

/// The error for a table that cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The first line does not say that this is a table.
    #[error("it is not a table of records: line 1 is not {HEADER:?} and a version")]
    NotATable,
    /// The format is of another version.
    #[error("it has format version {0}, but this program reads version {VERSION}")]
    Version(String),
}

/// The best board for each game, dictionary, choice of letters and goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTable {
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Record(Box<Record>),
    Empty,
    Unreadable { bytes: Vec<u8>, problem: String },
}

/// The effect of adding a record to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordChange {
    /// There was no such record before.
    First,
    /// It is better than the one before, and replaces it.
    Better,
    /// It has the same value; only the climbs were added.
    Equal,
    /// It is worse; only the climbs were added.
    Worse,
}

impl RecordTable {
    /// The name of the user's table in the folder `wgs` of the user's data folder.
    pub const FILE_NAME: &str = "records.txt";

    /// Returns the tables that the project ships, for the embedded dictionary and others.
    pub fn shipped() -> Self {
        let table = Self::read(SHIPPED.as_bytes());
        table.expect("the shipped table has the version of this program")
    }

    /// Reads a table. An empty file is an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a table of this version. A single line that cannot be read is
    /// no error; see [`Self::problems`].
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let mut lines = whole.split(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let header = checked_line::read(first).ok();
        let version = header.and_then(|text| text.strip_prefix(HEADER)?.strip_prefix(' '));
        match version {
            Some(VERSION) => {}
            Some(version) => return Err(RecordError::Version(version.to_owned())),
            None => return Err(RecordError::NotATable),
        }
        let lines = lines.map(|line| {
            if line.is_empty() {
                return Line::Empty;
            }
            let record = checked_line::read(line)
                .map_err(|error| error.to_string())
                .and_then(|text| serde_json::from_str(text).map_err(|error| error.to_string()));
            match record {
                Ok(record) => Line::Record(Box::new(record)),
                Err(problem) => Line::Unreadable {
                    bytes: line.to_vec(),
                    problem,
                },
            }
        });
        Ok(Self {
            lines: lines.collect(),
        })
    }

    /// Returns the table as text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = checked_line::write(&format!("{HEADER} {VERSION}")).into_bytes();
        for line in &self.lines {
            match line {
                Line::Record(record) => {
                    let text = serde_json::to_string(record).expect("a record has text keys");
                    bytes.extend_from_slice(checked_line::write(&text).as_bytes());
                }
                Line::Empty => bytes.push(b'\n'),
                Line::Unreadable { bytes: line, .. } => {
                    bytes.extend_from_slice(line);
                    bytes.push(b'\n');
                }
            }
        }
        bytes
    }

    /// Returns the records, in the order of the table.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.lines.iter().filter_map(|line| match line {
            Line::Record(record) => Some(&**record),
            Line::Empty | Line::Unreadable { .. } => None,
        })
    }

    /// Returns the numbers of the lines that cannot be read, from 1, and their problems.
    pub fn problems(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.lines.iter().zip(2..);
        lines.filter_map(|(line, number)| match line {
            Line::Record(_) | Line::Empty => None,
            Line::Unreadable { problem, .. } => Some((number, problem.as_str())),
        })
    }

    /// Returns the best record of each kind in several tables, in the order of the tables, with the climbs
    /// of all of them, and the index of its table. Of equal records, the first one is returned.
    pub fn merged(tables: &[&Self]) -> Vec<(usize, Record)> {
        let mut kinds: Vec<MergedKind<'_>> = Vec::new();
        let mut places = HashMap::new();
        for (index, table) in tables.iter().enumerate() {
            for record in table.records() {
                let place = *places.entry(record.kind()).or_insert_with(|| {
                    kinds.push(MergedKind::new(index, record));
                    kinds.len() - 1
                });
                kinds[place].add(index, record);
            }
        }
        kinds.into_iter().map(MergedKind::finish).collect()
    }

    /// Adds a record: the better of it and the one before stays, with the climbs of both.
    pub fn add(&mut self, mut record: Record) -> RecordChange {
        let before = self.lines.iter_mut().find_map(|line| match line {
            Line::Record(before) if before.competes_with(&record) => Some(before),
            _ => None,
        });
        let Some(before) = before else {
            self.lines.push(Line::Record(Box::new(record)));
            return RecordChange::First;
        };
        let goal = record.goal;
        let is_better = goal.is_better(record.value(), before.value());
        let is_worse = goal.is_better(before.value(), record.value());
        if is_better {
            std::mem::swap(&mut **before, &mut record);
        }
        // From here on, `before` has the board that stays.
        if is_better || is_worse {
            for run in &mut record.runs {
                run.met = 0;
            }
        }
        for run in record.runs {
            add_run(&mut before.runs, run);
        }
        match (is_better, is_worse) {
            (true, _) => RecordChange::Better,
            (_, true) => RecordChange::Worse,
            _ => RecordChange::Equal,
        }
    }
}

/// All records of a kind, in the order in which they are found.
struct MergedKind<'t> {
    /// The best one, and the index of its table.
    best: (usize, &'t Record),
    /// The longest run with each seed and pool, and the value that it found.
    runs: Vec<(u64, &'t RecordRun)>,
    places: HashMap<(u64, usize), usize>,
}

impl<'t> MergedKind<'t> {
    fn new(index: usize, first: &'t Record) -> Self {
        Self {
            best: (index, first),
            runs: Vec::new(),
            places: HashMap::new(),
        }
    }

    fn add(&mut self, index: usize, record: &'t Record) {
        let value = record.value();
        if record.goal.is_better(value, self.best.1.value()) {
            self.best = (index, record);
        }
        for run in &record.runs {
            let place = self.places.entry((run.seed, run.pool));
            let place = *place.or_insert_with(|| {
                self.runs.push((value, run));
                self.runs.len() - 1
            });
            if self.runs[place].1.climbs < run.climbs {
                self.runs[place] = (value, run);
            }
        }
    }

    fn finish(self) -> (usize, Record) {
        let (index, best) = self.best;
        let value = best.value();
        let runs = self.runs.into_iter().map(|(found, run)| RecordRun {
            met: if found == value { run.met } else { 0 },
            ..run.clone()
        });
        let record = Record {
            runs: runs.collect(),
            ..best.clone()
        };
        (index, record)
    }
}

/// Adds a run. A hunt with the same seed does the same climbs, so only the longer one counts.
fn add_run(runs: &mut Vec<RecordRun>, run: RecordRun) {
    let same = |known: &&mut RecordRun| (known.seed, known.pool) == (run.seed, run.pool);
    match runs.iter_mut().find(same) {
        Some(known) if known.climbs < run.climbs => *known = run,
        Some(_) => {}
        None => runs.push(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::hunt::HuntGoal;

    fn record(points: u64, seed: u64, climbs: u64, met: u64) -> Record {
        let hash = Fingerprint::of_text("");
        Record {
            game: "Boggle (New)".to_owned(),
            columns: 2,
            rows: 2,
            letters: "free".to_owned(),
            goal: HuntGoal::MAX_POINTS,
            dictionary: "words.txt".to_owned(),
            dictionary_hash: hash,
            rules_hash: hash,
            grid_hash: hash,
            board: format!("B{points}"),
            words: 3,
            points,
            long_words: None,
            rollable: Some(true),
            seed,
            pool: 50,
            climb: 0,
            runs: vec![RecordRun {
                seed,
                pool: 50,
                climbs,
                met,
            }],
            version: "0.1.0".to_owned(),
            date: "2026-05-17".to_owned(),
        }
    }

    fn only(table: &RecordTable) -> (u64, u64, u64) {
        let mut records = table.records();
        let record = records.next().unwrap();
        assert!(records.next().is_none());
        (record.points, record.met(), record.climbs())
    }

    #[test]
    fn the_best_board_stays_and_all_climbs_are_counted() {
        let mut table = RecordTable::default();
        for (record, change, expected) in [
            (record(10, 1, 5, 2), RecordChange::First, (10, 2, 5)),
            (record(12, 2, 7, 1), RecordChange::Better, (12, 1, 12)),
            (record(12, 3, 4, 3), RecordChange::Equal, (12, 4, 16)),
            (record(11, 4, 3, 3), RecordChange::Worse, (12, 4, 19)),
            // The same hunt again, and longer.
            (record(12, 3, 4, 3), RecordChange::Equal, (12, 4, 19)),
            (record(12, 3, 9, 5), RecordChange::Equal, (12, 6, 24)),
        ] {
            assert_eq!(table.add(record), change);
            assert_eq!(only(&table), expected);
        }
        let mut other = record(1, 1, 1, 1);
        other.letters = "dice".to_owned();
        assert_eq!(table.add(other), RecordChange::First);
        assert_eq!(RecordTable::read(&table.to_bytes()).unwrap(), table);
    }

    #[test]
    fn merged_tables_have_the_records_that_are_found_by_adding_one_after_the_other() {
        let table = |records: &[Record]| {
            let text = RecordTable {
                lines: records
                    .iter()
                    .cloned()
                    .map(Box::new)
                    .map(Line::Record)
                    .collect(),
            };
            RecordTable::read(&text.to_bytes()).unwrap()
        };
        let mut other = record(1, 1, 1, 1);
        other.letters = "dice".to_owned();
        let shipped = table(&[record(12, 2, 7, 1), other.clone()]);
        for (own, best) in [
            (vec![], 0),
            (vec![record(12, 3, 4, 3)], 0),
            (vec![record(11, 4, 3, 3), record(12, 2, 9, 2)], 0),
            (
                vec![
                    record(11, 1, 3, 3),
                    record(13, 5, 9, 2),
                    record(13, 6, 1, 1),
                ],
                1,
            ),
        ] {
            let mut added = shipped.clone();
            for record in &own {
                added.add(record.clone());
            }
            let merged = RecordTable::merged(&[&shipped, &table(&own)]);
            let figures = |record: &Record| (record.value(), record.met(), record.climbs());
            let found: Vec<_> = merged.iter().map(|(_, record)| figures(record)).collect();
            let expected: Vec<_> = added.records().map(figures).collect();
            assert_eq!(found, expected);
            assert_eq!((merged[0].0, merged[1].0), (best, 0));
        }
    }

    #[test]
    fn merging_is_linear_in_the_number_of_records() {
        // Each is better than the one before, which took longest: billions of steps.
        let lines = (0..100_000).map(|it| Line::Record(Box::new(record(it, it, 1, 1))));
        let table = RecordTable {
            lines: lines.collect(),
        };
        let merged = RecordTable::merged(&[&RecordTable::default(), &table]);
        assert_eq!(merged.len(), 1);
        assert_eq!(
            (merged[0].1.points, merged[0].1.climbs()),
            (99_999, 100_000)
        );
    }

    #[test]
    fn a_damaged_line_is_named_and_kept() {
        let mut table = RecordTable::default();
        table.add(record(10, 1, 5, 2));
        let mut other = record(9, 1, 5, 2);
        other.goal = HuntGoal::MAX_WORDS;
        table.add(other);
        let text = String::from_utf8(table.to_bytes()).unwrap();
        let damaged = text.replacen("\"points\":10", "\"points\":11", 1);
        let mut table = RecordTable::read(damaged.as_bytes()).unwrap();
        assert_eq!(
            table.problems().collect::<Vec<_>>(),
            [(2, "its checksum is wrong")]
        );
        assert_eq!(table.records().count(), 1);
        assert_eq!(table.to_bytes(), damaged.as_bytes());
        table.add(record(8, 1, 5, 2));
        assert!(table.to_bytes().starts_with(damaged.as_bytes()));
    }

    #[test]
    fn empty_lines_are_kept_and_counted() {
        let header = checked_line::write("wgs records 1");
        let text = header + "\n\nsome text\n\n";
        let table = RecordTable::read(text.as_bytes()).unwrap();
        let problems: Vec<_> = table.problems().collect();
        assert_eq!(problems, [(4, "its checksum is wrong")]);
        assert_eq!(table.to_bytes(), text.as_bytes());
    }

    #[test]
    fn other_files_and_versions_are_refused() {
        let error = |text: &str| RecordTable::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error("hello").starts_with("it is not a table of records: line 1 is not"));
        let newer = checked_line::write("wgs records 2");
        assert_eq!(
            error(&newer),
            "it has format version 2, but this program reads version 1"
        );
        assert_eq!(RecordTable::read(b"").unwrap().records().count(), 0);
    }
}
