//! Ctrl-C: searches end with their results so far, and a command that waits ends at once.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::folder::{Folder, ProgramOutput, interrupt, wait_until_searching};
use crate::pseudo_terminal::{PseudoTerminal, Streams};

/// Waits until a process ends.
fn finish(child: Child) -> ProgramOutput {
    let output = child.wait_with_output().unwrap();
    ProgramOutput {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Starts a search, presses Ctrl-C and returns the output.
fn interrupted(arguments: &[&str]) -> ProgramOutput {
    let folder = Folder::new();
    let mut command = folder.command(arguments);
    let child = command.stdin(Stdio::null()).spawn().unwrap();
    wait_until_searching(&child);
    interrupt(&child);
    finish(child)
}

#[test]
fn ctrl_c_ends_a_search_that_would_take_minutes() {
    let wildcards = "????????????????";
    for (arguments, err) in [
        (
            &["analyze", "boggle-new", wildcards][..],
            "board 1: no answer: it was cancelled\n",
        ),
        (
            &[
                "solve-dups",
                "boggle-new",
                wildcards,
                "^",
                "--regex",
                "zzzz",
            ],
            "board 1: the list is incomplete: it was cancelled\n",
        ),
        (
            &["study", "--growth", "2..16"],
            "wgs: the study is incomplete: it was cancelled\n",
        ),
    ] {
        let answer = interrupted(arguments);
        assert_eq!(
            (answer.code, answer.err.as_str()),
            (Some(130), err),
            "{arguments:?}"
        );
        assert!(answer.out.is_empty() || answer.out.ends_with('\n'));
    }
}

#[test]
fn ctrl_c_ends_a_stream_of_boards_after_a_whole_line() {
    let folder = Folder::new();
    let mut child = folder.command(&["score", "boggle-new"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // The program closes its input when it ends.
        while input
            .write_all("STNDTEIELARSMRTO\n".repeat(100).as_bytes())
            .is_ok()
        {}
    });
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    interrupt(&child);
    out.read_to_string(&mut text).unwrap();
    let answer = finish(child);
    writer.join().unwrap();
    assert_eq!(answer.code, Some(130), "{}", answer.err);
    let first = text.lines().next().unwrap();
    assert!(text.ends_with('\n') && text.lines().all(|line| line == first));
    let line = text.lines().count() + 1;
    let unanswered = "this line and those after it are not answered: it was cancelled";
    let expected = [
        format!("line {line}: {unanswered}\n"),
        format!("line {line}: no answer: it was cancelled\n"),
        // The program was waiting for a line.
        String::new(),
    ];
    assert!(expected.contains(&answer.err), "{line}: {}", answer.err);
}

#[test]
fn ctrl_c_ends_a_command_that_waits_for_a_line() {
    let folder = Folder::new();
    for arguments in [
        &["solve", "boggle-new"][..],
        &["score", "boggle-new"],
        &["check-word", "boggle-new"],
        &["check-board", "boggle-new"],
    ] {
        let command = folder.command(arguments);
        let mut terminal = PseudoTerminal::start(command, Streams::ALL);
        terminal.wait_until(|screen| screen.contains("(empty to quit): "));
        interrupt(terminal.child());
        let (code, screen) = terminal.finish();
        assert_eq!(code, Some(130), "{arguments:?}: {screen}");
        assert!(
            !screen.contains("cancelled"),
            "nothing was in work: {screen}"
        );
    }
}

#[test]
fn ctrl_c_ends_a_game_at_once() {
    let folder = Folder::new();
    for (arguments, prompt) in [
        (
            &["play", "boggle-new", "--minutes", "0", "--plain"][..],
            " > ",
        ),
        (&["scrabblet", "dealer"], "Word > "),
    ] {
        let mut terminal = PseudoTerminal::start(folder.command(arguments), Streams::ALL);
        terminal.wait_until(|screen| screen.contains(prompt));
        interrupt(terminal.child());
        assert_eq!(terminal.finish().0, Some(130), "{arguments:?}");
    }
}
