//! `wgs create --difficulty`.

use serde_json::Value;

use super::BOGGLE;
use crate::folder::Folder;

/// Returns the share of a board's points that are in common words, in percent.
fn common_share(folder: &Folder, board: &str) -> u64 {
    let points = |class: &str| {
        let arguments = [
            "solve", BOGGLE, "--json", "--common", class, "--board", board,
        ];
        let reply: Value = serde_json::from_str(&folder.print(&arguments)).unwrap();
        reply["points"].as_u64().unwrap()
    };
    points("35") * 100 / points("rare")
}

#[test]
fn the_share_of_points_in_common_words_is_the_difficulty() {
    let folder = Folder::new();
    for (difficulty, shares) in [("easy", 37..=100), ("medium", 31..=36), ("hard", 0..=30)] {
        let options = ["--difficulty", difficulty, "--seed", "2014", "--json"];
        let created = folder.print(&[&["create", BOGGLE, "4"][..], &options].concat());
        assert_eq!(created.lines().count(), 4);
        for line in created.lines() {
            let reply: Value = serde_json::from_str(line).unwrap();
            assert_eq!(reply["met"], true, "{reply}");
            let board = reply["board"].as_str().unwrap();
            let share = common_share(&folder, board);
            assert!(shares.contains(&share), "{difficulty} {board} {share}%");
        }
        // A board depends only on its number and the seed.
        let one = folder.print(&[&["create", BOGGLE, "1"][..], &options].concat());
        assert_eq!(created.lines().next(), Some(one.trim_end()));
        let threads = [&["create", BOGGLE, "4", "--threads", "3"][..], &options].concat();
        assert_eq!(folder.print(&threads), created);
    }
}

#[test]
fn a_difficulty_goes_with_other_targets() {
    let folder = Folder::new();
    let options = [
        "--difficulty",
        "hard",
        "--words",
        "80..120",
        "--size",
        "5x5",
    ];
    let printed = folder.print(&[&["create", BOGGLE, "2", "--seed", "1"][..], &options].concat());
    for line in printed.lines() {
        let words: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((80..=120).contains(&words), "{line}");
    }
}

#[test]
fn a_difficulty_that_no_board_has_is_reported() {
    // All words are rare.
    let folder = Folder::with_words("sipe neps");
    let options = ["--difficulty", "easy", "--dictionary", "words.txt"];
    let output = folder.run(&[&["create", BOGGLE][..], &options].concat());
    let expected = "board 1: found no board that is easy; gave up after 1000 tries\n";
    assert!(output.err.ends_with(expected), "{}", output.err);
    assert_eq!((output.code, output.out.lines().count()), (Some(1), 1));
}

#[test]
fn an_unknown_difficulty_is_an_error() {
    let folder = Folder::new();
    for (arguments, reason) in [
        (
            &["--difficulty", "brutal"][..],
            "expected easy, medium or hard",
        ),
        (
            &["--difficulty", "easy", "--maximize"],
            "cannot be used with",
        ),
    ] {
        let error = folder
            .run(&[&["create", BOGGLE], arguments].concat())
            .refused(2);
        assert!(error.contains(reason), "{error}");
    }
}
