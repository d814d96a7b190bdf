//! Games whose spelling differs from Unicode's rules: from the configuration file to the words on
//! a board.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::{GameLoader, GameRequest, LoaderOptions};
use wgs_config::{Catalogue, Problem};
use wgs_engine::LetterDistribution;
use wgs_engine::{Board, Face};
use wgs_test_requirement::requires;

/// A catalogue with a game whose dictionary has a word list and other keys, and whose dice are a
/// JSON value. The word list is in the folder.
fn catalogue(words: &str, keys: &str, dice: &str) -> (Catalogue, TempDir) {
    let folder = TempDir::new().unwrap();
    let list = folder.path().join("words.txt");
    fs::write(&list, words).unwrap();
    let text = format!(
        r#"{{
            "Grids": {{ "Grid": {{ "Size": [16, 1] }} }},
            "ScoringRules": {{ "Rules": {{
                "MinWordLength": 1,
                "LetterValues": {{ "I": 1, "İ": 20, "ß": 300, "e": 4 }}
            }} }},
            "Dictionaries": {{ "Words": {{ "Path": {:?} {keys} }} }},
            "LetterDistributions": {{ "Dice": {{ "GenerationMethod": "Dice", "DiceLetters": {dice} }} }},
            "GameRules": {{ "Game": {{
                "GridDesign": "Grid", "ScoringRules": "Rules",
                "LetterDistribution": "Dice", "Dictionary": "Words"
            }} }}
        }}"#,
        list.display().to_string()
    );
    let (catalogue, warnings) = Catalogue::parse(&text).unwrap_or_else(|problems| {
        let lines = problems.iter().map(Problem::to_string);
        panic!("{}", lines.collect::<Vec<_>>().join("\n"))
    });
    assert!(warnings.is_empty());
    (catalogue, folder)
}

/// The words of a board, with their points.
fn solve(catalogue: Catalogue, board: &str) -> Vec<String> {
    let loader = GameLoader::new(catalogue, LoaderOptions::default());
    let game = loader.game(&GameRequest::named("Game"), "solve").unwrap();
    let board = game.read(board).unwrap();
    let mut words = Vec::new();
    game.solver()
        .worker()
        .solve(&board, |solution| {
            words.push(format!("{} {}", solution.text(), solution.score.total));
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    words
}

#[test]
fn words_are_found_in_the_spelling_of_their_language() {
    for (name, words, keys, board, found) in [
        ("plain", "été ete", "", "ÉTÉ", &["ÉTÉ 0"][..]),
        ("nfd", "e\u{301}te\u{301}", "", "ÉTÉ", &["ÉTÉ 0"]),
        (
            "fold",
            "été ete",
            r#", "Accents": "fold""#,
            "ÉTÉ",
            &["ETE 8"],
        ),
        (
            "ligature",
            "œuvre",
            r#", "Accents": "fold""#,
            "OEUVRE",
            &["OEUVRE 8"],
        ),
        (
            "own",
            "año ano",
            r#", "Accents": "fold", "OwnLetters": "ñ""#,
            "AÑO",
            &["AÑO 0"],
        ),
        (
            "spanish",
            "año ano",
            r#", "Accents": "fold", "Language": "es""#,
            "ANO",
            &["ANO 0"],
        ),
        (
            "turkish",
            "ılık ilik",
            r#", "Language": "tr""#,
            "ILIK",
            &["ILIK 2"],
        ),
        (
            "dotted",
            "ılık ilik",
            r#", "Language": "tr""#,
            "İLİK",
            &["İLİK 40"],
        ),
        (
            "eszett",
            "maße masse",
            r#", "Eszett": "keep""#,
            "MAẞE",
            &["MAẞE 304"],
        ),
        ("ss", "maße masse", "", "MASSE", &["MASSE 4"]),
        ("sigma", "σοφος", "", "ΣΟΦΟΣ", &["ΣΟΦΟΣ 0"]),
        (
            "tonos",
            "σοφός",
            r#", "Accents": "fold""#,
            "ΣΟΦΟΣ",
            &["ΣΟΦΟΣ 0"],
        ),
        (
            "hebrew",
            "שלום",
            r#", "FinalForms": "fold""#,
            "שלומ",
            &["שלומ 0"],
        ),
        ("finals", "שלום", "", "שלומ", &[]),
        (
            "marks",
            "don't co-op",
            r#", "Apostrophes": "drop", "Hyphens": "drop""#,
            "DONT",
            &["DONT 0"],
        ),
        ("dutch", "wijn", r#", "Language": "nl""#, "WĲN", &["WIJN 1"]),
        (
            "croatian",
            "ǆep",
            r#", "Language": "hr""#,
            "DžEP",
            &["DŽEP 4"],
        ),
        ("tile", "col·legi", "", "C|O|l|·l|E|G|I", &["COL·LEGI 5"]),
        (
            "spanish tiles",
            "calle perro chico",
            "",
            "Ch|I|C|O",
            &["CHICO 1"],
        ),
    ] {
        let (catalogue, _folder) = catalogue(words, keys, r#""ABC""#);
        assert_eq!(solve(catalogue, board), found, "{name}: {words} on {board}");
    }
}

#[test]
fn dice_are_read_in_the_spelling_of_the_game() {
    let (catalogue, _folder) = catalogue(
        "ılık",
        r#", "Language": "tr""#,
        r#"[["I"], ["İ"], ["?"], ["Qu", "I"], ["."]]"#,
    );
    let game = catalogue.game("Game").unwrap();
    let Some(LetterDistribution::Dice { dice, .. }) = game.distribution() else {
        panic!("the game has dice");
    };
    let faces: Vec<&Face> = dice.iter().map(|die| &die.faces()[0].face).collect();
    let expected = [
        Face::letters("ı"),
        Face::letters("i"),
        Face::wildcard(""),
        Face::letters("qu"),
        Face::Empty,
    ];
    assert_eq!(faces, expected.iter().collect::<Vec<_>>());
    // Created boards are written in the game's spelling.
    let creator = Creator::new(game, CreateOptions::default()).unwrap();
    let mut boards = String::new();
    creator.write_boards(0..50, &mut boards).unwrap();
    for board in boards.lines() {
        assert_eq!(board.matches('İ').count(), 1, "{board}");
        assert!((1..=2).contains(&board.matches('I').count()), "{board}");
    }
}

#[test]
fn faces_with_any_text_are_kept_and_written_between_bars() {
    let dice = r#"[["שש"], ["·l"], ["Ll"], ["dž"]]"#;
    let (catalogue, _folder) = catalogue("a", "", dice);
    let creator = Creator::new(catalogue.game("Game").unwrap(), CreateOptions::default()).unwrap();
    let mut boards = String::new();
    creator.write_boards(0..1, &mut boards).unwrap();
    let board: Board = boards.trim().parse().unwrap();
    let mut faces: Vec<String> = board
        .tiles()
        .iter()
        .map(|tile| tile.face.to_string())
        .collect();
    faces.sort();
    assert_eq!(faces, ["Dž", "Ll", "·l", "שש"], "{boards}");
}

#[test]
fn problems_are_reported_with_their_place() {
    let problem = |dictionary: &str, dice: &str| {
        let text = format!(
            r#"{{
                "Dictionaries": {{ "D": {dictionary} }},
                "LetterDistributions": {{ "L": {{ "GenerationMethod": "Dice", "DiceLetters": {dice} }} }}
            }}"#
        );
        match Catalogue::parse(&text) {
            Ok(_) => String::new(),
            Err(problems) => problems[0].to_string(),
        }
    };
    for (dictionary, dice, message) in [
        (
            r#"{ "Accents": "fold" }"#,
            r#""A""#,
            "Path is missing; expected the path of a word list",
        ),
        (
            r#"{ "Path": "w", "Accents": "drop" }"#,
            r#""A""#,
            r#"expected "keep" or "fold", found "drop""#,
        ),
        (
            r#"{ "Path": "w", "Akcents": "fold" }"#,
            r#""A""#,
            r#"did you mean "Accents"?"#,
        ),
        ("7", r#""A""#, "expected a string, found 7"),
        (
            r#""w""#,
            "7",
            "expected a string, or an array with an array of faces for each die, found 7",
        ),
        (
            r#""w""#,
            r#"["A"]"#,
            r#"expected an array of faces, found "A""#,
        ),
        (r#""w""#, "[[]]", "expected an array of faces, found none"),
        (r#""w""#, r#"[["A", 3]]"#, "expected a string, found 3"),
        (
            r#""w""#,
            r#"[["A|B"]]"#,
            r#"expected the letters of one face, found "A|B""#,
        ),
        (
            r#""w""#,
            r#"[[":A:B"]]"#,
            "column 3: ':' must come before the letters of a tile",
        ),
        (
            r#""w""#,
            r#"[["A?"]]"#,
            "column 2: '?' must come before the letters of a tile",
        ),
    ] {
        let found = problem(dictionary, dice);
        assert!(found.contains(message), "{dictionary} {dice}: {found:?}");
    }
}

/// No letter is lost or split, and NFD gives the same lexicon as NFC.
#[requires(shared_data)]
#[test]
fn word_lists_of_other_languages_keep_all_letters() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/unicode");
    for file in [
        "es_wspanish-1.0.30.txt",
        "fr_letterpress_cc0.txt",
        "nl_opentaal_bsd_wdutch-2.20.19.txt",
    ] {
        let path = folder.join(file);
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lexicon = wgs_engine::Lexicon::from_text(&text).unwrap();
        let words: std::collections::BTreeSet<String> = text
            .split_whitespace()
            .map(|word| wgs_engine::letter::fold(word).into_owned())
            .collect();
        assert_eq!(lexicon.len(), words.len(), "{file}");
        let decomposed: String = unicode_normalization::UnicodeNormalization::nfd(&*text).collect();
        let again = wgs_engine::Lexicon::from_text(&decomposed).unwrap();
        assert!(again == lexicon, "{file}: NFD differs from NFC");
        for word in words.iter().step_by(97) {
            assert!(lexicon.contains(word), "{file}: {word}");
        }
    }
}
