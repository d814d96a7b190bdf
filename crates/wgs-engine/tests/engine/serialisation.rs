//! What the `serde` feature writes, and that it reads the same values back.

use std::fmt::Debug;

use serde_json::{Value, json};
use wgs_engine::{
    Adjacency, Board, BoardMeasure, BoardScore, Cell, Decimal, Engine, Face, FoldedText, Grid,
    LengthBonuses, Lexicon, QuLength, Rules, SolvedWord, Solver, Tile,
};

/// Checks that a value is written as some JSON and read back from it.
#[track_caller]
fn check<T>(value: &T, expected: &Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(&serde_json::to_value(value).unwrap(), expected);
    let read: T = serde_json::from_value(expected.clone()).unwrap();
    assert_eq!(&read, value);
}

#[test]
fn boards_tiles_and_faces_are_written_in_the_notation() {
    for text in ["QuICK", "C:H::A;;T?at.", "שש|ל|."] {
        check(&text.parse::<Board>().unwrap(), &json!(text));
    }
    for text in ["A", "::;Qu", "?at", ".", "שש|"] {
        check(&text.parse::<Tile>().unwrap(), &json!(text));
    }
    check(&Face::letters("Th"), &json!("Th"));
    check(&Face::wildcard(""), &json!("?"));
    check(&Face::Empty, &json!("."));
}

#[test]
fn single_values_are_written_as_text_or_numbers() {
    check(&FoldedText::new("QU"), &json!("qu"));
    check(&"1.5".parse::<Decimal>().unwrap(), &json!("1.5"));
    check(&Engine::Portable, &json!("portable"));
    check(&Adjacency::Straight, &json!("straight"));
    check(&Cell::new(7), &json!(7));
}

#[test]
fn scores_are_written_with_all_their_fields() {
    check(&BoardScore::new(3, 5), &json!({"words": 3, "points": 5}));
    check(
        &BoardMeasure::default()
            .with_words(3)
            .with_points(5)
            .with_longest(6)
            .with_long_words(1),
        &json!({"words": 3, "points": 5, "longest": 6, "long_words": 1}),
    );
    let lexicon = Lexicon::from_text("cat").unwrap();
    let grid = Grid::rack(3);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let words: Vec<SolvedWord> = solver.solve(&"CAT".parse().unwrap());
    let expected = json!([{
        "text": "CAT",
        "path": [0, 1, 2],
        "score": {
            "letter_points": 0,
            "word_multiplier": 1,
            "length_bonus": "1",
            "pangram_bonus": 0,
            "total": 1,
            "length": 3,
        },
    }]);
    // Without the word itself, which only its lexicon knows: it is written, but not read.
    assert_eq!(serde_json::to_value(&words).unwrap(), expected);
}

#[test]
fn rules_are_read_with_defaults_for_missing_fields() {
    let one_and_a_half: Decimal = "1.5".parse().unwrap();
    let bonuses = LengthBonuses::default()
        .with_exact(5, one_and_a_half)
        .with_from(8, 11);
    let rules = Rules::word_game_solver()
        .with_letter_values([("q", 10)])
        .with_length_bonuses(bonuses)
        .with_min_word_length(3)
        .with_qu_length(QuLength::One)
        .with_required_cells([Cell::new(3)]);
    let written = serde_json::to_value(&rules).unwrap();
    // Cells are written as positions.
    assert_eq!(written["required_positions"], json!([4]));
    assert_eq!(written["qu_length"], json!(1));
    assert_eq!(serde_json::from_value::<Rules>(written).unwrap(), rules);
    let read: Rules = serde_json::from_value(json!({
        "letter_values": {"Q": 10},
        "length_bonuses": {"exact": {"5": "1.5"}, "from": [8, "11"]},
        "min_word_length": 3,
        "qu_length": 1,
        "required_positions": [4],
    }))
    .unwrap();
    assert_eq!(read, rules);
}

#[test]
fn values_out_of_range_are_errors() {
    let error = serde_json::from_value::<Cell>(json!(1 << 24)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cell 16777216 is beyond the largest grid"
    );
    let error = serde_json::from_value::<Tile>(json!("AB")).unwrap_err();
    assert_eq!(error.to_string(), "column 1: expected one tile, found 2");
    let error = serde_json::from_value::<Face>(json!(":A")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a tile without multipliers, found :A"
    );
    for (rules, message) in [
        (
            json!({"qu_length": 3}),
            "a Qu tile counts as 1 letter or 2, not 3",
        ),
        (
            json!({"required_positions": [0]}),
            "there is no position 0 on any grid",
        ),
    ] {
        let error = serde_json::from_value::<Rules>(rules).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = serde_json::from_value::<Rules>(json!({"min_length": 3})).unwrap_err();
    assert!(
        error.to_string().starts_with("unknown field `min_length`"),
        "{error}"
    );
}
