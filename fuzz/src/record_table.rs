//! Tables of records.

use wgs_records::record::{Record, RecordError, RecordTable};

use crate::checked_line::{DamagedFile, repaired};

/// A table that is read can be written and read again without a change. A line that cannot be
/// read is named by its number and kept, and costs no other line.
///
/// The bytes are tried as they are, and once more with correct checksums; otherwise hardly any
/// input would get past them.
pub fn record_table(data: &[u8]) {
    check(data);
    check(&repaired(data));
}

fn check(bytes: &[u8]) {
    let table = match RecordTable::read(bytes) {
        Ok(table) => table,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = table.to_bytes();
    assert_eq!(RecordTable::read(&written).as_ref(), Ok(&table));
    let [lines, kept] = [bytes, &written].map(lines);
    for (number, problem) in table.problems() {
        let line = lines[number - 1];
        assert!(!line.is_empty() && !problem.is_empty(), "line {number}");
        assert_eq!(line, kept[number - 1], "line {number}");
    }
    let mut merged = RecordTable::default();
    for record in table.records() {
        merged.add(record.clone());
    }
    assert_eq!(RecordTable::read(&merged.to_bytes()), Ok(merged));
    if let Some(damaged) = DamagedFile::of(bytes) {
        check_damaged(&damaged);
    }
}

/// Checks that a damaged line costs only itself; without the first line, there is no table.
fn check_damaged(damaged: &DamagedFile) {
    let table = RecordTable::read(&damaged.bytes);
    if damaged.line == 1 {
        return assert_eq!(table, Err(RecordError::NotATable));
    }
    let (table, rest) = (table.unwrap(), RecordTable::read(&damaged.rest).unwrap());
    let mut problems = table.problems();
    assert!(problems.any(|(number, _)| number == damaged.line));
    let [records, others] = [&table, &rest].map(|it| it.records().collect::<Vec<&Record>>());
    assert_eq!(records, others, "line {}", damaged.line);
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(|&byte| byte == b'\n').collect()
}
