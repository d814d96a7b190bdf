//! A NATS server with JetStream for a test, which ends with it.

use std::env;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the server may take to start.
const START: Duration = Duration::from_secs(30);

/// A server that listens on a free port of this machine.
pub(crate) struct NatsServer {
    process: Child,
    port: u16,
    /// What JetStream stores.
    folder: TempDir,
}

impl NatsServer {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = socket.local_addr().unwrap().port();
        drop(socket);
        Self {
            process: spawn(port, folder.path()),
            port,
            folder,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends the server at once.
    pub(crate) fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[allow(dead_code, reason = "not all tests need it")]
impl NatsServer {
    /// Starts the server again with the port and the data that it had.
    pub(crate) fn resume(&mut self) {
        self.process = spawn(self.port, self.folder.path());
    }

    /// Suspends the server.
    pub(crate) fn suspend(&self) {
        self.signal("-STOP");
    }

    /// Lets the suspended server go on.
    pub(crate) fn wake(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
    }
}

fn spawn(port: u16, folder: &Path) -> Child {
    let program = env::var_os("WGS_NATS_SERVER").expect("WGS_NATS_SERVER");
    let process = Command::new(program)
        .args(["--jetstream", "--addr", "127.0.0.1", "--port"])
        .arg(port.to_string())
        .arg("--store_dir")
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + START;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "nats-server does not start");
        thread::sleep(Duration::from_millis(20));
    }
    process
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}
