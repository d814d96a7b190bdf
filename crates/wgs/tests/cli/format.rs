//! Format strings on the command line and in preferences.

use crate::folder::Folder;
use crate::manual;

#[test]
fn the_defaults_are_those_of_chapter_5_5() {
    let folder = Folder::with_words("cat cats");
    for (command, expected) in [
        ("solve", "CAT:\t1 points\nCATS:\t1 points\n"),
        ("solve-dups", "CAT:\t1 points\nCATS:\t1 points\n"),
        ("analyze", "CATS: 2 words, 2 points\n"),
        ("score", "2 2\n"),
    ] {
        let arguments = [
            command,
            "Boggle (New)",
            "--dictionary",
            "words.txt",
            "--board",
            "CATS",
        ];
        assert_eq!(folder.print(&arguments), expected, "{command}");
    }
}

#[test]
fn formats_come_from_the_preferences_of_a_game_or_the_default_set() {
    let folder = Folder::with_words("cat cats");
    let preferences = r#""Preferences" : {
        "Default" : { "AnalysisFormat" : "%C\\n", "SolutionPrefix" : "<", "SolutionSuffix" : ">\\n" },
        "Mine" : { "SolutionFormat" : "%w%(,)", "SolutionPrefix" : "[" }"#;
    let text = manual::configuration(&folder.path("words.txt"))
        .replace(r#""Preferences" : {"#, preferences)
        .replace(
            r#""ScoringRules" : "Scramble","#,
            r#""ScoringRules" : "Scramble", "Preferences" : "Mine","#,
        );
    folder.write("wgs.json", text);
    for (arguments, expected) in [
        (&["solve", "Scramble"][..], "[CAT,CATS>\n"),
        (&["solve", "Scramble", "%w "], "[CAT CATS >\n"),
        (&["solve", "Scramble", "%w%(;)", "(", ")"], "(CAT;CATS)"),
        (&["solve", "Scramble", "%w%(;)", "", ""], "CAT;CATS"),
        (&["solve", "Small"], "<CAT:\t1 points\n>\n"),
        (&["analyze", "Scramble"], "2\n"),
        (&["analyze", "Small", "%B"], "CATS.T"),
    ] {
        let arguments = [&["wgs.json"], arguments, &["--board", "CATS.T"]].concat();
        assert_eq!(folder.print(&arguments), expected, "{arguments:?}");
    }
}

#[test]
fn prefix_and_suffix_are_printed_around_the_words_even_if_there_are_none() {
    let folder = Folder::with_words("cat dog");
    let arguments = [
        "solve",
        "Boggle (New)",
        "%w%(,)",
        r"[\t",
        r"]\n",
        "--dictionary",
        "words.txt",
    ];
    let printed = folder.print_with(&arguments, "CAT\nXXX\nDOG\n");
    assert_eq!(printed, "[\tCAT]\n[\t]\n[\tDOG]\n");
}

#[test]
fn escapes_and_percent_signs_are_printed() {
    let folder = Folder::with_words("cat");
    for (format, expected) in [
        (r"%w\t%s%%\\\n", "CAT\t1%\\\n"),
        (r"%p-", "1-2-3"),
        (r"%p\t", "1\t2\t3"),
        ("", ""),
        ("plain", "plain"),
        ("«%w»", "«CAT»"),
    ] {
        let arguments = [
            "solve",
            "Boggle (New)",
            format,
            "--dictionary",
            "words.txt",
            "--board",
            "CAT",
        ];
        assert_eq!(folder.print(&arguments), expected, "{format}");
    }
}

#[test]
fn errors_in_formats_are_reported_with_their_column_before_a_board_is_read() {
    let folder = Folder::with_words("cat");
    for (arguments, start) in [
        (
            &["solve", "Boggle (New)", "%w %q"][..],
            "wgs: FORMAT: column 4: unknown specifier %q",
        ),
        (&["solve", "Boggle (New)", "%w%"], "wgs: FORMAT: column 3: "),
        (
            &["solve", "Boggle (New)", "%w %p"],
            "wgs: FORMAT: column 4: ",
        ),
        (
            &["solve", "Boggle (New)", "%w%(, "],
            "wgs: FORMAT: column 3: ",
        ),
        (
            &["solve-dups", "Boggle (New)", r"%w\x"],
            "wgs: FORMAT: column 3: ",
        ),
        (
            &["solve", "Boggle (New)", "%w", r"\q"],
            "wgs: PREFIX: column 1: ",
        ),
        (
            &["solve", "Boggle (New)", "%w", "", r"a\"],
            "wgs: SUFFIX: column 2: ",
        ),
        (
            &["analyze", "Boggle (New)", "%B %3Q"],
            "wgs: FORMAT: column 4: unknown specifier %3Q",
        ),
        (
            &["analyze", "Boggle (New)", "%w"],
            "wgs: FORMAT: column 1: unknown specifier %w",
        ),
        (
            &["analyze", "Boggle (New)", "%1W %17W"],
            "wgs: FORMAT: column 5: position 17 ",
        ),
    ] {
        let error = folder.run_with(arguments, "CAT\n").refused(2);
        assert!(error.starts_with(start), "{arguments:?}: {error}");
    }
}

#[test]
fn analysis_counts_by_length_and_position() {
    // C A
    // T S, where all tiles are neighbours.
    let folder = Folder::with_words("cat cats scat act acts");
    for (format, expected) in [
        ("%C %W %+C %0C", "5 5 5 5"),
        ("%S %P %+P", "5 5 5"),
        ("%3C %4C %5C %3+C %4+C", "2 3 0 5 3"),
        ("%3P %4P %9+P", "2 3 0"),
        ("%X %3X %4X %4Y %5X|%5Y", "ACT ACT ACTS 1 |0"),
        ("%1W %6W %3W %6S", "5 3 0 3"),
    ] {
        let arguments = [
            "analyze",
            "Boggle (New)",
            format,
            "--dictionary",
            "words.txt",
            "--board",
            "CA..TS",
        ];
        let printed = folder.print(&arguments);
        assert_eq!(printed, expected, "{format}");
    }
}

#[test]
fn formats_may_begin_with_a_hyphen_or_be_two_hyphens() {
    let folder = Folder::with_words("cat cats");
    for (arguments, expected) in [
        (&["solve", "Boggle (New)", "-%w"][..], "-CAT-CATS"),
        (&["solve", "Boggle (New)", "--%w"], "--CAT--CATS"),
        (&["solve-dups", "Boggle (New)", "-s%s"], "-s1-s1"),
        (&["analyze", "Boggle (New)", "-%B-"], "-CATS-"),
        (&["solve", "Boggle (New)", "%w", "-", "- "], "-CATCATS- "),
        (
            &["solve", "Boggle (New)", "%w", "--", "---"],
            "--CATCATS---",
        ),
        (&["solve", "Boggle (New)", "%w", "--", "--"], "--CATCATS--"),
        (&["solve", "Boggle (New)", "--"], "----"),
        (&["solve", "Boggle (New)", "%w", "", "--", "-n1"], "CAT--"),
        (
            &["solve", "Boggle (New)", "-%w", "--sort", "length"],
            "-CATS-CAT",
        ),
        // As with other programs, -- ends the options if there is something to protect.
        (&["solve", "Boggle (New)", "--", "-%w", "-j"], "-j-CAT-CATS"),
        (
            &["solve", "Boggle (New)", "%w", "--", "--begin"],
            "--beginCATCATS",
        ),
    ] {
        let arguments = [&["--config", "wgs.json"], arguments].concat();
        folder.write("wgs.json", manual::configuration(&folder.path("words.txt")));
        let printed = folder.print_with(&arguments, "CATS\n");
        assert_eq!(printed, expected, "{arguments:?}");
    }
    let error = folder.run(&["solve", "Boggle (New)", "%w", "--bord", "CATS"]);
    assert!(error.refused(2).contains("'--board'"));
}

#[test]
fn a_text_that_reads_as_a_board_is_a_format_if_there_are_boards_on_standard_input() {
    let folder = Folder::with_manual_words("cat cats act");
    // C A .
    // T S .
    let (board, whole) = ("CA.TS\n", "CA.TS....");
    for (arguments, input, expected) in [
        (&["solve", "Small", "X"][..], board, "XXX"),
        (&["solve", "Small", ".", "<", ">"], board, "<...>"),
        (
            &["solve", "Small", "Word ", "", "S"],
            board,
            "Word Word Word S",
        ),
        (&["solve", "-g", "Small", "X"], board, "XXX"),
        (&["analyze", "Small", "X"], "CATS\nDOG\n", "XX"),
        // A whole board is a board, and so is any board if there are none on standard input.
        (&["solve", "Small", whole, "%w "], "DOG\n", "ACT CAT CATS "),
        (&["solve", "Small", "CAT", "%w "], "", "CAT "),
        (&["solve", "Small", "CAT", "TAC", "%w "], "", "CAT CAT "),
        (&["analyze", "Small", "CAT"], "", "CAT: 1 words, 1 points\n"),
    ] {
        let arguments = [&["wgs.json"], arguments].concat();
        let printed = folder.print_with(&arguments, input);
        assert_eq!(printed, expected, "{arguments:?}");
    }
}
