//! `--maximize` and `--size`, and the boards that Ctrl-C leaves behind.

use crate::folder::Folder;

use super::{BOGGLE, create_embedded};

fn parsed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn maximize_finds_better_boards_than_chance_and_shows_what_it_reached() {
    let random = create_embedded(BOGGLE, "1 --words 1.. --seed 7 --json").fine();
    let random = parsed(&random);
    for (what, measure) in [("", "points"), ("points", "points"), ("words", "words")] {
        let arguments = format!("1 --seed 7 --json --timeout 1 --maximize {what}");
        let best = parsed(&create_embedded(BOGGLE, &arguments).fine());
        assert_eq!(best["reached"], best[measure], "{what}");
        assert!(
            best["reached"].as_u64() > Some(2 * random[measure].as_u64().unwrap()),
            "{best}"
        );
        assert!(best["tries"].as_u64() > Some(1_000), "{best}");
        assert_eq!(best.get("met"), None);
    }
    let long = create_embedded(
        BOGGLE,
        "1 --seed 7 --json --timeout 2 --maximize words-of=8",
    )
    .fine();
    let long = parsed(&long);
    assert!(long["reached"].as_u64() > Some(1), "{long}");
    assert!(long["longest"].as_u64() >= Some(8), "{long}");
}

#[test]
fn the_same_seed_finds_the_same_best_boards_on_any_number_of_threads() {
    let folder = Folder::with_words("cat cats act acts scat tact cast sat");
    let create = |threads: &str| {
        let arguments = [
            "create",
            BOGGLE,
            "3",
            "--maximize",
            "words",
            "--size",
            "2x3",
            "--seed",
            "5",
            "--dictionary",
            "words.txt",
            "--threads",
            threads,
            "--json",
        ];
        // The other letters of the dice are in no word, which is a warning.
        folder.run(&arguments).out
    };
    let boards = create("1");
    assert_eq!(boards.lines().count(), 3);
    assert_eq!(create("3"), boards);
}

#[test]
fn a_size_replaces_the_grid_of_the_game() {
    for (size, tiles) in [("1x1", 1), ("2x3", 6), ("4x4", 16), ("7x6", 42)] {
        let boards = create_embedded(BOGGLE, &format!("5 --seed 3 --size {size}")).fine();
        for board in boards.lines() {
            let board: wgs_engine::Board = board.parse().unwrap();
            assert_eq!(board.len(), tiles, "{size}");
        }
    }
    // On 2 rows of 3, the third tile touches the sixth but not the first.
    let folder = Folder::with_words("cat");
    let arguments = [
        "create",
        BOGGLE,
        "1",
        "--maximize",
        "words",
        "--size",
        "2x3",
        "--seed",
        "1",
        "--dictionary",
        "words.txt",
    ];
    let board = folder.run(&arguments).out;
    assert!(board.ends_with(" 1 1\n"), "{board}");
}

#[test]
fn maximize_and_size_reject_what_they_cannot_use() {
    for (arguments, error) in [
        (
            "--maximize letters",
            "expected points, words, words-of=8 or longest",
        ),
        (
            "--maximize words-of=0",
            "expected points, words, words-of=8 or longest",
        ),
        ("--maximize points --words 5..", "cannot be used with"),
        ("1 100 --maximize", "cannot be used with"),
        ("--maximize --minimize", "cannot be used with"),
        (
            "--size 4",
            "expected rows and columns such as 4x4 or 5x6, at most 100x100",
        ),
        (
            "--size 0x4",
            "expected rows and columns such as 4x4 or 5x6, at most 100x100",
        ),
        (
            "--size 101x4",
            "expected rows and columns such as 4x4 or 5x6, at most 100x100",
        ),
    ] {
        let refused = create_embedded(BOGGLE, arguments).refused(2);
        assert!(refused.contains(error), "{arguments}: {refused}");
    }
}

/// Runs a search that cannot succeed and presses Ctrl-C.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_best_board_found() {
    let folder = Folder::new();
    for (target, error) in [
        (
            &["--words", "5000.."][..],
            "board 1: expected at least 5000 words, found ",
        ),
        (
            &["--maximize", "--timeout", "600"],
            "board 1: this is the best board so far",
        ),
    ] {
        let mut command = folder.command(&[&["create", BOGGLE, "1"], target].concat());
        let child = command.spawn().unwrap();
        crate::folder::wait_until_searching(&child);
        crate::folder::interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{err}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(out.lines().count(), 1, "{out}");
        assert_eq!(out.split(' ').count(), 3, "{out}");
        assert!(err.starts_with(error), "{err}");
        assert!(err.ends_with("; interrupted\n"), "{err}");
    }
}
