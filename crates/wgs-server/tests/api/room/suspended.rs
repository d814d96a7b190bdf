//! A server that is suspended in mid-round and wakes after another one has taken its rooms over.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wgs_play::room::message::CloseReason;
use wgs_play::room::{RoomAction, RoomAnswer, RoomSettings};
use wgs_test_requirement::requires;

use super::player::{
    PATIENCE, Player, board_words, create, get, join, resume, settings, start_round,
};
use super::server_process::ServerProcess;
use crate::nats_server::NatsServer;
use crate::postgres_server::PostgresServer;

/// The number of words that each player guesses on the suspended server.
const GUESSES: usize = 20;

/// Three players on the first of two servers, which owns their room, in mid-round.
struct Table {
    servers: [ServerProcess; 2],
    players: [Player; 3],
    words: Vec<String>,
    _nats: NatsServer,
    _postgres: std::sync::Arc<PostgresServer>,
}

impl Table {
    async fn new() -> Self {
        let (postgres, nats) = (PostgresServer::shared(), NatsServer::start());
        let database = postgres.create_schema();
        let start = || ServerProcess::start(&database, &nats.url());
        let servers = [start(), start()];
        let settings = RoomSettings {
            // Its boards have hundreds of words.
            game: "Super Big Boggle".to_owned(),
            ..settings()
        };
        let ann = servers[0].enter(create("Ann", settings)).await;
        let bob = servers[0].enter(join("Bob", ann.room())).await;
        let cid = servers[0].enter(join("Cid", ann.room())).await;
        let mut players = [ann, bob, cid];
        start_round(&mut players).await;
        let words = board_words(players[0].view());
        assert!(words.len() > 5 * GUESSES, "{words:?}");
        Self {
            servers,
            players,
            words,
            _nats: nats,
            _postgres: postgres,
        }
    }

    /// Lets the third player come back on the second server, which takes the room over.
    async fn take_over(&mut self) {
        self.players[2] = self.servers[1].come_back(&self.players[2]).await;
    }
}

/// Guesses a word that must count.
async fn guess(player: &mut Player, word: &str) {
    let answer = player.guess(word).await.unwrap();
    let is_counted = matches!(answer, RoomAnswer::Judged { word: Some(_), .. });
    assert!(is_counted, "{word}: {answer:?}");
}

/// Asks whether a server is ready; the question is sent before this returns.
async fn ask_whether_ready(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET /ready HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

async fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[requires(cluster)]
#[tokio::test]
async fn a_suspended_owner_cannot_change_a_room_that_another_server_has_taken_over() {
    let mut table = Table::new().await;
    let words = table.words.clone();
    guess(&mut table.players[0], &words[0]).await;

    // The owner's players do not know that it is suspended, and Bob goes.
    table.servers[0].suspend();
    for (player, from) in [(0, 1), (1, 1 + GUESSES)] {
        for word in &words[from..from + GUESSES] {
            let guess = RoomAction::Guess(word.clone());
            table.players[player].start(guess).await;
        }
    }
    let bob = std::mem::replace(&mut table.players[1], {
        Player::connect(table.servers[1].address).await
    });
    let (bob_room, bob_token) = (bob.room(), bob.token().to_owned());
    drop(bob);
    table.take_over().await;
    let cid_from = 1 + 2 * GUESSES;
    for word in &words[cid_from..cid_from + 5] {
        guess(&mut table.players[2], word).await;
    }

    // It wakes, and knows at once that it is not what it was.
    let question = ask_whether_ready(table.servers[0].address).await;
    table.servers[0].wake();
    let ready = answer(question).await;
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    let (reason, text) = table.players[0].closed().await;
    assert_eq!(reason, CloseReason::Restart, "{text}");
    let known: BTreeSet<String> = table.players[0]
        .view()
        .words
        .iter()
        .map(|it| it.word.clone())
        .collect();
    for word in &words[cid_from + 5..cid_from + 10] {
        guess(&mut table.players[2], word).await;
    }

    // Everyone comes back through the server that was suspended, and plays on.
    table.players[0] = table.servers[0].come_back(&table.players[0]).await;
    let mut back = Player::connect(table.servers[1].address).await;
    back.enter(super::player::resume(bob_room, &bob_token))
        .await;
    table.players[1] = back;
    let words_of = |player: &Player| -> BTreeSet<String> {
        let words = player.view().words.iter();
        words.map(|word| word.word.clone()).collect()
    };
    let found = words_of(&table.players[0]);
    assert!(known.is_subset(&found), "{known:?} {found:?}");
    for (player, word) in [(0, 1), (1, 1 + GUESSES)] {
        let word = &words[word + GUESSES - 1];
        if !words_of(&table.players[player]).contains(word) {
            guess(&mut table.players[player], word).await;
        }
    }
    let owner = table.players[0].view().owner;
    let players = &mut table.players;
    let owner = players.iter_mut().find(|it| Some(it.member()) == owner);
    owner.unwrap().act(RoomAction::EndRound).await.unwrap();
    for player in players.iter_mut() {
        player.until(|view| view.report.is_some()).await;
    }
    let report = table.players[2].view().report.clone().unwrap();
    assert_eq!(report.players[2].words, 10, "all that Cid was told");
    for (player, made) in report.players.iter().zip([1 + GUESSES, GUESSES]) {
        assert!(player.words <= made as u64, "{report:?}");
    }
}

#[requires(cluster)]
#[tokio::test]
async fn a_suspended_owner_tells_its_clients_to_come_back_when_it_wakes() {
    let mut table = Table::new().await;
    table.servers[0].suspend();
    table.take_over().await;
    let woken = Instant::now();
    table.servers[0].wake();
    // Nobody on it writes anything.
    for player in &mut table.players[..2] {
        let (reason, text) = player.closed().await;
        assert_eq!(reason, CloseReason::Restart, "{text}");
    }
    println!("clients are told to come back after {:?}", woken.elapsed());
    let word = table.words[0].clone();
    guess(&mut table.players[2], &word).await;
    for player in 0..2 {
        table.players[player] = table.servers[0].come_back(&table.players[player]).await;
        let view = table.players[player].view();
        let cid = view.members.iter().find(|it| it.name == "Cid").unwrap();
        assert!(cid.is_connected, "{view:?}");
    }
    let start = Instant::now();
    while get(table.servers[0].address, "/ready").await.0 != 200 {
        assert!(start.elapsed() < PATIENCE, "it is not ready again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[requires(cluster)]
#[tokio::test]
async fn a_connection_that_a_player_has_given_up_does_not_replace_the_next_one() {
    let mut table = Table::new().await;
    let [first, second] = [0, 1].map(|server| table.servers[server].address);
    // Ann tries to come back on the second server, which does not answer; then on the first.
    let mut given_up = Player::connect(second).await;
    table.servers[1].suspend();
    let resume = resume(table.players[0].room(), table.players[0].token());
    given_up.send(&resume).await;
    drop(given_up);
    table.players[0] = Player::connect(first).await;
    table.players[0].enter(resume).await;
    table.servers[1].wake();
    // The second server reads her message only now.
    let start = Instant::now();
    while !get(second, "/metrics")
        .await
        .1
        .contains("\nwgs_players 0\n")
    {
        assert!(start.elapsed() < PATIENCE, "the connection does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for word in &table.words.clone()[..5] {
        guess(&mut table.players[0], word).await;
    }
}
