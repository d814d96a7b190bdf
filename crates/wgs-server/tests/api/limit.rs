//! Every limit, and the problem document that names it.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::asking::{ask, send, with_limits};

#[tokio::test]
async fn each_limit_is_answered_with_its_problem() {
    let server = with_limits(|limits| {
        limits.body = 400;
        limits.batch = 2;
        limits.cells = 20;
        limits.wildcards = 2;
        limits.wildcards_on_racks = 1;
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
            "3 boards are more than 2",
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
            "25 cells of a grid are more than 20",
        ),
        (
            "score",
            json!({"game": "Boggle Master", "board": "A"}),
            422,
            "cells",
            "25 cells",
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
            "3 wildcards are more than 2",
        ),
        (
            "analyze",
            json!({"game": "Scrabble Rack", "board": "A??"}),
            422,
            "wildcards",
            "2 wildcards are more than 1",
        ),
        (
            "solve",
            json!({"game": "Spelling Bee", "board": "ABC?"}),
            422,
            "wildcards",
            "1 wildcards are more than 0",
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
        let answer = ask(&server, name, &body).await;
        let found = answer.problem(status, kind);
        assert!(found.contains(detail), "{body}: {found}");
    }
    let few = json!({"game": "Boggle (New)", "board": board, "duplicates": true, "limit": 9});
    let few = ask(&server, "solve", few).await.fine();
    assert_eq!(few["solutions"].as_array().unwrap().len(), 9);
    // One board of several beyond a limit does not keep the other from its answer.
    let body = json!({"game": "Boggle (New)", "boards": ["????", "CATS"]});
    let answer = ask(&server, "score", body).await.fine();
    assert!(answer["results"][0]["error"].is_string(), "{answer}");
    assert!(answer["results"][1]["words"].is_u64(), "{answer}");
}

#[tokio::test]
async fn a_body_without_a_length_is_cut_off_too() {
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

/// The items of an iterator as they would come from a connection.
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

#[tokio::test]
async fn a_search_that_takes_too_long_is_answered_in_time() {
    let server = with_limits(|limits| {
        limits.time = Duration::from_millis(300);
        limits.wildcards = 9;
    });
    let start = Instant::now();
    let body = json!({"game": "Boggle (New)", "board": "????????TEARSING"});
    let answer = ask(&server, "score", body).await;
    answer.problem(504, "time");
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn a_board_that_cannot_be_found_is_answered_with_the_best() {
    let server = with_limits(|limits| limits.time = Duration::from_secs(3));
    let body = json!({"game": "Boggle (New)", "min_words": 5000, "seed": 1, "timeout": 0.2});
    let created = ask(&server, "create", body).await.fine();
    assert_eq!(created["met"], false);
    assert!(created["words"].as_u64().unwrap() > 50, "{created}");
    let body = json!({"game": "Boggle (New)", "min_words": 5000, "seed": 1, "boards": 9});
    let created = ask(&server, "create", body).await.fine();
    assert_eq!(created["results"][0]["met"], false);
}

#[tokio::test]
async fn when_too_many_wait_the_next_is_told_to_come_again() {
    let server = with_limits(|limits| {
        limits.threads = 1;
        limits.queue = 1;
        limits.time = Duration::from_secs(2);
        limits.wildcards = 9;
    });
    let long = json!({"game": "Boggle (New)", "board": "????????TEARSING"}).to_string();
    let asked: Vec<_> = (0..4)
        .map(|_| {
            let (server, long) = (server.clone(), long.clone());
            tokio::spawn(async move { ask(&server, "score", long).await })
        })
        .collect();
    let mut busy = 0;
    for answer in asked {
        let answer = answer.await.unwrap();
        if answer.status == 503 {
            answer.problem(503, "busy");
            assert_eq!(answer.headers["retry-after"], "1");
            busy += 1;
        }
    }
    assert!(busy >= 2, "{busy}");
}
