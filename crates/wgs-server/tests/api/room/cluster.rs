//! Three servers, as processes, with one database and one NATS: clients of any of them play in the
//! same room, which outlives the server that owns it.

use std::time::{Duration, Instant};

use wgs_play::room::{PhaseView, RoomAction, RoomAnswer, RoomSettings, RoomView};
use wgs_test_requirement::requires;

use super::player::{PATIENCE, Player, board_words, create, get, join, settings, start_round};
use super::server_process::ServerProcess;
use crate::nats_server::NatsServer;
use crate::postgres_server::PostgresServer;

fn words_of(view: &RoomView) -> Vec<String> {
    view.words.iter().map(|word| word.word.clone()).collect()
}

fn ends_at(view: &RoomView) -> u64 {
    match &view.phase {
        PhaseView::Playing { round } => round.ends_at,
        phase => panic!("{phase:?}"),
    }
}

#[requires(cluster)]
#[tokio::test]
async fn a_room_outlives_its_server_and_everyone_resumes_the_round() {
    let (postgres, nats) = (PostgresServer::shared(), NatsServer::start());
    let database = postgres.create_schema();
    let start = || ServerProcess::start(&database, &nats.url());
    let mut servers = [start(), start(), start()];

    // One player on each server.
    let public = RoomSettings {
        is_public: true,
        ..settings()
    };
    let ann = servers[0].enter(create("Ann", public)).await;
    let bob = servers[1].enter(join("Bob", ann.room())).await;
    let cleo = servers[2].enter(join("Cleo", ann.room())).await;
    // Any server knows what a room of another one is like.
    let path = format!("/api/v1/rooms/{}", ann.room());
    for server in &servers {
        let (status, room) = get(server.address, &path).await;
        assert_eq!(status, 200, "{room}");
        assert!(room.contains(r#""owner":"Ann""#), "{room}");
    }
    let mut players = [ann, bob, cleo];
    start_round(&mut players).await;
    let words = board_words(players[0].view());
    let guess = async |player: &mut Player, word: &str| {
        let answer = player.guess(word).await.unwrap();
        let is_counted = matches!(answer, RoomAnswer::Judged { word: Some(_), .. });
        assert!(is_counted, "{word}: {answer:?}");
    };
    for (number, player) in players.iter_mut().enumerate() {
        guess(player, &words[number]).await;
        guess(player, &words[number + 3]).await;
    }
    for player in &mut players {
        player.check_view().await;
    }
    let end = ends_at(players[0].view());
    let code = players[0].room().to_string();
    let start = Instant::now();
    while !get(servers[2].address, "/api/v1/rooms")
        .await
        .1
        .contains(&code)
    {
        assert!(
            start.elapsed() < PATIENCE,
            "no server lists another one's room"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // The server that owns the room is killed in mid-round.
    let killed = Instant::now();
    servers[0].kill();
    for (player, server) in [(0, 1), (1, 1), (2, 2)] {
        let before = words_of(players[player].view());
        let back = servers[server].come_back(&players[player]).await;
        assert_eq!(words_of(back.view()), before, "nothing is lost");
        assert_eq!(ends_at(back.view()), end, "it is the same round");
        players[player] = back;
    }
    println!("after a crash, everyone is back in {:?}", killed.elapsed());
    for (number, player) in players.iter_mut().enumerate() {
        guess(player, &words[number + 6]).await;
    }

    // The server that took the room over is stopped in order.
    let stopped = Instant::now();
    servers[1].terminate();
    for player in &mut players {
        let before = words_of(player.view());
        let back = servers[2].come_back(player).await;
        assert_eq!(words_of(back.view()), before);
        *player = back;
    }
    println!("after a stop, everyone is back in {:?}", stopped.elapsed());
    let owner = players[0].view().owner;
    let owner = players.iter_mut().find(|it| Some(it.member()) == owner);
    owner.unwrap().act(RoomAction::EndRound).await.unwrap();
    for player in &mut players {
        player.until(|view| view.report.is_some()).await;
        let report = player.view().report.clone().unwrap();
        let found: Vec<u64> = report.players.iter().map(|it| it.words).collect();
        assert_eq!(found, [3, 3, 3]);
    }
}
