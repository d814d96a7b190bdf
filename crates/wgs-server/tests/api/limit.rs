//! Each limit, and the problem document that names it.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use wgs_server::{Options, Server};

use crate::client::{TestFolder, post, send, with_limits};

#[tokio::test]
async fn a_request_beyond_a_limit_gets_a_problem_that_names_it() {
    let server = with_limits(|limits| {
        limits.body = 400;
        limits.batch = 2;
        limits.cells = 20;
        limits.wildcards = 2;
        limits.wildcards_on_racks = 1;
        limits.wildcards_with_reuse = 0;
        limits.solutions = 50;
        limits.regex = 5;
        limits.must_contain = 1;
    });
    let board = "STNDTEIELARSMRTO";
    for (name, body, status, kind, detail) in [
        (
            "score",
            json!({"game": "x".repeat(500)}),
            413,
            "body",
            "400 bytes",
        ),
        (
            "score",
            json!({"game": "Boggle (New)", "boards": ["A", "B", "C"]}),
            422,
            "batch",
            "found 3 boards; this server allows at most 2",
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)", "words": ["A", "B", "C"]}),
            422,
            "batch",
            "3 words",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "boards": 3}),
            422,
            "batch",
            "3 boards",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "must_contain": ["a", "b"]}),
            422,
            "batch",
            "must_contain",
        ),
        (
            "create",
            json!({"game": "Boggle Master"}),
            422,
            "cells",
            "found 25 grid cells; this server allows at most 20",
        ),
        (
            "score",
            json!({"game": "Boggle Master", "board": "A"}),
            422,
            "cells",
            "25 grid cells",
        ),
        (
            "score",
            json!({"game": "Boggle (New)", "board": "A".repeat(21)}),
            422,
            "cells",
            "21 tiles",
        ),
        (
            "check-board",
            json!({"game": "Boggle (New)", "board": "A".repeat(21)}),
            422,
            "cells",
            "21 tiles",
        ),
        (
            "analyze",
            json!({"game": "Boggle (New)", "board": "A?B?C?"}),
            422,
            "wildcards",
            "found 3 wildcards; this server allows at most 2",
        ),
        (
            "analyze",
            json!({"game": "Scrabble Rack", "board": "A??"}),
            422,
            "wildcards",
            "found 2 wildcards; this server allows at most 1",
        ),
        (
            "solve",
            json!({"game": "Spelling Bee", "board": "ABC?"}),
            422,
            "wildcards",
            "found 1 wildcard; this server allows at most 0",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": board, "duplicates": true}),
            422,
            "solutions",
            "more than 50 solutions",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": board, "regex": "aaaaaa"}),
            422,
            "invalid",
            "at most 5",
        ),
    ] {
        let response = post(&server, name, &body).await;
        let found = response.problem(status, kind);
        assert!(found.contains(detail), "{body}: {found}");
    }
    let few = json!({"game": "Boggle (New)", "board": board, "duplicates": true, "limit": 9});
    let few = post(&server, "solve", few).await.ok();
    assert_eq!(few["solutions"].as_array().unwrap().len(), 9);
    // A board beyond a limit does not affect the others in the request.
    let body = json!({"game": "Boggle (New)", "boards": ["????", "CATS"]});
    let response = post(&server, "score", body).await.ok();
    assert!(response["results"][0]["error"].is_string(), "{response}");
    assert!(response["results"][1]["words"].is_u64(), "{response}");
}

#[tokio::test]
async fn a_body_without_a_length_has_the_same_limit() {
    let server = with_limits(|limits| limits.body = 100);
    let pieces = (0..50).map(|_| Ok::<_, std::io::Error>("          "));
    let body = Body::from_stream(Pieces(pieces));
    let request = Request::post("/api/v1/score")
        .header("host", "localhost")
        .header("content-type", "application/json");
    send(&server, request.body(body).unwrap())
        .await
        .problem(413, "body");
}

/// A stream of the items of an iterator.
struct Pieces<I>(I);

impl<I: Iterator + Unpin> futures_core::Stream for Pieces<I> {
    type Item = I::Item;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<I::Item>> {
        std::task::Poll::Ready(self.0.next())
    }
}

/// A search that takes seconds.
fn long_search() -> Value {
    json!({"game": "Boggle (New)", "board": "????????TEARSING"})
}

#[tokio::test]
async fn a_search_beyond_the_time_limit_gets_a_problem() {
    let server = with_limits(|limits| {
        limits.time = Duration::from_millis(50);
        limits.wildcards = 9;
    });
    let response = post(&server, "score", long_search()).await;
    response.problem(504, "time");
}

#[tokio::test]
async fn a_target_that_no_board_meets_gets_the_best_board_found() {
    let server = with_limits(|limits| limits.time = Duration::from_secs(60));
    let body = json!({"game": "Boggle (New)", "min_words": 5000, "seed": 1, "timeout": 0.1});
    let created = post(&server, "create", body).await.ok();
    assert_eq!(created["met"], false);
    assert!(created["words"].as_u64().unwrap() > 50, "{created}");
    let body =
        json!({"game": "Boggle (New)", "min_words": 5000, "seed": 1, "timeout": 0.1, "boards": 9});
    let created = post(&server, "create", body).await.ok();
    let results = created["results"].as_array().unwrap();
    assert_eq!(results[0]["met"], false);
    assert!(results.len() < 9, "{created}");
}

#[tokio::test]
async fn a_full_queue_gets_a_problem_with_a_time_to_retry() {
    let server = with_limits(|limits| {
        limits.threads = 1;
        limits.queue = 1;
        limits.time = Duration::from_secs(60);
        limits.wildcards = 9;
    });
    let mut requests = JoinSet::new();
    for _ in 0..4 {
        let server = server.clone();
        requests.spawn(async move { post(&server, "score", long_search()).await });
    }
    // One request runs and one waits. There is no room for the others, which fail at once.
    for _ in 0..2 {
        let response = requests.join_next().await.unwrap().unwrap();
        response.problem(503, "busy");
        assert_eq!(response.headers["retry-after"], "1");
    }
}

/// Sixty dice and a word of 120 letters for which no answer is known.
const CONTRIVED_DICE: &str = "CbAc, CcBc, Ccc, CbaCAb, Cc, CaAcC, Cb, AcCc, ABcAa, BbaAa, Cb, Ca, \
    AbCcaA, BcCaAac, CbBb, AaBca, BaaAc, BAcb, BabCac, Ca, Cc, Bbc, CbC, CB, Cc, Ab, Cba, Cc, \
    AbaAb, Aa, Bb, Ca, A, Ca, AbAbb, BbaCc, BaCa, A, AaaBa, A, BAccAa, BaBc, Ca, C, Aaa, BCaa, \
    CaAcb, BAbAc, Cc, Ba, BBa, AAa, AcB, C, ABa, AccAbCaa, C, Ca, CC, AaAc";
const CONTRIVED_WORD: &str = "cbccaacaaabbccacbccacbbaaaaccbccbbccabcabbacacbbaacbacbbbabbaaaaa\
    baaabccbbbaaccbbabcacabcbabaaacbacacaaccbabbababbabbabc";

#[tokio::test]
async fn a_word_that_cannot_be_decided_is_neither_valid_nor_invalid() {
    let config = json!({
        "LetterDistributions": {
            "Dice": { "GenerationMethod": "Dice", "DiceLetters": CONTRIVED_DICE }
        },
        "GameRules": { "Contrived": { "LetterDistribution": "Dice" } }
    });
    let folder = TestFolder::new();
    let config = folder.write("wgs.json", &config.to_string());
    let server = |time| {
        let mut options = Options {
            config: Some(config.clone()),
            ..Options::default()
        };
        options.limits.time = time;
        Server::new(options).unwrap()
    };
    let patient = server(Duration::from_secs(300));
    let body = json!({"game": "Contrived", "words": [CONTRIVED_WORD, "aaa"], "explain": true});
    let reply = post(&patient, "check-word", body).await.ok();
    let undecided = json!({"word": CONTRIVED_WORD, "valid": null,
        "undecided": "the limit of search steps was reached"});
    assert_eq!(reply["results"][0], undecided);
    assert_eq!(reply["results"][1]["valid"], true);
    // A request whose time is over has no reply.
    let hasty = server(Duration::from_millis(100));
    for body in [
        json!({"game": "Contrived", "word": CONTRIVED_WORD}),
        json!({"game": "Contrived", "word": CONTRIVED_WORD, "explain": true}),
        json!({"game": "Contrived", "words": [CONTRIVED_WORD], "count": true}),
    ] {
        post(&hasty, "check-word", body).await.problem(504, "time");
    }
}
