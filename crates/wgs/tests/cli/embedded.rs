//! The embedded games, which need no configuration file, with word lists of the tests.

use wgs_test_requirement::requires;

use crate::folder::Folder;

/// The words of a board with their scores.
pub(crate) fn solve(game: &str, words: &str, board: &str) -> String {
    let folder = Folder::with_words(words);
    let arguments = [
        "solve",
        game,
        "%w %s%(, )",
        "--dictionary",
        "words.txt",
        "--board",
        board,
    ];
    folder.print(&arguments)
}

#[test]
fn spelling_bee_requires_the_first_tile_reuses_tiles_and_rewards_pangrams() {
    let words = "tact talc tall octal catcall local loll cat outplace coupling outpacal";
    assert_eq!(
        solve("Spelling Bee", words, "TACLOUP"),
        // OUTPACAL uses all seven letters, with A twice: 8 + 7.
        "CATCALL 7, OCTAL 5, OUTPACAL 15, TACT 1, TALC 1, TALL 1"
    );
}

#[test]
fn games_score_by_their_own_rules() {
    for (game, words, board, expected) in [
        // Boggle: 1 1 2 3 5 11, at least three letters, Qu counts two.
        (
            "Boggle (New)",
            "at cat quit",
            "CATXXXXXQITX",
            "CAT 1, QUIT 1",
        ),
        ("Boggle (Old)", "it", "IT", ""),
        ("Big Boggle (1979)", "cat cats", "CATS", "CATS 1"),
        ("Boggle Master", "cat cats", "CATS", "CATS 1"),
        ("Big Boggle (2011)", "then", "ThEN", "THEN 1"),
        ("Super Big Boggle", "quiet", "QuIET", "QUIET 2"),
        ("Super Big Boggle", "quiet", "QIET", ""),
        ("Boggle Junior", "cat cats", "STAC", "CAT 3, CATS 4"),
        (
            "Scramble",
            "at cat quit",
            "CATXXXXXQITX",
            "AT 1, CAT 6, QUIT 12",
        ),
        // A rack: all tiles are neighbours, a blank has no points, 50 points for all seven.
        (
            "Scrabble Rack",
            "cat cot act",
            "TC?A",
            "ACT 5, CAT 5, COT 4",
        ),
        ("Scrabble Rack", "trained", "DTRAINE", "TRAINED 58"),
        ("Scrabble Rack", "trained", "DTRAIN?", "TRAINED 57"),
        (
            "Words With Friends Rack",
            "trained",
            "?TRAINE",
            "TRAINED 42",
        ),
        ("Quarrel", "zax", "XAZ", "ZAX 23"),
        // 7 Little Words has tiles of several letters and no points.
        (
            "7 Little Words",
            "outstanding standing sting stand ding",
            "OutStAndIng",
            "OUTSTANDING 0, STAND 0, STANDING 0, STING 0",
        ),
        ("7 Little Words", "ingest inging", "IngEst", "INGEST 0"),
        // Scrabblet: any letters, each as often as you like.
        (
            "Scrabblet",
            "attacca cat tat dog",
            "CAT",
            "ATTACCA 11, CAT 5, TAT 3",
        ),
        ("Scrabblet", "a at", "AT", "AT 2"),
    ] {
        assert_eq!(solve(game, words, board), expected, "{game}, {board}");
    }
}

#[test]
fn every_game_answers_with_the_embedded_dictionary() {
    let folder = Folder::new();
    let games = folder.print(&["games", "--json"]);
    for line in games.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = game["game"].as_str().unwrap();
        let printed = match game["dictionary"].as_str() {
            Some("Wordnik") => folder.print(&["score", name, "--board", "STARING"]),
            _ => folder.print(&[
                "score",
                name,
                "--dictionary",
                "Wordnik",
                "--board",
                "STARING",
            ]),
        };
        let words: u64 = printed.split(' ').next().unwrap().parse().unwrap();
        assert!(words > 0, "{name}: {printed}");
    }
}

#[test]
fn games_in_french_and_italian_use_a_dictionary_of_the_language() {
    let folder = Folder::new();
    let solve = |game: &str| {
        let mut command = folder.command(&["solve", game, r"%w ", "--board", "CHATETES"]);
        let dictionaries = folder.path("hunspell");
        crate::folder::finish(command.env("DICPATH", dictionaries), "")
    };
    let rules = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n";
    for (language, code) in [("French", "fr"), ("Italian", "it")] {
        let game = format!("Boggle ({language})");
        let answer = solve(&game);
        let is_installed = answer.code == Some(0);
        if !is_installed {
            // The error names the package to install or the file to pass.
            let name = language.to_lowercase();
            assert_eq!(
                answer.refused(2),
                format!(
                    "wgs: no {language} dictionary is installed; install w{name} or hunspell-{code}, \
                     or use another dictionary with --dictionary NAME-OR-FILE\n"
                )
            );
        }
        folder.write(&format!("hunspell/{code}.aff"), rules);
        folder.write(&format!("hunspell/{code}.dic"), "2\nchat/S\neté\nCha\n");
        let answer = solve(&game);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        if !is_installed {
            assert_eq!(answer.out, "CHAT CHATS ETE ");
        }
    }
}

/// Solves a board with an engine and with the default engine.
fn assert_agrees(engine: &str) {
    let folder = Folder::new();
    let ask = |engine: &[&str]| {
        let arguments = [
            "solve",
            "Scramble",
            r"%w %s %p,\n",
            "--board",
            "ST:ND?TEIELARS;;MRTO",
        ];
        folder.print(&[&arguments[..], engine].concat())
    };
    let fastest = ask(&[]);
    assert!(fastest.lines().count() > 500);
    assert!(ask(&["--engine", engine]) == fastest, "{engine}");
}

#[test]
fn the_engines_of_every_machine_agree() {
    for engine in ["portable", "plain", "general"] {
        assert_agrees(engine);
    }
}

#[requires(avx2)]
#[test]
fn the_avx2_engine_agrees() {
    assert_agrees("avx2");
}

#[requires(avx512)]
#[test]
fn the_avx512_engine_agrees() {
    assert_agrees("avx512");
}
