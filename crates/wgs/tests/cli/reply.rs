//! The output of `--json`, whose fields are stable.

use serde_json::{Value, json};

use crate::folder::Folder;

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ask(arguments: &[&str], boards: &str) -> Vec<Value> {
    let folder = Folder::with_words("cat cats at");
    let flags = ["--dictionary", "words.txt", "--json"];
    lines(&folder.print_with(&[arguments, &flags].concat(), boards))
}

#[test]
fn score_replies_with_board_words_and_points() {
    assert_eq!(
        ask(&["score", "Scramble"], "C;AT\ncats\nX\n"),
        [
            json!({ "board": "C;AT", "words": 2, "points": 14 }),
            json!({ "board": "cats", "words": 3, "points": 14 }),
            json!({ "board": "X", "words": 0, "points": 0 }),
        ]
    );
}

#[test]
fn solve_replies_with_the_parts_of_each_score() {
    let cat = json!({
        "word": "CAT", "score": 12, "letter_points": 6, "word_multiplier": 2,
        "length_bonus": 0, "length": 3, "positions": [1, 2, 3],
    });
    assert_eq!(
        ask(&["solve", "Scramble", "--min-length", "3"], "C;AT\n"),
        [json!({ "board": "C;AT", "words": 1, "points": 12, "solutions": [cat] })]
    );
}

#[test]
fn solve_dups_counts_words_once_and_lists_every_path() {
    let reply = &ask(
        &["solve-dups", "Scramble", "--regex", "^cat$"],
        "CATXTXXX\n",
    )[0];
    assert_eq!((&reply["words"], &reply["points"]), (&json!(1), &json!(6)));
    let positions: Vec<&Value> = reply["solutions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|solution| &solution["positions"])
        .collect();
    assert_eq!(positions, [&json!([1, 2, 3]), &json!([1, 2, 5])]);
}

#[test]
fn analyze_replies_with_lengths_and_positions() {
    let reply = &ask(&["analyze", "Scramble"], "CATS\n")[0];
    let position =
        |position, words, points| json!({ "position": position, "words": words, "points": points });
    let best = |word, score| json!({ "word": word, "score": score });
    assert_eq!(reply["board"], "CATS");
    assert_eq!((&reply["words"], &reply["points"]), (&json!(3), &json!(14)));
    assert_eq!(reply["best"], best("CATS", 7));
    assert_eq!(
        reply["lengths"],
        json!([
            { "length": 2, "words": 1, "points": 1, "best": best("AT", 1) },
            { "length": 3, "words": 1, "points": 6, "best": best("CAT", 6) },
            { "length": 4, "words": 1, "points": 7, "best": best("CATS", 7) },
        ])
    );
    let positions = reply["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 16);
    assert_eq!(positions[0], position(1, 2, 13));
    assert_eq!(positions[3], position(4, 1, 7));
    assert_eq!(positions[15], position(16, 0, 0));
    assert_eq!(reply.as_object().unwrap().len(), 6);
    assert_eq!(ask(&["analyze", "Scramble"], "X\n")[0]["best"], Value::Null);
}

#[test]
fn a_bad_board_does_not_affect_the_other_replies() {
    let folder = Folder::with_words("cat");
    let arguments = ["score", "Scramble", "-qjd", "words.txt"];
    let answer = folder.run_with(&arguments, "CAT\nC\"T\nCAT\n");
    assert_eq!(answer.code, Some(2));
    assert_eq!(lines(&answer.out).len(), 2);
    assert!(answer.err.starts_with("line 2: "), "{}", answer.err);
}

#[test]
fn decimal_bonuses_are_numbers() {
    let folder = Folder::with_words("cater");
    // Five letters do not fit in a row of four, so the path turns.
    let printed = folder.print(&[
        "solve",
        "Wordament",
        "--dictionary",
        "words.txt",
        "--json",
        "--board",
        "CAT..RE",
    ]);
    assert_eq!(
        lines(&printed)[0]["solutions"][0]["length_bonus"],
        json!(1.5)
    );
}

#[test]
fn games_reply_with_their_parts() {
    let folder = Folder::new();
    let games = lines(&folder.print(&["games", "--json"]));
    assert_eq!(games.len(), 19);
    let boggle = games.iter().find(|game| game["game"] == "Boggle (New)");
    assert_eq!(
        boggle,
        Some(&json!({
            "game": "Boggle (New)", "short_name": "boggle-new", "grid": "4x4", "cells": 16, "scoring_rules": "Boggle",
            "min_word_length": 3, "letter_distribution": "Boggle (New)",
            "dictionary": "Wordnik",
        }))
    );
}
