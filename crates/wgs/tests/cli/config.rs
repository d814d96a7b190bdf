//! `wgs config`, `wgs games` and games with missing parts.

use serde_json::Value;

use crate::folder::{Folder, repository};

const BAD: &str = r#"{
  "Grids": {
    "4x4": { "Tiles": [[1,1],[2,1]], "Adjacency": "Diagnal" }
  },
  "ScoringRules": {
    "Boggle": { "MinWordLenght": 3 }
  },
  "GameRule": {},
  "GameRules": {
    "Mine": { "GridDesign": "4x5", "ScoringRules": "Bogle" }
  }
}
"#;

const LOOSE: &str = r#"{
  // How Quarrel scores.
  "ScoringRules": { "Quarrel": { "A": 1, "T": 1, "C": 2, "QIsQu": false }, },
  "Grids": { "Rack": { "Size": [8, 1], "Adjacency": "Full" } },
  "GameRules": {
    "Quarrel": { "GridDesign": "Rack", "ScoringRules": "Quarrel" },
    "Bare": {}
  }
}
"#;

#[test]
fn check_lists_every_problem_with_its_place_and_a_suggestion() {
    let folder = Folder::new();
    folder.write("bad.json", BAD);
    let answer = folder.run(&["config", "check", "bad.json"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(1), ""));
    let lines: Vec<&str> = answer.out.lines().collect();
    let expected = [
        (
            "bad.json:3:51: Grids.\"4x4\".Adjacency: ",
            "did you mean \"Diagonal\"?",
        ),
        (
            "bad.json:6:17: ScoringRules.\"Boggle\".",
            "did you mean \"MinWordLength\"?",
        ),
        ("bad.json:8:3: GameRule: ", "did you mean \"GameRules\"?"),
        (
            "bad.json:10:29: GameRules.\"Mine\".GridDesign: ",
            "did you mean \"4x4\"? (warning: disabled)",
        ),
        (
            "bad.json:10:52: GameRules.\"Mine\".ScoringRules: ",
            "did you mean \"Boggle\"? (warning: disabled)",
        ),
    ];
    assert_eq!(lines.len(), expected.len(), "{}", answer.out);
    for (line, (start, end)) in lines.iter().zip(expected) {
        assert!(line.starts_with(start) && line.ends_with(end), "{line}");
    }
}

#[test]
fn a_configuration_with_errors_cannot_be_used() {
    let folder = Folder::with_words("cat");
    folder.write("bad.json", BAD);
    for arguments in [
        &["bad.json", "games"][..],
        &["bad.json", "score", "Mine", "--board", "CAT"],
        &["bench", "Mine", "--config", "bad.json"],
    ] {
        let error = folder.run(arguments).refused(2);
        assert_eq!(
            error
                .lines()
                .filter(|line| line.starts_with("bad.json:"))
                .count(),
            5
        );
        assert!(
            error.ends_with("wgs: the configuration bad.json cannot be used\n"),
            "{error}"
        );
    }
}

#[test]
fn tolerated_mistakes_are_warnings() {
    let folder = Folder::with_words("cat");
    folder.write("loose.json", LOOSE);
    let answer = folder.run(&["config", "check", "loose.json"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let warnings = answer.out.lines().filter(|line| line.contains("warning"));
    assert_eq!(warnings.count(), 3, "{}", answer.out);
    let score = [
        "loose.json",
        "score",
        "Quarrel",
        "--dictionary",
        "words.txt",
        "--board",
        "TAC",
    ];
    let answer = folder.run(&score);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), "1 4\n"));
    assert_eq!(answer.err.lines().count(), 3, "{}", answer.err);
}

#[test]
fn a_file_that_is_not_a_configuration_is_an_error_with_a_reason() {
    let folder = Folder::with_words("cat");
    folder.write("bytes.json", b"{\xff}");
    folder.write("list.json", "[1, 2]");
    folder.write("open.json", "{ \"Grids\": {");
    for (file, code, reason) in [
        ("missing.json", 2, "cannot read missing.json"),
        (".", 2, "cannot read ."),
        ("bytes.json", 2, "bytes.json is not UTF-8 text"),
        ("list.json", 1, "list.json:1:1: "),
        ("open.json", 1, "open.json:1:"),
        ("words.txt", 1, "words.txt:1:1: "),
    ] {
        let answer = folder.run(&["config", "check", file]);
        assert_eq!(answer.code, Some(code), "{file}");
        let said = answer.out + &answer.err;
        assert!(said.contains(reason), "{file}: {said}");
        let answer = folder.run(&[file, "games"]);
        assert!(answer.refused(2).contains(reason), "{file}");
    }
}

#[test]
fn init_writes_a_valid_configuration_and_never_overwrites_a_file() {
    let folder = Folder::new();
    let printed = folder.print(&["config", "init"]);
    assert_eq!(printed, repository("crates/wgs-config/data/wgs.json"));
    folder.print(&["config", "init", "mine.json"]);
    assert_eq!(folder.read("mine.json"), printed);
    let checked = folder.print(&["config", "check", "mine.json"]);
    assert!(checked.contains("no errors, 19 games"), "{checked}");
    assert_eq!(
        folder.print(&["mine.json", "games"]),
        folder.print(&["games"])
    );
    folder.write("mine.json", "precious");
    let error = folder.run(&["config", "init", "mine.json"]).refused(2);
    assert!(
        error.starts_with("wgs: cannot write mine.json: "),
        "{error}"
    );
    assert_eq!(folder.read("mine.json"), "precious");
}

#[test]
fn schema_is_a_json_schema_with_the_six_sections() {
    let schema: Value = serde_json::from_str(&Folder::new().print(&["config", "schema"])).unwrap();
    assert!(
        schema["$schema"]
            .as_str()
            .unwrap()
            .contains("json-schema.org")
    );
    for section in [
        "Grids",
        "ScoringRules",
        "Dictionaries",
        "LetterDistributions",
        "GameRules",
        "Preferences",
        "$schema",
    ] {
        assert!(schema["properties"][section].is_object(), "{section}");
    }
}

#[test]
fn games_are_a_table_in_the_order_of_the_file() {
    let folder = Folder::with_manual_words("cat");
    assert_eq!(
        folder.print(&["wgs.json", "games"]),
        "\
Game               Short name       Grid       Dictionary
Boggle (New)       boggle-new       4x4        Words
Big Boggle (1979)  big-boggle-1979  5x5        Words
Scramble           scramble         4x4        Words
Small              small            3x3        Words
Chapter 4.2        chapter-4-2      8 Letters  Words
"
    );
}

#[test]
fn a_game_with_missing_parts_works_where_they_are_not_needed() {
    let folder = Folder::with_words("cat");
    folder.write(
        "parts.json",
        r#"{
            "Grids": { "Rack": { "Size": [8, 1], "Adjacency": "Full" } },
            "ScoringRules": { "Plain": {} },
            "GameRules": {
                "Wordless": { "GridDesign": "Rack", "ScoringRules": "Plain" },
                "Gridless": { "ScoringRules": "Plain" },
                "Ruleless": { "GridDesign": "Rack" }
            }
        }"#,
    );
    let ask = |game: &str, flags: &[&str]| {
        let arguments = ["parts.json", "score", game, "--board", "CAT"];
        folder.run(&[&arguments[..], flags].concat())
    };
    let words = ["--dictionary", "words.txt"];
    assert_eq!(ask("Wordless", &words).fine(), "1 0\n");
    for (game, flags, part) in [
        ("Wordless", &[][..], "Dictionary"),
        ("Gridless", &words, "GridDesign"),
        ("Ruleless", &words, "ScoringRules"),
    ] {
        assert_eq!(
            ask(game, flags).refused(2),
            format!("wgs: the game \"{game}\" has no {part}, which score needs\n")
        );
    }
    assert!(folder.print(&["parts.json", "games"]).contains("Wordless"));
}

#[test]
fn a_dictionary_that_is_not_used_need_not_exist() {
    let folder = Folder::with_manual(std::path::Path::new("no-such-list.txt"));
    folder.print(&["wgs.json", "games"]);
    let error = folder
        .run(&["wgs.json", "score", "Small", "--board", "CAT"])
        .refused(2);
    assert!(
        error.contains("cannot read the dictionary no-such-list.txt: "),
        "{error}"
    );
    folder.write("words.txt", "cat");
    let arguments = [
        "wgs.json",
        "score",
        "Small",
        "--dictionary",
        "words.txt",
        "--board",
        "CAT",
    ];
    assert_eq!(folder.print(&arguments), "1 1\n");
}

#[test]
fn names_are_found_in_any_case_and_similar_names_are_suggested() {
    let folder = Folder::with_words("cat");
    let score = |game, flags: &[&str]| {
        let arguments = ["score", game, "--board", "CAT"];
        folder.run(&[&arguments[..], flags].concat())
    };
    let words = ["--dictionary", "words.txt"];
    assert_eq!(score("boggle (NEW)", &words).fine(), "1 1\n");
    for (game, flags, expected) in [
        (
            "Bogle (New)",
            &[][..],
            "unknown game \"Bogle (New)\"; did you mean \"Boggle (New)\"?",
        ),
        (
            "Zork",
            &[],
            "unknown game \"Zork\"; there are \"Boggle (Old)\", ",
        ),
        (
            "Ruzzle",
            &["--dictionary", "wordnk"],
            "did you mean \"Wordnik\"?",
        ),
        (
            "Ruzzle",
            &["--dictionary", "none.txt"],
            "neither a dictionary of the configuration nor a file",
        ),
        (
            "Ruzzle",
            &["--engine", "plian"],
            "expected avx512, avx2, portable, plain (or board), general or dictionary",
        ),
    ] {
        let error = score(game, flags).refused(2);
        assert!(error.contains(expected), "{game} {flags:?}: {error}");
    }
    let wordnik = score("Ruzzle", &["--dictionary", "WORDNIK"]).fine();
    assert_eq!(
        wordnik,
        score("Ruzzle", &["--dictionary", "builtin:wordnik"]).fine()
    );
    assert_eq!(wordnik, score("Ruzzle", &[]).fine());
}

const DISABLED: &str = r#"{
  "Dictionaries ": { "Words": "words.txt" },
  "Grids": { "Rack": { "Size": [8, 1], "Adjacency": "Full" } },
  "ScoringRules": { "Plain": {} },
  "GameRules": {
    "Good": { "GridDesign": "Rack", "ScoringRules": "Plain", "Dictionary": "Words" },
    "Bad": { "GridDesign": "Rock", "ScoringRules": "Plain", "Dictionary": "SOWPODS" }
  }
}
"#;

#[test]
fn a_game_that_names_something_missing_is_left_out_and_says_why() {
    let folder = Folder::with_words("cat");
    folder.write("some.json", DISABLED);
    let score = |game, flags: &[&str]| {
        let arguments = ["some.json", "score", game, "--board", "CAT"];
        folder.run(&[&arguments[..], flags].concat())
    };
    let answer = score("Good", &[]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), "1 0\n"));
    let warnings: Vec<&str> = answer.err.lines().collect();
    assert_eq!(
        warnings,
        [
            r#"some.json:2:3: Dictionaries: "Dictionaries " is read as "Dictionaries" (warning)"#,
            r#"some.json:7:28: GameRules."Bad".GridDesign: Grids has no entry "Rock"; did you mean "Rack"? (warning: disabled)"#,
            r#"some.json:7:75: GameRules."Bad".Dictionary: Dictionaries has no entry "SOWPODS" (warning: disabled)"#,
        ]
    );
    let error = score("Bad", &[]).refused(2);
    assert!(
        error.contains(r#"wgs: the game "Bad" is disabled: Grids has no entry "Rock"; "#),
        "{error}"
    );
    let games = folder.run(&["some.json", "games"]);
    assert!(games.out.contains("Good") && !games.out.contains("Bad"));

    // The strict forms reject the file.
    let answer = folder.run(&["config", "check", "some.json"]);
    assert_eq!(answer.code, Some(1));
    assert!(!answer.out.contains("no errors"), "{}", answer.out);
    let error = score("Good", &["--strict-config"]).refused(2);
    assert!(
        error.ends_with("some.json has a disabled game, which --strict-config rejects\n"),
        "{error}"
    );
    folder.write("some.json", LOOSE);
    let flags = ["--dictionary", "words.txt", "--strict-config"];
    assert_eq!(score("Quarrel", &flags).code, Some(0));
}

#[test]
fn a_relative_path_starts_at_the_configuration_file_and_then_at_the_working_folder() {
    let folder = Folder::with_words("cat act");
    std::fs::create_dir(folder.path("games")).unwrap();
    folder.write("games/some.json", DISABLED.replace("Rock", "Rack"));
    let score = || {
        let arguments = ["games/some.json", "score", "Good", "--board", "CAT"];
        folder.run(&arguments)
    };
    // Only the working folder has the file.
    assert_eq!(score().out, "2 0\n");
    folder.write("games/words.txt", "cat");
    assert_eq!(score().out, "1 0\n");
    std::fs::remove_file(folder.path("games/words.txt")).unwrap();
    std::fs::remove_file(folder.path("words.txt")).unwrap();
    let error = score().refused(2);
    assert!(
        error.contains("cannot read the dictionary games/words.txt: "),
        "{error}"
    );
}

#[test]
fn very_long_names_of_games_are_printed() {
    let folder = Folder::new();
    let name = "n".repeat(65_536);
    let games = format!(r#"{{ "GameRules": {{ "{name}": {{}}, "Short": {{}} }} }}"#);
    folder.write("long.json", games);
    let table = folder.print(&["long.json", "games"]);
    assert!(table.contains(&name));
    let short = table.lines().find(|line| line.starts_with("Short"));
    assert!(short.unwrap().len() < 100, "{short:?}");
}

/// The example of `docs/games.md`.
fn hexagon_example() -> String {
    let documentation = repository("docs/games.md");
    let mut blocks = documentation.split("```json\n").skip(1);
    let block = blocks.find(|block| block.contains("\"Hexagonal\""));
    let block = block.expect("the documentation has an example of hexagons");
    block[..block.find("```").unwrap()].to_owned()
}

#[test]
fn the_game_of_nineteen_hexagons_in_the_documentation_is_played_like_any_other() {
    let folder = Folder::new();
    folder.write("hexagon.json", hexagon_example());
    let check = folder.run(&["config", "check", "hexagon.json"]);
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let run = |arguments: &[&str]| {
        let answer = folder.run(&[&["--config", "hexagon.json"], arguments].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out
    };
    let board = run(&["create", "Hexagon", "--seed", "5"]);
    assert_eq!(board.trim_end().len(), 19, "{board}");
    run(&["check-board", "Hexagon", "--board", board.trim_end()]);
    // Only ADH and HIJ: D and F, A and C, and H and R do not touch.
    let board = "ABCDEFGHIJKLMNOPXRS";
    folder.write("words.txt", "ach\nadh\ndfk\nhij\nhrs\n");
    let words = ["--board", board, "--dictionary", "words.txt"];
    let solved = run(&[&["solve", "Hexagon", "%w %p,\\n"][..], &words].concat());
    let mut solved: Vec<&str> = solved.lines().collect();
    solved.sort_unstable();
    assert_eq!(solved, ["ADH 1,4,8", "HIJ 8,9,10"]);
    let play = [&["play", "Hexagon", "--computer", "off"][..], &words].concat();
    let drawing = run(&play);
    let expected = [
        "    ╭───┬───┬───╮",
        "    │ A │ B │ C │",
        "  ╭─┴─┬─┴─┬─┴─┬─┴─╮",
        "  │ D │ E │ F │ G │",
        "╭─┴─┬─┴─┬─┴─┬─┴─┬─┴─╮",
        "│ H │ I │ J │ K │ L │",
        "╰─┬─┴─┬─┴─┬─┴─┬─┴─┬─╯",
        "  │ M │ N │ O │ P │",
        "  ╰─┬─┴─┬─┴─┬─┴─┬─╯",
        "    │ X │ R │ S │",
        "    ╰───┴───┴───╯",
    ];
    assert!(drawing.contains(&expected.join("\n")), "{drawing}");
}
