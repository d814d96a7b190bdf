//! Searches that end early: `--timeout`, and Ctrl-C in `interrupt.rs`. Their results are printed,
//! and standard error says that they are not all.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::folder::{Folder, ProgramOutput};

/// A board that takes a very long time to list with all paths or to analyse.
const WILDCARDS: &str = "????????????????";

const TIME_LIMIT: &str = "the time limit was reached";

fn run(arguments: &[&str]) -> ProgramOutput {
    Folder::new().run(arguments)
}

#[test]
fn a_list_that_is_incomplete_is_printed_and_says_so() {
    for limit in ["0.2", "0.5"] {
        let answer = run(&["solve-dups", "boggle-new", WILDCARDS, "--timeout", limit]);
        assert_eq!(answer.code, Some(124), "{}", answer.err);
        let expected = format!("board 1: the list is incomplete: {TIME_LIMIT}\n");
        assert_eq!(answer.err, expected);
        assert!(answer.out.is_empty() || answer.out.ends_with('\n'));
    }
    // A single search of it may end before the limit.
    let answer = run(&["solve", "boggle-new", WILDCARDS, "--timeout", "0.2"]);
    assert!(matches!(answer.code, Some(0 | 124)), "{}", answer.err);
}

#[test]
fn a_command_that_waits_for_input_ends_after_the_limit() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wgs"));
    command.args(["scrabblet", "dealer", "--seed", "1", "--timeout", "0.1"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Nothing is written to it, and it stays open.
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(124));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains(TIME_LIMIT), "{message}");
}

#[test]
fn a_number_of_half_the_words_is_not_printed() {
    let answer = run(&["analyze", "boggle-new", WILDCARDS, "--timeout", "0.2"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(124), ""));
    assert_eq!(answer.err, format!("board 1: no answer: {TIME_LIMIT}\n"));
    let answer = run(&["score", "boggle-new", WILDCARDS, "--timeout", "0"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(124), ""));
    assert!(
        answer.err.ends_with(&format!("{TIME_LIMIT}\n")),
        "{}",
        answer.err
    );
}

#[test]
fn an_analysis_without_a_time_limit_ends_too() {
    let board = "STNDTEIELARSMRTO";
    let answer = run(&["analyze", "boggle-new", WILDCARDS, board]);
    assert_eq!(answer.code, Some(124), "{}", answer.err);
    // Each board has its own limit.
    assert_eq!(answer.err, format!("board 1: no answer: {TIME_LIMIT}\n"));
    assert!(answer.out.contains(board), "{}", answer.out);
}

#[test]
fn a_reply_in_json_says_why_it_stopped() {
    for command in ["solve-dups", "analyze"] {
        let arguments = [
            command,
            "boggle-new",
            WILDCARDS,
            "--json",
            "--timeout",
            "0.2",
        ];
        let answer = run(&arguments);
        assert_eq!(answer.code, Some(124), "{}", answer.err);
        let reply: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(reply["board"], WILDCARDS);
        assert_eq!(reply["stopped"], TIME_LIMIT);
        assert_eq!(reply["words"].is_null(), command == "analyze");
    }
    let reply = Folder::new().print(&["score", "boggle-new", "STNDTEIELARSMRTO", "--json", "-q"]);
    assert!(!reply.contains("stopped"), "{reply}");
}

#[test]
fn boards_before_the_limit_are_answered_and_those_after_it_are_not_begun() {
    let folder = Folder::new();
    let boards = format!("STNDTEIELARSMRTO\n{WILDCARDS}\nSTNDTEIELARSMRTO\n");
    for threads in ["1", "3"] {
        let arguments = [
            "analyze",
            "boggle-new",
            "%B\\n",
            "--timeout",
            "0.5",
            "--threads",
            threads,
        ];
        let answer = folder.run_with(&arguments, &boards);
        assert_eq!(answer.code, Some(124), "{}", answer.err);
        assert_eq!(answer.out, "STNDTEIELARSMRTO\n");
        assert_eq!(answer.err, format!("line 2: no answer: {TIME_LIMIT}\n"));
    }
    let answer = folder.run_with(&["score", "boggle-new", "--timeout", "0"], &boards);
    let unanswered = "line 1: this line and those after it are not answered";
    assert_eq!(answer.err, format!("{unanswered}: {TIME_LIMIT}\n"));
    let answer = folder.run(&["check-word", "boggle-new", "cat", "dog", "--timeout", "0"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(124), ""),
        "{}",
        answer.err
    );
}

#[test]
fn games_end_when_the_words_of_their_board_take_too_long() {
    for (arguments, err) in [
        (
            &["play", "boggle-new", "--board", WILDCARDS, "--timeout", "0"][..],
            "wgs: the words of the board were not all found",
        ),
        (
            &["play", "boggle-new", "--timeout", "0"],
            "wgs: cannot create a board of \"Boggle (New)\": the words of the board",
        ),
        (
            &[
                "scrabblet",
                "player",
                "ABCDEFGHIJKLMNOP????",
                "--timeout",
                "0.1",
            ],
            "wgs: the words of the board were not all found",
        ),
        (
            &["scrabblet", "dealer", "--timeout", "0"],
            "wgs: cannot deal a hand of \"Scrabblet\"",
        ),
        (
            &[
                "study",
                "--limit",
                "1000000000000",
                "ABCDEFGHIJKLMNOPQRSTUVWXY",
                "--timeout",
                "0.1",
            ],
            "wgs: the study is incomplete",
        ),
        (
            &["study", "--growth", "2..12", "--timeout", "0.1"],
            "wgs: the study is incomplete",
        ),
    ] {
        let answer = run(arguments);
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(124), ""),
            "{}",
            answer.err
        );
        let is_expected =
            answer.err.starts_with(err) && answer.err.ends_with(": the time limit was reached\n");
        assert!(is_expected, "{}", answer.err);
    }
}

#[test]
fn a_time_limit_that_is_not_reached_changes_nothing() {
    let folder = Folder::new();
    for arguments in [
        &["solve", "boggle-new", "STNDTEIELARSMRTO"][..],
        &["check-word", "boggle-new", "cat"],
        &["games"],
    ] {
        let plain = folder.print(arguments);
        let limited = folder.print(&[arguments, &["--timeout", "600"]].concat());
        assert_eq!(plain, limited);
        let limited = folder.print(&[&["--timeout", "600"], arguments].concat());
        assert_eq!(plain, limited);
    }
}

#[test]
fn a_board_and_a_dictionary_made_to_take_forever_end_at_the_limit() {
    let words: Vec<String> = (3..50).map(|letters| "e".repeat(letters)).collect();
    let folder = Folder::with_words(&words.join(" "));
    folder.write("board.txt", "7 7\n".to_owned() + &"E ".repeat(49));
    for json in [&["--json"][..], &[]] {
        let arguments = ["boggle", "words.txt", "board.txt", "--timeout", "0.2"];
        let answer = folder.run(&[&arguments, json].concat());
        assert_eq!(answer.code, Some(124), "{}", answer.err);
        assert_eq!(
            answer.err,
            format!("wgs: the list is incomplete: {TIME_LIMIT}\n")
        );
        assert!(!answer.out.contains("Score"), "{}", answer.out);
        assert_eq!(
            answer.out.contains("stopped"),
            !json.is_empty(),
            "{}",
            answer.out
        );
    }
}

#[test]
fn commands_without_a_time_limit_say_so() {
    for command in ["serve", "bench"] {
        let answer = run(&[command, "--timeout", "1"]);
        assert_eq!(answer.code, Some(2), "{}", answer.err);
        let expected = "wgs: --timeout: `serve` and `bench` have no time limit\n";
        assert_eq!(answer.err, expected);
    }
}
