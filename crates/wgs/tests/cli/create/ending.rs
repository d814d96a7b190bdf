//! `create` that ends before all boards are found: time limits, Ctrl-C, a closed pipe.

use super::{BOGGLE, folder};
use crate::folder::Folder;

#[test]
fn closing_standard_output_ends_the_command() {
    let folder = folder();
    for arguments in [
        &["create", BOGGLE, "1000000000000"][..],
        &["create", BOGGLE, "1000000000000", "--json"],
        &["create", BOGGLE, "1000000000", "10"],
        &["games.json", "create", "List", "1000000000"],
    ] {
        let mut child = folder.command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(
            (ended.status.code(), ended.stderr.as_slice()),
            (Some(0), &b""[..]),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_time_that_the_clock_cannot_represent_is_no_limit() {
    let folder = Folder::new();
    let arguments = [
        "create",
        "Boggle (New)",
        "1",
        "--words",
        "1..",
        "--timeout",
        "1e19",
    ];
    assert_eq!(folder.print(&arguments).lines().count(), 1);
}

#[test]
fn boards_appear_as_they_are_found() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::new();
    // The first boards are easy to find, but all of them would take hours.
    for arguments in [
        &["create", BOGGLE, "1000000", "--words", "300.."][..],
        &["create", BOGGLE, "1000000000", "--words", "1.."],
        &["create", BOGGLE, "1000000000000"],
        &["create", BOGGLE, "1000000000", "--must-contain", "arenite"],
    ] {
        let mut child = folder.command(arguments).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let lines = out.lines().take(20).map(Result::unwrap);
        assert_eq!(lines.count(), 20, "{arguments:?}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_after_a_whole_line_and_says_how_many_boards_there_are() {
    use std::io::{BufRead, BufReader, Read};

    let folder = Folder::new();
    for (arguments, columns) in [
        (&["create", BOGGLE, "1000000000000"][..], 1),
        (&["create", BOGGLE, "1000000000", "--words", "200.."], 3),
        (&["create", BOGGLE, "1000000000", "--json"], 1),
    ] {
        let mut child = folder.command(arguments).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        out.read_line(&mut text).unwrap();
        crate::folder::interrupt(&child);
        out.read_to_string(&mut text).unwrap();
        let mut err = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{err}");
        let boards = text.lines().count();
        let last = text.lines().last().unwrap();
        assert_eq!(last.split(' ').count(), columns, "{last:?}");
        assert!(text.ends_with('\n'), "{last:?}");
        let end = format!("interrupted after {boards} of {} boards\n", arguments[2]);
        assert!(err.ends_with(&end), "{err}");
    }
}
