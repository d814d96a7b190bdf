//! The routes of rooms besides the WebSocket, and those of monitoring.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use wgs_config::catalogue::EMBEDDED;
use wgs_play::room::{RoomAction, RoomSettings};
use wgs_server::room_storage::DatabaseLocation;
use wgs_server::{Options, RoomOptions};

use super::player::{RoomServer, settings};

/// Writes the embedded games to a folder. Of the two dictionaries that a system may lack, French is
/// there and Italian is not.
fn configuration_with_dictionaries() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(folder.path().join("fr.txt"), "chat").unwrap();
    let config = folder.path().join("wgs.json");
    let text = EMBEDDED.replace("system:fr", "fr.txt");
    std::fs::write(&config, text.replace("system:it", "it.txt")).unwrap();
    (folder, config)
}

#[tokio::test]
async fn public_rooms_are_listed_if_the_server_wants_it() {
    let (_folder, config) = configuration_with_dictionaries();
    let mut rooms = RoomOptions::new(DatabaseLocation::Memory);
    rooms.is_listed = true;
    let server = RoomServer::with_options(Options {
        config: Some(config),
        rooms: Some(rooms),
        ..Options::default()
    });
    let (_, host) = server.get("/host.json").await;
    let host: Value = serde_json::from_str(&host).unwrap();
    assert_eq!(
        host,
        json!({
            "api": "api/v1/", "rooms": true, "list_rooms": true, "addresses": [],
            "missing_dictionaries": ["Italian"],
        })
    );
    let _private = server.create("Ann", settings()).await;
    let public = RoomSettings {
        is_public: true,
        ..settings()
    };
    let mut eve = server.create("Eve", public).await;
    let (status, list) = server.get("/api/v1/rooms").await;
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(status, 200);
    let expected = json!({"rooms": [{
        "code": eve.room(), "owner": "Eve", "game": "Boggle (New)", "seconds": 3600,
        "players": 1, "max_players": 8, "is_playing": false,
    }]});
    assert_eq!(list, expected);
    eve.act(RoomAction::Settings(Box::new(settings())))
        .await
        .unwrap();
    let (_, list) = server.get("/api/v1/rooms").await;
    assert_eq!(list, r#"{"rooms":[]}"#);
    let server = RoomServer::new();
    assert_eq!(server.get("/api/v1/rooms").await.0, 503);
}

#[tokio::test]
async fn the_code_of_a_room_tells_who_invites_to_what() {
    let server = RoomServer::with(DatabaseLocation::Memory, |options| {
        options.unload_after = Duration::from_millis(1);
    });
    let ann = server.create("Ann", settings()).await;
    let path = format!("/api/v1/rooms/{}", ann.room());
    let expected = json!({
        "code": ann.room(), "owner": "Ann", "game": "Boggle (New)", "seconds": 3600,
        "players": 1, "max_players": 8, "is_playing": false,
    });
    let described = async || {
        let (status, room) = server.get(&path).await;
        assert_eq!(status, 200, "{room}");
        serde_json::from_str::<Value>(&room).unwrap()
    };
    assert_eq!(described().await, expected);
    // A room that nobody is in at the moment is loaded.
    drop(ann);
    server.until_metric("wgs_rooms_unloaded_total", 1.0).await;
    assert_eq!(described().await, expected);
}

#[tokio::test]
async fn only_pages_on_the_same_machine_learn_its_addresses() {
    let addresses = async |options: Options| {
        let server = RoomServer::with_options(options);
        let (_, host) = server.get("/host.json").await;
        serde_json::from_str::<Value>(&host).unwrap()["addresses"].clone()
    };
    assert_eq!(addresses(Options::default()).await, json!([]));
    // A proxy or a name leads to the server from elsewhere.
    let named = Options {
        host_names: vec!["games.example".to_owned()],
        ..Options::default()
    };
    assert_eq!(addresses(named).await, Value::Null);
    let proxied = Options {
        proxies: vec!["10.0.0.9".parse().unwrap()],
        ..Options::default()
    };
    assert_eq!(addresses(proxied).await, Value::Null);
}

#[tokio::test]
async fn pages_learn_which_dictionaries_the_server_lacks() {
    let (folder, config) = configuration_with_dictionaries();
    let server = RoomServer::with_options(Options {
        config: Some(config),
        ..Options::default()
    });
    let missing = async || {
        let (_, host) = server.get("/host.json").await;
        serde_json::from_str::<Value>(&host).unwrap()["missing_dictionaries"].clone()
    };
    assert_eq!(missing().await, json!(["Italian"]));
    // One can get lost while the server runs.
    std::fs::remove_file(folder.path().join("fr.txt")).unwrap();
    assert_eq!(missing().await, json!(["French", "Italian"]));
}

#[tokio::test]
async fn what_is_not_stored_is_not_found() {
    let server = RoomServer::new();
    for (path, status) in [
        ("/api/v1/rooms/BDFGHJKL", 404),
        ("/api/v1/rooms/HOUSE", 400),
        ("/api/v1/rooms/BDFGHJKL/rounds/1", 404),
        ("/api/v1/rooms/BDFGHJKL/rounds/x", 400),
        ("/api/v1/rooms/HOUSE/rounds/1", 400),
        ("/api/v1/players/0123", 400),
        ("/api/v1/players/0123456789abcdef0123456789abcdef", 404),
        ("/api/v1/rooms/socket", 426),
    ] {
        let (found, body) = server.get(path).await;
        assert_eq!(found, status, "{path}: {body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["status"], status, "{path}");
    }
}

#[tokio::test]
async fn monitoring_sees_whether_the_server_lives_and_is_ready() {
    let server = RoomServer::new();
    let ann = server.create("Ann", settings()).await;
    assert_eq!(server.get("/health").await, (200, "ok\n".to_owned()));
    assert_eq!(server.get("/ready").await, (200, "ready\n".to_owned()));
    for (name, value) in [
        ("wgs_players", 1.0),
        ("wgs_rooms", 1.0),
        ("wgs_rooms_created_total", 1.0),
        ("wgs_messages_total", 1.0),
        ("wgs_write_queue", 0.0),
    ] {
        server.until_metric(name, value).await;
    }
    assert!(server.metric("wgs_transactions_total").await >= 1.0);
    drop(ann);
    server.until_metric("wgs_players", 0.0).await;
}

#[tokio::test]
async fn a_server_without_rooms_says_so_and_serves_the_rest() {
    let server = RoomServer::with_options(Options::default());
    let (_, host) = server.get("/host.json").await;
    assert!(host.contains("\"rooms\":false"), "{host}");
    let (status, body) = server.get("/api/v1/rooms/socket").await;
    assert_eq!(status, 503);
    assert!(body.contains("started without rooms"), "{body}");
    assert_eq!(server.get("/ready").await.0, 200);
    assert_eq!(server.get("/api/v1/games").await.0, 200);
    let (status, metrics) = server.get("/metrics").await;
    assert_eq!(status, 200, "{metrics}");
    for (class, number) in [("2xx", 3), ("4xx", 0), ("5xx", 1)] {
        let line = format!("wgs_http_responses_total{{status=\"{class}\"}} {number}");
        assert!(metrics.lines().any(|it| it == line), "{line} in\n{metrics}");
    }
    assert!(
        metrics.contains("\nwgs_http_seconds_count 4\n"),
        "{metrics}"
    );
    assert!(!metrics.contains("wgs_rooms"), "{metrics}");
}
