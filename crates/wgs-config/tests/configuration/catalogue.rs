//! Looking up games, their parts and dictionaries.

use wgs_config::{Catalogue, DictionarySource};
use wgs_engine::{Adjacency, Cell, Grid, LetterDistribution, WordList};

const GAMES: &str = r#"{
    "Grids": {
        "Hexagons": { "Size": [5, 4], "Adjacency": "Hexagonal" },
        "Flower": { "Tiles": [[2, 2], [3, 2], [2, 3], [3, 3], [4, 3], [2, 4], [3, 4]], "Adjacency": "Hexagonal" },
        "Ring": { "Size": [3, 1], "Neighbours": [[2], [3], [1]] },
        "Hive": { "Size": [7, 1], "Adjacency": "Full", "ReuseTiles": true }
    },
    "ScoringRules": {
        "Bee": {
            "LetterValues": { "É": 5, "ñ": 7 },
            "LengthBonuses": { "4": 1.25, "5": 2, "6+": 10.5 },
            "RequiredPositions": [1, 7],
            "PangramBonus": 7,
            "QuLength": 1
        }
    },
    "Dictionaries": { "Mine": "words.txt", "Embedded": "builtin:wordnik" },
    "GameRules": {
        "Bee": { "GridDesign": "Hive", "ScoringRules": "Bee", "Dictionary": "Embedded" },
        "BEE": { "GridDesign": "Ring" },
        "Empty": {}
    }
}"#;

fn games() -> Catalogue {
    Catalogue::parse(GAMES).unwrap().0
}

#[test]
fn additions_to_the_format_of_the_manual_are_read() {
    let catalogue = games();
    let ring = catalogue.grids().get("Ring").unwrap();
    let around: Vec<usize> = ring.neighbours(Cell::new(2)).map(Cell::position).collect();
    assert_eq!(around, [1]);
    let hexagons = catalogue.grids().get("Hexagons").unwrap();
    assert_eq!(*hexagons, Grid::rectangle(5, 4, Adjacency::Hexagonal));
    let flower = catalogue.grids().get("Flower").unwrap();
    let around: Vec<usize> = flower
        .neighbours(Cell::new(3))
        .map(Cell::position)
        .collect();
    assert_eq!(around, [1, 2, 3, 5, 6, 7]);
    let bee = catalogue.game("Bee").unwrap();
    assert!(bee.grid().unwrap().reuses_tiles());
    let rules = bee.rules().unwrap();
    assert_eq!((rules.letter_value("é"), rules.letter_value("ñ")), (5, 7));
    let bonus = |length| {
        rules
            .length_bonuses
            .get(length)
            .map(|bonus| bonus.to_string())
    };
    for (length, text) in [
        (3, None),
        (4, Some("1.25")),
        (5, Some("2")),
        (60, Some("10.5")),
    ] {
        assert_eq!(bonus(length).as_deref(), text, "{length}");
    }
    assert_eq!(
        (rules.required_cells.as_slice(), rules.pangram_bonus),
        ([0, 6].map(Cell::new).as_slice(), 7)
    );
}

#[test]
fn a_game_is_found_by_its_exact_name_first_and_then_ignoring_case() {
    let catalogue = games();
    for (asked, found) in [
        ("Bee", "Bee"),
        ("BEE", "BEE"),
        ("bee", "Bee"),
        ("EMPTY", "Empty"),
    ] {
        assert_eq!(catalogue.game(asked).unwrap().name(), found);
    }
    assert_eq!(
        catalogue
            .games()
            .map(|game| game.name())
            .collect::<Vec<_>>(),
        ["Bee", "BEE", "Empty"]
    );
}

#[test]
fn an_unknown_game_is_reported_with_a_suggestion() {
    for (asked, message) in [
        ("Emty", r#"unknown game "Emty"; did you mean "Empty"?"#),
        (
            "Chess",
            r#"unknown game "Chess"; there are "Bee", "BEE" and "Empty""#,
        ),
    ] {
        assert_eq!(games().game(asked).unwrap_err().to_string(), message);
    }
    let none = Catalogue::default();
    assert_eq!(
        none.game("X").unwrap_err().to_string(),
        r#"unknown game "X"; there are none"#
    );
}

#[test]
fn a_missing_part_is_reported_with_what_needs_it() {
    let catalogue = games();
    let empty = catalogue.game("Empty").unwrap();
    for (error, message) in [
        (
            empty.grid_for("solve").err(),
            r#"the game "Empty" has no GridDesign, which solve needs"#,
        ),
        (
            empty.rules_for("score").err(),
            r#"the game "Empty" has no ScoringRules, which score needs"#,
        ),
        (
            empty.dictionary_for("analyze").err(),
            r#"the game "Empty" has no Dictionary, which analyze needs"#,
        ),
        (
            empty.distribution_for("create").err(),
            r#"the game "Empty" has no LetterDistribution, which create needs"#,
        ),
    ] {
        assert_eq!(error.unwrap().to_string(), message);
    }
    assert_eq!(
        catalogue
            .game("Bee")
            .unwrap()
            .grid_for("solve")
            .unwrap()
            .len(),
        7
    );
}

#[test]
fn a_dictionary_is_a_name_of_the_catalogue_or_a_file() {
    let catalogue = games();
    let here = file!().rsplit(['/', '\\']).next().unwrap();
    let file = format!("{}/tests/configuration/{here}", env!("CARGO_MANIFEST_DIR"));
    for (asked, source) in [
        ("Mine", DictionarySource::File("words.txt".into())),
        ("mine", DictionarySource::File("words.txt".into())),
        ("embedded", DictionarySource::Embedded),
        ("builtin:wordnik", DictionarySource::Embedded),
        (&file, DictionarySource::File((&file).into())),
    ] {
        assert_eq!(catalogue.dictionary(asked), Ok(source), "{asked}");
    }
    for (asked, message) in [
        (
            "Mein",
            r#""Mein" is neither a dictionary of the configuration nor a file; did you mean "Mine"?"#,
        ),
        (
            "no/such/file",
            r#""no/such/file" is neither a dictionary of the configuration nor a file; there are "Mine" and "Embedded""#,
        ),
    ] {
        assert_eq!(
            catalogue.dictionary(asked).unwrap_err().to_string(),
            message
        );
    }
}

#[test]
fn boards_can_be_made_of_the_words_of_a_dictionary() {
    let text = r#"{
        "Dictionaries": { "Words": "words.txt" },
        "LetterDistributions": {
            "Short": { "GenerationMethod": "WordList", "WordListDictionary": "Words" },
            "Long": { "GenerationMethod": "WordList", "WordListDictionary": "Words",
                "WordLengths": [7, 8], "WordsPerBoard": 2, "LettersPerTile": 3, "ShuffleLetters": false }
        }
    }"#;
    let (catalogue, warnings) = Catalogue::parse(text).unwrap();
    assert!(warnings.is_empty());
    let words = |name: &str| match catalogue.distributions().get(name) {
        Some(LetterDistribution::WordList {
            list: WordList::Dictionary(words),
            shuffle,
        }) => (words.clone(), *shuffle),
        other => panic!("{other:?}"),
    };
    let (short, shuffle) = words("Short");
    assert_eq!(
        (
            short.lengths.len(),
            short.words_per_board.get(),
            short.letters_per_tile.get()
        ),
        (0, 1, 1)
    );
    assert!(shuffle);
    let (long, shuffle) = words("Long");
    assert_eq!(
        (long.words_per_board.get(), long.letters_per_tile.get()),
        (2, 3)
    );
    assert_eq!(long.lengths, [7, 8]);
    assert!(!shuffle);
}

#[test]
fn letters_from_a_missing_dictionary_disable_the_games_that_use_them() {
    let text = r#"{
        "LetterDistributions": {
            "List": { "GenerationMethod": "WordList", "WordListDictionary": "Wrods" }
        },
        "Dictionaries": { "Words": "words.txt" },
        "GameRules": { "Mine": { "LetterDistribution": "List" }, "Other": {} }
    }"#;
    let (catalogue, problems) = Catalogue::parse(text).unwrap();
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            r#"3:77: LetterDistributions."List".WordListDictionary: Dictionaries has no entry "Wrods"; did you mean "Words"?"#
        ]
    );
    assert_eq!(catalogue.games().count(), 1);
    assert_eq!(
        catalogue.game("Mine").unwrap_err().to_string(),
        r#"the game "Mine" is disabled: its LetterDistribution "List" uses the words of "Wrods", but Dictionaries has no such entry"#
    );
}
