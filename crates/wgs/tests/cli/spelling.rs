//! A game in Turkish with every command: I is ı and İ is i in words, boards, dice and output. And an
//! Italian game, in which accents do not count, with another word list.

use crate::folder::Folder;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("tr.txt", "ılık\nilik\nkıl\nkil\n");
    folder.write(
        "tr.json",
        r#"{
            "Grids": { "Row": { "Size": [2, 2] } },
            "ScoringRules": { "Rules": { "MinWordLength": 3, "LetterValues": { "I": 1, "İ": 10 } } },
            "Dictionaries": { "Words": { "Path": "tr.txt", "Language": "tr" } },
            "LetterDistributions": { "Dice": {
                "GenerationMethod": "Dice", "DiceLetters": [["İ"], ["L"], ["İ"], ["K"]]
            } },
            "GameRules": { "Kelime": {
                "GridDesign": "Row", "ScoringRules": "Rules",
                "LetterDistribution": "Dice", "Dictionary": "Words"
            } }
        }"#,
    );
    folder
}

#[test]
fn boards_and_words_are_read_and_shown_in_turkish() {
    let folder = folder();
    let print = |arguments: &[&str]| folder.print(&[&["tr.json"], arguments].concat());
    let words = ["solve", "Kelime", "%w %s,"];
    assert_eq!(
        print(&[&words[..], &["--board", "İLİK"]].concat()),
        "İLİK 20,KİL 10,"
    );
    assert_eq!(
        print(&[&words[..], &["--board", "ILIK"]].concat()),
        "KIL 1,ILIK 2,"
    );
    // Another dictionary is read with the spelling of the game.
    let named = ["--board", "ILIK", "--dictionary", "tr.txt"];
    assert_eq!(print(&[&words[..], &named].concat()), "KIL 1,ILIK 2,");
    assert_eq!(print(&["check-word", "Kelime", "--word", "kil"]), "+kil\n");
    let answer = folder.run(&[
        "tr.json",
        "check-word",
        "Kelime",
        "--word",
        "kıl",
        "--explain",
    ]);
    assert_eq!(answer.out, "-kıl\n    1 tile shows I, but no die can\n");
    let created = print(&["create", "Kelime", "1", "--longest", "4", "--seed", "1"]);
    assert!(
        created.contains('İ') && created.trim_end().ends_with(" 2 30"),
        "{created}"
    );
    let study = print(&["study", "İLİK", "--dictionary", "Words", "--json"]);
    assert!(study.contains("İLİK"), "{study}");
    folder.write("board.txt", "2 2\nİ L\nİ K\n");
    assert_eq!(
        print(&["boggle", "Words", "board.txt"]),
        "İLİK\nKİL\nScore = 2\n"
    );
}

#[test]
fn a_compiled_dictionary_that_lost_its_spelling_is_an_error() {
    let folder = folder();
    folder.print(&["dictionary", "compile", "tr.txt", "-o", "tr.bin"]);
    let config = folder.read("tr.json").replace("tr.txt", "tr.bin");
    folder.write("bin.json", &config);
    let error = folder
        .run(&["bin.json", "score", "Kelime", "--board", "ILIK"])
        .refused(2);
    assert!(
        error.contains("use the word list it was compiled from"),
        "{error}"
    );
}

#[test]
fn another_word_list_has_the_accents_of_an_italian_game() {
    let folder = Folder::with_words("però\ntrè\n");
    let board = "PEROXXXXXXXXXXXX";
    for (arguments, expected) in [
        (&["solve", "boggle-italian", board, "%w "][..], "PERO "),
        (&["score", "Boggle (Italian)", board], "1 1\n"),
        (&["analyze", "boggle-italian", board, "%X"], "PERO"),
        (
            &["study", "--game", "boggle-italian", "PERO"],
            "4 LETTERS (1): PERO",
        ),
        (
            &["scrabblet", "--game", "boggle-italian", "player", "pero"],
            "PERO    1\n",
        ),
        (&["play", "boggle-italian", "--board", board], "PERO COUNTS"),
    ] {
        let arguments = [arguments, &["-d", "words.txt"]].concat();
        let printed = folder.run_with(&arguments, "pero\n").out.to_uppercase();
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}
