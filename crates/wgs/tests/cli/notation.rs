//! The notation of boards.

use crate::embedded::solve;
use crate::folder::Folder;

#[test]
fn boards_are_read_as_chapter_4_2_of_the_manual_describes() {
    for (words, board, expected) in [
        // C4 H3 A1 T1, with H doubled, A tripled, and T tripling the word.
        ("chat", "C:H::A;;T", "CHAT 42"),
        ("chat", "CHAT", "CHAT 9"),
        // Multipliers in any order, of letters and of words on one tile.
        ("at", "A;:T", "AT 2"),
        ("cat", "CA:;T", "CAT 14"),
        ("cat", "CA;:T", "CAT 14"),
        // Short words score 1, times the word multiplier.
        ("at", "::::A;T", "AT 2"),
        // A wildcard has no points, and a dot is an empty cell.
        ("cat", "C?T", "CAT 5"),
        ("cat", "C.AT", ""),
        ("cat", "?.C?T", ""),
        ("cat", ".CAT", "CAT 6"),
        // Tiles with several letters.
        ("that hat", "ThAt", "THAT 6"),
        ("that hat", "ThAT", "THAT 6"),
        ("that hat", "?hAT", "THAT 5"),
        ("cate", "CAtEr", ""),
        ("cater", "CAtEr", "CATER 11"),
        // Q and Qu are the same tile, of one letter's length and value.
        ("quit", "QIT", "QUIT 12"),
        ("quit", "QuIT", "QUIT 12"),
        ("quit", "QUIT", ""),
        // All in lower case: one tile for each letter.
        ("chat", "chat", "CHAT 9"),
        ("chat", "c:h::a;;t", "CHAT 42"),
    ] {
        // By the letter values of Scramble.
        let found = solve("Scramble", words, board);
        assert_eq!(found, expected, "{words} on {board}");
    }
}

#[test]
fn a_board_is_printed_as_it_was_typed() {
    let folder = Folder::with_words("cat");
    for board in ["CAT", "cat", "C:A;;T?", "ThAt.", "?atX"] {
        let arguments = [
            "analyze",
            "Boggle (New)",
            "%B",
            "--dictionary",
            "words.txt",
            "--board",
            board,
        ];
        assert_eq!(folder.print(&arguments), board);
    }
}

#[test]
fn letters_of_any_script_are_letters() {
    for (words, board, expected) in [
        ("été", "ÉTÉ", "ÉTÉ"),
        // Decomposed in the list, composed on the board.
        ("e\u{301}te\u{301}", "\u{c9}T\u{c9}", "ÉTÉ"),
        ("αβγα", "ΑΒΓ", ""),
        ("αβγ", "ΑΒΓ", "ΑΒΓ"),
        ("ete", "ÉTÉ", ""),
        ("日本語", "日本語", "日本語"),
    ] {
        let folder = Folder::with_words(words);
        let arguments = [
            "solve",
            "Boggle (New)",
            "%w",
            "--dictionary",
            "words.txt",
            "--board",
            board,
        ];
        assert_eq!(folder.print(&arguments), expected, "{words} on {board}");
    }
}

#[test]
fn an_error_in_a_board_is_reported_with_its_column() {
    let folder = Folder::with_words("cat");
    for (board, start) in [
        ("CAT!", "column 4: '!'"),
        ("C4T", "column 2: '4'"),
        ("CA:", "column 3: "),
        ("C-T", "column 2: '-'"),
        ("CÀ\u{1F3B2}", "column 3: "),
    ] {
        let arguments = ["score", "Boggle (New)", "--dictionary", "words.txt"];
        let error = folder.run_with(&arguments, board).refused(2);
        assert!(
            error.starts_with(&format!("line 1: {start}")),
            "{board}: {error}"
        );
    }
}

#[test]
fn the_grid_of_chapter_4_3_is_numbered_row_by_row() {
    let folder = Folder::with_words("abc bcd aef lop");
    // The ring of the manual, with two rows of gaps left out of the coordinates.
    folder.write(
        "ring.json",
        r#"{
            "Grids" : { "Ring" : { "Adjacency" : "Diagonal", "Tiles" : [
                [3,1], [4,1], [2,2], [3,2], [4,2], [5,2], [1,3], [2,3], [5,3], [6,3],
                [1,4], [2,4], [5,4], [6,4], [2,5], [3,5], [4,5], [5,5], [3,6], [4,6]
            ] } },
            "ScoringRules" : { "Any" : {} },
            "GameRules" : { "Ring" : { "GridDesign" : "Ring", "ScoringRules" : "Any" } }
        }"#,
    );
    let solve = |board: &str| {
        let arguments = [
            "ring.json",
            "solve",
            "Ring",
            "%w %p,%( )",
            "--dictionary",
            "words.txt",
        ];
        folder.print_with(&arguments, board)
    };
    // Positions 1 and 2 touch 3 to 6 below; 11 and 15 touch, 12 and 13 do not.
    assert_eq!(solve("ABXXC\n"), "ABC 1,2,5");
    assert_eq!(solve("..........LX..O..P\n"), "");
    assert_eq!(solve("..........LX..OP\n"), "LOP 11,15,16");
}
