//! `wgs hunt`: climbs, the file of a hunt, and the results that remain when it ends early.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use wgs_config::Catalogue;
use wgs_engine::{Adjacency, Grid, Lexicon, Solver};
use wgs_records::hunt::HuntProgress;

use crate::folder::Folder;
#[cfg(unix)]
use crate::folder::{ProgramOutput, finish, interrupt};

pub(crate) const WORDS: &str = "ate ates ear ears east eat eats era eras eta etas rat rate rates rats sat sate sea seat \
                     sera set seta stare star tar tare tares tars tea tear tears teas tease rest";

/// A hunt whose climbs take a moment.
const HUNT: &[&str] = &[
    "hunt",
    "boggle-new",
    "--size",
    "3x3",
    "--letters",
    "AERSTN",
    "--pool",
    "20",
    "-d",
    "words.txt",
    "-q",
];

/// Checks the points of boards that are 2 rows of 3 tiles, and not 3 rows of 2.
pub(crate) fn assert_scores_on_two_rows_of_three(words: &str, boards: &Value) {
    let lexicon = Lexicon::from_text(words).unwrap();
    let catalogue = Catalogue::embedded();
    let rules = catalogue.game("boggle-new").unwrap().rules().unwrap();
    let [rows, turned] = [(3, 2), (2, 3)].map(|(columns, rows)| {
        let grid = Grid::rectangle(columns, rows, Adjacency::Diagonal);
        let solver = Solver::new(&lexicon, &grid, rules);
        let boards = boards.as_array().unwrap().iter();
        let points = boards.map(|board| {
            let tiles = board["board"].as_str().unwrap().parse().unwrap();
            solver.score(&tiles).points == board["points"].as_u64().unwrap()
        });
        points.collect::<Vec<_>>()
    });
    assert!(rows.iter().all(|is_right| *is_right), "{boards}");
    assert!(turned.iter().any(|is_right| !is_right), "{boards}");
}

pub(crate) fn folder() -> Folder {
    Folder::with_words(WORDS)
}

/// The reply of a hunt, without the time it took.
fn reply(printed: &str) -> Value {
    let mut reply: Value = serde_json::from_str(printed).unwrap();
    reply["seconds"] = Value::Null;
    reply
}

/// The reply of a hunt with these further arguments.
fn hunt(folder: &Folder, arguments: &[&str]) -> Value {
    reply(&folder.print(&[HUNT, arguments, &["--json"]].concat()))
}

#[test]
fn the_same_climbs_find_the_same_boards_on_any_number_of_threads() {
    let folder = folder();
    let arguments = ["--climbs", "6", "--seed", "3", "--threads"];
    let one = hunt(&folder, &[&arguments[..], &["1"]].concat());
    let three = hunt(&folder, &[&arguments[..], &["3"]].concat());
    assert_eq!(one, three);
    assert_eq!(
        (&one["climbs"], &one["unfinished"], &one["seed"]),
        (&6.into(), &0.into(), &3.into())
    );
    let boards = one["boards"].as_array().unwrap();
    assert_eq!((boards.len(), &boards[0]["value"]), (20, &one["best"]));
    assert!(one["met"].as_u64() > Some(0));
    let printed = folder.print(&[HUNT, &["--climbs", "6", "--seed", "3", "--show", "2"]].concat());
    let best = format!(
        "Best: {} points, met in {} of 6 climbs; ",
        one["best"], one["met"]
    );
    assert_eq!(printed.lines().count(), 3, "{printed}");
    assert!(printed.contains(&best), "{printed}");
    assert!(
        printed.starts_with(boards[0]["board"].as_str().unwrap()),
        "{printed}"
    );
}

#[test]
fn a_size_is_rows_and_columns_and_a_file_has_the_columns_first() {
    let folder = folder();
    let size = ["--size", "2x3", "--climbs", "2", "--resume", "a.hunt"];
    let arguments = [&["hunt", "boggle-new"], &HUNT[4..], &size].concat();
    let found = reply(&folder.print(&[&arguments[..], &["--json"]].concat()));
    assert_eq!((&found["rows"], &found["columns"]), (&2.into(), &3.into()));
    assert_scores_on_two_rows_of_three(WORDS, &found["boards"]);
    assert!(folder.read("a.hunt").contains("\"size\":[3,2]"));
    let again = reply(&folder.print(&[&arguments[..], &["--json"]].concat()));
    assert_eq!(again["boards"], found["boards"]);
    let table = folder.print(&["records", "--game", "boggle-new"]);
    assert!(
        table.contains(" 2x3 ") && !table.contains(" 3x2 "),
        "{table}"
    );
}

#[test]
fn every_goal_is_reached_as_well_as_possible() {
    let folder = folder();
    for (goal, best) in [
        (&["--minimize"][..], 0),
        (&["--points", "7"], 7),
        (&["--points", "1"], 1),
    ] {
        let reply = hunt(&folder, &[goal, &["--climbs", "2"]].concat());
        assert_eq!(reply["best"], best, "{goal:?}");
    }
    let most = |count| {
        hunt(
            &folder,
            &["--maximize", count, "--climbs", "4", "--seed", "1"],
        )
    };
    let [points, words, long] = ["points", "words", "words-of=5"].map(most);
    assert!(words["best"].as_u64() >= points["boards"][0]["words"].as_u64());
    assert!(long["boards"][0]["long_words"].as_u64() > Some(0));
    assert_eq!(long["boards"][0]["long_words"], long["best"]);
    // A hunt without a limit of climbs ends when nothing can be better.
    let all = hunt(&folder, &["--points", "7", "--time", "60s"]);
    let boards = all["boards"].as_array().unwrap();
    assert!(boards.len() == 20 && boards.iter().all(|board| board["points"] == 7));
    let arguments = [HUNT, &["--points", "100000", "--climbs", "1"]].concat();
    assert_eq!(folder.run(&arguments).code, Some(1));
}

#[test]
fn a_goal_as_files_have_it_is_the_same_hunt() {
    let folder = folder();
    let climbs = ["--climbs", "2", "--seed", "1"];
    for (goal, flags) in [
        ("max-points", &["--maximize"][..]),
        ("max-words", &["--maximize", "words"]),
        ("max-long=5", &["--maximise", "words-of=5"]),
        ("min-points", &["--minimise"]),
        ("points=7", &["--points", "7"]),
    ] {
        let named = hunt(&folder, &[&["--goal", goal], &climbs[..]].concat());
        assert_eq!(named["goal"], goal);
        assert_eq!(named, hunt(&folder, &[flags, &climbs].concat()), "{goal}");
    }
    for flags in [
        &["--maximize", "longest"][..],
        &["--minimize", "--points", "7"],
    ] {
        assert_eq!(
            folder.run(&[HUNT, flags].concat()).code,
            Some(2),
            "{flags:?}"
        );
    }
}

#[test]
fn boards_of_dice_can_be_rolled() {
    let folder = folder();
    let arguments = [
        "hunt",
        "boggle-new",
        "-d",
        "words.txt",
        "--json",
        "--climbs",
        "1",
    ];
    let reply = reply(&folder.run(&arguments).out);
    let boards = reply["boards"].as_array().unwrap();
    assert_eq!(reply["letters"], "dice");
    assert!(boards.iter().all(|board| board["rollable"] == true));
    for board in boards.iter().take(3) {
        folder.print(&[
            "check-board",
            "boggle-new",
            board["board"].as_str().unwrap(),
        ]);
    }
}

#[test]
fn a_hunt_is_continued_where_it_was() {
    let folder = folder();
    let whole = hunt(&folder, &["--climbs", "7", "--seed", "5"]);
    hunt(
        &folder,
        &["--climbs", "3", "--seed", "5", "--resume", "a.hunt"],
    );
    // The file knows the seed.
    let continued = hunt(&folder, &["--climbs", "7", "--resume", "a.hunt"]);
    assert_eq!(continued, whole);
    let before = folder.read("a.hunt");
    let again = hunt(&folder, &["--climbs", "7", "--resume", "a.hunt"]);
    assert_eq!(
        (again, folder.read("a.hunt")),
        (whole.clone(), before.clone())
    );
    // A line that was cut off is written again; a damaged one costs only its climbs.
    folder.write("b.hunt", before.clone() + "0123456789abcdef {\"climbs\"");
    assert_eq!(
        hunt(&folder, &["--climbs", "7", "--resume", "b.hunt"]),
        whole
    );
    assert_eq!(folder.read("b.hunt"), before);
    let damaged = before.replacen("\"met\":", "\"met\":1", 1);
    assert_ne!(damaged, before);
    folder.write("c.hunt", damaged);
    let arguments: Vec<&str> = HUNT.iter().copied().filter(|it| *it != "-q").collect();
    let output = folder.run(
        &[
            &arguments[..],
            &["--climbs", "7", "--resume", "c.hunt", "--json"],
        ]
        .concat(),
    );
    assert_eq!(reply(&output.out)["boards"], whole["boards"]);
    let note = "line 2 of the hunt is damaged: its checksum is wrong; its climbs are done again";
    assert!(output.err.contains(note), "{}", output.err);
}

#[test]
fn the_files_of_shards_are_one_hunt() {
    let folder = folder();
    let whole = hunt(&folder, &["--climbs", "8", "--seed", "2"]);
    let mut merged = String::new();
    for shard in ["2/3", "1/3", "3/3"] {
        let name = format!("{}.hunt", &shard[..1]);
        let arguments = [
            "--climbs", "8", "--seed", "2", "--shard", shard, "--resume", &name,
        ];
        hunt(&folder, &arguments);
        merged += &folder.read(&name);
    }
    folder.write("merged.hunt", &merged);
    assert_eq!(
        hunt(&folder, &["--climbs", "8", "--resume", "merged.hunt"]),
        whole
    );
    assert_eq!(folder.read("merged.hunt"), merged);
}

#[test]
fn a_killed_hunt_loses_only_what_it_was_doing() {
    let folder = folder();
    let seed = ["--seed", "4", "--resume", "a.hunt", "--threads", "2"];
    let arguments = [HUNT, &seed[..], &["--time", "60s"]].concat();
    let mut child = folder
        .command(&arguments)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    let lines = || fs::read_to_string(folder.path("a.hunt")).map_or(0, |it| it.lines().count());
    while lines() < 2 {
        assert!(Instant::now() < deadline, "nothing was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let saved = hunt(&folder, &["--climbs", "0", "--resume", "a.hunt"]);
    let climbs = saved["climbs"].as_u64().unwrap();
    assert!(climbs > 0);
    let more = (climbs + 5).to_string();
    let continued = hunt(&folder, &["--climbs", &more, "--resume", "a.hunt"]);
    let whole = hunt(&folder, &["--climbs", &more, "--seed", "4"]);
    // More climbs may have been saved than the first ones without a gap.
    assert!(continued["climbs"].as_u64() >= whole["climbs"].as_u64());
    assert!(continued["best"].as_u64() >= whole["best"].as_u64());
}

#[test]
fn a_file_of_another_hunt_is_left_alone() {
    let folder = folder();
    folder.write("other.txt", "tea tease rats");
    hunt(
        &folder,
        &["--climbs", "1", "--seed", "5", "--resume", "a.hunt"],
    );
    let before = folder.read("a.hunt");
    let resume = ["--climbs", "2", "--resume", "a.hunt"];
    for (arguments, expected) in [
        (
            &["--goal", "max-words"][..],
            "its goal is \"max-points\", but this hunt's is \"max-words\"",
        ),
        (
            &["--seed", "6"],
            "--seed is 6, but the hunt to resume has 5",
        ),
    ] {
        let error = folder
            .run(&[HUNT, &resume[..], arguments].concat())
            .refused(2);
        assert!(error.contains(expected), "{error}");
    }
    let mut other = [HUNT, &resume[..]].concat();
    let dictionary = other.iter().position(|it| *it == "words.txt").unwrap();
    other[dictionary] = "other.txt";
    let error = folder.run(&other).refused(2);
    let expected = "cannot resume the hunt a.hunt: it is of another hunt: its dictionary hash is ";
    assert!(error.contains(expected), "{error}");
    assert_eq!(folder.read("a.hunt"), before);
    for (text, expected) in [
        ("some notes\n", "it does not name its hunt"),
        (
            &wgs_records::checked_line::write(r#"{"hunt":{"version":9}}"#),
            "it has format version 9, but this program reads version 1",
        ),
    ] {
        folder.write("b.hunt", text);
        let error = folder
            .run(&[HUNT, &["--resume", "b.hunt"]].concat())
            .refused(2);
        assert!(error.contains(expected), "{error}");
        assert_eq!(folder.read("b.hunt"), text);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_loses_nothing_and_a_running_hunt_shows_its_progress() {
    let folder = Folder::new();
    let arguments = [
        "hunt",
        "boggle-new",
        "--letters",
        "free",
        "--size",
        "5x5",
        "--resume",
        "a.hunt",
        "--time",
        "100s",
        "--threads",
        "1",
        "--seed",
        "1",
        "--json",
    ];
    let mut command = folder.command(&arguments);
    let child = command.stdin(Stdio::null()).spawn().unwrap();
    let hunts = folder.path("home/data/wgs").join(HuntProgress::FOLDER);
    let now = std::time::SystemTime::now;
    let deadline = Instant::now() + Duration::from_secs(60);
    let progress = loop {
        assert!(Instant::now() < deadline, "there is no progress");
        // A busy machine may not have scored anything when the file is written first.
        if let [progress] = &HuntProgress::read_folder(&hunts, now())[..]
            && progress.evaluations > 0
        {
            break progress.clone();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!((progress.process, progress.seed), (child.id(), 1));
    let best = progress.boards.first().map(|board| board.value);
    assert_eq!(progress.best, best);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    let expected = "the hunt ended early; a.hunt has the boards found so far: it was cancelled";
    assert!(err.contains(expected), "{err}");
    let stopped = reply(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(stopped["stopped"], "it was cancelled");
    assert!(stopped["best"].as_u64() >= progress.best);
    assert!(HuntProgress::read_folder(&hunts, now()).is_empty());
    assert_eq!(fs::read_dir(&hunts).unwrap().count(), 0);
    // The climb that was running goes on.
    let mut saved = arguments.to_vec();
    saved.truncate(8);
    saved.extend(["--climbs", "0", "--json", "-q"]);
    let saved = reply(&folder.print(&saved));
    for key in ["best", "boards", "climbs", "evaluations", "unfinished"] {
        assert_eq!(saved[key], stopped[key], "{key}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_a_hunt_with_what_was_found() {
    let folder = folder();
    let wgs = env!("CARGO_BIN_EXE_wgs");
    let arguments = HUNT.join(" ");
    // A limit on the size of files; the signal that comes with it is ignored.
    let script = format!(
        "ulimit -f 1; trap '' XFSZ; exec {wgs} {arguments} --seed 1 --time 60s --resume a.hunt --no-record"
    );
    let template = folder.command(&[]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path(""));
    for (key, value) in template.get_envs() {
        if let Some(value) = value {
            command.env(key, value);
        }
    }
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ProgramOutput { code, out, err } = finish(pipes, "");
    assert_eq!(code, Some(2), "{err}");
    let expected = "cannot write to the hunt a.hunt; the lines before are saved: ";
    assert!(err.contains(expected), "{err}");
    assert!(out.contains("Best: "), "{out}");
    let continued = hunt(&folder, &["--climbs", "4", "--resume", "a.hunt"]);
    assert_eq!(continued["climbs"], 4);
    assert_eq!(continued, hunt(&folder, &["--climbs", "4", "--seed", "1"]));
}
