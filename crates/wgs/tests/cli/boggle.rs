//! `wgs boggle`: board files of any size, and errors in them.

use serde_json::Value;
use wgs_test_requirement::requires;

use crate::folder::{Folder, shared};

/// The words of the two sample runs of the assignment, and some that are not on the boards.
const SHOWN: &str = "AID DIE END ENDS YOU EQUATION EQUATIONS QUERIES QUESTION QUESTIONS TRIES \
                     QUEUE ZOO AN";

#[test]
fn the_sample_runs_of_the_assignment_print_the_same_words() {
    let folder = Folder::with_words(SHOWN);
    folder.write(
        "board4x4.txt",
        "4 4\nA  T  E  E\nA  P  Y  O\nT  I  N  U\nE  D  S  E\n",
    );
    folder.write(
        "board-q.txt",
        "4 4\nS  N  R  T\nO  I  E  L\nE  Qu T  T\nR  S  A  T\n",
    );
    assert_eq!(
        folder.print(&["boggle", "words.txt", "board4x4.txt"]),
        "AID\nDIE\nEND\nENDS\nYOU\nScore = 5\n"
    );
    assert_eq!(
        folder.print(&["boggle", "words.txt", "board-q.txt"]),
        "EQUATION\nEQUATIONS\nQUERIES\nQUESTION\nQUESTIONS\nTRIES\nScore = 51\n"
    );
}

#[test]
fn boards_have_any_size_and_may_come_from_standard_input() {
    let folder = Folder::with_words("cat act taco quiz qua aqua zap zapqat");
    for (board, printed) in [
        ("0 0", "Score = 0\n"),
        ("0 7\n", "Score = 0\n"),
        ("7 0\n", "Score = 0\n"),
        ("1 1\nA\n", "Score = 0\n"),
        ("1 1 Qu", "Score = 0\n"),
        ("1 3\nC A T\n", "CAT\nScore = 1\n"),
        ("4 1\nO\nC\nA\nT\n", "CAT\nTACO\nScore = 2\n"),
        ("1 2 Q A", "QUA\nScore = 1\n"),
        ("1 2 Qu A", "QUA\nScore = 1\n"),
        ("2 2\r\na Q\r\na X\r\n", "AQUA\nQUA\nScore = 2\n"),
        ("3 1\nQ I Z", "QUIZ\nScore = 1\n"),
        // A Q always means Qu.
        ("2 3\nZ A P\nT A Q", "AQUA\nQUA\nZAP\nScore = 3\n"),
    ] {
        let found = folder.print_with(&["boggle", "words.txt", "-"], board);
        assert_eq!(found, printed, "{board:?}");
    }
}

#[test]
fn a_large_board_is_solved_like_a_small_one() {
    let folder = Folder::with_words("cats noel");
    let board = format!("40 30\n{}", "C A T S X ".repeat(40 * 30 / 5));
    assert_eq!(
        folder.print_with(&["boggle", "words.txt", "-"], board),
        "CATS\nScore = 1\n"
    );
}

#[test]
fn json_has_the_fields_of_solve_and_the_size() {
    let folder = Folder::with_words("quit quiet");
    let printed = folder.print_with(&["boggle", "words.txt", "-", "--json"], "2 2 Q I T E");
    let reply: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(reply["rows"], 2);
    assert_eq!(reply["columns"], 2);
    assert_eq!(reply["board"], "QuITE");
    assert_eq!((&reply["words"], &reply["points"]), (&2.into(), &3.into()));
    assert_eq!(reply["solutions"][0]["word"], "QUIET");
    assert_eq!(
        reply["solutions"][0]["positions"],
        Value::from(vec![1, 2, 4, 3])
    );
}

#[test]
fn an_error_in_a_board_file_is_reported_with_its_name_and_line() {
    let folder = Folder::with_words("cat");
    for (content, expected) in [
        (
            &b""[..],
            "line 1: expected the number of rows, but the file ends",
        ),
        (
            b"3",
            "line 1: expected the number of columns, but the file ends",
        ),
        (
            b"-1 4",
            "line 1: expected the number of rows, from 0 to 16777216, found \"-1\"",
        ),
        (
            b"C A\nT S",
            "line 1: expected the number of rows, from 0 to 16777216, found \"C\"",
        ),
        (
            b"2 2\nC A\nT\n",
            "line 3: the file ends after 3 tiles, but a board of 2 x 2 has 4",
        ),
        (
            b"1 3\nC A T\nS",
            "line 3: expected no more than 1 x 3 tiles, found \"S\"",
        ),
        (
            b"1 3\nC 4 T",
            "line 2: expected a letter, or several such as Qu, found \"4\"",
        ),
        (
            b"16777216 16777216",
            "line 1: a board of 16777216 x 16777216 tiles is too large: it may have at most 16777216 tiles",
        ),
    ] {
        folder.write("board.txt", content);
        let error = folder.run(&["boggle", "words.txt", "board.txt"]);
        assert_eq!(error.refused(2), format!("wgs: board.txt: {expected}\n"));
    }
    folder.write("board.txt", b"1 1 \xff");
    for (arguments, expected) in [
        (
            ["words.txt", "board.txt"],
            "wgs: board.txt is not UTF-8 text",
        ),
        (["words.txt", "none.txt"], "wgs: cannot read none.txt: "),
        (["words.txt", "-"], "wgs: standard input: line 1: expected"),
    ] {
        let error = folder
            .run(&[&["boggle"], &arguments[..]].concat())
            .refused(2);
        assert!(error.starts_with(expected), "{arguments:?}: {error}");
    }
    let error = folder.run_with(&["boggle", "none", "-"], "0 0").refused(2);
    assert!(error.contains("\"none\" is neither"), "{error}");
}

#[requires(shared_data)]
#[test]
fn the_boards_of_the_assignment_have_the_scores_in_their_names() {
    let folder = Folder::new();
    for (dictionary, board, score) in [
        ("algs4", "board4x4", 33),
        ("algs4", "board-q", 84),
        ("yawl", "board-points4540", 4540),
        ("yawl", "board-points26539", 26539),
        ("16q", "board-16q", 147),
        ("yawl", "board-antidisestablishmentarianisms", 172),
    ] {
        let words = shared(&format!("wordlists/dictionary-{dictionary}.txt"));
        let file = shared(&format!("boards/{board}.txt"));
        let paths = [words, file].map(|path| path.display().to_string());
        let printed = folder.print(&["boggle", &paths[0], &paths[1]]);
        let last = printed.lines().next_back();
        assert_eq!(last, Some(format!("Score = {score}").as_str()), "{board}");
    }
}
