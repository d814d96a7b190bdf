//! Matches between several clients.

use wgs_client::ServerAddress;
use wgs_engine::BoardSize;
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{
    Dealing, PhaseView, RoomAction, RoomAnswer, RoomError, RoomEvent, RoomSettings, RoomView,
    Scoring,
};
use wgs_server::room_storage::DatabaseLocation;

use super::player::{RoomServer, board_words, join, resume, settings, start_round};

#[tokio::test]
async fn two_players_play_a_match_and_its_round_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let server = RoomServer::with(DatabaseLocation::File(file.clone()), |_| {});
    let keys = ["a1".repeat(32), "b2".repeat(32)];
    let mut ann = server.connect().await;
    ann.enter(ClientMessage::Create {
        version: VERSION,
        name: "Ann".to_owned(),
        identity: Some(keys[0].clone()),
        settings: Box::new(settings()),
    })
    .await;
    let room = ann.room();
    let mut bob = server.connect().await;
    bob.enter(ClientMessage::Join {
        version: VERSION,
        room,
        name: "Bob".to_owned(),
        identity: Some(keys[1].clone()),
        is_spectator: false,
    })
    .await;
    assert_eq!(bob.view().members.len(), 2);
    assert_eq!(bob.view().owner, Some(ann.member()));
    assert_eq!(
        ann.act(RoomAction::Guess("early".to_owned())).await,
        Err(RoomError::NoRound)
    );
    let mut players = [ann, bob];
    start_round(&mut players).await;
    let [mut ann, mut bob] = players;
    let words = board_words(ann.view());
    // No message reveals the words of a running round, except one that a row of the board spells.
    let PhaseView::Playing { round } = &bob.view().phase else {
        panic!("{:?}", bob.view().phase);
    };
    let told = format!("{:?}", bob.view()).replace(&round.board, "");
    assert!(
        words
            .iter()
            .all(|word| word.len() < 5 || !told.contains(word.as_str()))
    );
    for (is_ann, word) in [(true, &words[0]), (true, &words[1]), (false, &words[1])] {
        let player = if is_ann { &mut ann } else { &mut bob };
        let answer = player.guess(word).await.unwrap();
        let RoomAnswer::Judged { word: found, .. } = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(found.unwrap().word, *word);
    }
    let answer = bob.guess("QQQQ").await.unwrap();
    assert!(
        matches!(answer, RoomAnswer::Judged { word: None, .. }),
        "{answer:?}"
    );
    ann.check_view().await;
    bob.check_view().await;
    assert_eq!(bob.view().words.len(), 1);
    assert_eq!(
        bob.act(RoomAction::EndRound).await,
        Err(RoomError::NotOwner)
    );
    for player in [&mut ann, &mut bob] {
        player.act(RoomAction::Finish).await.unwrap();
    }
    for player in [&mut ann, &mut bob] {
        player.until(|view| !view.ratings.is_empty()).await;
        player.check_view().await;
    }
    let report = ann.view().report.clone().unwrap();
    assert_eq!(report.winners, [0]);
    assert_eq!(
        report.players[1].points, 0,
        "the shared word counts for nobody"
    );
    let changes = &ann.view().ratings;
    assert!(
        changes[0].after > 1500.0 && changes[1].after < 1500.0,
        "{changes:?}"
    );

    let (status, stored) = server.get(&format!("/api/v1/rooms/{room}/rounds/1")).await;
    assert_eq!(status, 200);
    let compact = report.clone().compacted();
    assert_eq!(stored, serde_json::to_string(&compact).unwrap());
    let id = report.players[0].player.clone().unwrap();
    let (status, player) = server.get(&format!("/api/v1/players/{id}")).await;
    let player: serde_json::Value = serde_json::from_str(&player).unwrap();
    assert_eq!(status, 200, "{player}");
    assert_eq!(player["name"], "Ann");
    assert_eq!(player["rounds"], 1);
    assert_eq!(player["rating"], changes[0].after);
    // Only the player learns where else the player plays.
    assert!(player["history"].is_null(), "{player}");
    let path = format!("/api/v1/players/{id}");
    let api = ServerAddress::from(server.address);
    let player = api.get_with_key(&path, &keys[0]).await.unwrap();
    let player: serde_json::Value = serde_json::from_str(&player.body).unwrap();
    assert_eq!(player["history"][0]["room"], room.as_str());
    assert_eq!(player["history"][0]["is_won"], true);
    assert_eq!(
        player["history"][0]["players"],
        serde_json::json!(["Ann", "Bob"])
    );

    // The next server goes on where this one stopped.
    let (token, view) = (ann.token().to_owned(), ann.view().clone());
    server.stop().await;
    assert_eq!(ann.closed().await.0, CloseReason::Draining);
    let server = RoomServer::with(DatabaseLocation::File(file), |_| {});
    let ann = server.resume(room, &token).await;
    assert_eq!(ann.member(), view.member);
    assert_eq!(ann.view().report, view.report);
    assert_eq!(ann.view().members[1].total, view.members[1].total);
}

#[tokio::test]
async fn a_lost_connection_comes_back_in_mid_round_and_misses_nothing() {
    let server = RoomServer::new();
    let ann = server
        .create(
            "Ann",
            RoomSettings {
                scoring: Scoring::Cooperative,
                ..settings()
            },
        )
        .await;
    let room = ann.room();
    let mut players = [ann, server.join("Bob", room).await];
    start_round(&mut players).await;
    let [mut ann, mut bob] = players;
    let words = board_words(ann.view());
    bob.guess(&words[0]).await.unwrap();
    ann.until(|view| view.words.len() == 1).await;
    // The connection is cut without a word.
    let (token, member) = (bob.token().to_owned(), bob.member());
    drop(bob);
    let is_connected = |view: &wgs_play::room::RoomView| {
        let bob = view.members.iter().find(|it| it.member == member);
        bob.unwrap().is_connected
    };
    ann.until(|view| !is_connected(view)).await;
    ann.guess(&words[1]).await.unwrap();
    let mut bob = server.resume(room, &token).await;
    ann.until(is_connected).await;
    assert_eq!(bob.member(), member);
    assert_eq!(bob.token(), token);
    assert_eq!(bob.view().words.len(), 2);
    bob.guess(&words[2]).await.unwrap();
    ann.until(|view| view.words.len() == 3).await;
    bob.until(|view| view.words.len() == 3).await;
    bob.check_view().await;
    ann.check_view().await;
}

#[tokio::test]
async fn a_second_connection_with_the_same_token_replaces_the_first() {
    let server = RoomServer::new();
    let mut first = server.create("Ann", settings()).await;
    let mut second = server.resume(first.room(), first.token()).await;
    assert_eq!(first.closed().await.0, CloseReason::Replaced);
    second
        .act(RoomAction::Chat("still here".to_owned()))
        .await
        .unwrap();
    assert!(second.view().members[0].is_connected);
    assert_eq!(server.metric("wgs_players").await, 1.0);
}

#[tokio::test]
async fn forged_tokens_and_those_of_former_members_open_nothing() {
    let server = RoomServer::new();
    let ann = server.create("Ann", settings()).await;
    let other = server.create("Eve", settings()).await;
    let room = ann.room();
    let mut bob = server.join("Bob", room).await;
    bob.start(RoomAction::Leave).await;
    assert_eq!(bob.closed().await.0, CloseReason::Left);
    let longer = format!("{}0", ann.token());
    for token in [
        "",
        "0",
        &"0".repeat(48),
        &ann.token().to_uppercase(),
        &ann.token()[1..],
        &longer,
        other.token(),
        bob.token(),
    ] {
        let mut forged = server.connect().await;
        forged.send(&resume(room, token)).await;
        assert_eq!(forged.closed().await.0, CloseReason::BadToken, "{token}");
    }
    let mut lost = server.connect().await;
    lost.send(&join("Ann", "ZZZZZZZZ".parse().unwrap())).await;
    assert_eq!(lost.closed().await.0, CloseReason::NoSuchRoom);
    assert_eq!(server.metric("wgs_rooms").await, 2.0);
}

#[tokio::test]
async fn a_removed_player_is_told_and_does_not_come_back() {
    let server = RoomServer::new();
    let mut ann = server.create("Ann", settings()).await;
    let mut bob = server.join("Bob", ann.room()).await;
    ann.act(RoomAction::Remove(bob.member())).await.unwrap();
    assert_eq!(bob.closed().await.0, CloseReason::Removed);
    let mut again = server.connect().await;
    again.send(&resume(ann.room(), bob.token())).await;
    assert_eq!(again.closed().await.0, CloseReason::BadToken);
}

#[tokio::test]
async fn a_board_that_cannot_be_dealt_says_why_and_the_room_goes_on() {
    let server = RoomServer::new();
    for (change, reason) in [
        (
            RoomSettings {
                size: Some("5x99".to_owned()),
                ..settings()
            },
            "expected rows and columns such as 4x4 or 5x6, at least 2x2 and at most 12x12",
        ),
        (
            RoomSettings {
                dictionary: Some("/etc/passwd".to_owned()),
                ..settings()
            },
            "/etc/passwd",
        ),
    ] {
        let ann = server.create("Ann", change).await;
        let room = ann.room();
        let mut bob = server.join("Bob", room).await;
        let mut players = [ann];
        players[0].act(RoomAction::Ready(true)).await.unwrap();
        bob.act(RoomAction::Ready(true)).await.unwrap();
        let [ann] = &mut players;
        let found = loop {
            let message = ann.receive().await.unwrap();
            if let ServerMessage::Event {
                event: RoomEvent::DealFailed(problem),
                ..
            } = message
            {
                break problem.reason;
            }
        };
        assert!(found.contains(reason), "{found}");
        assert_eq!(ann.view().phase, PhaseView::Waiting);
        ann.act(RoomAction::Settings(Box::new(settings())))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_board_of_another_size_has_rows_and_columns() {
    let server = RoomServer::new();
    let change = RoomSettings {
        size: Some("2x7".to_owned()),
        ..settings()
    };
    let ann = server.create("Ann", change).await;
    let bob = server.join("Bob", ann.room()).await;
    let mut players = [ann, bob];
    start_round(&mut players).await;
    let view = players[0].view();
    let PhaseView::Playing { round } = &view.phase else {
        panic!("{:?}", view.phase);
    };
    let size: BoardSize = round.size.as_ref().unwrap().parse().unwrap();
    assert_eq!((size.rows, size.columns), (2, 7));
    let loader = wgs_app::GameLoader::default();
    let request = wgs_app::GameRequest::named(&round.game);
    let game = loader.game_on_grid(&request, &size.grid(), "play").unwrap();
    let budget = wgs_engine::Budget::UNLIMITED;
    let board = wgs_app::round_board::read_board(&game, &round.board, &budget).unwrap();
    assert_eq!(board.words().len() as u64, round.words);
}

#[tokio::test]
async fn the_board_of_a_round_is_in_the_window_of_its_game() {
    let server = RoomServer::new();
    let bee = RoomSettings {
        game: "Spelling Bee".to_owned(),
        ..settings()
    };
    let ann = server.create("Ann", bee).await;
    let bob = server.join("Bob", ann.room()).await;
    let mut players = [ann, bob];
    start_round(&mut players).await;
    let PhaseView::Playing { round } = &players[0].view().phase else {
        panic!("{:?}", players[0].view().phase);
    };
    assert!((20..=80).contains(&round.words), "{round:?}");
    let words = board_words(players[0].view());
    let letters = |word: &String| word.chars().collect::<std::collections::HashSet<_>>().len();
    assert!(words.iter().any(|word| letters(word) == 7), "{words:?}");
}

#[tokio::test]
async fn a_dealer_is_told_that_a_board_has_no_words() {
    let server = RoomServer::new();
    let dealing = RoomSettings {
        dealing: Dealing::Member,
        ..settings()
    };
    let ann = server.create("Ann", dealing).await;
    let bob = server.join("Bob", ann.room()).await;
    let mut players = [ann, bob];
    for player in &mut players {
        player.act(RoomAction::Ready(true)).await.unwrap();
    }
    let [mut ann, _bob] = players;
    let is_dealer = |view: &RoomView| matches!(view.phase, PhaseView::Dealing { dealer: Some(dealer), .. } if dealer == view.member);
    ann.until(is_dealer).await;
    let letters = Some("J".repeat(16));
    ann.start(RoomAction::Deal(letters)).await;
    let problem = loop {
        if let ServerMessage::Event {
            event: RoomEvent::DealFailed(problem),
            ..
        } = ann.receive().await.unwrap()
        {
            break problem;
        }
    };
    assert_eq!(problem.reason, "the board has no words to find");
    assert_eq!(problem.code, "round-board.no-words");
}
