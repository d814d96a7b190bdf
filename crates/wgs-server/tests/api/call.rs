//! The replies of each call. Tests of the command line check that both print the same.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use wgs_app::round_board::{DealtBoardOptions, deal_board};

use crate::client::{get, post, send, server, with_limits};

const BOARD: &str = "STNDTEIELARSMRTO";

#[tokio::test]
async fn the_reply_to_one_board_is_one_object() {
    let server = server();
    let body = json!({"game": "Boggle (New)", "board": BOARD});
    let solved = post(&server, "solve", &body).await.ok();
    assert_eq!(solved["board"], BOARD);
    assert_eq!(
        solved["solutions"].as_array().unwrap().len() as u64,
        solved["words"].as_u64().unwrap()
    );
    let scored = post(&server, "score", &body).await.ok();
    assert_eq!(scored["words"], solved["words"]);
    assert_eq!(scored["points"], solved["points"]);
    let analyzed = post(&server, "analyze", &body).await.ok();
    assert_eq!(analyzed["points"], solved["points"]);
    assert_eq!(analyzed["positions"].as_array().unwrap().len(), 16);
    // A game that is already loaded gives the same reply.
    assert_eq!(post(&server, "solve", &body).await.ok(), solved);
    assert_eq!(post(&server, "analyze", &body).await.ok(), analyzed);
}

#[tokio::test]
async fn an_invalid_board_of_several_has_its_error_among_the_results() {
    let server = server();
    let boards = json!([BOARD, "A(B", BOARD]);
    let body = json!({"game": "Boggle (New)", "boards": boards});
    for name in ["solve", "score", "analyze"] {
        let response = post(&server, name, &body).await.ok();
        let results = response["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        assert_eq!(results[0], results[2]);
        assert_eq!(results[1]["board"], "A(B");
        assert!(
            results[1]["error"].as_str().unwrap().contains("column"),
            "{response}"
        );
    }
    let none = json!({"game": "Boggle (New)", "boards": []});
    assert_eq!(
        post(&server, "solve", none).await.ok(),
        json!({"results": []})
    );
}

#[tokio::test]
async fn filters_work_like_the_flags_of_the_command_line() {
    let server = server();
    let body = json!({
        "game": "boggle (new)", "board": BOARD, "regex": "^s", "min_length": 5,
        "starts_with": [1], "contains": [2], "sort": "length", "limit": 3, "duplicates": true,
        "strict": true, "dictionary": "Wordnik",
    });
    let response = post(&server, "solve", body).await.ok();
    let solutions = response["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 3);
    for solution in solutions {
        let positions = solution["positions"].as_array().unwrap();
        assert_eq!(positions[0], 1);
        assert!(positions.contains(&json!(2)), "{solution}");
        assert!(solution["word"].as_str().unwrap().starts_with('S'));
    }
}

#[tokio::test]
async fn common_words_are_listed_with_their_classes() {
    let server = server();
    let (game, board) = ("Boggle (New)", "SIPENEPSTREABCDE");
    for duplicates in [false, true] {
        let solve = |common: Value| {
            let body = json!({
                "game": game, "board": board, "common": common, "duplicates": duplicates,
            });
            post(&server, "solve", body)
        };
        let response = solve(json!(35)).await.ok();
        let solutions = response["solutions"].as_array().unwrap();
        let class = |word: &str| {
            let mut solutions = solutions.iter();
            let found = solutions.find(|solution| solution["word"] == word);
            found.map(|solution| solution["commonness"].clone())
        };
        assert_eq!((class("PEN"), class("NEPS")), (Some(json!(10)), None));
        let all = solve(json!("rare")).await.ok();
        let all = all["solutions"].as_array().unwrap();
        assert!(all.len() > solutions.len());
        assert!(all.iter().any(|solution| solution["commonness"] == "rare"));
    }
}

#[tokio::test]
async fn boards_of_a_difficulty_are_created_as_on_the_command_line() {
    let server = server();
    let body = json!({"game": "Boggle (New)", "difficulty": "hard", "seed": 2014, "boards": 2});
    let response = post(&server, "create", body).await.ok();
    for reply in response["results"].as_array().unwrap() {
        assert_eq!(reply["met"], true, "{reply}");
        let points = |common: Value| {
            let board = &reply["board"];
            let body = json!({"game": "Boggle (New)", "board": board, "common": common});
            post(&server, "solve", body)
        };
        let common = points(json!(35)).await.ok()["points"].as_u64().unwrap();
        let all = points(json!("rare")).await.ok()["points"].as_u64().unwrap();
        assert_eq!(all, reply["points"]);
        assert!(common * 100 < all * 31, "{reply}: {common}");
    }
    let body = json!({"game": "Boggle (New)", "difficulty": "easy", "maximize": "words"});
    let problem = post(&server, "create", body).await;
    let detail = problem.problem(422, "invalid");
    assert_eq!(detail, "expected maximize or difficulty, found both");
}

#[tokio::test]
async fn a_board_is_dealt_as_for_a_round_with_the_same_seed() {
    let server = server();
    let body = json!({"game": "Spelling Bee", "deal": true, "seed": 5, "boards": 2});
    let response = post(&server, "create", body).await.ok();
    let loader = wgs_app::GameLoader::default();
    let game = loader.game(&wgs_app::GameRequest::named("Spelling Bee"), "play");
    let game = game.unwrap();
    for (reply, seed) in response["results"].as_array().unwrap().iter().zip(5..) {
        let options = DealtBoardOptions {
            seed,
            ..DealtBoardOptions::default()
        };
        let budget = wgs_engine::Budget::UNLIMITED;
        let board = deal_board(&game, options, &loader, &budget).unwrap();
        let words = board.words().len();
        assert_eq!(reply["board"], board.to_string());
        assert_eq!(
            (&reply["words"], &reply["seed"]),
            (&json!(words), &json!(seed))
        );
        assert!((20..=80).contains(&words), "{reply}");
    }
    let body = json!({"game": "Spelling Bee", "deal": true, "min_words": 5});
    let problem = post(&server, "create", body).await;
    let detail = problem.problem(422, "invalid");
    assert_eq!(
        detail,
        "deal: expected no target and no must_contain with it"
    );
}

#[tokio::test]
async fn an_invalid_request_gets_a_problem_that_names_the_cause() {
    let server = server();
    for (name, body, kind, detail) in [
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "common": 40}),
            "field",
            "expected 10, 20, 35, 50, 60, 70 or rare",
        ),
        (
            "solve",
            json!({"game": "Bogle (New)", "board": "A"}),
            "unknown-name",
            "did you mean",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)"}),
            "invalid",
            "expected board or boards, found neither",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "boards": []}),
            "invalid",
            "both",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A(B"}),
            "invalid",
            "column",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "strict": true}),
            "invalid",
            "1 tile",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "regex": "("}),
            "invalid",
            "regex: column 1: ( is not closed; expected ) after the group\n    (\n    ^",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "contains": [17]}),
            "invalid",
            "contains 17: positions go from 1 to 16",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": "A", "dictionary": "/etc/hostname"}),
            "unknown-name",
            "the configuration has \"Wordnik\"",
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "bord": "A"}),
            "field",
            "did you mean `board`?",
        ),
        (
            "solve",
            json!({"game": 7}),
            "field",
            "invalid type: integer `7`",
        ),
        (
            "score",
            json!(["Boggle (New)"]),
            "field",
            "expected an object",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": "9..8"}),
            "invalid",
            "words: 9 is more than 8",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": true}),
            "field",
            "expected a range",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": 3, "minimize": true}),
            "invalid",
            "expected words or minimize, found both",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": 3, "min_words": 3}),
            "invalid",
            "expected words or min_words, found both",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "maximize": "points", "words": 3}),
            "invalid",
            "expected maximize or words, found both",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "maximize": "letters"}),
            "invalid",
            "maximize: expected points, words, words-of=8 or longest",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "size": "4"}),
            "invalid",
            "size: expected rows and columns such as 4x4 or 5x6",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "size": "100x100"}),
            "cells",
            "found 10000 grid cells",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "boards": 0}),
            "invalid",
            "at least 1",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "must_contain": ["zzzzzzzz"]}),
            "invalid",
            "no board can contain",
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)"}),
            "invalid",
            "expected word or words",
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)", "words": [], "count": true, "explain": true}),
            "invalid",
            "both",
        ),
    ] {
        let response = post(&server, name, &body).await;
        let found = response.problem(422, kind);
        assert!(found.contains(detail), "{body}: {found}");
    }
}

#[tokio::test]
async fn invalid_json_is_reported_with_its_position() {
    let response = post(&server(), "solve", "{\"game\":\n  oops}").await;
    response.problem(400, "syntax");
    assert_eq!(
        (
            response.json()["line"].as_u64(),
            response.json()["column"].as_u64()
        ),
        (Some(2), Some(3))
    );
}

#[tokio::test]
async fn a_body_must_have_the_content_type_of_json() {
    let server = server();
    for kind in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
    ] {
        let mut request = Request::post("/api/v1/score").header("host", "localhost");
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let request = request.body(Body::from("{}")).unwrap();
        send(&server, request).await.problem(415, "content-type");
    }
    let request = Request::post("/api/v1/score")
        .header("host", "localhost")
        .header("content-type", "application/json; charset=utf-8");
    let request = request.body(Body::from("{}")).unwrap();
    send(&server, request).await.problem(422, "field");
}

#[tokio::test]
async fn boards_are_created_and_checked() {
    let server = server();
    let body = json!({"game": "Boggle (New)", "seed": 2014});
    let created = post(&server, "create", body).await.ok();
    assert_eq!(created, json!({"board": "NOSATMFRDEELWOSH", "seed": 2014}));
    let body = json!({"game": "Boggle (New)", "seed": 7, "boards": 2, "words": "80..120"});
    let created = post(&server, "create", body).await.ok();
    for board in created["results"].as_array().unwrap() {
        assert!(
            (80..=120).contains(&board["words"].as_u64().unwrap()),
            "{created}"
        );
        assert_eq!(board["met"], true);
    }
    let body = json!({"game": "Boggle (New)", "seed": 7, "maximize": "words", "size": "3x5",
        "timeout": 0.2});
    let created = post(&server, "create", body).await.ok();
    assert_eq!(created["reached"], created["words"]);
    let board: wgs_engine::Board = created["board"].as_str().unwrap().parse().unwrap();
    assert_eq!(board.len(), 15);
    let body = json!({"game": "Boggle (New)", "board": "NOSATMFRDEELWOSH", "explain": true});
    let checked = post(&server, "check-board", body).await.ok();
    assert_eq!(checked["valid"], true);
    assert_eq!(checked["tiles"].as_array().unwrap().len(), 16);
    let body = json!({"game": "Boggle (New)", "words": ["cat", "zzz"]});
    let checked = post(&server, "check-word", body).await.ok();
    assert_eq!(
        checked["results"][1],
        json!({"word": "zzz", "valid": false})
    );
    let body = json!({"game": "Boggle (New)", "words": ["cat", "zzz"], "count": true});
    let counted = post(&server, "check-word", body).await.ok();
    assert_eq!(counted, json!({"spelled": 1, "unspelled": 1}));
}

#[tokio::test]
async fn scrabblet_is_dealt_guessed_and_scored() {
    let server = server();
    let dealt = post(&server, "scrabblet/deal", json!({"min_words": 25}))
        .await
        .ok();
    let seed = &dealt["seed"];
    let again = json!({"min_words": 25, "seed": seed});
    assert_eq!(post(&server, "scrabblet/deal", again).await.ok(), dealt);
    let hands = json!({"hands": 3, "min_words": 25, "seed": seed, "rejected": true});
    let hands = post(&server, "scrabblet/deal", hands).await.ok();
    assert_eq!(hands["results"].as_array().unwrap().len(), 3);
    assert_eq!(hands["results"][0]["hand"], dealt["hand"]);
    assert!(hands["results"][0]["rejected"].is_array());

    // All words of a hand, guessed one after another, score its points.
    let solved = json!({"game": "Scrabblet", "board": "RUOLFNT"});
    let solved = post(&server, "solve", solved).await.ok();
    let words = solved["solutions"].as_array().unwrap();
    let words: Vec<_> = words.iter().map(|solution| &solution["word"]).collect();
    let guesses = json!({"hand": "RUOLFNT", "guesses": words});
    let guessed = post(&server, "scrabblet/guess", guesses).await.ok();
    assert_eq!(guessed["found"], solved["words"]);
    assert_eq!(guessed["score"], solved["points"]);

    let body = json!({"hand": "RUOLFNT", "guesses": ["front", "xyzzy"], "penalty": 100});
    let guessed = post(&server, "scrabblet/guess", body).await.ok();
    assert_eq!(guessed["score"], -92);
    assert_eq!(guessed["guesses"][1]["penalty"], 100);
    let none = json!({"hand": "RUOLFNT", "guesses": []});
    assert_eq!(
        post(&server, "scrabblet/guess", none).await.ok()["score"],
        0
    );

    let scored = post(&server, "scrabblet/score", json!({"word": "CREEPIE"}))
        .await
        .ok();
    let expected = json!({"word": "CREEPIE", "valid": true, "score": 11, "signature": "4089745"});
    assert_eq!(scored, expected);
}

#[tokio::test]
async fn an_invalid_request_about_scrabblet_names_the_cause() {
    let server = with_limits(|limits| limits.batch = 3);
    let long = "a".repeat(1_001);
    for (name, body, kind, detail) in [
        (
            "deal",
            json!({"hands": 0}),
            "invalid",
            "hands: expected at least 1",
        ),
        ("deal", json!({"hands": 4}), "batch", "found 4 hands"),
        (
            "deal",
            json!({"tiles": 0}),
            "invalid",
            "the hand has no letters",
        ),
        (
            "deal",
            json!({"tiles": 99}),
            "invalid",
            "the hand has 99 letters",
        ),
        (
            "deal",
            json!({"vowels": long}),
            "invalid",
            "expected vowels of at most 1000 bytes",
        ),
        (
            "deal",
            json!({"vowels": "abcdefghijklmnopqrstuvwxyz", "max_vowels": 0}),
            "invalid",
            "none of 1000 hands was suitable",
        ),
        (
            "deal",
            json!({"min_words": 1_000_000_000}),
            "invalid",
            "the dictionary has only",
        ),
        (
            "deal",
            json!({"game": "Nothing"}),
            "unknown-name",
            "Nothing",
        ),
        (
            "deal",
            json!({"game": "Letterpress", "dictionary": "/etc/passwd"}),
            "unknown-name",
            "",
        ),
        (
            "guess",
            json!({"hand": "", "guesses": []}),
            "invalid",
            "the hand has no letters",
        ),
        (
            "guess",
            json!({"hand": "A(B", "guesses": []}),
            "invalid",
            "column",
        ),
        (
            "guess",
            json!({"hand": "ABC"}),
            "field",
            "missing field `guesses`",
        ),
        (
            "guess",
            json!({"guesses": []}),
            "field",
            "missing field `hand`",
        ),
        (
            "guess",
            json!({"hand": "ABC", "guesses": ["a", "b", "c", "d"]}),
            "batch",
            "4 guesses",
        ),
        (
            "guess",
            json!({"hand": "ABC", "guesses": [long]}),
            "invalid",
            "1000 bytes",
        ),
        (
            "guess",
            json!({"hand": "A".repeat(99), "guesses": []}),
            "invalid",
            "99 letters",
        ),
        (
            "score",
            json!({}),
            "invalid",
            "expected word or words, found neither",
        ),
        (
            "score",
            json!({"word": long}),
            "invalid",
            "expected a word of at most 1000 bytes",
        ),
        (
            "score",
            json!({"words": [], "hand": "A"}),
            "field",
            "unknown field `hand`",
        ),
    ] {
        let response = post(&server, &format!("scrabblet/{name}"), &body).await;
        let found = response.problem(422, kind);
        assert!(found.contains(detail), "{body}: {found}");
    }
}

#[tokio::test]
async fn games_are_listed_and_dictionaries_can_be_downloaded() {
    let server = server();
    let games = get(&server, "/api/v1/games").await.ok();
    assert_eq!(games[1]["game"], "Boggle (New)");
    let response = get(&server, "/api/v1/dictionaries/Wordnik").await;
    assert_eq!(response.status, 200);
    let lexicon = wgs_engine::Lexicon::from_bytes(&response.body).unwrap();
    assert!(lexicon.contains("knife"));
    let request = Request::get("/api/v1/dictionaries/wordnik")
        .header("host", "localhost")
        .header("if-none-match", &response.headers["etag"]);
    let again = send(&server, request.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    for name in ["nothing", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"] {
        let response = get(&server, &format!("/api/v1/dictionaries/{name}")).await;
        response.problem(404, "not-found");
    }
    // The server's system may have this one.
    let response = get(&server, "/api/v1/dictionaries/French").await;
    let loader = wgs_app::GameLoader::default();
    match loader.named_dictionary("French") {
        Ok(_) => assert_eq!(response.status, 200),
        Err(_) => drop(response.problem(404, "not-found")),
    }
}

#[tokio::test]
async fn boards_of_quarrel_are_made_of_words() {
    let server = server();
    let body = json!({"game": "Quarrel", "boards": 3, "seed": 1});
    let reply = post(&server, "create", &body).await.ok();
    for result in reply["results"].as_array().unwrap() {
        let board = result["board"].as_str().unwrap();
        assert_eq!(board.len(), 8, "{board}");
    }
    let body = json!({"game": "Quarrel", "min_words": 30, "seed": 1});
    let reply = post(&server, "create", &body).await.ok();
    assert_eq!(reply["met"], true, "{reply}");
}
