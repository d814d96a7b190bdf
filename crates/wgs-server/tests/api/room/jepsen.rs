//! Rooms in all scorings while everything around them goes wrong: no confirmed word is lost, none
//! counts twice, none counts that was not guessed, a room has one owner at a time, and everyone
//! comes back. `cargo xtask jepsen` runs this; its name is that of <https://jepsen.io>, whose method
//! it takes over: real processes, faults from a seed, and a checker that only reads logs.

mod checker;
mod fault;
mod player;

use std::collections::BTreeMap;
use std::env;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::{timeout, timeout_at};
use wgs_client::RoomClient;
use wgs_dice::Random;
use wgs_play::room::message::ServerMessage;
use wgs_play::room::{PhaseView, RoomAction, RoomCode, RoomEvent, RoomSettings, RoomView, Scoring};

use super::player::{board_words, settings};
use checker::{EventLog, PlayerLog};
use fault::FaultyCluster;
use player::{ChaosPlayer, SharedRoom, Stage, Surroundings};

/// The number of players in a room.
const PLAYERS: usize = 3;

/// The number of rooms that are opened at the same time: boards take a while.
const DEALING: usize = 6;

/// A player's task, with what the player was told in the end.
type PlayerTask = JoinHandle<Result<PlayerLog, String>>;

/// The time in which the first rounds start, and in which the last reports arrive.
const PATIENCE: Duration = Duration::from_secs(180);

/// Reads a number that `cargo xtask jepsen` passes on.
fn option<T: FromStr>(name: &str, default: T) -> T {
    let value = env::var(format!("WGS_JEPSEN_{name}")).ok();
    let value = value.map(|value| value.parse().unwrap_or_else(|_| panic!("{name}: {value}")));
    value.unwrap_or(default)
}

/// What was found out about some rooms.
#[derive(Default)]
struct Findings {
    rooms: usize,
    made: usize,
    confirmed: usize,
    returns: usize,
    faults: Vec<String>,
}

#[test]
#[ignore = "takes a minute or more; `cargo xtask jepsen` runs it"]
fn rooms_survive_whatever_happens_to_the_servers() {
    let rooms: usize = option("ROOMS", 24);
    let at_once = option("AT_ONCE", 24);
    let seconds = option("SECONDS", 45);
    let seed = option("SEED", 1);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let surroundings = Arc::new(Surroundings {
        servers: Mutex::default(),
        stage: watch::Sender::new(Stage::Play),
        cuts: watch::Sender::new(0),
    });
    let mut cluster = FaultyCluster::start(surroundings.clone(), seed);
    let (start, mut all) = (Instant::now(), Findings::default());
    while all.rooms < rooms && all.faults.is_empty() {
        let wave = at_once.min(rooms - all.rooms);
        let seed = seed.wrapping_mul(1_000_003) + all.rooms as u64;
        let time = Duration::from_secs(seconds);
        let found = runtime.block_on(play_wave(&surroundings, &mut cluster, wave, seed, time));
        all.rooms += found.rooms;
        all.made += found.made;
        all.confirmed += found.confirmed;
        all.returns += found.returns;
        all.faults.extend(found.faults);
        let Findings { rooms, made, .. } = all;
        println!(
            "jepsen: {rooms} rooms, {made} guesses, {:?}",
            start.elapsed()
        );
    }
    for (fault, count) in &cluster.counts {
        println!("injected {count} {fault}");
    }
    let Findings {
        rooms,
        made,
        confirmed,
        returns,
        faults,
    } = all;
    println!("figure rooms {rooms}");
    println!("figure guesses {made}");
    println!("figure confirmed {confirmed}");
    println!("figure returns {returns}");
    println!("figure seconds {}", start.elapsed().as_secs());
    println!("figure faults {}", faults.len());
    assert!(faults.is_empty(), "seed {seed}:\n{}", faults.join("\n"));
    assert!(confirmed > 0 && returns > 0, "nothing has happened");
}

/// Plays a round in each of some rooms while everything goes wrong.
async fn play_wave(
    surroundings: &Arc<Surroundings>,
    cluster: &mut FaultyCluster,
    rooms: usize,
    seed: u64,
    time: Duration,
) -> Findings {
    surroundings.stage.send_replace(Stage::Play);
    let dealing = Arc::new(Semaphore::new(DEALING));
    let mut tasks = Vec::new();
    for number in 0..rooms {
        let open = open_room(surroundings.clone(), seed + number as u64, dealing.clone());
        tasks.push(tokio::spawn(timeout(PATIENCE, open)));
    }
    let mut playing = Vec::new();
    for task in tasks {
        playing.push(task.await.unwrap().expect("the rounds start"));
    }
    cluster.trouble(time).await;
    surroundings.stage.send_replace(Stage::Finish);
    let mut findings = Findings::default();
    let deadline = tokio::time::Instant::now() + PATIENCE;
    for (room, tasks) in playing {
        findings.rooms += 1;
        let mut logs: Vec<PlayerLog> = Vec::new();
        let mut faults = Vec::new();
        for task in tasks {
            match timeout_at(deadline, task).await {
                Ok(Ok(Ok(log))) => logs.push(log),
                Ok(Ok(Err(error))) => faults.push(format!("a player {error}")),
                Ok(Err(error)) => faults.push(format!("a player failed: {error}")),
                Err(_) => faults.push("a player has no report in time".to_owned()),
            }
        }
        for log in &logs {
            findings.made += log.made.len();
            findings.confirmed += log.confirmed.len();
            findings.returns += log.returns;
        }
        if faults.is_empty() {
            faults = checker::faults(&logs, &room.events.lock().unwrap());
        }
        let code = room.code;
        for fault in faults {
            println!("fault of room {code}: {fault}");
            findings.faults.push(format!("{code}: {fault}"));
        }
    }
    findings
}

async fn ready(clients: &mut [RoomClient]) {
    for client in clients {
        client.act(RoomAction::Ready(true)).await.unwrap();
    }
}

/// Opens a room, and starts its round and its players.
async fn open_room(
    surroundings: Arc<Surroundings>,
    seed: u64,
    dealing: Arc<Semaphore>,
) -> (Arc<SharedRoom>, Vec<PlayerTask>) {
    let mut random = Random::new(seed);
    let scorings = [Scoring::Classic, Scoring::Individual, Scoring::Cooperative];
    let settings = RoomSettings {
        scoring: scorings[(seed % 3) as usize],
        ..settings()
    };
    let turn = dealing.acquire().await.unwrap();
    let servers = surroundings.servers.lock().unwrap().clone();
    let mut server = || servers[random.below(servers.len())].into();
    let owner = RoomClient::create(&server(), "P1", settings).await.unwrap();
    let code: RoomCode = owner.view().unwrap().code;
    let mut clients = vec![owner];
    for number in 2..=PLAYERS {
        let name = format!("P{number}");
        clients.push(RoomClient::join(&server(), code, &name).await.unwrap());
    }
    ready(&mut clients).await;
    while matches!(
        clients[0].view().unwrap().phase,
        PhaseView::Waiting | PhaseView::Dealing { .. }
    ) {
        let message = clients[0].receive().await.unwrap();
        if let ServerMessage::Event {
            event: RoomEvent::DealFailed { .. },
            ..
        } = message
        {
            // The machine was busy.
            ready(&mut clients).await;
        }
    }
    drop(turn);
    let is_playing = |view: &RoomView| matches!(view.phase, PhaseView::Playing { .. });
    for client in &mut clients {
        client.until(is_playing).await.unwrap();
    }
    let view = clients[0].view().unwrap().clone();
    // Solving takes a while, and others wait for their turn.
    let words = tokio::task::spawn_blocking(move || board_words(&view));
    let words = words.await.unwrap();
    let room = Arc::new(SharedRoom {
        code,
        players: PLAYERS,
        done: 0.into(),
        events: Mutex::new(EventLog::default()),
    });
    let players = clients.into_iter().enumerate().map(|(number, client)| {
        let mut words = words.clone();
        let mut random = Random::new(seed * 10 + number as u64);
        random.shuffle(&mut words);
        // A round in which everything is found would end.
        words.truncate(words.len() / (PLAYERS + 1));
        let player = ChaosPlayer {
            surroundings: surroundings.clone(),
            room: room.clone(),
            token: client.token().to_owned(),
            random,
            words,
            log: PlayerLog::default(),
            unanswered: BTreeMap::new(),
            is_done: false,
        };
        tokio::spawn(player.play(client))
    });
    let players = players.collect();
    (room, players)
}
