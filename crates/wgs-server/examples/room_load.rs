//! Measures how a server with rooms behaves under load: many players in many rooms, each of whom
//! guesses a word every few seconds. `cargo xtask load` starts a server and runs this against it.
//!
//!     cargo run --release -p wgs-server --example room_load -- PORT [OPTIONS]
//!
//!     --players N         players (100)
//!     --rooms N           rooms (20)
//!     --seconds N         time of the measurement (10); at most 600
//!     --interval N        seconds between two guesses of a player (5)
//!     --round-seconds N   time of a round (60)
//!
//! The server is on this machine; no other address is possible. Four of five guesses are words of the
//! board, which this program solves itself; the others are not words. After each round, all players are
//! ready for the next.
//!
//! A line on standard output announces each step; then comes a line for each figure. Times are in
//! milliseconds.

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use wgs_app::{GameLoader, GameRequest};
use wgs_client::{RoomSocket, ServerAddress};
use wgs_dice::Random;
use wgs_engine::Budget;
use wgs_play::SolvedBoard;
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{RoomAction, RoomCode, RoomEvent, RoomSettings};

const GAME: &str = "Boggle (New)";

/// The number of connections that are being opened at the same time.
const OPENING: usize = 64;

/// The time for entering a room.
const ENTRANCE_TIME: Duration = Duration::from_secs(30);

/// The time in which the first rounds start.
const START_TIME: Duration = Duration::from_secs(30);

/// The time for which answers are awaited after the measurement.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// The number of guesses of which one is not a word.
const WRONG_EVERY: usize = 5;

/// Guesses that no dictionary has.
const WRONG: [&str; 4] = ["zzzzz", "qwrtp", "xxaxx", "vvvvu"];

struct LoadOptions {
    port: u16,
    players: usize,
    rooms: usize,
    time: Duration,
    interval: Duration,
    round_seconds: u32,
}

impl LoadOptions {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut arguments = std::env::args().skip(1);
        let port = arguments.next().ok_or("expected the port of the server")?;
        let mut options = Self {
            port: port.parse()?,
            players: 100,
            rooms: 20,
            time: Duration::from_secs(10),
            interval: Duration::from_secs(5),
            round_seconds: 60,
        };
        while let Some(name) = arguments.next() {
            let value = arguments
                .next()
                .ok_or("expected a value after the option")?;
            match name.as_str() {
                "--players" => options.players = value.parse()?,
                "--rooms" => options.rooms = value.parse()?,
                "--seconds" => {
                    options.time = Duration::from_secs(value.parse::<u64>()?.min(600));
                }
                "--interval" => options.interval = Duration::from_secs_f64(value.parse()?),
                "--round-seconds" => options.round_seconds = value.parse()?,
                _ => return Err(format!("unknown option {name:?}").into()),
            }
        }
        Ok(options)
    }
}

/// What all players share.
struct LoadState {
    server: ServerAddress,
    options: LoadOptions,
    loader: GameLoader,
    /// The words of each board that is being played on.
    boards: Mutex<HashMap<String, Arc<Vec<String>>>>,
    opening: Semaphore,
    /// True while times are measured.
    is_measured: AtomicBool,
    /// True when the measurement is over.
    is_over: watch::Sender<bool>,
    figures: Figures,
}

/// What is counted.
#[derive(Default)]
struct Figures {
    entered: AtomicU64,
    /// Players and rooms that the server refused because it was full.
    refused: AtomicU64,
    /// Connections that failed or ended otherwise than expected.
    failed: AtomicU64,
    /// Players who have seen a round start.
    playing: AtomicU64,
    guesses: AtomicU64,
    counted: AtomicU64,
    events: AtomicU64,
    rounds: AtomicU64,
    /// Times from guess to answer in microseconds.
    times: Mutex<Vec<u32>>,
    reasons: Mutex<HashMap<String, u64>>,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn get(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

/// Why a player of the measurement stops.
#[derive(Debug)]
enum PlayerEnd {
    /// The measurement is over.
    Over,
    /// The server is full.
    Refused,
    /// Anything else.
    Failed(String),
}

impl<E: Error> From<E> for PlayerEnd {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = LoadOptions::read()?;
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    print_report(&runtime.block_on(run(options))?);
    Ok(())
}

/// Prints a line for each figure, and for each reason why connections were lost.
fn print_report(report: &Value) {
    for (name, value) in report.as_object().into_iter().flatten() {
        match value {
            Value::Object(reasons) => {
                for (reason, number) in reasons {
                    println!("reason {number} {reason}");
                }
            }
            number => println!("figure {name} {number}"),
        }
    }
}

/// Allows as many open connections as the system lets this program have.
fn raise_file_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};

        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Runs the load and returns the figures.
async fn run(options: LoadOptions) -> Result<Value, Box<dyn Error>> {
    let server = format!("http://127.0.0.1:{}/", options.port).parse()?;
    let state = Arc::new(LoadState {
        server,
        options,
        loader: GameLoader::default(),
        boards: Mutex::default(),
        opening: Semaphore::new(OPENING),
        is_measured: AtomicBool::new(false),
        is_over: watch::Sender::new(false),
        figures: Figures::default(),
    });
    let (players, rooms) = (state.options.players, state.options.rooms.max(1));
    let mut tasks = Vec::new();
    for room in 0..rooms {
        let members = players / rooms + usize::from(room < players % rooms);
        tasks.push(tokio::spawn(play_room(state.clone(), room, members)));
    }
    let figures = &state.figures;
    let is_settled = || get(&figures.entered) + get(&figures.refused) + get(&figures.failed);
    wait_until(ENTRANCE_TIME * 4, || is_settled() >= players as u64).await;
    println!("entered {}", get(&figures.entered));
    let is_playing = || get(&figures.playing) >= get(&figures.entered);
    wait_until(START_TIME, is_playing).await;
    println!("playing {}", get(&figures.playing));
    state.is_measured.store(true, Ordering::Relaxed);
    let start = Instant::now();
    sleep(state.options.time).await;
    state.is_measured.store(false, Ordering::Relaxed);
    let time = start.elapsed();
    println!("measured");
    state.is_over.send_replace(true);
    for task in tasks {
        let _ = timeout(LAST_ANSWERS, task).await;
    }
    Ok(report(&state, time))
}

/// Waits until a value is true.
async fn until_true(value: &mut watch::Receiver<bool>) {
    let _ = value.wait_for(|value| *value).await;
}

async fn wait_until(time: Duration, is_met: impl Fn() -> bool) {
    let end = Instant::now() + time;
    while !is_met() && Instant::now() < end {
        sleep(Duration::from_millis(20)).await;
    }
}

fn report(state: &LoadState, time: Duration) -> Value {
    let figures = &state.figures;
    let mut times = figures.times.lock().unwrap();
    times.sort_unstable();
    let part = |part: f64| {
        let index = (times.len() as f64 * part) as usize;
        let time = times.get(index).or(times.last()).copied();
        f64::from(time.unwrap_or_default()) / 1_000.0
    };
    let guesses = get(&figures.guesses);
    json!({
        "players": state.options.players,
        "rooms": state.options.rooms,
        "seconds": time.as_secs_f64(),
        "entered": get(&figures.entered),
        "refused": get(&figures.refused),
        "failed": get(&figures.failed),
        "playing": get(&figures.playing),
        "guesses": guesses,
        "answered": times.len(),
        "counted": get(&figures.counted),
        "events": get(&figures.events),
        "rounds": get(&figures.rounds),
        "p50": part(0.5),
        "p95": part(0.95),
        "p99": part(0.99),
        "max": part(1.0),
        "reasons": *figures.reasons.lock().unwrap(),
    })
}

/// Opens a room with its first player, and lets the others join.
async fn play_room(state: Arc<LoadState>, room: usize, members: usize) {
    if members == 0 {
        return;
    }
    let settings = RoomSettings {
        game: GAME.to_owned(),
        seconds: state.options.round_seconds,
        rounds: 20,
        max_players: RoomSettings::MAX_PLAYERS,
        has_chat: false,
        ..RoomSettings::default()
    };
    let create = ClientMessage::Create {
        version: VERSION,
        name: "Player 0".to_owned(),
        identity: None,
        settings: Box::new(settings),
    };
    let owner = match enter(&state, &create).await {
        Ok(owner) => owner,
        Err(end) => {
            // Nobody can join a room that was not opened.
            for _ in 0..members {
                state.count_end(&end);
            }
            return;
        }
    };
    let code = owner.room;
    let mut tasks = Vec::new();
    // Everyone is in the room before the first is ready, so that all play in the first round.
    let (is_complete, complete) = watch::channel(false);
    let seed = (room as u64) << 8;
    tasks.push(tokio::spawn(play(
        state.clone(),
        owner,
        seed,
        complete.clone(),
    )));
    for member in 1..members {
        let join = ClientMessage::Join {
            version: VERSION,
            room: code,
            name: format!("Player {member}"),
            identity: None,
            is_spectator: false,
        };
        match enter(&state, &join).await {
            Ok(entered) => {
                let seed = seed + member as u64;
                tasks.push(tokio::spawn(play(
                    state.clone(),
                    entered,
                    seed,
                    complete.clone(),
                )));
            }
            Err(end) => state.count_end(&end),
        }
    }
    is_complete.send_replace(true);
    for task in tasks {
        let _ = task.await;
    }
}

/// A client that is in a room.
struct EnteredClient {
    socket: RoomSocket,
    room: RoomCode,
}

/// Connects, and enters a room.
async fn enter(state: &LoadState, first: &ClientMessage) -> Result<EnteredClient, PlayerEnd> {
    let _permit = state.opening.acquire().await?;
    let entrance = timeout(ENTRANCE_TIME, async {
        let mut socket = RoomSocket::connect(&state.server).await?;
        socket.send(first).await?;
        match socket.receive().await? {
            ServerMessage::Welcome { room, .. } => Ok(EnteredClient { socket, room }),
            ServerMessage::Closed {
                reason: CloseReason::Busy,
                ..
            } => Err(PlayerEnd::Refused),
            message => Err(PlayerEnd::Failed(message.to_json())),
        }
    });
    let entered = entrance.await??;
    count(&state.figures.entered);
    Ok(entered)
}

impl LoadState {
    fn count_end(&self, end: &PlayerEnd) {
        match end {
            PlayerEnd::Over => {}
            PlayerEnd::Refused => count(&self.figures.refused),
            PlayerEnd::Failed(reason) => {
                count(&self.figures.failed);
                let reason: String = reason.chars().take(100).collect();
                let mut reasons = self.figures.reasons.lock().unwrap();
                *reasons.entry(reason).or_default() += 1;
            }
        }
    }

    /// Returns the words of a board. The players of a room share them.
    fn words(&self, board: &str) -> Result<Arc<Vec<String>>, PlayerEnd> {
        let mut boards = self.boards.lock().unwrap();
        if let Some(words) = boards.get(board) {
            return Ok(words.clone());
        }
        let game = self.loader.game(&GameRequest::named(GAME), "play")?;
        let read = game.read(board)?;
        let solved =
            game.with_worker(&Budget::UNLIMITED, |worker| SolvedBoard::new(read, worker))?;
        let words = solved.words().iter().map(|word| word.text.clone());
        let words = Arc::new(words.collect::<Vec<_>>());
        boards.insert(board.to_owned(), words.clone());
        Ok(words)
    }
}

/// Plays until the measurement is over.
async fn play(
    state: Arc<LoadState>,
    client: EnteredClient,
    seed: u64,
    complete: watch::Receiver<bool>,
) {
    let mut player = LoadPlayer {
        random: Random::new(seed),
        socket: client.socket,
        words: None,
        sent: None,
        next_id: 1,
        has_played: false,
    };
    if let Err(end) = player.play(&state, complete).await {
        state.count_end(&end);
    }
}

/// A player.
struct LoadPlayer {
    socket: RoomSocket,
    random: Random,
    /// The words of the board, while a round is running.
    words: Option<Arc<Vec<String>>>,
    /// The id and the time of the guess that waits for its answer, if it is measured.
    sent: Option<(u64, Instant)>,
    next_id: u64,
    has_played: bool,
}

impl LoadPlayer {
    async fn play(
        &mut self,
        state: &LoadState,
        mut complete: watch::Receiver<bool>,
    ) -> Result<(), PlayerEnd> {
        let interval = state.options.interval;
        // Players do not guess at the same time.
        let part = self.random.below(1_000) as f64 / 1_000.0;
        let mut next_guess = Instant::now() + interval.mul_f64(part);
        let mut is_over = state.is_over.subscribe();
        let mut is_complete = false;
        loop {
            tokio::select! {
                received = self.socket.receive_text() => self.follow(&received?, state).await?,
                () = sleep_until(next_guess), if is_complete => {
                    next_guess += interval;
                    self.guess(state).await?;
                }
                () = until_true(&mut complete), if !is_complete => {
                    is_complete = true;
                    next_guess = next_guess.max(Instant::now());
                    self.act(RoomAction::Ready(true)).await?;
                }
                () = until_true(&mut is_over) => return self.wait_for_answer(state).await,
            }
        }
    }

    async fn act(&mut self, action: RoomAction) -> Result<u64, PlayerEnd> {
        let id = self.next_id;
        self.next_id += 1;
        self.socket.send(&ClientMessage::Act { id, action }).await?;
        Ok(id)
    }

    async fn guess(&mut self, state: &LoadState) -> Result<(), PlayerEnd> {
        let Some(words) = &self.words else {
            return Ok(());
        };
        let is_wrong = words.is_empty() || self.random.below(WRONG_EVERY) == 0;
        let word = match is_wrong {
            true => WRONG[self.random.below(WRONG.len())].to_owned(),
            false => words[self.random.below(words.len())].clone(),
        };
        let time = Instant::now();
        let id = self.act(RoomAction::Guess(word)).await?;
        if state.is_measured.load(Ordering::Relaxed) && self.sent.is_none() {
            count(&state.figures.guesses);
            self.sent = Some((id, time));
        }
        Ok(())
    }

    /// Does what a message asks for. Only those messages are parsed that matter here, because this
    /// program shares the machine with the server.
    async fn follow(&mut self, text: &str, state: &LoadState) -> Result<(), PlayerEnd> {
        let figures = &state.figures;
        if text.starts_with(r#"{"type":"event""#) {
            count(&figures.events);
            let matters = [
                r#""type":"started""#,
                r#""type":"ended""#,
                r#""type":"deal-failed""#,
            ];
            let head: String = text.chars().take(120).collect();
            if !matters.iter().any(|kind| head.contains(kind)) {
                return Ok(());
            }
        }
        match ServerMessage::from_json(text)? {
            ServerMessage::Event { event, .. } => match event {
                RoomEvent::Started { round } => {
                    self.words = Some(state.words(&round.board)?);
                    if !self.has_played {
                        self.has_played = true;
                        count(&figures.playing);
                    }
                }
                RoomEvent::Ended { .. } => {
                    self.words = None;
                    count(&figures.rounds);
                    self.act(RoomAction::Ready(true)).await?;
                }
                RoomEvent::DealFailed(problem) => return Err(PlayerEnd::Failed(problem.reason)),
                _ => {}
            },
            ServerMessage::Answer { id, .. } | ServerMessage::Refused { id, .. } => {
                if let Some((_, time)) = self.sent.take_if(|(sent, _)| *sent == id) {
                    let time = time.elapsed().as_micros();
                    let time = u32::try_from(time).unwrap_or(u32::MAX);
                    figures.times.lock().unwrap().push(time);
                    if text.contains(r#""word":{"#) {
                        count(&figures.counted);
                    }
                }
            }
            ServerMessage::Closed { text, .. } => return Err(PlayerEnd::Failed(text)),
            _ => {}
        }
        Ok(())
    }

    /// Waits for the answer to the last guess.
    async fn wait_for_answer(&mut self, state: &LoadState) -> Result<(), PlayerEnd> {
        let answered = timeout(LAST_ANSWERS, async {
            while self.sent.is_some() {
                let text = self.socket.receive_text().await?;
                self.follow(&text, state).await?;
            }
            Ok(())
        });
        answered.await.unwrap_or(Err(PlayerEnd::Over))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use wgs_server::room_storage::DatabaseLocation;
    use wgs_server::{Listener, Options, RoomOptions};

    use super::*;

    /// Runs a small load against a server in this process.
    async fn load(change: impl FnOnce(&mut RoomOptions), players: usize, rooms: usize) -> Value {
        let mut room_options = RoomOptions::new(DatabaseLocation::Memory);
        change(&mut room_options);
        let server = Options {
            rooms: Some(room_options),
            ..Options::default()
        };
        let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, server).unwrap();
        let options = LoadOptions {
            port: listener.address().port(),
            players,
            rooms,
            time: Duration::from_secs(2),
            interval: Duration::from_millis(500),
            round_seconds: 60,
        };
        let server = tokio::spawn(listener.serve(std::future::pending()));
        let report = run(options).await.unwrap();
        server.abort();
        report
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_guess_is_answered_and_most_words_count() {
        let report = load(|_| (), 20, 4).await;
        assert_eq!(report["entered"], 20, "{report}");
        assert_eq!(report["playing"], 20, "{report}");
        assert_eq!(report["failed"], 0, "{report}");
        assert_eq!(report["answered"], report["guesses"], "{report}");
        let number = |key: &str| report[key].as_u64().unwrap();
        assert!(number("guesses") >= 40, "{report}");
        assert!(number("counted") * 2 > number("guesses"), "{report}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_server_refuses_new_rooms_and_the_others_go_on() {
        let report = load(|options| options.max_rooms = 3, 20, 4).await;
        assert_eq!(report["entered"], 15, "{report}");
        assert_eq!(report["refused"], 5, "{report}");
        assert_eq!(report["answered"], report["guesses"], "{report}");
        let report = load(|options| options.max_players = 12, 20, 4).await;
        assert_eq!(report["entered"], 12, "{report}");
        assert_eq!(report["failed"], 0, "{report}");
        assert_eq!(report["answered"], report["guesses"], "{report}");
    }
}
