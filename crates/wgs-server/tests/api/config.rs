//! Reading and saving the configuration, and reloading its file.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use wgs_server::{Limits, Options, Server};

use crate::client::{TestFolder, TestResponse, get, post, send, server};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Returns a configuration with one game, whose dictionary is a file.
fn text(game: &str, path: &str) -> String {
    format!(
        r#"{{
    // A comment.
    "Grids": {{ "2x2": {{ "Size": [2, 2] }} }},
    "ScoringRules": {{ "Plain": {{}} }},
    "Dictionaries": {{ "Mine": {{ "Path": {path:?} }} }},
    "GameRules": {{
        {game:?}: {{ "GridDesign": "2x2", "ScoringRules": "Plain", "Dictionary": "Mine" }}
    }}
}}
"#
    )
}

/// Starts a server with a configuration file in a folder.
fn start_in(folder: &TestFolder) -> Server {
    let words = folder.write("words.txt", "cat act cast");
    let config = folder.write("wgs.json", &text("First", words.to_str().unwrap()));
    start(config, Vec::new())
}

fn start(config: PathBuf, folders: Vec<PathBuf>) -> Server {
    let mut limits = Limits::default();
    limits.config_check_interval = Duration::ZERO;
    let options = Options {
        config: Some(config),
        folders,
        token: Some(TOKEN.to_owned()),
        limits,
        ..Options::default()
    };
    Server::new(options).unwrap()
}

async fn put(
    server: &Server,
    text: &str,
    version: &Value,
    headers: &[(&str, &str)],
) -> TestResponse {
    let mut request = Request::put("/api/v1/config")
        .header("host", "localhost:7007")
        .header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = json!({"text": text, "version": version}).to_string();
    send(server, request.body(Body::from(body)).unwrap()).await
}

async fn save(server: &Server, text: &str) -> TestResponse {
    let version = get(server, "/api/v1/config").await.ok()["version"].clone();
    let bearer = format!("Bearer {TOKEN}");
    put(server, text, &version, &[("authorization", &bearer)]).await
}

#[tokio::test]
async fn without_a_file_the_embedded_configuration_is_read_only() {
    let server = server();
    let config = get(&server, "/api/v1/config").await.ok();
    assert_eq!(config["text"], wgs_config::catalogue::EMBEDDED);
    assert_eq!(
        (&config["writable"], &config["file"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(config["in_use"], true);
    save(&server, "{}").await.problem(403, "read-only");
}

#[tokio::test]
async fn a_saved_configuration_is_written_and_used_and_the_old_text_is_kept() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let before = get(&server, "/api/v1/config").await.ok();
    assert_eq!(
        (&before["writable"], &before["file"]),
        (&json!(true), &json!("wgs.json"))
    );
    assert_eq!(
        before["problems"][0]["severity"], "warning",
        "there is a warning about comments"
    );
    let old = folder.read("wgs.json");
    let new = old.replace("First", "Second");
    let saved = save(&server, &new).await.ok();
    assert_eq!(saved["text"], new);
    assert_ne!(saved["version"], before["version"]);
    assert_eq!(folder.read("wgs.json"), new);
    assert_eq!(folder.read("wgs.json.bak"), old);
    let names: Vec<_> = fs::read_dir(folder.path("")).unwrap().collect();
    assert_eq!(names.len(), 3, "no temporary file is left: {names:?}");
    let body = json!({"game": "Second", "board": "CATS"});
    assert_eq!(post(&server, "score", body).await.ok()["words"], 3);
    let body = json!({"game": "First", "board": "CATS"});
    post(&server, "score", body)
        .await
        .problem(422, "unknown-name");
}

#[tokio::test]
async fn saving_requires_the_token_and_a_page_of_this_server() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let old = folder.read("wgs.json");
    let version = get(&server, "/api/v1/config").await.ok()["version"].clone();
    let bearer = format!("Bearer {TOKEN}");
    let own = ("authorization", bearer.as_str());
    for (headers, status, kind) in [
        (&[][..], 401, "token"),
        (&[("authorization", "Bearer wrong")], 401, "token"),
        (&[own, ("origin", "http://evil.example")], 403, "origin"),
        (&[own, ("origin", "http://localhost:8080")], 403, "origin"),
        (&[own, ("origin", "null")], 403, "origin"),
        (&[own, ("sec-fetch-site", "cross-site")], 403, "origin"),
        (&[own, ("sec-fetch-site", "same-site")], 403, "origin"),
    ] {
        put(&server, "{}", &version, headers)
            .await
            .problem(status, kind);
    }
    assert_eq!(folder.read("wgs.json"), old);
    let page = [
        own,
        ("origin", "http://localhost:7007"),
        ("sec-fetch-site", "same-origin"),
    ];
    put(&server, &old, &version, &page).await.ok();
}

#[tokio::test]
async fn a_file_that_has_changed_since_it_was_loaded_is_not_overwritten() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let version = get(&server, "/api/v1/config").await.ok()["version"].clone();
    let theirs = folder.read("wgs.json").replace("First", "Theirs");
    folder.write("wgs.json", &theirs);
    let bearer = format!("Bearer {TOKEN}");
    let response = put(&server, "{}", &version, &[("authorization", &bearer)]).await;
    response.problem(409, "conflict");
    assert_eq!(folder.read("wgs.json"), theirs);
    let now = get(&server, "/api/v1/config").await.ok();
    assert_eq!(response.json()["version"], now["version"]);
    assert_eq!(now["text"], theirs);
}

#[tokio::test]
async fn an_invalid_configuration_is_rejected_with_all_its_problems() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let old = folder.read("wgs.json");
    let text = r#"{ "GameRules": { "X": { "Grid": "4x4", "Dictionary": "Y" } } }"#;
    let response = save(&server, text).await;
    response.problem(422, "config");
    let problems = response.json()["problems"].clone();
    let expected = wgs_config::Catalogue::parse(text).unwrap_err();
    assert_eq!(problems.as_array().unwrap().len(), expected.len());
    for (found, expected) in problems.as_array().unwrap().iter().zip(&expected) {
        assert_eq!(found["message"], expected.message.to_string());
        assert_eq!(found["code"], expected.message.code());
        let values: serde_json::Map<_, _> = expected
            .message
            .values()
            .map(|(name, value)| (name, value.into()))
            .collect();
        assert_eq!(found["values"], serde_json::Value::Object(values));
        assert_eq!(found["path"], expected.path.to_string());
        assert_eq!(found["line"], expected.line);
        assert_eq!(found["column"], expected.column);
        let severity = match expected.severity {
            wgs_config::Severity::Error => "error",
            wgs_config::Severity::Disabled => "disabled",
            wgs_config::Severity::Warning => "warning",
        };
        assert_eq!(found["severity"], severity);
    }
    assert_eq!(folder.read("wgs.json"), old);
    assert!(!folder.path("wgs.json.bak").exists());
}

#[tokio::test]
async fn a_saved_configuration_can_only_name_files_under_its_folder() {
    let folder = TestFolder::new();
    let elsewhere = TestFolder::new();
    let secret = elsewhere.write("secret.txt", "secret");
    let server = start_in(&folder);
    folder.write("more.txt", "dog god");
    let inside = folder.path("more.txt");
    let dots = folder.path("../../../../../../etc/hostname");
    let missing = folder.path("missing.txt");
    for path in [
        &secret,
        &dots,
        &missing,
        &"no-such-words.txt".into(),
        &"../secret.txt".into(),
        &folder.path(""),
    ] {
        let response = save(&server, &text("First", path.to_str().unwrap())).await;
        response.problem(422, "config");
        let problem = response.json()["problems"][0].clone();
        assert_eq!(problem["path"], "Dictionaries.\"Mine\".Path");
        assert_eq!(
            (&problem["line"], &problem["column"]),
            (&json!(5), &json!(41))
        );
        let message = problem["message"].as_str().unwrap();
        assert!(message.contains(path.to_str().unwrap()), "{message}");
        assert!(
            message.contains(folder.path("").to_str().unwrap().trim_end_matches('/')),
            "{message}"
        );
    }
    // A relative path starts at the folder of the configuration file.
    save(&server, &text("First", "words.txt")).await.ok();
    let words = get(&server, "/api/v1/dictionaries/Mine").await;
    let words = wgs_engine::Lexicon::from_bytes(&words.body).unwrap();
    assert!(words.contains("cat"));
    save(&server, &text("First", inside.to_str().unwrap()))
        .await
        .ok();
    let words = get(&server, "/api/v1/dictionaries/Mine").await;
    let words = wgs_engine::Lexicon::from_bytes(&words.body).unwrap();
    assert!(words.contains("dog") && !words.contains("cat"));
    let list = format!(
        r#"{{ "LetterDistributions": {{ "L": {{ "GenerationMethod": "WordList", "WordListFile": {secret:?} }} }} }}"#
    );
    save(&server, &list).await.problem(422, "config");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_out_of_the_folder_is_rejected_and_a_linked_configuration_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TestFolder::new();
    let elsewhere = TestFolder::new();
    let secret = elsewhere.write("secret.txt", "secret");
    symlink(&secret, folder.path("link.txt")).unwrap();
    let server = start_in(&folder);
    let link = folder.path("link.txt");
    let response = save(&server, &text("First", link.to_str().unwrap())).await;
    response.problem(422, "config");

    let real = folder.path("wgs.json");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, elsewhere.path("wgs.json")).unwrap();
    let server = start(elsewhere.path("wgs.json"), Vec::new());
    let new = folder.read("wgs.json").replace("First", "Second");
    save(&server, &new).await.ok();
    assert!(elsewhere.path("wgs.json").is_symlink());
    assert_eq!(folder.read("wgs.json"), new);
    let mode = fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(folder.path("wgs.json.bak").is_file());
}

#[tokio::test]
async fn files_that_the_owner_named_stay_allowed_and_other_folders_can_be_added() {
    let folder = TestFolder::new();
    let elsewhere = TestFolder::new();
    let own = elsewhere.write("own.txt", "cat");
    let config = folder.write("wgs.json", &text("First", own.to_str().unwrap()));
    let server = start(config.clone(), Vec::new());
    save(&server, &text("Second", own.to_str().unwrap()))
        .await
        .ok();
    let other = elsewhere.write("other.txt", "cat");
    let new = text("Second", other.to_str().unwrap());
    save(&server, &new).await.problem(422, "config");
    let server = start(config, vec![elsewhere.path("")]);
    save(&server, &new).await.ok();
}

#[tokio::test]
async fn a_changed_file_is_reloaded_and_an_invalid_one_is_reported() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let first = folder.read("wgs.json");
    folder.write("wgs.json", &first.replace("First", "Edited"));
    let games = get(&server, "/api/v1/games").await.ok();
    assert_eq!(games[0]["game"], "Edited");
    folder.write("wgs.json", "{ broken");
    let config = get(&server, "/api/v1/config").await.ok();
    assert_eq!(
        (&config["in_use"], &config["text"]),
        (&json!(false), &json!("{ broken"))
    );
    assert_eq!(config["problems"][0]["severity"], "error");
    let games = get(&server, "/api/v1/games").await.ok();
    assert_eq!(games[0]["game"], "Edited");
}

#[tokio::test]
async fn a_dictionary_with_its_own_spelling_is_sent_as_a_list_of_words() {
    let folder = TestFolder::new();
    let words = folder.write("words.txt", "ılık izin");
    let text = text("First", words.to_str().unwrap());
    let text = text.replace("\"Path\"", "\"Language\": \"tr\", \"Path\"");
    let server = start(folder.write("wgs.json", &text), Vec::new());
    let response = get(&server, "/api/v1/dictionaries/Mine").await;
    assert_eq!(response.text(), "İZİN\nILIK");
}

#[tokio::test]
async fn a_game_that_names_something_missing_is_disabled_and_the_others_are_served() {
    let folder = TestFolder::new();
    let server = start_in(&folder);
    let text = text("First", "words.txt").replace(
        r#""GameRules": {"#,
        r#""GameRules": { "Bad": { "GridDesign": "3x3", "ScoringRules": "Plain", "Dictionary": "Mine" },"#,
    );
    let saved = save(&server, &text).await.ok();
    assert_eq!(saved["in_use"], true);
    let problems = saved["problems"].as_array().unwrap();
    let disabled = problems.iter().filter(|it| it["severity"] == "disabled");
    assert_eq!(disabled.count(), 1, "{problems:?}");
    let body = json!({"game": "First", "board": "CATS"});
    post(&server, "score", &body).await.ok();
    let response = post(&server, "create", json!({"game": "First"})).await;
    let detail = response.problem(422, "missing-part");
    assert!(detail.contains("LetterDistribution"), "{detail}");
    let body = json!({"game": "bad", "board": "CATS"});
    let response = post(&server, "score", &body).await;
    assert_eq!(
        response.json()["detail"],
        r#"the game "Bad" is disabled: Grids has no entry "3x3""#
    );
}
