//! Records and running hunts.

use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use wgs_records::Fingerprint;
use wgs_records::hunt::HuntGoal;
use wgs_records::hunt::{HuntBoard, HuntProgress};
use wgs_records::record::{Record, RecordRun, RecordTable};
use wgs_server::{Options, Server};

use crate::client::{TestFolder, get, send, server};

fn server_in(folder: &TestFolder) -> Server {
    let options = Options {
        data_folder: Some(folder.path("")),
        ..Options::default()
    };
    Server::new(options).unwrap()
}

fn record() -> Record {
    let hash = Fingerprint::of_text("");
    Record {
        game: "Boggle (New)".to_owned(),
        columns: 4,
        rows: 4,
        letters: "dice".to_owned(),
        goal: HuntGoal::MAX_POINTS,
        dictionary: "/home/ann/words.txt".to_owned(),
        dictionary_hash: hash,
        rules_hash: hash,
        grid_hash: hash,
        board: "STNDTEIELARSMRTO".to_owned(),
        words: 831,
        points: 1_500,
        long_words: None,
        rollable: Some(true),
        seed: 7,
        pool: 50,
        climb: 3,
        runs: vec![RecordRun {
            seed: 7,
            pool: 50,
            climbs: 40,
            met: 2,
        }],
        version: "0.1.0".to_owned(),
        date: "2026-11-18".to_owned(),
    }
}

fn hunt(process: u32, age: Duration) -> HuntProgress {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let board = |climb| HuntBoard {
        board: "STNDTEIELARSMRTO".to_owned(),
        value: 1_400,
        climb,
    };
    HuntProgress {
        process,
        game: "Boggle (New)".to_owned(),
        columns: 4,
        rows: 4,
        letters: "dice".to_owned(),
        goal: HuntGoal::MAX_POINTS,
        dictionary: "/home/ann/words.txt".to_owned(),
        dictionary_hash: Fingerprint::of_text(""),
        seed: 1,
        pool: 50,
        started: process.into(),
        updated: (now - age).as_millis() as u64,
        seconds: 12.0,
        time_limit: None,
        climbs: 4,
        climb_limit: Some(10),
        evaluations: 1_000,
        evaluations_per_second: 83.0,
        best: Some(1_400),
        met: 1,
        boards: (0..100).map(board).collect(),
    }
}

fn write_hunt(folder: &TestFolder, hunt: &HuntProgress) {
    let text = serde_json::to_string(hunt).unwrap();
    fs::create_dir_all(folder.path(HuntProgress::FOLDER)).unwrap();
    let name = HuntProgress::file_name(hunt.process);
    folder.write(&format!("{}/{name}", HuntProgress::FOLDER), &text);
}

/// The number of records that come with wgs.
fn shipped() -> usize {
    RecordTable::shipped().records().count()
}

fn count(value: &Value) -> usize {
    value.as_array().unwrap().len()
}

#[tokio::test]
async fn a_server_without_a_data_folder_has_the_records_that_come_with_wgs() {
    let reply = get(&server(), "/api/v1/records").await.ok();
    assert_eq!(count(&reply["records"]), shipped());
    assert_eq!(reply["hunts"], json!([]));
    let sources = reply["records"].as_array().unwrap().iter();
    assert!(sources.map(|it| &it["source"]).all(|it| it == "shipped"));
}

#[tokio::test]
async fn own_records_and_running_hunts_are_listed_without_names_of_files() {
    let folder = TestFolder::new();
    let mut table = RecordTable::default();
    table.add(record());
    fs::write(folder.path(RecordTable::FILE_NAME), table.to_bytes()).unwrap();
    write_hunt(&folder, &hunt(1, Duration::ZERO));
    write_hunt(&folder, &hunt(2, Duration::from_secs(3_600)));
    let response = get(&server_in(&folder), "/api/v1/records").await;
    for name in ["ann", "words.txt"] {
        assert!(!response.text().contains(name), "{}", response.text());
    }
    let reply = response.ok();
    assert_eq!(count(&reply["records"]), shipped() + 1);
    let records = reply["records"].as_array().unwrap();
    let own = records.iter().find(|it| it["source"] == "local").unwrap();
    for (key, value) in [
        ("board", json!("STNDTEIELARSMRTO")),
        ("goal", json!("max-points")),
        ("dictionary", json!("words")),
        ("points", json!(1_500)),
        ("met", json!(2)),
        ("climbs", json!(40)),
        ("seed", json!(7)),
    ] {
        assert_eq!(own[key], value, "{key}");
    }
    // The other process was killed an hour ago.
    assert_eq!(count(&reply["hunts"]), 1);
    let hunt = &reply["hunts"][0];
    assert_eq!(hunt["best"], 1_400);
    assert_eq!(hunt["dictionary"], "words");
    assert_eq!(count(&hunt["boards"]), 4);
}

#[tokio::test]
async fn files_that_cannot_be_used_are_left_out() {
    for content in ["", "hello", "wgs records 9\n", "\0\0\0"] {
        let folder = TestFolder::new();
        folder.write(RecordTable::FILE_NAME, content);
        fs::create_dir(folder.path(HuntProgress::FOLDER)).unwrap();
        folder.write("hunts/1.json", content);
        folder.write("hunts/2.json", "{}");
        fs::create_dir(folder.path("hunts/3.json")).unwrap();
        let reply = get(&server_in(&folder), "/api/v1/records").await.ok();
        assert_eq!(count(&reply["records"]), shipped(), "{content:?}");
        assert_eq!(reply["hunts"], json!([]), "{content:?}");
    }
    // A table that is far too large, but takes no space on the disk.
    let folder = TestFolder::new();
    let file = fs::File::create(folder.path(RecordTable::FILE_NAME)).unwrap();
    file.set_len(1 << 40).unwrap();
    let reply = get(&server_in(&folder), "/api/v1/records").await.ok();
    assert_eq!(count(&reply["records"]), shipped());
}

#[tokio::test]
async fn only_some_of_very_many_hunts_are_listed() {
    let folder = TestFolder::new();
    for process in 0..40 {
        write_hunt(&folder, &hunt(process, Duration::ZERO));
    }
    let reply = get(&server_in(&folder), "/api/v1/records").await.ok();
    assert_eq!(count(&reply["hunts"]), 16);
}

#[tokio::test]
async fn a_client_that_has_the_reply_is_not_sent_it_again() {
    let folder = TestFolder::new();
    let server = server_in(&folder);
    let first = get(&server, "/api/v1/records").await;
    let tag = first.headers["etag"].clone();
    let request = Request::get("/api/v1/records")
        .header("host", "localhost")
        .header("if-none-match", tag);
    let again = send(&server, request.body(Body::empty()).unwrap()).await;
    assert_eq!(again.status, 304);
    assert!(again.body.is_empty());
}
