//! What each call answers. That it is what the command line answers is tested there.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::asking::{ask, get, send, server};

const BOARD: &str = "STNDTEIELARSMRTO";

#[tokio::test]
async fn one_board_is_answered_with_one_object() {
    let server = server();
    let body = json!({"game": "Boggle (New)", "board": BOARD});
    let solved = ask(&server, "solve", &body).await.fine();
    assert_eq!(solved["board"], BOARD);
    assert_eq!(
        solved["solutions"].as_array().unwrap().len() as u64,
        solved["words"].as_u64().unwrap()
    );
    let scored = ask(&server, "score", &body).await.fine();
    assert_eq!(scored["words"], solved["words"]);
    assert_eq!(scored["points"], solved["points"]);
    let analyzed = ask(&server, "analyze", &body).await.fine();
    assert_eq!(analyzed["points"], solved["points"]);
    assert_eq!(analyzed["positions"].as_array().unwrap().len(), 16);
    // A game that is open answers the same.
    assert_eq!(ask(&server, "solve", &body).await.fine(), solved);
    assert_eq!(ask(&server, "analyze", &body).await.fine(), analyzed);
}

#[tokio::test]
async fn a_bad_board_of_several_is_told_while_the_others_are_answered() {
    let server = server();
    let boards = json!([BOARD, "A(B", BOARD]);
    let body = json!({"game": "Boggle (New)", "boards": boards});
    for name in ["solve", "score", "analyze"] {
        let answer = ask(&server, name, &body).await.fine();
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        assert_eq!(results[0], results[2]);
        assert_eq!(results[1]["board"], "A(B");
        assert!(
            results[1]["error"].as_str().unwrap().contains("column"),
            "{answer}"
        );
    }
    let none = json!({"game": "Boggle (New)", "boards": []});
    assert_eq!(
        ask(&server, "solve", none).await.fine(),
        json!({"results": []})
    );
}

#[tokio::test]
async fn filters_mean_what_the_flags_mean() {
    let server = server();
    let body = json!({
        "game": "boggle (new)", "board": BOARD, "regex": "^s", "min_length": 5,
        "starts_with": [1], "contains": [2], "sort": "length", "limit": 3, "duplicates": true,
        "strict": true, "dictionary": "Wordnik",
    });
    let answer = ask(&server, "solve", body).await.fine();
    let solutions = answer["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 3);
    for solution in solutions {
        let positions = solution["positions"].as_array().unwrap();
        assert_eq!(positions[0], 1);
        assert!(positions.contains(&json!(2)), "{solution}");
        assert!(solution["word"].as_str().unwrap().starts_with('S'));
    }
}

#[tokio::test]
async fn what_is_wrong_in_a_question_is_told() {
    let server = server();
    for (name, body, kind, detail) in [
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
            "wanted board or boards",
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
            "regex: ",
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
            "there are \"Wordnik\"",
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
            "wanted an object",
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
            "wanted a range",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": 3, "minimize": true}),
            "invalid",
            "two ways",
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "words": 3, "min_words": 3}),
            "invalid",
            "two ways",
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
            "no board can have",
        ),
        (
            "create",
            json!({"game": "7 Little Words"}),
            "missing-part",
            "LetterDistribution",
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)"}),
            "invalid",
            "wanted word or words",
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)", "words": [], "count": true, "explain": true}),
            "invalid",
            "both",
        ),
    ] {
        let answer = ask(&server, name, &body).await;
        let found = answer.problem(422, kind);
        assert!(found.contains(detail), "{body}: {found}");
    }
}

#[tokio::test]
async fn broken_json_is_told_with_its_place() {
    let answer = ask(&server(), "solve", "{\"game\":\n  oops}").await;
    answer.problem(400, "syntax");
    assert_eq!(
        (
            answer.json()["line"].as_u64(),
            answer.json()["column"].as_u64()
        ),
        (Some(2), Some(3))
    );
}

#[tokio::test]
async fn a_body_must_say_that_it_is_json() {
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
    let created = ask(&server, "create", body).await.fine();
    assert_eq!(created, json!({"board": "NOSATMFRDEELWOSH", "seed": 2014}));
    let body = json!({"game": "Boggle (New)", "seed": 7, "boards": 2, "words": "80..120"});
    let created = ask(&server, "create", body).await.fine();
    for board in created["results"].as_array().unwrap() {
        assert!(
            (80..=120).contains(&board["words"].as_u64().unwrap()),
            "{created}"
        );
        assert_eq!(board["met"], true);
    }
    let body = json!({"game": "Boggle (New)", "board": "NOSATMFRDEELWOSH", "explain": true});
    let checked = ask(&server, "check-board", body).await.fine();
    assert_eq!(checked["valid"], true);
    assert_eq!(checked["tiles"].as_array().unwrap().len(), 16);
    let body = json!({"game": "Boggle (New)", "words": ["cat", "zzz"]});
    let checked = ask(&server, "check-word", body).await.fine();
    assert_eq!(
        checked["results"][1],
        json!({"word": "zzz", "valid": false})
    );
    let body = json!({"game": "Boggle (New)", "words": ["cat", "zzz"], "count": true});
    let counted = ask(&server, "check-word", body).await.fine();
    assert_eq!(counted, json!({"spelled": 1, "unspelled": 1}));
}

#[tokio::test]
async fn games_and_dictionaries_are_there() {
    let server = server();
    let games = get(&server, "/api/v1/games").await.fine();
    assert_eq!(games[1]["game"], "Boggle (New)");
    let answer = get(&server, "/api/v1/dictionaries/Wordnik").await;
    assert_eq!(answer.status, 200);
    let lexicon = wgs_core::Lexicon::from_bytes(&answer.body).unwrap();
    assert!(lexicon.contains("knife"));
    let request = Request::get("/api/v1/dictionaries/wordnik")
        .header("host", "localhost")
        .header("if-none-match", &answer.headers["etag"]);
    let again = send(&server, request.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    for name in ["nothing", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"] {
        let answer = get(&server, &format!("/api/v1/dictionaries/{name}")).await;
        answer.problem(404, "not-found");
    }
}
