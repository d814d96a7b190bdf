//! A server with rooms, and a client of it, as the tests use them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wgs_client::{ClientError, RoomClient, RoomSocket, ServerAddress};
use wgs_play::room::message::{ClientMessage, CloseReason, ServerMessage, VERSION};
use wgs_play::room::{
    MemberId, PhaseView, RoomAction, RoomAnswer, RoomCode, RoomError, RoomSettings, RoomView,
    RunningRound,
};
use wgs_server::room_storage::{DatabaseLocation, RoomStorage};
use wgs_server::{Listener, Options, RoomOptions, Server};

/// How long to wait for something that should happen soon.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A server with rooms, until it is dropped.
pub(super) struct RoomServer {
    pub(super) address: SocketAddr,
    pub(super) server: Server,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Drop for RoomServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl RoomServer {
    /// Starts a server whose rooms are in memory.
    pub(super) fn new() -> Self {
        Self::with(DatabaseLocation::Memory, |_| {})
    }

    pub(super) fn with(database: DatabaseLocation, change: impl FnOnce(&mut RoomOptions)) -> Self {
        let mut rooms = RoomOptions::new(database);
        change(&mut rooms);
        Self::with_options(Options {
            rooms: Some(rooms),
            ..Options::default()
        })
    }

    pub(super) fn with_options(options: Options) -> Self {
        Self::start(Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, options).unwrap())
    }

    /// Starts a server with a database that is open already.
    pub(super) async fn with_storage(storage: Arc<dyn RoomStorage>) -> Self {
        let options = Options {
            rooms: Some(RoomOptions::new(DatabaseLocation::Memory)),
            ..Options::default()
        };
        let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, options).unwrap();
        listener.server().open_rooms_in(storage).await;
        Self::start(listener)
    }

    fn start(listener: Listener) -> Self {
        let (end, ended) = oneshot::channel();
        Self {
            address: listener.address(),
            server: listener.server().clone(),
            end: Some(end),
            task: tokio::spawn(async move {
                let end = async {
                    let _ = ended.await;
                };
                listener.serve(end).await.unwrap();
            }),
        }
    }

    /// Stops the server as SIGTERM does.
    pub(super) async fn stop(mut self) {
        drop(self.end.take());
        let ended = tokio::time::timeout(PATIENCE, &mut self.task).await;
        ended.unwrap().unwrap();
    }

    /// Opens a connection that has not said anything yet.
    pub(super) async fn connect(&self) -> Player {
        Player::connect(self.address).await
    }

    pub(super) async fn create(&self, name: &str, settings: RoomSettings) -> Player {
        let mut player = self.connect().await;
        player.enter(create(name, settings)).await;
        player
    }

    pub(super) async fn join(&self, name: &str, room: RoomCode) -> Player {
        let mut player = self.connect().await;
        player.enter(join(name, room)).await;
        player
    }

    pub(super) async fn resume(&self, room: RoomCode, token: &str) -> Player {
        let mut player = self.connect().await;
        player.enter(resume(room, token)).await;
        player
    }

    /// Returns the status and the body of a response.
    pub(super) async fn get(&self, path: &str) -> (u16, String) {
        get(self.address, path).await
    }

    /// Returns a metric.
    pub(super) async fn metric(&self, name: &str) -> f64 {
        let (status, text) = self.get("/metrics").await;
        assert_eq!(status, 200, "{text}");
        let mut lines = text.lines().filter_map(|line| line.rsplit_once(' '));
        let (_, value) = lines.find(|(found, _)| *found == name).unwrap();
        value.parse().unwrap()
    }

    /// Waits until a metric has a value.
    pub(super) async fn until_metric(&self, name: &str, expected: f64) {
        let wait = async {
            while self.metric(name).await != expected {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        assert!(waited.is_ok(), "{name} is {}", self.metric(name).await);
    }
}

/// Returns the status and the body of a response.
pub(super) async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let response = ServerAddress::from(address).get(path).await.unwrap();
    (response.status, response.body)
}

pub(super) fn create(name: &str, settings: RoomSettings) -> ClientMessage {
    ClientMessage::Create {
        version: VERSION,
        name: name.to_owned(),
        identity: None,
        settings: Box::new(settings),
    }
}

pub(super) fn join(name: &str, room: RoomCode) -> ClientMessage {
    ClientMessage::Join {
        version: VERSION,
        room,
        name: name.to_owned(),
        identity: None,
        is_spectator: false,
    }
}

pub(super) fn resume(room: RoomCode, token: &str) -> ClientMessage {
    ClientMessage::Resume {
        version: VERSION,
        room,
        token: token.to_owned(),
    }
}

/// A player who fails the test when something takes too long, or when the connection fails.
pub(super) struct Player(RoomClient);

/// How a server has closed a connection.
pub(super) type Closed = (CloseReason, String);

impl Player {
    pub(super) async fn connect(address: SocketAddr) -> Self {
        Self(RoomClient::connect(&address.into()).await.unwrap())
    }

    pub(super) fn socket(&mut self) -> &mut RoomSocket {
        self.0.socket()
    }

    pub(super) async fn send(&mut self, message: &ClientMessage) {
        self.socket().send(message).await.unwrap();
    }

    pub(super) async fn send_text(&mut self, text: &str) {
        self.socket().send_text(text).await.unwrap();
    }

    /// Receives the next message, and changes the view as it says.
    pub(super) async fn receive(&mut self) -> Result<ServerMessage, Closed> {
        let received = tokio::time::timeout(PATIENCE, self.0.receive());
        match received.await.expect("a message arrives soon") {
            Ok(message) => Ok(message),
            Err(ClientError::Closed { reason, text }) => Err((reason, text)),
            Err(ClientError::Ended | ClientError::Socket(_)) => {
                Err((CloseReason::Internal, "closed without a word".to_owned()))
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends the first message, and expects to be let in.
    pub(super) async fn enter(&mut self, message: ClientMessage) {
        self.send(&message).await;
        let answer = self.receive().await.unwrap();
        assert!(
            matches!(answer, ServerMessage::Welcome { .. }),
            "{answer:?}"
        );
    }

    /// Receives messages until the server closes the connection, and returns why.
    pub(super) async fn closed(&mut self) -> Closed {
        loop {
            if let Err(closed) = self.receive().await {
                return closed;
            }
        }
    }

    pub(super) fn token(&self) -> &str {
        self.0.token()
    }

    pub(super) fn view(&self) -> &RoomView {
        self.0.view().unwrap()
    }

    pub(super) fn room(&self) -> RoomCode {
        self.view().code
    }

    pub(super) fn member(&self) -> MemberId {
        self.view().member
    }

    /// Receives messages until the view meets a condition.
    pub(super) async fn until(&mut self, condition: impl Fn(&RoomView) -> bool) {
        while !condition(self.view()) {
            if let Err(closed) = self.receive().await {
                panic!("{closed:?}");
            }
        }
    }

    pub(super) async fn until_playing(&mut self) {
        let is_playing = |view: &RoomView| matches!(view.phase, PhaseView::Playing { .. });
        self.until(is_playing).await;
    }

    /// Sends an action without waiting for the answer. Returns its id.
    pub(super) async fn start(&mut self, action: RoomAction) -> u64 {
        self.0.send(action).await.unwrap()
    }

    /// Does something, and returns the answer.
    pub(super) async fn act(&mut self, action: RoomAction) -> Result<RoomAnswer, RoomError> {
        let sent = self.start(action).await;
        loop {
            match self.receive().await {
                Ok(ServerMessage::Answer { id, answer }) if id == sent => return Ok(answer),
                Ok(ServerMessage::Refused { id, error, text }) if id == sent => {
                    assert_eq!(text, error.to_string());
                    return Err(error);
                }
                Ok(_) => {}
                Err(closed) => panic!("{closed:?}"),
            }
        }
    }

    pub(super) async fn guess(&mut self, word: &str) -> Result<RoomAnswer, RoomError> {
        self.act(RoomAction::Guess(word.to_owned())).await
    }

    /// Asks for the whole room, and checks that it is what the events have said.
    pub(super) async fn check_view(&mut self) {
        self.send(&ClientMessage::Resync).await;
        loop {
            let before = self.view().clone();
            match self.receive().await.unwrap() {
                ServerMessage::Snapshot { view, .. } => {
                    assert_eq!(before, *view);
                    return;
                }
                message => drop(message),
            }
        }
    }
}

/// A quick room with a round of one hour.
pub(super) fn settings() -> RoomSettings {
    RoomSettings {
        seconds: 3600,
        rounds: 1,
        ..RoomSettings::default()
    }
}

/// Starts a round between two players who wait, and waits for it.
pub(super) async fn start_round(players: &mut [Player]) {
    for player in players.iter_mut() {
        player.act(RoomAction::Ready(true)).await.unwrap();
    }
    for player in players {
        player.until_playing().await;
    }
}

/// Finds the words of the running round's board.
pub(super) fn board_words(view: &RoomView) -> Vec<String> {
    match &view.phase {
        PhaseView::Playing { round } => words_of(round),
        phase => panic!("{phase:?}"),
    }
}

/// Finds the words of a round's board.
pub(super) fn words_of(round: &RunningRound) -> Vec<String> {
    let loader = wgs_app::GameLoader::default();
    let request = wgs_app::GameRequest::named(&round.game);
    let game = loader.game(&request, "play").unwrap();
    let budget = wgs_engine::Budget::UNLIMITED;
    let board = wgs_app::round_board::read_board(&game, &round.board, &budget).unwrap();
    board.words().iter().map(|word| word.text.clone()).collect()
}
