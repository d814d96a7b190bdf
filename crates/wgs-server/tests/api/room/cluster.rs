//! Three servers, as processes, with one database and one NATS: clients of any of them play in the
//! same room, which outlives the server that owns it.

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use wgs_play::room::message::{ClientMessage, ServerMessage};
use wgs_play::room::{PhaseView, RoomAction, RoomAnswer, RoomSettings, RoomView};
use wgs_server::{Listener, Options, RoomOptions, Server};
use wgs_test_requirement::requires;

use super::player::{
    PATIENCE, Player, board_words, create, get, join, resume, settings, start_round,
};
use crate::nats_server::NatsServer;
use crate::postgres_server::PostgresServer;

/// Names the database to a process that is a server.
const DATABASE: &str = "WGS_TEST_CLUSTER_DATABASE";
/// Names NATS to it.
const NATS: &str = "WGS_TEST_CLUSTER_NATS";

/// A server that is a process.
struct ServerProcess {
    process: Child,
    address: SocketAddr,
    /// Kept open, because the process prints more than the address.
    _output: Lines<BufReader<ChildStdout>>,
}

impl ServerProcess {
    /// Starts this program again as a server.
    fn start(database: &str, nats: &str) -> Self {
        let mut process = Command::new(env::current_exe().unwrap())
            .args(["--exact", "room::cluster::a_server_process", "--ignored"])
            .args(["--nocapture", "--test-threads", "1"])
            .env(DATABASE, database)
            .env(NATS, nats)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut output = output.lines();
        let address = output.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("listening on ")?;
            address.parse().ok()
        });
        Self {
            process,
            address: address.expect("the server starts"),
            _output: output,
        }
    }

    /// Ends the process at once, as a crash does.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Asks the process to end.
    fn terminate(&self) {
        let id = self.process.id().to_string();
        let ended = Command::new("kill").args(["-TERM", &id]).status();
        assert!(ended.unwrap().success());
    }

    async fn enter(&self, message: ClientMessage) -> Player {
        let mut player = Player::connect(self.address).await;
        player.enter(message).await;
        player
    }

    /// Comes back to a room whose server may just have died, as pages do: again and again.
    async fn come_back(&self, former: &Player) -> Player {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "nobody takes the room over");
            let mut player = Player::connect(self.address).await;
            player.send(&resume(former.room(), former.token())).await;
            match player.receive().await {
                Ok(ServerMessage::Welcome { .. }) => return player,
                Ok(message) => panic!("{message:?}"),
                Err((reason, text)) => assert!(reason.is_temporary(), "{reason:?} {text}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Not a test, but the process of one.
#[test]
#[ignore = "the tests of several servers start this as a process"]
fn a_server_process() {
    let (Ok(database), Ok(nats)) = (env::var(DATABASE), env::var(NATS)) else {
        return;
    };
    let mut rooms = RoomOptions::new(database.parse().unwrap());
    rooms.nats = Some(nats);
    rooms.is_listed = true;
    let options = Options {
        rooms: Some(rooms),
        ..Options::default()
    };
    let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, options).unwrap();
    let address = listener.address();
    let started = |_: &Server| {
        println!("\nlistening on {address}");
        ControlFlow::Continue(())
    };
    listener.run(started).unwrap();
}

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
