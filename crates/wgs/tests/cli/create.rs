//! `wgs create`: the forms of section 3.1 of the original manual, and its newer options.

mod difficulty;
mod ending;
mod maximum;
mod word_list;

use serde_json::{Value, json};
use wgs_config::Catalogue;

use crate::folder::{Folder, ProgramOutput};
#[cfg(unix)]
use crate::pseudo_terminal::{PseudoTerminal, Streams};

const BOGGLE: &str = "Boggle (New)";

const CONFIG: &str = r#"{
    "Grids": {
        "2x2": { "Size": [2, 2], "Adjacency": "Diagonal" },
        "3x3": { "Size": [3, 3], "Adjacency": "Straight" },
        "Rack": { "Size": [8, 1], "Adjacency": "Full" }
    },
    "ScoringRules": {
        "Plain": { "LengthBonuses": { "1+": 1 }, "MinWordLength": 2 },
        "Five": { "LengthBonuses": { "1+": 1 }, "RandomBoardSize": 5 },
        "Many": { "LengthBonuses": { "1+": 1 }, "RandomBoardSize": 99 }
    },
    "Dictionaries": { "Words": "words.txt" },
    "LetterDistributions": {
        "Four": { "GenerationMethod": "Dice", "DiceLetters": "CE, ABO, TCE, SE" },
        "Two": { "GenerationMethod": "Dice", "DiceLetters": "CE, AO" },
        "Six": { "GenerationMethod": "Dice", "DiceLetters": "C, A, T, S, E, ?.Qu" },
        "Order": { "GenerationMethod": "Dice", "DiceLetters": "CB, A, TS, E, OOO, ?.Qu",
                   "ShuffleDice": false },
        "Odd": { "GenerationMethod": "Dice", "DiceLetters": "Qu, ?, ., ?t, Éa, Éa, Éa, Éa, Éa" },
        "Strange": { "GenerationMethod": "Dice", "DiceLetters": "CX, AÉ, T, S" },
        "Bag": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "AABBCOSTE" },
        "Small": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "CAT" },
        "Well": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "CAT",
                  "SampleWithoutReplacement": false },
        "List": { "GenerationMethod": "WordList", "WordListFile": "list.txt" },
        "As it is": { "GenerationMethod": "WordList", "WordListFile": "list.txt",
                      "ShuffleLetters": false }
    },
    "GameRules": {
        "Four": { "GridDesign": "2x2", "ScoringRules": "Plain", "LetterDistribution": "Four",
                  "Dictionary": "Words" },
        "Two": { "GridDesign": "2x2", "ScoringRules": "Plain", "LetterDistribution": "Two",
                 "Dictionary": "Words" },
        "Six": { "GridDesign": "2x2", "ScoringRules": "Plain", "LetterDistribution": "Six",
                 "Dictionary": "Words" },
        "Order": { "GridDesign": "2x2", "ScoringRules": "Plain", "LetterDistribution": "Order",
                   "Dictionary": "Words" },
        "Odd": { "GridDesign": "3x3", "ScoringRules": "Plain", "LetterDistribution": "Odd",
                 "Dictionary": "Words" },
        "Strange": { "GridDesign": "2x2", "ScoringRules": "Plain",
                     "LetterDistribution": "Strange", "Dictionary": "Words" },
        "Bag": { "GridDesign": "3x3", "ScoringRules": "Plain", "LetterDistribution": "Bag",
                 "Dictionary": "Words" },
        "Small": { "GridDesign": "2x2", "ScoringRules": "Plain", "LetterDistribution": "Small",
                   "Dictionary": "Words" },
        "Well": { "GridDesign": "Rack", "ScoringRules": "Five", "LetterDistribution": "Well",
                  "Dictionary": "Words" },
        "Many": { "GridDesign": "Rack", "ScoringRules": "Many", "LetterDistribution": "Well",
                  "Dictionary": "Words" },
        "List": { "GridDesign": "Rack", "ScoringRules": "Plain", "LetterDistribution": "List",
                  "Dictionary": "Words" },
        "Short list": { "GridDesign": "Rack", "ScoringRules": "Five",
                        "LetterDistribution": "List", "Dictionary": "Words" },
        "Short list as it is": { "GridDesign": "Rack", "ScoringRules": "Five",
                                 "LetterDistribution": "As it is", "Dictionary": "Words" },
        "As it is": { "GridDesign": "Rack", "ScoringRules": "Plain",
                      "LetterDistribution": "As it is", "Dictionary": "Words" },
        "No words": { "GridDesign": "2x2", "ScoringRules": "Plain",
                      "LetterDistribution": "Four" },
        "No rules": { "GridDesign": "2x2", "LetterDistribution": "Four",
                      "Dictionary": "Words" },
        "No grid": { "ScoringRules": "Plain", "LetterDistribution": "Four" },
        "No letters": { "GridDesign": "2x2", "ScoringRules": "Plain", "Dictionary": "Words" }
    }
}"#;

const WORDS: &str = "cat cats cast scat act acts sat at as cab cabs scab bat bats tab tabs sea \
                     seat eat eats east ate teas tea oat oats coat coats cost quest";

fn folder() -> Folder {
    let folder = Folder::with_words(WORDS);
    folder.write("games.json", CONFIG);
    folder.write("list.txt", "CATS\nEAST\nSCABOUTE\n");
    folder
}

/// Runs `create` with arguments that have no spaces in them.
fn create(folder: &Folder, game: &str, arguments: &str) -> ProgramOutput {
    let mut all = vec!["games.json", "create", game];
    all.extend(arguments.split_whitespace());
    folder.run(&all)
}

/// Runs `create` with an embedded game.
fn create_embedded(game: &str, arguments: &str) -> ProgramOutput {
    let mut all = vec!["create", game];
    all.extend(arguments.split_whitespace());
    Folder::new().run(&all)
}

/// Splits the lines of scored boards into board, words and points.
fn scored(out: &str) -> Vec<(String, u64, u64)> {
    assert!(out.is_empty() || out.ends_with('\n'), "{out:?}");
    let line = |line: &str| {
        let parts: Vec<&str> = line.split(' ').collect();
        let [board, words, points] = parts[..] else {
            panic!("{line:?} is not a board, words and points");
        };
        let number = |text: &str| -> u64 { text.parse().unwrap() };
        (board.to_owned(), number(words), number(points))
    };
    out.lines().map(line).collect()
}

fn replies(out: &str) -> Vec<Value> {
    let replies = out.lines().map(|line| serde_json::from_str(line).unwrap());
    replies.collect()
}

#[test]
fn the_forms_of_the_manual_print_boards_or_boards_words_and_points() {
    let folder = Folder::new();
    folder.write(
        "wgs.json",
        crate::folder::repository("crates/wgs-config/data/wgs.json"),
    );
    for (arguments, boards) in [(&[][..], 1), (&["3"], 3), (&["1", "0", "0"], 1)] {
        let out = folder.print(&[&["wgs.json", "create", BOGGLE], arguments].concat());
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), boards, "{out}");
        let is_letter = |letter: char| letter.is_ascii_uppercase();
        let is_board = |line: &&str| line.len() == 16 && line.chars().all(is_letter);
        assert!(out.ends_with('\n') && lines.iter().all(is_board), "{out}");
    }
    type Holds = fn(u64, u64) -> bool;
    for (arguments, holds) in [
        (&["3", "300"][..], (|words, _| words >= 300) as Holds),
        (&["3", "0", "400"], |_, points| points >= 400),
        (&["3", "300", "600"], |w, p| w >= 300 && p >= 600),
        (&["3", "0", "0", "minimize"], |w, p| w == 0 && p == 0),
        (&["3", "20", "60", "minimize"], |w, p| w <= 20 && p <= 60),
    ] {
        let out = folder.print(&[&["wgs.json", "create", BOGGLE], arguments].concat());
        let boards = scored(&out);
        assert_eq!(boards.len(), 3, "{out}");
        for (board, words, points) in boards {
            assert!(board.len() == 16 && holds(words, points), "{out}");
        }
    }
}

#[test]
fn minimize_is_a_keyword_or_a_flag_in_either_spelling() {
    let expected = create_embedded(BOGGLE, "2 20 60 minimize --seed 8").fine();
    for form in [
        "2 20 60 minimise --seed 8",
        "2 20 60 --minimize --seed 8",
        "2 20 60 --minimise --seed 8",
        "--seed 8 --minimize 2 20 60",
    ] {
        assert_eq!(create_embedded(BOGGLE, form).fine(), expected, "{form}");
    }
    let none = create_embedded(BOGGLE, "--minimize --seed 8").fine();
    assert_eq!(scored(&none)[0].1, 0, "{none}");
}

#[test]
fn the_boards_of_a_seed_never_change() {
    for (game, arguments, expected) in [
        (BOGGLE, "2", "NOSATMFRDEELWOSH\nNDMTNJCTAONRLNLK\n"),
        (
            "Super Big Boggle",
            "1",
            "FWUAIOEOTTHFNEELTUEQuSDHeCPKILVNOUDHEH\n",
        ),
        ("Scrabble Rack", "2", "VOOOGAT\nTWNEOAI\n"),
        ("Quarrel", "1", "PIRTMHSA\n"),
        ("Spelling Bee", "2", "XPRCKFV\nUYPIQFN\n"),
        (BOGGLE, "1 500", "FOODTSNRAEELMWSH 525 911\n"),
        (BOGGLE, "1 0 0 minimize", "CCLTOVBRUVGHOHKH 0 0\n"),
        (
            BOGGLE,
            "2 --must-contain planet --must-contain quiz",
            "TZNEGIATDQLYBKPO\nNBTIAEYHLAYZPQIS\n",
        ),
    ] {
        let arguments = format!("{arguments} --seed 2014");
        let out = create_embedded(game, &arguments).fine();
        assert_eq!(out, expected, "{game} {arguments}");
    }
    let folder = folder();
    for (game, expected) in [
        ("List", "SEAT CUAOBSTE ATES"),
        ("As it is", "EAST SCABOUTE EAST"),
    ] {
        let out = create(&folder, game, "3 --seed 2014").fine();
        assert_eq!(out.trim_end().replace('\n', " "), expected, "{game}");
    }
}

#[test]
fn boards_do_not_depend_on_the_threads_the_engine_or_the_number_of_boards() {
    let folder = folder();
    for (game, arguments, most) in [
        ("Four", "", 10_000),
        ("Well", "--json", 5_000),
        ("Order", "--must-contain cat", 20),
        ("Four", "--words 4..6 --json", 40),
        ("Bag", "--words 5.. --must-contain cost", 20),
        ("Bag", "--minimize", 10),
        ("List", "", 500),
        ("List", "--words 1..", 20),
    ] {
        let boards = |count: usize, more: &str| {
            create(
                &folder,
                game,
                &format!("{count} {arguments} --seed 5 {more}"),
            )
            .fine()
        };
        let expected = boards(most, "--threads 1");
        assert_eq!(expected.lines().count(), most);
        for more in [
            "--threads 2",
            "--threads 3",
            "--threads 7 --engine plain",
            "--engine general",
        ] {
            assert!(boards(most, more) == expected, "{game} {arguments} {more}");
        }
        let start = boards(most / 2, "");
        assert!(expected.starts_with(&start), "{game} {arguments}");
    }
}

#[test]
fn without_a_seed_boards_differ_and_seeds_differ_too() {
    let boards = |seed: &str| create_embedded(BOGGLE, seed).fine();
    assert_ne!(boards(""), boards(""));
    assert_ne!(boards("--seed 1"), boards("--seed 2"));
    assert_ne!(boards("--seed 0"), boards("--seed 18446744073709551615"));
    let out = create_embedded(BOGGLE, "--json").fine();
    let seed = replies(&out)[0]["seed"].to_string();
    assert_eq!(
        create_embedded(BOGGLE, &format!("--json --seed {seed}")).fine(),
        out
    );
}

#[test]
fn every_board_of_every_embedded_game_is_valid_and_has_the_printed_score() {
    let folder = Folder::new();
    let catalogue = Catalogue::embedded();
    let mut games = 0;
    for name in catalogue.games().map(|game| game.name().to_owned()) {
        if catalogue
            .game(&name)
            .unwrap()
            .distribution_for("create")
            .is_err()
        {
            continue;
        }
        games += 1;
        let has_dice = catalogue
            .game(&name)
            .unwrap()
            .distribution()
            .is_some_and(|letters| letters.has_faces());
        // The dictionaries of other languages need not be installed.
        let english = "--dictionary Wordnik --seed 3";
        let range = if has_dice { 4..=60 } else { 4..=500 };
        let words = format!("2 --words {}..{} {english}", range.start(), range.end());
        let basic = create_embedded(&name, "40 --seed 3").fine();
        let targeted = scored(&create_embedded(&name, &words).fine());
        let mut boards = basic;
        for (board, words, points) in targeted {
            assert!(range.contains(&words), "{name}: {board}");
            let wordnik = ["--dictionary", "Wordnik"];
            let score = ["score", &name, "--board", &board, wordnik[0], wordnik[1]];
            let score = folder.print(&score);
            assert_eq!(score, format!("{words} {points}\n"), "{name}: {board}");
            boards += &(board + "\n");
        }
        if !has_dice {
            continue;
        }
        let required = create_embedded(&name, "2 --must-contain cat --must-contain act --seed 3");
        boards += &required.fine();
        folder.write("boards.txt", &boards);
        let checked = folder.print(&["check-board", &name, "--file", "boards.txt"]);
        assert_eq!(
            checked,
            format!("+{}", boards.trim_end().replace('\n', "\n+")) + "\n"
        );
    }
    assert!(games >= 18, "only {games} games have letters");
}

#[test]
fn numbers_stay_within_their_ranges() {
    for (arguments, words, points) in [
        ("--words 80..120", 80..=120, 0..=u64::MAX),
        ("--words ..10", 0..=10, 0..=u64::MAX),
        ("--words 77", 77..=77, 0..=u64::MAX),
        ("--words 0", 0..=0, 0..=0),
        ("--words 400..", 400..=u64::MAX, 0..=u64::MAX),
        ("--points 1000..1000", 0..=u64::MAX, 1000..=1000),
        ("--words 90..110 --points 150..", 90..=110, 150..=u64::MAX),
        ("--words ..", 0..=u64::MAX, 0..=u64::MAX),
        ("--points 200 --words 100..", 100..=u64::MAX, 200..=200),
    ] {
        let out = create_embedded(BOGGLE, &format!("3 --seed 4 {arguments}")).fine();
        let boards = scored(&out);
        assert_eq!(boards.len(), 3);
        for (board, found_words, found_points) in boards {
            assert!(
                words.contains(&found_words) && points.contains(&found_points),
                "{arguments}: {board} {found_words} {found_points}"
            );
        }
    }
}

#[test]
fn the_longest_word_is_not_longer_than_requested() {
    let folder = Folder::new();
    for (range, lengths) in [("5", 5..=5), ("..4", 0..=4), ("3", 3..=3), ("6..7", 6..=7)] {
        let arguments = format!("2 --longest {range} --seed 1 --json");
        for reply in replies(&create_embedded(BOGGLE, &arguments).fine()) {
            let board = reply["board"].as_str().unwrap();
            let words = folder.print(&["solve", BOGGLE, "%w\\n", "--board", board]);
            let longest = words.lines().map(str::len).max().unwrap_or(0);
            assert!(lengths.contains(&longest), "{range}: {board}: {longest}");
            assert_eq!(reply["longest"], longest, "{board}");
        }
    }
}

#[test]
fn a_required_word_uses_the_tiles_that_the_rules_require() {
    let folder = Folder::new();
    let out = create_embedded("Spelling Bee", "20 --must-contain planet --seed 3").fine();
    for board in out.lines() {
        let words = folder.print(&["solve", "Spelling Bee", "%w ", "--board", board]);
        assert!(
            words.split(' ').any(|word| word == "PLANET"),
            "{board}: {words}"
        );
    }
}

#[test]
fn the_longest_word_is_as_long_as_requested() {
    let folder = Folder::new();
    let out = create_embedded(BOGGLE, "3 --longest 9.. --words 50.. --seed 6").fine();
    for (board, ..) in scored(&out) {
        let words = folder.print(&["solve", BOGGLE, "%w\\n", "--board", &board]);
        let longest = words.lines().map(str::len).max();
        assert!(longest >= Some(9), "{board}: {longest:?}");
    }
}

#[test]
fn required_words_are_on_every_board() {
    let folder = folder();
    for (game, words) in [
        (BOGGLE, &["planet"][..]),
        (BOGGLE, &["Quiz", "DOGMA"]),
        (BOGGLE, &["cat", "cat", "cats"]),
        ("Super Big Boggle", &["queen", "anthem", "kingdom"]),
        ("Scrabble Rack", &["quiz"]),
        ("Boggle (Italian)", &["quale", "tempo"]),
    ] {
        for target in ["", "--words 10..300"] {
            let mut arguments = vec!["create", game, "3", "--seed", "9"];
            arguments.extend(words.iter().flat_map(|word| ["--must-contain", word]));
            arguments.extend(target.split_whitespace());
            if game == "Boggle (Italian)" {
                // An Italian dictionary need not be installed.
                arguments.extend(["--dictionary", "Wordnik"]);
            }
            let out = folder.run(&arguments).out;
            assert_eq!(out.lines().count(), 3, "{arguments:?}");
            for line in out.lines() {
                let board = line.split(' ').next().unwrap();
                folder.write("mine.txt", words.join("\n"));
                let arguments = [
                    "solve",
                    game,
                    "%w ",
                    "--dictionary",
                    "mine.txt",
                    "--board",
                    board,
                ];
                let found = folder.print(&arguments);
                for word in words {
                    let found = found
                        .split(' ')
                        .any(|other| other.eq_ignore_ascii_case(word));
                    assert!(found, "{game} {target}: {word} is not on {board}");
                }
            }
        }
    }
}

#[test]
fn words_that_no_board_can_contain_are_errors_with_a_reason() {
    let folder = folder();
    for (game, arguments, expected) in [
        ("Four", "--must-contain zebra", "no board can contain zebra"),
        ("Four", "--must-contain cocoa", "no board can contain cocoa"),
        (
            "Two",
            "--must-contain cat",
            "no board can contain cat: the word has 3 letters",
        ),
        (
            "Four",
            "--must-contain cat --must-contain bee",
            "cat, bee on one board",
        ),
        ("Four", "--must-contain 12", "expected a word, found \"12\""),
        ("List", "--must-contain cat", "word list"),
        (
            "Four",
            "--must-contain zebra --words 1..",
            "no board can contain zebra",
        ),
    ] {
        let error = create(&folder, game, arguments).refused(2);
        assert!(error.contains(expected), "{game} {arguments}: {error}");
    }
}

#[test]
fn required_words_that_do_not_count_are_reported() {
    let folder = folder();
    let answer = create(
        &folder,
        "Four",
        "2 --must-contain tose --words 0.. --seed 1",
    );
    assert_eq!(
        (answer.code, answer.err.as_str()),
        (
            Some(0),
            "tose is not in the dictionary, so it does not count\n"
        )
    );
    assert_eq!(scored(&answer.out).len(), 2);
    let answer = create(&folder, "Four", "2 --must-contain tose --seed 1");
    assert_eq!(answer.fine().lines().count(), 2);
}

#[test]
fn replies_have_these_fields() {
    let folder = folder();
    let ask = |game, arguments: &str| {
        let arguments = format!("{arguments} --json --seed 1");
        replies(&create(&folder, game, &arguments).out)
    };
    let basic = ask("Order", "1");
    assert_eq!(basic.len(), 1);
    let board = basic[0]["board"].clone();
    assert_eq!(basic, [json!({ "board": board, "seed": 1 })]);
    let replies = ask("Four", "2 --words 5..");
    assert_eq!(replies.len(), 2);
    for reply in replies {
        let (board, words) = (&reply["board"], &reply["words"]);
        assert!(words.as_u64().unwrap() >= 5, "{reply}");
        let points = words;
        let expected =
            json!({ "board": board, "words": words, "points": points, "met": true, "seed": 1 });
        assert_eq!(reply, expected);
    }
    let long = ask("Four", "1 --longest 4");
    assert_eq!(
        (&long[0]["longest"], &long[0]["met"]),
        (&json!(4), &json!(true))
    );
    let missed = ask("Two", "1 --words 5..");
    assert_eq!(missed[0]["met"], json!(false));
    assert_eq!(missed[0]["words"], json!(0));
    let listed = ask("List", "1 --words 1..");
    assert_eq!(listed[0]["met"], json!(true));
}

#[test]
fn a_target_that_was_not_met_ends_with_the_best_board_the_reason_and_code_1() {
    let folder = folder();
    for (game, arguments, out, reason) in [
        (
            "Two",
            "1 --words 1.. --seed 1",
            " 0 0\n",
            "expected at least 1 word, found 0",
        ),
        (
            "Two",
            "1 3 --seed 1",
            " 0 0\n",
            "expected at least 3 words, found 0",
        ),
        ("As it is", "1 --words 3 --seed 1", " ", "expected 3 words"),
        (
            "Four",
            "1 999 --seed 1",
            " ",
            "no board can meet the target: the dictionary has only 30 words\n",
        ),
        (
            "Four",
            "1 --longest 9 --seed 1",
            " ",
            "the game's tiles cannot spell any word of 9 letters in the dictionary\n",
        ),
        (
            "Four",
            "1 18446744073709551615 18446744073709551615 --seed 1",
            " ",
            "expected 18446744073709551615 points",
        ),
    ] {
        let answer = create(&folder, game, arguments);
        assert_eq!(answer.code, Some(1), "{arguments}: {}", answer.err);
        assert!(answer.err.contains(reason), "{arguments}: {}", answer.err);
        assert!(answer.err.contains("board 1: "), "{}", answer.err);
        assert!(answer.out.contains(out), "{arguments}: {}", answer.out);
        let boards = scored(&answer.out);
        assert_eq!(boards.len(), 1);
        let score = folder.print(&["games.json", "score", game, "--board", &boards[0].0]);
        assert_eq!(score, format!("{} {}\n", boards[0].1, boards[0].2));
    }
    // The dice could not do better: no board has more than nine words.
    let answer = create(&folder, "Six", "1 --words 25 --seed 1");
    assert!(scored(&answer.out)[0].1 >= 9, "{}", answer.out);
}

#[test]
fn a_time_limit_is_kept() {
    let answer = create_embedded(BOGGLE, "1 --words 9999.. --timeout 0");
    assert_eq!(answer.code, Some(1));
    assert_eq!(scored(&answer.out).len(), 1, "{}", answer.out);
    assert!(
        answer
            .err
            .starts_with("board 1: expected at least 9999 words, found ")
            && answer.err.ends_with("; the time is up\n"),
        "{}",
        answer.err
    );
    let answer = create_embedded(BOGGLE, "1000 --words 1000.. --timeout 0.2");
    let boards = scored(&answer.out).len();
    assert_eq!(answer.code, Some(1));
    assert!((1..1000).contains(&boards), "{boards}");
    let end = format!("the time is up after {boards} of 1000 boards\n");
    assert!(answer.err.ends_with(&end), "{}", answer.err);
    let answer = create_embedded(BOGGLE, "1000000000000 --timeout 0.02");
    let boards = answer.out.lines().count();
    assert_eq!(
        (answer.code, answer.err),
        (
            Some(1),
            format!("the time is up after {boards} of 1000000000000 boards\n")
        )
    );
    // A limit that is not reached does not change the boards.
    assert_eq!(
        create_embedded(BOGGLE, "3 --words 200.. --seed 1 --timeout 1000").fine(),
        create_embedded(BOGGLE, "3 --words 200.. --seed 1").fine()
    );
}

#[test]
fn the_number_of_tiles_follows_from_the_dice_the_letters_and_the_cells() {
    let folder = folder();
    for (game, tiles, code) in [
        ("Four", 4, 0),
        ("Two", 2, 0),
        ("Order", 4, 0),
        ("Small", 3, 1),
        ("Well", 5, 0),
        ("Many", 8, 0),
        ("Bag", 9, 0),
    ] {
        let answer = create(&folder, game, "20 --seed 2");
        assert_eq!(answer.code, Some(code), "{game}: {}", answer.err);
        assert_eq!(answer.out.lines().count(), 20);
        for board in answer.out.lines() {
            assert_eq!(board.len(), tiles, "{game}: {board}");
        }
        let warning = "the pool has only 3 letters for 4 tiles, so boards are smaller\n";
        assert_eq!(answer.err, if code == 0 { "" } else { warning }, "{game}");
        let check = ["games.json", "check-board", game];
        folder.print_with(&check, answer.out);
    }
}

#[test]
fn unshuffled_dice_keep_their_order_and_shuffled_dice_are_chosen_from_all() {
    let folder = folder();
    let out = create(&folder, "Order", "200 --seed 1").fine();
    let mut boards: Vec<&str> = out.lines().collect();
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards, ["BASE", "BATE", "CASE", "CATE"]);
    let out = create(&folder, "Six", "400 --seed 1").fine();
    for face in ["C", "A", "T", "S", "E", "?", ".", "Qu"] {
        assert!(out.contains(face), "{face}");
    }
    let out = create(&folder, "Well", "100 --seed 1").fine();
    assert!(out.contains("CC") && out.contains("AA") && out.contains("TT"));
    let out = create(&folder, "Bag", "100 --seed 1").fine();
    assert!(out.lines().all(|board| board.matches('C').count() == 1));
}

#[test]
fn unusual_faces_are_written_so_that_other_commands_can_read_them() {
    let folder = folder();
    let out = create(&folder, "Odd", "20 --seed 1").fine();
    for board in out.lines() {
        for face in ["Qu", "?", ".", "?t", "Éa"] {
            assert!(board.contains(face), "{board} has no {face}");
        }
    }
    let checked = folder.print_with(&["games.json", "check-board", "Odd"], &out);
    assert!(checked.lines().all(|line| line.starts_with('+')));
    let answer = create(&folder, "Odd", "3 --words 1.. --seed 1");
    for (board, words, points) in scored(&answer.out) {
        let score = folder.print(&["games.json", "score", "Odd", "--board", &board]);
        assert_eq!(score, format!("{words} {points}\n"), "{board}");
    }
    let answer = create(&folder, "Six", "5 --words 12.. --seed 1");
    for (board, words, points) in scored(&answer.out) {
        let score = folder.print(&["games.json", "score", "Six", "--board", &board]);
        assert_eq!(score, format!("{words} {points}\n"), "{board}");
        assert!(words >= 12, "{board}");
    }
}

#[test]
fn faces_that_no_word_can_use_are_reported() {
    let folder = folder();
    let answer = create(&folder, "Strange", "1 --words 1.. --seed 1");
    assert_eq!(answer.code, Some(1));
    assert_eq!(
        answer.err,
        "no word in the dictionary can use the faces X, É\n"
    );
    assert_eq!(scored(&answer.out).len(), 1);
    assert_eq!(create(&folder, "Strange", "9").fine().lines().count(), 9);
}

#[test]
fn a_game_needs_only_the_parts_that_are_used() {
    let folder = folder();
    // Neither words nor rules are needed for boards that are not scored.
    std::fs::remove_file(folder.path("words.txt")).unwrap();
    for game in ["Four", "No words", "No rules", "List"] {
        let out = create(&folder, game, "2 --seed 1").fine();
        assert_eq!(out.lines().count(), 2, "{game}");
    }
    let folder = self::folder();
    for (game, arguments, expected) in [
        ("No words", "1 5", "has no Dictionary, which create needs"),
        ("No rules", "1 5", "has no ScoringRules, which create needs"),
        ("No grid", "", "has no GridDesign, which create needs"),
        (
            "No letters",
            "",
            "has no LetterDistribution, which create needs",
        ),
        (
            "No letters",
            "1 5",
            "has no LetterDistribution, which create needs",
        ),
        ("Fuor", "", "did you mean \"Four\""),
        ("Four", "1 5 --dictionary none.txt", "none.txt"),
    ] {
        let error = create(&folder, game, arguments).refused(2);
        assert!(error.contains(expected), "{game} {arguments}: {error}");
    }
    let out = create(&folder, "No words", "1 5 --dictionary words.txt --seed 1").fine();
    assert!(scored(&out)[0].1 >= 5, "{out}");
}

#[test]
fn numbers_and_flags_that_make_no_sense_are_errors() {
    for (arguments, expected) in [
        ("0", "expected a whole number from 1 to 1000000000000"),
        ("-1", "expected a whole number from 1 to 1000000000000"),
        ("-- -1", "'-1' for '[BOARDS]'"),
        ("1e9", "'1e9' for '[BOARDS]'"),
        ("1.5", "'1.5' for '[BOARDS]'"),
        ("1000000000001", "expected a whole number from 1 to"),
        ("99999999999999999999999", "'[BOARDS]'"),
        ("1 -5", "'[MIN-WORDS]'"),
        ("1 99999999999999999999", "'[MIN-WORDS]'"),
        ("1 0 many", "'[MIN-POINTS]'"),
        ("1 0 0 maximize", "[possible values: minimize, minimise]"),
        ("1 0 0 minimize 5", "unexpected argument '5'"),
        ("--words 9..8", "9 is more than 8"),
        ("--words few", "expected a range"),
        ("--points=-5..5", "expected a range"),
        ("--longest 1...5", "expected a range"),
        ("1 5 --words 5..", "cannot be used with"),
        ("1 5 5 --points 5..", "cannot be used with"),
        ("--words 5.. --minimize", "cannot be used with"),
        ("--seed 1.5", "'--seed <N>'"),
        ("--seed -1", "'--seed <N>'"),
        ("--timeout soon", "expected a number of seconds"),
        ("--timeout -1", "expected a number of seconds"),
        ("--timeout nan", "expected a number of seconds"),
        ("--timeout inf", "expected a number of seconds"),
        ("--threads 0", "'--threads <N>'"),
        ("--must-contain", "a value is required"),
    ] {
        let error = create_embedded(BOGGLE, arguments).refused(2);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    let error = Folder::new().run(&["create"]).refused(2);
    assert!(error.contains("<GAME>"), "{error}");
    let error = Folder::new()
        .run(&["none.json", "create", BOGGLE])
        .refused(2);
    assert!(error.contains("cannot read none.json"), "{error}");
    assert!(create_embedded(BOGGLE, "--timeout 1e18").fine().len() == 17);
}

#[test]
fn characters_that_are_not_letters_are_errors_with_their_place() {
    let folder = folder();
    for (dice, expected) in [
        ("CX, , T", "die 2 has no faces"),
        ("CX, 12", "die 2 has no faces"),
        ("CX, A:", "column 6: the multiplier has no tile after it"),
        ("ab, cd", "the lower-case 'a' continues a tile"),
    ] {
        folder.write("games.json", CONFIG.replace("CX, AÉ, T, S", dice));
        let error = create(&folder, "Strange", "").refused(2);
        assert!(error.contains(expected), "{dice}: {error}");
        assert!(error.starts_with("games.json:"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn progress_on_a_terminal_is_not_drawn_again_for_each_board() {
    let folder = Folder::new();
    let boards = 20_000;
    let arguments = ["create", "boggle-new", &boards.to_string(), "120", "0"];
    let command = folder.command(&arguments);
    let (code, screen) = PseudoTerminal::start(command, Streams::ALL).finish();
    assert_eq!(code, Some(0));
    let is_board = |line: &&str| {
        let board = line.trim_end().rsplit('\u{1b}').next().unwrap_or_default();
        board.split(' ').count() == 3 && board.contains(char::is_uppercase)
    };
    assert_eq!(screen.lines().filter(is_board).count(), boards);
    let drawn = screen.matches("of 20,000 boards").count();
    assert!((1..boards / 10).contains(&drawn), "drawn {drawn} times");
}
