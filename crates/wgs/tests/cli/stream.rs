//! Boards on standard input: lines, bad boards, threads, pipes and exit codes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::folder::{Folder, repository};

const SCORE: [&str; 4] = ["score", "Boggle (New)", "--dictionary", "words.txt"];

/// The arguments of [`SCORE`] without notes about the number of tiles.
fn quiet() -> Vec<&'static str> {
    [&SCORE[..], &["--quiet"]].concat()
}

fn folder() -> Folder {
    Folder::with_words("cat cats act scat tacs dog quit")
}

#[test]
fn an_empty_line_ends_the_input() {
    for boards in [
        "CATS\nDOG\n\nCATS\n",
        "CATS\nDOG\n  \t\nCATS\n",
        "CATS\nDOG\n",
        "CATS\nDOG",
    ] {
        assert_eq!(
            folder().print_with(&SCORE, boards),
            "2 2\n1 1\n",
            "{boards:?}"
        );
    }
    assert_eq!(folder().print_with(&SCORE, "\nCATS\n"), "");
    assert_eq!(folder().print_with(&SCORE, ""), "");
}

#[test]
fn line_ends_of_windows_and_a_byte_order_mark_are_ignored() {
    let boards = b"\xef\xbb\xbfCATS\r\nDOG\r\n\r\nCATS\r\n";
    assert_eq!(folder().print_with(&SCORE, boards), "2 2\n1 1\n");
    let arguments = [
        "analyze",
        "Boggle (New)",
        "%B|",
        "--dictionary",
        "words.txt",
    ];
    assert_eq!(folder().print_with(&arguments, boards), "CATS|DOG|");
}

#[test]
fn a_bad_board_is_reported_by_its_line_and_the_others_are_answered() {
    let boards = "CATS\nC4TS\nDOG\nc:\nCATS\n";
    for command in ["score", "solve", "solve-dups", "analyze"] {
        let mut arguments = quiet();
        arguments[0] = command;
        let answer = folder().run_with(&arguments, boards);
        assert_eq!(answer.code, Some(2), "{command}");
        let lines: Vec<&str> = answer.err.lines().collect();
        assert_eq!(lines.len(), 2, "{command}: {}", answer.err);
        assert!(lines[0].starts_with("line 2: column 2: "), "{}", lines[0]);
        assert!(lines[0].contains('4'), "{}", lines[0]);
        assert!(lines[1].starts_with("line 4: column "), "{}", lines[1]);
    }
    assert_eq!(folder().run_with(&SCORE, boards).out, "2 2\n1 1\n2 2\n");
}

#[test]
fn bytes_that_are_not_text_are_a_bad_board() {
    let answer = folder().run_with(&quiet(), b"CATS\nC\xff\xfeTS\nDOG\n");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), "2 2\n1 1\n"));
    assert!(answer.err.starts_with("line 2: "), "{}", answer.err);
}

#[test]
fn bad_boards_are_reported_in_order_on_any_number_of_threads() {
    let mut boards = String::new();
    let mut expected = Vec::new();
    for number in 1..=400 {
        let bad = number % 50 == 0;
        boards.push_str(if bad { "C!TS\n" } else { "CATS\n" });
        expected.extend(bad.then(|| format!("line {number}: ")));
    }
    for threads in ["1", "3"] {
        let arguments = [&quiet()[..], &["--threads", threads]].concat();
        let answer = folder().run_with(&arguments, &boards);
        assert_eq!(answer.code, Some(2));
        assert_eq!(answer.out.lines().count(), 392);
        let lines: Vec<&str> = answer.err.lines().collect();
        assert_eq!(lines.len(), expected.len());
        for (line, start) in lines.iter().zip(&expected) {
            assert!(line.starts_with(start), "{line}");
        }
    }
}

#[test]
fn boards_of_the_command_line_are_answered_in_their_order() {
    let arguments = [&SCORE[..], &["--board", "CATS", "--board", "DOG"]].concat();
    // Standard input is left alone.
    assert_eq!(folder().print_with(&arguments, "QUIT\n"), "2 2\n1 1\n");
}

#[test]
fn a_bad_board_of_the_command_line_does_not_stop_the_others() {
    let arguments = [&SCORE[..], &["--board", "C1", "--board", "DOG"]].concat();
    let answer = folder().run(&arguments);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), "1 1\n"));
    assert!(answer.err.contains("column 2: '1'"), "{}", answer.err);
}

#[test]
fn too_few_tiles_leave_cells_empty_and_too_many_are_ignored_unless_strict() {
    let boards = "CATS\nCATSCATSCATSCATS\nCATSCATSCATSCATSDOG\n";
    let printed = folder().print_with(&SCORE, boards);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "2 2");
    assert_eq!(lines[1], lines[2]);
    let answer = folder().run_with(&[&SCORE[..], &["--strict"]].concat(), boards);
    assert_eq!((answer.code, answer.out.trim_end()), (Some(2), lines[1]));
    assert_eq!(
        answer.err,
        "line 1: the board has 4 tiles, but the grid has 16 cells\n\
         line 3: the board has 19 tiles, but the grid has 16 cells\n"
    );
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    let boards = repository("crates/wgs/data/bench/boards.txt");
    let boards: String = boards
        .lines()
        .take(600)
        .map(|line| format!("{line}\n"))
        .collect();
    for command in [
        &["score", "Boggle (New)"][..],
        &["score", "Boggle (New)", "--json"],
        &["solve", "Boggle (New)", "%w %s %p,%(;)", "<", r">\n"],
        &["solve", "Boggle (New)", "--sort", "score", "--limit", "5"],
        &["solve-dups", "Boggle (New)", "--min-length", "5"],
        &["analyze", "Boggle (New)", r"%B %C %S %X %Y %5W %8+P\n"],
    ] {
        let of = |threads: &str| {
            folder.print_with(&[command, &["--threads", threads]].concat(), &boards)
        };
        let one = of("1");
        assert!(one.lines().count() >= 600, "{command:?}");
        for threads in ["2", "8"] {
            assert!(
                of(threads) == one,
                "{command:?} differs with {threads} threads"
            );
        }
    }
}

#[test]
fn a_program_can_wait_for_each_answer() {
    let folder = folder();
    let mut child = folder.command(&SCORE).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (board, answer) in [("CATS", "2 2\n"), ("DOG", "1 1\n"), ("QIT", "1 1\n")] {
        writeln!(stdin, "{board}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, answer, "{board}");
    }
    // A last line without an end is answered when the input closes.
    stdin.write_all(b"CATS").unwrap();
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "2 2\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new();
    let boards = repository("crates/wgs/data/bench/boards.txt");
    for arguments in [
        &["solve", "Boggle (New)"][..],
        &["solve", "Boggle (New)", "--json"],
        &["analyze", "Boggle (New)", "--threads", "2"],
        &["config", "init"],
    ] {
        let mut command = folder.command(arguments);
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // It may end before it has read all.
        let _ = stdin.write_all(boards.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*said),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn there_is_no_prompt_on_a_pipe() {
    for command in ["score", "solve", "solve-dups", "analyze"] {
        let mut arguments = quiet();
        arguments[0] = command;
        let answer = folder().run_with(&arguments, "CATS\n");
        assert_eq!(answer.err, "", "{command}");
        assert!(!answer.out.contains("Enter"), "{command}");
    }
}

#[test]
fn the_configuration_comes_from_the_flag_or_the_first_argument() {
    let folder = Folder::with_manual_words("cat");
    let score = ["score", "Small", "--board", "CAT"];
    assert_eq!(folder.print(&[&["wgs.json"], &score[..]].concat()), "1 1\n");
    assert_eq!(
        folder.print(&[&["--config", "wgs.json"], &score[..]].concat()),
        "1 1\n"
    );
    assert_eq!(
        folder.print(&[&score[..], &["--config", "wgs.json"]].concat()),
        "1 1\n"
    );
    // The embedded configuration has no such game.
    assert!(
        folder
            .run(&score)
            .refused(2)
            .contains("unknown game \"Small\"")
    );
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "the user's folder can be set by a variable on Linux only"
)]
fn the_configuration_comes_from_the_folder_of_the_user_unless_a_file_is_named() {
    let folder = Folder::with_manual_words("cat");
    let score = ["score", "Small", "--board", "CAT"];
    for place in ["home/config/wgs.json", "home/config/wgs/wgs.json"] {
        folder.write(place, folder.read("wgs.json"));
        assert_eq!(folder.print(&score), "1 1\n", "{place}");
    }
    folder.write("other.json", "{}");
    let error = folder
        .run(&[&["other.json"], &score[..]].concat())
        .refused(2);
    assert!(error.contains("unknown game \"Small\""), "{error}");
}

#[test]
fn a_closed_standard_error_does_not_stop_the_answers() {
    let folder = folder();
    let boards = ["--board", "C1"].repeat(3_000);
    let mut command = folder.command(&[&["score", "Boggle (New)"], &boards[..]].concat());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn errors_are_coloured_on_terminals_only() {
    let folder = folder();
    let mut command = folder.command(&["score", "Nonsense"]);
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    let quiet = command.output().unwrap();
    assert!(!quiet.stderr.contains(&0x1b));
    let error = folder.run(&["score", "Nonsense"]).refused(2);
    assert!(!error.contains('\u{1b}'), "{error:?}");
    // If both variables are set, NO_COLOR takes precedence.
    let mut command = folder.command(&["score", "Nonsense"]);
    command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!command.output().unwrap().stderr.contains(&0x1b));
}

#[test]
fn a_very_long_line_is_a_board_with_ignored_tiles() {
    let board = format!("CATS............{}\n", "Q".repeat(2_000_000));
    assert_eq!(folder().print_with(&SCORE, board), "2 2\n");
}

#[cfg(unix)]
#[test]
fn boards_may_come_from_a_pipe_but_not_from_a_device_without_an_end() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("pipe"))
        .status();
    assert!(made.unwrap().success());
    let pipe = folder.path("pipe");
    for arguments in [
        &["score", "Scramble", "-d", "words.txt", "--file", "pipe"][..],
        &["study", "--file", "pipe"],
    ] {
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::write(pipe, "CATS\nACTS\nSACT\nTACS\n").unwrap()
        });
        let output = folder.run(arguments);
        writer.join().unwrap();
        assert_eq!(output.code, Some(0), "{arguments:?}: {}", output.err);
    }

    for (arguments, expected) in [
        (
            &[
                "score",
                "Scramble",
                "-d",
                "words.txt",
                "--file",
                "/dev/zero",
            ][..],
            "line 1 has more than 16777216 bytes",
        ),
        (
            &["score", "Scramble", "-d", "words.txt"],
            "line 1 has more than 16777216 bytes",
        ),
        (
            &["study", "--file", "/dev/zero"],
            "it has 67108864 bytes or more",
        ),
        (
            &["boggle", "words.txt", "-"],
            "it has 67108864 bytes or more",
        ),
        (
            &["boggle", "words.txt", "/dev/zero"],
            "it is not a regular file",
        ),
        (&["boggle", "words.txt", "pipe"], "it is not a regular file"),
    ] {
        let output = folder
            .command(arguments)
            .stdin(std::fs::File::open("/dev/zero").unwrap())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
