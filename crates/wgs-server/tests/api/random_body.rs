//! No request body causes an internal error.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::time::Duration;
use wgs_server::Server;

use crate::client::{post, with_limits};

const CALLS: [&str; 9] = [
    "solve",
    "score",
    "analyze",
    "create",
    "check-board",
    "check-word",
    "scrabblet/deal",
    "scrabblet/guess",
    "scrabblet/score",
];

const FIELDS: [&str; 34] = [
    "board",
    "boards",
    "dictionary",
    "strict",
    "duplicates",
    "regex",
    "starts_with",
    "contains",
    "min_length",
    "common",
    "difficulty",
    "sort",
    "limit",
    "explain",
    "count",
    "word",
    "words",
    "points",
    "longest",
    "minimize",
    "must_contain",
    "seed",
    "timeout",
    "min_words",
    "min_points",
    "hand",
    "hands",
    "guesses",
    "penalty",
    "tiles",
    "max_vowels",
    "vowels",
    "rejected",
    "x",
];

fn text() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[A-Z?]{0,17}".prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        prop::sample::select(vec!["Wordnik", "80..120", "word", "score", "^a", "CAT(S"])
            .prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        text(),
        any::<bool>().prop_map(Value::from),
        (0..20_u64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e3..1e3_f64).prop_map(Value::from),
        prop::collection::vec(text(), 0..3).prop_map(Value::from),
        prop::collection::vec(0..20_u64, 0..3).prop_map(Value::from),
        Just(Value::Null),
    ]
}

fn body() -> impl Strategy<Value = Value> {
    let games = vec![
        "Boggle (New)",
        "Scrabble Rack",
        "Spelling Bee",
        "Scrabblet",
        "Ruzzle",
        "Super Big Boggle",
        "7 Little Words",
        "Nothing",
    ];
    let fields = prop::collection::vec((prop::sample::select(&FIELDS[..]), value()), 0..5);
    (prop::sample::select(games), text(), any::<bool>(), fields).prop_map(
        |(game, board, has_board, fields)| {
            let mut body = json!({"game": game});
            if has_board {
                body["board"] = board;
            }
            for (name, value) in fields {
                body[name] = value;
            }
            body
        },
    )
}

#[test]
fn no_body_causes_an_internal_error() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.unwrap();
    let server: Server = with_limits(|limits| {
        limits.time = Duration::from_secs(60);
        limits.batch = 3;
    });
    let mut runner = TestRunner::new(Config::with_cases(256));
    let call = prop::sample::select(&CALLS[..]);
    let request = (call, body()).prop_map(|(call, mut body)| {
        if call == "create" && body.get("timeout").is_none_or(|it| !it.is_number()) {
            // A target that no board meets would take the whole minute.
            body["timeout"] = json!(0.05);
        }
        (call, body)
    });
    let outcome = runner.run(&request, |(call, body)| {
        let seconds = body["timeout"].as_f64().unwrap_or(0.0);
        prop_assume!(seconds <= 0.1);
        let response = runtime.block_on(post(&server, call, &body));
        prop_assert!(
            response.status.as_u16() < 500,
            "{} {}: {}",
            call,
            body,
            response.text()
        );
        Ok(())
    });
    outcome.unwrap();
    let mut runner = TestRunner::new(Config::with_cases(256));
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let outcome = runner.run(&bytes, |bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let response = runtime.block_on(post(&server, "solve", text));
        prop_assert_eq!(response.status.as_u16() / 100, 4);
        Ok(())
    });
    outcome.unwrap();
}
