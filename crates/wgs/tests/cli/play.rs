//! Rounds played through a pipe: guesses, verdicts and results.

use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};

use wgs_app::round_board::{DealtBoardOptions, deal_board};
use wgs_test_requirement::requires;

use crate::folder::{Folder, ProgramOutput, shared};

const WORDS: &str = "cat cats act acts scat cast tacs stack quits quit it ox board score word \
    this hits sea seas east";

/// Plays on a board of two rows and columns with the words above.
fn play(arguments: &[&str], input: &str) -> ProgramOutput {
    let start = ["play", "--size", "2", "--dictionary", "words.txt"];
    Folder::with_words(WORDS).run_with(&[&start, arguments].concat(), input)
}

/// Plays on the board CATS, without a computer.
fn play_cats(arguments: &[&str], lines: &[&str]) -> String {
    let start = ["--board", "CATS", "--computer", "off", "--seed", "1"];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    play(&[&start, arguments].concat(), &input).fine()
}

const BOARD: &str = "\
╭───┬───╮
│ C │ A │
├───┼───┤
│ T │ S │
╰───┴───╯
7 words of at least 3 letters; type ? for help
";

#[test]
fn a_game_through_a_pipe_looks_like_one_on_a_terminal() {
    let lines = ["cats", "Cats", "stack", "", "sea"];
    let printed = play_cats(&[], &lines);
    let expected = format!(
        "Boggle (New), 2x2 (seed 1)\n{BOARD}\
You > cats
CATS counts: 1 point (C1 → A2 ↙ T3 → S4)
You > Cats
Cats was already found
You > stack
stack is a word, but the board has no K
You > 

You: 1 word, 1 point
  CATS 1

1 of 7 points

Missed: 6 of 7 words
  ACTS 1   CAST 1   SCAT 1   ACT  1   CAT  1   TACS 1
"
    );
    assert_eq!(printed, expected);
}

#[test]
fn every_guess_gets_its_exact_verdict() {
    for (guess, answer) in [
        ("cat", "CAT counts: 1 point (C1 → A2 ↙ T3)"),
        ("  CAT  ", "CAT counts: 1 point (C1 → A2 ↙ T3)"),
        ("xyzzy", "xyzzy is not in the dictionary"),
        (
            "it",
            "it is too short: it counts for 2 letters, but 3 are needed",
        ),
        (
            "x",
            "x is too short: it counts for 1 letter, but 3 are needed",
        ),
        ("123", "123 has no letters"),
        ("quits", "quits is a word, but the board has no Q, U or I"),
        ("cat cats", "Type one word at a time"),
        ("score", "0 words, 0 points"),
        (
            "word score",
            "score is a word, but the board has no O, R or E",
        ),
    ] {
        let printed = play_cats(&[], &[guess]);
        let typed = format!("You > {}\n{answer}\n", guess.trim());
        assert!(printed.contains(&typed), "{answer}\n{printed}");
    }
    let printed = play(&["--board", "QITS", "--computer", "off"], "quits\nhits\n").fine();
    assert!(printed.contains("│ Qu │ I  │\n"), "{printed}");
    for answer in [
        "QUITS counts: 2 points (Qu1 → I2 ↙ T3 → S4)\n",
        "hits is a word, but the board has no H\n",
    ] {
        assert!(printed.contains(answer), "{answer}{printed}");
    }
    // On a larger board the letters are there, but they are not neighbours.
    let folder = Folder::with_words(WORDS);
    let arguments = ["play", "--board", "C..............ATSX"];
    let refused = folder.run(&arguments).refused(2);
    assert!(
        refused.contains("the board has 19 tiles, but the grid has 16 cells"),
        "{refused}"
    );
    let board = "C.............AT";
    let arguments = ["play", "--board", board, "--dictionary", "words.txt"];
    let printed = folder.print_with(&arguments, "cat\n");
    let answer = "cat is a word, but has no path on the board\n";
    assert!(printed.contains(answer), "{printed}");
    // On a rack all tiles are neighbours, so letters are missing instead of paths.
    let printed = folder.print(&["play", "Scrabblet", "--board", "CATS"]);
    assert!(printed.contains("\n│ C │ A │ T │ S │\n"), "{printed}");
    let arguments = [
        "play",
        "Scrabble Rack",
        "--board",
        "CATS",
        "--dictionary",
        "words.txt",
    ];
    let printed = folder.print_with(&arguments, "scat\nsea\n");
    for answer in [
        "Scrabble Rack, 4 tiles (",
        "SCAT counts: 6 points (S4 C1 A2 T3)\n",
        "sea is a word, but the hand has no E\n",
    ] {
        assert!(printed.contains(answer), "{answer}{printed}");
    }
}

#[test]
fn commands_show_help_the_board_and_the_score() {
    let printed = play_cats(&[], &["cat", "act", "SCORE", "board", "?", "help"]);
    assert!(
        printed.contains("You > SCORE\n2 words, 2 points: CAT ACT\n"),
        "{printed}"
    );
    assert!(
        printed.contains(&format!("You > board\n{BOARD}")),
        "{printed}"
    );
    let help = "Type a word whose letters are on neighbouring tiles, one after the other, using \
                each tile at most once.\n";
    assert_eq!(printed.matches(help).count(), 2, "{printed}");
}

#[test]
fn the_end_of_input_and_quit_end_the_game_with_its_result() {
    let result = "\n\nAnn: 1 word, 1 point\n  CAT 1\n\nBob: 0 words, 0 points\n\nAnn wins with 1 of 7 points\n";
    for input in ["cat", "cat\n", "cat\nquit\nact\n", "\u{feff}cat\nQuit\n"] {
        let arguments = [
            "--board",
            "CATS",
            "--computer",
            "off",
            "--players",
            "Ann,Bob",
        ];
        let printed = play(&arguments, input).fine();
        let result = if input.contains("uit") {
            &result[1..]
        } else {
            result
        };
        assert!(printed.contains(result), "{input:?}: {printed}");
    }
    let printed = play(&["--board", "CATS", "--computer", "off"], "").fine();
    assert!(
        printed.contains("You > \n\nYou: 0 words, 0 points\n\n0 of 7 points\n"),
        "{printed}"
    );
    let everything = ["cat", "cats", "act", "acts", "scat", "cast", "tacs"];
    let printed = play_cats(&[], &everything);
    assert!(
        printed.ends_with("\n7 of 7 points\nNo words were missed\n"),
        "{printed}"
    );
    let printed = play(&["--board", "XXXX", "--computer", "hard"], "cat\n").fine();
    assert!(
        printed.contains("\nThere are no words on this board; type ?"),
        "{printed}"
    );
    assert!(printed.ends_with("\nNo player scored\n"), "{printed}");
}

#[test]
fn several_players_take_turns_and_may_cancel_each_others_words() {
    let lines = ["cat", "act", "", "CAT", "scat", "cast", ""];
    let people = ["--players", "Ann, Bob"];
    let printed = play_cats(&people, &lines);
    for part in [
        "Ann > cat\nCAT counts: 1 point",
        "Bob > CAT\nCAT counts: 1 point",
        "Ann: 2 words, 2 points\n  ACT 1   CAT 1\n\n",
        "Bob: 3 words, 3 points\n  CAST 1   SCAT 1   CAT  1\n\n",
        "Bob wins with 3 of 7 points\n",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    assert_eq!(printed.matches(BOARD).count(), 2, "{printed}");
    let printed = play_cats(&[&people[..], &["--cancel"]].concat(), &lines);
    for part in [
        "Ann: 2 words, 1 point\n  ACT 1   CAT -\n\n",
        "Bob: 3 words, 2 points\n  CAST 1   SCAT 1   CAT  -\n\n",
        "Bob wins with 2 of 7 points\n",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    let printed = play_cats(&people, &["cat", "", "act"]);
    assert!(
        printed.contains("\nAnn and Bob win with 1 of 7 points each\n"),
        "{printed}"
    );
}

/// The line of a player's words and points.
fn standing(printed: &str, name: &str) -> String {
    let line = printed.lines().find(|line| line.starts_with(name));
    line.unwrap_or_else(|| panic!("{name} is missing: {printed}"))
        .to_owned()
}

#[test]
fn the_seed_decides_the_board_and_what_the_computer_finds() {
    let folder = Folder::new();
    let game =
        |seed: &str, level: &str| folder.print(&["play", "--seed", seed, "--computer", level]);
    let printed = game("2014", "medium");
    assert_eq!(game("2014", "medium"), printed);
    assert_ne!(game("2015", "medium"), printed);
    // The board is the first one that create deals.
    let board = folder.print(&["create", "Boggle (New)", "--deal", "--seed", "2014"]);
    let tiles: String = printed
        .lines()
        .filter(|line| line.starts_with('│'))
        .flat_map(|line| line.chars().filter(char::is_ascii_uppercase))
        .collect();
    assert_eq!(Some(&*tiles), board.split(' ').next());
    let levels = ["beginner", "easy", "medium", "hard", "expert", "perfect"];
    let words = levels.map(|level| {
        let printed = game("2014", level);
        let standing = standing(&printed, "Computer");
        let words = standing.strip_prefix(&format!("Computer ({level}): "));
        let (words, _) = words.unwrap().split_once(" word").unwrap();
        words.parse::<u64>().unwrap()
    });
    assert!(words.is_sorted_by(|a, b| a < b), "{words:?}");
    assert!(game("2014", "perfect").ends_with("\nNo words were missed\n"));
    // The names of earlier versions.
    assert_eq!(game("2014", "nursery"), game("2014", "beginner"));
    assert_eq!(game("2014", "humbling"), game("2014", "perfect"));
    assert!(!game("2014", "off").contains("Computer"));
    // The seed is printed, so that a game can be repeated.
    let printed = folder.print(&["play"]);
    let (_, seed) = printed.split_once("(seed ").unwrap();
    let (seed, _) = seed.split_once(')').unwrap();
    assert_eq!(game(seed, "medium"), printed);
}

/// The words of the computer on a board that has SIPE, NEPS and PENS, without limit of time.
fn words_of_computer(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let start = ["play", "--board", "SIPENEPSTREABCDE", "--minutes", "1440"];
    let start = [&start[..], &["--json", "--seed", "1"]].concat();
    let reply: Value = serde_json::from_str(&folder.print(&[&start, arguments].concat())).unwrap();
    let players = reply["players"].as_array().unwrap();
    let computer = players.iter().find(|player| player["name"] == "Computer");
    let words = computer.unwrap()["words"].as_array().unwrap().iter();
    let words = words.map(|word| word["word"].as_str().unwrap().to_owned());
    words.collect()
}

#[test]
fn an_easy_computer_knows_common_words_only() {
    let folder = Folder::new();
    for (level, is_known) in [("easy", false), ("medium", false), ("perfect", true)] {
        let words = words_of_computer(&folder, &["--computer", level]);
        for word in ["SIPE", "NEPS"] {
            assert_eq!(words.iter().any(|found| found == word), is_known, "{word}");
        }
        assert!(words.iter().any(|found| found == "PENS"), "{words:?}");
    }
}

#[test]
fn the_computer_can_have_its_own_dictionary() {
    let folder = Folder::with_words("neps\npens\nxylophone");
    for level in ["beginner", "perfect"] {
        let arguments = ["--computer", level, "--computer-dictionary", "words.txt"];
        let mut words = words_of_computer(&folder, &arguments);
        words.sort_unstable();
        assert_eq!(words, ["NEPS", "PENS"], "{level}");
    }
    // Its words must also be in the dictionary of the game.
    folder.write("game.txt", "pens sipe");
    let arguments = [
        "--computer-dictionary",
        "words.txt",
        "--dictionary",
        "game.txt",
    ];
    assert_eq!(words_of_computer(&folder, &arguments), ["PENS"]);
}

#[requires(shared_data)]
#[test]
fn the_levels_of_the_assignment_are_its_dictionaries() {
    let folder = Folder::new();
    let list = |name: &str| shared(&format!("wordlists/{name}")).display().to_string();
    let words = |computer: &str| {
        let (game, computer) = (list("dictionary-yawl.txt"), list(computer));
        let options = ["--dictionary", &game, "--computer-dictionary", &computer];
        let level = ["--computer", "perfect"];
        words_of_computer(&folder, &[&options[..], &level].concat()).len()
    };
    let beginner = words("dictionary-nursery.txt");
    let medium = words("dictionary-algs4.txt");
    let perfect = words("dictionary-yawl.txt");
    assert!(0 < beginner && beginner < medium && medium < perfect);
}

#[test]
fn boards_have_any_size_and_any_shape() {
    let folder = Folder::new();
    let printed = folder.print(&["play", "--size", "32", "--seed", "2006", "--all"]);
    assert!(
        printed.starts_with("Boggle (New), 32x32 (seed 2006)\n"),
        "{printed}"
    );
    let rows = printed.lines().skip(1).take(32);
    assert!(
        rows.clone().all(|row| row.split_whitespace().count() == 32),
        "{printed}"
    );
    let (_, missed) = printed.split_once("\nMissed: ").unwrap();
    let listed = missed.split_whitespace().filter(|word| word.len() > 2);
    let listed = listed.filter(|word| word.chars().all(|letter| letter.is_ascii_uppercase()));
    let count: usize = missed.split(' ').next().unwrap().parse().unwrap();
    assert!(count > 5_000 && listed.count() == count, "{count}");
    let printed = folder.print(&["play", "--size", "1", "--board", "A"]);
    assert!(printed.contains("╭───╮\n│ A │\n╰───╯\n"), "{printed}");
    folder.write("words.txt", WORDS);
    folder.write(
        "plus.json",
        r#"{
            "Grids": { "Plus": { "Tiles": [[2, 1], [1, 2], [2, 2], [3, 2], [2, 3]] } },
            "ScoringRules": { "One": { "MinWordLength": 3, "LengthBonuses": { "3+": 1 } } },
            "Dictionaries": { "Words": "words.txt" },
            "GameRules": { "Plus": { "GridDesign": "Plus", "ScoringRules": "One",
                "Dictionary": "Words" } }
        }"#,
    );
    let arguments = ["plus.json", "play", "plus", "--board", "SCA:TX"];
    let printed = folder.print_with(&arguments, "cats\n");
    let drawn = "
       ╭──────╮
       │  S   │
╭──────┼──────┼──────╮
│  C   │  A   │ T 2L │
╰──────┼──────┼──────╯
       │  X   │
       ╰──────╯
";
    assert!(printed.contains(drawn), "{printed}");
    let answer = "CATS counts: 1 point (C2 → A3 → T4 ↖ S1)\n";
    assert!(printed.contains(answer), "{printed}");
}

#[test]
fn a_hive_and_a_long_rack_are_drawn_as_on_every_interface() {
    let folder = Folder::new();
    let hive = "
    ╭───╮
╭───┤ B ├───╮
│ G ├───┤ C │
├───┤ A ├───┤
│ F ├───┤ D │
╰───┤ E ├───╯
    ╰───╯
";
    let rack = "
╭───┬───┬───┬───┬───┬───╮
│ A │ B │ C │ D │ E │ F │
├───┼───┼───┼───┼───┼───╯
│ G │ H │ I │ J │ K │
╰───┴───┴───┴───┴───╯
";
    for (game, board, drawing) in [
        ("spelling-bee", "ABCDEFG", hive),
        ("scrabblet", "ABCDEFGHIJK", rack),
    ] {
        let printed = folder.print(&["play", game, "--board", board]);
        assert!(printed.contains(drawing), "{printed}");
    }
}

#[test]
fn the_result_is_one_json_object() {
    let folder = Folder::with_words(WORDS);
    let arguments = "play --size 2 --dictionary words.txt --board CATS --seed 7 --json --cancel \
                     --players Ann,Bob --computer off";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = folder.print_with(&arguments, "cat\nact\n\ncat\nxyzzy\n");
    let reply: Value = serde_json::from_str(&printed).unwrap();
    let word = |word: &str, positions: Value| {
        json!({ "word": word, "score": 1, "letter_points": 0, "word_multiplier": 1,
            "length_bonus": 1, "length": word.len(), "positions": positions })
    };
    let mut cat = word("CAT", json!([1, 2, 3]));
    cat["cancelled"] = json!(true);
    assert_eq!(
        reply,
        json!({
            "game": "Boggle (New)", "board": "CATS", "seed": 7, "words": 7, "points": 7,
            "players": [
                { "name": "Ann", "points": 1, "words": [word("ACT", json!([2, 1, 3])), cat] },
                { "name": "Bob", "points": 0, "words": [cat] },
            ],
            "winners": ["Ann"],
            "missed": [
                word("ACTS", json!([2, 1, 3, 4])),
                word("CAST", json!([1, 2, 4, 3])),
                word("CATS", json!([1, 2, 3, 4])),
                word("SCAT", json!([4, 1, 2, 3])),
                word("TACS", json!([3, 2, 1, 4])),
            ],
        })
    );
    let printed = folder.print(&["play", "--seed", "7", "--json"]);
    let reply: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(reply["players"][1]["level"], "medium");
    assert_eq!(reply["winners"], json!(["Computer"]));
}

#[test]
fn each_line_is_answered_before_the_next_is_read_and_time_runs_out_by_itself() {
    let folder = Folder::with_words(WORDS);
    let arguments = "play --size 2 --dictionary words.txt --board CATS --computer off --minutes \
                     0.033 --players Ann,Bob";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut child = folder.command(&arguments).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert!(next().starts_with("Boggle (New), 2x2, 0:02 on the clock (seed "));
    let skip_board = |next: &mut dyn FnMut() -> String| (0..6).for_each(|_| drop(next()));
    skip_board(&mut next);
    input.write_all(b"cat\n").unwrap();
    assert_eq!(next(), "Ann 0:02 > cat");
    assert!(next().starts_with("CAT counts: 1 point"));
    // Ann types nothing more until her time is up.
    assert!(next().starts_with("Ann 0:0"));
    assert_eq!(next(), "Time is up");
    skip_board(&mut next);
    assert_eq!(next(), "Bob 0:02 > ");
    assert_eq!(next(), "Time is up");
    let rest: Vec<String> = std::iter::from_fn(|| lines.next())
        .map(Result::unwrap)
        .collect();
    assert!(
        rest.contains(&"Bob: 0 words, 0 points".to_owned()),
        "{rest:?}"
    );
    assert!(child.wait().unwrap().success());
    drop(input);
}

#[test]
fn bad_input_is_an_error_with_a_reason() {
    for (arguments, reason) in [
        (
            &["Bogle (New)"][..],
            "unknown game \"Bogle (New)\"; did you mean \"Boggle (New)\"",
        ),
        (&["--size", "0"], "expected a whole number from 1 to 1000"),
        (
            &["--size", "5000"],
            "expected a whole number from 1 to 1000",
        ),
        (&["--size", "four"], "--size"),
        (
            &["--board", "ABC"],
            "--board: the board has 3 tiles, but the grid has 16 cells",
        ),
        (
            &["--size", "2", "--board", "ABCDE"],
            "has 5 tiles, but the grid has 4 cells",
        ),
        (&["--board", "A1"], "--board: column 2: '1' is not a letter"),
        (&["--board", "................"], "the board has no letters"),
        (&["--players", "Ann,"], "--players: a name is empty"),
        (
            &["--players", "Ann,Bob,Ann"],
            "--players: two players are called \"Ann\"",
        ),
        (
            &["--players", "Computer"],
            "--players: two players are called \"Computer\"",
        ),
        (
            &["--computer", "genius"],
            "[possible values: off, beginner, easy, medium, hard, expert, perfect]",
        ),
        (
            &["--computer-dictionary", "none.txt"],
            "--computer-dictionary: \"none.txt\" is neither",
        ),
        (
            &["--minutes", "NaN"],
            "expected a number of minutes from 0 to 1440",
        ),
        (
            &["--minutes", "1e9"],
            "expected a number of minutes from 0 to 1440",
        ),
        (&["--seed", "x"], "--seed"),
        (
            &["--dictionary", "none.txt"],
            "--dictionary: \"none.txt\" is neither",
        ),
    ] {
        let error = Folder::new()
            .run(&[&["play"], arguments].concat())
            .refused(2);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    let folder = Folder::with_words("cat");
    let config = r#"{
        "Dictionaries": { "Words": "words.txt" },
        "Grids": { "Rack": { "Size": [8, 1] } },
        "ScoringRules": { "Any": {} },
        "GameRules": { "Bare": { "GridDesign": "Rack", "ScoringRules": "Any", "Dictionary": "Words" } }
    }"#;
    folder.write("bare.json", config);
    let error = folder.run(&["bare.json", "play", "Bare"]).refused(2);
    assert!(
        error.contains("without --board: the game \"Bare\" has no LetterDistribution"),
        "{error}"
    );
}

#[test]
fn a_board_of_another_size_has_rows_and_columns() {
    let folder = Folder::with_words(WORDS);
    let printed = folder.print(&[
        "play",
        "--size",
        "2x3",
        "--board",
        "ABCDEF",
        "-d",
        "words.txt",
    ]);
    assert!(printed.contains("2x3"), "{printed}");
    assert!(
        printed.contains("│ A │ B │ C │\n") && printed.contains("│ D │ E │ F │\n"),
        "{printed}"
    );
}

#[test]
fn a_seed_deals_the_same_board_for_a_round_as_create_does() {
    let folder = Folder::new();
    let loader = wgs_app::GameLoader::default();
    for (name, words) in [("Boggle (New)", 60..=1000), ("Spelling Bee", 20..=80)] {
        let play = ["play", name, "--seed", "5", "--json", "--computer", "off"];
        let reply: Value = serde_json::from_str(&folder.run_with(&play, "").fine()).unwrap();
        let found = reply["words"].as_u64().unwrap();
        assert!(words.contains(&found), "{reply}");
        let create = ["create", name, "--seed", "5", "--deal", "--json"];
        let created: Value = serde_json::from_str(&folder.run(&create).fine()).unwrap();
        assert_eq!(created["board"], reply["board"]);
        assert_eq!(created["words"], reply["words"]);
        let game = loader.game(&wgs_app::GameRequest::named(name), "play");
        let options = DealtBoardOptions {
            seed: 5,
            ..DealtBoardOptions::default()
        };
        let budget = wgs_engine::Budget::UNLIMITED;
        let board = deal_board(&game.unwrap(), options, &loader, &budget).unwrap();
        assert_eq!(created["board"], board.to_string());
    }
}

#[test]
fn a_game_without_points_is_played_for_words() {
    let play = [
        "play",
        "7 Little Words",
        "--board",
        "QuiEtLy",
        "--computer",
        "off",
    ];
    let printed = Folder::new().run_with(&play, "quietly\n").fine();
    assert!(!printed.contains("point"), "{printed}");
    assert!(printed.contains("You: 1 word\n"), "{printed}");
}
