//! Clients that send too much, nonsense, or nothing, and servers that are full.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::SinkExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use wgs_play::room::message::{ClientMessage, CloseReason, MAX_FRAME, ServerMessage, VERSION};
use wgs_play::room::{
    Dealing, PhaseView, RoomAction, RoomError, RoomEvent, RoomSettings, RoomView,
};
use wgs_server::room_storage::DatabaseLocation;
use wgs_server::{Options, RoomOptions};

use super::player::{PATIENCE, Player, RoomServer, create, join, resume, settings};

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
async fn a_member_who_reconnects_keeps_the_limit_on_whole_rooms() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let bob = server.join("Bob", ann.room()).await;
    let (room, token) = (bob.room(), bob.token().to_owned());
    let mut bob = server.connect().await;
    let mut answered = 0;
    let (reason, text) = 'connections: loop {
        bob.send(&resume(room, &token)).await;
        for _ in 0..10 {
            match bob.receive().await {
                Ok(_) => answered += 1,
                Err(closed) => break 'connections closed,
            }
            bob.send(&ClientMessage::Resync).await;
        }
        bob = server.connect().await;
        assert!(answered < 200, "no limit");
    };
    assert_eq!(reason, CloseReason::TooMuch, "{text}");
    ann.act(RoomAction::Chat("hello".to_owned())).await.unwrap();
}

#[tokio::test]
async fn a_member_who_reads_promptly_is_never_too_slow() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let mut others = Vec::new();
    for number in 0..7 {
        others.push(server.join(&format!("Bob {number}"), ann.room()).await);
    }
    let bursts = others.iter_mut().map(async |other| {
        for _ in 0..45 {
            other.start(RoomAction::Chat("x".repeat(300))).await;
        }
    });
    futures_util::future::join_all(bursts).await;
    let chats = async {
        let mut chats = 0;
        while chats < 7 * 45 {
            let message = ann.receive().await.unwrap();
            chats += usize::from(matches!(
                message,
                ServerMessage::Event {
                    event: RoomEvent::Chat { .. },
                    ..
                }
            ));
        }
    };
    chats.await;
}

/// Forwards one connection after another as a proxy does, which names a client.
async fn proxy(server: SocketAddr, client: &'static str) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let own = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await?);
                }
                let head = String::from_utf8(head).unwrap();
                let head = head.replace(&own.to_string(), &server.to_string());
                let line = format!("\r\nx-forwarded-for: {client}\r\n");
                let mut to = TcpStream::connect(server).await?;
                to.write_all(head.replacen("\r\n", &line, 1).as_bytes())
                    .await?;
                tokio::io::copy_bidirectional(&mut stream, &mut to).await
            });
        }
    });
    own
}

/// Lets a member deal in a new room. There must be two members.
async fn become_dealer(proxy: SocketAddr, size: Option<&str>) -> [Player; 2] {
    let settings = RoomSettings {
        dealing: Dealing::Member,
        size: size.map(str::to_owned),
        ..settings()
    };
    let mut ann = Player::connect(proxy).await;
    ann.enter(create("Ann", settings)).await;
    let mut bob = Player::connect(proxy).await;
    bob.enter(join("Bob", ann.room())).await;
    let mut players = [ann, bob];
    for player in &mut players {
        player.act(RoomAction::Ready(true)).await.unwrap();
    }
    let is_dealing = |view: &RoomView| {
        matches!(
            view.phase,
            PhaseView::Dealing {
                dealer: Some(_),
                ..
            }
        )
    };
    for player in &mut players {
        player.until(is_dealing).await;
    }
    players
}

/// Waits until a deal has failed, and returns the problem.
async fn failed_deal(player: &mut Player) -> String {
    loop {
        if let ServerMessage::Event {
            event: RoomEvent::DealFailed(problem),
            ..
        } = player.receive().await.unwrap()
        {
            return problem.reason;
        }
    }
}

/// Waits until this number of jobs run, and others wait for a thread.
async fn until_load(server: &RoomServer, expected: (usize, usize)) {
    let load = || {
        let activity = server.server.activity();
        (activity.running, activity.waiting)
    };
    let wait = async {
        while load() != expected {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, wait).await;
    waited.unwrap_or_else(|_| panic!("expected {expected:?}, found {:?}", load()));
}

#[tokio::test]
async fn the_boards_of_one_client_do_not_keep_those_of_another_waiting() {
    let mut options = Options {
        rooms: Some(RoomOptions::new(DatabaseLocation::Memory)),
        proxies: vec![Ipv4Addr::LOCALHOST.into()],
        ..Options::default()
    };
    // Everything is long work, which one thread does.
    options.limits.threads = 1;
    options.limits.small_time = Duration::ZERO;
    options.limits.time = Duration::from_secs(60);
    let server = RoomServer::with_options(options);
    let attacker = proxy(server.address, "192.0.2.1").await;
    let stranger = proxy(server.address, "192.0.2.2").await;
    let mut rooms = Vec::new();
    for _ in 0..4 {
        rooms.push(become_dealer(attacker, None).await);
    }
    let [mut ann, _bob] = become_dealer(stranger, None).await;
    // The thread is busy until all boards wait.
    let mut busy = TcpStream::connect(server.address).await.unwrap();
    let body = crate::socket::endless().to_string();
    let request = format!(
        "POST /api/v1/create HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len(),
    );
    busy.write_all(request.as_bytes()).await.unwrap();
    until_load(&server, (1, 0)).await;
    let finished = Arc::new(AtomicUsize::new(0));
    let mut tasks = Vec::new();
    for ([mut player, other], waiting) in rooms.into_iter().zip(1..) {
        // Takes long, and has too many words.
        let letters = "??????STNDTEIELA".to_owned();
        player.start(RoomAction::Deal(Some(letters))).await;
        until_load(&server, (1, waiting)).await;
        let finished = finished.clone();
        tasks.push(tokio::spawn(async move {
            let problem = failed_deal(&mut player).await;
            finished.fetch_add(1, Ordering::SeqCst);
            drop(other);
            problem
        }));
    }
    // A board without words, so that the answer comes at once.
    ann.start(RoomAction::Deal(Some("J".repeat(16)))).await;
    until_load(&server, (1, 5)).await;
    drop(busy);
    let problem = failed_deal(&mut ann).await;
    let before = finished.load(Ordering::SeqCst);
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(problem, "the board has no words to find");
    // The stranger's turn comes after the first board; the second one may have ended meanwhile.
    assert!(before <= 2, "{before} of 4 boards were dealt first");
}

#[tokio::test]
async fn a_board_with_too_many_wildcards_is_refused_without_a_search() {
    let server = RoomServer::new();
    let [mut ann, _bob] = become_dealer(server.address, None).await;
    ann.start(RoomAction::Deal(Some("?".repeat(16)))).await;
    let problem = failed_deal(&mut ann).await;
    assert!(problem.contains("at most 6"), "{problem}");
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
async fn a_room_has_only_a_game_of_the_server() {
    let server = RoomServer::new();
    let unknown = || RoomSettings {
        game: "W".repeat(200),
        ..settings()
    };
    let mut player = server.connect().await;
    player.send(&create("Ann", unknown())).await;
    let (reason, text) = player.closed().await;
    assert!(
        matches!(reason, CloseReason::Room(RoomError::Settings(_))),
        "{reason:?}"
    );
    assert!(text.contains("the name of a game of this server"), "{text}");
    let mut ann = server.create("Ann", settings()).await;
    let refused = ann.act(RoomAction::Settings(Box::new(unknown()))).await;
    assert!(
        matches!(refused, Err(RoomError::Settings(_))),
        "{refused:?}"
    );
    assert_eq!(ann.view().settings, settings());
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
