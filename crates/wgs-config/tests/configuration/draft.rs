//! Editing a configuration: the effect of an edit, the text that it preserves, and the problems
//! that are reported.

mod random_edit;

use serde_json::{Value, json};
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{Catalogue, Problem, Severity};
use wgs_config::{Draft, DraftError, Section};

const GAME: &str = r#"// What we play.
{
  "Grids": {
    "4x4": { "Size": [4, 4] }, // the usual one
    // Five by five.
    "5x5": { "Size": [5, 5] }
  },
  "ScoringRules": {
    "House": {
      "LetterValues": {
        "A": 1, "B": 3, /* rare */ "Z": 10
      },
      "MinWordLength": 3 // no short words
    }
  },
  "Dictionaries": { "Words": "words.txt" },
  "GameRules": {
    "Mine": {
      "GridDesign": "4x4",
      "ScoringRules": "House",
      "Dictionary": "Words"
    }
  }
}
"#;

/// Checks that an edit replaces one text by another, with any line endings, and can be undone.
#[track_caller]
fn edited(edit: impl Fn(&mut Draft) -> Result<(), DraftError>, old: &str, new: &str) {
    assert!(GAME.contains(old), "{old}");
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    for form in [&str::to_owned as &dyn Fn(&str) -> String, &windows] {
        let mut draft = Draft::new(form(GAME));
        edit(&mut draft).unwrap();
        assert_eq!(draft.text(), form(&GAME.replacen(old, new, 1)));
        draft.undo();
        assert_eq!(draft.text(), form(GAME));
    }
}

#[test]
fn a_value_is_changed_in_place() {
    edited(
        |draft| draft.set(Section::Grids, "4x4", "Size", Some(json!([4, 3]))),
        "[4, 4]",
        "[4, 3]",
    );
    edited(
        |draft| {
            draft.set(
                Section::ScoringRules,
                "House",
                "LetterValues",
                Some(json!({"A": 2, "B": 3, "C": 7, "Q": 10, "Z": 10})),
            )
        },
        r#""A": 1, "B": 3, /* rare */ "Z": 10"#,
        r#""A": 2, "B": 3, "C": 7, "Q": 10, /* rare */ "Z": 10"#,
    );
    edited(
        |draft| {
            let letters = json!({ "B": 3 });
            draft.set(
                Section::ScoringRules,
                "House",
                "LetterValues",
                Some(letters),
            )
        },
        r#""A": 1, "B": 3, /* rare */ "Z": 10"#,
        r#""B": 3 /* rare */"#,
    );
}

#[test]
fn a_new_key_is_formatted_like_its_neighbours() {
    edited(
        |draft| draft.set(Section::Grids, "5x5", "Adjacency", Some(json!("Straight"))),
        r#"{ "Size": [5, 5] }"#,
        r#"{ "Size": [5, 5], "Adjacency": "Straight" }"#,
    );
    edited(
        |draft| draft.set(Section::ScoringRules, "House", "QIsQu", Some(json!(false))),
        "3 // no short words\n",
        "3, // no short words\n      \"QIsQu\": false\n",
    );
    edited(
        |draft| {
            let neighbours: Vec<Vec<u32>> = (1..=25).map(|at| vec![at]).collect();
            draft.set(Section::Grids, "5x5", "Neighbours", Some(json!(neighbours)))
        },
        r#"{ "Size": [5, 5] }"#,
        r#"{
      "Size": [5, 5],
      "Neighbours": [
        [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16],
        [17], [18], [19], [20], [21], [22], [23], [24], [25]
      ]
    }"#,
    );
}

#[test]
fn removing_a_key_removes_its_line_but_not_the_comments_beside_it() {
    edited(
        |draft| draft.set(Section::GameRules, "Mine", "ScoringRules", None),
        "      \"ScoringRules\": \"House\",\n",
        "",
    );
    edited(
        |draft| draft.set(Section::GameRules, "Mine", "Dictionary", None),
        ",\n      \"Dictionary\": \"Words\"\n",
        "\n",
    );
    edited(
        |draft| draft.set(Section::ScoringRules, "House", "MinWordLength", None),
        "      },\n      \"MinWordLength\": 3 // no short words\n",
        "      }\n      // no short words\n",
    );
    edited(
        |draft| draft.remove(Section::Grids, "4x4").map(drop),
        "    \"4x4\": { \"Size\": [4, 4] }, // the usual one\n",
        "    // the usual one\n",
    );
    edited(
        |draft| draft.set(Section::Grids, "4x4", "Size", None),
        r#"{ "Size": [4, 4] }"#,
        "{}",
    );
    edited(
        |draft| draft.set(Section::Grids, "4x4", "Adjacency", None),
        "",
        "",
    );
}

#[test]
fn a_text_on_one_line_stays_on_one_line() {
    let mut draft = Draft::new(r#"{"Grids":{"A":{"Size":[2,2]}}}"#);
    let long = json!("x".repeat(120));
    draft.set(Section::Grids, "A", "X", Some(long)).unwrap();
    draft
        .set(Section::Grids, "A", "X", Some(json!([1, [2]])))
        .unwrap();
    draft.add(Section::Preferences, "P").unwrap();
    assert_eq!(
        draft.text(),
        r#"{"Grids":{"A":{"Size":[2,2], "X": [1, [2]]}}, "Preferences": { "P": {} }}"#
    );
}

#[test]
fn setting_a_whole_entry_keeps_the_keys_that_stay() {
    edited(
        |draft| {
            let value =
                json!({ "MinWordLength": 3, "LetterValues": { "B": 4, "Z": 10 }, "QIsQu": false });
            draft.set_entry(Section::ScoringRules, "House", &value)
        },
        "\"A\": 1, \"B\": 3, /* rare */ \"Z\": 10\n      },\n      \"MinWordLength\": 3 // no short words\n",
        "\"B\": 4, /* rare */ \"Z\": 10\n      },\n      \"MinWordLength\": 3, // no short words\n      \"QIsQu\": false\n",
    );
    // This many changes are not made one by one.
    let bonuses = |plus: u32| -> Value {
        let bonuses = (1..=900).map(|length: u32| (length.to_string(), json!(length + plus)));
        bonuses.collect()
    };
    let mut draft = Draft::new(GAME);
    for plus in [0, 1] {
        let value = Some(bonuses(plus));
        draft
            .set(Section::ScoringRules, "House", "LengthBonuses", value)
            .unwrap();
        let value = draft.value(Section::ScoringRules, "House", "LengthBonuses");
        assert_eq!(value, Some(&bonuses(plus)));
    }
    assert!(draft.text().contains("\"9\": 10, \"10\": 11,"));
    assert!(draft.catalogue().is_some());
}

#[test]
fn a_dictionary_may_be_a_path_on_its_own() {
    let draft = Draft::new(GAME);
    let value = |key| draft.value(Section::Dictionaries, "Words", key);
    assert_eq!(value("Path"), Some(&json!("words.txt")));
    assert_eq!(value("Accents"), None);
    edited(
        |draft| draft.set(Section::Dictionaries, "Words", "Path", Some(json!("a.txt"))),
        "words.txt",
        "a.txt",
    );
    edited(
        |draft| {
            draft.set(
                Section::Dictionaries,
                "Words",
                "Accents",
                Some(json!("fold")),
            )
        },
        r#""words.txt""#,
        r#"{ "Path": "words.txt", "Accents": "fold" }"#,
    );
    edited(
        |draft| draft.set(Section::Dictionaries, "Words", "Accents", None),
        "",
        "",
    );
}

#[test]
fn entries_are_added_copied_and_renamed_in_the_style_of_their_neighbours() {
    edited(
        |draft| draft.add(Section::GameRules, "Ours"),
        "\"Dictionary\": \"Words\"\n    }\n",
        r#""Dictionary": "Words"
    },
    "Ours": {
      "GridDesign": "4x4",
      "ScoringRules": "House",
      "Dictionary": "Words"
    }
"#,
    );
    edited(
        |draft| draft.copy(Section::ScoringRules, "House", "Guests"),
        "      \"MinWordLength\": 3 // no short words\n    }\n",
        r#"      "MinWordLength": 3 // no short words
    },
    "Guests": {
      "LetterValues": {
        "A": 1, "B": 3, /* rare */ "Z": 10
      },
      "MinWordLength": 3 // no short words
    }
"#,
    );
    edited(
        |draft| draft.copy(Section::Grids, "4x4", "Four"),
        "// the usual one\n",
        "// the usual one\n    \"Four\": { \"Size\": [4, 4] },\n",
    );
    edited(
        |draft| draft.add(Section::Preferences, "Default"),
        "\"Words\"\n    }\n  }\n",
        "\"Words\"\n    }\n  },\n  \"Preferences\": {\n    \"Default\": {}\n  }\n",
    );
    let mut draft = Draft::new(GAME);
    draft.rename(Section::Grids, "4x4", "Four \"4\"").unwrap();
    let renamed = GAME.replace("\"4x4\"", r#""Four \"4\"""#);
    assert_eq!(draft.text(), renamed);
}

#[test]
fn new_entries_are_valid() {
    for text in [
        "{}",
        "{\n}",
        EMBEDDED,
        GAME,
        "// Nothing yet.\n{ // here\n}",
    ] {
        let mut draft = Draft::new(text);
        for section in Section::ALL {
            draft.add(section, "New one").unwrap();
            assert_eq!(draft.severity(section, "New one"), None, "{}", draft.text());
        }
        assert!(draft.catalogue().unwrap().game("New one").is_ok());
        assert_eq!(draft.comments_lost(text), 0);
        assert_eq!(Draft::new(text).comments_lost(draft.text()), 0);
    }
}

#[test]
fn removing_an_entry_returns_the_games_that_refer_to_it() {
    let mut draft = Draft::new(GAME);
    assert_eq!(draft.references(Section::Grids, "4x4"), ["Mine"]);
    assert!(draft.references(Section::Grids, "5x5").is_empty());
    assert_eq!(draft.remove(Section::Grids, "4x4").unwrap(), ["Mine"]);
    let problems: Vec<&Problem> = draft
        .problems_at(Section::GameRules, "Mine", "GridDesign")
        .collect();
    assert!(
        problems[0]
            .message
            .to_string()
            .starts_with("Grids has no entry \"4x4\"")
    );
    assert_eq!(
        draft.severity(Section::GameRules, "Mine"),
        Some(Severity::Disabled)
    );
}

#[test]
fn impossible_edits_return_the_reason() {
    let set = |text: &str| {
        let mut draft = Draft::new(text);
        let error = draft.set(Section::Grids, "X", "Size", Some(json!([2, 2])));
        assert_eq!(draft.text(), text);
        error.unwrap_err().to_string()
    };
    for (text, message) in [
        (
            "{\n  \"Grids\" {} }",
            "single values cannot be edited until the text is JSON: 2:11: expected a colon after the key",
        ),
        (
            "",
            "single values cannot be edited until the text is JSON: 1:1: the file is empty; expected an object",
        ),
        (
            "  // Nothing yet.",
            "single values cannot be edited until the text is JSON: 1:1: the file is empty; expected an object",
        ),
        (
            "[1]",
            "the file: expected an object, found an array of 1 item",
        ),
        ("{}", r#"Grids has no entry "X""#),
        (r#"{"Grids": 3}"#, r#"Grids has no entry "X""#),
        (
            r#"{"Grids": {"X": 3}}"#,
            "Grids.X: expected an object, found 3",
        ),
    ] {
        assert_eq!(set(text), message);
    }
    let mut draft = Draft::new(GAME);
    let error = draft.add(Section::Grids, "4x4").unwrap_err().to_string();
    assert_eq!(
        error,
        r#"Grids already has an entry "4x4"; expected a different name"#
    );
    let error = draft.copy(Section::Grids, "4x4", "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the name is empty; expected a name for an entry of Grids"
    );
    let error = Draft::new(r#"{"Grids": []}"#).add(Section::Grids, "X");
    assert_eq!(
        error.unwrap_err().to_string(),
        "Grids: expected an object, found an array of 0 items"
    );
}

#[test]
fn problems_are_those_of_the_catalogue_and_are_found_by_their_path() {
    let text = r#"{
  // A comment is a warning.
  "Grid": {},
  "Grids": { "2.2": { "Size": [2, 0], "Shape": 1 }, "Empty": {} },
  "ScoringRules": {
    "Q": { "LetterValues": { "Q": 1000, "QQ": 1 }, "A": 1 },
    "Q": {}
  },
  "Dictionaries": { "D": "", "E": { "Accents": "fold" } },
  "GameRules": { "G": { "GridDesign": "2,2" } }
}"#;
    let draft = Draft::new(text);
    assert_eq!(draft.problems(), Catalogue::parse(text).unwrap_err());
    let paths = |problems: Vec<&Problem>| -> Vec<String> {
        problems
            .iter()
            .map(|problem| problem.path.to_string())
            .collect()
    };
    let at = |section, entry, key| paths(draft.problems_at(section, entry, key).collect());
    let of = |section, entry| paths(draft.problems_of(section, entry).collect());
    use Section::{Dictionaries, GameRules, Grids, ScoringRules};
    assert_eq!(at(Grids, "2.2", "Size"), [r#"Grids."2.2".Size"#]);
    assert_eq!(of(Grids, "2.2"), [r#"Grids."2.2".Shape"#]);
    assert_eq!(of(Grids, "Empty"), [r#"Grids."Empty""#]);
    assert_eq!(
        at(ScoringRules, "Q", "LetterValues"),
        [
            r#"ScoringRules."Q".LetterValues."Q""#,
            r#"ScoringRules."Q".LetterValues."QQ""#
        ]
    );
    assert_eq!(
        of(ScoringRules, "Q"),
        [r#"ScoringRules."Q"."A""#, "ScoringRules.Q"]
    );
    assert_eq!(at(Dictionaries, "D", "Path"), [r#"Dictionaries."D""#]);
    assert!(of(Dictionaries, "D").is_empty());
    assert_eq!(of(Dictionaries, "E"), [r#"Dictionaries."E""#]);
    assert_eq!(
        at(GameRules, "G", "GridDesign"),
        [r#"GameRules."G".GridDesign"#]
    );
    assert_eq!(paths(draft.problems_elsewhere().collect()), ["", "Grid"]);
}

#[test]
fn changes_to_one_key_are_one_edit_until_it_is_ended() {
    let mut draft = Draft::new(GAME);
    let set = |draft: &mut Draft, value: u32| {
        let value = Some(json!(value));
        draft
            .set(Section::ScoringRules, "House", "MinWordLength", value)
            .unwrap();
    };
    for value in [4, 5, 6] {
        set(&mut draft, value);
    }
    let label = draft.undo().unwrap().to_string();
    assert_eq!(label, r#"MinWordLength of "House" in ScoringRules"#);
    assert_eq!(draft.text(), GAME);
    assert_eq!(draft.undo(), None);
    draft.redo();
    assert!(draft.text().contains("\"MinWordLength\": 6"));
    set(&mut draft, 7);
    draft.end_edit();
    set(&mut draft, 8);
    draft.undo();
    assert!(draft.text().contains("\"MinWordLength\": 7"));
    set(&mut draft, 9);
    assert_eq!(draft.redo(), None);
    // A change that is reverted leaves nothing to undo.
    let mut draft = Draft::new(GAME);
    set(&mut draft, 4);
    set(&mut draft, 3);
    assert_eq!(draft.to_undo(), None);
    // The history is limited.
    for step in 0..1000_u32 {
        draft.end_edit();
        set(&mut draft, step);
    }
    let steps = std::iter::from_fn(|| draft.undo().map(drop)).count();
    assert_eq!(steps, 200);
}

#[test]
fn comments_that_a_replacement_loses_are_counted() {
    let draft = Draft::new(GAME);
    assert!(draft.has_comments());
    assert_eq!(draft.comments_lost(GAME), 0);
    assert_eq!(draft.comments_lost("{ /* rare */ }"), 4);
    assert!(!Draft::new(EMBEDDED).has_comments());
    assert!(Draft::new("{ // broken").has_comments());
}

#[test]
fn a_game_on_its_own_has_the_same_meaning() {
    let embedded = Catalogue::embedded();
    let draft = Draft::new(EMBEDDED);
    for game in embedded.games() {
        let text = draft.game_only(game.name()).unwrap();
        let (alone, warnings) = Catalogue::parse(&text).unwrap();
        assert!(warnings.is_empty());
        assert_eq!(alone.games().count(), 1);
        let other = alone.game(game.name()).unwrap();
        assert_eq!(other.grid(), game.grid());
        assert_eq!(other.rules(), game.rules());
        assert!(text.len() < 3_000, "{text}");
    }
    assert_eq!(
        Draft::new(GAME).game_only("Mine").unwrap(),
        r#"{
  "Grids": { "4x4": { "Size": [4, 4] } },
  "ScoringRules": { "House": { "LetterValues": { "A": 1, "B": 3, "Z": 10 }, "MinWordLength": 3 } },
  "Dictionaries": { "Words": "words.txt" },
  "GameRules": { "Mine": { "GridDesign": "4x4", "ScoringRules": "House", "Dictionary": "Words" } }
}
"#
    );
}

#[test]
fn sections_and_keys_in_other_spellings_are_edited_in_place() {
    let text = r#"{
  "Preferences ": { "Default": { "HoverText": "%*W", "TileSize": 40 } }
}
"#;
    let mut draft = Draft::new(text);
    let section = Section::Preferences;
    assert_eq!(draft.entries(section).collect::<Vec<_>>(), ["Default"]);
    let value = |draft: &Draft| draft.value(section, "Default", "ToolTipFormat").cloned();
    assert_eq!(value(&draft), Some(json!("%*W")));
    draft
        .set(section, "Default", "ToolTipFormat", Some(json!("%*S")))
        .unwrap();
    assert_eq!(draft.text(), text.replace("%*W", "%*S"));
    draft
        .set(section, "Default", "ToolTipFormat", None)
        .unwrap();
    assert_eq!(value(&draft), None);
    assert_eq!(draft.text(), text.replace(r#""HoverText": "%*W", "#, ""));
    draft.add(section, "Mine").unwrap();
    assert!(draft.catalogue().is_some(), "{}", draft.text());
}

#[test]
fn a_dictionary_that_letters_come_from_follows_its_game() {
    let text = r#"{
  "Dictionaries": { "Words": "words.txt", "List": "list.txt", "None": "none.txt" },
  "LetterDistributions": {
    "Letters": { "GenerationMethod": "WordList", "WordListDictionary": "List" }
  },
  "GameRules": { "Mine": { "LetterDistribution": "Letters", "Dictionary": "Words" } }
}
"#;
    let mut draft = Draft::new(text);
    assert_eq!(draft.references(Section::Dictionaries, "List"), ["Mine"]);
    assert!(draft.references(Section::Dictionaries, "None").is_empty());
    let only = draft.game_only("Mine").unwrap();
    assert!(
        only.contains("list.txt") && !only.contains("none.txt"),
        "{only}"
    );
    draft
        .rename(Section::Dictionaries, "List", "Other")
        .unwrap();
    assert_eq!(draft.text(), text.replace("\"List\"", "\"Other\""));
    assert!(draft.problems().is_empty());
}

#[test]
fn every_embedded_game_moves_to_an_empty_configuration_and_back() {
    let embedded = Draft::new(EMBEDDED);
    for game in embedded.entries(Section::GameRules) {
        let file = Draft::new(embedded.game_only(game).unwrap());
        let mut empty = Draft::new("{}");
        assert_eq!(empty.add_game(&file, game).unwrap(), game);
        assert!(
            empty.problems().is_empty(),
            "{game}: {:?}",
            empty.problems()
        );
        // Everything is there already.
        let mut back = Draft::new(EMBEDDED);
        assert_eq!(back.add_game(&file, game).unwrap(), game);
        assert_eq!(back.text(), EMBEDDED, "{game}");
        assert!(back.to_undo().is_none());
    }
}

#[test]
fn a_game_that_is_added_keeps_its_parts_if_others_have_their_names() {
    let other = Draft::new(
        r#"{
  "Grids": { "Square": { "Size": [3, 3] } },
  "ScoringRules": { "Mine": { "MinWordLength": 5 } },
  "LetterDistributions": {
    "Words": { "GenerationMethod": "WordList", "WordListDictionary": "List" }
  },
  "Dictionaries": { "List": "theirs.txt" },
  "GameRules": {
    "Game": {
      "GridDesign": "Square", "ScoringRules": "Mine", "Dictionary": "List",
      "LetterDistribution": "Words"
    }
  },
  "Preferences": { "Default": { "TileSize": 30 } }
}"#,
    );
    let text = r#"{
  // Ours.
  "Grids": { "Square": { "Size": [4, 4] } },
  "ScoringRules": { "Mine": { "MinWordLength": 5 } },
  "Dictionaries": { "List": "ours.txt" },
  "GameRules": { "Game": { "GridDesign": "Square" } }
}"#;
    let mut draft = Draft::new(text);
    assert_eq!(draft.add_game(&other, "Game").unwrap(), "Game 2");
    let game = |key| draft.value(Section::GameRules, "Game 2", key).unwrap();
    assert_eq!(game("GridDesign"), "Square 2");
    assert_eq!(game("ScoringRules"), "Mine");
    assert_eq!(game("Dictionary"), "List 2");
    assert_eq!(game("Preferences"), "Game 2");
    let list = draft
        .value(Section::Dictionaries, "List 2", "Path")
        .unwrap();
    assert_eq!(list, "theirs.txt");
    let words = draft.value(Section::LetterDistributions, "Words", "WordListDictionary");
    assert_eq!(words.unwrap(), "List 2");
    let size = draft.value(Section::Preferences, "Game 2", "TileSize");
    assert_eq!(size.unwrap(), &json!(30));
    assert_eq!(
        draft
            .value(Section::GameRules, "Game", "GridDesign")
            .unwrap(),
        "Square"
    );
    assert_eq!(draft.comments_lost(text), 0);
    // One edit, whose undoing removes everything.
    draft.undo();
    assert_eq!(draft.text(), text);
    let error = draft.add_game(&other, "Gone").unwrap_err();
    assert_eq!(error.to_string(), r#"GameRules has no entry "Gone""#);
}

#[test]
fn a_copy_for_a_game_leaves_the_other_games_as_they_were() {
    let text = r#"{
  "Grids": { "4x4": { "Size": [4, 4] /* small */ } },
  "GameRules": { "A": { "GridDesign": "4x4" }, "B": { "GridDesign": "4x4" } }
}"#;
    let mut draft = Draft::new(text);
    draft
        .copy_for_game(Section::Grids, "4x4", "B", "4x4 (B)")
        .unwrap();
    assert_eq!(draft.references(Section::Grids, "4x4"), ["A"]);
    assert_eq!(draft.references(Section::Grids, "4x4 (B)"), ["B"]);
    assert!(
        draft
            .text()
            .contains(r#""4x4 (B)": { "Size": [4, 4] /* small */ }"#)
    );
    draft.undo();
    assert_eq!(draft.text(), text);
    let error = draft
        .copy_for_game(Section::Grids, "4x4", "B", "4x4")
        .unwrap_err();
    assert!(
        error.to_string().starts_with("Grids already has an entry"),
        "{error}"
    );
}
