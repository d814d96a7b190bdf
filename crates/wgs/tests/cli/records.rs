//! `wgs records`: the table of the best boards, and checks of it.

use serde_json::Value;
use wgs_records::checked_line;
use wgs_records::record::{Record, RecordTable};

use crate::folder::Folder;

const TABLE: &str = "home/data/wgs/records.txt";

const HUNT: &[&str] = &[
    "hunt",
    "boggle-new",
    "--size",
    "2x2",
    "--letters",
    "AEST",
    "--climbs",
    "2",
    "--seed",
    "1",
    "-d",
    "words.txt",
    "-q",
];

fn folder() -> Folder {
    Folder::with_words("ate ates east eat eats eta etas sat sate sea seat set seta tea teas")
}

/// The records of a table of a folder.
fn records(folder: &Folder) -> Vec<Record> {
    let table = RecordTable::read(folder.read(TABLE).as_bytes()).unwrap();
    table.records().cloned().collect()
}

/// The lines about the records of a folder, without those that are shipped.
fn own(printed: &str) -> Vec<Value> {
    let lines = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    lines
        .filter(|line: &Value| line["source"] == "local")
        .collect()
}

#[test]
fn a_hunt_adds_its_best_board_to_the_table() {
    let folder = folder();
    folder.print(&[HUNT, &["--no-record"]].concat());
    assert!(!folder.path(TABLE).exists());
    let hunted: Value = serde_json::from_str(&folder.print(&[HUNT, &["--json"]].concat())).unwrap();
    folder.print(&[HUNT, &["--goal", "max-long=4"]].concat());
    folder.print(HUNT);
    let records = own(&folder.print(&["records", "--json"]));
    assert_eq!(records.len(), 2);
    let best = &hunted["boards"][0];
    for key in ["board", "points", "words", "rollable"] {
        assert_eq!(records[0][key], best[key], "{key}");
    }
    for (key, value) in [
        ("game", "Boggle (New)"),
        ("goal", "max-points"),
        ("letters", "AEST"),
        ("dictionary", "words.txt"),
    ] {
        assert_eq!(records[0][key], value, "{key}");
    }
    // The same hunt counts once.
    assert_eq!(
        (&records[0]["climbs"], &records[0]["seed"]),
        (&2.into(), &1.into())
    );
    assert!(records[1]["long_words"].as_u64() > Some(0));
    let printed = folder.print(&["records", "--game", "boggle-new"]);
    assert!(
        printed.contains("2x2") && printed.contains("max-long=4"),
        "{printed}"
    );
    assert!(
        !folder
            .print(&["records", "--game", "scrabble-rack"])
            .contains("Boggle (New)")
    );
    // A table can be somewhere else.
    folder.print(&[HUNT, &["--table", "other.txt"]].concat());
    assert_eq!(
        own(&folder.print(&["records", "--json", "--table", "other.txt"])).len(),
        1
    );
}

#[test]
fn records_are_scored_again() {
    let folder = folder();
    folder.print(HUNT);
    let check = ["records", "check", "--game", "boggle-new"];
    let unchecked = folder.print(&check);
    let reason = "(local): no dictionary has the hash ";
    assert!(unchecked.contains(reason), "{unchecked}");
    let with_list = [&check[..], &["-d", "words.txt"]].concat();
    let checked = folder.print(&with_list);
    assert!(checked.contains(" 0 wrong, "), "{checked}");
    assert!(!checked.contains("(local)"), "{checked}");
    // A line with a right checksum but wrong points.
    let mut record = records(&folder).remove(0);
    record.points += 1;
    let header = folder.read(TABLE).lines().next().unwrap().to_owned() + "\n";
    let line = |record: &Record| checked_line::write(&serde_json::to_string(record).unwrap());
    folder.write(TABLE, header.clone() + &line(&record));
    let output = folder.run(&with_list);
    assert_eq!(output.code, Some(1), "{}", output.out);
    let points = record.points;
    let wrong = format!(
        "its points should be {}, but the line says {points}",
        points - 1
    );
    assert!(output.out.contains(&wrong), "{}", output.out);
    let json = folder.run(&[&with_list[..], &["--json"]].concat());
    assert_eq!(own(&json.out)[0]["result"], "wrong", "{}", json.out);
    // Letters that the record does not allow.
    record.points -= 1;
    record.letters = "AES".to_owned();
    folder.write(TABLE, header.clone() + &line(&record));
    let output = folder.run(&with_list);
    assert!(
        output.out.contains("its board has other letters than AES"),
        "{}",
        output.out
    );
}

#[test]
fn a_damaged_line_is_named_and_kept() {
    let folder = folder();
    folder.print(HUNT);
    let damaged = folder.read(TABLE).replacen("\"seed\":1", "\"seed\":2", 1);
    folder.write(TABLE, &damaged);
    let output = folder.run(&["records"]);
    assert_eq!(output.code, Some(0));
    let expected = "records.txt:2: the line cannot be read: its checksum is wrong";
    assert!(output.err.contains(expected), "{}", output.err);
    let output = folder.run(&["records", "check"]);
    assert_eq!(output.code, Some(1), "{}", output.out);
    assert!(output.err.contains(expected), "{}", output.err);
    folder.print(HUNT);
    assert!(folder.read(TABLE).starts_with(&damaged));
    assert_eq!(records(&folder).len(), 1);
}

#[test]
fn a_table_of_another_version_is_left_alone() {
    let folder = folder();
    for (text, expected) in [
        (
            checked_line::write("wgs records 9"),
            "it has format version 9",
        ),
        ("some notes\n".to_owned(), "it is not a table of records"),
    ] {
        folder.write(TABLE, &text);
        for arguments in [HUNT, &["records"], &["records", "check"]] {
            let error = folder.run(arguments).refused(2);
            assert!(error.contains("cannot read the records in "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(folder.read(TABLE), text);
    }
}

#[test]
fn the_shipped_records_are_right() {
    let folder = Folder::new();
    let printed = folder.print(&["records", "check", "--json"]);
    let mut checked = 0;
    for line in printed.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_ne!(record["result"], "wrong", "{line}");
        if record["dictionary"] == "Wordnik" {
            assert_eq!(record["result"], "correct", "{line}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}
