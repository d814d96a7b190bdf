//! A server in a separate process, with a database and a NATS server that it shares with others.

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::timeout;
use wgs_play::room::message::{ClientMessage, ServerMessage};
use wgs_server::{Listener, Options, RoomOptions, Server};

use super::player::{PATIENCE, Player, resume};

/// The time after which a page takes a connection without messages for lost.
const SILENCE: Duration = Duration::from_secs(3);

/// Names the database to a process that is a server.
const DATABASE: &str = "WGS_TEST_CLUSTER_DATABASE";
/// Names NATS to it.
const NATS: &str = "WGS_TEST_CLUSTER_NATS";

/// The number of milliseconds by which its clock is wrong.
const CLOCK: &str = "WGS_TEST_CLUSTER_CLOCK";

/// A server that is a process.
pub(super) struct ServerProcess {
    process: Child,
    pub(super) address: SocketAddr,
    /// Kept open, because the process prints more than the address.
    _output: Lines<BufReader<ChildStdout>>,
}

impl ServerProcess {
    /// Starts this program again as a server.
    pub(super) fn start(database: &str, nats: &str) -> Self {
        Self::start_at(database, nats, 0)
    }

    /// The same with a clock that is wrong by some milliseconds.
    pub(super) fn start_at(database: &str, nats: &str, clock: i64) -> Self {
        let mut process = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "room::server_process::a_server_process",
                "--ignored",
            ])
            .args(["--nocapture", "--test-threads", "1"])
            .env(DATABASE, database)
            .env(NATS, nats)
            .env(CLOCK, clock.to_string())
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
    pub(super) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Asks the process to end.
    pub(super) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Waits until the process has ended.
    pub(super) async fn wait(&mut self) {
        while self.process.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Suspends the process, as a machine is that is moved or whose lid is closed.
    pub(super) fn suspend(&self) {
        self.signal("-STOP");
    }

    /// Lets a suspended process go on.
    pub(super) fn wake(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
    }

    pub(super) async fn enter(&self, message: ClientMessage) -> Player {
        let mut player = Player::connect(self.address).await;
        player.enter(message).await;
        player
    }

    /// Comes back to a room whose server may just have died, as pages do: again and again.
    pub(super) async fn come_back(&self, former: &Player) -> Player {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "nobody takes the room over");
            let mut player = Player::connect(self.address).await;
            player.send(&resume(former.room(), former.token())).await;
            // Pages give up a connection without an answer as well.
            match timeout(SILENCE, player.receive()).await {
                Ok(Ok(ServerMessage::Welcome { .. })) => return player,
                Ok(Ok(message)) => panic!("{message:?}"),
                Ok(Err((reason, text))) => assert!(reason.is_temporary(), "{reason:?} {text}"),
                Err(_) => {}
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
    let clock = env::var(CLOCK).unwrap_or_default();
    rooms.clock_offset = clock.parse().unwrap_or_default();
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
