//! The examples of the manual of Word Game Solver as one configuration.

use wgs_config::Preferences;
use wgs_config::template::{AnalysisTemplate, PlainText, SolutionTemplate, ToolTipTemplate};
use wgs_config::{Catalogue, DictionarySource, Problem, Severity};
use wgs_engine::{Adjacency, Decimal, Grid, Rules};
use wgs_engine::{LetterDistribution, WordList};

/// The examples of chapter 5. The manual breaks long strings into lines, as here.
const MANUAL: &str = r#"{
"Grids" : {
    "4x4" : {
        "Tiles" : [ [1,1], [2,1], [3,1], [4,1], [1,2], [2,2], [3,2], [4,2],
                    [1,3], [2,3], [3,3], [4,3], [1,4], [2,4], [3,4], [4,4] ],
        "Adjacency" : "Diagonal"
    },
    "8 Letters" : {
        "Tiles" : [ [1,1], [2,1], [3,1], [4,1], [5,1], [6,1], [7,1], [8,1] ],
        "Adjacency" : "Full"
    }
},
"ScoringRules" : {
    "Boggle" : {
        "LengthBonuses" : {
             "1" : 0, "2" : 0, "3" : 1, "4" : 1, "5" : 2, "6" : 3, "7" : 5,
             "8" : 11, "9" : 11, "10" : 11, "11" : 11, "12" : 11, "13" : 11, "14" : 11,
             "15" : 11, "16" : 11, "17" : 11, "18" : 11, "19" : 11, "20" : 11
        },
        "QIsQu" : true,
        "ShortWordLength" : 0,
        "ShortWordPoints" : 0,
        "ShortWordMultiplier" : false,
        "MinWordLength" : 3,
        "QuLength": 2
    },
    "Quarrel" : {
        "A" : 1, "B" : 5, "C" : 2, "D" : 3, "E" : 1, "F" : 5, "G" : 4, "H" : 4, "I" : 1,
        "J" : 15, "K" : 6, "L" : 2, "M" : 4, "N" : 1, "O" : 1, "P" : 3, "Q" : 15, "R" : 2,
        "S" : 1, "T" : 1, "U" : 3, "V" : 6, "W" : 5, "X" : 10, "Y" : 5, "Z" : 12,
        "RandomBoardSize": 8,
        "QIsQu" : false,
        "MinWordLength" : 1
    }
},
"Dictionaries " : {
    "Common" : "/usr/share/dict/words",
},
"LetterDistributions" : {
   "Scrabble" : {
        "GenerationMethod" : "LetterPropensity",
        "PropensityLetters" : "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHH
                               IIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQ
                               RRRRRRSSSSTTTTTTUUUUVVWWXYYZ??",
        "SampleWithoutReplacement": true
   },
   "Boggle (Old)" : {
        "GenerationMethod" : "Dice",
        "DiceLetters": "AACIOT, AHMORS, EGKLUY, ABILTY, ACDEMP, EGINTV,
                        GILRUW, ELPSTU, DENOSW, ACELRS, ABJMOQ, EEFHIY,
                         EHINPS, DKNOTU, ADENVZ, BIFORX",
        "ShuffleDice" : true
   },
   "Quarrel" : {
     "GenerationMethod" : "WordList",
     "WordListFile" : "/home/someone/anagrams.txt",
     "ShuffleLetters" : true
   }
},
"Preferences" : {
    "Details" : {
        "SolutionDetailFormat" : "<table border=\"1\"><tr><td>%s</td><td>%w</td></tr></table>",
        "SolutionPrefix" : "[\\n",
        "ShowValid" : "false",
        "TileSize" : "50"
    },
    "Default" : { "AnalysisFormat" : "%C\\n", "ShowRandom" : "false", "TileSize" : "20" }
},
"GameRules" : {
    "Boggle (New)" : {
        "GridDesign" : "4x4",
        "ScoringRules" : "Boggle",
        "LetterDistribution" : "Boggle (Old)",
        "Dictionary" : "Common"
    },
    "Quarrel" : {
        "GridDesign" : "8 Letters",
        "ScoringRules" : "Quarrel",
        "Preferences" : "Details"
    }
}
}
"#;

fn manual() -> (Catalogue, Vec<Problem>) {
    Catalogue::parse(MANUAL).unwrap_or_else(|problems| panic!("{}", problems[0]))
}

#[test]
fn the_examples_load_with_warnings_where_they_are_not_standard_json() {
    let (_, warnings) = manual();
    let texts: Vec<String> = warnings.iter().map(Problem::to_string).collect();
    assert_eq!(
        texts,
        [
            r#"28:9: ScoringRules."Quarrel"."A": letter values belong in LetterValues"#,
            r#"36:1: Dictionaries: "Dictionaries " is read as "Dictionaries""#,
            "37:39: a comma after the last item is not standard JSON, so other programs may reject the file",
            "42:31: a line break or tab inside a string is not standard JSON, so other programs may reject the file",
        ]
    );
    assert!(
        warnings
            .iter()
            .all(|warning| warning.severity == Severity::Warning)
    );
}

#[test]
fn the_grids_are_those_of_the_manual() {
    let (catalogue, _) = manual();
    let grids = catalogue.grids();
    assert_eq!(
        grids.get("4x4"),
        Some(&Grid::rectangle(4, 4, Adjacency::Diagonal))
    );
    assert_eq!(grids.get("8 Letters"), Some(&Grid::rack(8)));
}

#[test]
fn the_rules_are_those_of_the_manual() {
    let (catalogue, _) = manual();
    let boggle = &catalogue.scoring().get("Boggle").unwrap().rules;
    for length in 0..=20 {
        let bonus = Rules::boggle().length_bonuses.get(length);
        let written = boggle
            .length_bonuses
            .get(length)
            .filter(|&bonus| bonus > Decimal::ZERO);
        assert_eq!(written, bonus, "{length}");
    }
    let quarrel = catalogue.scoring().get("Quarrel").unwrap();
    assert_eq!(quarrel.random_board_size, Some(8));
    assert_eq!(quarrel.rules.letter_values.len(), 26);
    assert_eq!(quarrel.rules.letter_value("j"), 15);
    assert!(!quarrel.rules.q_is_qu);
}

#[test]
fn the_distributions_are_those_of_the_manual() {
    let (catalogue, _) = manual();
    let of = |name| catalogue.distributions().get(name).unwrap();
    match of("Scrabble") {
        LetterDistribution::Pool {
            faces,
            without_replacement: true,
        } => assert_eq!(faces.len(), 100),
        other => panic!("{other:?}"),
    }
    match of("Boggle (Old)") {
        LetterDistribution::Dice {
            dice,
            shuffle: true,
        } => {
            assert_eq!(dice.len(), 16);
            assert!(dice.iter().all(|die| die.faces().len() == 6));
        }
        other => panic!("{other:?}"),
    }
    let list = WordList::File("/home/someone/anagrams.txt".into());
    assert_eq!(
        *of("Quarrel"),
        LetterDistribution::WordList {
            list,
            shuffle: true
        }
    );
}

#[test]
fn a_game_combines_its_parts() {
    let (catalogue, _) = manual();
    let game = catalogue.game("Boggle (New)").unwrap();
    assert_eq!(game.grid().unwrap().len(), 16);
    assert_eq!(game.rules().unwrap().min_word_length, 3);
    assert_eq!(
        game.dictionary(),
        Some(&DictionarySource::File("/usr/share/dict/words".into()))
    );
    assert_eq!(game.distribution_name(), Some("Boggle (Old)"));
}

#[test]
fn missing_preferences_come_from_the_default_entry_and_then_from_the_manual() {
    let (catalogue, _) = manual();
    let details = catalogue.game("Quarrel").unwrap().preferences();
    assert_eq!(
        details.analysis_format,
        AnalysisTemplate::parse("%C\\n").unwrap()
    );
    assert_eq!(details.solution_prefix, PlainText::parse("[\\n").unwrap());
    assert_eq!(
        (details.tile_size, details.show_valid, details.show_random),
        (50, false, false)
    );
    assert!(details.show_pattern);
    assert!(details.is_analysis_format_set && details.is_solution_format_set);
    let default = catalogue.game("Boggle (New)").unwrap().preferences();
    assert_eq!(default.tile_size, 20);
    assert_eq!(
        default.solution_format,
        Preferences::default().solution_format
    );
}

#[test]
fn the_preferences_default_to_those_of_the_manual() {
    let default = Preferences::default();
    let analysis = |text| AnalysisTemplate::parse(text).unwrap();
    assert_eq!(
        default.analysis_format,
        analysis("%B: %W words, %S points\\n")
    );
    let summary = |text| analysis(text).with_singular(true);
    assert_eq!(
        default.board_summary_1,
        summary("2:%2C 3:%3C 4:%4C 5:%5C 6:%6C 7:%7C 8+:%8+C")
    );
    let solution = SolutionTemplate::parse("%w:\\t%s points\\n").unwrap();
    assert_eq!(default.solution_format, solution);
    assert!(!default.is_solution_format_set && !default.is_analysis_format_set);
    assert_eq!(default.solution_detail_format, SolutionTemplate::default());
    let tool_tip = ToolTipTemplate::parse("%*W words, %*S points").unwrap();
    assert_eq!(default.tool_tip_format, tool_tip.with_singular(true));
    assert_eq!(
        (
            default.solution_prefix.as_str(),
            default.solution_suffix.as_str()
        ),
        ("", "")
    );
    assert_eq!((default.tile_size, default.font), (37, None));
    assert!(
        default.show_pattern && default.show_random && default.show_options && default.show_valid
    );
}

#[test]
fn the_rules_default_to_those_of_the_manual() {
    let (catalogue, _) = Catalogue::parse(r#"{ "ScoringRules": { "X": {} } }"#).unwrap();
    let scoring = catalogue.scoring().get("X").unwrap();
    assert_eq!(scoring.rules, Rules::word_game_solver());
    assert_eq!(scoring.random_board_size, None);
}

/// Keys as the text of the manual spells them, where its tables use other names, and a game
/// whose dictionary is not in the file (chapters 4.3, 5.3, 5.6 and 6.1.1).
const OTHER_SPELLINGS: &str = r#"{
"Dictionaries " : { "Common" : "words.txt" },
"Grids" : { "Letters" : { "MaxAnagramLetters" : 8 }, "2x2" : { " Size " : [2, 2] } },
"ScoringRules" : { "Anagram" : { "MaxAnagramLetters" : 7 } },
"Preferences" : { "Default" : {
    "BoardSummary1" : "%2C", "BoardSummary2" : "%3C", "HoverText" : "%*W" } },
"GameRules" : {
    "Anagram" : { "GridDesign" : "Letters", "ScoringRules" : "Anagram", "Dictionary" : "Common" },
    "Boggle (New)" : { "GridDesign" : "4x4", "Dictionary" : "SOWPODS" }
}
}
"#;

#[test]
fn other_spellings_of_the_manual_are_read_with_a_warning_each() {
    let (catalogue, problems) = Catalogue::parse(OTHER_SPELLINGS).unwrap();
    let warnings = problems.iter();
    let warnings = warnings.filter(|problem| problem.severity == Severity::Warning);
    let texts: Vec<String> = warnings.map(Problem::to_string).collect();
    assert_eq!(
        texts,
        [
            r#"2:1: Dictionaries: "Dictionaries " is read as "Dictionaries""#,
            r#"3:49: Grids."Letters".MaxAnagramLetters: read as "Size": [8, 1] with "Adjacency": "Full""#,
            r#"3:64: Grids."2x2".Size: " Size " is read as "Size""#,
            r#"4:34: ScoringRules."Anagram".RandomBoardSize: "MaxAnagramLetters" is read as "RandomBoardSize""#,
            r#"6:5: Preferences."Default".BoardSummaryFormat1: "BoardSummary1" is read as "BoardSummaryFormat1""#,
            r#"6:30: Preferences."Default".BoardSummaryFormat2: "BoardSummary2" is read as "BoardSummaryFormat2""#,
            r#"6:55: Preferences."Default".ToolTipFormat: "HoverText" is read as "ToolTipFormat""#,
        ]
    );
    let game = catalogue.game("Anagram").unwrap();
    assert_eq!(game.grid(), Some(&Grid::rack(8)));
    assert_eq!(game.scoring().unwrap().random_board_size, Some(7));
    let preferences = game.preferences();
    let analysis = |text| AnalysisTemplate::parse(text).unwrap();
    assert_eq!(preferences.board_summary_1, analysis("%2C"));
    assert_eq!(preferences.board_summary_2, analysis("%3C"));
    let tool_tip = ToolTipTemplate::parse("%*W").unwrap();
    assert_eq!(preferences.tool_tip_format, tool_tip);
}

#[test]
fn a_key_in_both_spellings_is_an_error() {
    for (text, problem) in [
        (
            "{ \"Grids\": {},\n\"Grids \": {} }",
            r#"2:1: Grids: "Grids" is already defined on line 1 in another spelling"#,
        ),
        (
            "{ \"Preferences\": { \"X\": { \"HoverText\": \"\",\n\"ToolTipFormat\": \"\" } } }",
            r#"2:1: Preferences."X".ToolTipFormat: "ToolTipFormat" is already defined on line 1 in another spelling"#,
        ),
    ] {
        let problems = Catalogue::parse(text).unwrap_err();
        let errors: Vec<_> = problems
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
            .map(Problem::to_string)
            .collect();
        assert_eq!(errors, [problem]);
    }
}

#[test]
fn a_game_that_names_something_missing_is_disabled_and_the_others_work() {
    let (catalogue, problems) = Catalogue::parse(OTHER_SPELLINGS).unwrap();
    let disabled = problems.iter();
    let disabled = disabled.filter(|problem| problem.severity == Severity::Disabled);
    let texts: Vec<String> = disabled.map(Problem::to_string).collect();
    assert_eq!(
        texts,
        [
            r#"9:39: GameRules."Boggle (New)".GridDesign: Grids has no entry "4x4""#,
            r#"9:61: GameRules."Boggle (New)".Dictionary: Dictionaries has no entry "SOWPODS""#,
        ]
    );
    let names: Vec<&str> = catalogue.games().map(|game| game.name()).collect();
    assert_eq!(names, ["Anagram"]);
    assert_eq!(
        catalogue.game("boggle (new)").unwrap_err().to_string(),
        r#"the game "Boggle (New)" is disabled: Grids has no entry "4x4", and Dictionaries has no entry "SOWPODS""#
    );
}
