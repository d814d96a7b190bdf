//! `wgs prove`: records and their ledgers.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::folder::Folder;
use crate::hunt::{WORDS, assert_scores_on_two_rows_of_three, folder};

/// A proof that takes a moment.
const PROOF: &[&str] = &[
    "prove",
    "boggle-new",
    "--size",
    "3x2",
    "--letters",
    "AERSTN",
    "--at-least",
    "12",
    "-d",
    "words.txt",
];

/// The lines with boards.
fn boards(printed: &str) -> Vec<&str> {
    let is_board = |line: &&str| line.split(' ').count() == 2;
    printed.lines().filter(is_board).collect()
}

#[test]
fn a_proof_lists_the_best_boards_and_a_ledger_proves_them() {
    let folder = folder();
    let printed = folder.print(PROOF);
    assert!(!boards(&printed).is_empty(), "{printed}");
    assert!(
        printed.contains(" with at least 12 points, up to symmetry, and no others."),
        "{printed}"
    );
    let with_ledger = folder.print(&[PROOF, &["--ledger", "a.ledger", "--threads", "2"]].concat());
    assert_eq!(boards(&with_ledger), boards(&printed));
    for arguments in [&["--all"][..], &["--sample", "2"], &["--sample", "0"]] {
        let checked = folder.print(
            &[
                &["prove", "--verify", "a.ledger", "-d", "words.txt"],
                arguments,
            ]
            .concat(),
        );
        assert_eq!(boards(&checked), boards(&printed));
        assert!(checked.contains("The ledger is complete: "), "{checked}");
    }
    let json = folder.print(&[PROOF, &["--json"]].concat());
    let reply: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(reply["complete"], true);
    assert_eq!(
        reply["boards"].as_array().unwrap().len(),
        boards(&printed).len()
    );
    assert_eq!(reply["classes"], reply["classes_done"]);
}

#[test]
fn a_size_is_rows_and_columns_and_a_ledger_has_the_columns_first() {
    let folder = folder();
    let size = ["--size", "2x3", "--ledger", "a.ledger", "--json"];
    let proof = [&["prove", "boggle-new"], &PROOF[4..], &size].concat();
    let reply: Value = serde_json::from_str(&folder.print(&proof)).unwrap();
    assert_scores_on_two_rows_of_three(WORDS, &reply["boards"]);
    assert!(folder.read("a.ledger").contains("3x2"));
    let verify = ["prove", "--verify", "a.ledger", "-d", "words.txt", "--json"];
    let checked: Value = serde_json::from_str(&folder.print(&verify)).unwrap();
    assert_eq!(checked["boards"], reply["boards"]);
}

#[test]
fn shards_on_several_machines_make_one_ledger() {
    let folder = folder();
    let whole = folder.print(PROOF);
    let mut merged = String::new();
    // Parts may be counted from 0, too: 0/3 is 3/3.
    for (shard, name) in [("1/3", "1"), ("0/3", "3"), ("2/3", "2")] {
        let output = folder.run(&[PROOF, &["--shard", shard, "--ledger", name]].concat());
        assert_eq!(output.code, Some(0), "{}", output.err);
        assert!(output.out.contains(" classes are done: "), "{}", output.out);
        let incomplete = folder.run(&["prove", "--verify", name, "-d", "words.txt"]);
        assert_eq!(incomplete.code, Some(3), "{}", incomplete.err);
        assert!(
            incomplete.out.contains("The ledger is not complete: "),
            "{}",
            incomplete.out
        );
        merged += &folder.read(name);
    }
    folder.write("merged", merged);
    let checked = folder.print(&["prove", "--verify", "merged", "--all", "-d", "words.txt"]);
    assert_eq!(boards(&checked), boards(&whole));
}

#[test]
fn a_killed_proof_continues_where_it_was() {
    let folder = folder();
    let long = [
        PROOF,
        &[
            "-q",
            "--classes",
            "3",
            "--ledger",
            "a.ledger",
            "--threads",
            "1",
        ],
    ]
    .concat();
    let whole = folder.print(&[PROOF, &["--classes", "3"]].concat());
    let mut child = folder.command(&long).stdin(Stdio::null()).spawn().unwrap();
    // Killed as soon as some classes are done, at a random moment.
    let deadline = Instant::now() + Duration::from_secs(60);
    let path = folder.path("a.ledger");
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.matches(" bound ").count());
    while lines() < 3 && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "nothing was written");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The last line may have been cut off.
    let mut text = folder.read("a.ledger");
    assert!(text.ends_with('\n') || text.rfind('\n').is_some());
    text.push_str("0123456789abcdef class A/E");
    folder.write("a.ledger", &text);
    let continued = folder.print(&long);
    assert_eq!(boards(&continued), boards(&whole));
    let checked = folder.print(&["prove", "--verify", "a.ledger", "--all", "-d", "words.txt"]);
    assert_eq!(boards(&checked), boards(&whole));
    // Nothing is left to do, and nothing is written.
    let before = folder.read("a.ledger");
    assert_eq!(boards(&folder.print(&long)), boards(&whole));
    assert_eq!(folder.read("a.ledger"), before);
}

#[test]
fn a_time_limit_ends_a_proof_with_what_was_found() {
    let folder = Folder::new();
    let arguments = [
        "prove",
        "boggle-new",
        "--at-least",
        "3000",
        "--timeout",
        "0.5",
        "--ledger",
        "a",
        "--letters",
        "AEST",
    ];
    let output = folder.run(&arguments);
    let expected =
        "the proof is incomplete; a has the classes that were done: the time limit was reached";
    assert_eq!(output.code, Some(124), "{}", output.err);
    assert!(output.err.contains(expected), "{}", output.err);
    assert!(
        output.out.contains(" classes are done: 0 boards"),
        "{}",
        output.out
    );
    assert!(folder.read("a").contains(" split "));
}

#[test]
fn a_ledger_that_does_not_fit_is_refused_and_left_as_it_is() {
    let folder = folder();
    folder.print(&[PROOF, &["--ledger", "a.ledger"]].concat());
    folder.write("other.txt", "ate eat tea seat");
    let text = folder.read("a.ledger");
    let lines: Vec<&str> = text.lines().collect();
    let damaged = text.replacen("bound", "b0und", 1);
    folder.write("damaged.ledger", &damaged);
    let number = 1 + lines
        .iter()
        .position(|line| line.contains("bound"))
        .unwrap();
    let proof = |ledger: &'static str, changed: &[(&str, &'static str)]| {
        let mut arguments = PROOF.to_vec();
        for (old, new) in changed {
            *arguments
                .iter_mut()
                .find(|argument| *argument == old)
                .unwrap() = new;
        }
        arguments.extend(["--ledger", ledger]);
        folder.run(&arguments).refused(2)
    };
    for (error, expected) in [
        (
            proof("damaged.ledger", &[]),
            format!("line {number} is damaged: its checksum is wrong"),
        ),
        (
            proof("a.ledger", &[("12", "13")]),
            "its cutoff is \"12\", but this proof's is \"13\"".to_owned(),
        ),
        (
            proof("a.ledger", &[("words.txt", "other.txt")]),
            "the ledger is of another proof: its dictionary is".to_owned(),
        ),
        (
            proof("a.ledger", &[("AERSTN", "AERST")]),
            "its letters is".to_owned(),
        ),
        (
            proof("a.ledger", &[("3x2", "2x2")]),
            "the ledger is of another proof: its grid is".to_owned(),
        ),
        (
            proof("no-folder/a", &[]),
            "cannot continue the ledger no-folder/a".to_owned(),
        ),
        (
            folder
                .run(&["prove", "--verify", "damaged.ledger", "-d", "words.txt"])
                .refused(2),
            format!("line {number} is damaged"),
        ),
        (
            folder
                .run(&["prove", "--verify", "a.ledger", "-d", "other.txt"])
                .refused(2),
            "its words is".to_owned(),
        ),
        (
            folder
                .run(&["prove", "--verify", "missing", "-d", "other.txt"])
                .refused(2),
            "cannot read the ledger missing".to_owned(),
        ),
    ] {
        assert!(error.contains(&expected), "{expected}: {error}");
    }
    assert_eq!(folder.read("a.ledger"), text);
    assert_eq!(folder.read("damaged.ledger"), damaged);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let error = folder()
        .run(&[PROOF, &["--ledger", "/dev/full"]].concat())
        .refused(2);
    assert!(error.contains("the ledger /dev/full"), "{error}");
}

#[test]
fn the_time_of_a_proof_is_estimated_from_a_sample() {
    let folder = folder();
    let printed = folder.print(&[PROOF, &["--estimate", "3", "--seed", "1"]].concat());
    assert!(printed.contains(" on one core (95%: "), "{printed}");
    let json = folder.print(&[PROOF, &["--estimate", "1000", "--json"]].concat());
    let reply: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(reply["sampled"], reply["classes"]);
    assert!(reply["low"].as_f64() <= reply["seconds"].as_f64());
}

#[test]
fn dice_limit_the_boards_that_are_printed() {
    let folder = folder();
    let free = folder.print(PROOF);
    let mut arguments = PROOF.to_vec();
    let letters = arguments
        .iter_mut()
        .find(|argument| **argument == "AERSTN")
        .unwrap();
    *letters = "dice";
    let dice = folder.print(&arguments);
    assert!(
        dice.contains(" that the dice can produce with at least 12 points"),
        "{dice}"
    );
    assert!(boards(&dice).len() >= boards(&free).len() / 2, "{dice}");
}

#[test]
fn other_games_are_proved_too() {
    let folder = folder();
    for game in ["Spelling Bee", "Scramble"] {
        let size: &[&str] = if game == "Scramble" {
            &["--size", "2x2"]
        } else {
            &[]
        };
        let arguments = [
            &[
                "prove",
                game,
                "--letters",
                "AERST",
                "--at-least",
                "8",
                "-d",
                "words.txt",
            ],
            size,
        ]
        .concat();
        let printed = folder.print(&arguments);
        assert!(printed.contains(", and no others."), "{game}: {printed}");
    }
}

#[test]
fn wrong_arguments_are_named() {
    let folder = folder();
    for (arguments, expected) in [
        (&["boggle-new"][..], "--at-least"),
        (&["--at-least", "3"], "expected a game"),
        (&["chess", "--at-least", "3"], "chess"),
        (&["boggle-new", "--at-least", "0"], "--at-least"),
        (
            &["boggle-new", "--at-least", "3", "--size", "0x3"],
            "such as 4x4 or 5x6, at most 16x16",
        ),
        (
            &["boggle-new", "--at-least", "3", "--shard", "4/3"],
            "such as 3/8",
        ),
        (
            &["Big Boggle (1979)", "--at-least", "3"],
            "proofs work for at most 16",
        ),
        (
            &["boggle-new", "--at-least", "3", "--letters", "A?"],
            "is not a letter",
        ),
        (
            &["boggle-new", "--at-least", "3", "--letters", "1"],
            "--letters",
        ),
    ] {
        let error = folder.run(&[&["prove"], arguments].concat()).refused(2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
