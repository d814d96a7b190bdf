//! Every kind of problem in a configuration, with its location and its message.

use wgs_config::{Catalogue, Problem, Severity};

fn problems(text: &str) -> Vec<String> {
    let problems = match Catalogue::parse(text) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    };
    problems.iter().map(Problem::to_string).collect()
}

/// Each text has exactly one problem.
fn check(table: &[(&str, &str)]) {
    for (text, problem) in table {
        assert_eq!(problems(text), [*problem], "{text}");
    }
}

#[test]
fn text_that_is_not_json_is_reported_with_line_and_column() {
    check(&[
        ("", "1:1: the file is empty; expected an object"),
        ("  \n ", "1:1: the file is empty; expected an object"),
        ("[]", "1:1: expected an object, found an array of 0 items"),
        (
            "{\n  \"Grids\": {",
            "2:12: this object is not closed; expected } after its last item",
        ),
        (
            "{\n  \"Grids\" {} }",
            "2:11: expected a colon after the key",
        ),
        ("{ \"Grids\": }", "1:12: unexpected close brace"),
        (
            "{ \"Grids\": {} \"GameRules\": {} }",
            "1:14: expected a comma before the next item",
        ),
        ("{ Grids: {} }", "1:3: expected a key in double quotes"),
        (
            "{ 'Grids': {} }",
            "1:3: single-quoted strings are not allowed",
        ),
        (
            "{} {}",
            "1:4: expected nothing after the end of the first value",
        ),
        ("{ \"é\\q\": 1 }", "1:5: invalid escape"),
        (
            "{ \"Grids\": nothing }",
            "1:12: this is not a value; expected a string in double quotes, a number, true, false, null, an object or an array",
        ),
        ("{ /* ", "1:3: this comment is not closed; expected */"),
        ("{ \"x", "1:3: unterminated string literal"),
    ]);
}

#[test]
fn unknown_and_repeated_keys_are_reported_with_a_suggestion() {
    check(&[
        (
            r#"{ "Dictionaries ": {} }"#,
            r#"1:3: Dictionaries: "Dictionaries " is read as "Dictionaries""#,
        ),
        (
            r#"{ "Colours": {} }"#,
            r#"1:3: Colours: unknown key "Colours""#,
        ),
        (
            "{\n \"GameRules\": {\n  \"Boggle (New)\": {\n   \"Grid\": \"4x4\" } } }",
            r#"4:4: GameRules."Boggle (New)".Grid: unknown key "Grid"; did you mean "GridDesign"?"#,
        ),
        (
            r#"{ "ScoringRules": { "X": { "LenghtBonuses": {} } } }"#,
            r#"1:28: ScoringRules."X".LenghtBonuses: unknown key "LenghtBonuses"; did you mean "LengthBonuses"?"#,
        ),
        (
            r#"{ "ScoringRules": { "X": { "A": "1" } } }"#,
            r#"1:28: ScoringRules."X".A: unknown key "A""#,
        ),
        (
            "{ \"GameRules\": { \"é\": {},\n \"é\": {} } }",
            "2:2: GameRules.\"é\": the key \"é\" is already defined on line 1",
        ),
        (
            "{ \"Grids\": {}, \"Grids\": {} }",
            r#"1:16: Grids: the key "Grids" is already defined on line 1"#,
        ),
        (
            r#"{ "$schema": 7 }"#,
            "1:14: $schema: expected a string, found 7",
        ),
        (
            r#"{ "Grids": [1] }"#,
            "1:12: Grids: expected an object, found an array of 1 item",
        ),
        (
            r#"{ "Grids": { "X": null } }"#,
            r#"1:19: Grids."X": expected an object, found null"#,
        ),
    ]);
}

#[test]
fn columns_count_characters() {
    check(&[(
        "\u{feff}{ \"GameRules\": { \"ééé\": { \"Gird\": 1 } } }",
        r#"1:27: GameRules."ééé".Gird: unknown key "Gird"; did you mean "GridDesign"?"#,
    )]);
}

#[test]
fn invalid_grids_are_reported() {
    let table = [
        (
            r#"{}"#,
            r#"1:14: Grids."X": the grid has no cells; expected Tiles or Size"#,
        ),
        (
            r#"{ "Tiles": [] }"#,
            r#"1:30: Grids."X".Tiles: the grid has no cells; expected at least one"#,
        ),
        (
            r#"{ "Tiles": 4 }"#,
            r#"1:30: Grids."X".Tiles: expected an array of [x, y], found 4"#,
        ),
        (
            r#"{ "Tiles": [[1,1], 2] }"#,
            r#"1:38: Grids."X".Tiles[1]: expected [x, y], found 2"#,
        ),
        (
            r#"{ "Tiles": [[1,1,1]] }"#,
            r#"1:31: Grids."X".Tiles[0]: expected [x, y], found an array of 3 items"#,
        ),
        (
            r#"{ "Tiles": [[0,1]] }"#,
            r#"1:31: Grids."X".Tiles[0]: expected a whole number from 1 to 1048576, found 0"#,
        ),
        (
            r#"{ "Tiles": [[1,2], [1,2]] }"#,
            r#"1:38: Grids."X".Tiles[1]: the tile at 1,2 is already listed in Grids."X".Tiles[0]"#,
        ),
        (
            r#"{ "Tiles": [[1,1]], "Size": [1,1] }"#,
            r#"1:47: Grids."X".Size: Size replaces Tiles; expected only one of them"#,
        ),
        (
            r#"{ "Size": [4] }"#,
            r#"1:29: Grids."X".Size: expected [columns, rows], found an array of 1 item"#,
        ),
        (
            r#"{ "Size": [2000,2000] }"#,
            r#"1:29: Grids."X".Size: a grid has at most 1048576 cells, but 2000 by 2000 is 4000000"#,
        ),
        (
            r#"{ "Size": [4,4], "Adjacency": "Ful" }"#,
            r#"1:49: Grids."X".Adjacency: expected "Full", "Diagonal", "Straight" or "Hexagonal", found "Ful"; did you mean "Full"?"#,
        ),
        (
            r#"{ "Size": [4,4], "Adjacency": 1 }"#,
            r#"1:49: Grids."X".Adjacency: expected "Full", "Diagonal", "Straight" or "Hexagonal", found 1"#,
        ),
        (
            r#"{ "Size": [4,4], "ReuseTiles": "true" }"#,
            r#"1:50: Grids."X".ReuseTiles: expected true or false, found "true""#,
        ),
        (
            r#"{ "Size": [2,1], "Neighbours": [[2]] }"#,
            r#"1:50: Grids."X".Neighbours: neighbours are listed for 1 positions, but the grid has 2"#,
        ),
        (
            r#"{ "Size": [2,1], "Neighbours": [[2], [3]] }"#,
            r#"1:56: Grids."X".Neighbours[1]: position 2 lists the neighbour 3, but positions go from 1 to 2"#,
        ),
        (
            r#"{ "Size": [2,1], "Neighbours": [[2], ["1"]] }"#,
            r#"1:57: Grids."X".Neighbours[1][0]: expected a whole number from 1 to 1048576, found "1""#,
        ),
        (
            r#"{ "Size": [2,1], "Neighbours": [[2], 1] }"#,
            r#"1:56: Grids."X".Neighbours[1]: expected an array of positions, found 1"#,
        ),
        (
            r#"{ "Size": [1,1], "Neighbours": [[]], "Adjacency": "Full" }"#,
            r#"1:50: Grids."X".Neighbours: Neighbours replaces Adjacency; expected only one of them"#,
        ),
    ];
    for (grid, problem) in table {
        let text = format!(r#"{{ "Grids": {{ "X": {grid} }} }}"#);
        assert_eq!(problems(&text), [problem], "{grid}");
    }
}

#[test]
fn many_grids_together_cannot_use_up_all_memory() {
    let grids =
        (0..6).map(|i| format!(r#""{i}": {{ "Size": [1000, 1000], "Adjacency": "Full" }}"#));
    let text = format!(
        r#"{{ "Grids": {{ {} }} }}"#,
        grids.collect::<Vec<_>>().join(", ")
    );
    let found = problems(&text);
    assert_eq!(found.len(), 5);
    assert!(found[0].ends_with(
        "with this grid, all grids together have 2000000 cells, but at most 1048576 are allowed"
    ));
}

#[test]
fn invalid_scoring_rules_are_reported() {
    let table = [
        (
            r#"{ "LetterValues": { "A": 1000 } }"#,
            r#"1:51: ScoringRules."X".LetterValues."A": expected a whole number from 0 to 999, found 1000"#,
        ),
        (
            r#"{ "LetterValues": { "A": -1 } }"#,
            r#"1:51: ScoringRules."X".LetterValues."A": expected a whole number from 0 to 999, found -1"#,
        ),
        (
            r#"{ "LetterValues": { "A": "1" } }"#,
            r#"1:51: ScoringRules."X".LetterValues."A": expected a whole number from 0 to 999, found "1""#,
        ),
        (
            r#"{ "LetterValues": { "AB": 1 } }"#,
            r#"1:46: ScoringRules."X".LetterValues."AB": expected a single letter, found "AB""#,
        ),
        (
            r#"{ "LetterValues": { "?": 1 } }"#,
            r#"1:46: ScoringRules."X".LetterValues."?": expected a single letter, found "?""#,
        ),
        (
            r#"{ "LetterValues": { "A": 1, "a": 2 } }"#,
            r#"1:54: ScoringRules."X".LetterValues."a": the letter "a" already has a value"#,
        ),
        (
            r#"{ "LetterValues": [1] }"#,
            r#"1:44: ScoringRules."X".LetterValues: expected an object of letters and their values, found an array of 1 item"#,
        ),
        (
            r#"{ "LengthBonuses": { "0": 1 } }"#,
            r#"1:47: ScoringRules."X".LengthBonuses."0": expected a length from 1 to 1000, such as "8" or "8+", found "0""#,
        ),
        (
            r#"{ "LengthBonuses": { "+8": 1 } }"#,
            r#"1:47: ScoringRules."X".LengthBonuses."+8": expected a length from 1 to 1000, such as "8" or "8+", found "+8""#,
        ),
        (
            r#"{ "LengthBonuses": { "8+": 1, "9+": 1 } }"#,
            r#"1:56: ScoringRules."X".LengthBonuses."9+": "8+" is already open-ended; expected only one such length"#,
        ),
        (
            r#"{ "LengthBonuses": { "8": 1e3 } }"#,
            r#"1:52: ScoringRules."X".LengthBonuses."8": expected a number from 0 to 1000000 with at most 6 decimal places, found 1e3"#,
        ),
        (
            r#"{ "LengthBonuses": { "8": "1" } }"#,
            r#"1:52: ScoringRules."X".LengthBonuses."8": expected a number, found "1""#,
        ),
        (
            r#"{ "QIsQu": 1 }"#,
            r#"1:37: ScoringRules."X".QIsQu: expected true or false, found 1"#,
        ),
        (
            r#"{ "QuLength": 3 }"#,
            r#"1:40: ScoringRules."X".QuLength: expected a whole number from 1 to 2, found 3"#,
        ),
        (
            r#"{ "MinWordLength": 2.5 }"#,
            r#"1:45: ScoringRules."X".MinWordLength: expected a whole number from 0 to 1000, found 2.5"#,
        ),
        (
            r#"{ "RequiredPositions": [0] }"#,
            r#"1:50: ScoringRules."X".RequiredPositions[0]: expected a whole number from 1 to 1048576, found 0"#,
        ),
        (
            r#"{ "A": 1, "LetterValues": { "A": 1 } }"#,
            r#"1:28: ScoringRules."X"."A": the letter "A" already has a value"#,
        ),
    ];
    for (rules, problem) in table {
        let text = format!(r#"{{ "ScoringRules": {{ "X": {rules} }} }}"#);
        let mut found = problems(&text);
        found.retain(|problem| !problem.contains("belong in LetterValues"));
        assert_eq!(found, [problem], "{rules}");
    }
}

#[test]
fn an_impossible_window_is_reported() {
    for (keys, problem) in [
        (
            r#""MinWords": 30, "MaxWords": 29"#,
            r#"1:53: GameRules."X".MaxWords: expected at least 30, which is MinWords, found 29"#,
        ),
        (
            r#""MinCommonWords": -1"#,
            r#"1:43: GameRules."X".MinCommonWords: expected a whole number from 0 to 1000000, found -1"#,
        ),
        (
            r#""Minutes": 61"#,
            r#"1:36: GameRules."X".Minutes: expected a whole number from 0 to 60, found 61"#,
        ),
    ] {
        let text = format!(r#"{{ "GameRules": {{ "X": {{ {keys} }} }} }}"#);
        let problems = Catalogue::parse(&text).unwrap_err();
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(found, [problem], "{keys}");
    }
    // A small largest number lowers the smallest one, which is 20 otherwise.
    let text = r#"{ "GameRules": { "X": { "MaxWords": 5 } } }"#;
    let (catalogue, _) = Catalogue::parse(text).unwrap();
    assert_eq!(catalogue.game("X").unwrap().window().min_words, 5);
}

#[test]
fn invalid_distributions_and_dictionaries_are_reported() {
    let table = [
        (
            r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordListDictionary": "b" }"#,
            r#"1:110: LetterDistributions."X".WordListDictionary: WordListDictionary replaces WordListFile; expected only one of them"#,
        ),
        (
            r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordLengths": [8, 0] }"#,
            r#"1:107: LetterDistributions."X".WordLengths[1]: expected a whole number from 1 to 1000, found 0"#,
        ),
        (
            r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordLengths": [] }"#,
            r#"1:103: LetterDistributions."X".WordLengths: expected an array of word lengths, found none"#,
        ),
        (
            r#"{ "GenerationMethod": "WordList", "WordListFile": "a", "WordsPerBoard": 0 }"#,
            r#"1:105: LetterDistributions."X".WordsPerBoard: expected a whole number from 1 to 100, found 0"#,
        ),
        (
            r#"{}"#,
            r#"1:28: LetterDistributions."X": GenerationMethod is missing; expected "Dice", "LetterPropensity" or "WordList""#,
        ),
        (
            r#"{ "GenerationMethod": "dice" }"#,
            r#"1:55: LetterDistributions."X".GenerationMethod: expected "Dice", "LetterPropensity" or "WordList", found "dice"; did you mean "Dice"?"#,
        ),
        (
            r#"{ "GenerationMethod": "Dice" }"#,
            r#"1:28: LetterDistributions."X": DiceLetters is missing; the GenerationMethod "Dice" needs it"#,
        ),
        (
            r#"{ "GenerationMethod": "LetterPropensity" }"#,
            r#"1:28: LetterDistributions."X": PropensityLetters is missing; the GenerationMethod "LetterPropensity" needs it"#,
        ),
        (
            r#"{ "GenerationMethod": "WordList" }"#,
            r#"1:28: LetterDistributions."X": WordListFile or WordListDictionary is missing; the GenerationMethod "WordList" needs it"#,
        ),
        (
            r#"{ "GenerationMethod": "Dice", "DiceLetters": "AB,,C" }"#,
            r#"1:78: LetterDistributions."X".DiceLetters: die 2 has no faces"#,
        ),
        (
            r#"{ "GenerationMethod": "Dice", "DiceLetters": "AB,C:" }"#,
            r#"1:78: LetterDistributions."X".DiceLetters: column 5: the multiplier has no tile after it"#,
        ),
        (
            r#"{ "GenerationMethod": "LetterPropensity", "PropensityLetters": "" }"#,
            r#"1:96: LetterDistributions."X".PropensityLetters: there are no letters"#,
        ),
    ];
    for (distribution, problem) in table {
        let text = format!(r#"{{ "LetterDistributions": {{ "X": {distribution} }} }}"#);
        assert_eq!(problems(&text), [problem], "{distribution}");
    }
    check(&[
        (
            r#"{ "Dictionaries": { "X": 1 } }"#,
            r#"1:26: Dictionaries."X": expected a string, found 1"#,
        ),
        (
            r#"{ "Dictionaries": { "X": "" } }"#,
            r#"1:26: Dictionaries."X": the path is empty; expected the path of a word list"#,
        ),
        (
            r#"{ "Dictionaries": { "X": "builtin:wordnick" } }"#,
            r#"1:26: Dictionaries."X": there is no embedded dictionary "builtin:wordnick"; did you mean "builtin:wordnik"?"#,
        ),
    ]);
}

#[test]
fn invalid_preferences_are_reported_with_the_column_of_the_format() {
    let table = [
        (
            r#"{ "SolutionFormat": "%w %q" }"#,
            r#"1:45: Preferences."X".SolutionFormat: column 4: unknown specifier %q; expected %w, %s, %l, %m, %b, %c, %p, %( or %%"#,
        ),
        (
            r#"{ "SolutionSuffix": "\\q" }"#,
            r#"1:45: Preferences."X".SolutionSuffix: column 1: unknown escape \q; expected \t, \n or \\"#,
        ),
        (
            r#"{ "SolutionFormat": 1 }"#,
            r#"1:45: Preferences."X".SolutionFormat: expected a string, found 1"#,
        ),
        (
            r#"{ "ShowValid": "yes" }"#,
            r#"1:40: Preferences."X".ShowValid: expected true or false, found "yes""#,
        ),
        (
            r#"{ "TileSize": "0" }"#,
            r#"1:39: Preferences."X".TileSize: expected a whole number from 1 to 1000, found "0""#,
        ),
        (
            r#"{ "TipFormat": "" }"#,
            r#"1:27: Preferences."X".TipFormat: unknown key "TipFormat""#,
        ),
    ];
    for (preferences, problem) in table {
        let text = format!(r#"{{ "Preferences": {{ "X": {preferences} }} }}"#);
        assert_eq!(problems(&text), [problem], "{preferences}");
    }
    let text = r#"{ "Preferences": { "X": { "ToolTipFormat": "%*W", "ShowValid": false, "TileSize": 12 } } }"#;
    assert_eq!(problems(text), [""; 0]);
}

#[test]
fn names_without_an_entry_are_reported_with_a_suggestion() {
    let parts = r#""Grids": { "4x4": { "Size": [4, 4] } }, "ScoringRules": { "Bee": { "RequiredPositions": [17] } }"#;
    for (game, problem) in [
        (
            r#"{ "GridDesign": "4×4" }"#,
            r#"2:37: GameRules."X".GridDesign: Grids has no entry "4×4"; did you mean "4x4"?"#,
        ),
        (
            r#"{ "GridDesign": "Round" }"#,
            r#"2:37: GameRules."X".GridDesign: Grids has no entry "Round""#,
        ),
        (
            r#"{ "GridDesign": 4 }"#,
            r#"2:37: GameRules."X".GridDesign: expected the name of an entry of Grids, found 4"#,
        ),
        (
            r#"{ "Dictionary": "Common" }"#,
            r#"2:37: GameRules."X".Dictionary: Dictionaries has no entry "Common""#,
        ),
        (
            r#"{ "Preferences": "Mine" }"#,
            r#"2:38: GameRules."X".Preferences: Preferences has no entry "Mine""#,
        ),
        (
            r#"{ "GridDesign": "4x4", "ScoringRules": "Bee" }"#,
            r#"2:60: GameRules."X".ScoringRules: the rules require position 17, but the game's grid has 16 cells"#,
        ),
    ] {
        let text = format!("{{ {parts},\n\"GameRules\": {{ \"X\": {game} }} }}");
        assert_eq!(problems(&text), [problem], "{game}");
    }
}

#[test]
fn all_problems_are_reported_at_once_in_the_order_of_the_file() {
    let text = r#"{
        "GameRules": { "X": { "GridDesign": "5x5", "Dictionary": "W", "Rules": "Y" } },
        "Grids": { "4x4": { "Size": [4, 0] } }, // zero
        "Dictionaries": { "Words": 1 },
    }"#;
    let found = Catalogue::parse(text).unwrap_err();
    let locations: Vec<_> = found
        .iter()
        .map(|p| (p.line, p.column, p.severity))
        .collect();
    let (error, warning) = (Severity::Error, Severity::Warning);
    let disabled = Severity::Disabled;
    assert_eq!(
        locations,
        [
            (2, 45, disabled),
            (2, 66, disabled),
            (2, 71, error),
            (3, 37, error),
            (3, 49, warning),
            (4, 36, error),
            (4, 39, warning),
        ]
    );
    // An entry with a problem still exists, so its name is not reported.
    let text = r#"{ "Grids": { "4x4": {} }, "GameRules": { "X": { "GridDesign": "4x4" } } }"#;
    assert_eq!(problems(text).len(), 1);
}

#[test]
fn comments_and_trailing_commas_load_with_one_warning_each() {
    let text = "{ // one\n/* two */ \"Grids\": { \"X\": { \"Size\": [2, 2,], }, }, }";
    let (catalogue, warnings) = Catalogue::parse(text).unwrap();
    assert_eq!(catalogue.grids().len(), 1);
    let texts: Vec<String> = warnings.iter().map(Problem::to_string).collect();
    assert_eq!(
        texts,
        [
            "1:3: comments are not standard JSON, so other programs may reject the file",
            "2:42: a comma after the last item is not standard JSON, so other programs may reject the file",
        ]
    );
}
