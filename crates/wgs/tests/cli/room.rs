//! Rooms of `wgs serve` as a process: signals, `kill -9`, and databases that cannot be used.

use std::collections::HashSet;
use std::env;
use std::io::{BufRead, BufReader};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use wgs_client::{ClientError, RoomClient, ServerAddress};
use wgs_dice::Random;
use wgs_play::room::message::CloseReason;
use wgs_play::room::{PhaseView, RoomAction, RoomAnswer, RoomCode, RoomSettings, RoomView};

use crate::folder::Folder;
use crate::serve_process::ServeProcess;

/// How long to wait for something that should happen soon.
const PATIENCE: Duration = Duration::from_secs(30);

/// Drives the connections of all players.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Waits for something that should happen soon.
fn wait<T>(work: impl Future<Output = Result<T, ClientError>>) -> Result<T, ClientError> {
    let soon = async { tokio::time::timeout(PATIENCE, work).await };
    RUNTIME.block_on(soon).expect("it happens soon")
}

/// A client of a room.
pub(crate) struct Player(RoomClient);

impl Player {
    fn create(server: &ServerAddress, name: &str) -> Self {
        let settings = RoomSettings {
            // Its boards have hundreds of words.
            game: "Super Big Boggle".to_owned(),
            seconds: 3600,
            rounds: 1,
            ..RoomSettings::default()
        };
        Self::create_with(server, name, settings)
    }

    pub(crate) fn create_with(server: &ServerAddress, name: &str, settings: RoomSettings) -> Self {
        Self(wait(RoomClient::create(server, name, settings)).unwrap())
    }

    fn join(server: &ServerAddress, room: RoomCode, name: &str) -> Self {
        Self(wait(RoomClient::join(server, room, name)).unwrap())
    }

    pub(crate) fn resume(&self, server: &ServerAddress) -> Self {
        let (room, token) = (self.view().code, self.0.token());
        Self(wait(RoomClient::resume(server, room, token)).unwrap())
    }

    pub(crate) fn view(&self) -> &RoomView {
        self.0.view().unwrap()
    }

    /// Does something, and returns the answer.
    pub(crate) fn act(&mut self, action: RoomAction) -> Result<RoomAnswer, ClientError> {
        wait(self.0.act(action))
    }

    pub(crate) fn until(&mut self, is_met: impl Fn(&RoomView) -> bool) {
        wait(self.0.until(is_met)).unwrap();
    }
}

/// Starts a round between new players.
fn start_round(server: &ServerAddress, names: &[&str]) -> Vec<Player> {
    let mut players = vec![Player::create(server, names[0])];
    let room = players[0].view().code;
    for name in &names[1..] {
        players.push(Player::join(server, room, name));
    }
    for player in &mut players {
        player.act(RoomAction::Ready(true)).unwrap();
    }
    for player in &mut players {
        player.until(|view| matches!(view.phase, PhaseView::Playing { .. }));
    }
    players
}

/// Finds the words of the running round's board.
fn board_words(view: &RoomView) -> Vec<String> {
    let PhaseView::Playing { round } = &view.phase else {
        panic!("{:?}", view.phase);
    };
    words_of(&round.game, &round.board)
}

/// Finds the words of a board.
pub(crate) fn words_of(game: &str, board: &str) -> Vec<String> {
    let loader = wgs_app::GameLoader::default();
    let game = loader.game(&wgs_app::GameRequest::named(game), "play");
    let budget = wgs_engine::Budget::UNLIMITED;
    let board = wgs_app::round_board::read_board(&game.unwrap(), board, &budget);
    let board = board.unwrap();
    board.words().iter().map(|word| word.text.clone()).collect()
}

/// The number of times that the server is killed; `WGS_TEST_EFFORT` multiplies it.
const KILLS: u32 = 10;

/// The number of guesses that a player makes with one connection. More would be a flood.
const GUESSES: usize = 48;

#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed() {
    let effort = env::var("WGS_TEST_EFFORT").map_or(1.0, |effort| effort.parse().unwrap());
    let kills = (f64::from(KILLS) * effort).ceil() as u32;
    let folder = Folder::new();
    let database = "rooms.sqlite";
    let mut server = ServeProcess::with_rooms(&folder, database);
    let mut players = start_round(&server.address, &["Ann", "Bob", "Cas"]);
    let words = board_words(players[0].view());
    let mut random = Random::new(27);
    let mut acknowledged: Vec<HashSet<String>> = vec![HashSet::new(); players.len()];
    let mut guesses = 0;
    for kill in 0..kills {
        let alive = Duration::from_millis(random.below(120) as u64);
        let mut tried: Vec<Vec<String>> = Vec::new();
        for known in &acknowledged {
            let mut guesses = words.clone();
            random.shuffle(&mut guesses);
            // A round in which everything is found would end. The other guesses are only load.
            let is_new = |word: &String| !known.contains(word);
            let (mut new, old): (Vec<String>, Vec<String>) = guesses.into_iter().partition(is_new);
            new.truncate(words.len() / (kills as usize + 10));
            new.extend(old);
            new.truncate(GUESSES);
            tried.push(new);
        }
        let end = Instant::now() + alive;
        thread::scope(|scope| {
            let all = players.iter_mut().zip(&mut acknowledged).zip(&tried);
            let threads: Vec<_> = all
                .map(|((player, known), tried)| {
                    scope.spawn(move || {
                        let mut answered = 0;
                        for word in tried {
                            match player.act(RoomAction::Guess(word.clone())) {
                                Ok(RoomAnswer::Judged { word: Some(_), .. }) => {
                                    known.insert(word.clone());
                                    answered += 1;
                                }
                                Ok(_) if known.contains(word) => answered += 1,
                                Ok(other) => panic!("{word}: {other:?}"),
                                // The server has been killed.
                                Err(_) => break,
                            }
                        }
                        answered
                    })
                })
                .collect();
            thread::sleep(end.saturating_duration_since(Instant::now()));
            server.child.kill().unwrap();
            // Then it does not hold its database any more.
            server.child.wait().unwrap();
            for thread in threads {
                guesses += thread.join().unwrap();
            }
        });
        server = ServeProcess::with_rooms(&folder, database);
        for (player, known) in players.iter_mut().zip(&acknowledged) {
            *player = player.resume(&server.address);
            let stored = player.view().words.iter().map(|word| word.word.clone());
            let stored: HashSet<String> = stored.collect();
            let lost: Vec<&String> = known.difference(&stored).collect();
            assert!(lost.is_empty(), "after kill {kill}: {lost:?}");
        }
        // Words that were stored but not acknowledged count too.
        for (player, known) in players.iter().zip(&mut acknowledged) {
            known.extend(player.view().words.iter().map(|word| word.word.clone()));
        }
    }
    assert!(guesses > 10, "only {guesses} guesses were acknowledged");
    players[0].act(RoomAction::EndRound).unwrap();
    players[0].until(|view| view.report.is_some());
    let report = players[0].view().report.as_ref().unwrap();
    for (player, known) in report.players.iter().zip(&acknowledged) {
        assert_eq!(player.words, known.len() as u64);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_stores_running_rounds_and_the_next_server_continues_them() {
    let folder = Folder::new();
    let server = ServeProcess::with_rooms(&folder, "rooms.sqlite");
    let mut players = start_round(&server.address, &["Ann", "Bob"]);
    let words = board_words(players[0].view());
    for player in &mut players {
        player.act(RoomAction::Guess(words[0].clone())).unwrap();
    }
    server.signal("-TERM");
    for player in &mut players {
        let closed = wait(player.0.until(|_| false));
        let Err(ClientError::Closed { reason, .. }) = closed else {
            panic!("{closed:?}");
        };
        assert_eq!(reason, CloseReason::Draining);
    }
    let (status, log) = server.end();
    assert_eq!(status, Some(0), "{log}");
    assert!(log.contains("stopping: storing all rooms"), "{log}");
    assert!(log.contains("stopped: all rooms are stored"), "{log}");
    let server = ServeProcess::with_rooms(&folder, "rooms.sqlite");
    for player in &players {
        let again = player.resume(&server.address);
        assert_eq!(again.view().words[0].word, words[0]);
    }
}

#[test]
fn a_database_that_cannot_be_used_is_explained_and_everything_else_works() {
    let folder = Folder::new();
    let text = "a text that somebody needs. ".repeat(500);
    folder.write("notes.txt", &text);
    let databases = ["notes.txt", "missing/rooms.sqlite", "."];
    for database in databases {
        let mut server = ServeProcess::start(&folder, &["--database", database]);
        let mut errors = BufReader::new(server.child.stderr.take().unwrap()).lines();
        let mut error = String::new();
        while !error.contains("--no-rooms") {
            error = error + &errors.next().unwrap().unwrap() + "\n";
        }
        let answer = wait(server.address.get("api/v1/games")).unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(error.contains("there are no rooms: "), "{error}");
        assert!(error.contains("--database FILE"), "{error}");
    }
    assert_eq!(folder.read("notes.txt"), text);
}
