//! What goes wrong around a server: rooms that leave memory, a full disk, a damaged database.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, Row};
use wgs_play::room::message::{CloseReason, ServerMessage};
use wgs_play::room::{PhaseView, RoomAction};
use wgs_server::RoomStatus;
use wgs_server::room_storage::{DatabaseLocation, SqliteOptions, SqliteStorage};

use super::player::{RoomServer, board_words, resume, settings, start_round};

#[tokio::test]
async fn a_room_without_connections_leaves_memory_when_its_round_is_over() {
    let server = RoomServer::with(DatabaseLocation::Memory, |options| {
        options.unload_after = Duration::from_millis(50);
    });
    let ann = server.create("Ann", settings()).await;
    let room = ann.room();
    let mut players = [ann, server.join("Bob", room).await];
    start_round(&mut players).await;
    let [mut ann, bob] = players;
    let word = board_words(ann.view()).swap_remove(0);
    ann.guess(&word).await.unwrap();
    let view = ann.view().clone();
    let tokens = [ann.token().to_owned(), bob.token().to_owned()];
    drop((ann, bob));
    server.until_metric("wgs_players", 0.0).await;
    // A room without a round leaves memory although it was the last to be left.
    drop(server.create("Cas", settings()).await);
    server.until_metric("wgs_rooms_unloaded_total", 1.0).await;
    assert_eq!(server.metric("wgs_rooms").await, 1.0);
    let mut ann = server.resume(room, &tokens[0]).await;
    assert_eq!(ann.view().words, view.words);
    let (PhaseView::Playing { round: now }, PhaseView::Playing { round: before }) =
        (&ann.view().phase, &view.phase)
    else {
        panic!("{:?}", ann.view().phase);
    };
    assert_eq!((&now.board, now.ends_at), (&before.board, before.ends_at));
    let bob = server.resume(room, &tokens[1]).await;
    assert_eq!(bob.view().words.len(), 0);
    ann.act(RoomAction::EndRound).await.unwrap();
    ann.until(|view| view.report.is_some()).await;
    let view = ann.view().clone();
    drop((ann, bob));
    server.until_metric("wgs_rooms_unloaded_total", 2.0).await;
    assert_eq!(server.metric("wgs_rooms").await, 0.0);
    let ann = server.resume(room, &tokens[0]).await;
    assert_eq!(ann.view().report, view.report);
}

#[tokio::test]
async fn a_stopped_server_tells_everyone_and_the_next_one_continues_the_round() {
    let folder = tempfile::tempdir().unwrap();
    let file = DatabaseLocation::File(folder.path().join("rooms.sqlite"));
    let server = RoomServer::with(file.clone(), |_| {});
    let ann = server.create("Ann", settings()).await;
    let room = ann.room();
    let mut players = [ann, server.join("Bob", room).await];
    start_round(&mut players).await;
    let words = board_words(players[0].view());
    players[0].guess(&words[0]).await.unwrap();
    // This one is on its way when the server is stopped.
    players[1].start(RoomAction::Guess(words[1].clone())).await;
    server.stop().await;
    for player in &mut players {
        assert_eq!(player.closed().await.0, CloseReason::Draining);
    }
    let server = RoomServer::with(file, |_| {});
    for player in &players {
        let again = server.resume(room, player.token()).await;
        assert!(again.view().words.len() >= player.view().words.len());
    }
}

#[tokio::test]
async fn a_full_disk_restarts_the_rooms_that_write_and_they_go_on_when_there_is_space() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let options = SqliteOptions {
        max_pages: Some(48),
    };
    let storage = SqliteStorage::open(&file, options).await.unwrap();
    let server = RoomServer::with_storage(Arc::new(storage)).await;
    let mut ann = server.create("Ann", settings()).await;
    let room = ann.room();
    // Four bytes each.
    let line = "\u{1F600}".repeat(300);
    let mut lines = 0;
    let closed = 'full: loop {
        // More messages would be a flood.
        if lines % 40 == 39 {
            ann = server.resume(room, ann.token()).await;
        }
        ann.start(RoomAction::Chat(line.clone())).await;
        loop {
            match ann.receive().await {
                Ok(ServerMessage::Answer { .. }) => break,
                Ok(_) => {}
                Err(closed) => break 'full closed,
            }
        }
        lines += 1;
        assert!(lines < 190, "a snapshot would free space");
    };
    assert_eq!(closed.0, CloseReason::Restart);
    assert!(closed.1.contains("could not store"), "{}", closed.1);
    assert_eq!(server.metric("wgs_rooms_failed_total").await, 1.0);
    assert_eq!(server.get("/api/v1/games").await.0, 200);
    // With more space, the room goes on with everything that it told its clients.
    let chat = ann.view().chat.clone();
    server.stop().await;
    let server = RoomServer::with(DatabaseLocation::File(file), |_| {});
    let mut again = server.resume(room, ann.token()).await;
    let stored = &again.view().chat;
    let last = chat.last().unwrap();
    assert!(stored.contains(last), "{} lines", stored.len());
    again
        .act(RoomAction::Chat("there is space".to_owned()))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_database_that_cannot_be_used_leaves_the_rest_of_the_server_working() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    fs::write(
        &file,
        "this is not a database, but a text that somebody needs",
    )
    .unwrap();
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let (status, body) = server.get("/ready").await;
    assert_eq!(status, 503);
    assert!(body.contains("could not open its database"), "{body}");
    assert_eq!(server.get("/health").await.0, 200);
    assert_eq!(server.get("/api/v1/games").await.0, 200);
    assert_eq!(server.get("/api/v1/rooms/socket").await.0, 503);
    let status = server.server.room_status();
    assert!(matches!(status, RoomStatus::Failed(_)), "{status:?}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("this is not a database"), "{text}");
}

#[tokio::test]
async fn a_database_that_is_damaged_while_the_server_runs_harms_only_what_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |options| {
        options.unload_after = Duration::from_millis(50);
    });
    let cleo = server.create("Cleo", settings()).await;
    let (room, token) = (cleo.room(), cleo.token().to_owned());
    drop(cleo);
    server.until_metric("wgs_rooms_unloaded_total", 1.0).await;
    let mut ann = server.create("Ann", settings()).await;
    for name in ["rooms.sqlite", "rooms.sqlite-wal"] {
        let file = folder.path().join(name);
        let mut bytes = fs::read(&file).unwrap();
        // The headers stay, which SQLite compares with what it has in memory.
        if bytes.len() > 4096 {
            bytes[4096..].fill(0xa5);
        }
        fs::write(&file, &bytes).unwrap();
    }
    let mut late = server.connect().await;
    late.send(&resume(room, &token)).await;
    let (reason, text) = late.closed().await;
    assert_eq!(reason, CloseReason::Restart, "{text}");
    assert!(text.contains("could not load the room"), "{text}");
    // A room in memory goes on, or its players are told that it could not be stored.
    ann.start(RoomAction::Chat("is anybody there?".to_owned()))
        .await;
    loop {
        match ann.receive().await {
            Ok(ServerMessage::Answer { .. }) => break,
            Ok(_) => {}
            Err((reason, text)) => {
                assert_eq!(reason, CloseReason::Restart, "{text}");
                break;
            }
        }
    }
    assert_eq!(server.get("/health").await.0, 200);
    assert_eq!(server.get("/api/v1/games").await.0, 200);
    drop((ann, late));
    server.stop().await;
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let (status, body) = server.get("/ready").await;
    assert_eq!(status, 503, "{body}");
    let status = server.server.room_status();
    assert!(matches!(status, RoomStatus::Failed(_)), "{status:?}");
}

/// Changes a database that no server uses.
async fn execute(file: &Path, statements: &str) {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

/// Reads a number from a database that no server uses.
async fn number(file: &Path, statement: &str) -> i64 {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    let row = connection.fetch_one(statement).await.unwrap();
    let number = row.try_get(0).unwrap();
    connection.close().await.unwrap();
    number
}

#[tokio::test]
async fn lines_that_are_damaged_or_have_no_effect_do_not_keep_a_room_from_being_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let ann = server.create("Ann", settings()).await;
    let room = ann.room();
    let mut players = [ann, server.join("Bob", room).await];
    start_round(&mut players).await;
    let [mut ann, bob] = players;
    let words = board_words(ann.view());
    for word in &words[..3] {
        ann.guess(word).await.unwrap();
    }
    let token = ann.token().to_owned();
    drop((ann, bob));
    server.stop().await;
    let claim = format!(r#"body LIKE '%"claim":"{}"%'"#, words[1]);
    assert_eq!(
        number(
            &file,
            &format!("SELECT count(*) FROM room_record WHERE {claim}")
        )
        .await,
        1
    );
    // A guess is lost. One is there twice, as if another server had stored it too, and the last line
    // is damaged.
    let statements = format!(
        r#"UPDATE room_record SET body = '{{"at":1,"kind":' WHERE {claim};
        INSERT INTO room_record SELECT room, 1000001, body FROM room_record
            WHERE body LIKE '%"claim":"{}"%';
        INSERT INTO room_record SELECT code, 1000002, '' FROM room;
        UPDATE room SET number = 1000002;"#,
        words[2]
    );
    execute(&file, &statements).await;

    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let mut ann = server.resume(room, &token).await;
    let found: Vec<&str> = ann.view().words.iter().map(|it| &*it.word).collect();
    assert_eq!(found, [&words[0], &words[2]]);
    ann.guess(&words[1]).await.unwrap();
    assert_eq!(ann.view().words.len(), 3);
    ann.act(RoomAction::EndRound).await.unwrap();
    ann.until(|view| view.report.is_some()).await;
    assert_eq!(ann.view().report.as_ref().unwrap().players[0].words, 3);
    // The round's end has deleted the lines before it, but not what nobody could read.
    drop(ann);
    server.stop().await;
    let kept = number(&file, "SELECT count(*) FROM unreadable_record").await;
    assert_eq!(kept, 2);
    let server = RoomServer::with(DatabaseLocation::File(file), |_| {});
    let ann = server.resume(room, &token).await;
    assert!(ann.view().report.is_some());
}

#[tokio::test]
async fn a_room_whose_snapshot_is_damaged_stays_as_it_is_and_its_members_do_not_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let ann = server.create("Ann", settings()).await;
    let (room, token) = (ann.room(), ann.token().to_owned());
    drop(ann);
    server.stop().await;
    execute(&file, "UPDATE room_snapshot SET body = 'gone'").await;
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let mut late = server.connect().await;
    late.send(&resume(room, &token)).await;
    let (reason, text) = late.closed().await;
    assert_eq!(reason, CloseReason::NoSuchRoom, "{text}");
    drop(server.create("Bob", settings()).await);
    server.stop().await;
    let is_kept = "SELECT count(*) FROM room_snapshot WHERE body = 'gone'";
    assert_eq!(number(&file, is_kept).await, 1);
}
