//! The arguments: games by short names, boards in place of a game or a format, rows of a board,
//! notes about the number of tiles, and the flags that all commands share.

use crate::folder::{Folder, ProgramOutput, finish};

const BOARD: &str = "STNDTEIELARSMRTO";

/// Runs the program with a default game.
fn run_with_default_game(folder: &Folder, arguments: &[&str], game: &str) -> ProgramOutput {
    finish(folder.command(arguments).env("WGS_GAME", game), "")
}

#[test]
fn a_board_alone_chooses_its_game_by_the_number_of_tiles() {
    let folder = Folder::new();
    for (tiles, game) in [
        (16, "Boggle (New)"),
        (25, "Big Boggle (2011)"),
        (36, "Super Big Boggle"),
    ] {
        let board: String = BOARD.chars().cycle().take(tiles).collect();
        for command in ["solve", "solve-dups", "score", "analyze", "check-board"] {
            let expected = folder.run(&[command, game, "--board", &board]);
            let chosen = folder.run(&[command, &board]);
            assert_eq!(chosen.out, expected.out, "{command} {board}");
            assert_eq!(chosen.code, expected.code);
            let note = format!(
                "wgs: the board has {tiles} tiles, so the game is {game}; --game chooses another one\n"
            );
            assert_eq!(chosen.err, note);
            let quiet = folder.run(&[command, &board, "--quiet"]);
            assert_eq!((quiet.out, quiet.err.as_str()), (expected.out, ""));
        }
    }
}

#[test]
fn a_board_may_follow_the_game_or_its_flag() {
    let folder = Folder::new();
    let expected = folder.print(&["solve", "Boggle (New)", "--board", BOARD]);
    for arguments in [
        &["solve", "Boggle (New)", BOARD][..],
        &["solve", "boggle-new", BOARD],
        &["solve", "BOGGLENEW", "stndteielarsmrto"],
        &["solve", "--game", "boggle-new", BOARD],
        &["solve", BOARD, "-g", "boggle-new"],
        &["solve", "boggle-new", "-b", BOARD],
    ] {
        assert_eq!(folder.print(arguments), expected, "{arguments:?}");
    }
    let scores = folder.print(&["score", "boggle-new", BOARD, "CATS............"]);
    assert_eq!(scores.lines().count(), 2);
}

#[test]
fn the_default_game_comes_from_the_environment() {
    let folder = Folder::new();
    let expected = folder.print(&["score", "Scramble", BOARD]);
    let default = |arguments| run_with_default_game(&folder, arguments, "scramble");
    assert_eq!(default(&["score", BOARD]).fine(), expected);
    assert_eq!(default(&["score", "-b", BOARD]).fine(), expected);
    // The name of a game, and --game, take precedence.
    for arguments in [
        &["score", "boggle-new", BOARD][..],
        &["score", "--game", "boggle-new", BOARD],
    ] {
        let boggle = folder.print(&["score", "Boggle (New)", BOARD]);
        assert_eq!(default(arguments).fine(), boggle);
    }
    let format = run_with_default_game(&folder, &["solve", "%w\\n", "-b", BOARD], "scramble");
    assert!(format.fine().starts_with("AE"));
    let error = run_with_default_game(&folder, &["score", BOARD], "Nonsense").refused(2);
    assert!(
        error.contains("WGS_GAME: unknown game \"Nonsense\""),
        "{error}"
    );
}

#[test]
fn formats_follow_the_boards_and_stay_as_in_the_manual() {
    let folder = Folder::new();
    let format = ["%w (%s)%(, )", "<", ">\\n"];
    let [words, prefix, suffix] = format;
    let flag = ["solve", "boggle-new", words, prefix, suffix, "-b", BOARD];
    let expected = folder.print(&flag);
    assert!(
        expected.starts_with("<AE") && expected.ends_with(">\n"),
        "{expected}"
    );
    let after = ["solve", "boggle-new", BOARD, words, prefix, suffix];
    assert_eq!(folder.print(&after), expected);
    let manual = ["solve", "boggle-new", words, prefix, suffix];
    assert_eq!(folder.print_with(&manual, BOARD), expected);
    // Only the first argument after the game can be a board: a prefix never is.
    let prefix = ["solve", "boggle-new", "%w ", "CATS", "", "-b", BOARD];
    assert!(folder.print(&prefix).starts_with("CATSAE"));
    for (arguments, expected) in [
        (
            &["solve", "boggle-new", "%w", "", "", "x"][..],
            "unexpected argument \"x\" after SUFFIX",
        ),
        (
            &["analyze", "boggle-new", "%B", "x"],
            "unexpected argument \"x\" after FORMAT",
        ),
        (
            &["solve", "boggle-new", "%w", "--json"],
            "\"%w\" is a format, which cannot be used with --json",
        ),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_neither_a_game_nor_a_board_is_explained() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (
            &["solve"][..],
            "expected a game, such as boggle-new, or a board of 16, 25 or 36 tiles",
        ),
        (&["solve", "Bogle (New)"], "did you mean \"Boggle (New)\"?"),
        (
            &["solve", "boggel"],
            "unknown game \"boggel\"; did you mean",
        ),
        (
            &["solve", "STNDTEIELARSMRT0"],
            "\"STNDTEIELARSMRT0\" is neither a game nor a board: column 16: '0' is not a letter",
        ),
        (
            &["solve", "CATSDOG"],
            "\"CATSDOG\" is not a game, and no game is chosen for a board of 7 tiles",
        ),
        (
            &["solve", "Ruzzle", "-g", "Scramble"],
            "the game is named twice",
        ),
        (
            &["solve", BOARD, "-g", "Nonsense"],
            "--game: unknown game \"Nonsense\"",
        ),
        (&["score", "boggle-new", "CA3T"], "board 1: column 3: '3'"),
        (
            &["score", "boggle-new", BOARD, "--file", "x"],
            "the boards are in --file, but \"STNDTEIELARSMRTO\" is a board too",
        ),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn a_word_may_follow_the_game() {
    let folder = Folder::new();
    assert_eq!(
        folder.print(&["check-word", "boggle-new", "ZEBRA"]),
        "+ZEBRA\n"
    );
    let two = folder.run(&["check-word", "boggle-new", "ZEBRA", "PIZZAZZ"]);
    assert_eq!(
        (two.code, two.out.as_str()),
        (Some(1), "+ZEBRA\n-PIZZAZZ\n")
    );
    let verbose = folder.run(&["check-word", "boggle-new", "verbose", "stats"]);
    assert_eq!(verbose.out, "+stats\n");
    assert!(
        verbose.err.starts_with("stats: can be spelled"),
        "{}",
        verbose.err
    );
    let default = run_with_default_game(&folder, &["check-word", "ZEBRA"], "boggle-new");
    assert_eq!(default.fine(), "+ZEBRA\n");
    // A word of any length is not a board.
    for word in ["ZEBRA", "UNDERREPRESENTED"] {
        let error = folder.run(&["check-word", word]).refused(2);
        assert!(error.contains(&format!("unknown game {word:?}")), "{error}");
    }
    let statistics = folder.run_with(&["check-word", "boggle-new", "stats"], "ZEBRA\n");
    assert_eq!(statistics.out, "+ZEBRA\n");
    assert!(statistics.err.starts_with("words "), "{}", statistics.err);
}

#[test]
fn a_board_with_the_wrong_number_of_tiles_is_answered_with_a_note() {
    let folder = Folder::new();
    for (board, note) in [
        (
            "CATS",
            "board 1: 4 tiles for 16 cells; the last 12 cells stay empty\n",
        ),
        (
            "STNDTEIELARSMRT",
            "board 1: 15 tiles for 16 cells; the last cell stays empty\n",
        ),
        (
            "STNDTEIELARSMRTOX",
            "board 1: 17 tiles for 16 cells; the last tile, X, is ignored\n",
        ),
        (
            "QUIDTEIELARSMRTOX",
            "board 1: 17 tiles for 16 cells; the last tile, X, is ignored; \
             if Q and U are one tile, write Qu\n",
        ),
        (
            "STNDTEIELARSMRTOXYZ",
            "board 1: 19 tiles for 16 cells; the last 3 tiles are ignored\n",
        ),
    ] {
        let output = folder.run(&["score", "boggle-new", board]);
        assert_eq!((output.code, output.err.as_str()), (Some(0), note));
        assert!(!output.out.is_empty());
        folder.print(&["score", "boggle-new", board, "--quiet"]);
    }
    // A rack need not be full.
    folder.print(&["score", "scrabble-rack", "CATS"]);
    let lines = "CATS\n".repeat(30);
    let error = folder.run_with(&["score", "boggle-new"], lines).err;
    assert_eq!(error.lines().count(), 21, "{error}");
    assert!(
        error.ends_with("and 10 more notes of this kind\n"),
        "{error}"
    );
}

#[test]
fn rows_in_a_file_are_one_board() {
    let folder = Folder::new();
    let expected = folder.print(&["analyze", "boggle-new", BOARD]);
    folder.write("rows.txt", "STND\nT E I E\nLARS\nMRTO\n");
    folder.write("two.txt", "STND\nTEIE\nLARS\nMRTO\n\nSTNDTEIELARSMRTO\n");
    let rows = ["analyze", "boggle-new", "--file", "rows.txt", "%C\\n"];
    let two = ["analyze", "boggle-new", "-f", "two.txt"];
    let count = folder.print(&["analyze", "boggle-new", BOARD, "%C\\n"]);
    assert_eq!(folder.print(&rows), count);
    assert_eq!(folder.print(&two), expected.repeat(2));
    let check = ["check-board", "boggle-new", "--file", "two.txt"];
    assert_eq!(folder.print(&check), format!("+{BOARD}\n").repeat(2));
    // Standard input from a file is the same; a pipe has one board to a line.
    let mut command = folder.command(&["analyze", "boggle-new"]);
    command.stdin(std::fs::File::open(folder.path("rows.txt")).unwrap());
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    let piped = folder.run_with(&["score", "boggle-new"], "STND\nTEIE\nLARS\nMRTO\n");
    assert_eq!(piped.out.lines().count(), 4);
    let dash = folder.run_with(&["score", "boggle-new", "--file", "-"], BOARD);
    assert_eq!(dash.fine(), folder.print(&["score", "boggle-new", BOARD]));
}

#[test]
fn the_exit_status_can_say_whether_there_are_words() {
    let folder = Folder::new();
    let blank = "XXXXXXXXXXXXXXXX";
    for command in ["solve", "score", "analyze", "solve-dups"] {
        for (board, code) in [(BOARD, 0), (blank, 1)] {
            let asked = folder.run(&[command, "boggle-new", board, "--exit-status"]);
            assert_eq!(asked.code, Some(code), "{command} {board}");
            assert_eq!(folder.run(&[command, "boggle-new", board]).code, Some(0));
        }
    }
    let filtered = [
        "solve",
        "boggle-new",
        BOARD,
        "--regex",
        "^ZZ",
        "--exit-status",
    ];
    assert_eq!(folder.run(&filtered).code, Some(1));
}

#[test]
fn all_numbers_are_refused_in_the_same_words() {
    let folder = Folder::new();
    for arguments in [
        &["solve", "boggle-new", "--limit", "x"][..],
        &["solve", "boggle-new", "--min-length=-1"],
        &["solve", "boggle-new", "--starts-with", "x"],
        &["solve", "boggle-new", "--contains", "1.5"],
        &["score", "boggle-new", "-t", "0"],
        &["create", "boggle-new", "x"],
        &["create", "boggle-new", "1", "x"],
        &["create", "boggle-new", "--seed", "x"],
        &["play", "boggle-new", "--size", "0"],
        &["play", "boggle-new", "--seed", "x"],
        &["scrabblet", "dealer", "--tiles", "0"],
        &["scrabblet", "dealer", "--penalty", "x"],
        &["scrabblet", "deal", "x"],
        &["scrabblet", "deal", "--max-vowels", "x"],
        &["bench", "--threads", "x"],
        &["serve", "--port", "99999"],
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(
            error.contains(": expected a whole number"),
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn colours_can_be_switched_on_and_off() {
    let folder = Folder::new();
    for (arguments, is_coloured) in [
        (&["score", "Nonsense"][..], false),
        (&["score", "Nonsense", "--color", "auto"], false),
        (&["score", "Nonsense", "--color", "always"], true),
        (&["--color=never", "score", "Nonsense"], false),
    ] {
        let error = folder.run(arguments).refused(2);
        assert_eq!(
            error.contains('\u{1b}'),
            is_coloured,
            "{arguments:?}: {error:?}"
        );
    }
}

#[test]
fn the_default_formats_are_printed_as_the_manual_has_them() {
    let folder = Folder::with_words("cat");
    let arguments = |command| [command, "boggle-new", "CAT.............", "-d", "words.txt"];
    assert_eq!(folder.print(&arguments("solve")), "CAT:\t1 points\n");
    let analysis = folder.print(&arguments("analyze"));
    assert_eq!(analysis, "CAT.............: 1 words, 1 points\n");
}

#[test]
fn the_first_words_of_a_name_are_enough() {
    let folder = Folder::new();
    let score = |game: &str| folder.print(&["score", game, "-b", "CATSDOG"]);
    for (short, game) in [
        ("Scrabble", "Scrabble Rack"),
        ("scrabble", "Scrabble Rack"),
        ("Words With Friends", "Words With Friends Rack"),
        ("super-big", "Super Big Boggle"),
    ] {
        assert_eq!(score(short), score(game), "{short}");
    }
    // Not where something else names the game, because they may be a word or a board.
    let checked = folder.run(&["check-word", "--game", "boggle-new", "word"]);
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), "+word\n"));
    let checked = run_with_default_game(&folder, &["check-word", "scrabble"], "boggle-new");
    assert_eq!(
        (checked.code, checked.out.as_str()),
        (Some(1), "-scrabble\n")
    );
}

#[test]
fn misspelt_names_of_games_are_answered_with_suggestions() {
    let folder = Folder::new();
    for (typed, expected) in [
        ("bogle-new", "; did you mean \"Boggle (New)\"?\n"),
        ("boggle-nwe", "; did you mean \"Boggle (New)\"?\n"),
        ("super-boggle", "; did you mean \"Super Big Boggle\"?\n"),
        (
            "bogle",
            "; did you mean \"Boggle (Old)\", \"Boggle (New)\", ",
        ),
        (
            "boggle",
            "; did you mean \"Boggle (Old)\", \"Boggle (New)\", \"Boggle Master\", \"Boggle Junior\", \
             \"Boggle (French)\" or \"Boggle (Italian)\"?\n",
        ),
    ] {
        for command in ["solve", "create", "play", "check-word", "hunt"] {
            let error = folder.run(&[command, typed]).refused(2);
            assert!(error.contains(expected), "{command} {typed}: {error}");
        }
    }
}

#[test]
fn boards_may_have_another_size() {
    let folder = Folder::with_words("cat cats tack");
    let words = ["-d", "words.txt"];
    for (arguments, expected) in [
        // Rows and columns: in one row of four tiles, and in one column.
        (
            &["score", "boggle-new", "CATS", "--size", "1x4"][..],
            "2 2\n",
        ),
        (
            &["solve", "boggle-new", "CATS", "%w ", "--size", "4x1"],
            "CAT CATS ",
        ),
        (
            &["solve", "boggle-new", "CATK", "%w ", "--size", "2x2"],
            "CAT TACK ",
        ),
        (
            &["solve-dups", "boggle-new", "CATT", "%w ", "--size", "2x2"],
            "CAT CAT ",
        ),
        (
            &["analyze", "boggle-new", "CATSXX", "%B %C", "--size", "2x3"],
            "CATSXX 1",
        ),
        (
            &["score", "--size", "5x5", "CATSXXXXXXXXXXXXXXXXXXXXX", "-q"],
            "1 1\n",
        ),
    ] {
        let arguments = [arguments, &words].concat();
        assert_eq!(folder.print(&arguments), expected, "{arguments:?}");
    }
    // Two Bs are on the same die; on a larger board, each tile shows any face.
    for (command, text) in [("check-word", "Baby"), ("check-board", "BABY")] {
        let checked = |size: &[&str]| folder.run(&[&[command, "boggle-new", text], size].concat());
        assert_eq!(checked(&[]).out, format!("-{text}\n"));
        assert_eq!(checked(&["--size", "4x4"]).out, format!("-{text}\n"));
        assert_eq!(checked(&["--size", "5x5"]).out, format!("+{text}\n"));
    }
    for command in ["solve", "score", "check-word", "create", "hunt"] {
        let error = folder
            .run(&[command, "boggle-new", "--size", "4"])
            .refused(2);
        assert!(
            error.contains("expected rows and columns such as 4x4"),
            "{error}"
        );
    }
}

#[test]
fn what_follows_a_configuration_file_must_be_a_command() {
    let folder = Folder::with_manual_words("cat");
    folder.write("games", folder.read("wgs.json"));
    for (arguments, blamed, suggested) in [
        (&["wgs.json", "frob"][..], "frob", None),
        (
            &["wgs.json", "sovle", "Boggle (New)"],
            "sovle",
            Some("'solve'"),
        ),
        (&["no.json", "frob"], "frob", None),
        (&["sovle", "frob"], "sovle", Some("'solve'")),
    ] {
        let error = folder.run(arguments).refused(2);
        let expected = format!("unrecognized subcommand '{blamed}'");
        assert!(error.contains(&expected), "{arguments:?}: {error}");
        assert!(suggested.is_none_or(|name| error.contains(name)), "{error}");
    }
}

#[test]
fn quiet_commands_print_no_warnings_about_the_configuration() {
    let folder = Folder::with_manual_words("cat");
    let text = folder.read("wgs.json");
    let text = text.replace(
        "\"GameRules\" : {",
        r#""GameRules" : { "Bad": { "GridDesign": "No" },"#,
    );
    folder.write("wgs.json", text);
    let arguments = ["wgs.json", "score", "Small", "CAT......"];
    let answer = folder.run(&arguments);
    assert!(answer.err.contains("(warning: disabled)"), "{}", answer.err);
    let quiet = folder.run(&[&arguments[..], &["-q"]].concat());
    assert_eq!((quiet.out, quiet.err.as_str()), (answer.out, ""));
    // The reason for an error is not a warning.
    let strict = [&arguments[..], &["-q", "--strict-config"]].concat();
    let error = folder.run(&strict).refused(2);
    assert!(error.contains("Grids has no entry \"No\""), "{error}");
}

#[test]
fn short_names_are_listed_and_completed() {
    let folder = Folder::new();
    let games = folder.print(&["games", "--json"]);
    for game in games.lines() {
        let game: serde_json::Value = serde_json::from_str(game).unwrap();
        let (name, short) = (&game["game"], game["short_name"].as_str().unwrap());
        assert_eq!(short, short.to_lowercase());
        assert!(folder.print(&["games"]).contains(short));
        // Every name finds its game.
        let board = folder.run(&["score", short, "--quiet", "-b", "CAT", "-j"]);
        assert!(!board.err.contains("unknown game"), "{name}: {}", board.err);
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.print(&["completions", shell]);
        for name in ["boggle-new", "big-boggle-2011", "7-little-words"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}
