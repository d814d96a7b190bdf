//! Clients that send too much, nonsense, or nothing, and servers that are full.

use futures_util::SinkExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use wgs_play::room::message::{ClientMessage, CloseReason, MAX_FRAME, ServerMessage, VERSION};
use wgs_play::room::{RoomAction, RoomError, RoomSettings};
use wgs_server::room_storage::DatabaseLocation;

use super::player::{RoomServer, join, settings};

#[tokio::test]
async fn a_flood_closes_only_the_connection_it_comes_from() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let mut bob = server.join("Bob", ann.room()).await;
    for sent in 0..60 {
        if bob
            .socket()
            .send(&ClientMessage::Ping { sent })
            .await
            .is_err()
        {
            break;
        }
    }
    let (reason, text) = bob.closed().await;
    assert_eq!(reason, CloseReason::TooMuch);
    assert!(text.contains("50 messages in 10 seconds"), "{text}");
    let bob = server.resume(ann.room(), bob.token()).await;
    ann.act(RoomAction::Chat("hello".to_owned())).await.unwrap();
    ann.check_view().await;
    assert!(ann.view().members[1].is_connected);
    drop(bob);
}

#[tokio::test]
async fn a_frame_of_more_than_64_kib_closes_the_connection() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let room = ann.room();
    // The largest frame that is read: nothing but spaces behind a message.
    let message = ClientMessage::Resync.to_json();
    let largest = message.clone() + &" ".repeat(MAX_FRAME - message.len());
    ann.send_text(&largest).await;
    ann.receive().await.unwrap();
    for size in [MAX_FRAME + 1, 3 << 20] {
        let mut bob = server.join("Bob", room).await;
        let _ = bob.socket().send_text(" ".repeat(size)).await;
        let (reason, text) = bob.closed().await;
        assert_eq!(reason, CloseReason::TooMuch);
        assert!(text.contains("65536"), "{text}");
    }
    ann.act(RoomAction::Chat("hello".to_owned())).await.unwrap();
}

#[tokio::test]
async fn messages_that_are_not_understood_say_what_is_wrong() {
    let server = RoomServer::new();
    let ann = server.create("Ann", settings()).await;
    let act = r#"{"type": "act", "id": 1, "action": "finish"}"#;
    let other_version = r#"{"type": "create", "version": 2, "name": "Ann"}"#;
    let identity = r#"{"type": "create", "version": 1, "name": "Ann", "identity": "secret"}"#;
    for (text, reason, part) in [
        ("nonsense", CloseReason::Malformed, "line 1 column 2"),
        (r#"{"type": "dance"}"#, CloseReason::Malformed, "dance"),
        (act, CloseReason::Malformed, "create, join or resume"),
        (other_version, CloseReason::Version, "version"),
        (identity, CloseReason::Malformed, "64 hexadecimal digits"),
    ] {
        let mut player = server.connect().await;
        player.send_text(text).await;
        let (found, message) = player.closed().await;
        assert_eq!(found, reason, "{text}");
        assert!(message.contains(part), "{message}");
    }
    let mut player = server.join("Bob", ann.room()).await;
    player.send(&join("Bob", ann.room())).await;
    assert_eq!(player.closed().await.0, CloseReason::Malformed);
    let mut player = server.join("Bob", ann.room()).await;
    player
        .socket()
        .websocket()
        .send(Message::binary(vec![1, 2, 3]))
        .await
        .unwrap();
    let (reason, text) = player.closed().await;
    assert_eq!(reason, CloseReason::Malformed);
    assert!(text.contains("binary"), "{text}");
    let mut player = server.connect().await;
    player
        .send(&ClientMessage::Create {
            version: VERSION,
            name: "Ann".to_owned(),
            identity: None,
            settings: Box::new(RoomSettings {
                seconds: 5,
                ..settings()
            }),
        })
        .await;
    let (reason, text) = player.closed().await;
    assert!(
        matches!(reason, CloseReason::Room(RoomError::Settings(_))),
        "{reason:?}"
    );
    assert_eq!(text, "settings: seconds: expected 10 to 3600, found 5");
}

#[tokio::test]
async fn an_action_that_is_not_understood_is_refused() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    for (action, part) in [
        (r#""fly""#, "unknown variant `fly`"),
        (r#"{"claim": 7}"#, "expected a string"),
        (
            r#"{"settings": {"colour": "red"}}"#,
            "unknown field `colour`",
        ),
        ("7", "invalid type: integer `7`"),
    ] {
        ann.send_text(&format!(
            r#"{{"type": "act", "id": 77, "action": {action}}}"#
        ))
        .await;
        match ann.receive().await.unwrap() {
            ServerMessage::Refused { id, error, text } => {
                assert_eq!((id, &text), (77, &error.to_string()), "{action}");
                assert!(
                    matches!(error, RoomError::NotUnderstood { .. }),
                    "{error:?}"
                );
                assert!(text.contains(part), "{action}: {text}");
                assert!(text.len() < 300, "{text}");
            }
            message => panic!("{action}: {message:?}"),
        }
    }
    // The connection goes on as if nothing had happened.
    ann.act(RoomAction::Chat("hello".to_owned())).await.unwrap();
    ann.check_view().await;
}

/// Opens a WebSocket by hand, and returns the response's status.
async fn handshake(server: &RoomServer, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET /api/v1/rooms/socket HTTP/1.1\r\nhost: {}\r\n{headers}\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    String::from_utf8_lossy(&head[9..]).into_owned()
}

#[tokio::test]
async fn a_page_of_another_site_cannot_connect_but_a_program_can() {
    let server = RoomServer::new();
    let good = "connection: keep-alive, Upgrade\r\nupgrade: websocket\r\n\
                sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let own = format!("{good}origin: http://{}\r\n", server.address);
    for (headers, status) in [
        (good.to_owned(), "101"),
        (own, "101"),
        (format!("{good}origin: https://evil.example\r\n"), "403"),
        (format!("{good}origin: null\r\n"), "403"),
        (format!("{good}sec-fetch-site: cross-site\r\n"), "403"),
        (String::new(), "426"),
        (good.replace("13", "12"), "426"),
        (good.replace("sec-websocket-key", "x-key"), "426"),
    ] {
        assert_eq!(handshake(&server, &headers).await, status, "{headers}");
    }
}

#[tokio::test]
async fn a_full_server_refuses_new_players_and_lets_members_come_back() {
    let server = RoomServer::with(DatabaseLocation::Memory, |options| {
        options.max_players = 2;
        options.max_rooms = 1;
    });
    let ann = server.create("Ann", settings()).await;
    let create = ClientMessage::Create {
        version: VERSION,
        name: "Eve".to_owned(),
        identity: None,
        settings: Box::default(),
    };
    let mut eve = server.connect().await;
    eve.send(&create).await;
    let (reason, text) = eve.closed().await;
    assert_eq!(reason, CloseReason::Busy, "one room at most");
    assert!(reason.is_temporary() && text.contains("later"), "{text}");
    let bob = server.join("Bob", ann.room()).await;
    let mut eve = server.connect().await;
    eve.send(&join("Eve", ann.room())).await;
    assert_eq!(
        eve.closed().await.0,
        CloseReason::Busy,
        "two players at most"
    );
    let mut ann = server.resume(ann.room(), ann.token()).await;
    ann.act(RoomAction::Chat("hello".to_owned())).await.unwrap();
    drop(bob);
    server.until_metric("wgs_players", 1.0).await;
    server.join("Eve", ann.room()).await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_closed_and_can_come_back() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let mut slow = server.join("Bob", ann.room()).await;
    // Bob asks for the room again and again, and reads nothing.
    let token = slow.token().to_owned();
    let line = "x".repeat(300);
    let mut talkers = Vec::new();
    for name in ["Cas", "Dan", "Eve", "Fay"] {
        talkers.push(server.join(name, ann.room()).await);
    }
    // Fills the room's memory of messages, so that each snapshot has 50 kB.
    for talker in &mut talkers {
        for _ in 0..24 {
            talker.act(RoomAction::Chat(line.clone())).await.unwrap();
        }
    }
    let mut sent = 0;
    for _ in 0..49 {
        let sending = slow.socket().send(&ClientMessage::Resync);
        match tokio::time::timeout(std::time::Duration::from_millis(200), sending).await {
            Ok(Ok(())) => sent += 1,
            _ => break,
        }
    }
    assert!(sent > 0);
    // The others fill what is left of the queue.
    for talker in &mut talkers {
        for _ in 0..24 {
            talker.act(RoomAction::Chat(line.clone())).await.unwrap();
        }
    }
    ann.check_view().await;
    ann.until(|view| !view.members[1].is_connected).await;
    drop(slow);
    let mut bob = server.resume(ann.room(), &token).await;
    bob.act(RoomAction::Chat("back".to_owned())).await.unwrap();
    bob.check_view().await;
}
