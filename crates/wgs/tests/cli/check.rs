//! `wgs check-board` and `wgs check-word`: boards and words against a game's dice.

use serde_json::{Value, json};

use crate::folder::Folder;

const CONFIG: &str = r#"{
    "LetterDistributions": {
        "Dice": { "GenerationMethod": "Dice", "DiceLetters": "ThIn, AB, AB, ?, CQ" },
        "Bag": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "AABC?",
                 "SampleWithoutReplacement": true },
        "Well": { "GenerationMethod": "LetterPropensity", "PropensityLetters": "ABC",
                  "SampleWithoutReplacement": false },
        "List": { "GenerationMethod": "WordList", "WordListFile": "list.txt" }
    },
    "GameRules": {
        "Dice": { "LetterDistribution": "Dice" },
        "Bag": { "LetterDistribution": "Bag" },
        "Well": { "LetterDistribution": "Well" },
        "List": { "LetterDistribution": "List" },
        "Nothing": {}
    }
}"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("games.json", CONFIG);
    folder
}

#[test]
fn the_examples_of_the_manual_give_its_answers_also_with_the_old_dice() {
    let words = "Inconsequentially\nQuadricentennials\nSesquicentennials\nBaby\nWaffle\n";
    let boards = "ABCDEFGHIJKLMNOP\nQADRICENTENNIALS\n";
    for (game, command, lines, signs) in [
        ("Boggle (New)", "check-board", boards, "-+"),
        ("Boggle (New)", "check-word", words, "+++--"),
        ("Boggle (Old)", "check-board", boards, "++"),
        ("Boggle (Old)", "check-word", words, "+++++"),
    ] {
        let answer = Folder::new().run_with(&[command, game], lines);
        let expected: String = lines
            .lines()
            .zip(signs.chars())
            .map(|(line, sign)| format!("{sign}{line}\n"))
            .collect();
        assert_eq!(answer.out, expected, "{command} {game}");
        let code = i32::from(signs.contains('-'));
        assert_eq!((answer.code, answer.err.as_str()), (Some(code), ""));
    }
}

#[test]
fn boards_may_have_wildcards_multipliers_and_tiles_with_several_letters() {
    for (game, board, code) in [
        ("Dice", "ThA?", 0),
        ("Dice", "Th:A;B?Q", 0),
        ("Dice", "Qu", 0),
        ("Dice", "AAA", 1),
        ("Dice", "T", 1),
        ("Dice", "??", 1),
        ("Dice", "A..B", 0),
        ("Bag", "AABC?", 0),
        ("Bag", "AAA", 1),
        ("Well", "AAAAAAAAAAAAAAAAAAAAAA", 0),
        ("Well", "D", 1),
    ] {
        let answer = folder().run(&["games.json", "check-board", game, "--board", board]);
        let sign = ["+", "-"][code as usize];
        assert_eq!(
            (answer.code, answer.out),
            (Some(code), format!("{sign}{board}\n"))
        );
    }
}

#[test]
fn words_may_use_wildcards_and_tiles_with_several_letters() {
    for (game, word, code) in [
        ("Dice", "thx", 0),
        ("Dice", "Ba-thx!", 0),
        ("Dice", "bathinx", 1),
        ("Dice", "quab", 0),
        ("Dice", "qab", 0),
        ("Dice", "thabxquz", 1),
        ("Bag", "abaca", 0),
        ("Bag", "abacad", 1),
        ("Well", "abababababcccccc", 0),
        ("Well", "d", 1),
    ] {
        let answer = folder().run(&["games.json", "check-word", game, "--word", word]);
        let sign = ["+", "-"][code as usize];
        assert_eq!(
            (answer.code, answer.out),
            (Some(code), format!("{sign}{word}\n"))
        );
    }
}

#[test]
fn an_explanation_names_the_dice_or_the_tiles_that_have_none() {
    for (command, flag, line, expected) in [
        (
            "check-board",
            "--board",
            "ThA",
            "+ThA\n    Th   die 1 (ThIn)\n    A    die 2 (AB)\n",
        ),
        (
            "check-board",
            "--board",
            "ABThB",
            "-ABThB\n    3 tiles show A or B, but only 2 dice can\n",
        ),
        (
            "check-word",
            "--word",
            "In-a",
            "+In-a\n    In   die 1 (ThIn)\n    A    die 2 (AB)\n",
        ),
        (
            "check-word",
            "--word",
            "xx",
            "-xx\n    2 tiles show X, but only 1 die can\n",
        ),
        (
            "check-word",
            "--word",
            "tthi",
            "-tthi\n    2 tiles show T or I, but only 1 die can\n",
        ),
        (
            "check-word",
            "--word",
            "thinthinthin",
            "-thinthinthin\n    the word has 12 letters, but all tiles together have at most 7\n",
        ),
        (
            "check-word",
            "--word",
            "thin",
            "-thin\n    no way to split the word into tiles has a die for each of them\n",
        ),
    ] {
        let answer = folder().run(&["games.json", command, "Dice", flag, line, "--explain"]);
        assert_eq!(answer.out, expected);
    }
}

#[test]
fn replies_have_these_fields() {
    let lines = |text: &str| -> Vec<Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let ask = |command: &str, flags: &[&str]| {
        let arguments = [&["games.json", command, "Dice", "--json"], flags].concat();
        lines(&folder().run(&arguments).out)
    };
    assert_eq!(
        ask("check-board", &["--board", "A.", "--board", "X"]),
        [
            json!({ "board": "A.", "valid": true }),
            json!({ "board": "X", "valid": false }),
        ]
    );
    assert_eq!(
        ask(
            "check-board",
            &["--explain", "--board", "A.", "--board", "AX"]
        ),
        [
            json!({ "board": "A.", "valid": true,
                    "tiles": [{ "face": "A", "die": 2, "faces": "AB" }, null] }),
            json!({ "board": "AX", "valid": false, "positions": [2],
                    "reason": "1 tile shows X, but no die can" }),
        ]
    );
    assert_eq!(
        ask("check-word", &["--explain", "--word", "Th"]),
        [json!({ "word": "Th", "valid": true,
                 "tiles": [{ "face": "Th", "die": 1, "faces": "ThIn" }] })]
    );
    assert_eq!(
        ask("check-word", &["--count", "--word", "Th", "--word", "xx"]),
        [json!({ "spelled": 1, "unspelled": 1 })]
    );
}

#[test]
fn a_list_is_counted_and_statistics_go_to_standard_error() {
    let list = "aba\nthab\nxx\nthinthinthin\n";
    let folder = folder();
    let counted = folder.print_with(&["games.json", "check-word", "Dice", "--count"], list);
    assert_eq!(counted, "+2\n-2\n");
    let answer = folder.run_with(&["games.json", "check-word", "Dice", "stats"], list);
    assert_eq!(answer.out, "+aba\n+thab\n-xx\n-thinthinthin\n");
    for (name, number) in [
        ("words", 4),
        ("can be spelled", 2),
        ("decided by length", 1),
        ("decided by tiles with one letter", 2),
        ("decided by search", 1),
    ] {
        let line = format!("{name:<32} {number}\n");
        assert!(answer.err.contains(&line), "{line}{}", answer.err);
    }
    let answer = folder.run_with(&["games.json", "check-word", "Dice", "verbose"], list);
    assert!(
        answer
            .err
            .starts_with("aba: can be spelled (decided by the tiles with one letter)\n"),
        "{}",
        answer.err
    );
    assert_eq!(answer.err.lines().count(), 4);
}

/// Sixty dice and a word of 120 letters for which no answer is known. The search once took 200 MB
/// of memory a second until the program was aborted.
const CONTRIVED_DICE: &str = "CbAc, CcBc, Ccc, CbaCAb, Cc, CaAcC, Cb, AcCc, ABcAa, BbaAa, Cb, Ca, \
    AbCcaA, BcCaAac, CbBb, AaBca, BaaAc, BAcb, BabCac, Ca, Cc, Bbc, CbC, CB, Cc, Ab, Cba, Cc, \
    AbaAb, Aa, Bb, Ca, A, Ca, AbAbb, BbaCc, BaCa, A, AaaBa, A, BAccAa, BaBc, Ca, C, Aaa, BCaa, \
    CaAcb, BAbAc, Cc, Ba, BBa, AAa, AcB, C, ABa, AccAbCaa, C, Ca, CC, AaAc";
const CONTRIVED_WORD: &str = "cbccaacaaabbccacbccacbbaaaaccbccbbccabcabbacacbbaacbacbbbabbaaaaa\
    baaabccbbbaaccbbabcacabcbabaaacbacacaaccbabbababbabbabc";

fn contrived_folder() -> Folder {
    let folder = Folder::new();
    let config = json!({
        "LetterDistributions": {
            "Dice": { "GenerationMethod": "Dice", "DiceLetters": CONTRIVED_DICE }
        },
        "GameRules": { "Contrived": { "LetterDistribution": "Dice" } }
    });
    folder.write("games.json", config.to_string());
    folder
}

#[test]
fn a_word_that_takes_too_long_is_undecided_and_the_last_one() {
    let arguments = ["games.json", "check-word", "Contrived", "--timeout", "0.2"];
    let lines = format!("aaa\n{CONTRIVED_WORD}\nxyz\n");
    let answer = contrived_folder().run_with(&arguments, lines);
    assert_eq!(answer.out, format!("+aaa\n?{CONTRIVED_WORD}\n"));
    let undecided = "line 2: could not be decided: the time limit was reached\n";
    assert_eq!((answer.code, answer.err.as_str()), (Some(124), undecided));
}

#[test]
fn a_word_that_cannot_be_decided_is_printed_after_a_question_mark() {
    let folder = contrived_folder();
    let check = ["games.json", "check-word", "Contrived"];
    let lines = format!("aaa\n{CONTRIVED_WORD}\nxyz\n");
    let explained = [&check[..], &["verbose", "--explain"]].concat();
    let answer = folder.run_with(&explained, &lines);
    let undecided = format!("?{CONTRIVED_WORD}\n    the limit of search steps was reached\n-xyz\n");
    assert!(answer.out.starts_with("+aaa\n    A "), "{}", answer.out);
    assert!(answer.out.contains(&undecided), "{}", answer.out);
    assert_eq!(answer.code, Some(3));
    let details =
        format!("{CONTRIVED_WORD}: could not be decided: the limit of search steps was reached (");
    assert!(answer.err.contains(&details), "{}", answer.err);

    let counted = [&check[..], &["stats", "--count", "--json"]].concat();
    let answer = folder.run_with(&counted, &lines);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), "{\"spelled\":1,\"unspelled\":1,\"undecided\":1}\n")
    );
    let line = format!("{:<32} 1\n", "undecided");
    assert!(answer.err.contains(&line), "{}", answer.err);
}

#[test]
fn bad_input_is_reported_with_its_line_or_its_reason() {
    let folder = folder();
    let answer = folder.run_with(&["games.json", "check-board", "Dice"], "AB\nA1\nX\n\nAB\n");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), "+AB\n-X\n"));
    assert!(answer.err.starts_with("line 2: column 2: '1'"));
    for command in ["check-board", "check-word"] {
        for (game, expected) in [
            ("List", "only dice and letter pools can be checked"),
            ("Nothing", "has no LetterDistribution"),
            ("Dise", "did you mean"),
        ] {
            let error = folder.run(&["games.json", command, game]).refused(2);
            assert!(error.contains(expected), "{command} {game}: {error}");
        }
    }
}

#[test]
fn empty_lines_of_a_file_are_skipped() {
    let folder = folder();
    folder.write("boards.txt", "\u{feff}AB\r\n\r\n \nA1\nAAA\n\nB");
    folder.write("words.txt", b"\nth\n\n\xff\nxx");
    let check = |command, file| folder.run(&["games.json", command, "Dice", "--file", file]);
    let answer = check("check-board", "boards.txt");
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(2), "+AB\n-AAA\n+B\n")
    );
    assert!(
        answer.err.starts_with("boards.txt, line 4: column 2: '1'"),
        "{}",
        answer.err
    );
    let answer = check("check-word", "words.txt");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), "+th\n-xx\n"));
    assert_eq!(answer.err, "words.txt, line 4: not UTF-8 text\n");
    for command in ["check-board", "check-word"] {
        for (file, expected) in [
            ("none.txt", "wgs: cannot read none.txt: "),
            (".", "wgs: cannot read .: "),
        ] {
            let error = check(command, file).refused(2);
            assert!(error.starts_with(expected), "{command} {file}: {error}");
        }
        folder.write("empty.txt", "\n\n");
        assert_eq!(check(command, "empty.txt").fine(), "");
    }
    let both = [
        "check-word",
        "Scramble",
        "--file",
        "words.txt",
        "--word",
        "a",
    ];
    let error = folder.run(&both).refused(2);
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn bad_lines_are_reported_and_the_others_are_answered() {
    let folder = folder();
    for (command, lines, out, err) in [
        (
            "check-board",
            &b"AB\n\xff\nA?\n"[..],
            "+AB\n+A?\n",
            "line 2: not UTF-8 text\n",
        ),
        (
            "check-word",
            b"ab\n\xff\nxx\n",
            "+ab\n-xx\n",
            "line 2: not UTF-8 text\n",
        ),
        ("check-word", b"a1!\n", "+a1!\n", ""),
    ] {
        let answer = folder.run_with(&["games.json", command, "Dice"], lines);
        let code = if err.is_empty() { 0 } else { 2 };
        assert_eq!(
            (answer.code, answer.out.as_str(), answer.err.as_str()),
            (Some(code), out, err)
        );
    }
}

#[test]
fn wrong_usage_prints_nothing_on_standard_output() {
    let folder = folder();
    for (arguments, expected) in [
        (&["check-board"][..], "expected a game"),
        (&["check-word"], "expected a game"),
        (
            &["check-board", "Scramble", "AB3D"],
            "board 1: column 3: '3' is not a letter",
        ),
        (&["check-board", "Scramble", "--word", "A"], "'--word'"),
        (
            &["check-word", "Scramble", "--explain", "--count"],
            "cannot be used with",
        ),
        (
            &["none.json", "check-word", "Scramble"],
            "cannot read none.json",
        ),
        (&["check-word", "Spelling Bee 2"], "unknown game"),
        (&["check-board", "Bookworm", "--board", "A"], "unknown game"),
    ] {
        let error = folder.run(arguments).refused(2);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn closing_standard_output_ends_the_command() {
    let folder = folder();
    let words = "ab\n".repeat(100_000);
    folder.write("words.txt", &words);
    let arguments = ["games.json", "check-word", "Dice", "--file", "words.txt"];
    let mut child = folder.command(&arguments).spawn().unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(
        (ended.status.code(), ended.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}
