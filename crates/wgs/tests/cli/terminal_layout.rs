//! What a terminal of 80 columns shows: tables and prompts that pipes do not get, and progress that
//! leaves nothing behind.

use std::process::Command;

use vt100::Parser;

use crate::folder::{Folder, interrupt};
use crate::manual;
use crate::pseudo_terminal::{PseudoTerminal, Streams};

/// Runs a command with its output on a terminal, and returns the lines of the screen.
fn shown(command: Command) -> Vec<String> {
    let streams = Streams {
        input: false,
        ..Streams::ALL
    };
    let (_, screen) = PseudoTerminal::start(command, streams).finish();
    screen.lines().map(str::to_owned).collect()
}

/// The text on a terminal of 80 columns after some output.
fn screen(received: &[u8]) -> String {
    let mut parser = Parser::new(24, 80, 0);
    parser.process(received);
    let rows = parser.screen().rows(0, 80);
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
}

#[test]
fn a_terminal_shows_tables_unless_preferences_set_the_format() {
    let folder = Folder::with_words("cat cats");
    let set = |preferences: &str| {
        let text = manual::configuration(&folder.path("words.txt"));
        let empty = "\"Preferences\" : {\n}";
        assert!(text.contains(empty));
        text.replace(empty, &format!(r#""Preferences" : {{ {preferences} }}"#))
    };
    folder.write("none.json", set(""));
    folder.write("other.json", set(r#""Default": { "TileSize": "40" }"#));
    // They are the same as the defaults, but they were set.
    let formats =
        r#""SolutionFormat": "%w:\\t%s points\\n", "AnalysisFormat": "%B: %W words, %S points\\n""#;
    folder.write("set.json", set(&format!(r#""Default": {{ {formats} }}"#)));
    folder.write("prefix.json", set(r#""Default": { "SolutionPrefix": "" }"#));
    let columns = ["CAT   1 point", "CATS  1 point"];
    let lines = ["CAT:\t1 points", "CATS:\t1 points"];
    let table = [
        "CATS............: 2 words, 2 points",
        "",
        "letters   words   points  best word",
        "      3       1        1  CAT (1)",
        "      4       1        1  CATS (1)",
        "",
        "words that use each tile",
        "C 2  A 2  T 2  S 1",
    ];
    let analysis = ["CATS............: 2 words, 2 points"];
    for (file, format, solutions, analysed) in [
        ("none.json", None, &columns[..], &table[..]),
        ("other.json", None, &columns, &table),
        ("set.json", None, &lines, &analysis),
        ("prefix.json", None, &lines, &table),
        ("none.json", Some(r"x\n"), &["x", "x"], &["x"]),
    ] {
        for (command, expected) in [("solve", solutions), ("analyze", analysed)] {
            let mut arguments = vec![file, command, "Boggle (New)", "CATS............"];
            arguments.extend(format);
            let mut found = shown(folder.command(&arguments));
            while found.last().is_some_and(String::is_empty) {
                found.pop();
            }
            assert_eq!(found, expected, "{arguments:?}");
            // A pipe gets the format.
            let is_table = expected == columns || expected == table;
            let piped = folder.print(&arguments);
            if is_table {
                assert!(piped.contains(if command == "solve" {
                    lines[0]
                } else {
                    analysis[0]
                }));
            }
        }
    }
}

#[test]
fn tables_fit_80_columns() {
    let folder = Folder::new();
    for (arguments, parts) in [
        (
            &["games"][..],
            &[
                "boggle-new",
                "words-with-friends-rack",
                "8 letters",
                "French",
            ][..],
        ),
        (
            &["records"],
            &[
                "SEGSRNTREIAESLPS",
                "dictionary-enable2k.txt",
                "points=2500",
                "Met",
            ],
        ),
        (
            &[
                "analyze",
                "super-big-boggle",
                "BMSSInDOIETEGDNTRNSSEAIOURPLCTRXEISED",
            ],
            &["In "],
        ),
        (
            &["analyze", "scrabblet", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
            &["Z "],
        ),
    ] {
        let lines = shown(folder.command(arguments));
        for line in &lines {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
        let text = lines.join("\n");
        for part in parts {
            assert!(text.contains(part), "{arguments:?}: {part}: {text}");
        }
    }
    // In a pipe, a record is one line.
    let piped = folder.print(&["records", "--game", "boggle-new"]);
    let is_whole = |line: &str| line.contains("max-points") && line.contains("SEGSRNTREIAESLPS");
    assert!(piped.lines().any(is_whole), "{piped}");
}

#[test]
fn the_progress_of_a_hunt_fits_and_is_cleared_after_ctrl_c() {
    let folder = Folder::new();
    let arguments = "hunt super-big-boggle --time 1000s --no-record --seed 1 --threads 1 --pool 2";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut terminal = PseudoTerminal::start(folder.command(&arguments), Streams::ALL);
    let is_complete = |received: &str| {
        let screen = screen(received.as_bytes());
        let mut lines = screen.lines().skip_while(|line| !line.contains("best "));
        let has_result = lines.next().is_some_and(|line| line.contains(" climb"));
        let has_time = lines.next().is_some_and(|line| line.ends_with(" s left"));
        let tiles = |line: &str| line.chars().filter(|c| c.is_uppercase()).count();
        has_result && has_time && lines.next().is_some_and(|board| tiles(board) == 36)
    };
    terminal.wait_until(is_complete);
    // The terminal shows ^C itself.
    terminal.enter("\u{3}");
    interrupt(terminal.child());
    let (code, received) = terminal.finish();
    assert_eq!(code, Some(130), "{received:?}");
    let screen = screen(received.as_bytes());
    assert!(
        !screen.contains(" s left") && !screen.contains("^C"),
        "{screen}"
    );
    assert!(screen.contains("Best: "), "{screen}");
}

#[test]
fn a_long_benchmark_shows_its_progress() {
    let folder = Folder::new();
    let arguments = [
        "bench",
        "--random",
        "20000",
        "--rounds",
        "1",
        "--operation",
        "analyze",
    ];
    let mut terminal = PseudoTerminal::start(folder.command(&arguments), Streams::ALL);
    terminal.wait_until(|received| received.contains(" of 40,000 boards, "));
    let received = terminal.received();
    let text = String::from_utf8_lossy(&received);
    let (before, _) = text.split_once(" of 40,000 boards, ").unwrap();
    assert!(before.contains("operation  engine"), "{before}");
    terminal.child().kill().unwrap();
    terminal.finish();
}

#[test]
fn the_commands_prompt_as_the_manual_prints_it() {
    let folder = Folder::with_words("cat");
    for (arguments, prompt) in [
        (
            &["solve", "Boggle (New)"][..],
            "Enter letters (empty to quit): ",
        ),
        (
            &["score", "Boggle (New)"],
            "Enter letters (empty to quit): ",
        ),
        (
            &["analyze", "Boggle (New)"],
            "Enter letters (empty to quit): ",
        ),
        (
            &["check-board", "Boggle (New)"],
            "Enter word to check (empty to quit): ",
        ),
        (
            &["check-word", "Boggle (New)"],
            "Enter word to check (empty to quit): ",
        ),
    ] {
        let mut terminal = PseudoTerminal::start(folder.command(arguments), Streams::ALL);
        terminal.wait_until(|screen| screen == prompt);
        terminal.enter("\n");
        assert_eq!(terminal.finish().0, Some(0), "{arguments:?}");
    }
}
