//! Which words solve lists, and in which order.

use crate::folder::Folder;

/// C A T
/// S T A
/// A C S
const BOARD: &str = "CATSTAACS";

const WORDS: &str = "cat act acts cats tact sat tat scat";

fn solve(command: &str, format: &str, flags: &[&str]) -> String {
    let folder = Folder::with_manual_words(WORDS);
    let start = ["wgs.json", command, "Small", format, "--board", BOARD];
    folder.print(&[&start[..], flags].concat())
}

fn words(flags: &[&str]) -> String {
    solve("solve", "%w%( )", flags)
}

#[test]
fn words_come_in_alphabetical_order_unless_sorted() {
    for (flags, expected) in [
        (&[][..], "ACT ACTS CAT CATS SAT SCAT TACT TAT"),
        (&["--sort", "word"], "ACT ACTS CAT CATS SAT SCAT TACT TAT"),
        (&["--sort", "length"], "ACTS CATS SCAT TACT ACT CAT SAT TAT"),
        (&["--sort", "length", "--limit", "4"], "ACTS CATS SCAT TACT"),
        (&["--limit", "2"], "ACT ACTS"),
        (&["--limit", "0"], ""),
        (&["--limit", "99"], "ACT ACTS CAT CATS SAT SCAT TACT TAT"),
        (&["--min-length", "4"], "ACTS CATS SCAT TACT"),
        (&["--min-length", "5"], ""),
    ] {
        assert_eq!(words(flags), expected, "{flags:?}");
    }
}

#[test]
fn only_common_words_are_listed_if_asked_for() {
    for (flags, expected) in [
        (&["--common", "10"][..], "ACT ACTS CAT SAT"),
        (&["--common", "20"], "ACT ACTS CAT CATS SAT"),
        (&["--common", "rare"], "ACT ACTS CAT CATS SAT SCAT TACT TAT"),
        (
            &["--common", "20", "--limit", "1", "--sort", "length"],
            "ACTS",
        ),
        (
            &["--common", "20", "--contains", "1", "--regex", "^c"],
            "CAT CATS",
        ),
    ] {
        assert_eq!(words(flags), expected, "{flags:?}");
    }
    let classes = solve("solve", "%w %c%(, )", &["--min-length", "4"]);
    assert_eq!(classes, "ACTS 10, CATS 20, SCAT 50, TACT 35");
    let start = ["wgs.json", "solve", "Small", "--json", "--board", BOARD];
    let folder = Folder::with_manual_words(WORDS);
    let json = folder.print(&[&start[..], &["--common", "10"]].concat());
    assert!(
        json.contains(r#""word":"ACT","commonness":10,"score""#),
        "{json}"
    );
    assert!(!folder.print(&start).contains("commonness"));
    let all = solve(
        "solve-dups",
        "%w:%c%( )",
        &["--common", "10", "--starts-with", "1"],
    );
    assert_eq!(all, "CAT:10 CAT:10");
    for class in ["0", "40", "common", ""] {
        let arguments = [
            "wgs.json", "solve", "Small", "--common", class, "--board", BOARD,
        ];
        let error = folder.run(&arguments).refused(2);
        assert!(
            error.contains("expected 10, 20, 35, 50, 60, 70 or rare"),
            "{error}"
        );
    }
}

#[test]
fn the_highest_scores_come_first_and_equal_ones_in_alphabetical_order() {
    let folder = Folder::with_words("quiz zit quit it zoic");
    let arguments = [
        "solve",
        "Scramble",
        "%w %s%(, )",
        "--dictionary",
        "words.txt",
        "--sort",
        "score",
        "--board",
        "QIXXZTXX",
    ];
    assert_eq!(folder.print(&arguments), "QUIZ 21, QUIT 12, ZIT 12, IT 1");
}

#[test]
fn patterns_match_in_any_case_and_anywhere() {
    for (pattern, expected) in [
        ("cat", "CAT CATS SCAT"),
        ("^cat", "CAT CATS"),
        ("CAT$", "CAT SCAT"),
        ("^.{3}$", "ACT CAT SAT TAT"),
        ("....", "ACTS CATS SCAT TACT"),
        ("^(t..|s..t)$", "SCAT TAT"),
        ("x", ""),
        ("^.{,3}$", "ACT CAT SAT TAT"),
        (r"^(.).*\1$", "TACT TAT"),
        ("^(?!.*c)", "SAT TAT"),
        ("(?<=s)c?at", "SAT SCAT"),
    ] {
        assert_eq!(words(&["--regex", pattern]), expected, "{pattern}");
    }
    let folder = Folder::with_manual_words(WORDS);
    let arguments = [
        "wgs.json", "solve", "Small", "--board", BOARD, "--regex", "(a",
    ];
    assert_eq!(
        folder.run(&arguments).refused(2),
        "wgs: --regex: column 1: ( is not closed; expected ) after the group\n    (a\n    ^\n"
    );
}

#[test]
fn a_pattern_that_takes_too_long_is_an_error() {
    let folder = Folder::with_words(&"a".repeat(60));
    let board = "a".repeat(60);
    let arguments = [
        "solve",
        "Scrabblet",
        "--dictionary",
        "words.txt",
        "--board",
        &board,
        "--regex",
        "^(a*)*(a*)*(a*)*b",
    ];
    let error = folder.run(&arguments).refused(2);
    assert!(
        error.contains("--regex: the pattern takes too many steps"),
        "{error}"
    );
}

#[test]
fn words_start_at_any_given_position_and_use_all_required_positions() {
    let starts = |positions: &[&str], contained: &[&str]| {
        let mut flags = Vec::new();
        for position in positions {
            flags.extend(["--starts-with", position]);
        }
        for position in contained {
            flags.extend(["--contains", position]);
        }
        solve("solve", "%w (%p,)%( )", &flags)
    };
    for (positions, contained, expected) in [
        (&["1"][..], &[][..], "CAT (1,2,3) CATS (1,2,5,4)"),
        // The best path that starts there, not the best of all.
        (&["8"], &[], "CAT (8,6,3) CATS (8,6,5,4)"),
        (&["1", "8"], &[], "CAT (1,2,3) CATS (1,2,5,4)"),
        (
            &[],
            &["9"],
            "ACTS (2,1,5,9) CATS (1,2,5,9) SAT (9,6,3) SCAT (9,8,6,3)",
        ),
        (&[], &["9", "3"], "SAT (9,6,3) SCAT (9,8,6,3)"),
        (&["9"], &["3"], "SAT (9,6,3) SCAT (9,8,6,3)"),
        (
            &["9", "1"],
            &["3"],
            "CAT (1,2,3) SAT (9,6,3) SCAT (9,8,6,3)",
        ),
        (&["1"], &["9"], "CATS (1,2,5,9)"),
        (&["1"], &["8"], ""),
    ] {
        let printed = starts(positions, contained);
        assert_eq!(printed, expected, "{positions:?} {contained:?}");
    }
}

#[test]
fn positions_outside_the_grid_are_errors() {
    let folder = Folder::with_manual_words(WORDS);
    for (flag, position) in [
        ("--starts-with", "10"),
        ("--starts-with", "0"),
        ("--contains", "99"),
    ] {
        let arguments = [
            "wgs.json", "solve", "Small", "--board", BOARD, flag, position,
        ];
        assert_eq!(
            folder.run(&arguments).refused(2),
            format!("wgs: {flag} {position}: positions go from 1 to 9\n")
        );
    }
}

#[test]
fn solve_lists_a_word_once_and_solve_dups_every_path() {
    let once = solve("solve", "%w (%p,)%( )", &["--regex", "^cat$"]);
    assert_eq!(once, "CAT (1,2,3)");
    let every = solve("solve-dups", "%w (%p,)%( )", &["--regex", "^cat$"]);
    assert_eq!(
        every,
        "CAT (1,2,3) CAT (1,2,5) CAT (8,6,3) CAT (8,6,5) CAT (8,7,5)"
    );
    let limited = solve(
        "solve-dups",
        "%p,%( )",
        &["--regex", "^cat$", "--limit", "2"],
    );
    assert_eq!(limited, "1,2,3 1,2,5");
    let filtered = solve(
        "solve-dups",
        "%p,%( )",
        &["--regex", "^cat$", "--contains", "5"],
    );
    assert_eq!(filtered, "1,2,5 8,6,5 8,7,5");
}

#[test]
fn the_best_path_is_listed_and_of_equal_ones_the_first() {
    let folder = Folder::with_words("cat");
    let solve = |board| {
        let arguments = ["solve", "Scramble", "%s %p,", "--dictionary", "words.txt"];
        folder.print(&[&arguments[..], &["--board", board]].concat())
    };
    assert_eq!(solve("CATXTXXX"), "6 1,2,3");
    assert_eq!(solve("CATX;TXXX"), "12 1,2,5");
    assert_eq!(solve("CATX:TXXX"), "7 1,2,5");
}

#[test]
fn invalid_numbers_are_errors() {
    let folder = Folder::with_words("cat");
    for (flag, value) in [
        ("--threads", "0"),
        ("--threads", "many"),
        ("--limit", "x"),
        ("--starts-with", "A1"),
        ("--sort", "points"),
        ("--min-length", "3.5"),
    ] {
        let arguments = ["solve", "Boggle (New)", "--board", "CAT", flag, value];
        let error = folder.run(&arguments).refused(2);
        assert!(error.contains(flag), "{flag} {value}: {error}");
    }
}

/// The board has far too many paths to list, but the first ones are found at once.
#[test]
fn a_limit_ends_the_search_of_a_board_of_wildcards() {
    let folder = Folder::new();
    for (game, board, first) in [
        ("Scrabble Rack", "???????", "AA,AA,AA,"),
        ("Boggle (New)", "????????????????", "AAH,AAH,AAH,"),
    ] {
        let arguments = ["solve-dups", game, "%w,", "--limit", "3", "--board", board];
        assert_eq!(folder.print(&arguments), first, "{game}");
    }
}
