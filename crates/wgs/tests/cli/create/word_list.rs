//! Boards from a word list, which is read line by line.

use std::collections::BTreeMap;
use std::fs;

use super::{create, folder, scored};

#[test]
fn boards_are_lines_of_the_word_list_shuffled_or_not() {
    let folder = folder();
    let list = "\u{feff}CATS\r\n\r\n  \nEAST \n\nQuEST\r\nSEAT?O.B";
    folder.write("list.txt", list);
    let out = create(&folder, "As it is", "400 --seed 1").fine();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in out.lines() {
        *counts.entry(line).or_default() += 1;
    }
    let lines: Vec<&str> = counts.keys().copied().collect();
    assert_eq!(lines, ["CATS", "EAST", "QuEST", "SEAT?O.B"]);
    assert!(
        counts.values().all(|count| (60..140).contains(count)),
        "{counts:?}"
    );

    let sorted = |board: &str| {
        let mut letters: Vec<char> = board.chars().collect();
        letters.sort_unstable();
        letters.into_iter().collect::<String>()
    };
    let out = create(&folder, "List", "400 --seed 1").fine();
    let mut mixed: Vec<&str> = out.lines().collect();
    mixed.sort_unstable();
    mixed.dedup();
    assert!(mixed.len() > 100, "{}", mixed.len());
    for board in mixed {
        assert!(
            lines.iter().any(|line| sorted(line) == sorted(board)),
            "{board}"
        );
        assert!(!board.contains('Q') || board.contains("Qu"), "{board}");
    }
    folder.write("list.txt", "cats");
    assert_eq!(create(&folder, "As it is", "2").fine(), "CATS\nCATS\n");
}

#[test]
fn a_target_chooses_among_the_lines_of_a_word_list() {
    let folder = folder();
    folder.write("list.txt", "CATS\nOOOO\nEAST\nCEEEEEEE\n");
    let out = create(&folder, "As it is", "60 --words 5.. --seed 1").fine();
    let boards = scored(&out);
    for (board, words, points) in &boards {
        assert!(board == "CATS" || board == "EAST", "{board}");
        let score = folder.print(&["games.json", "score", "As it is", "--board", board]);
        assert_eq!(score, format!("{words} {points}\n"));
    }
    let cats = boards.iter().filter(|(board, ..)| board == "CATS").count();
    assert!((10..50).contains(&cats), "{cats}");
    let out = create(&folder, "List", "9 0 0 minimize --seed 1").fine();
    assert!(
        scored(&out).iter().all(|(_, words, _)| *words == 0),
        "{out}"
    );
    let answer = create(&folder, "As it is", "2 --words 25..28 --seed 1");
    assert_eq!((answer.code, answer.out.lines().count()), (Some(1), 2));
    assert!(
        answer.err.contains("expected 25 to 28 words"),
        "{}",
        answer.err
    );
}

#[test]
fn a_random_board_size_cuts_longer_lines() {
    let folder = folder();
    folder.write("list.txt", "SEATED\nCAT\nABCDEFGHIJ\n");
    let first = create(&folder, "Short list as it is", "60 --seed 1").fine();
    let mut boards: Vec<&str> = first.lines().collect();
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards, ["ABCDE", "CAT", "SEATE"]);
    let mixed = create(&folder, "Short list", "200 --seed 1").fine();
    for board in mixed.lines() {
        let of = |line: &str| board.chars().all(|c| line.contains(c));
        assert!(of("SEATED") || of("CAT") || of("ABCDEFGHIJ"), "{board}");
        assert!(
            board.len() == 5 || (board.len() == 3 && of("CAT")),
            "{board}"
        );
    }
    for letter in "ABCDEFGHIJ".chars() {
        assert!(mixed.contains(letter), "a random part of a line: {mixed}");
    }
    let scored = create(&folder, "Short list as it is", "3 --words 0.. --json").fine();
    assert!(
        !scored.contains("SEATED") && !scored.contains("ABCDEF"),
        "{scored}"
    );
}

#[test]
fn an_unusable_word_list_is_an_error_with_its_line() {
    let folder = folder();
    let long = "A".repeat(100_000);
    for (game, list, expected) in [
        ("List", &b""[..], "list.txt is empty"),
        ("List", b"\n \n\r\n", "list.txt is empty"),
        ("List", b"\xef\xbb\xbf", "list.txt is empty"),
        (
            "List",
            b"CATS\n\nABCDEFGHI\n",
            "list.txt, line 3: ABCDEFGHI has 9 tiles, but a board has at most 8\n",
        ),
        (
            "List",
            b"CATS\n\xff\n",
            "list.txt, line 2: not UTF-8 text\n",
        ),
        (
            "List",
            b"CATS\nC:\n",
            "list.txt, line 2: column 2: the multiplier has no tile after it",
        ),
        (
            "List",
            long.as_bytes(),
            "list.txt, line 1: longer than 65536 bytes\n",
        ),
    ] {
        folder.write("list.txt", list);
        for arguments in ["", "3 --words 1..", "--json"] {
            let error = create(&folder, game, arguments).refused(2);
            assert!(error.contains(expected), "{arguments}: {error}");
        }
    }
    fs::remove_file(folder.path("list.txt")).unwrap();
    for arguments in ["", "3 --words 1.."] {
        let error = create(&folder, "List", arguments).refused(2);
        assert!(error.contains("cannot read the word list "), "{error}");
    }
    fs::create_dir(folder.path("list.txt")).unwrap();
    let error = create(&folder, "List", "").refused(2);
    assert!(error.contains("cannot read the word list "), "{error}");
}

#[test]
fn quarrel_draws_words_of_eight_letters_and_7_little_words_seven_words_in_pieces() {
    let folder = folder();
    let print = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split('|').collect();
        folder.print(&arguments)
    };
    let boards = print("create|Quarrel|20|--seed|1");
    assert_eq!(boards, print("create|Quarrel|20|--seed|1"));
    let mut different: Vec<&str> = boards.lines().collect();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 15, "{boards}");
    for board in boards.lines() {
        let longest = print(&format!("analyze|Quarrel|%8C|--board|{board}"));
        assert_ne!(longest, "0", "{board}");
    }
    let boards = print("create|7 Little Words|5|--seed|1");
    for board in boards.lines() {
        let capitals = board.chars().filter(char::is_ascii_uppercase).count();
        assert_eq!(capitals, 20, "{board}");
    }
    let scored = print("create|Quarrel|2|--words|30..|--seed|1|--json");
    assert_eq!(scored.matches("\"met\":true").count(), 2, "{scored}");
    for (command, given, said) in [
        (
            "check-board",
            "--board",
            "only dice and letter pools can be checked",
        ),
        (
            "check-word",
            "--word",
            "only dice and letter pools can be checked",
        ),
        (
            "create",
            "--must-contain",
            "boards from a word list cannot be changed",
        ),
    ] {
        let error = folder
            .run(&[command, "Quarrel", given, "TEATIMES"])
            .refused(2);
        assert!(error.contains(said), "{command}: {error}");
    }
}

#[test]
fn a_game_of_your_own_uses_the_words_of_its_dictionary() {
    let folder = folder();
    let config = |length: u32| {
        format!(
            r#"{{
                "Dictionaries": {{ "Mine": "mine.txt" }},
                "Grids": {{ "Rack": {{ "Size": [6, 1], "Adjacency": "Full" }} }},
                "ScoringRules": {{ "Any": {{ "QIsQu": false }} }},
                "LetterDistributions": {{ "Words": {{ "GenerationMethod": "WordList",
                    "WordListDictionary": "Mine", "WordLengths": [{length}], "ShuffleLetters": false }} }},
                "GameRules": {{ "Mine": {{ "GridDesign": "Rack", "ScoringRules": "Any",
                    "LetterDistribution": "Words", "Dictionary": "Mine" }} }}
            }}"#
        )
    };
    folder.write("mine.txt", "cat eat tree seated");
    folder.write("mine.json", config(4));
    assert_eq!(
        folder.print(&["mine.json", "create", "Mine", "2"]),
        "TREE\nTREE\n"
    );
    folder.write("mine.json", config(9));
    let error = folder.run(&["mine.json", "create", "Mine"]).refused(2);
    assert!(
        error.contains(
            "the dictionary \"Mine\" has no word of 9 letters that fits on a board of 6 tiles"
        ),
        "{error}"
    );
}

#[test]
fn a_word_list_may_have_multipliers_and_other_characters_are_counted() {
    let folder = folder();
    folder.write("list.txt", ":C;A1T-S!\n");
    let answer = create(&folder, "As it is", "2");
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), ":C;ATS\n:C;ATS\n")
    );
    assert_eq!(
        answer.err,
        "ignored 3 characters in the word list list.txt that the notation of boards does not have\n"
    );
    let answer = create(&folder, "As it is", "1 --words 1..");
    assert!(
        answer.err.contains("ignored 3 characters"),
        "{}",
        answer.err
    );
    folder.write("list.txt", "CATS\n");
    assert_eq!(create(&folder, "As it is", "1").err, "");
}

#[test]
fn dice_and_pools_with_multipliers_make_boards_with_bonus_tiles() {
    let folder = folder();
    let letters = |letters: &str| {
        format!(
            r#"{{
                "Dictionaries": {{ "Words": "words.txt" }},
                "Grids": {{ "2x2": {{ "Size": [2, 2] }} }},
                "ScoringRules": {{ "Values": {{ "LetterValues": {{ "C": 3, "A": 1, "T": 1, "S": 1 }} }} }},
                "LetterDistributions": {{ "Letters": {letters} }},
                "GameRules": {{ "Bonus": {{ "GridDesign": "2x2", "ScoringRules": "Values",
                    "LetterDistribution": "Letters", "Dictionary": "Words" }} }}
            }}"#
        )
    };
    folder.write("words.txt", "cats cat act sat");
    for text in [
        r#"{ "GenerationMethod": "Dice", "DiceLetters": ":C:C, ;A, T, SS" }"#,
        r#"{ "GenerationMethod": "Dice", "DiceLetters": [[":C"], [";A"], ["T"], ["S"]] }"#,
        r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": ":C;ATS" }"#,
    ] {
        folder.write("bonus.json", letters(text));
        let boards = folder.print(&["bonus.json", "create", "Bonus", "5", "--seed", "1"]);
        for board in boards.lines() {
            assert!(board.contains(":C") && board.contains(";A"), "{board}");
        }
        // Points come from the multipliers: cats is 2 * (2 * 3 + 1 + 1 + 1).
        let created = folder.print(&[
            "bonus.json",
            "create",
            "Bonus",
            "1",
            "4",
            "50",
            "--seed",
            "1",
        ]);
        let score = created.trim().split_once(' ').unwrap();
        assert_eq!(score.1, "4 56", "{created}");
        let again = folder.print(&["bonus.json", "score", "Bonus", "--board", score.0]);
        assert_eq!(again.trim(), score.1);
        // The letters decide whether a board is possible; its multipliers do not.
        for (board, valid) in [
            (score.0, true),
            ("CATS", true),
            (":C:A:T:S", true),
            ("CCAT", false),
        ] {
            let answer = folder.run(&["bonus.json", "check-board", "Bonus", "--board", board]);
            assert_eq!(answer.code, Some(i32::from(!valid)), "{board}");
        }
        let explained = folder.print(&[
            "bonus.json",
            "check-board",
            "Bonus",
            "--explain",
            "--board",
            "CATS",
        ]);
        assert!(explained.contains(":C"), "{explained}");
        let word = folder.print(&["bonus.json", "check-word", "Bonus", "--word", "cats"]);
        assert_eq!(word, "+cats\n");
    }
}
